/** Endpoints to sign in and out. Neither the answer nor its timing reveals whether an email address is known. */
import * as z from 'zod/mini';
import { CONTINUE_PATH, PENDING_COOKIE } from '../../../core/access/oauth/pending-request.ts';
import { emailSchema } from '../../../core/access/people/person.ts';
import { SESSION_COOKIE, writeSessionCookie } from '../../../core/access/people/session.ts';
import { limitSignInAttempts, orderLink, signIn } from '../../../core/access/people/sign-in.ts';
import type { DashboardDependencies } from '../dependencies.ts';
import { refuse, refuseForNow } from '../../../core/api/refusals/http-refusal.ts';
import { personEndpoint, publicEndpoint } from './define-endpoint.ts';

export const askForLink = publicEndpoint({
  method: 'POST',
  path: '/sign-in-link',
  input: z.strictObject({ email: emailSchema }),
  async handle({ dependencies, request, input: { email }, nowMs }) {
    await limitAttempts(dependencies, request.sourceAddress, nowMs);
    const browser = { cookieText: request.cookies.get(SESSION_COOKIE), sourceAddress: request.sourceAddress };
    const ordered = await orderLink(dependencies, email, browser, nowMs);
    if (!ordered.ok) return refuseForNow(ordered.reason.message, ordered.reason.retryAfterSeconds);
    return { data: { sent: true }, status: 202, cookie: ordered.value };
  },
});

export const useLink = publicEndpoint({
  method: 'POST',
  path: '/sign-in',
  input: z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(100)) }),
  async handle({ dependencies, request, input: { token }, nowMs }) {
    await limitAttempts(dependencies, request.sourceAddress, nowMs);
    const used = await signIn(dependencies.people, token, request.cookies.get(SESSION_COOKIE), nowMs);
    if (used.ok) {
      // The browser was on its way to a consent page when it requested the link.
      // A person who is only invited decides about the invitation first.
      const goesOn = used.value.isMember && dependencies.settings.signIn && request.cookies.has(PENDING_COOKIE);
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

export const signOut = personEndpoint({
  method: 'POST',
  path: '/sign-out',
  input: z.strictObject({}),
  async handle({ dependencies, person: { session } }) {
    await dependencies.people.endSession(session);
    return { data: { signed_out: true }, cookie: '' };
  },
});

async function limitAttempts({ rates }: DashboardDependencies, sourceAddress: string, nowMs: number): Promise<void> {
  const verdict = await limitSignInAttempts(rates, sourceAddress, nowMs);
  if (verdict.allowed) return;
  const { retryAfterSeconds } = verdict;
  refuseForNow(`Too many attempts: wait ${retryAfterSeconds} seconds.`, retryAfterSeconds);
}
