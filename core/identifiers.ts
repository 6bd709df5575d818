/**
 * Defines, creates and parses the service’s identifiers.
 * A client id contains its kind and its account, so one batch read fetches everything about a caller.
 */
import { createHash, randomInt } from 'node:crypto';
import * as z from 'zod/mini';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** How many characters one number of `randomInt` gives: its limit is 2^48. */
const CHARACTERS_A_DRAW = 8;

/** Returns `length` characters of [A-Za-z0-9], evenly distributed, from the system's secure random source. */
export function randomAlphanumeric(length: number): string {
  let text = '';
  while (text.length < length) {
    const characters = Math.min(CHARACTERS_A_DRAW, length - text.length);
    let drawn = randomInt(ALPHABET.length ** characters);
    for (let count = 0; count < characters; count += 1) {
      text += ALPHABET[drawn % ALPHABET.length];
      drawn = Math.floor(drawn / ALPHABET.length);
    }
  }
  return text;
}

export const ITEM_ID_PATTERN = /^itm_[A-Za-z0-9]{8}$/;
export const itemIdSchema = z.string().check(z.regex(ITEM_ID_PATTERN));

export function newItemId(): string {
  return `itm_${randomAlphanumeric(8)}`;
}

/**
 * Derives the id of an item that arrived without one. It looks random but is the same for the same part, so an import
 * that was killed continues with the item that it had started.
 * @param identity the text that identifies the item
 * @param attempt from 0; the next number is tried when another item has the id
 */
export function itemIdOf(identity: string, attempt: number): string {
  const digest = createHash('sha256').update(`${attempt}\n${identity}`).digest();
  return `itm_${Array.from(digest.subarray(0, 8), (byte) => ALPHABET[byte % ALPHABET.length]).join('')}`;
}

export const ACCOUNT_ID_PATTERN = /^acc_[A-Za-z0-9]{10}$/;
export const accountIdSchema = z.string().check(z.regex(ACCOUNT_ID_PATTERN));

export function newAccountId(): string {
  return `acc_${randomAlphanumeric(10)}`;
}

/**
 * Distinguishes a debit from the others on its usage row. It is a whole number because the rows contain only numbers.
 */
export function newDebitId(): number {
  return randomInt(1, 2 ** 48 - 1);
}

/**
 * Live keys spend money, trial keys spend an allowance, test keys spend nothing
 * (docs/reference/behavior.md#authentication).
 */
export const CLIENT_KINDS = ['live', 'test', 'trial'] as const;
export type ClientKind = (typeof CLIENT_KINDS)[number];

const CLIENT_ID_PATTERN = /^cli_(live|test|trial)_([A-Za-z0-9]{10})_[A-Za-z0-9]{12}$/;
export const clientIdSchema = z.string().check(z.regex(CLIENT_ID_PATTERN));

export interface ClientIdentity {
  readonly clientId: string;
  readonly kind: ClientKind;
  readonly accountId: string;
}

export function newClientId(kind: ClientKind, accountId: string): string {
  return `cli_${kind}_${accountId.slice('acc_'.length)}_${randomAlphanumeric(12)}`;
}

/** Reads kind and account from a well-formed client id; returns undefined for anything else. */
export function readClientId(clientId: string): ClientIdentity | undefined {
  const match = CLIENT_ID_PATTERN.exec(clientId);
  if (match === null) return undefined;
  return { clientId, kind: match[1] as ClientKind, accountId: `acc_${match[2]}` };
}

/** Creates the id that a customer quotes to support; it reveals nothing about the caller. */
export function newRequestId(): string {
  return `req_${randomAlphanumeric(20)}`;
}
