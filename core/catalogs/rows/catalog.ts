/**
 * A catalog and its rows (docs/reference/behavior.md#catalog, docs/reference/behavior.md#catalog-row).
 *
 *   queued → processing → complete        every row of the file is stored
 *              ↓    ↑  ↘ failed           the file could not be read; importing the same file again resumes there
 *              cancelled                  an operator canceled it; the remaining rows are `cancelled`
 */

import type { NamedRow } from '../files/named-row.ts';
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
 * How a row got its item: by manufacturer and part number as written, by another spelling of them, by its GTIN, by the
 * customer's own number as in an earlier file, by a person who accepted or fixed it, or by research.
 */
export const MATCH_WAYS = ['exact', 'other_spelling', 'barcode', 'your_number', 'accepted', 'research'] as const;
export type MatchWay = (typeof MATCH_WAYS)[number];

/** The number of rows per outcome; the sum is all rows. */
export type RowCounts = Readonly<Record<RowOutcome, number>>;

export interface CatalogKey {
  readonly accountId: string;
  readonly catalogId: string;
}

/** Identifies the rows of a catalog for one of its files. */
export interface RowsKey extends CatalogKey {
  /** The id under which the rows are stored: the catalog's id, or the id of the replacement that imported them. */
  readonly rowsIn: string;
}

/** The progress of an import: the number of stored rows and the byte position of their end. */
export interface ImportPlace {
  readonly rows: number;
  readonly bytes: number;
}

export interface Catalog extends RowsKey {
  /** The catalog's sequence number in its account, from 1. */
  readonly sequence: number;
  readonly name: string;
  readonly status: CatalogStatus;
  readonly createdAtMs: number;
  /** When the import completed, failed or was canceled; null before. */
  readonly completedAtMs: number | null;
  readonly counts: RowCounts;
  readonly imported: ImportPlace;
  /** Hash of the file's content and the meaning of its columns. Only an import with the same fingerprint is resumed. */
  readonly fingerprint: string;
  /** The headings of the file, for exports. */
  readonly headings: readonly string[];
  /** Why the import failed. */
  readonly failure: string | null;
  /** For a replacement, the id of the catalog; null for a catalog. */
  readonly replaces: string | null;
  /** The number of rows without an item but with candidates; null for a catalog that an earlier version began. */
  readonly toDecide: DecideCounts | null;
  /** The cell separator of a CSV file; null if unknown, and for other files. */
  readonly delimiter: string | null;
  /** The id of the person who uploaded the file; null for an operator. */
  readonly createdBy: string | null;
  /** The number of rows whose own words contradict their part; absent for a catalog that an earlier version began. */
  readonly toCheck?: number | undefined;
  /** When research was last requested for its rows; null once it can no longer find items for them. */
  readonly researchAskedAtMs: number | null;
}

/** The outcomes of rows that a person may have to decide. */
export const UNDECIDED_OUTCOMES = ['not_found', 'error'] as const;
export type DecideCounts = Readonly<Record<(typeof UNDECIDED_OUTCOMES)[number], number>>;

