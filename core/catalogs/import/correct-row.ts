/**
 * Corrects one row of a finished catalog: a person chooses the item, or changes manufacturer and part number. A
 * correction is stored under what the file states and under the customer's own number, so it also applies to the next
 * upload of the file. Each has an audit line and uses one row of the period's allowance, because it shows as much as an
 * imported row.
 */
import { NOTHING_NAMED, OWN_NUMBER_ONLY } from '../files/row-warnings.ts';
import type { AuditLine } from '../../billing/accounts/audit-line.ts';
import type { ItemIndex } from '../../index/items/item-index.ts';
import { fail, succeed, type Result } from '../../result.ts';
import type { CatalogRow, MatchWay, RowsKey } from '../rows/catalog.ts';
import type { RowAllowance } from '../rows/row-allowance.ts';
import type { Statement } from '../rows/learned-matches.ts';
import type { CatalogStore, MatchedItem, RowChange } from '../rows/catalog-store.ts';
import { isDescribed } from './decide-rows.ts';
import { learnedFromPerson } from './learn-matches.ts';
import { statementOf } from './match-file-rows.ts';
import { matchRows } from './match-rows.ts';
import { MissExplainer } from './explain-misses.ts';
import { describeMiss } from '../rows/miss-reasons.ts';

export interface CorrectionPorts {
  readonly catalogs: CatalogStore;
  readonly index: ItemIndex;
}

export type RowCorrectionRefusal =
  | { readonly kind: 'no_such_row' }
  | { readonly kind: 'no_such_item' }
  /** Canceled rows have no part, and skipped ones only if they describe it. */
  | { readonly kind: 'not_correctable'; readonly outcome: CatalogRow['outcome'] }
  /** The correction names no part that can be looked up; `reason` quotes nothing of it. */
  | { readonly kind: 'names_no_part'; readonly reason: string }
  /** The period's rows are used up. */
  | { readonly kind: 'allowance_used' }
  /** Another change came first. */
  | { readonly kind: 'changed_meanwhile' };

/** The author and time of a correction. */
export interface Corrector {
  /** An operator's name, or a person's id. */
  readonly who: string;
  readonly nowMs: number;
  /** Absent for operators. */
  readonly allowance?: RowAllowance;
  /** Whether the correction is not kept for later files. */
  readonly forThisRowOnly?: boolean;
  /** Whether only a row with a number of the customer's own is kept for later files, as the dashboard says. */
  readonly onlyByNumber?: boolean;
}

/**
 * Keeps the item that the row has, as decided by a person. It shows nothing new, so it uses no row of the allowance.
 */
export async function confirmItem(
  ports: CorrectionPorts,
  key: RowsKey,
  row: number,
  by: Omit<Corrector, 'allowance'>,
): Promise<Result<CatalogRow, RowCorrectionRefusal>> {
  const before = await ports.catalogs.findRow(key, row);
  if (before === undefined) return fail({ kind: 'no_such_row' });
  if (before.itemId === null) return fail({ kind: 'no_such_item' });
  return acceptItem(ports, key, row, before.itemId, by);
}

/** Assigns the item to the row, regardless of what the row names. */
export async function acceptItem(
  ports: CorrectionPorts,
  key: RowsKey,
  row: number,
  itemId: string,
  by: Corrector,
): Promise<Result<CatalogRow, RowCorrectionRefusal>> {
  const [before, items] = await Promise.all([ports.catalogs.findRow(key, row), ports.index.readItems([itemId], [])]);
  const item = items.get(itemId);
  if (before === undefined) return fail({ kind: 'no_such_row' });
  if (item === undefined) return fail({ kind: 'no_such_item' });
  return acceptFor(ports, key, before, item, by);
}

