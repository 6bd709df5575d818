/**
 * The ports to stored catalogs: one to read them on a customer's behalf, one to import them.
 * Every method names the account; a catalog of another account is never found.
 * One contract suite (test/adapters/dynamodb/catalogs/dynamo-catalog-store.contract.test.ts) tests every implementation.
 */
import type { AuditLine } from '../accounts/audit-line.ts';
import type { RowAllowance } from './row-allowance.ts';
import type { LearnedMatch, LearnedMatches } from './learned-matches.ts';
import type { Catalog, CatalogKey, CatalogRow, ImportPlace, RowOutcome, RowsKey } from './catalog.ts';

export interface CatalogReader {
  /** Newest first, at most `limit`; only those with a sequence number below `before`. */
  listCatalogs(accountId: string, page: { before: number; limit: number }): Promise<readonly Catalog[]>;
  /** Undefined when the account does not (or no longer) have this catalog. */
  findCatalog(key: CatalogKey): Promise<Catalog | undefined>;
  /**
   * In the order of the file, at most `limit`, only rows with a number above `after`, and only those with one of `outcomes`
   * when given. Costs the same for every page. A reader that must not see a partly replaced file reads the catalog
   * again afterwards: if it still has these rows, none was missing.
   */
  readRows(key: RowsKey, page: RowPage): Promise<readonly CatalogRow[]>;
}

export interface RowPage {
  readonly outcomes?: readonly RowOutcome[] | undefined;
  readonly after: number;
  readonly limit: number;
}

/** The most rows of one append: with their copies, the head and the period's rows they are one transaction. */
export const MAX_APPENDED_ROWS = 49;

export interface RowAppend extends RowsKey {
  /** `cancelled` rows are taken only by a cancelled catalog, others only by one that is being imported. */
  readonly into: 'importing' | 'cancelled';
  /** Identifies the import that appends; of two concurrent imports only one continues. */
  readonly runId: string;
  readonly from: ImportPlace;
  readonly to: ImportPlace;
  /** Numbered from `from.rows`, at most `MAX_APPENDED_ROWS`. */
  readonly rows: readonly CatalogRow[];
  /** Counts the rows against the period's; absent for rows that are not counted. */
  readonly allowance?: RowAllowance | undefined;
}

/** The new state of a row. `row` is the row as read; its outcome and item are replaced. */
export interface RowChange {
  readonly row: CatalogRow;
  readonly outcome: RowOutcome;
  readonly itemId: string | null;
  readonly itemUpdatedAt: string | null;
  /** Further attributes to write; all others stay as read. The customer's cells are never changed. */
  readonly also?: Partial<
    Pick<
      CatalogRow,
      | 'supplier'
      | 'partNumber'
      | 'gtin'
      | 'reason'
      | 'candidates'
      | 'matchedBy'
      | 'acceptedBy'
      | 'isCorrected'
      | 'stated'
    >
  >;
}

/** What a correction writes and what it counts. */
export interface CorrectionBound {
  readonly audit: AuditLine;
  /** Absent for operators, whose corrections are not counted. */
  readonly allowance?: RowAllowance | undefined;
  /** What later files learn from it. */
  readonly learned: readonly LearnedMatch[];
}

export interface CatalogStore extends CatalogReader, LearnedMatches {
  /** A queued catalog without rows, as the newest of the account. An empty fingerprint: its file is not opened yet. */
  createCatalog(wanted: {
    readonly accountId: string;
    readonly name: string;
    readonly fingerprint: string;
    readonly headings: readonly string[];
    readonly nowMs: number;
    /** The catalog whose rows these replace: the import is then in no list, and complete only once it has replaced them. */
    readonly replaces?: string;
    readonly delimiter?: string | null;
    /** The person who brought the file. */
    readonly createdBy?: string;
  }): Promise<Catalog>;

  /** Unfinished replacements of the account's catalogs. */
  listReplacements(accountId: string): Promise<readonly Catalog[]>;
  /**
   * Puts a complete replacement in the place of the catalog's rows, with its counts and headings, in one write: a reader sees the former
   * rows or the new ones. False when the catalog is being imported, or has other rows than `catalog` says. The former rows are cleared by `clearRemoved`.
   */
  switchRows(catalog: Catalog, replacement: Catalog, nowMs: number): Promise<boolean>;

  /**
   * Rows, their copies by outcome, the head's counts and the period's rows together. False when the catalog is not at `from`, is not to be appended to,
   * or the rows are more than the allowance leaves.
   */
  appendRows(append: RowAppend): Promise<boolean>;

  /** Undefined when the row does not exist. */
  findRow(key: RowsKey, row: number): Promise<CatalogRow | undefined>;
  /** The rows that the account imported in the period, including those of deleted catalogs. */
  importedRows(accountId: string, period: string): Promise<number>;

  /** Ends the import at `at`: returns false when it is not there yet, has continued, or has ended. */
  completeImport(key: CatalogKey, at: ImportPlace, nowMs: number): Promise<boolean>;
  /** Returns false when the catalog is not being imported. */
  failImport(key: CatalogKey, reason: string, nowMs: number): Promise<boolean>;
  /** Returns false when the catalog is not being imported. */
  cancelCatalog(key: CatalogKey, nowMs: number): Promise<boolean>;

  /**
   * Changes rows together with their copies and the head's counts. A row that no longer has the outcome it was read with stays as it is, and so
   * does every row when the catalog has others by now.
   * @returns how many were changed
   */
  changeRows(key: RowsKey, changes: readonly RowChange[]): Promise<number>;

  /**
   * Changes one row as `changeRows` does, and in the same transaction writes the audit line and counts a row against the period's: a correction
   * shows a record's summary as an imported row does. Nothing is written when the row was changed before, or the allowance leaves none.
   */
  correctRow(
    key: RowsKey,
    change: RowChange,
    bound: CorrectionBound,
  ): Promise<'corrected' | 'changed_meanwhile' | 'allowance_used'>;

  /**
   * Counts a row against the period's for what shows parts of the index without changing a row, with its line in the trail, or does nothing: false
   * when the allowance leaves none.
   */
  takeRow(accountId: string, allowance: RowAllowance, audit: AuditLine): Promise<boolean>;

  /** Stores that research was requested for rows. Null stores that none is awaited any more, unless research was requested since. */
  markResearch(
    key: CatalogKey,
    askedAtMs: { readonly before: number | null; readonly now: number | null },
  ): Promise<boolean>;

  /** One row, by its number. Returns false when the row does not exist, or its outcome is not `from` because it was changed before. */
  changeRowOutcome(
    key: RowsKey,
    row: number,
    change: { readonly from: RowOutcome; readonly to: RowOutcome; readonly item: MatchedItem | null },
  ): Promise<boolean>;

  /**
   * Hides the catalog and its unfinished replacements from every reader immediately; `clearRemoved` deletes what is left.
   * Returns false when neither the catalog nor any remains of it exist.
   */
  removeCatalog(key: CatalogKey, nowMs: number): Promise<boolean>;
  /** Deletes what is left of a removed catalog or of replaced rows; safe to kill and repeat. */
  clearRemoved(key: CatalogKey, onCleared: (storedRows: number) => void): Promise<void>;
  /** Removed catalogs with remains. */
  listRemoved(accountId: string): Promise<readonly string[]>;
}

export interface MatchedItem {
  readonly id: string;
  readonly updated_at: string | null;
}
