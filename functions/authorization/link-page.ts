/** No one is signed in: the page that sends a link, and the one that says it was sent. Refusing needs no sign-in. */
import { AUTHORIZE_PATH } from '../../core/auth/discovery-documents.ts';
import type { HttpResponse } from '../../core/http/http-message.ts';
import { writeAuthorizationQuery } from '../../core/oauth/authorization-request.ts';
import { formActionSource } from '../../core/oauth/form-action-source.ts';
import { pendingCookie } from '../../core/oauth/pending-request.ts';
import type { AuthorizationRequest } from '../../core/oauth/oauth-client.ts';
import { escapeHtml } from '../../core/dashboard/escape-html.ts';
import { CONSENT_PATH } from './consent-page.ts';
import { pageAnswer } from '../../core/dashboard/page-frame.ts';
import { whoAsks } from './who-asks.ts';

export const LINK_PATH = `${AUTHORIZE_PATH}/link`;

/** The browser keeps the question: the click on the link leads back to it. */
export function askForAddressPage(request: AuthorizationRequest, fault?: string): HttpResponse {
  const query = writeAuthorizationQuery(request);
  return pageAnswer({
    status: fault === undefined ? 200 : 422,
    title: 'Sign in to connect an assistant',
    content: `${whoAsks(request)}
<p>It asks to use your product data. Sign in first: there is no password, you get a link by e-mail, and come back here.</p>
${fault === undefined ? '' : `<p class="refusal" role="alert" id="fault">${escapeHtml(fault)}</p>`}
<form method="post" action="${LINK_PATH}?${escapeHtml(query)}">
<p><label>E-mail address<input type="email" name="email" autocomplete="email" required${fault === undefined ? '' : ' aria-invalid="true" aria-describedby="fault"'}></label></p>
<p><button>Send me a link</button></p>
</form>
<form method="post" action="${CONSENT_PATH}?${escapeHtml(query)}">
<p><button name="decision" value="refuse">Refuse, and go back</button></p>
</form>`,
    formAction: formActionSource(request.redirectUri),
    setCookie: pendingCookie(query),
  });
}

/** In the same words whether or not the address is known. */
export function linkSentPage(request: AuthorizationRequest, browserCookie: string): HttpResponse {
  return pageAnswer({
    status: 202,
    title: 'Look into your mail',
    content: `<p role="status">If the address is known, a letter with a link is on its way. It holds 15 minutes, in this browser, and leads back to the question of your assistant.</p>
<p><a href="${AUTHORIZE_PATH}?${escapeHtml(writeAuthorizationQuery(request))}">I have signed in: go on</a></p>`,
    setCookie: browserCookie,
  });
}
