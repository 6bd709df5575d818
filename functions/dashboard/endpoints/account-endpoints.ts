/** Endpoints for the spending cap, the members and their emails, and the audit trail. */
import * as z from 'zod/mini';
import { TRAIL_LINES } from '../../../core/billing/accounts/audit-line.ts';
import { setAccount } from '../../../core/access/administration/administer-accounts.ts';
import { capData, memberData, trailData } from '../../../core/dashboard/views/dashboard-data.ts';
import {
  inviteMember,
  listMembers as readMembers,
  removeMember,
  setMemberRole,
  setNotices,
  type MemberRefusal,
} from '../../../core/access/people/administer-members.ts';
import { limitInvitation } from '../../../core/access/people/inbox-limit.ts';
import { emailSchema, MEMBER_ROLES, NOTICE_KINDS, personIdSchema } from '../../../core/access/people/person.ts';
import type { Result } from '../../../core/result.ts';
import { refuse, refuseForNow } from '../../../core/api/refusals/http-refusal.ts';
import { endpoint, type SignedInCall } from './define-endpoint.ts';

/** A million dollars, which is the limit of the account administration. */
const MAX_CAP_CENTS = 100_000_000;

export const setCap = endpoint({
  method: 'POST',
  path: '/cap',
  access: 'owner',
  input: z.strictObject({
    cap_cents: z
      .int({ error: 'It must be an amount of dollars and cents, as 25, 9.50 or 9,50. To have no cap, remove it.' })
      .check(
        z.minimum(0, { error: 'It must not be negative.' }),
        z.maximum(MAX_CAP_CENTS, { error: 'It must be a million dollars at most.' }),
      ),
  }),
  handle: (call) => changeCap(call, call.input.cap_cents),
});

/** A separate endpoint, so that a field that was emptied by mistake does not remove the cap. */
export const removeCap = endpoint({
  method: 'POST',
  path: '/cap/remove',
  access: 'owner',
  input: z.strictObject({}),
  handle: (call) => changeCap(call, null),
});

async function changeCap(
  { dependencies: { administration, reports }, signedIn: { account, member }, nowMs }: SignedInCall<unknown>,
  spendingCapCents: number | null,
) {
  const { accountId } = account;
  const changed = await setAccount(administration, accountId, { spendingCapCents }, { who: member.personId }, nowMs);
  if (!changed.ok) return refuse('conflict', 'The account is being changed by somebody else. Reload and try again.');
  return { data: capData(changed.value, await reports.readUsageHistory(accountId), nowMs) };
}

/**
 * Sets whether assistant sign-ins may spend on research. If switched off, those that may are stopped from their next
 * request on.
 */
export const setSpendingBySignIn = endpoint({
  method: 'POST',
  path: '/spending-by-sign-in',
  access: 'owner',
  input: z.strictObject({ allowed: z.boolean() }),
  async handle({
    dependencies: { administration, settings },
    signedIn: { account, member },
    input: { allowed },
    nowMs,
  }) {
    if (!settings.signIn) return refuse('not_found', 'Sign-in is not switched on.');
    const changes = { spendingBySignIn: allowed };
    const changed = await setAccount(administration, account.accountId, changes, { who: member.personId }, nowMs);
    if (!changed.ok) return refuse('conflict', 'The account is being changed by somebody else. Reload and try again.');
    return { data: { spending_by_sign_in: changed.value.spendingBySignIn } };
  },
});

export const listMembers = endpoint({
  method: 'GET',
  path: '/members',
  access: 'member',
  input: z.strictObject({}),
  async handle({ dependencies: { people }, signedIn: { account } }) {
    const members = (await readMembers(people, account.accountId)) ?? [];
    return { data: members.map(({ member, undeliverableSinceMs }) => memberData(member, undeliverableSinceMs)) };
  },
});

