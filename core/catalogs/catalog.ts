/**
 * A catalog and its rows (docs/reference/behavior.md#catalog, #catalog-row and #state-of-a-catalog).
 *
 *   queued → processing → complete        an import that was completed
 *              ↓    ↑  ↘ failed           reading its file failed; importing the same file again resumes there
 *              cancelled                  by the operator; the remaining rows are `cancelled`
 */

import type { NamedRow } from '../table-files/named-row.ts';
import type { Statement } from './learned-matches.ts';

export const CATALOG_STATUSES = ['queued', 'processing', 'complete', 'failed', 'cancelled'] as const;
export type CatalogStatus = (typeof CATALOG_STATUSES)[number];

export const ROW_OUTCOMES = [
  'cache_hit',
  'enriched',
  'refreshed',
  'not_found',
  'error',
  'duplicate',
  'skipped',
  'cancelled',
] as const;
export type RowOutcome = (typeof ROW_OUTCOMES)[number];

/**
 * How a row got its item: by manufacturer and part number as written there, by another spelling of them, by its GTIN, by the customer's own number as in
 * an earlier file, by a person who accepted or fixed it, or by research that found it.
 */
export const MATCH_WAYS = ['exact', 'other_spelling', 'barcode', 'your_number', 'accepted', 'research'] as const;
export type MatchWay = (typeof MATCH_WAYS)[number];

/** The number of rows per outcome; together, all rows. */
export type RowCounts = Readonly<Record<RowOutcome, number>>;

/** Identifies a catalog, always with its account. */
export interface CatalogKey {
  readonly accountId: string;
  readonly catalogId: string;
}

/** Identifies the rows of a catalog in its current file (or the one it had when it was read). */
export interface RowsKey extends CatalogKey {
  /** The id under which the rows are stored: the catalog's own, or that of the replacement that imported them. */
  readonly rowsIn: string;
}

/** The progress of an import: the number of rows and the byte position at which they end. */
export interface ImportPlace {
  readonly rows: number;
  readonly bytes: number;
}

export interface Catalog extends RowsKey {
  /** Its number in the account's list, from 1. */
  readonly sequence: number;
  readonly name: string;
  readonly status: CatalogStatus;
  readonly createdAtMs: number;
  /** When it completed, failed or was cancelled; null before. */
  readonly completedAtMs: number | null;
  readonly counts: RowCounts;
  readonly imported: ImportPlace;
  /** The import's input: file content and the meaning of its columns. Only an equal import can be resumed. */
  readonly fingerprint: string;
  /** The customer's own headings, for an export. */
  readonly headings: readonly string[];
  /** Why it failed, for operators. */
  readonly failure: string | null;
  /** For a replacement: the id of the catalog whose rows it replaces. Null for a catalog. */
  readonly replaces: string | null;
  /** How many of the rows without an item have candidates. Null for a catalog that an earlier version began. */
  readonly toDecide: DecideCounts | null;
  /** What separates the cells of its CSV file; null where that is not known, and for other files. */
  readonly delimiter: string | null;
  /** The person who uploaded it; null for an operator. */
  readonly createdBy: string | null;
  /** When research was last requested for its rows, as long as it may still find items for some. */
  readonly researchAskedAtMs: number | null;
}

/** The outcomes of rows that a person may have to decide on. */
export const UNDECIDED_OUTCOMES = ['not_found', 'error'] as const;
export type DecideCounts = Readonly<Record<(typeof UNDECIDED_OUTCOMES)[number], number>>;

export interface CatalogRow extends NamedRow {
  /** Row number in the file, from 1, not counting the heading. */
  readonly row: number;
  readonly outcome: RowOutcome;
  readonly itemId: string | null;
  /** `updated_at` of the item when it was matched: a later one makes the row `refreshed`. */
  readonly itemUpdatedAt: string | null;
  /** Why the row has no item, and what was wrong with its GTIN; quotes nothing of the row. */
  readonly reason: string | null;
  /** Candidates from the index, when the row has no item. */
  readonly candidates: readonly RowCandidate[];
  /** Null for a row without an item. */
  readonly matchedBy: MatchWay | null;
  /** Who accepted or fixed the row: a person's id, or an operator's name. */
  readonly acceptedBy: string | null;
  /** A person decided what the row means: a new match does not change its item. */
  readonly isCorrected: boolean;
  /** What the file states, where a person changed what the row names. */
  readonly stated: Statement | null;
  /** Its own number only counts the rows of the file: nothing is learned from it. */
  readonly isRunningNumber: boolean;
  /** The cells as the customer wrote them; null when the row is read by its outcome. */
  readonly cells: readonly string[] | null;
}

/** A candidate: manufacturer and part number, nothing else of the item. */
export interface RowCandidate {
  readonly manufacturer: string | null;
  readonly partNumber: string;
}

/** "Norvane R-100". */
export function nameCandidate({ manufacturer, partNumber }: RowCandidate): string {
  return manufacturer === null || manufacturer === '' ? partNumber : `${manufacturer} ${partNumber}`;
}

export function countRows(rows: readonly Pick<CatalogRow, 'outcome'>[]): RowCounts {
  const counts = Object.fromEntries(ROW_OUTCOMES.map((outcome) => [outcome, 0])) as Record<RowOutcome, number>;
  for (const { outcome } of rows) counts[outcome] += 1;
  return counts;
}

/** Whether a person is to decide what the row means: it has no item, but it has candidates. */
export function isToDecide({ outcome, candidates }: Pick<CatalogRow, 'outcome' | 'candidates'>): boolean {
  return (outcome === 'not_found' || outcome === 'error') && candidates.length > 0;
}

export function totalRows(counts: RowCounts): number {
  return ROW_OUTCOMES.reduce((total, outcome) => total + counts[outcome], 0);
}
