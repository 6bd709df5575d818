/**
 * Matches the rows of a file: by what a person accepted or fixed for the same statement, by the index, and by the
 * customer's own numbers in earlier files. Preview, import and refresh all use this file, so their results never
 * differ. It stores nothing.
 */
import { ownNumberKey, statementKey, statesNothingElse } from '../rows/learned-matches.ts';
import type { LearnedKey, LearnedMatch, LearnedMatches, Statement } from '../rows/learned-matches.ts';
import type { RowContradiction } from '../rows/catalog.ts';
import type { ItemRecord } from '../../index/items/item-record.ts';
import type { ItemIndex } from '../../index/items/item-index.ts';
import type { NoPart } from '../../index/part-keys/no-part.ts';
import type { NamedRow } from '../files/named-row.ts';
import type { NamedSet } from '../files/read-row.ts';
import type { ReadSourceRow } from '../files/read-source-row.ts';
import { readAgain, suggestFromWords } from './read-again.ts';
import { rowCandidatesOf, found, matchRows, MAX_CANDIDATES, type FoundRow, type RowMatch } from './match-rows.ts';
import type { MissExplainer } from './explain-misses.ts';
import {
  contradictionOfRecords,
  contradictionsInFile,
  type FileColumns,
  type RowToCompare,
} from './row-contradictions.ts';

export interface FileRow {
  /** The part as the file names it, or as a person changed it. */
  readonly named: NamedRow;
  /** What the file states, if a person changed it. */
  readonly stated: Statement | null;
  readonly cells: readonly string[] | null;
  /** Whether the customer's own number only counts the rows; such a number is not stored or recalled. */
  readonly isRunningNumber: boolean;
  /** The parts of the row's further sets of columns. */
  readonly alternates?: readonly NamedSet[] | undefined;
  /** Why the cell of the number names no part, so that none is looked for in the row's words. */
  readonly noPart?: NoPart | undefined;
  /** Whether the part number may be someone else's (match-rows.ts). */
  readonly isNumberUnclear?: boolean | undefined;
}

export interface FileRowMatch {
  readonly match: RowMatch;
  /** The part that the row names after fixes of the same statement in earlier files. */
  readonly named: NamedRow;
  readonly stated: Statement | null;
  /** The id of the person, or the name of the operator, who fixed the statement. */
  readonly fixedBy: string | null;
  /** The match that is stored under the row's own number. */
  readonly learned: LearnedMatch | undefined;
}

export interface ComparedMatch extends FileRowMatch {
  /** What the row's own words say and its item is not. */
  readonly contradictions: readonly RowContradiction[];
}

export interface MatchPorts {
  readonly catalogs: Pick<LearnedMatches, 'readLearned'>;
  readonly index: ItemIndex;
}

interface MatchedFile {
  readonly accountId: string;
  readonly explainer: MissExplainer;
  /**
   * The catalog that is being imported: matches learned from it are ignored, so a resumed run matches like an
   * uninterrupted one.
   */
  readonly catalogId?: string;
}

interface LearnedRow extends Omit<FileRowMatch, 'match'> {
  readonly row: FileRow;
  readonly accepted: LearnedMatch | undefined;
}

type Matched = Pick<FileRowMatch, 'match'>;

/** `usable`: the match of the row's own number, if the row may take it. */
type RowOfNumber = Matched & { readonly usable: LearnedMatch | undefined };

/** A row of a file with its match; a row that names no part has none. */
export interface MatchedRow {
  readonly read: ReadSourceRow;
  readonly matched: ComparedMatch | undefined;
}

/** Matches the rows that name a part. Preview and import both use it, so that they say the same. */
export async function matchSourceRows(
  ports: MatchPorts,
  file: MatchedFile & FileColumns,
  rows: readonly ReadSourceRow[],
): Promise<readonly MatchedRow[]> {
  const parts = rows.filter(({ kind }) => kind === 'part');
  const matches = await matchAndCompare(
    ports,
    file,
    parts.map((row) => ({ ...row, stated: null })),
  );
  const matchOf = new Map(parts.map((row, place) => [row, matches[place]]));
  return rows.map((read) => ({ read, matched: matchOf.get(read) }));
}

