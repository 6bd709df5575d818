/**
 * Defines people, their accounts and their roles. One row maps a person's email address to a random id. All other rows
 * use the id, so that erasing a person only requires deleting the person's own rows.
 */
import * as z from 'zod/mini';
import { randomAlphanumeric } from '../../identifiers.ts';

const PERSON_ID_PATTERN = /^per_[A-Za-z0-9]{16}$/;
export const personIdSchema = z.string().check(z.regex(PERSON_ID_PATTERN));

export function newPersonId(): string {
  return `per_${randomAlphanumeric(16)}`;
}

/** Returns whether it is a person's id, and not an operator's name. */
export function isPersonId(text: string): boolean {
  return PERSON_ID_PATTERN.test(text);
}

/** The limit of RFC 5321. */
const MAX_ADDRESS_CHARACTERS = 254;

/** An address as stored and compared: in lowercase, because no common provider distinguishes case. */
export const emailSchema = z.pipe(
  z.string().check(z.trim(), z.toLowerCase(), z.maxLength(MAX_ADDRESS_CHARACTERS)),
  z.email({ error: 'It must be an email address.' }),
);

/** Members read, upload and correct rows; owners also manage keys, the cap and members. */
export const MEMBER_ROLES = ['owner', 'member'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** The notices an owner can receive; each is independent. */
export const NOTICE_KINDS = [
  'tokens',
  'cap',
  'budget',
  'new_key',
  'import_ended',
  'research_ended',
  'payment',
  'statement',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

export interface Person {
  readonly personId: string;
  readonly email: string;
  /** The accounts of a membership or invitation, in the order of invitation; the account's row shows which it is. */
  readonly accountIds: readonly string[];
  /** The time of the first bounce; null if email reaches the address (record-bounce.ts). */
  readonly undeliverableSinceMs: number | null;
}

/** A person who is a member of one account, or invited to it. */
export interface Member {
  readonly accountId: string;
  readonly personId: string;
  readonly email: string;
  readonly role: MemberRole;
  readonly notices: readonly NoticeKind[];
  readonly invitedAtMs: number;
  /** Null while they are only invited. */
  readonly acceptedAtMs: number | null;
  /** Null if they never signed in to the account. */
  readonly signedInAtMs: number | null;
}

/** Returns whether they may receive notices: owners who accepted and have signed in. */
export function isWrittenTo({ role, acceptedAtMs, signedInAtMs }: Member): boolean {
  return role === 'owner' && acceptedAtMs !== null && signedInAtMs !== null;
}

export function isMember({ acceptedAtMs }: Pick<Member, 'acceptedAtMs'>): boolean {
  return acceptedAtMs !== null;
}
