/** Endpoints for the signed-in person in any account: memberships and invitations. */
import * as z from 'zod/mini';
import { accountIdSchema } from '../../../core/identifiers.ts';
import { acceptInvitation, declineInvitation } from '../../../core/access/people/administer-members.ts';
import { isMember, type Member } from '../../../core/access/people/person.ts';
import { csrfTokenOf, writeSessionCookie, type SignedInPerson } from '../../../core/access/people/session.ts';
import type { DashboardDependencies } from '../dependencies.ts';
import { refuse } from '../../../core/api/refusals/http-refusal.ts';
import { personEndpoint } from './define-endpoint.ts';
import { timeText } from '../../../core/time.ts';

const ofAccount = z.strictObject({ account_id: accountIdSchema });

/** Returns the person's accounts, in the order of joining. */
export const listAccounts = personEndpoint({
  method: 'GET',
  path: '/accounts',
  input: z.strictObject({}),
  async handle({ dependencies, person }) {
    const { memberships } = await readPerson(dependencies, person);
    return { data: await namesOf(dependencies, memberships.filter(isMember)) };
  },
});

/** Returns the person's invitations. A person without an account sees nothing else. */
export const listInvitations = personEndpoint({
  method: 'GET',
  path: '/invitations',
  input: z.strictObject({}),
  async handle({ dependencies, person }) {
    const { email, memberships } = await readPerson(dependencies, person);
    const invited = new Map(memberships.filter((one) => !isMember(one)).map((one) => [one.accountId, one]));
    const names = await namesOf(dependencies, [...invited.values()]);
    const invitations = names.flatMap((account) => {
      const invitation = invited.get(account.account_id);
      return invitation === undefined
        ? []
        : [{ ...account, role: invitation.role, invited_at: timeText(invitation.invitedAtMs) }];
    });
    // A person without an account has no overview that contains the token.
    return { data: { email, csrf_token: csrfTokenOf(person.cookie), invitations } };
  },
});

export const accept = personEndpoint({
  method: 'POST',
  path: '/invitations/accept',
  input: ofAccount,
  async handle({ dependencies: { people }, person: { cookie }, input: { account_id: accountId }, nowMs }) {
    const found = await people.readMembers(accountId);
    const isInvited = found?.invited.some(({ personId }) => personId === cookie.personId);
    // The answer does not reveal whether other accounts exist.
    if (isInvited === true && found?.account.value.status !== 'active')
      return refuse('conflict', 'The account is not active: nobody can join it.');
    const accepted = await acceptInvitation(people, { accountId, personId: cookie.personId }, nowMs);
    if (accepted.ok) return { data: { account_id: accountId }, cookie: writeSessionCookie({ ...cookie, accountId }) };
    switch (accepted.reason.kind) {
      case 'no_such_invitation':
        return refuseUnknownInvitation();
      case 'changed_meanwhile':
        return refuse('conflict', 'Somebody else is changing the members. Try again.');
    }
  },
});

export const decline = personEndpoint({
  method: 'POST',
  path: '/invitations/decline',
  input: ofAccount,
  async handle({ dependencies: { people }, person: { cookie }, input: { account_id: accountId }, nowMs }) {
    const declined = await declineInvitation(people, { accountId, personId: cookie.personId }, nowMs);
    if (declined.ok) return { data: { account_id: accountId } };
    if (declined.reason.kind === 'changed_meanwhile')
      return refuse('conflict', 'Somebody else is changing the members. Try again.');
    return refuseUnknownInvitation();
  },
});

/** Switches to another account of the same person. */
export const switchAccount = personEndpoint({
  method: 'POST',
  path: '/account',
  input: ofAccount,
  async handle({ dependencies, person: { session, cookie }, input: { account_id: accountId } }) {
    const { member } = await dependencies.people.readSession(session, accountId);
    if (member === undefined) return refuse('not_found', 'You belong to no such account.', 'account_id');
    return { data: { account_id: accountId }, cookie: writeSessionCookie({ ...cookie, accountId }) };
  },
});

async function readPerson({ people }: DashboardDependencies, { cookie }: SignedInPerson) {
  const person = (await people.readPerson(cookie.personId))?.value;
  const memberships = person === undefined ? [] : await people.readMemberships(person);
  return { email: person?.email ?? '', memberships };
}

async function namesOf({ administration }: DashboardDependencies, memberships: readonly Member[]) {
  const accounts = await Promise.all(memberships.map(({ accountId }) => administration.readAccount(accountId)));
  return accounts.flatMap((account) =>
    account === undefined ? [] : [{ account_id: account.value.accountId, name: account.value.name }],
  );
}

function refuseUnknownInvitation(): never {
  return refuse('not_found', 'You have no such invitation.', 'account_id');
}
