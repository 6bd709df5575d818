/**
 * The ports to stored catalogs: one for those who read them on a customer's behalf, one for those who bring them in.
 * Every method names the account; a catalog of another account is nowhere found.
 * One contract suite (test/adapters/dynamodb/catalogs/dynamo-catalog-store.contract.test.ts) tests every implementation.
 */
import type { AuditLine } from '../accounts/audit-line.ts';
import type { RowAllowance } from './row-allowance.ts';
import type { LearnedMatch, LearnedMatches } from './learned-matches.ts';
import type { Catalog, CatalogKey, CatalogRow, ImportPlace, RowOutcome, RowsKey } from './catalog.ts';

export interface CatalogReader {
  /** Newest first, at most `limit`; only those with a sequence number below `before`. */
  listCatalogs(accountId: string, page: { before: number; limit: number }): Promise<readonly Catalog[]>;
  /** Undefined when the account has no such catalog, or no longer. */
  findCatalog(key: CatalogKey): Promise<Catalog | undefined>;
  /**
   * In the order of the file, at most `limit`, only rows with a number above `after`, and only those with one of `outcomes`
   * when given. Costs the same wherever the page lies. A reader that must not see part of rows that are being replaced looks at the catalog
   * again afterwards: while it still has these rows, none of them was missing.
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
  /** Who appends; of two at once only one gets on. */
  readonly runId: string;
  readonly from: ImportPlace;
  readonly to: ImportPlace;
  /** Numbered on from `from.rows`, at most `MAX_APPENDED_ROWS`. */
  readonly rows: readonly CatalogRow[];
  /** Counts the rows against the period's; absent for rows that are not counted. */
  readonly allowance?: RowAllowance | undefined;
}

/** What a row becomes. `row` is how it was read; its outcome and item are replaced. */
export interface RowChange {
  readonly row: CatalogRow;
  readonly outcome: RowOutcome;
  readonly itemId: string | null;
  readonly itemUpdatedAt: string | null;
  /** What else is written; the rest stays as it was read. The cells as the customer wrote them are never changed. */
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

/** What a correction leaves, and what it takes. */
export interface CorrectionBound {
  readonly audit: AuditLine;
  /** Absent for operators: their corrections are not counted. */
  readonly allowance?: RowAllowance | undefined;
  /** What later files learn of it. */
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
    /** The catalog whose rows these are to replace: then it is in no list, and complete only once it is in its place. */
    readonly replaces?: string;
  }): Promise<Catalog>;

  /** What was begun to replace rows of the account's catalogs and is not yet in its place. */
  listReplacements(accountId: string): Promise<readonly Catalog[]>;
  /**
   * Puts a complete replacement in the place of the catalog's rows, with its counts and headings, in one write: a reader sees the former
   * rows or the new ones. False when the catalog is being imported, or has other rows than `catalog` says. The former rows are cleared by `clearRemoved`.
   */
  switchRows(catalog: Catalog, replacement: Catalog, nowMs: number): Promise<boolean>;

  /**
   * Rows, their copies by outcome, the head's counts and the period's rows at once. False when the catalog is not at `from`, is not to be appended to,
   * or the rows are more than the allowance leaves.
   */
  appendRows(append: RowAppend): Promise<boolean>;

  /** Undefined when there is no such row. */
  findRow(key: RowsKey, row: number): Promise<CatalogRow | undefined>;
  /** The rows that the account imported in the period, those of deleted catalogs among them. */
  importedRows(accountId: string, period: string): Promise<number>;

  /** Ends the import at `at`: false when it has not come so far, or has gone on, or is over. */
  completeImport(key: CatalogKey, at: ImportPlace, nowMs: number): Promise<boolean>;
  /** False when the catalog is not being imported. */
  failImport(key: CatalogKey, reason: string, nowMs: number): Promise<boolean>;
  /** False when the catalog is not being imported. */
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

  /** One row, by its number. False when there is no such row, or its outcome is not `from`: then it was changed before. */
  changeRowOutcome(
    key: RowsKey,
    row: number,
    change: { readonly from: RowOutcome; readonly to: RowOutcome; readonly item: MatchedItem | null },
  ): Promise<boolean>;

  /**
   * Takes the catalog out of every reader's sight, at once, and what was begun to replace its rows. What is left of it is cleared by `clearRemoved`.
   * False when there is neither such a catalog nor anything left of it.
   */
  removeCatalog(key: CatalogKey, nowMs: number): Promise<boolean>;
  /** Deletes what is left of a removed catalog, or of the former rows of one; may be killed and repeated. */
  clearRemoved(key: CatalogKey, onCleared: (storedRows: number) => void): Promise<void>;
  /** The removed catalogs of which something is left. */
  listRemoved(accountId: string): Promise<readonly string[]>;
}

export interface MatchedItem {
  readonly id: string;
  readonly updated_at: string | null;
}
