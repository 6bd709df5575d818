/**
 * Lists a catalog's rows in pages as a person works through them: one group, or all rows but those left out with the
 * undecided ones first, each in the order of the file. A page may be short if it read many rows of other groups; `next`
 * always shows whether more rows may follow.
 */
import type { StoredItem } from '../../index/items/item-lifecycle.ts';
import type { ItemIndex } from '../../index/items/item-index.ts';
import {
  isToCheck,
  needsDecision,
  type Catalog,
  type CatalogKey,
  type CatalogRow,
  type RowOutcome,
  type RowsKey,
} from './catalog.ts';
import { isReplacementId } from './catalog-id.ts';
import type { CatalogReader } from './catalog-store.ts';
import { groupOf, outcomesOf, type RowGroup } from './row-groups.ts';

/** The number of rows to read at a time when only some belong to the group. */
const READ_AT_ONCE = 200;
/** The most rows that one page reads. */
const MAX_READ = 2_000;

/** The outcomes of rows with an item. */
const CHECKED: readonly RowOutcome[] = ['cache_hit', 'enriched', 'refreshed', 'duplicate'];

/** The position after which a page starts. With all rows, `part` is the undecided rows or the rest. */
export interface RowPlace {
  readonly part: 'to_decide' | 'rest';
  readonly after: number;
}

interface RowGroupPage {
  readonly catalog: Catalog;
  readonly rows: readonly CatalogRow[];
  /** The items of the rows, from the current index. */
  readonly items: ReadonlyMap<string, StoredItem>;
  /** null only if no row follows. */
  readonly next: RowPlace | null;
}

interface WantedRows {
  /** `check`: the rows whose own words contradict their part, in any group. */
  readonly group: RowGroup | 'all' | 'check';
  readonly place: RowPlace | undefined;
  readonly limit: number;
  /** Only these rows, in any group, such as the ones that were just decided on. */
  readonly rows?: readonly number[] | undefined;
}

/** Returns undefined if the account has no such catalog. */
export async function listRowGroup(
  ports: { readonly catalogs: CatalogReader; readonly index: ItemIndex },
  key: CatalogKey,
  wanted: WantedRows,
): Promise<RowGroupPage | undefined> {
  if (isReplacementId(key.catalogId)) return undefined;
  for (let catalog = await ports.catalogs.findCatalog(key); catalog !== undefined;) {
    const page = await readPage(ports.catalogs, catalog, wanted);
    const itemIds = [...new Set(page.rows.flatMap(({ itemId }) => itemId ?? []))];
    const [items, rows, now] = await Promise.all([
      itemIds.length === 0 ? new Map<string, StoredItem>() : ports.index.readItems(itemIds, []),
      withCells(ports.catalogs, catalog, page.rows),
      ports.catalogs.findCatalog(key),
    ]);
    // If the catalog has the same rows before and after the read, none was missing.
    if (now?.rowsIn === catalog.rowsIn) return { ...page, rows, catalog: now, items };
    catalog = now;
  }
  return undefined;
}

/** Returns rows whose own words contradict their part. */
export async function readRowsToCheck(
  catalogs: CatalogReader,
  catalog: Catalog,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<readonly CatalogRow[]> {
  return (await readPage(catalogs, catalog, { group: 'check', place: { part: 'rest', after }, limit })).rows;
}

/** Adds the customer's cells to rows that were read by their outcome. */
async function withCells(
  catalogs: CatalogReader,
  key: RowsKey,
  rows: readonly CatalogRow[],
): Promise<readonly CatalogRow[]> {
  const bare = rows.filter(({ cells }) => cells === null).map(({ row }) => row);
  const full = new Map((await catalogs.findRows(key, bare)).map(({ row, cells }) => [row, cells]));
  return rows.map((row) => (row.cells === null ? { ...row, cells: full.get(row.row) ?? null } : row));
}

async function readPage(
  catalogs: CatalogReader,
  catalog: Catalog,
  { group, place, limit, rows }: WantedRows,
): Promise<Pick<RowGroupPage, 'rows' | 'next'>> {
  if (rows !== undefined) return { rows: await catalogs.findRows(catalog, rows), next: null };
  if (group === 'check') {
    const selection = { outcomes: CHECKED, keeps: isToCheck };
    return collect(catalogs, catalog, selection, place ?? { part: 'rest', after: 0 }, limit);
  }
  if (group !== 'all') {
    const selection = { outcomes: outcomesOf(group), keeps: (row: CatalogRow) => groupOf(row) === group };
    return collect(catalogs, catalog, selection, place ?? { part: 'rest', after: 0 }, limit);
  }
  const { toDecide } = catalog;
  const first = toDecide !== null && toDecide.not_found + toDecide.error === 0 ? 'rest' : 'to_decide';
  const from = place ?? { part: first, after: 0 };
  const isRest = (row: CatalogRow) => !['to_decide', 'left_out'].includes(groupOf(row));
  if (from.part === 'rest') return collect(catalogs, catalog, { outcomes: [], keeps: isRest }, from, limit);
  const selection = { outcomes: outcomesOf('to_decide'), keeps: needsDecision };
  const decide = await collect(catalogs, catalog, selection, from, limit);
  if (decide.next !== null) return decide;
  const left = limit - decide.rows.length;
  const behind: RowPlace = { part: 'rest', after: 0 };
  if (left === 0) return { ...decide, next: behind };
  const rest = await collect(catalogs, catalog, { outcomes: [], keeps: isRest }, behind, left);
  return { rows: [...decide.rows, ...rest.rows], next: rest.next };
}

interface Collected {
  readonly outcomes: readonly RowOutcome[];
  readonly keeps: (row: CatalogRow) => boolean;
}

async function collect(
  catalogs: CatalogReader,
  key: RowsKey,
  { outcomes, keeps }: Collected,
  place: RowPlace,
  limit: number,
): Promise<Pick<RowGroupPage, 'rows' | 'next'>> {
  const rows: CatalogRow[] = [];
  let { after } = place;
  for (let read = 0; read < MAX_READ;) {
    const few = Math.max(limit - rows.length + 1, Math.min(READ_AT_ONCE, MAX_READ - read));
    const page = await catalogs.readRows(key, { outcomes, after, limit: few });
    for (const row of page) {
      if (!keeps(row)) continue;
      if (rows.length === limit) return { rows, next: { ...place, after: rows.at(-1)?.row ?? after } };
      rows.push(row);
    }
    if (page.length < few) return { rows, next: null };
    after = page.at(-1)?.row ?? after;
    read += page.length;
  }
  return { rows, next: { ...place, after } };
}
