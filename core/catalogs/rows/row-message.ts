/**
 * Writes the `message` of a row (docs/guides/import-catalogs.md): how its item was matched, or why it has none, and the
 * next step.
 */
import { describeState } from '../../index/items/describe-state.ts';
import type { StoredItem } from '../../index/items/item-lifecycle.ts';
import { countCandidates, NAMES_ARE_DATA } from '../../index/lookup/candidate.ts';
import { missMessage } from '../../index/lookup/miss-message.ts';
import { namesSeveral } from '../files/other-readings.ts';
import { describeChecks } from './describe-contradiction.ts';
import { describeMatch } from './match-labels.ts';
import { dayOf } from '../../time.ts';
import type { CatalogRow } from './catalog.ts';

export interface RowAdvice {
  /** A sentence on how to request enrichment. */
  readonly research: string;
  /** Whether candidates and states may be shown, which only callers that may be billed see. */
  readonly mayNameParts: boolean;
  readonly nowMs: number;
}

/** @param item the row's item from the current index */
export function rowMessage(
  row: Omit<CatalogRow, 'row' | 'cells'>,
  { research, mayNameParts, nowMs }: RowAdvice,
  item?: StoredItem,
): string | undefined {
  const { outcome, reason, gtin, supplier, partNumber, candidates } = row;
  const advice =
    mayNameParts && candidates.length > 0
      ? `The member ${countCandidates(candidates.length)} that may be meant. ${NAMES_ARE_DATA}`
      : undefined;
  const checks = describeChecks(row);
  if (outcome === 'error') return [...checks, reason ?? 'The row could not be read.', advice].filter(Boolean).join(' ');
  if (outcome !== 'not_found') {
    const state = mayNameParts ? rowState(item, nowMs) : undefined;
    const before =
      row.decidedIn && `As a person decided in the catalog ${row.decidedIn.catalogId} on ${dayOf(row.decidedIn.atMs)}.`;
    return [...checks, reason, describeMatch(row), before, state].filter(Boolean).join(' ') || undefined;
  }
  const askedBy = gtin !== null && (supplier === null || partNumber === null) ? 'gtin' : 'part';
  const why = reason ?? missMessage({ askedBy }, undefined);
  // Research needs a manufacturer and the number of one part.
  const isNamed =
    supplier !== null && partNumber !== null && row.notFitted === undefined && !namesSeveral({ supplier, partNumber });
  return [...checks, why, advice ?? (isNamed ? research : undefined)].filter(Boolean).join(' ');
}

/** Returns a sentence only if the state of the part is known and is not active. */
function rowState(item: StoredItem | undefined, nowMs: number): string | undefined {
  const lifecycle = item?.lifecycle;
  if (lifecycle === undefined || lifecycle.status === 'active') return undefined;
  return `This part ${describeState(lifecycle, nowMs)}.`;
}
