/**
 * Ports: stored catalogs, to read them for a customer and to import and change them. Every method takes the account; a
 * catalog of another account is never found. One contract suite
 * (test/adapters/dynamodb/catalogs/dynamo-catalog-store.contract.test.ts) tests every implementation.
 */
import type { AuditLine } from '../../billing/accounts/audit-line.ts';
import type { RowAllowance } from './row-allowance.ts';
import type { LearnedMatch, LearnedMatches } from './learned-matches.ts';
import type { Catalog, CatalogKey, CatalogRow, ImportPlace, RowOutcome, RowsKey } from './catalog.ts';

export interface CatalogReader {
  /** Lists the catalogs with a sequence number below `before`, newest first, at most `limit`. */
  listCatalogs(accountId: string, page: { before: number; limit: number }): Promise<readonly Catalog[]>;
  /** Returns undefined if the account does not (or no longer) have this catalog. */
  findCatalog(key: CatalogKey): Promise<Catalog | undefined>;
  /**
   * Reads rows in the order of the file, at most `limit`, with a row number above `after` and, if given, one of
   * `outcomes`. Every page costs the same. A reader that must not see a partly replaced file reads the catalog again
   * afterwards: if `rowsIn` is unchanged, no row was missing.
   */
  readRows(key: RowsKey, page: RowPage): Promise<readonly CatalogRow[]>;
  /**
   * Returns the rows of these numbers with their cells, in the order of the file; a row that does not exist is absent.
   * @param rows at most 100
   */
  findRows(key: RowsKey, rows: readonly number[]): Promise<readonly CatalogRow[]>;
}

export interface RowPage {
  readonly outcomes?: readonly RowOutcome[] | undefined;
  readonly after: number;
  readonly limit: number;
}

/** The most rows of one append: with their copies, the head and the period's row count they are one transaction. */
export const MAX_APPENDED_ROWS = 49;

export interface RowAppend extends RowsKey {
  /** Only a cancelled catalog accepts `cancelled` rows, and only a catalog that is being imported accepts others. */
  readonly into: 'importing' | 'cancelled';
  /** Identifies the import that appends; of two concurrent imports only one continues. */
  readonly runId: string;
  readonly from: ImportPlace;
  readonly to: ImportPlace;
  /** Numbered from `from.rows` + 1, at most `MAX_APPENDED_ROWS`. */
  readonly rows: readonly CatalogRow[];
  /** Counts the rows that are not skipped against the period's limit; absent if they are not counted. */
  readonly allowance?: RowAllowance | undefined;
}

/** The new state of a row. `row` is the row as read. */
export interface RowChange {
  readonly row: CatalogRow;
  readonly outcome: RowOutcome;
  readonly itemId: string | null;
  readonly itemUpdatedAt: string | null;
  /** Further attributes to write; all others stay as read. The cells of the file are never changed. */
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
      | 'contradictions'
      | 'decidedIn'
    >
  >;
}

/** What is written together with a correction. */
export interface CorrectionBound {
  readonly audit: AuditLine;
  /** Absent for operators, whose corrections are not counted. */
  readonly allowance?: RowAllowance | undefined;
  /** The matches that later files use. */
  readonly learned: readonly LearnedMatch[];
}

export interface CatalogStore extends CatalogReader, LearnedMatches {
  /**
   * Creates a queued catalog without rows, as the newest of the account. The fingerprint is empty if the file is not
   * opened yet.
   */
  createCatalog(wanted: {
    readonly accountId: string;
    readonly name: string;
    readonly fingerprint: string;
    readonly headings: readonly string[];
    readonly nowMs: number;
    /** The id of the catalog whose rows are replaced; if present, no list shows the import. */
    readonly replaces?: string;
    readonly delimiter?: string | null;
    /** The id of the person who uploaded the file. */
    readonly createdBy?: string;
  }): Promise<Catalog>;

