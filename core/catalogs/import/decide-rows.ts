/** Turns rows of a file into rows of a catalog, from their cells and matches. It reads and stores nothing. */
import type { CatalogRow } from '../rows/catalog.ts';
import { KEPT_CHARACTERS } from '../rows/learned-matches.ts';
import { NAMES_NOTHING, type NamedRow } from '../files/named-row.ts';
import type { FirstRows } from '../rows/first-rows.ts';
import type { RowMatch } from './match-rows.ts';
import { describeDuplicate, describeMiss } from '../rows/miss-reasons.ts';
import { identityOf } from './first-part-rows.ts';
import type { NamedSet } from '../files/read-row.ts';
import type { ReadSourceRow } from '../files/read-source-row.ts';
import { describeWarnings, SKIPPED_TEXTS } from '../files/row-warnings.ts';
import { lineWithoutPart, type LineWithoutPart } from '../files/heading-words.ts';
import type { FileRowMatch, MatchedRow } from './match-file-rows.ts';

/** @param firstRows the parts that earlier rows name; the parts of these rows are added */
export function decideRows(rows: readonly MatchedRow[], firstRows: FirstRows): CatalogRow[] {
  return rows.map(({ read, matched }) => {
    const row = storedRow(read);
    switch (read.kind) {
      case 'broken':
        return { ...row, outcome: 'error', reason: read.reason };
      case 'skipped':
        return { ...row, outcome: 'skipped', reason: SKIPPED_TEXTS[read.why] };
      case 'part': {
        if (matched === undefined) throw new Error('Every row that names a part has its match.');
        const decision = decideRow(matched.match, row.row, firstRows, read);
        const reason = [decision.reason, ...describeWarnings(read.warnings)].filter(Boolean).join(' ');
        const { contradictions } = matched;
        const { notFitted } = read;
        return {
          ...row,
          ...fixedAs(matched),
          ...decision,
          ...(contradictions.length > 0 && { contradictions }),
          ...(notFitted !== undefined && decision.outcome !== 'skipped' && { notFitted }),
          reason: reason === '' ? null : reason,
        };
      }
    }
  });
}

type ReadPart = ReadSourceRow & { readonly kind: 'part' };

/** Whether the row was looked up by its barcode, which counts even if a word stands in place of the number. */
function isBarcode(match: RowMatch): boolean {
  return match.kind === 'missing' && match.lookedUp.by === 'gtin';
}

type Decision = Pick<CatalogRow, 'outcome'> &
  Partial<
    Pick<
      CatalogRow,
      'itemId' | 'itemUpdatedAt' | 'reason' | 'candidates' | 'matchedBy' | 'acceptedBy' | 'isCorrected' | 'decidedIn'
    >
  >;

/** A fix that a member made in an earlier file applies here too. */
export function fixedAs({ named, stated, fixedBy }: FileRowMatch): Partial<CatalogRow> {
  if (stated === null) return {};
  return { ...keptNames(named), stated, acceptedBy: fixedBy, isCorrected: true };
}

