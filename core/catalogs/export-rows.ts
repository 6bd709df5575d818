/**
 * A catalog as a CSV file: the customer's own columns unchanged, then each row's outcome. Of an item it shows what the
 * specification makes free for a matched row (id, manufacturer, part number, title); of candidates, manufacturer and part number.
 */
import type { StoredItem } from '../items/item-lifecycle.ts';
import type { ProductIndex } from '../items/product-index.ts';
import { nameCandidate, type Catalog, type CatalogRow, type RowOutcome } from './catalog.ts';
import type { CatalogReader } from './catalog-store.ts';
import { CSV_BEGINNING, csvLine } from './csv-text.ts';

const PAGE_ROWS = 100;

/** These columns follow the customer's own. */
const EXPORTED_COLUMNS = [
  'item_id',
  'item_manufacturer',
  'item_part_number',
  'item_title',
  'item_confidence',
  'item_state',
  'item_state_date',
  'outcome',
  'matched_by',
  'accepted_by',
  'reason',
  'candidates',
] as const;

/** Thrown when a catalog's file was replaced while its rows were read: the output so far is of the former file. */
export class RowsReplacedError extends Error {
  override readonly name = 'RowsReplacedError';
}

/**
 * The file: its heading, then the rows with one of the outcomes (all when none is given), in the order of the customer's own. The page and the command
 * line both write what this gives.
 * @param part.after the number of the row that came last; 0: none did
 * @param part.most how many rows, those of other outcomes counted
 * @throws {RowsReplacedError} rather than give rows of two files, or a part of them
 */
export async function* exportCsv(
  ports: ExportPorts,
  catalog: Catalog,
  { outcomes = [], after = 0, most = Infinity }: ExportedPart = {},
): AsyncGenerator<ExportedText> {
  if (after === 0) yield { text: CSV_BEGINNING + csvLine(exportHeading(catalog)), row: 0 };
  for await (const { row, cells } of exportRowsAfter(ports, catalog, after, most, outcomes)) {
    yield { text: csvLine(cells), row };
  }
}

export interface ExportedPart {
  readonly outcomes?: readonly RowOutcome[];
  readonly after?: number;
  readonly most?: number;
}

export interface ExportedText {
  readonly text: string;
  /** The number of the row; 0 for the heading. */
  readonly row: number;
}

export interface ExportPorts {
  readonly catalogs: CatalogReader;
  readonly products: ProductIndex;
  /** Whether the file names parts of the index that are not billed: only for accounts that may be billed, and for operators. */
  readonly mayNameParts: boolean;
}

function exportHeading({ headings }: Catalog): readonly string[] {
  return [...headings, ...EXPORTED_COLUMNS];
}

/** The rows behind the row of a number, at most `most` of them, each with its number. */
async function* exportRowsAfter(
  ports: ExportPorts,
  catalog: Catalog,
  row: number,
  most: number,
  outcomes: readonly RowOutcome[],
): AsyncGenerator<{ readonly row: number; readonly cells: readonly string[] }> {
  for (let after = row, left = most; left > 0;) {
    const rows = await ports.catalogs.readRows(catalog, { after, limit: Math.min(PAGE_ROWS, left) });
    const now = await ports.catalogs.findCatalog(catalog);
    if (now?.rowsIn !== catalog.rowsIn) throw new RowsReplacedError('The catalog has other rows by now.');
    const last = rows.at(-1);
    if (last === undefined) return;
    const shown = rows.filter(({ outcome }) => outcomes.length === 0 || outcomes.includes(outcome));
    const itemIds = [...new Set(shown.flatMap(({ itemId }) => itemId ?? []))];
    const items = itemIds.length === 0 ? new Map<string, StoredItem>() : await ports.products.readItems(itemIds, []);
    for (const stored of shown) {
      const cells = catalog.headings.map((_heading, place) => stored.cells?.[place] ?? '');
      const item = stored.itemId === null ? undefined : items.get(stored.itemId);
      yield { row: stored.row, cells: [...cells, ...resultCells(stored, item, ports.mayNameParts)] };
    }
    after = last.row;
    left -= rows.length;
  }
}

function resultCells(row: CatalogRow, item: StoredItem | undefined, mayNameParts: boolean): readonly string[] {
  return [
    item?.id,
    item?.manufacturer,
    item?.mpn,
    item?.title,
    item?.confidence?.toString(),
    mayNameParts ? item?.lifecycle?.status : '',
    mayNameParts ? item?.lifecycle?.date : '',
    row.outcome,
    row.matchedBy,
    row.acceptedBy,
    row.reason,
    mayNameParts ? row.candidates.map(nameCandidate).join('; ') : '',
  ].map((cell) => cell ?? '');
}
