/** The words for the outcomes of rows, on the page and in the operator's commands. The wire and `--outcome` have the names of the specification. */
import type { RowOutcome } from './catalog.ts';

export const OUTCOME_WORDS: Readonly<Record<RowOutcome, string>> = {
  cache_hit: 'Matched',
  enriched: 'Matched, by research',
  refreshed: 'Matched, renewed',
  not_found: 'Not in the index',
  error: 'Unusable',
  duplicate: 'Duplicate',
  skipped: 'Left out',
  cancelled: 'Not imported',
};
