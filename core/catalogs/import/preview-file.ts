/** Previews a file as an import would store it: its first rows, and the outcomes of the first hundred. It stores nothing. */
import { countRows, needsDecision, type CatalogRow, type DecideCounts, type RowOutcome } from '../rows/catalog.ts';
import { decideRows, readSourceRow, rowsWithPart } from './decide-rows.ts';
import { groupOf, type RowGroup } from '../rows/row-groups.ts';
import { FirstRows } from '../rows/first-rows.ts';
import { matchFileRows, type MatchPorts } from './match-file-rows.ts';
import { MissHints } from './miss-hints.ts';
import { firstCells, type OpenFile } from './open-file.ts';

const UNDERSTOOD_ROWS = 10;
const MATCHED_ROWS = 100;

export interface FilePreview {
  readonly rows: readonly CatalogRow[];
  /** The number of the first hundred rows per outcome; outcomes without rows are left out. */
  readonly outcomes: Readonly<Partial<Record<RowOutcome, number>>>;
  /** The number of these rows that need a decision. */
  readonly toDecide: DecideCounts;
  /** Whether these are all rows of the file. */
  readonly isWhole: boolean;
}

/** The groups of rows, the most telling first. */
const TELLING: readonly RowGroup[] = ['to_decide', 'unusable', 'not_in_index', 'matched', 'duplicate', 'left_out'];

/** Returns ten rows in the order of the file: the first ones, but at least one of each group that occurs. */
function tellingRows(rows: readonly CatalogRow[]): readonly CatalogRow[] {
  const chosen = new Set(TELLING.flatMap((group) => rows.find((row) => groupOf(row) === group) ?? []));
  for (const row of rows) if (chosen.size < UNDERSTOOD_ROWS) chosen.add(row);
  return rows.filter((row) => chosen.has(row));
}

export async function previewFile(
  ports: MatchPorts,
  accountId: string,
  { table, layout, reading, numbersRun }: OpenFile,
): Promise<FilePreview> {
  const list = { columns: reading.columns, headings: layout.headings, numbersRun };
  const first = await firstCells(table, layout, MATCHED_ROWS + 1);
  const cells = first.slice(0, MATCHED_ROWS);
  const read = cells.map((row, place) => readSourceRow({ kind: 'cells', cells: row }, list, place + 1));
  const hints = new MissHints(ports.products);
  const matches = await matchFileRows(ports, { accountId, hints }, rowsWithPart(read));
  const rows = decideRows(read, matches, 0, new FirstRows(), list);
  const counts = Object.entries(countRows(rows)).filter(([, count]) => count > 0);
  const undecided = (outcome: RowOutcome) => rows.filter((row) => row.outcome === outcome && needsDecision(row)).length;
  return {
    rows: tellingRows(rows),
    outcomes: Object.fromEntries(counts),
    toDecide: { not_found: undecided('not_found'), error: undecided('error') },
    isWhole: first.length <= MATCHED_ROWS,
  };
}