/** Returns one match per row, in order, with what the row says against its item. */
export async function matchAndCompare(
  ports: MatchPorts,
  file: MatchedFile & FileColumns,
  rows: readonly FileRow[],
): Promise<readonly ComparedMatch[]> {
  const matches = await matchFileRows(ports, file, rows);
  const contradictions = await contradictionsInFile(ports.index, matches.map(rowToCompare(rows)), file);
  return matches.map((one, place) => ({
    ...one,
    contradictions: [...recordsOf(one), ...(contradictions[place] ?? [])],
  }));
}

/** A part that a person decided on is not questioned: neither its record nor what the row says against it. */
function recordsOf({ match }: FileRowMatch): readonly RowContradiction[] {
  return match.kind === 'found' && match.by !== 'accepted' ? contradictionOfRecords(match) : [];
}

function rowToCompare(rows: readonly FileRow[]): (match: FileRowMatch, place: number) => RowToCompare | undefined {
  return ({ match }, place) =>
    match.kind === 'found' && match.wholeItem !== undefined && match.by !== 'accepted'
      ? { cells: rows[place]?.cells ?? [], item: match.wholeItem }
      : undefined;
}

/** Returns one match per row, in order. */
export async function matchFileRows(
  { catalogs, index }: MatchPorts,
  { accountId, explainer, catalogId }: MatchedFile,
  rows: readonly FileRow[],
): Promise<readonly FileRowMatch[]> {
  const keys = [
    ...new Set(rows.flatMap((row) => [acceptedKey(row), numberKey(row)].filter((key) => key !== undefined))),
  ];
  const known = await catalogs.readLearned(accountId, keys);
  const learnedRows = rows.map((row) => withLearned(row, known));
  const [byIndex, items] = await Promise.all([
    matchRows(
      index,
      learnedRows.map(({ row, named }) => ({ ...named, isNumberUnclear: row.isNumberUnclear })),
    ),
    readItems(
      index,
      learnedRows.map(({ accepted }) => accepted),
    ),
  ]);
  const decided = withMatches(learnedRows, byIndex)
    .map((one) => ({ ...one, match: asAccepted(one, items) }))
    .map((one) => ({ ...one, usable: usableMatch(one, catalogId) }));
  const learnedItems = await readItems(
    index,
    decided.map(({ usable }) => usable),
  );
  const byNumber = decided.map((one) => ({ ...one, match: asLearned(one, learnedItems) }));
  const explained = withMatches(byNumber, await explainMatches(index, explainer, byNumber));
  return explained.map((one) => {
    const { named, stated, fixedBy, learned } = one;
    return { match: withCandidate(one, learnedItems), named, stated, fixedBy, learned };
  });
}

/** @param matches one for each row, in order */
function withMatches<Row extends LearnedRow>(
  rows: readonly Row[],
  matches: readonly RowMatch[],
): readonly (Row & Matched)[] {
  return rows.map((row, place) => {
    const match = matches[place];
    if (match === undefined) throw new Error('Each row has a match.');
    return { ...row, match };
  });
}

/** Returns the matches with what the rows without a part may mean. */
async function explainMatches(
  index: ItemIndex,
  explainer: MissExplainer,
  rows: readonly (LearnedRow & Matched)[],
): Promise<readonly RowMatch[]> {
  const readings = rows.map(({ row, named }) => ({
    named,
    alternates: row.alternates,
    cells: row.noPart === undefined ? row.cells : null,
  }));
  const read = await readAgain(
    index,
    readings,
    rows.map(({ match }) => match),
  );
  return suggestFromWords(index, readings, await explainer.explain(read));
}

/** Returns undefined for a row without an own number, or with one that only counts the rows. */
export function numberKey({
  named,
  isRunningNumber,
}: Pick<FileRow, 'named' | 'isRunningNumber'>): LearnedKey | undefined {
  return named.itemNumber === null || isRunningNumber ? undefined : ownNumberKey(named.itemNumber);
}

/** Returns the key of what the file states; a person's decision is stored under it. */
export function acceptedKey({ named, stated, cells, isRunningNumber }: FileRow): LearnedKey | undefined {
  return statementKey(stated ?? named, { itemNumber: isRunningNumber ? null : named.itemNumber, cells });
}

