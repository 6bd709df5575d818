/**
 * Pages for a browser without a session: one that sends a sign-in link, and one that confirms it. Refusing does not
 * require sign-in.
 */
import { AUTHORIZE_PATH } from '../../core/access/auth/discovery-documents.ts';
import type { HttpResponse } from '../../core/http/http-message.ts';
import { writeAuthorizationQuery } from '../../core/access/oauth/authorization-request.ts';
import { formActionSource } from '../../core/access/oauth/form-action-source.ts';
import { pendingCookie } from '../../core/access/oauth/pending-request.ts';
import type { AuthorizationRequest } from '../../core/access/oauth/oauth-client.ts';
import { CONSENT_PATH } from './consent-page.tsx';
import { pageAnswer } from '../../adapters/pages/page-frame.tsx';
import { Button } from '../../web/design/button.tsx';
import { WhoAsks } from './who-asks.tsx';

export const LINK_PATH = `${AUTHORIZE_PATH}/link`;

/** The browser keeps the assistant's request, and the sign-in link leads back to it. */
export function askForAddressPage(request: AuthorizationRequest, refusal?: string): HttpResponse {
  const query = writeAuthorizationQuery(request);
  return pageAnswer({
    status: refusal === undefined ? 200 : 422,
    title: 'Sign in to connect an assistant',
    content: (
      <>
        <WhoAsks request={request} />
        <p>
          It asks to use your product data. Sign in first: there is no password, you get a link by email, and come back
          here.
        </p>
        <form class="plain-form" noValidate method="post" action={`${LINK_PATH}?${query}`}>
          <div class={refusal === undefined ? 'field' : 'field wrong'}>
            <label for="email">Email address</label>
            <input
              class="input"
              id="email"
              type="email"
              name="email"
              autocomplete="email"
              required
              aria-invalid={refusal !== undefined}
              aria-describedby={refusal === undefined ? undefined : 'refusal'}
            />
            {refusal !== undefined && (
              <span class="wrong-text" id="refusal" role="alert">
                {refusal}
              </span>
            )}
          </div>
          <Button type="submit" look="primary" large wide>
            Send me a link
          </Button>
        </form>
        <form noValidate method="post" action={`${CONSENT_PATH}?${query}`}>
          <Button type="submit" look="ghost" wide name="decision" value="refuse">
            Refuse, and go back
          </Button>
        </form>
      </>
    ),
    formAction: formActionSource(request.redirectUri),
    setCookie: pendingCookie(query),
  });
}

/** The text is the same whether or not the address is known. */
export function linkSentPage(request: AuthorizationRequest, browserCookie: string): HttpResponse {
  return pageAnswer({
    status: 202,
    title: 'Look into your mail',
    content: (
      <>
        <p role="status">
          If the address is known, an email with a link is on its way. It works for 15 minutes, in this browser, and
          leads back to the question of your assistant.
        </p>
        <p>
          <a href={`${AUTHORIZE_PATH}?${writeAuthorizationQuery(request)}`}>I have signed in: go on</a>
        </p>
      </>
    ),
    setCookie: browserCookie,
  });
}
