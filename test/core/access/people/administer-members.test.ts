import { describe, expect, test } from 'vitest';
import {
  acceptInvitation,
  declineInvitation,
  erasePerson,
  inviteMember,
  listMembers,
  removeMember,
  setMemberRole,
  setNotices,
} from '../../../../core/access/people/administer-members.ts';
import { newPersonId, type Member, type MemberRole } from '../../../../core/access/people/person.ts';
import { newAccountId } from '../../../../core/identifiers.ts';
import { callerIn, NOON_MS } from '../../../support/fixtures/callers.ts';
import { valueOf } from '../../../support/fixtures/value-of.ts';
import { MemoryMembers } from '../../../support/stores/memory-members.ts';

const OPERATOR = { who: 'test' };

function newAccount(store: MemoryMembers): string {
  const accountId = newAccountId();
  store.putAccount({ ...callerIn().account, accountId });
  return accountId;
}

function opened() {
  const store = new MemoryMembers();
  return { store, accountId: newAccount(store) };
}

async function invite(store: MemoryMembers, accountId: string, email: string, role: MemberRole = 'member') {
  return inviteMember(store, { accountId, email, role }, OPERATOR, NOON_MS);
}

async function join(store: MemoryMembers, accountId: string, email: string, role: MemberRole = 'owner') {
  return valueOf(await acceptInvitation(store, valueOf(await invite(store, accountId, email, role)), NOON_MS));
}

const refused = (reason: object) => ({ ok: false, reason });
const namesOf = (members: readonly Pick<Member, 'email'>[] | undefined) => members?.map(({ email }) => email);

