/**
 * Invites, changes and removes the members of an account, for operators and owners; an invited person becomes a member
 * by accepting. No change affects anything outside the account, because an owner may name any address and must not be
 * able to sign out or read strangers. The store writes each change with its audit line, which names people only by id.
 * The last owner of an account that is not closed cannot be removed (docs/decisions/0120-sign-in-by-links.md).
 */
import type { AuditLine } from '../../billing/accounts/audit-line.ts';
import type { Versioned } from '../administration/administration-store.ts';
import { decideAgain } from '../../decide-again.ts';
import { fail, succeed, type Result } from '../../result.ts';
import type { AccountMembers, MemberStore } from './people-store.ts';
import { isMember, newPersonId, type Member, type MemberRole, type NoticeKind, type Person } from './person.ts';

export type MemberRefusal =
  | { readonly kind: 'unknown_account' }
  | { readonly kind: 'unknown_member' }
  | { readonly kind: 'already_member' }
  /** The person is invited with another role, which must be changed instead. */
  | { readonly kind: 'already_invited' }
  /** The person is a member of, or invited to, too many accounts. */
  | { readonly kind: 'too_many_accounts' }
  | { readonly kind: 'too_many_members'; readonly most: number }
  /** Without an owner, no member could create and revoke the account's keys. */
  | { readonly kind: 'last_owner'; readonly accountId: string }
  | { readonly kind: 'changed_meanwhile' };

/** The actor of a change in the audit trail: an operator's name or a person's id. */
interface Actor {
  readonly who: string;
}

/** Limited because each change reads all members. */
const MAX_MEMBERS = 50;
/** Limited because signing in reads all accounts of the person. */
const MAX_ACCOUNTS = 100;

/**
 * The person sees the invitation when they sign in. A second invitation with the same role changes nothing, but may
 * send another email.
 * @param wanted.email normalized by `emailSchema`
 */
export async function inviteMember(
  store: MemberStore,
  wanted: { readonly accountId: string; readonly email: string; readonly role: MemberRole },
  { who }: Actor,
  nowMs: number,
): Promise<Result<Member, MemberRefusal>> {
  const { accountId, email, role } = wanted;
  return decideAgain<Member, MemberRefusal>(async () => {
    const [found, known] = await Promise.all([store.readMembers(accountId), store.findPerson(email)]);
    if (found === undefined) return fail({ kind: 'unknown_account' });
    if (found.members.some((one) => one.email === email)) return fail({ kind: 'already_member' });
    const before = found.invited.find((one) => one.email === email);
    if (before !== undefined) return before.role === role ? succeed(before) : fail({ kind: 'already_invited' });
    if (found.members.length + found.invited.length >= MAX_MEMBERS)
      return fail({ kind: 'too_many_members', most: MAX_MEMBERS });
    const person = invitedPerson(known?.value, email, accountId);
    if (person.accountIds.length > MAX_ACCOUNTS) return fail({ kind: 'too_many_accounts' });
    const { personId } = person;
    const notices: readonly NoticeKind[] = role === 'owner' ? ['tokens', 'cap', 'budget', 'new_key', 'payment'] : [];
    const state = { notices, invitedAtMs: nowMs, acceptedAtMs: null, signedInAtMs: null };
    const invited: Member = { accountId, personId, email, role, ...state };
    const audit = line(who, 'member.invited', invited, { role }, nowMs);
    const change = { person, personRevision: known?.revision ?? 0, member: invited };
    return (await store.addMember(change, found.account.revision, audit)) ? succeed(invited) : undefined;
  });
}

function invitedPerson(known: Person | undefined, email: string, accountId: string): Person {
  const person = known ?? { personId: newPersonId(), email, accountIds: [], undeliverableSinceMs: null };
  return { ...person, accountIds: [...person.accountIds, accountId] };
}

type InvitationRefusal = { readonly kind: 'no_such_invitation' } | { readonly kind: 'changed_meanwhile' };