function withLearned(row: FileRow, known: ReadonlyMap<LearnedKey, LearnedMatch>): LearnedRow {
  const decided = knownUnder(acceptedKey(row), known);
  const accepted = isOfOtherNumber(row, decided) ? undefined : decided;
  const learned = knownUnder(numberKey(row), known);
  if (accepted === undefined || accepted.named === null)
    return { row, named: row.named, stated: row.stated, fixedBy: null, learned, accepted };
  const named = { ...row.named, ...accepted.named };
  const stated = row.stated ?? statementOf(row.named);
  return { row, named, stated, fixedBy: accepted.acceptedBy, learned, accepted };
}

/** A decision on a row with an own number of the customer says nothing of a row with another one. */
function isOfOtherNumber(
  { named: { itemNumber }, isRunningNumber }: FileRow,
  decided: LearnedMatch | undefined,
): boolean {
  const before = decided?.itemNumber ?? null;
  return (
    before !== null && itemNumber !== null && !isRunningNumber && ownNumberKey(before) !== ownNumberKey(itemNumber)
  );
}

function knownUnder(
  key: LearnedKey | undefined,
  known: ReadonlyMap<LearnedKey, LearnedMatch>,
): LearnedMatch | undefined {
  return key === undefined ? undefined : known.get(key);
}

export function statementOf({ supplier, partNumber, gtin }: Statement): Statement {
  return { supplier, partNumber, gtin };
}

type Items = ReadonlyMap<string, ItemRecord>;

async function readItems(index: ItemIndex, matches: readonly (LearnedMatch | undefined)[]): Promise<Items> {
  const itemIds = [...new Set(matches.flatMap((match) => match?.itemId ?? []))];
  return itemIds.length === 0 ? new Map() : index.readItems(itemIds, []);
}

function itemOf(match: LearnedMatch | undefined, items: Items): ItemRecord | undefined {
  return items.get(match?.itemId ?? '');
}

/** Applies a person's decision, which overrides the row as long as the item exists. */
function asAccepted({ match, accepted }: LearnedRow & Matched, items: Items): RowMatch {
  if (accepted === undefined) return match;
  const item = itemOf(accepted, items);
  const asBefore = (one: Parameters<typeof found>[0]) => ({
    ...found(one, 'accepted', accepted.acceptedBy),
    ...decisionOf(accepted),
  });
  if (item !== undefined) return asBefore(item);
  return accepted.named !== null && match.kind === 'found' ? asBefore(match.item) : match;
}

/** Returns nothing for a match that the index made. */
function decisionOf({
  key,
  acceptedBy,
  catalogId,
  learnedAtMs: atMs,
}: LearnedMatch): Pick<FoundRow, 'decidedIn' | 'usedKey'> {
  return acceptedBy === null ? {} : { decidedIn: { catalogId, atMs }, usedKey: key };
}

/** A file does not use what it taught itself. */
function usableMatch(
  { match, learned }: LearnedRow & Matched,
  catalogId: string | undefined,
): LearnedMatch | undefined {
  const taughtBy = learned?.replacementId ?? learned?.catalogId;
  return isOpen(match) && taughtBy !== catalogId ? learned : undefined;
}

/** Returns false if GTIN and part number name different parts, because only a person can decide which is wrong. */
function isOpen(match: RowMatch): boolean {
  return match.kind === 'names_no_part' || (match.kind === 'missing' && match.why.kind !== 'barcode_contradicts');
}

/** Applies the match of the row's own number if the row states nothing else. */
function asLearned({ row, match, usable }: LearnedRow & RowOfNumber, items: Items): RowMatch {
  const item = itemOf(usable, items);
  if (usable === undefined || item === undefined) return match;
  if (!statesNothingElse(row.stated ?? row.named, usable.stated)) return match;
  return { ...found(item, 'your_number'), ...decisionOf(usable) };
}

/** Makes the earlier item of the row's own number the first candidate if the row states something else. */
function withCandidate({ match, usable }: RowOfNumber, items: Items): RowMatch {
  const item = itemOf(usable, items);
  if (item === undefined || (match.kind !== 'missing' && match.kind !== 'names_no_part')) return match;
  const meant = rowCandidatesOf(item);
  const others = (match.candidates ?? []).filter(({ partNumber }) => partNumber !== item.mpn);
  const candidates = [...meant, ...others].slice(0, MAX_CANDIDATES);
  if (match.kind === 'names_no_part' || others.length > 0) return { ...match, candidates };
  return { ...match, why: { kind: 'number_meant_another' }, candidates };
}
