/** Signing in and out. What is answered, and when, does not tell whether an address is known. */
import * as z from 'zod';
import type { AccountData } from '../../../core/dashboard/dashboard-data.ts';
import { accountIdSchema } from '../../../core/identifiers.ts';
import { CONTINUE_PATH, PENDING_COOKIE } from '../../../core/oauth/pending-request.ts';
import { emailSchema } from '../../../core/people/person.ts';
import { SESSION_COOKIE, writeSessionCookie } from '../../../core/people/session.ts';
import { limitSignInAttempts, orderLink, signIn } from '../../../core/people/sign-in.ts';
import type { DashboardDependencies } from '../dependencies.ts';
import { RefusedPageRequest, refuse } from '../refused-page-request.ts';
import { endpoint, publicEndpoint } from './define-endpoint.ts';

export const askForLink = publicEndpoint({
  method: 'POST',
  path: '/sign-in-link',
  input: z.strictObject({ email: emailSchema }),
  async handle({ dependencies, request, input: { email }, nowMs }) {
    await limitAttempts(dependencies, request.sourceAddress, nowMs);
    return { data: { sent: true }, status: 202, cookie: await orderLink(dependencies, email, nowMs) };
  },
});

export const useLink = publicEndpoint({
  method: 'POST',
  path: '/sign-in',
  input: z.strictObject({ token: z.string().min(1).max(100) }),
  async handle({ dependencies, request, input: { token }, nowMs }) {
    await limitAttempts(dependencies, request.sourceAddress, nowMs);
    const used = await signIn(dependencies.people, token, request.cookies.get(SESSION_COOKIE), nowMs);
    if (used.ok) {
      // The browser was on its way to an assistant's question when it asked for the link.
      const goesOn = dependencies.settings.signIn && request.cookies.has(PENDING_COOKIE);
      const data = { signed_in: true, ...(goesOn && { continue_at: CONTINUE_PATH }) };
      return { data, cookie: writeSessionCookie(used.value.cookie) };
    }
    switch (used.reason.kind) {
      case 'link_invalid':
        return refuse('unauthorized', 'This link was used before, or is older than 15 minutes. Ask for another one.');
      case 'other_browser':
        return refuse('unauthorized', 'Open the link in the browser in which you asked for it, or ask for one here.');
    }
  },
});

export const signOut = endpoint({
  method: 'POST',
  path: '/sign-out',
  access: 'member',
  input: z.strictObject({}),
  async handle({ dependencies, signedIn: { session } }) {
    await dependencies.people.endSession(session);
    return { data: { signed_out: true }, cookie: '' };
  },
});

/** The accounts of the person, in the order of joining. */
export const listAccounts = endpoint({
  method: 'GET',
  path: '/accounts',
  access: 'member',
  input: z.strictObject({}),
  async handle({ dependencies: { people, administration }, signedIn: { member } }) {
    const person = await people.readPerson(member.personId);
    const accounts = await Promise.all((person?.value.accountIds ?? []).map((id) => administration.readAccount(id)));
    const data = accounts.flatMap((account): readonly AccountData[] =>
      account === undefined ? [] : [{ account_id: account.value.accountId, name: account.value.name }],
    );
    return { data };
  },
});

/** Shows another account of the same person. */
export const switchAccount = endpoint({
  method: 'POST',
  path: '/account',
  access: 'member',
  input: z.strictObject({ account_id: accountIdSchema }),
  async handle({ dependencies, signedIn: { session, cookie }, input: { account_id: accountId } }) {
    const { member } = await dependencies.people.readSession(session, accountId);
    if (member === undefined) return refuse('not_found', 'You belong to no such account.', 'account_id');
    return { data: { account_id: accountId }, cookie: writeSessionCookie({ ...cookie, accountId }) };
  },
});

async function limitAttempts({ rates }: DashboardDependencies, sourceAddress: string, nowMs: number): Promise<void> {
  const verdict = await limitSignInAttempts(rates, sourceAddress, nowMs);
  if (verdict.allowed) return;
  const { retryAfterSeconds } = verdict;
  throw new RefusedPageRequest(
    { code: 'rate_limited', message: `Too many attempts: wait ${retryAfterSeconds} seconds.`, retryAfterSeconds },
    { 'retry-after': String(retryAfterSeconds) },
  );
}