/**
 * Accepts an invitation on behalf of the signed-in person. Safe to repeat.
 * @param signedInAtMs null for a person who becomes a member without signing in
 */
export async function acceptInvitation(
  store: MemberStore,
  { accountId, personId }: MemberKey,
  nowMs: number,
  signedInAtMs: number | null = nowMs,
): Promise<Result<Member, InvitationRefusal>> {
  return decideAgain<Member, InvitationRefusal>(async () => {
    const found = await store.readMembers(accountId);
    const member = found?.members.find((one) => one.personId === personId);
    if (member !== undefined) return succeed(member);
    const invited = found?.invited.find((one) => one.personId === personId);
    if (found === undefined || invited === undefined) return fail({ kind: 'no_such_invitation' });
    const accepted = { ...invited, acceptedAtMs: nowMs, signedInAtMs };
    const audit = line(personId, 'member.accepted', accepted, { role: accepted.role }, nowMs);
    return (await store.acceptMember(accepted, found.account.revision, audit)) ? succeed(accepted) : undefined;
  });
}

/** Declines an invitation on behalf of the invited person. A membership stays. */
export async function declineInvitation(
  store: MemberStore,
  key: MemberKey,
  nowMs: number,
): Promise<Result<Member, MemberRefusal>> {
  return changeMember(store, key, async (found, member) => {
    if (isMember(member)) return fail({ kind: 'unknown_member' });
    return takeOut(store, { found, member, who: key.personId, what: 'member.declined' }, nowMs);
  });
}

export async function setMemberRole(
  store: MemberStore,
  { accountId, personId }: Pick<Member, 'accountId' | 'personId'>,
  role: MemberRole,
  { who }: Actor,
  nowMs: number,
): Promise<Result<Member, MemberRefusal>> {
  return changeMember(store, { accountId, personId }, async (found, member) => {
    if (member.role === role) return succeed(member);
    if (role !== 'owner' && isLastOwner(found, member)) return fail({ kind: 'last_owner', accountId });
    const changed = { ...member, role };
    const audit = line(who, 'member.role_set', member, { role_before: member.role, role_after: role }, nowMs);
    return (await store.changeMember(changed, found.account.revision, audit)) ? succeed(changed) : undefined;
  });
}

export interface ReachedMember {
  readonly member: Member;
  /** The time of the first bounce; null if email reaches them. */
  readonly undeliverableSinceMs: number | null;
}

/**
 * Returns the members, then the invited people, each in the order of invitation. Returns undefined if the account does
 * not exist.
 */
export async function listMembers(
  store: MemberStore,
  accountId: string,
): Promise<readonly ReachedMember[] | undefined> {
  const found = await store.readMembers(accountId);
  if (found === undefined) return undefined;
  return Promise.all(
    [...found.members, ...found.invited].map(async (member) => {
      const person = await store.readPerson(member.personId);
      return { member, undeliverableSinceMs: person?.value.undeliverableSinceMs ?? null };
    }),
  );
}

/** Stores the notices that the member chose. */
export async function setNotices(
  store: MemberStore,
  { accountId, personId }: Pick<Member, 'accountId' | 'personId'>,
  notices: readonly NoticeKind[],
  { who }: Actor,
  nowMs: number,
): Promise<Result<Member, MemberRefusal>> {
  return changeMember(store, { accountId, personId }, async (found, member) => {
    const changed = { ...member, notices };
    const audit = line(who, 'member.notices_set', member, { notices: notices.join(' ') }, nowMs);
    return (await store.changeMember(changed, found.account.revision, audit)) ? succeed(changed) : undefined;
  });
}

/**
 * Ends the membership from the next request on, with the assistant sign-ins of the person in this account, or withdraws
 * the invitation. Other accounts, sessions and links belong to the person and stay. Repeated for a person who is not a
 * member, it completes a removal that was killed.
 */
