/**
 * People: who they are, which accounts they belong to, and what they may do there. A person is known by an email address and named everywhere
 * else by a random id, so that erasing a person only deletes their own rows.
 */
import * as z from 'zod';
import { randomAlphanumeric } from '../identifiers.ts';

const PERSON_ID_PATTERN = /^per_[A-Za-z0-9]{16}$/;
export const personIdSchema = z.string().regex(PERSON_ID_PATTERN);

export function newPersonId(): string {
  return `per_${randomAlphanumeric(16)}`;
}

/** Whether it is a person's id, and not an operator's name. */
export function isPersonId(text: string): boolean {
  return /^per_[A-Za-z0-9]{16}$/.test(text);
}

/** RFC 5321 allows no longer one. */
const MAX_ADDRESS_CHARACTERS = 254;

/** An address as stored and compared: in lower case, which no common provider distinguishes. */
export const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(MAX_ADDRESS_CHARACTERS)
  .pipe(z.email({ error: 'It must be an e-mail address.' }));

/** Members read, upload and correct rows; owners also manage keys, the cap and members. */
export const MEMBER_ROLES = ['owner', 'member'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** The notices an owner can receive; each is independent. */
export const NOTICE_KINDS = [
  'tokens',
  'cap',
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
  /** The accounts that they belong to or are invited to, in the order of invitation; the row in the account says which. */
  readonly accountIds: readonly string[];
  /** Since when mail to the address bounces; null if it does not (hear-bounce.ts). */
  readonly undeliverableSinceMs: number | null;
}

/** A person in one account: a member, or invited to become one. */
export interface Member {
  readonly accountId: string;
  readonly personId: string;
  readonly email: string;
  readonly role: MemberRole;
  readonly notices: readonly NoticeKind[];
  readonly invitedAtMs: number;
  /** When they accepted the invitation; null while they are only invited. */
  readonly acceptedAtMs: number | null;
  /** Null if they never signed in to the account. */
  readonly signedInAtMs: number | null;
}

/** Whether they may receive notices: an owner who accepted and has signed in. */
export function isWrittenTo({ role, acceptedAtMs, signedInAtMs }: Member): boolean {
  return role === 'owner' && acceptedAtMs !== null && signedInAtMs !== null;
}

export function isMember({ acceptedAtMs }: Pick<Member, 'acceptedAtMs'>): boolean {
  return acceptedAtMs !== null;
}