describe('an invitation', () => {
  test('makes nobody a member before they accept it', async () => {
    const { store, accountId } = opened();
    const invited = valueOf(await invite(store, accountId, 'a@b.example'));
    expect(invited).toMatchObject({ role: 'member', invitedAtMs: NOON_MS, acceptedAtMs: null, signedInAtMs: null });
    expect(await store.readMembers(accountId)).toMatchObject({ members: [], invited: [invited] });
  });

  test('sends an owner the notices about money and keys, a member none', async () => {
    const { store, accountId } = opened();
    expect(valueOf(await invite(store, accountId, 'owner@b.example', 'owner')).notices).toEqual([
      'tokens',
      'cap',
      'budget',
      'new_key',
      'payment',
    ]);
    expect(valueOf(await invite(store, accountId, 'member@b.example')).notices).toEqual([]);
  });

  test('that is repeated changes nothing; with another role it is refused', async () => {
    const { store, accountId } = opened();
    const first = valueOf(await invite(store, accountId, 'a@b.example'));
    expect(valueOf(await inviteMember(store, first, OPERATOR, NOON_MS + 1))).toEqual(first);
    expect(await invite(store, accountId, 'a@b.example', 'owner')).toEqual(refused({ kind: 'already_invited' }));
    expect(store.linesOf(accountId)).toHaveLength(1);
  });

  test('is refused for a member, and to an account that does not exist', async () => {
    const { store, accountId } = opened();
    await join(store, accountId, 'a@b.example');
    expect(await invite(store, accountId, 'a@b.example')).toEqual(refused({ kind: 'already_member' }));
    expect(await invite(store, newAccountId(), 'a@b.example')).toEqual(refused({ kind: 'unknown_account' }));
  });

  test('of one person to several accounts adds to the accounts of that person', async () => {
    const { store, accountId } = opened();
    const second = newAccount(store);
    const member = await join(store, accountId, 'a@b.example');
    expect((await join(store, second, 'a@b.example')).personId).toBe(member.personId);
    expect((await store.findPerson('a@b.example'))?.value.accountIds).toEqual([accountId, second]);
  });

  test('to the 51st place of an account is refused, invited people counted', async () => {
    const { store, accountId } = opened();
    await join(store, accountId, 'owner@b.example');
    for (let place = 1; place < 50; place += 1) valueOf(await invite(store, accountId, `m${place}@b.example`));
    expect(await invite(store, accountId, 'm50@b.example')).toEqual(refused({ kind: 'too_many_members', most: 50 }));
  });

  test('to the 101st account of a person is refused', async () => {
    const { store, accountId } = opened();
    const accountIds = Array.from({ length: 99 }, () => newAccountId());
    store.putPerson({ personId: newPersonId(), email: 'a@b.example', accountIds, undeliverableSinceMs: null });
    valueOf(await invite(store, accountId, 'a@b.example'));
    expect(await invite(store, newAccount(store), 'a@b.example')).toEqual(refused({ kind: 'too_many_accounts' }));
  });

  test('is accepted once, with the time of the sign-in, and repeating it changes nothing', async () => {
    const { store, accountId } = opened();
    const invited = valueOf(await invite(store, accountId, 'a@b.example'));
    const accepted = { ...invited, acceptedAtMs: NOON_MS + 1, signedInAtMs: NOON_MS + 1 };
    expect(valueOf(await acceptInvitation(store, invited, NOON_MS + 1))).toEqual(accepted);
    expect(valueOf(await acceptInvitation(store, invited, NOON_MS + 2))).toEqual(accepted);
    expect(store.linesOf(accountId).map(({ what }) => what)).toEqual(['member.invited', 'member.accepted']);
  });

  test('can be accepted without a sign-in, and only by the invited person', async () => {
    const { store, accountId } = opened();
    const invited = valueOf(await invite(store, accountId, 'a@b.example'));
    const stranger = { accountId, personId: newPersonId() };
    expect(await acceptInvitation(store, stranger, NOON_MS)).toEqual(refused({ kind: 'no_such_invitation' }));
    expect(valueOf(await acceptInvitation(store, invited, NOON_MS, null)).signedInAtMs).toBeNull();
  });

  test('is declined by leaving no trace but the audit line; a membership stays', async () => {
    const { store, accountId } = opened();
    const invited = valueOf(await invite(store, accountId, 'a@b.example'));
    const member = await join(store, accountId, 'member@b.example');
    expect(valueOf(await declineInvitation(store, invited, NOON_MS))).toEqual(invited);
    expect(await declineInvitation(store, member, NOON_MS)).toEqual(refused({ kind: 'unknown_member' }));
    expect(namesOf((await store.readMembers(accountId))?.invited)).toEqual([]);
    expect((await store.findPerson('a@b.example'))?.value.accountIds).toEqual([]);
    expect(store.linesOf(accountId).at(-1)).toMatchObject({ who: invited.personId, what: 'member.declined' });
  });
});

describe('the last owner', () => {
  test('is not removed, demoted or erased', async () => {
    const { store, accountId } = opened();
    const owner = await join(store, accountId, 'owner@b.example');
    await join(store, accountId, 'member@b.example', 'member');
    const reason = refused({ kind: 'last_owner', accountId });
    expect(await removeMember(store, owner, OPERATOR, NOON_MS)).toEqual(reason);
    expect(await setMemberRole(store, owner, 'member', OPERATOR, NOON_MS)).toEqual(reason);
    expect(await erasePerson(store, owner.email, OPERATOR, NOON_MS)).toEqual(reason);
    expect(valueOf(await setMemberRole(store, owner, 'owner', OPERATOR, NOON_MS))).toEqual(owner);
  });

  test('is not replaced by an owner who is only invited', async () => {
    const { store, accountId } = opened();
    const owner = await join(store, accountId, 'owner@b.example');
    const invited = valueOf(await invite(store, accountId, 'next@b.example', 'owner'));
    expect(await removeMember(store, owner, OPERATOR, NOON_MS)).toEqual(refused({ kind: 'last_owner', accountId }));
    valueOf(await acceptInvitation(store, invited, NOON_MS));
    expect(valueOf(await removeMember(store, owner, OPERATOR, NOON_MS))).toEqual(owner);
  });

  test('of a closed account may go, and so may an invited owner of an open one', async () => {
    const { store, accountId } = opened();
    const owner = await join(store, accountId, 'owner@b.example');
    const invited = valueOf(await invite(store, accountId, 'next@b.example', 'owner'));
    expect(valueOf(await removeMember(store, invited, OPERATOR, NOON_MS))).toEqual(invited);
    store.putAccount({ ...callerIn().account, accountId, status: 'closed' });
    expect(valueOf(await removeMember(store, owner, OPERATOR, NOON_MS))).toEqual(owner);
  });
});

