/**
 * Handles the person's answer to a consent page. Allowing requires a session, the token of the page, and a membership,
 * which is read again. Refusing requires only a click on the service’s page.
 */
import type { BrowserRequest, HttpResponse } from '../../core/http/http-message.ts';
import { denyConsent } from '../../core/access/oauth/authorization-response.ts';
import { consentedScopes } from '../../core/access/oauth/consent-offer.ts';
import { consentToken, isConsentToken } from '../../core/access/oauth/consent-token.ts';
import { grantConsent, type ConsentRefusal } from '../../core/access/oauth/grant-consent.ts';
import { pendingCookie } from '../../core/access/oauth/pending-request.ts';
import type { AuthorizationRequest } from '../../core/access/oauth/oauth-client.ts';
import { keepRegistered } from '../../core/access/oauth/registered-clients.ts';
import { readSignedIn, SESSION_COOKIE } from '../../core/access/people/session.ts';
import { accountOf, askOnPage } from './ask-consent.ts';
import { askForAddressPage } from './link-page.tsx';
import { notFromHere, readOwnForm } from './own-form.tsx';
import { goTo } from '../../adapters/pages/page-frame.tsx';
import type { PeopleDependencies } from './people-dependencies.ts';

export async function answerConsent(
  dependencies: PeopleDependencies,
  request: AuthorizationRequest,
  http: BrowserRequest,
  nowMs: number,
): Promise<HttpResponse> {
  const { people, settings, consent, registered } = dependencies;
  const form = readOwnForm(http, settings);
  if (form === undefined) return notFromHere();
  const leave = (location: string) => goTo(location, pendingCookie(''));
  if (form.get('decision') === 'refuse') return leave(denyConsent(request, settings.baseUrl));
  const signedIn = await readSignedIn(people, http.cookies.get(SESSION_COOKIE), nowMs);
  if (!signedIn.ok) return askForAddressPage(request, 'The session has ended: sign in again.');
  const accountId = form.get('account_id') ?? '';
  const wanted = consentToken(signedIn.value.cookie, request, accountId);
  if (form.get('decision') !== 'allow' || !isConsentToken(wanted, form.get('token') ?? '')) return notFromHere();
  const ask = (refusal: string, status: number) =>
    askOnPage(people, request, signedIn.value, accountId, { refusal, status });
  const found = await accountOf(people, signedIn.value, accountId);
  if (found === undefined) return ask('You are no longer a member of this account.', 403);
  const scopes = consentedScopes(request.scopes, found.account, form.getAll('permission'));
  const given = { accountId, personId: found.member.personId, scopes };
  const granted = await grantConsent(consent, request, given, nowMs);
  if (!granted.ok) return ask(refusalText(granted.reason), granted.reason.kind === 'nothing_allowed' ? 422 : 409);
  await keepRegistered(registered, request.client, nowMs);
  return leave(granted.value);
}

function refusalText(reason: ConsentRefusal): string {
  switch (reason.kind) {
    case 'nothing_allowed':
      return 'Tick at least one permission, or refuse.';
    case 'not_a_member':
      return 'You are no longer a member of this account.';
    case 'account_not_active':
      return 'The account is not active: no assistant can be connected to it.';
    case 'too_many_sign_ins':
      return `The account has ${reason.most} assistants signed in. Revoke one first, under Assistants in your dashboard.`;
    case 'beyond_budgets':
      return 'The account had so many sign-ins that it cannot bound another. Sign in with an assistant that you used before, or let an owner write to support.';
    case 'changed_meanwhile':
      return 'The account is being changed by somebody else. Try again.';
  }
}
