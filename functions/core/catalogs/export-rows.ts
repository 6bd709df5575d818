/**
 * A catalog as a table: the customer's own columns as they were, then what became of each row. What an item shows is what the
 * specification gives free for a matched row (id, maker, number, title); candidates are maker and number. How a table is written
 * to a file is left to others.
 */
import type { ItemRecord } from '../products/item-record.ts';
import type { ProductIndex } from '../products/product-index.ts';
import { nameCandidate, type Catalog, type CatalogRow, type RowOutcome } from './catalog.ts';
import type { CatalogReader } from './catalog-store.ts';

const PAGE_ROWS = 100;

/** Behind the customer's own columns. */
const EXPORTED_COLUMNS = [
  'item_id',
  'item_manufacturer',
  'item_part_number',
  'item_title',
  'item_confidence',
  'outcome',
  'reason',
  'candidates',
] as const;

/** The columns that stand for a row of the first release, which kept no cells. */
const FALLBACK_HEADINGS = ['your_item_number', 'supplier', 'supplier_part_number', 'gtin'];

/** Thrown when the file of a catalog was replaced while its rows were read: what was written so far is of the former one. */
export class RowsReplacedError extends Error {
  override readonly name = 'RowsReplacedError';
}

/**
 * The heading, then the rows with one of the outcomes (all when none is given), in the order of the file.
 * @throws {RowsReplacedError} rather than give rows of two files, or a part of them
 */
export async function* exportRows(
  ports: ExportPorts,
  catalog: Catalog,
  outcomes: readonly RowOutcome[],
): AsyncGenerator<readonly string[]> {
  yield exportHeading(catalog);
  for await (const { cells } of exportRowsAfter(ports, catalog, 0, Infinity, outcomes)) yield cells;
}

export interface ExportPorts {
  readonly catalogs: CatalogReader;
  readonly products: ProductIndex;
}

export function exportHeading({ headings }: Catalog): readonly string[] {
  return [...(headings.length > 0 ? headings : FALLBACK_HEADINGS), ...EXPORTED_COLUMNS];
}

/** The rows behind the row of a number, at most `most` of them, each with its number. */
export async function* exportRowsAfter(
  ports: ExportPorts,
  catalog: Catalog,
  row: number,
  most: number,
  outcomes: readonly RowOutcome[] = [],
): AsyncGenerator<{ readonly row: number; readonly cells: readonly string[] }> {
  const headings = catalog.headings.length > 0 ? catalog.headings : FALLBACK_HEADINGS;
  for (let after = row, left = most; left > 0;) {
    const rows = await ports.catalogs.readRows(catalog, { after, limit: Math.min(PAGE_ROWS, left) });
    const now = await ports.catalogs.findCatalog(catalog);
    if (now?.rowsIn !== catalog.rowsIn) throw new RowsReplacedError('The catalog has other rows by now.');
    const last = rows.at(-1);
    if (last === undefined) return;
    const shown = rows.filter(({ outcome }) => outcomes.length === 0 || outcomes.includes(outcome));
    const itemIds = [...new Set(shown.flatMap(({ itemId }) => itemId ?? []))];
    const items = itemIds.length === 0 ? new Map<string, ItemRecord>() : await ports.products.readItems(itemIds, []);
    for (const stored of shown) {
      const own = catalog.headings.length > 0 ? (stored.cells ?? []) : namedCells(stored);
      // A row may have more cells than the heading: they stand where the heading has no name.
      const cells = Array.from({ length: headings.length }, (_, place) => own[place] ?? '');
      const item = stored.itemId === null ? undefined : items.get(stored.itemId);
      yield { row: stored.row, cells: [...cells, ...resultCells(stored, item)] };
    }
    after = last.row;
    left -= rows.length;
  }
}

function namedCells({ itemNumber, supplier, partNumber, gtin }: CatalogRow): readonly string[] {
  return [itemNumber, supplier, partNumber, gtin].map((cell) => cell ?? '');
}

function resultCells(row: CatalogRow, item: ItemRecord | undefined): readonly string[] {
  return [
    item?.id,
    item?.manufacturer,
    item?.mpn,
    item?.title,
    item?.confidence?.toString(),
    row.outcome,
    row.reason,
    row.candidates.map(nameCandidate).join('; '),
  ].map((cell) => cell ?? '');
}
