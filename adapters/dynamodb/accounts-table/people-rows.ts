/** Maps rows of people in the Accounts table to and from the core's types. */
import * as z from 'zod/mini';
import type { StoredLink, StoredSession } from '../../../core/access/people/people-store.ts';
import { MEMBER_ROLES, NOTICE_KINDS, type Member, type Person } from '../../../core/access/people/person.ts';
import { SESSION_MS } from '../../../core/access/people/session.ts';
import { linkKey, memberKey, personKey, sessionKey } from './account-keys.ts';
import type { Row } from '../client/row-key.ts';

const personRowSchema = z.object({
  person_id: z.string(),
  email: z.string(),
  account_ids: z.array(z.string()),
  undeliverable_since_ms: z.nullable(z.number()),
});

/** @throws when the row is not a person's */
export function readPersonRow(row: Row): Person {
  const { person_id, email, account_ids, undeliverable_since_ms } = personRowSchema.parse(row);
  return {
    personId: person_id,
    email,
    accountIds: account_ids,
    undeliverableSinceMs: undeliverable_since_ms,
  };
}

export function writePersonRow(person: Person): Row {
  return {
    ...personKey(person.personId),
    person_id: person.personId,
    email: person.email,
    account_ids: person.accountIds,
    undeliverable_since_ms: person.undeliverableSinceMs,
  };
}

const memberRowSchema = z.object({
  account_id: z.string(),
  person_id: z.string(),
  email: z.string(),
  role: z.enum(MEMBER_ROLES),
  notices: z.array(z.enum(NOTICE_KINDS)),
  invited_at_ms: z.number(),
  accepted_at_ms: z.optional(z.number()),
  signed_in_at_ms: z.nullable(z.number()),
});

/** @throws when the row is not a member's */
export function readMemberRow(row: Row): Member {
  const stored = memberRowSchema.parse(row);
  return {
    accountId: stored.account_id,
    personId: stored.person_id,
    email: stored.email,
    role: stored.role,
    notices: stored.notices,
    invitedAtMs: stored.invited_at_ms,
    // Before invitations had to be accepted, signing in to the account meant joining it.
    acceptedAtMs: stored.accepted_at_ms ?? stored.signed_in_at_ms,
    signedInAtMs: stored.signed_in_at_ms,
  };
}

export function writeMemberRow(member: Member): Row {
  return {
    ...memberKey(member.accountId, member.personId),
    account_id: member.accountId,
    person_id: member.personId,
    email: member.email,
    role: member.role,
    notices: member.notices,
    invited_at_ms: member.invitedAtMs,
    ...(member.acceptedAtMs !== null && { accepted_at_ms: member.acceptedAtMs }),
    signed_in_at_ms: member.signedInAtMs,
  };
}

const sessionRowSchema = z.object({
  person_id: z.string(),
  secret_sha256: z.string(),
  created_at_ms: z.number(),
  used_at_ms: z.number(),
});

/** @throws when the row is not a session's */
export function readSessionRow(row: Row): StoredSession {
  const { person_id, secret_sha256, created_at_ms, used_at_ms } = sessionRowSchema.parse(row);
  return { personId: person_id, secretSha256: secret_sha256, createdAtMs: created_at_ms, usedAtMs: used_at_ms };
}

export function writeSessionRow(session: StoredSession): Row {
  return {
    ...sessionKey(session.personId, session.secretSha256),
    person_id: session.personId,
    secret_sha256: session.secretSha256,
    created_at_ms: session.createdAtMs,
    used_at_ms: session.usedAtMs,
    expires_at: Math.ceil((session.createdAtMs + SESSION_MS) / 1000),
  };
}

export function writeLinkRow(link: StoredLink): Row {
  return {
    ...linkKey(link.personId, link.tokenSha256),
    browser_sha256: link.browserSha256,
    valid_until_ms: link.validUntilMs,
    expires_at: Math.ceil(link.validUntilMs / 1000),
  };
}
