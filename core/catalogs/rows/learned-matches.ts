/**
 * Defines the matches that are kept for an account's later files. Under the customer's own number: the item and what
 * the row stated, because a number may mean another part in another file. Under what a row stated: the item or part
 * that a person decided on. import/match-file-rows.ts decides which of these a row may use.
 */
import { hash } from 'node:crypto';
import type { AuditLine } from '../../billing/accounts/audit-line.ts';
import { parseGtin } from '../../index/part-keys/gtin.ts';
import { toManufacturerKey } from '../../index/part-keys/manufacturer-name.ts';
import { verbatimForm } from '../../index/part-keys/part-number.ts';
import type { NamedRow } from '../files/named-row.ts';

/** What a row states about its part, without the customer's own number. */
export type Statement = Pick<NamedRow, 'supplier' | 'partNumber' | 'gtin'>;

export interface LearnedMatch {
  readonly key: LearnedKey;
  readonly itemNumber: string | null;
  readonly stated: Statement;
  /** null if a person fixed what the row names and the index does not have that part. */
  readonly itemId: string | null;
  /** The statement after a person changed it; null if unchanged. */
  readonly named: Statement | null;
  /** The catalog whose rows taught it. */
  readonly catalogId: string;
  /** The replacement of its rows that taught it; absent if the catalog's first import or a person did. */
  readonly replacementId?: string | undefined;
  /** The id of the person, or the name of the operator, who accepted or fixed it; null if the index matched it. */
  readonly acceptedBy: string | null;
  readonly learnedAtMs: number;
}

/** Rows of one file that a remembered decision of a person gave their item. */
export interface LearnedUse {
  readonly key: LearnedKey;
  readonly catalogId: string;
  /** The import of the rows; other than the catalog's `rowsIn` once its file was replaced. */
  readonly rowsIn: string;
  /** The row numbers, rising; at most those of one append, and at least one. */
  readonly rows: readonly number[];
}

declare const learnedKeyBrand: unique symbol;
export type LearnedKey = string & { readonly [learnedKeyBrand]: true };

/** Port: stores learned matches. A match of another account is never found. */
export interface LearnedMatches {
  /** Returns the stored matches by key. Their items may no longer exist. @param keys at most 200 */
  readLearned(accountId: string, keys: readonly LearnedKey[]): Promise<ReadonlyMap<LearnedKey, LearnedMatch>>;
  /** Stores matches; safe to repeat. The last write for a key counts. */
  storeLearned(accountId: string, matches: readonly LearnedMatch[]): Promise<void>;
  /** Lists matches in key order, after `after`. */
  listLearned(accountId: string, page: { after: LearnedKey | null; limit: number }): Promise<readonly LearnedMatch[]>;
  /**
   * Hides the matches from the other methods for good, and keeps them `KEPT_FORGOTTEN_DAYS` days to restore. Safe to
   * repeat.
   * @param line of the audit trail, written only if there was something to forget. With it, the matches are listed by
   * `listForgetting` until `endForgetting`, because the rows that used them follow.
   */
  forgetLearned(accountId: string, keys: readonly LearnedKey[], nowMs: number, line?: AuditLine): Promise<void>;
  /** Lists forgotten matches whose rows may still use them: forgetting is under way, or was killed. */
  listForgetting(accountId: string): Promise<readonly LearnedMatch[]>;
  /** Notes that no row uses the forgotten matches any more. Safe to repeat. */
  endForgetting(accountId: string, keys: readonly LearnedKey[]): Promise<void>;
  /**
   * Restores forgotten matches, except those that were learned again since. Safe to repeat.
   * @param line of the audit trail; written only if there was something to restore
   * @returns the keys that are remembered now
   */
  restoreLearned(accountId: string, keys: readonly LearnedKey[], line?: AuditLine): Promise<readonly LearnedKey[]>;
  /**
   * Keeps which rows used a match, for as long as its account exists, beside those that were noted before. It is noted
   * before the rows are written, so rows may not exist. Safe to repeat.
   */
  noteUses(accountId: string, uses: readonly LearnedUse[]): Promise<void>;
  /** Lists the uses of a match, also of a forgotten one, in order of `placeOfUse`, after `after`. */
  listUses(
    accountId: string,
    key: LearnedKey,
    page: { after: string | null; limit: number },
  ): Promise<readonly LearnedUse[]>;
  /** Returns the catalogs whose rows used the match, also deleted ones; at most `MAX_FILES`, in no order. */
  filesUsing(accountId: string, key: LearnedKey): Promise<readonly string[]>;
}

/** How long a forgotten match can be restored. */
export const KEPT_FORGOTTEN_DAYS = 7;

/** The most files of a match that are counted. */
export const MAX_FILES = 100;

/** Where a use stands among those of its match. */
export function placeOfUse({ rowsIn, rows: [first = 0] }: Pick<LearnedUse, 'rowsIn' | 'rows'>): string {
  return `${rowsIn}#${String(first).padStart(9, '0')}`;
}

/** The most characters of a cell that are stored. */
export const KEPT_CHARACTERS = 250;

/** Returns the key of one of the customer's own numbers. */
export function ownNumberKey(itemNumber: string): LearnedKey {
  return `NUMBER#${sha256Of([keepCell(itemNumber)])}` as LearnedKey;
}

/**
 * Returns the key of what a row states. Manufacturer and part number, or a GTIN, are sufficient; otherwise the key
 * includes the customer's own number or, without one, every cell. Returns undefined if the row has too little to be
 * distinguished from others.
 */
export function statementKey(
  stated: Statement,
  rest: { readonly itemNumber: string | null; readonly cells: readonly string[] | null },
): LearnedKey | undefined {
  const parts = comparable(stated);
  const isClear = parts.gtin !== '' || (parts.supplier !== '' && parts.partNumber !== '');
  const fields = [parts.supplier, parts.partNumber, parts.gtin];
  if (isClear) return `STATED#${sha256Of(fields)}` as LearnedKey;
  if (rest.itemNumber !== null)
    return `STATED#${sha256Of([...fields, 'number', keepCell(rest.itemNumber)])}` as LearnedKey;
  const cells = (rest.cells ?? []).map((cell) => cell.trim());
  const filled = cells.filter((cell) => cell !== '').length;
  return filled < 2 ? undefined : (`STATED#${sha256Of(['cells', ...cells.map(keepCell)])}` as LearnedKey);
}

/** Returns whether each field that the row states now is the same as before. */
export function statesNothingElse(now: Statement, before: Statement): boolean {
  const [own, other] = [comparable(now), comparable(before)];
  return (['supplier', 'partNumber', 'gtin'] as const).every(
    (field) => own[field] === '' || own[field] === other[field],
  );
}

/** Ignores case, outer space, legal forms and a GTIN's leading zeros. */
function comparable({ supplier, partNumber, gtin }: Statement): Readonly<Record<keyof Statement, string>> {
  const barcode = gtin === null ? undefined : parseGtin(gtin);
  return {
    supplier: supplier === null ? '' : toManufacturerKey(keepCell(supplier)),
    partNumber: partNumber === null ? '' : verbatimForm(keepCell(partNumber)),
    gtin: barcode === undefined ? '' : barcode.ok ? barcode.value : keepCell(gtin ?? ''),
  };
}

function keepCell(cell: string): string {
  return cell.trim().slice(0, KEPT_CHARACTERS).toWellFormed();
}

function sha256Of(fields: readonly string[]): string {
  return hash('sha256', JSON.stringify(fields), 'base64url');
}
