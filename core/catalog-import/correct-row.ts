/**
 * Correcting one row of a finished catalog: a person says which item is meant, or what the maker and number should have been.
 * A correction is remembered under the customer's own number, so that later lists match by it. Each has its line in the audit trail, and takes a
 * row of the period's allowance: it shows what a row of an imported file shows.
 */
import type { ItemRecord } from '../items/item-record.ts';
import type { ProductIndex } from '../items/product-index.ts';
import { fail, succeed, type Result } from '../result.ts';
import type { CatalogRow, RowsKey } from '../catalogs/catalog.ts';
import type { NamedRow } from '../table-files/named-row.ts';
import type { RowAllowance } from '../catalogs/row-allowance.ts';
import type { CatalogStore, RowChange } from '../catalogs/catalog-store.ts';
import { matchRows } from './match-rows.ts';
import { MissHints } from './miss-hints.ts';
import { describeMiss } from '../catalogs/miss-reasons.ts';

export interface CorrectionPorts {
  readonly catalogs: CatalogStore;
  readonly products: ProductIndex;
}

export type CorrectionError =
  | { readonly kind: 'no_such_row' }
  | { readonly kind: 'no_such_item' }
  /** Rows of totals and cancelled rows have no part. */
  | { readonly kind: 'not_correctable'; readonly outcome: CatalogRow['outcome'] }
  /** What was given cannot be asked; the reason repeats nothing of it. */
  | { readonly kind: 'unaskable'; readonly reason: string }
  /** The rows of the period are used up. */
  | { readonly kind: 'allowance_used' }
  /** Another change came first. */
  | { readonly kind: 'changed_meanwhile' };

/** Who corrects, and when. */
export interface Corrector {
  /** An operator's name, or the id of a person. */
  readonly who: string;
  readonly nowMs: number;
  /** Absent for operators. */
  readonly allowance?: RowAllowance;
}

/** The row gets the item, whatever it names. */
export async function acceptItem(
  ports: CorrectionPorts,
  key: RowsKey,
  row: number,
  itemId: string,
  by: Corrector,
): Promise<Result<CatalogRow, CorrectionError>> {
  const [before, items] = await Promise.all([ports.catalogs.findRow(key, row), ports.products.readItems([itemId], [])]);
  const item = items.get(itemId);
  if (before === undefined) return fail({ kind: 'no_such_row' });
  if (item === undefined) return fail({ kind: 'no_such_item' });
  const change = { ...matched(item), also: { reason: null, candidates: [], isCorrected: true } };
  return store(ports, key, before, change, { by, what: 'catalog.row_accepted' });
}

/** The row names another part, and is matched again; it may stay not found. */
export async function renamePart(
  ports: CorrectionPorts,
  key: RowsKey,
  row: number,
  named: Pick<NamedRow, 'supplier' | 'partNumber' | 'gtin'>,
  by: Corrector,
): Promise<Result<CatalogRow, CorrectionError>> {
  const before = await ports.catalogs.findRow(key, row);
  if (before === undefined) return fail({ kind: 'no_such_row' });
  const asked = await matchRows(ports.products, [{ itemNumber: before.itemNumber, ...named }]);
  const [match] = await new MissHints(ports.products).explain(asked);
  if (match === undefined || match.kind === 'blank') return fail({ kind: 'unaskable', reason: 'nothing is named.' });
  if (match.kind === 'unaskable') return fail({ kind: 'unaskable', reason: match.reason });
  if (match.kind === 'missing') {
    const missing = { outcome: 'not_found', itemId: null, itemUpdatedAt: null } as const;
    const also = { ...named, reason: describeMiss(match.why), candidates: match.candidates, isCorrected: true };
    return store(ports, key, before, { ...missing, also }, { by, what: 'catalog.row_fixed' });
  }
  const { id, updated_at } = match.item;
  const found = { outcome: 'cache_hit', itemId: id, itemUpdatedAt: updated_at } as const;
  const also = { ...named, reason: null, candidates: [], isCorrected: true };
  return store(ports, key, before, { ...found, also }, { by, what: 'catalog.row_fixed' });
}

function matched({ id, updated_at }: ItemRecord) {
  return { outcome: 'cache_hit', itemId: id, itemUpdatedAt: updated_at } as const;
}

async function store(
  { catalogs }: CorrectionPorts,
  key: RowsKey,
  row: CatalogRow,
  change: Omit<RowChange, 'row'>,
  { by: { who, nowMs, allowance }, what }: { readonly by: Corrector; readonly what: string },
): Promise<Result<CatalogRow, CorrectionError>> {
  if (row.outcome === 'cancelled' || row.outcome === 'skipped') {
    return fail({ kind: 'not_correctable', outcome: row.outcome });
  }
  const { outcome, itemId, itemUpdatedAt, also } = change;
  const details = { catalog_id: key.catalogId, row: row.row, outcome, item_id: itemId };
  const stored = await catalogs.correctRow(
    key,
    { row, ...change },
    { audit: { who, what, details, atMs: nowMs }, allowance },
  );
  if (stored !== 'corrected') return fail({ kind: stored });
  if (row.itemNumber !== null && itemId !== null) {
    await catalogs.rememberOwnNumbers(key, [{ itemNumber: row.itemNumber, itemId }]);
  }
  return succeed({ ...row, outcome, itemId, itemUpdatedAt, ...also });
}