export const invite = endpoint({
  method: 'POST',
  path: '/members/invite',
  access: 'owner',
  input: z.strictObject({ email: emailSchema, role: z.enum(MEMBER_ROLES) }),
  async handle({ dependencies: { people, mail, counter }, signedIn: { account, member }, input, nowMs }) {
    const { accountId } = account;
    // Counted before anything is written, so that a refused invitation leaves nothing.
    const waitSeconds = await limitInvitation(counter, { accountId, email: input.email }, nowMs);
    if (waitSeconds !== undefined) return refuseTooManyInvitations(waitSeconds);
    const invited = orRefuse(await inviteMember(people, { accountId, ...input }, { who: member.personId }, nowMs));
    await mail.send({ kind: 'invitation', accountId, personId: invited.personId });
    const person = await people.readPerson(invited.personId);
    return { data: memberData(invited, person?.value.undeliverableSinceMs), status: 201 };
  },
});

export const setRole = endpoint({
  method: 'POST',
  path: '/members/role',
  access: 'owner',
  input: z.strictObject({ person_id: personIdSchema, role: z.enum(MEMBER_ROLES) }),
  async handle({ dependencies: { people }, signedIn: { account, member }, input: { person_id, role }, nowMs }) {
    const key = { accountId: account.accountId, personId: person_id };
    return { data: memberData(orRefuse(await setMemberRole(people, key, role, { who: member.personId }, nowMs))) };
  },
});

export const remove = endpoint({
  method: 'POST',
  path: '/members/remove',
  access: 'owner',
  input: z.strictObject({ person_id: personIdSchema }),
  async handle({ dependencies: { people }, signedIn: { account, member }, input: { person_id }, nowMs }) {
    const key = { accountId: account.accountId, personId: person_id };
    return { data: memberData(orRefuse(await removeMember(people, key, { who: member.personId }, nowMs))) };
  },
});

/** Chooses the member's own notices. Only owners get notices. */
export const chooseNotices = endpoint({
  method: 'POST',
  path: '/members/notices',
  access: 'owner',
  input: z.strictObject({ notices: z.array(z.enum(NOTICE_KINDS)).check(z.maxLength(NOTICE_KINDS.length)) }),
  async handle({ dependencies: { people }, signedIn: { member }, input, nowMs }) {
    const notices = NOTICE_KINDS.filter((kind) => input.notices.includes(kind));
    return { data: memberData(orRefuse(await setNotices(people, member, notices, { who: member.personId }, nowMs))) };
  },
});

export const trail = endpoint({
  method: 'GET',
  path: '/trail',
  access: 'member',
  input: z.strictObject({}),
  async handle({ dependencies: { administration }, signedIn: { account } }) {
    return { data: (await administration.listAuditLines(account.accountId, TRAIL_LINES)).map(trailData) };
  },
});

function refuseTooManyInvitations(retryAfterSeconds: number): never {
  const message =
    'Too many invitations: an address gets five an hour of an account and ten of all, and an account sends 20 a day. Invite again later.';
  return refuseForNow(message, retryAfterSeconds);
}

function orRefuse<T>(result: Result<T, MemberRefusal>): T {
  if (result.ok) return result.value;
  const { reason } = result;
  switch (reason.kind) {
    case 'unknown_account':
    case 'unknown_member':
      return refuse('not_found', 'Your account has no such member.', 'person_id');
    case 'already_member':
      return refuse('conflict', 'This address belongs to a member already.', 'email');
    case 'already_invited':
      return refuse('conflict', 'This address is invited in another role: change the role instead.', 'email');
    case 'too_many_accounts':
      return refuse('conflict', 'This address cannot be invited to any more accounts.', 'email');
    case 'too_many_members':
      return refuse('conflict', `An account has ${reason.most} members at most: remove one first.`);
    case 'last_owner':
      return refuse('conflict', 'The last owner stays: make somebody else an owner first.');
    case 'changed_meanwhile':
      return refuse('conflict', 'Somebody else is changing the members. Reload and try again.');
  }
}
