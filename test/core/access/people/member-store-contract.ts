/**
 * The contract of every store of members. It runs against DynamoDB and against the in-memory store on which the rules
 * are tested.
 */
import { describe, expect, test } from 'vitest';
import type { MemberStore } from '../../../../core/access/people/people-store.ts';
import { newPersonId, type Member, type Person } from '../../../../core/access/people/person.ts';
import type { AuditLine } from '../../../../core/billing/accounts/audit-line.ts';
import { NOON_MS } from '../../../support/fixtures/callers.ts';

export interface OpenedMembers {
  readonly store: MemberStore;
  readonly accountId: string;
  /** The lines of the account's members, in any order. */
  readonly linesOf: (accountId: string) => Promise<readonly string[]>;
}

const audit = (what: AuditLine['what']): AuditLine => ({ who: 'test', what, details: {}, atMs: NOON_MS });

export function memberStoreContract(open: () => Promise<OpenedMembers>): void {
  const added = async () => {
    const { store, accountId, linesOf } = await open();
    const personId = newPersonId();
    const email = `${personId.slice(4).toLowerCase()}@contract.example`;
    const person: Person = { personId, email, accountIds: [accountId], undeliverableSinceMs: null };
    const member: Member = {
      ...{ accountId, personId, email, role: 'member', notices: [] },
      ...{ invitedAtMs: NOON_MS, acceptedAtMs: null, signedInAtMs: null },
    };
    const revision = async () => (await store.readMembers(accountId))?.account.revision ?? 0;
    const before = await revision();
    expect(await store.addMember({ person, personRevision: 0, member }, before, audit('member.invited'))).toBe(true);
    return { store, accountId, person, member, before, revision, lines: async () => linesOf(accountId) };
  };

  describe('a store of members', () => {
    test('writes person, membership and audit line together, and counts the account’s revision', async () => {
      const { store, accountId, person, member, before, revision, lines } = await added();
      expect(await store.findPerson(person.email)).toEqual({ value: person, revision: 1 });
      expect(await store.readPerson(person.personId)).toEqual({ value: person, revision: 1 });
      expect(await store.readMembers(accountId)).toMatchObject({ members: [], invited: [member] });
      expect(await revision()).toBe(before + 1);
      expect(await lines()).toEqual(['member.invited']);
    });

    test('writes nothing on an account that has changed since it was read', async () => {
      const { store, accountId, person, member, before, lines } = await added();
      const accepted = { ...member, acceptedAtMs: NOON_MS };
      const gone = { person: { ...person, accountIds: [] }, personRevision: 1, member };
      expect(await store.changeMember({ ...member, role: 'owner' }, before, audit('member.role_set'))).toBe(false);
      expect(await store.acceptMember(accepted, before, audit('member.accepted'))).toBe(false);
      expect(await store.removeMember(gone, before, audit('member.removed'))).toBe(false);
      expect((await store.readMembers(accountId))?.invited).toEqual([member]);
      expect(await lines()).toEqual(['member.invited']);
    });

    test('writes nothing for a person who has changed since, and no second person of an address', async () => {
      const { store, accountId, person, member, revision } = await added();
      const stale = { person, personRevision: 2, member };
      expect(await store.removeMember(stale, await revision(), audit('member.removed'))).toBe(false);
      const twin = { ...person, personId: newPersonId() };
      const second = { person: twin, personRevision: 0, member: { ...member, personId: twin.personId } };
      expect(await store.addMember(second, await revision(), audit('member.invited'))).toBe(false);
      expect((await store.readMembers(accountId))?.invited).toEqual([member]);
    });

    test('changes role and notices by one write, and the times of an acceptance by another', async () => {
      const { store, accountId, member, revision, lines } = await added();
      const accepted = { ...member, acceptedAtMs: NOON_MS + 1, signedInAtMs: NOON_MS + 2 };
      const owner = { ...member, role: 'owner', notices: ['cap'] } as const;
      expect(await store.acceptMember({ ...accepted, role: 'owner' }, await revision(), audit('member.accepted'))).toBe(
        true,
      );
      expect(await store.changeMember(owner, await revision(), audit('member.role_set'))).toBe(true);
      const { acceptedAtMs, signedInAtMs } = accepted;
      expect((await store.readMembers(accountId))?.members).toEqual([{ ...owner, acceptedAtMs, signedInAtMs }]);
      expect((await lines()).toSorted()).toEqual(['member.accepted', 'member.invited', 'member.role_set']);
    });

    test('changes no member that was removed, and finds nobody who was deleted', async () => {
      const { store, accountId, person, member, revision } = await added();
      const gone = { person: { ...person, accountIds: [] }, personRevision: 1, member };
      expect(await store.removeMember(gone, await revision(), audit('member.removed'))).toBe(true);
      expect(await store.removeMember({ ...gone, personRevision: 2 }, await revision(), audit('member.removed'))).toBe(
        false,
      );
      expect(await store.changeMember(member, await revision(), audit('member.role_set'))).toBe(false);
      expect(await store.readMembers(accountId)).toMatchObject({ members: [], invited: [] });
      expect((await store.readPerson(person.personId))?.value.accountIds).toEqual([]);
      await store.deletePerson(person);
      expect(await store.findPerson(person.email)).toBeUndefined();
      expect(await store.readPerson(person.personId)).toBeUndefined();
    });
  });
}