describe('a removal', () => {
  test('ends the person’s sign-ins in this account alone, each with its line', async () => {
    const { store, accountId } = opened();
    const second = newAccount(store);
    await join(store, accountId, 'owner@b.example');
    await join(store, second, 'owner@b.example');
    const member = await join(store, accountId, 'a@b.example', 'member');
    const elsewhere = await join(store, second, 'a@b.example', 'member');
    store.putSignIn('cli_here', member);
    store.putSignIn('cli_elsewhere', elsewhere);
    valueOf(await removeMember(store, member, { who: 'per_owner' }, NOON_MS));
    expect(store.signIns).toEqual(['cli_elsewhere']);
    expect(store.linesOf(accountId).slice(-2)).toEqual([
      {
        who: 'per_owner',
        what: 'member.removed',
        details: { person_id: member.personId, role: 'member' },
        atMs: NOON_MS,
      },
      {
        who: 'per_owner',
        what: 'client.revoked',
        details: { client_id: 'cli_here', revoked_before: false, revoked_after: true, because: 'member removed' },
        atMs: NOON_MS,
      },
    ]);
    expect((await store.readPerson(member.personId))?.value.accountIds).toEqual([second]);
  });

  test('that was killed after the membership is completed by a repeat', async () => {
    const { store, accountId } = opened();
    const member = await join(store, accountId, 'a@b.example', 'member');
    valueOf(await removeMember(store, member, OPERATOR, NOON_MS));
    store.putSignIn('cli_left', member);
    expect(await removeMember(store, member, OPERATOR, NOON_MS)).toEqual(refused({ kind: 'unknown_member' }));
    expect(store.signIns).toEqual([]);
  });

  test('of an invitation is a withdrawal in the audit trail', async () => {
    const { store, accountId } = opened();
    const invited = valueOf(await invite(store, accountId, 'a@b.example'));
    valueOf(await removeMember(store, invited, OPERATOR, NOON_MS));
    expect(store.linesOf(accountId).at(-1)?.what).toBe('member.invitation_withdrawn');
  });

  test('that is refused ends no sign-in', async () => {
    const { store, accountId } = opened();
    const owner = await join(store, accountId, 'owner@b.example');
    store.putSignIn('cli_owner', owner);
    await removeMember(store, owner, OPERATOR, NOON_MS);
    expect(store.signIns).toEqual(['cli_owner']);
  });
});

describe('an erasure', () => {
  test('removes the person from every account, then deletes them', async () => {
    const { store, accountId } = opened();
    const second = newAccount(store);
    await join(store, accountId, 'owner@b.example');
    const member = await join(store, accountId, 'a@b.example', 'member');
    await invite(store, second, 'a@b.example');
    expect(valueOf(await erasePerson(store, 'a@b.example', OPERATOR, NOON_MS))).toEqual([accountId, second]);
    expect(await store.readPerson(member.personId)).toBeUndefined();
    expect(namesOf((await store.readMembers(accountId))?.members)).toEqual(['owner@b.example']);
    expect((await store.readMembers(second))?.invited).toEqual([]);
  });

  test('changes nothing if one of the accounts would lose its last owner', async () => {
    const { store, accountId } = opened();
    const second = newAccount(store);
    await join(store, accountId, 'owner@b.example');
    await join(store, accountId, 'a@b.example', 'member');
    await join(store, second, 'a@b.example', 'owner');
    expect(await erasePerson(store, 'a@b.example', OPERATOR, NOON_MS)).toEqual(
      refused({ kind: 'last_owner', accountId: second }),
    );
    expect(namesOf((await store.readMembers(accountId))?.members)).toEqual(['owner@b.example', 'a@b.example']);
  });

  test('that was killed before its last step is completed by a repeat', async () => {
    const { store, accountId } = opened();
    await join(store, accountId, 'owner@b.example');
    const member = await join(store, accountId, 'a@b.example', 'member');
    const { deletePerson } = store;
    store.deletePerson = () => Promise.reject(new Error('killed'));
    await expect(erasePerson(store, 'a@b.example', OPERATOR, NOON_MS)).rejects.toThrow('killed');
    store.deletePerson = (person) => deletePerson.call(store, person);
    expect(valueOf(await erasePerson(store, 'a@b.example', OPERATOR, NOON_MS))).toEqual([]);
    expect(await store.readPerson(member.personId)).toBeUndefined();
  });

  test('of an unknown address is refused', async () => {
    const { store } = opened();
    expect(await erasePerson(store, 'nobody@b.example', OPERATOR, NOON_MS)).toEqual(
      refused({ kind: 'unknown_member' }),
    );
  });
});