  /** Lists unfinished replacements of the account's catalogs. */
  listReplacements(accountId: string): Promise<readonly Catalog[]>;
  /**
   * Replaces the catalog's rows, counts and headings by those of a complete replacement in one write: a reader sees
   * either the former rows or the new ones. Returns false if the catalog is being imported, or the rows of either
   * have changed since it was read. `clearRemoved` deletes the former rows.
   */
  switchRows(catalog: Catalog, replacement: Catalog, nowMs: number): Promise<boolean>;

  /**
   * Writes rows, their copies by outcome, the head's counts and the period's row count together. Returns false if the
   * catalog is not at `from`, does not accept `into`, or the rows exceed the allowance.
   */
  appendRows(append: RowAppend): Promise<boolean>;

  /** Returns undefined if the row does not exist. */
  findRow(key: RowsKey, row: number): Promise<CatalogRow | undefined>;
  /** Returns the number of rows that the account imported in the period, including rows of deleted catalogs. */
  importedRows(accountId: string, period: string): Promise<number>;

  /** Completes the import if it has reached exactly `at`; returns false otherwise, or if it has ended. */
  completeImport(key: CatalogKey, at: ImportPlace, nowMs: number): Promise<boolean>;
  /** Returns false when the catalog is not being imported. */
  failImport(key: CatalogKey, reason: string, nowMs: number): Promise<boolean>;
  /** Returns false when the catalog is not being imported. */
  cancelCatalog(key: CatalogKey, nowMs: number): Promise<boolean>;

  /**
   * Changes rows together with their copies and the head's counts. A row whose outcome has changed since it was read
   * stays unchanged, and so do all rows if the catalog's rows were replaced.
   * @returns the number of changed rows
   */
  changeRows(key: RowsKey, changes: readonly RowChange[]): Promise<number>;

  /**
   * Changes one row like `changeRows`, and in the same transaction writes the audit line and counts a row against the
   * period's limit, because a correction shows an item's summary like an imported row. Writes nothing if the row has
   * changed or the allowance is used up.
   */
  correctRow(
    key: RowsKey,
    change: RowChange,
    bound: CorrectionBound,
  ): Promise<'corrected' | 'changed_meanwhile' | 'allowance_used'>;

  /**
   * Counts a row against the period's limit for a request that shows parts of the index without changing a row, and
   * writes the audit line. Returns false and writes nothing if the allowance is used up.
   */
  takeRow(accountId: string, allowance: RowAllowance, audit: AuditLine): Promise<boolean>;

  /**
   * Like `takeRow`, but at most once for a row and a day (`YYYY-MM-DD`): repeats take and write nothing, whatever is
   * left of the allowance.
   */
  takeRowOnce(
    key: RowsKey,
    once: { readonly row: number; readonly day: string },
    allowance: RowAllowance,
    audit: AuditLine,
  ): Promise<'taken' | 'taken_before' | 'allowance_used'>;

  /**
   * Stores when research was last requested, or null when no result is expected any longer; writes null only if
   * `before` is still stored.
   */
  markResearch(
    key: CatalogKey,
    askedAtMs: { readonly before: number | null; readonly now: number | null },
  ): Promise<boolean>;

  /** Returns false if the row does not exist or its outcome is no longer `from`. */
  changeRowOutcome(
    key: RowsKey,
    row: number,
    change: { readonly from: RowOutcome; readonly to: RowOutcome; readonly item: MatchedItem | null },
  ): Promise<boolean>;

  /**
   * Hides the catalog and its unfinished replacements from every reader immediately; `clearRemoved` deletes what is
   * left. Returns false if neither the catalog nor remaining rows of it exist.
   */
  removeCatalog(key: CatalogKey, nowMs: number): Promise<boolean>;
  /** Deletes what is left of a removed catalog or of replaced rows; safe to kill and repeat. */
  clearRemoved(key: CatalogKey, onCleared: (storedRows: number) => void): Promise<void>;
  /** Lists removed catalogs that still have rows to delete. */
  listRemoved(accountId: string): Promise<readonly string[]>;
}

export interface MatchedItem {
  readonly id: string;
  readonly updated_at: string | null;
}
