/**
 * What rows of an account's catalogs were matched with before, kept for later files. Under the customer's own number: what the row stated then and the
 * item, since a number alone may mean another part in another file. Under what a row stated: what a person accepted or fixed.
 * catalog-import/match-list-rows.ts decides which of these a row may use.
 */
import { createHash } from 'node:crypto';
import { parseGtin } from '../part-keys/gtin.ts';
import { toManufacturerKey } from '../part-keys/manufacturer-name.ts';
import { verbatimForm } from '../part-keys/part-number.ts';
import type { NamedRow } from '../table-files/named-row.ts';

/** What a row says about its part, without the customer's own number. */
export type Statement = Pick<NamedRow, 'supplier' | 'partNumber' | 'gtin'>;

export interface LearnedMatch {
  readonly key: LearnedKey;
  readonly itemNumber: string | null;
  readonly stated: Statement;
  /** Null if a person fixed what the row names and the index does not have that part. */
  readonly itemId: string | null;
  /** What a person changed the statement to; null if unchanged. */
  readonly named: Statement | null;
  readonly catalogId: string;
  /** Who accepted or fixed it; null if the index matched it. */
  readonly acceptedBy: string | null;
  readonly learnedAtMs: number;
}

declare const learnedKeyBrand: unique symbol;
export type LearnedKey = string & { readonly [learnedKeyBrand]: true };

/** The port to learned matches. A match of another account is never found. */
export interface LearnedMatches {
  /** Learned matches by key; absent if never learned. The item may be gone by now. @param keys at most 200 */
  recallMatches(accountId: string, keys: readonly LearnedKey[]): Promise<ReadonlyMap<LearnedKey, LearnedMatch>>;
  /** Safe to repeat; for one key the last write counts. */
  rememberMatches(accountId: string, matches: readonly LearnedMatch[]): Promise<void>;
  /** In key order, those after `after`. */
  listLearned(accountId: string, page: { after: LearnedKey | null; limit: number }): Promise<readonly LearnedMatch[]>;
  forgetMatches(accountId: string, keys: readonly LearnedKey[]): Promise<void>;
}

/** The most characters of a cell that are stored; no customer's own number is longer. */
export const KEPT_CHARACTERS = 250;

/** The key of one of the customer's own numbers. */
export function ownNumberKey(itemNumber: string): LearnedKey {
  return `NUMBER#${sha256Of([kept(itemNumber)])}` as LearnedKey;
}

/**
 * The key of what a row states. Manufacturer and number, or a barcode, say it all; of a row that states less the own number counts too where it names a part,
 * and otherwise every cell. Undefined for a row that could be mistaken for another.
 */
export function statementKey(
  stated: Statement,
  rest: { readonly itemNumber: string | null; readonly cells: readonly string[] | null },
): LearnedKey | undefined {
  const parts = comparable(stated);
  const isClear = parts.gtin !== '' || (parts.supplier !== '' && parts.partNumber !== '');
  const said = [parts.supplier, parts.partNumber, parts.gtin];
  if (isClear) return `STATED#${sha256Of(said)}` as LearnedKey;
  if (rest.itemNumber !== null) return `STATED#${sha256Of([...said, 'number', kept(rest.itemNumber)])}` as LearnedKey;
  const cells = (rest.cells ?? []).map((cell) => cell.trim());
  const filled = cells.filter((cell) => cell !== '').length;
  return filled < 2 ? undefined : (`STATED#${sha256Of(['cells', ...cells.map(kept)])}` as LearnedKey);
}

/** Whether the row states the same as before or a part of it, and nothing else. */
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
    supplier: supplier === null ? '' : toManufacturerKey(kept(supplier)),
    partNumber: partNumber === null ? '' : verbatimForm(kept(partNumber)),
    gtin: barcode === undefined ? '' : barcode.ok ? barcode.value : kept(gtin ?? ''),
  };
}

function kept(cell: string): string {
  return cell.trim().slice(0, KEPT_CHARACTERS).toWellFormed();
}

function sha256Of(said: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(said)).digest('base64url');
}