export interface CatalogRow extends NamedRow {
  /** Row number in the file, from 1, not counting the heading. */
  readonly row: number;
  readonly outcome: RowOutcome;
  readonly itemId: string | null;
  /** `updated_at` of the item when it was matched; a later value makes the row `refreshed`. */
  readonly itemUpdatedAt: string | null;
  /** Set if the row got its item while the account could not be billed (item-of-row.ts). */
  readonly isUnpaid?: boolean;
  /** Why the row has no item, and warnings about its cells. It quotes nothing of the row. */
  readonly reason: string | null;
  /** Empty if the row has an item. */
  readonly candidates: readonly RowCandidate[];
  /** null for a row without an item. */
  readonly matchedBy: MatchWay | null;
  /** The id of the person, or the name of the operator, who accepted or fixed the row. */
  readonly acceptedBy: string | null;
  /** Whether a person decided what the row means; a new match does not change its item. */
  readonly isCorrected: boolean;
  /** What the file states, if a person changed what the row names. */
  readonly stated: Statement | null;
  /** Whether `itemNumber` only counts the rows of the file; nothing is learned from it. */
  readonly isRunningNumber: boolean;
  /** The earlier decision that gave the row its item; absent if a person decided on this row, or nobody did. */
  readonly decidedIn?: EarlierDecision | undefined;
  /** What the row's own words say and the part is not; absent if nothing, or if a person decided on the part. */
  readonly contradictions?: readonly RowContradiction[] | undefined;
  /** How the file says that the part is not fitted, or the line cancelled; absent if it does not. */
  readonly notFitted?: string | undefined;
  /** The parts of the row's further sets of manufacturer and number; absent if it has none. */
  readonly alternates?: readonly Pick<NamedRow, 'supplier' | 'partNumber'>[] | undefined;
  /**
   * Whether the part number may be someone else's, so that an unknown one does not contradict the barcode; absent for
   * false.
   */
  readonly isNumberUnclear?: boolean | undefined;
  /** The cells of the file; null if the row was read by its outcome. */
  readonly cells: readonly string[] | null;
}

/** When, and on a row of which catalog, a person decided what a row means. */
export interface EarlierDecision {
  readonly catalogId: string;
  readonly atMs: number;
}

/** A candidate; it shows nothing else of the item. */
export interface RowCandidate {
  readonly manufacturer: string | null;
  readonly partNumber: string;
}

/** What a row's own words may contradict. */
export const CONTRADICTED_PROPERTIES = [
  'package',
  'resistance',
  'capacitance',
  'inductance',
  'frequency',
  'memory size',
  'resolution',
  'voltage',
  'current',
  'tolerance',
  'pins',
  'thread',
  'power',
  'length',
  'nominal width',
  'nominal pressure',
  'protection',
  'dielectric',
  'kind',
  'record',
  'replacement',
] as const;
export type ContradictedProperty = (typeof CONTRADICTED_PROPERTIES)[number];

/** What a row says of its part, and the part is not; all but `part` is the row's own. */
export interface RowContradiction {
  readonly property: ContradictedProperty;
  /** What the row says, in a usual form: "0805", "4.7 kΩ". */
  readonly says: string;
  /** The part's own, only if its title says it. */
  readonly part: string | null;
}

/** Returns, for example, `Norvane R-100`. */
export function nameCandidate({ manufacturer, partNumber }: RowCandidate): string {
  return manufacturer === null || manufacturer === '' ? partNumber : `${manufacturer} ${partNumber}`;
}

export function countRows(rows: readonly Pick<CatalogRow, 'outcome'>[]): RowCounts {
  const counts = Object.fromEntries(ROW_OUTCOMES.map((outcome) => [outcome, 0])) as Record<RowOutcome, number>;
  for (const { outcome } of rows) counts[outcome] += 1;
  return counts;
}

/** Returns whether a person must decide what the row means: it has no item but has candidates. */
export function needsDecision({ outcome, candidates }: Pick<CatalogRow, 'outcome' | 'candidates'>): boolean {
  return (outcome === 'not_found' || outcome === 'error') && candidates.length > 0;
}

/** Returns whether a person said that no part that was found or may be meant is the row's. */
export function isNotMeant(row: Pick<CatalogRow, 'isCorrected' | 'itemId' | 'stated' | 'acceptedBy'>): boolean {
  return row.isCorrected && row.itemId === null && row.stated === null && row.acceptedBy !== null;
}

type CheckedRow = Pick<CatalogRow, 'contradictions' | 'notFitted' | 'itemId' | 'isCorrected'>;

/**
 * Returns whether a person should check the row's part, because the row's own words contradict it or do not want it.
 */
export function isToCheck({ contradictions = [], notFitted, itemId, isCorrected }: CheckedRow): boolean {
  return contradictions.length > 0 || (notFitted !== undefined && itemId !== null && !isCorrected);
}

export function totalRows(counts: RowCounts): number {
  return ROW_OUTCOMES.reduce((total, outcome) => total + counts[outcome], 0);
}
