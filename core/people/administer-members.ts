/**
 * Who belongs to an account: invited, changed and removed by an operator or an owner. Decides what follows from what; the store writes each
 * change with its audit line, which names people by their ids alone. The last owner of an account that is not closed stays.
 */
import type { AuditLine } from '../accounts/audit-line.ts';
import type { Versioned } from '../administration/administration-store.ts';
import { decideAgain } from '../administration/decide-again.ts';
import { fail, succeed, type Result } from '../result.ts';
import type { AccountMembers, PeopleStore } from './people-store.ts';
import { newPersonId, type Member, type MemberRole, type NoticeKind, type Person } from './person.ts';

export type MemberRefusal =
  | { readonly kind: 'unknown_account' }
  | { readonly kind: 'unknown_member' }
  | { readonly kind: 'already_member' }
  | { readonly kind: 'too_many_members'; readonly most: number }
  /** Without one there would be no person who may make and revoke its keys. */
  | { readonly kind: 'last_owner'; readonly accountId: string }
  | { readonly kind: 'changed_meanwhile' };

/** Who makes a change, for the audit trail: an operator's name, or the id of a person. */
export interface Actor {
  readonly who: string;
}

/** Each change reads them all. */
const MAX_MEMBERS = 50;

/**
 * Who is a member already is refused, unless mail to them comes back: then they are written to again.
 * @param wanted.email as `emailSchema` gives it
 */
export async function inviteMember(
  store: PeopleStore,
  wanted: { readonly accountId: string; readonly email: string; readonly role: MemberRole },
  { who }: Actor,
  nowMs: number,
): Promise<Result<Member, MemberRefusal>> {
  const { accountId, email, role } = wanted;
  return decideAgain<Member, MemberRefusal>(async () => {
    const [found, known] = await Promise.all([store.readMembers(accountId), store.findPerson(email)]);
    if (found === undefined) return fail({ kind: 'unknown_account' });
    const member = found.members.find((one) => one.email === email);
    if (member !== undefined) {
      if (known === undefined || known.value.undeliverableSinceMs === null) return fail({ kind: 'already_member' });
      return (await store.markUndeliverable(known.value, known.revision, null)) ? succeed(member) : undefined;
    }
    if (found.members.length >= MAX_MEMBERS) return fail({ kind: 'too_many_members', most: MAX_MEMBERS });
    const personId = known?.value.personId ?? newPersonId();
    const accountIds = [...(known?.value.accountIds ?? []), accountId];
    const person: Person = { personId, email, accountIds, undeliverableSinceMs: null };
    const notices: readonly NoticeKind[] = role === 'owner' ? ['tokens', 'cap', 'new_key'] : [];
    const invited: Member = { accountId, personId, email, role, notices, invitedAtMs: nowMs, signedInAtMs: null };
    const audit = line(who, 'member.invited', invited, { role }, nowMs);
    const change = { person, personRevision: known?.revision ?? 0, member: invited };
    return (await store.addMember(change, found.account.revision, audit)) ? succeed(invited) : undefined;
  });
}

export async function setMemberRole(
  store: PeopleStore,
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
  /** Since when mail to them comes back; null: it does not. */
  readonly undeliverableSinceMs: number | null;
}

/** The account's members, in the order of invitation, with whether they can be written to. Undefined: there is no such account. */
export async function listMembers(
  store: PeopleStore,
  accountId: string,
): Promise<readonly ReachedMember[] | undefined> {
  const found = await store.readMembers(accountId);
  if (found === undefined) return undefined;
  return Promise.all(
    found.members.map(async (member) => {
      const person = await store.readPerson(member.personId);
      return { member, undeliverableSinceMs: person?.value.undeliverableSinceMs ?? null };
    }),
  );
}

/** What the member is written to about: their own choice. */
export async function setNotices(
  store: PeopleStore,
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
 * From the next request on the person is no member, and the assistants that they let in are out; their sessions end, in other accounts too: they sign
 * in again there. Done again for somebody who is no member, it ends what a removal that was killed left.
 */
export async function removeMember(
  store: PeopleStore,
  { accountId, personId }: Pick<Member, 'accountId' | 'personId'>,
  { who }: Actor,
  nowMs: number,
): Promise<Result<Member, MemberRefusal>> {
  const removed = await changeMember(store, { accountId, personId }, async (found, member) => {
    if (isLastOwner(found, member)) return fail({ kind: 'last_owner', accountId });
    const person = await store.readPerson(personId);
    if (person === undefined) return fail({ kind: 'unknown_member' });
    const audit = line(who, 'member.removed', member, { role: member.role }, nowMs);
    const change = { person: without(person, accountId), personRevision: person.revision, member };
    return (await store.removeMember(change, found.account.revision, audit)) ? succeed(member) : undefined;
  });
  if (!removed.ok && removed.reason.kind !== 'unknown_member') return removed;
  const because = 'member removed';
  await store.endSignIns({ accountId, personId }, (clientId) => revokedLine(who, clientId, because, nowMs), nowMs);
  if (removed.ok) await store.endSessions(personId);
  return removed;
}

/**
 * Removes the person from every account, and then everything that is kept of them. Refused as a whole while an account would lose its last owner.
 * @returns the accounts that they belonged to
 */
export async function erasePerson(
  store: PeopleStore,
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

/** Reads, decides and writes; decides again from what is stored when another writer was faster (`decide` answers undefined then). */
async function changeMember(
  store: PeopleStore,
  { accountId, personId }: MemberKey,
  decide: (found: AccountMembers, member: Member) => Promise<Result<Member, MemberRefusal> | undefined>,
): Promise<Result<Member, MemberRefusal>> {
  return decideAgain<Member, MemberRefusal>(async () => {
    const found = await store.readMembers(accountId);
    if (found === undefined) return fail({ kind: 'unknown_account' });
    const member = found.members.find((one) => one.personId === personId);
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
  if (member.role !== 'owner' || account.value.status === 'closed') return false;
  return members.filter(({ role }) => role === 'owner').length === 1;
}

function without({ value }: Versioned<Person>, accountId: string): Person {
  return { ...value, accountIds: value.accountIds.filter((id) => id !== accountId) };
}

function line(who: string, what: string, member: Member, details: AuditLine['details'], atMs: number): AuditLine {
  return { who, what, details: { person_id: member.personId, ...details }, atMs };
}