describe('a change of a member', () => {
  test('is written with who made it, what was before and the person’s id, never the address', async () => {
    const { store, accountId } = opened();
    const member = await join(store, accountId, 'a@b.example', 'member');
    valueOf(await setMemberRole(store, member, 'owner', { who: 'per_owner' }, NOON_MS + 1));
    valueOf(await setNotices(store, member, ['cap', 'payment'], { who: member.personId }, NOON_MS + 2));
    const { personId } = member;
    expect(store.linesOf(accountId).slice(-2)).toEqual([
      {
        who: 'per_owner',
        what: 'member.role_set',
        details: { person_id: personId, role_before: 'member', role_after: 'owner' },
        atMs: NOON_MS + 1,
      },
      {
        who: personId,
        what: 'member.notices_set',
        details: { person_id: personId, notices: 'cap payment' },
        atMs: NOON_MS + 2,
      },
    ]);
    expect(JSON.stringify(store.linesOf(accountId))).not.toContain('a@b.example');
    expect((await store.readMembers(accountId))?.members).toMatchObject([
      { role: 'owner', notices: ['cap', 'payment'] },
    ]);
  });

  test('is decided again from what a faster writer left, and refused if it always loses', async () => {
    const { store, accountId } = opened();
    const owner = await join(store, accountId, 'owner@b.example');
    const other = await join(store, accountId, 'other@b.example');
    const { changeMember } = store;
    let rivals = 1;
    store.changeMember = async (...change) => {
      rivals -= 1;
      if (rivals >= 0) await removeMember(store, other, OPERATOR, NOON_MS);
      return changeMember.apply(store, change);
    };
    const demoted = await setMemberRole(store, owner, 'member', OPERATOR, NOON_MS);
    expect(demoted).toEqual(refused({ kind: 'last_owner', accountId }));
    store.changeMember = async () => false;
    expect(await setNotices(store, owner, [], OPERATOR, NOON_MS)).toEqual(refused({ kind: 'changed_meanwhile' }));
  });

  test('is refused for a stranger and in an unknown account', async () => {
    const { store, accountId } = opened();
    const personId = newPersonId();
    expect(await setNotices(store, { accountId, personId }, [], OPERATOR, NOON_MS)).toEqual(
      refused({ kind: 'unknown_member' }),
    );
    expect(await removeMember(store, { accountId: newAccountId(), personId }, OPERATOR, NOON_MS)).toEqual(
      refused({ kind: 'unknown_account' }),
    );
  });
});

describe('the list of members', () => {
  test('has members before invited people, and since when email does not reach them', async () => {
    const { store, accountId } = opened();
    valueOf(await invite(store, accountId, 'invited@b.example'));
    const member = await join(store, accountId, 'member@b.example');
    store.putPerson({ ...member, accountIds: [accountId], undeliverableSinceMs: NOON_MS });
    expect((await listMembers(store, accountId))?.map((one) => [one.member.email, one.undeliverableSinceMs])).toEqual([
      ['member@b.example', NOON_MS],
      ['invited@b.example', null],
    ]);
    expect(await listMembers(store, newAccountId())).toBeUndefined();
  });
});
