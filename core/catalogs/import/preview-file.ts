/**
 * Previews a file as an import would store it: the outcomes of its first hundred rows, with examples of each. It stores
 * nothing.
 */
import { spoiledIn } from '../../index/part-keys/spoiled-number.ts';
import {
  countRows,
  isToCheck,
  needsDecision,
  type CatalogRow,
  type DecideCounts,
  type RowCandidate,
  type RowOutcome,
} from '../rows/catalog.ts';
import { readSourceRow, type ReadSourceRow } from '../files/read-source-row.ts';
import { decideRows } from './decide-rows.ts';
import { groupOf, type RowGroup } from '../rows/row-groups.ts';
import { FirstRows } from '../rows/first-rows.ts';
import { matchSourceRows, type MatchPorts } from './match-file-rows.ts';
import { rowCandidatesOf, type RowMatch } from './match-rows.ts';
import { MissExplainer } from './explain-misses.ts';
import { firstCells, type OpenFile } from './open-file.ts';

/** The rows that show a few of each group. */
const TELLING_ROWS = 10;
const MATCHED_ROWS = 100;
const COUNTED_ROWS = 2_000;

/**
 * `date`: the number became a date. `zeros`: it lost its first zeros. `shortened`: its last digits are not in the file.
 * `short`: a barcode is in scientific notation and has all its digits.
 */
export const SPOILED_KINDS = ['date', 'zeros', 'shortened', 'short'] as const;
export type SpoiledKind = (typeof SPOILED_KINDS)[number];

/**
 * How many rows a spreadsheet changed the number or barcode of; `toDecide` have candidates, `unusable` name no part.
 */
export type SpoiledCounts = Readonly<Record<SpoiledKind | 'toDecide' | 'unusable', number>>;

export type PreviewedRow = CatalogRow & {
  /** Whether it is one of the ten rows that show a few of each group. */
  readonly isTelling: boolean;
  readonly spoiled: SpoiledKind | null;
  /** The name of a part that is not named as the row names it; nothing else of an item is shown unbilled. */
  readonly part: RowCandidate | null;
};

export interface FilePreview {
  /** The first hundred. */
  readonly rows: readonly PreviewedRow[];
  /** The number of the first hundred rows per outcome; outcomes without rows are left out. */
  readonly outcomes: Readonly<Partial<Record<RowOutcome, number>>>;
  /** The number of these rows that need a decision. */
  readonly toDecide: DecideCounts;
  readonly spoiled: SpoiledCounts;
  /** Whether these are all rows of the file. */
  readonly isWhole: boolean;
  /** All rows of the file, and whether it has more than were counted. */
  readonly inFile: { readonly rows: number; readonly hasMore: boolean };
}

/** The groups of rows, the most telling first. */
const TELLING: readonly RowGroup[] = ['to_decide', 'unusable', 'not_in_index', 'matched', 'duplicate', 'left_out'];

type SeenRow = Omit<PreviewedRow, 'isTelling'>;

/** Returns ten rows: one of each group, of each kind of spoiled number, one to check, and the first ones. */
function tellingRows(rows: readonly SeenRow[]): ReadonlySet<SeenRow> {
  const chosen = new Set([
    ...TELLING.flatMap((group) => rows.find((row) => groupOf(row) === group) ?? []),
    ...SPOILED_KINDS.flatMap((kind) => rows.find(({ spoiled }) => spoiled === kind) ?? []),
    ...rows.filter(isToCheck).slice(0, 1),
  ]);
  for (const row of rows) if (chosen.size < TELLING_ROWS) chosen.add(row);
  return chosen;
}

export async function previewFile(
  ports: MatchPorts,
  accountId: string,
  { table, layout, reading, numbersRun }: OpenFile,
): Promise<FilePreview> {
  const file = { columns: reading.columns, headings: layout.headings, numbersRun };
  const first = await firstCells(table, layout, COUNTED_ROWS + 1);
  const cells = first.slice(0, MATCHED_ROWS);
  const read = cells.map((row, place) => readSourceRow({ kind: 'cells', cells: row }, file, place + 1));
  const explainer = new MissExplainer(ports.index);
  const matched = await matchSourceRows(ports, { ...file, accountId, explainer }, read);
  const decided = decideRows(matched, new FirstRows());
  const told = matched.map(({ read: row, matched: one }) =>
    row.kind === 'part' ? toldOf(row, one?.match) : NOTHING_TOLD,
  );
  const rows = decided.map((row, place) => ({ ...row, ...(told[place] ?? NOTHING_TOLD) }));
  const counts = Object.entries(countRows(rows)).filter(([, count]) => count > 0);
  const undecided = (outcome: RowOutcome) => rows.filter((row) => row.outcome === outcome && needsDecision(row)).length;
  const telling = tellingRows(rows);
  return {
    rows: rows.map((row) => ({ ...row, isTelling: telling.has(row) })),
    outcomes: Object.fromEntries(counts),
    toDecide: { not_found: undecided('not_found'), error: undecided('error') },
    spoiled: countSpoiled(rows),
    isWhole: first.length <= MATCHED_ROWS,
    inFile: { rows: Math.min(first.length, COUNTED_ROWS), hasMore: first.length > COUNTED_ROWS },
  };
}

const NOTHING_TOLD = { spoiled: null, part: null };

type PartRow = ReadSourceRow & { readonly kind: 'part' };

function toldOf(row: PartRow, match: RowMatch | undefined): Pick<SeenRow, 'spoiled' | 'part'> {
  const item = match?.kind === 'found' && match.by !== 'exact' ? match.wholeItem : undefined;
  return { spoiled: spoiledOf(row, match), part: item === undefined ? null : (rowCandidatesOf(item)[0] ?? null) };
}

/** Returns how a spreadsheet changed what names the part; null for a number that the index has as it is written. */
function spoiledOf(row: PartRow, match: RowMatch | undefined): SpoiledKind | null {
  if (row.warnings.includes('barcode_scientific')) return 'shortened';
  if (row.warnings.includes('barcode_zeros_restored')) return 'zeros';
  if (match?.kind === 'missing' && match.why.kind === 'lost_zeros') return 'zeros';
  const short = row.warnings.includes('barcode_written_short') ? 'short' : null;
  if (match === undefined || match.kind === 'found') return short;
  const how = spoiledIn(row.named.partNumber ?? '');
  return how === undefined ? short : how === 'date' ? 'date' : 'shortened';
}

function countSpoiled(rows: readonly SeenRow[]): SpoiledCounts {
  const spoiled = rows.filter((row) => row.spoiled !== null);
  const of = (kind: SpoiledKind) => spoiled.filter((row) => row.spoiled === kind).length;
  const ending = (group: RowGroup) => spoiled.filter((row) => groupOf(row) === group).length;
  return {
    ...{ date: of('date'), zeros: of('zeros'), shortened: of('shortened'), short: of('short') },
    ...{ toDecide: ending('to_decide'), unusable: ending('unusable') },
  };
}
