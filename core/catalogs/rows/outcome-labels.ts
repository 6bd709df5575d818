/**
 * The labels of the outcomes of rows and the states of catalogs, on the page and in the operator's commands. The wire
 * and `--outcome` have the names of the specification.
 */
import type { CatalogStatus, RowOutcome } from './catalog.ts';

export const OUTCOME_LABELS: Readonly<Record<RowOutcome, string>> = {
  cache_hit: 'Matched',
  enriched: 'Matched, by research',
  refreshed: 'Matched, renewed',
  not_found: 'Not in the index',
  error: 'Unusable',
  duplicate: 'Duplicate',
  skipped: 'Left out',
  cancelled: 'Not imported',
};

export const CATALOG_STATE_LABELS: Readonly<Record<CatalogStatus, string>> = {
  queued: 'Importing',
  processing: 'Importing',
  complete: 'Ready',
  failed: 'Import failed',
  cancelled: 'Cancelled',
};
