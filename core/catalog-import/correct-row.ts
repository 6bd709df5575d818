/**
 * Correcting one row of a finished catalog: a person says which item is meant, or what the maker and number should have been.
 * A correction is remembered under the customer's own number, so that later lists match by it.
 */
import type { ItemRecord } from '../items/item-record.ts';
import type { ProductIndex } from '../items/product-index.ts';
import { fail, succeed, type Result } from '../result.ts';
import type { CatalogRow, RowsKey } from '../catalogs/catalog.ts';
import type { NamedRow } from '../table-files/named-row.ts';
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
  /** Another change came first. */
  | { readonly kind: 'changed_meanwhile' };

/** The row gets the item, whatever it names. */
export async function acceptItem(
  ports: CorrectionPorts,
  key: RowsKey,
  row: number,
  itemId: string,
): Promise<Result<CatalogRow, CorrectionError>> {
  const [before, items] = await Promise.all([ports.catalogs.findRow(key, row), ports.products.readItems([itemId], [])]);
  const item = items.get(itemId);
  if (before === undefined) return fail({ kind: 'no_such_row' });
  if (item === undefined) return fail({ kind: 'no_such_item' });
  return store(ports, key, before, { ...matched(item), also: { reason: null, candidates: [], isCorrected: true } });
}

/** The row names another part, and is matched again; it may stay not found. */
export async function renamePart(
  ports: CorrectionPorts,
  key: RowsKey,
  row: number,
  named: Pick<NamedRow, 'supplier' | 'partNumber' | 'gtin'>,
): Promise<Result<CatalogRow, CorrectionError>> {
  const before = await ports.catalogs.findRow(key, row);
  if (before === undefined) return fail({ kind: 'no_such_row' });
  const asked = await matchRows(ports.products, [{ itemNumber: before.itemNumber, ...named }]);
  const [match] = await new MissHints(ports.products).explain(asked);
  if (match === undefined || match.kind === 'blank') return fail({ kind: 'unaskable', reason: 'nothing is named.' });
  if (match.kind === 'unaskable') return fail({ kind: 'unaskable', reason: match.reason });
  if (match.kind === 'missing') {
    const missing = { outcome: 'not_found', itemId: null, itemUpdatedAt: null } as const;
    return store(ports, key, before, {
      ...missing,
      also: { ...named, reason: describeMiss(match.why), candidates: match.candidates, isCorrected: true },
    });
  }
  const { id, updated_at } = match.item;
  const found = { outcome: 'cache_hit', itemId: id, itemUpdatedAt: updated_at } as const;
  return store(ports, key, before, { ...found, also: { ...named, reason: null, candidates: [], isCorrected: true } });
}

function matched({ id, updated_at }: ItemRecord) {
  return { outcome: 'cache_hit', itemId: id, itemUpdatedAt: updated_at } as const;
}

async function store(
  { catalogs }: CorrectionPorts,
  key: RowsKey,
  row: CatalogRow,
  change: Omit<RowChange, 'row'>,
): Promise<Result<CatalogRow, CorrectionError>> {
  if (row.outcome === 'cancelled' || row.outcome === 'skipped') {
    return fail({ kind: 'not_correctable', outcome: row.outcome });
  }
  if ((await catalogs.changeRows(key, [{ row, ...change }])) === 0) return fail({ kind: 'changed_meanwhile' });
  const { outcome, itemId, itemUpdatedAt, also } = change;
  if (row.itemNumber !== null && itemId !== null) {
    await catalogs.rememberOwnNumbers(key, [{ itemNumber: row.itemNumber, itemId }]);
  }
  return succeed({ ...row, outcome, itemId, itemUpdatedAt, ...also });
}
