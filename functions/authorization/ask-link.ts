/** Sends a sign-in link, as the dashboard does, and leads the browser back to the consent page after sign-in. */
import { AUTHORIZE_PATH } from '../../core/access/auth/discovery-documents.ts';
import type { BrowserRequest, HttpResponse } from '../../core/http/http-message.ts';
import { PENDING_COOKIE, pendingCookie, pendingQuery } from '../../core/access/oauth/pending-request.ts';
import type { AuthorizationRequest } from '../../core/access/oauth/oauth-client.ts';
import { emailSchema } from '../../core/access/people/person.ts';
import { SESSION_COOKIE, sessionCookieHeader } from '../../core/access/people/session.ts';
import { limitSignInAttempts, orderLink } from '../../core/access/people/sign-in.ts';
import { askForAddressPage, linkSentPage } from './link-page.tsx';
import { notFromHere, readOwnForm } from './own-form.tsx';
import { goTo } from '../../adapters/pages/page-frame.tsx';
import type { PeopleDependencies } from './people-dependencies.ts';

export async function askLink(
  { settings, rates, counter, mail, people }: PeopleDependencies,
  request: AuthorizationRequest,
  http: BrowserRequest,
  nowMs: number,
): Promise<HttpResponse> {
  const form = readOwnForm(http, settings);
  if (form === undefined) return notFromHere();
  const email = emailSchema.safeParse(form.get('email'));
  if (!email.success) return askForAddressPage(request, 'Enter a valid email address.');
  const verdict = await limitSignInAttempts(rates, http.sourceAddress, nowMs);
  if (!verdict.allowed)
    return askForAddressPage(request, `Too many attempts: wait ${verdict.retryAfterSeconds} seconds.`);
  const browser = { cookieText: http.cookies.get(SESSION_COOKIE), sourceAddress: http.sourceAddress };
  const ordered = await orderLink({ counter, mail, people }, email.data, browser, nowMs);
  if (!ordered.ok) return askForAddressPage(request, ordered.reason.message);
  return linkSentPage(request, sessionCookieHeader(ordered.value));
}

/**
 * Redirects the browser after sign-in.
 * @param customersPage the target if the browser has no pending authorization request
 */
export function continueRequest({ cookies }: Pick<BrowserRequest, 'cookies'>, customersPage: string): HttpResponse {
  const query = pendingQuery(cookies.get(PENDING_COOKIE));
  return goTo(query === undefined ? customersPage : `${AUTHORIZE_PATH}?${query}`, pendingCookie(''));
}