function decideRow(match: RowMatch, row: number, firstRows: FirstRows, read: ReadPart): Decision {
  const { noPart, isLine = false } = read;
  const namesNothing = noPart !== undefined && match.kind !== 'found' && !isBarcode(match);
  if (namesNothing) return { outcome: 'skipped', reason: SKIPPED_TEXTS[noPart] };
  const line = lineOf(match, read);
  if (line !== undefined) return { outcome: 'skipped', reason: SKIPPED_TEXTS[line] };
  switch (match.kind) {
    case 'blank':
      // A row with only a damaged GTIN names a part, but the part is unknown.
      return read.warnings.length > 0
        ? { outcome: 'error' }
        : { outcome: 'skipped', reason: SKIPPED_TEXTS[isLine ? 'line' : 'nothing_named'] };
    case 'names_no_part': {
      const { supplier, partNumber, gtin } = read.named;
      const { candidates = [] } = match;
      const isOnlyNumber = supplier === null && partNumber === null && gtin === null && read.warnings.length === 0;
      const counts = read.isRunningNumber || /^[0-9]{1,3}$/.test(read.named.itemNumber ?? '');
      const isText = isLine && supplier === null;
      if (candidates.length === 0 && (isText || (isOnlyNumber && counts)))
        return { outcome: 'skipped', reason: SKIPPED_TEXTS[isLine ? 'line' : 'nothing_named'] };
      return { outcome: 'error', reason: match.reason, candidates };
    }
    case 'missing': {
      if (match.why.kind === 'spoiled')
        return { outcome: 'error', reason: describeMiss(match.why), candidates: match.candidates };
      const first = firstRows.firstRow(identityOf(match), row);
      if (first < row) return { outcome: 'duplicate', reason: describeDuplicate(first) };
      return { outcome: 'not_found', reason: describeMiss(match.why), candidates: match.candidates };
    }
    case 'found': {
      const { id: itemId, updated_at: itemUpdatedAt } = match.item;
      const { by: matchedBy, acceptedBy = null, decidedIn } = match;
      const decided = decidedIn === undefined ? {} : { decidedIn };
      const item = { itemId, itemUpdatedAt, matchedBy, acceptedBy, isCorrected: matchedBy === 'accepted', ...decided };
      const first = firstRows.firstRow(identityOf(match), row);
      if (first === row) return { ...item, outcome: 'cache_hit', reason: null };
      return { ...item, outcome: 'duplicate', reason: describeDuplicate(first) };
    }
  }
}

/**
 * Returns what a row is for that names no part: freight, a fee, a discount, made in house. A number that is such a word
 * is one of a part if the row has its manufacturer.
 */
function lineOf(match: RowMatch, { named, cells, warnings }: ReadPart): LineWithoutPart | 'own' | undefined {
  if (match.kind !== 'blank' && match.kind !== 'names_no_part') return undefined;
  const { partNumber, supplier, gtin } = named;
  if (gtin !== null || warnings.length > 0 || (match.kind === 'names_no_part' && (match.candidates ?? []).length > 0))
    return undefined;
  if (partNumber !== null) return supplier === null ? lineWithoutPart(partNumber) : undefined;
  const line = cells.map(lineWithoutPart).find((one) => one !== undefined);
  if (line !== undefined || supplier !== null || named.itemNumber === null) return line;
  // A list of own numbers alone may be of parts that an earlier file named; a thing that is described without a number
  // is not.
  return isDescribed(cells, named.itemNumber) ? 'own' : undefined;
}

/** Returns whether a cell beside the customer's own number has words. */
export function isDescribed(cells: readonly string[], itemNumber: string | null): boolean {
  return cells.some((cell) => cell.trim() !== itemNumber && /\p{L}{3}/u.test(cell));
}

/** Creates the remaining rows of a canceled import without look-ups. */
export function cancelRows(rows: readonly ReadSourceRow[]): CatalogRow[] {
  return rows.map((read) => ({ ...storedRow(read), outcome: 'cancelled' }));
}

function storedRow(read: ReadSourceRow): Omit<CatalogRow, 'outcome'> {
  const { row, named, cells, isRunningNumber, isNumberUnclear } = read;
  const alternates = read.kind === 'part' ? read.alternates : [];
  return {
    row,
    ...keptNames(named),
    itemId: null,
    itemUpdatedAt: null,
    reason: null,
    candidates: [],
    matchedBy: null,
    acceptedBy: null,
    isCorrected: false,
    stated: null,
    isRunningNumber,
    ...(isNumberUnclear === true && { isNumberUnclear }),
    ...(alternates.length > 0 && { alternates: alternates.slice(0, MAX_ALTERNATES).map(keptSet) }),
    cells,
  };
}

/** The most further sets that are stored with a row. */
const MAX_ALTERNATES = 5;

function keptSet(set: NamedSet): NamedSet {
  const { supplier, partNumber } = keptNames({ ...NAMES_NOTHING, ...set });
  return { supplier, partNumber };
}

/** Cuts cells to a length that is enough for any part and keeps the rows of one transaction small. */
function keptNames({ itemNumber, supplier, partNumber, gtin }: NamedRow): NamedRow {
  const keepCell = (cell: string | null): string | null => cell?.slice(0, KEPT_CHARACTERS).toWellFormed() ?? null;
  return {
    itemNumber: keepCell(itemNumber),
    supplier: keepCell(supplier),
    partNumber: keepCell(partNumber),
    gtin: keepCell(gtin),
  };
}