/** @param before the row as it was read; if it has changed since, nothing is written */
export async function acceptFor(
  ports: CorrectionPorts,
  key: RowsKey,
  before: CatalogRow,
  item: MatchedItem,
  by: Corrector,
): Promise<Result<CatalogRow, RowCorrectionRefusal>> {
  const change = { row: before, ...matched(item), also: decidedBy(by, 'accepted') };
  return store(ports, key, change, { by, what: 'catalog.row_accepted' });
}

/** Changes the part that the row names and matches the row again; it may still not be found. */
export async function renamePart(
  ports: CorrectionPorts,
  key: RowsKey,
  row: number,
  named: Statement,
  by: Corrector,
): Promise<Result<CatalogRow, RowCorrectionRefusal>> {
  const before = await ports.catalogs.findRow(key, row);
  if (before === undefined) return fail({ kind: 'no_such_row' });
  const matches = await matchRows(ports.index, [{ itemNumber: before.itemNumber, ...named }]);
  const [match] = await new MissExplainer(ports.index).explain(matches);
  if (match === undefined || match.kind === 'blank')
    return fail({ kind: 'names_no_part', reason: 'nothing is named.' });
  if (match.kind === 'names_no_part') return fail({ kind: 'names_no_part', reason: match.reason });
  const fixed = { ...named, stated: before.stated ?? statementOf(before) };
  if (match.kind === 'missing') {
    const missing = { row: before, outcome: 'not_found', itemId: null, itemUpdatedAt: null } as const;
    const why = { reason: describeMiss(match.why), candidates: match.candidates };
    const also = { ...decidedBy(by, null), ...why, ...fixed };
    return store(ports, key, { ...missing, also }, { by, what: 'catalog.row_fixed' });
  }
  const also = { ...decidedBy(by, 'accepted'), ...fixed };
  return store(ports, key, { row: before, ...matched(match.item), also }, { by, what: 'catalog.row_fixed' });
}

/** Returns whether a person may say what part the row is. */
export function isCorrectable({
  outcome,
  reason,
  cells,
  itemNumber,
}: Pick<CatalogRow, 'outcome' | 'reason' | 'cells' | 'itemNumber'>): boolean {
  if (outcome !== 'skipped') return outcome !== 'cancelled';
  return reason === OWN_NUMBER_ONLY || (reason === NOTHING_NAMED && isDescribed(cells ?? [], itemNumber));
}

/** Returns the attributes after a person's decision, which overrides earlier ones. */
function decidedBy({ who: acceptedBy }: Corrector, matchedBy: MatchWay | null) {
  return {
    reason: null,
    candidates: [],
    contradictions: [],
    decidedIn: undefined,
    matchedBy,
    acceptedBy,
    isCorrected: true,
  } as const;
}

function matched({ id, updated_at }: MatchedItem) {
  return { outcome: 'cache_hit', itemId: id, itemUpdatedAt: updated_at } as const;
}

async function store(
  { catalogs }: CorrectionPorts,
  key: RowsKey,
  change: RowChange,
  { by, what }: { readonly by: Corrector; readonly what: AuditLine['what'] },
): Promise<Result<CatalogRow, RowCorrectionRefusal>> {
  const { row, outcome, itemId, itemUpdatedAt, also } = change;
  if (!isCorrectable(row)) return fail({ kind: 'not_correctable', outcome: row.outcome });
  const { who, nowMs, allowance, forThisRowOnly = false, onlyByNumber = false } = by;
  const isForgotten = forThisRowOnly || (onlyByNumber && (row.itemNumber === null || row.isRunningNumber));
  const corrected = { ...row, outcome, itemId, itemUpdatedAt, ...also };
  const details = { catalog_id: key.catalogId, row: row.row, outcome, item_id: itemId };
  const stored = await catalogs.correctRow(key, change, {
    audit: { who, what, details, atMs: nowMs },
    allowance,
    learned: isForgotten ? [] : learnedFromPerson(corrected, key.catalogId, nowMs),
  });
  return stored === 'corrected' ? succeed(corrected) : fail({ kind: stored });
}