export async function removeMember(
  store: MemberStore,
  { accountId, personId }: MemberKey,
  { who }: Actor,
  nowMs: number,
): Promise<Result<Member, MemberRefusal>> {
  const removed = await changeMember(store, { accountId, personId }, async (found, member) => {
    if (isLastOwner(found, member)) return fail({ kind: 'last_owner', accountId });
    const what = isMember(member) ? 'member.removed' : 'member.invitation_withdrawn';
    return takeOut(store, { found, member, who, what }, nowMs);
  });
  if (!removed.ok && removed.reason.kind !== 'unknown_member') return removed;
  const because = 'member removed';
  await store.endSignIns({ accountId, personId }, (clientId) => revokedLine(who, clientId, because, nowMs), nowMs);
  return removed;
}

/** Removes the row from the account and the account from the person. Returns undefined if another writer was faster. */
async function takeOut(
  store: MemberStore,
  taken: {
    readonly found: AccountMembers;
    readonly member: Member;
    readonly who: string;
    readonly what: AuditLine['what'];
  },
  nowMs: number,
): Promise<Result<Member, MemberRefusal> | undefined> {
  const { found, member, who, what } = taken;
  const person = await store.readPerson(member.personId);
  if (person === undefined) return fail({ kind: 'unknown_member' });
  const audit = line(who, what, member, { role: member.role }, nowMs);
  const change = { person: without(person, member.accountId), personRevision: person.revision, member };
  return (await store.removeMember(change, found.account.revision, audit)) ? succeed(member) : undefined;
}

/**
 * Removes the person from every account and then deletes everything stored about them. Refuses entirely if an account
 * would lose its last owner.
 * @returns the accounts of the person
 */
export async function erasePerson(
  store: MemberStore,
  email: string,
  actor: Actor,
  nowMs: number,
): Promise<Result<readonly string[], MemberRefusal>> {
  const found = await store.findPerson(email);
  if (found === undefined) return fail({ kind: 'unknown_member' });
  const { personId, accountIds } = found.value;
  for (const accountId of accountIds) {
    const account = await store.readMembers(accountId);
    const member = account?.members.find((one) => one.personId === personId);
    if (account !== undefined && member !== undefined && isLastOwner(account, member))
      return fail({ kind: 'last_owner', accountId });
  }
  for (const accountId of accountIds) {
    const removed = await removeMember(store, { accountId, personId }, actor, nowMs);
    if (!removed.ok && removed.reason.kind !== 'unknown_member') return removed;
  }
  await store.deletePerson(found.value);
  return succeed(accountIds);
}

type MemberKey = Pick<Member, 'accountId' | 'personId'>;

/** Reads, decides and writes; starts again if another writer was faster (`decide` then returns undefined). */
async function changeMember(
  store: MemberStore,
  { accountId, personId }: MemberKey,
  decide: (found: AccountMembers, member: Member) => Promise<Result<Member, MemberRefusal> | undefined>,
): Promise<Result<Member, MemberRefusal>> {
  return decideAgain<Member, MemberRefusal>(async () => {
    const found = await store.readMembers(accountId);
    if (found === undefined) return fail({ kind: 'unknown_account' });
    const member = [...found.members, ...found.invited].find((one) => one.personId === personId);
    return member === undefined ? fail({ kind: 'unknown_member' }) : decide(found, member);
  });
}

function revokedLine(who: string, clientId: string, because: string, atMs: number): AuditLine {
  return {
    who,
    what: 'client.revoked',
    details: { client_id: clientId, revoked_before: false, revoked_after: true, because },
    atMs,
  };
}

function isLastOwner({ account, members }: AccountMembers, member: Member): boolean {
  if (member.role !== 'owner' || !isMember(member) || account.value.status === 'closed') return false;
  return members.filter(({ role }) => role === 'owner').length === 1;
}

function without({ value }: Versioned<Person>, accountId: string): Person {
  return { ...value, accountIds: value.accountIds.filter((id) => id !== accountId) };
}

function line(
  who: string,
  what: AuditLine['what'],
  member: Member,
  details: AuditLine['details'],
  atMs: number,
): AuditLine {
  return { who, what, details: { person_id: member.personId, ...details }, atMs };
}
