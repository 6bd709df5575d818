/** What becomes of rows of a list: from their cells, and from what the index answered, to rows of a catalog. Nothing is read or stored here. */
import type { CatalogRow } from '../catalogs/catalog.ts';
import type { NamedRow } from '../table-files/named-row.ts';
import type { FirstRows } from './first-rows.ts';
import type { RowMatch } from './match-rows.ts';
import { describeMiss } from '../catalogs/miss-reasons.ts';
import { identityOf } from './named-parts.ts';
import type { ListColumns, PreparedRow } from '../table-files/prepared-file.ts';
import { describeSkipped, describeWarnings, readRow, type ReadRow } from '../table-files/read-row.ts';

/** A row of a list with what it says of a part. */
export type ReadSourceRow = { readonly cells: readonly string[] } & (
  ReadRow | { readonly kind: 'broken'; readonly named: NamedRow; readonly reason: string }
);

export function readSourceRow(row: PreparedRow, { columns, headings }: ListColumns): ReadSourceRow {
  if (row.kind === 'broken') return { kind: 'broken', named: NAMES_NOTHING, reason: row.reason, cells: [] };
  return { ...readRow(row.cells, columns, headings), cells: row.cells };
}

/** What the rows that name a part ask for, in their order. */
export function namedParts(rows: readonly ReadSourceRow[]): readonly NamedRow[] {
  return rows.flatMap((row) => (row.kind === 'part' ? [row.named] : []));
}

/**
 * @param matches one for each row that names a part, as `namedParts` lists them
 * @param rowsBefore how many rows of the list come before these
 * @param named which parts the rows before have named; those of these rows are added
 */
export function decideRows(
  rows: readonly ReadSourceRow[],
  matches: readonly RowMatch[],
  rowsBefore: number,
  named: FirstRows,
): CatalogRow[] {
  const answers = matches[Symbol.iterator]();
  return rows.map((read, index) => {
    const row = storedRow(rowsBefore + index + 1, read);
    switch (read.kind) {
      case 'broken':
        return { ...row, outcome: 'error', reason: read.reason };
      case 'skipped':
        return { ...row, outcome: 'skipped', reason: describeSkipped(read.why) };
      case 'part': {
        const match = answers.next().value;
        if (match === undefined) throw new Error('Every row that names a part has its match.');
        const decision = decideRow(match, row.row, named, read.warnings.length > 0);
        const reason = [decision.reason, ...describeWarnings(read.warnings)].filter(Boolean).join(' ');
        return { ...row, ...decision, reason: reason === '' ? null : reason };
      }
    }
  });
}

type Decision = Pick<CatalogRow, 'outcome'> &
  Partial<Pick<CatalogRow, 'itemId' | 'itemUpdatedAt' | 'reason' | 'candidates' | 'isCorrected'>>;

function decideRow(match: RowMatch, row: number, named: FirstRows, hasWarnings: boolean): Decision {
  switch (match.kind) {
    case 'blank':
      // A row whose only name was a spoiled barcode names a part, but no longer says which.
      return hasWarnings ? { outcome: 'error' } : { outcome: 'skipped', reason: describeSkipped('nothing_named') };
    case 'unaskable':
      return { outcome: 'error', reason: match.reason, candidates: match.candidates ?? [] };
    case 'missing': {
      const first = named.firstRow(identityOf(match), row);
      if (first < row) return { outcome: 'duplicate', reason: describeDuplicate(first) };
      return { outcome: 'not_found', reason: describeMiss(match.why), candidates: match.candidates };
    }
    case 'found': {
      const { id: itemId, updated_at: itemUpdatedAt } = match.item;
      const item = { itemId, itemUpdatedAt, isCorrected: match.by === 'correction' };
      const first = named.firstRow(identityOf(match), row);
      const how = HOW_MATCHED[match.by];
      if (first === row) return { ...item, outcome: 'cache_hit', reason: how };
      return { ...item, outcome: 'duplicate', reason: [describeDuplicate(first), how].filter(Boolean).join(' ') };
    }
  }
}

/** What is said of a match that the row's cells do not show. */
const HOW_MATCHED = {
  gtin: null,
  part: null,
  own_number: 'Matched by your own number, as in an earlier list.',
  correction: 'As corrected before the file was replaced.',
} as const;

function describeDuplicate(first: number): string {
  return `The same part as row ${first}.`;
}

/** Rows of a cancelled import: nothing was looked up for them. */
export function cancelRows(rows: readonly ReadSourceRow[], rowsBefore: number): CatalogRow[] {
  return rows.map((read, index) => ({ ...storedRow(rowsBefore + index + 1, read), outcome: 'cancelled' }));
}

const NAMES_NOTHING: NamedRow = { itemNumber: null, supplier: null, partNumber: null, gtin: null };

/** What is kept of a row that names too much: longer than any part's name, and never so long that rows do not fit together. */
const KEPT_CHARACTERS = 250;

function storedRow(row: number, { named, cells }: ReadSourceRow): Omit<CatalogRow, 'outcome'> {
  const kept = (cell: string | null): string | null => cell?.slice(0, KEPT_CHARACTERS).toWellFormed() ?? null;
  return {
    row,
    itemNumber: kept(named.itemNumber),
    supplier: kept(named.supplier),
    partNumber: kept(named.partNumber),
    gtin: kept(named.gtin),
    itemId: null,
    itemUpdatedAt: null,
    reason: null,
    candidates: [],
    isCorrected: false,
    cells,
  };
}
