/**
 * Writes a catalog as a CSV file: the columns of the customer's file, then the outcome and item of each row. Item
 * fields are limited to those that the specification makes free for a matched row, candidates to manufacturer and part
 * number.
 */
import type { StoredItem } from '../../index/items/item-lifecycle.ts';
import type { ItemIndex } from '../../index/items/item-index.ts';
import { itemOfRow } from './item-of-row.ts';
import { isToCheck, nameCandidate, type Catalog, type CatalogRow, type RowOutcome } from './catalog.ts';
import { describeChecks } from './describe-contradiction.ts';
import type { CatalogReader } from './catalog-store.ts';
import { firstOfDuplicate } from './miss-reasons.ts';
import { CSV_BEGINNING, csvLine, separatorOf } from '../../csv-text.ts';
import { groupOf, type RowGroup } from './row-groups.ts';

const PAGE_ROWS = 100;

/** The columns after those of the customer's file. */
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
  'decided_by',
  'reason',
  'candidates',
  'check',
] as const;

/** Thrown if a catalog's rows were replaced while they were read; the output so far is from the former file. */
export class RowsReplacedError extends Error {
  override readonly name = 'RowsReplacedError';
}

/**
 * Yields the heading and the rows of a group or with one of the outcomes (all if none is given), in the order of the
 * customer's file. The dashboard and the command line both use this.
 * @throws {RowsReplacedError} rather than mix the rows of two files
 */
export async function* exportCsv(
  ports: ExportPorts,
  catalog: Catalog,
  { outcomes = [], group, after = 0, most = Infinity }: ExportedPart = {},
): AsyncGenerator<ExportedText> {
  const separator = separatorOf(catalog);
  const heading = [...catalog.headings, ...EXPORTED_COLUMNS];
  if (after === 0) yield { kind: 'heading', text: CSV_BEGINNING + csvLine(heading, separator), row: 0 };
  let row = after;
  let left = most;
  while (left > 0) {
    const rows = await ports.catalogs.readRows(catalog, { after: row, limit: Math.min(PAGE_ROWS, left) });
    const exported = rows
      .filter(({ outcome }) => outcomes.length === 0 || outcomes.includes(outcome))
      .filter((stored) => group === undefined || (group === 'check' ? isToCheck(stored) : groupOf(stored) === group));
    const firsts = await readFirstsOf(ports, catalog, exported, rows);
    await expectSameRows(ports, catalog);
    const last = rows.at(-1);
    if (last === undefined) return;
    const items = await readItemsOf(ports, [...exported, ...firsts.values()]);
    for (const stored of exported) {
      const cells = catalog.headings.map((_heading, place) => stored.cells?.[place] ?? '');
      const item = itemOfRow(firsts.get(stored.row) ?? stored, items);
      const text = csvLine([...cells, ...resultCells(stored, item, ports)], separator);
      yield { kind: 'row', text, row: stored.row };
    }
    row = last.row;
    left -= rows.length;
  }
  yield { kind: 'more', text: '', row };
}

export interface ExportedPart {
  readonly outcomes?: readonly RowOutcome[];
  /** `check`: the rows whose own words contradict their part. */
  readonly group?: RowGroup | 'check' | undefined;
  /** The number of the last exported row; 0 at the start. */
  readonly after?: number;
  /** The most rows to read, including rows that are left out. */
  readonly most?: number;
}

interface ExportedText {
  /** `more`: there may be rows after this one. */
  readonly kind: 'heading' | 'row' | 'more';
  readonly text: string;
  /** The number of the row; 0 for the heading. */
  readonly row: number;
}

export interface ExportPorts {
  readonly catalogs: CatalogReader;
  readonly index: ItemIndex;
  /** Whether the file shows candidates and states, which only accounts that may be billed and operators see. */
  readonly mayNameParts: boolean;
  /** Names who decided on a row; without it, by their id. */
  readonly nameOf?: (who: string) => string;
}

async function expectSameRows({ catalogs }: ExportPorts, catalog: Catalog): Promise<void> {
  const now = await catalogs.findCatalog(catalog);
  if (now?.rowsIn !== catalog.rowsIn) throw new RowsReplacedError('The catalog has other rows by now.');
}

/**
 * Returns, for each duplicate without an item of its own, the row that it repeats, which may have got its item since:
 * by a person's decision, or by research. One read for a page.
 * @param read the rows that are read already
 */
async function readFirstsOf(
  { catalogs }: ExportPorts,
  catalog: Catalog,
  rows: readonly CatalogRow[],
  read: readonly CatalogRow[],
): Promise<ReadonlyMap<number, CatalogRow>> {
  const repeats = rows.flatMap((row) => {
    const first = row.itemId === null ? firstOfDuplicate(row) : undefined;
    return first === undefined ? [] : [{ row: row.row, first }];
  });
  const known = new Map(read.map((row) => [row.row, row]));
  const others = [...new Set(repeats.map(({ first }) => first))].filter((first) => !known.has(first));
  const more = others.length === 0 ? [] : await catalogs.findRows(catalog, others);
  for (const row of more) known.set(row.row, row);
  return new Map(
    repeats.flatMap(({ row, first }) => {
      const repeated = known.get(first);
      return repeated === undefined ? [] : [[row, repeated] as const];
    }),
  );
}

async function readItemsOf(
  { index }: ExportPorts,
  rows: readonly CatalogRow[],
): Promise<ReadonlyMap<string, StoredItem>> {
  const itemIds = [...new Set(rows.flatMap(({ itemId }) => itemId ?? []))];
  return itemIds.length === 0 ? new Map() : index.readItems(itemIds, []);
}

function resultCells(
  row: CatalogRow,
  item: StoredItem | undefined,
  { mayNameParts, nameOf = String }: ExportPorts,
): readonly string[] {
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
    row.acceptedBy === null ? null : nameOf(row.acceptedBy),
    row.reason,
    mayNameParts ? row.candidates.map(nameCandidate).join('; ') : '',
    describeChecks(row).join(' '),
  ].map((cell) => cell ?? '');
}
