/**
 * Answers an authorization request that cannot be shown to a person. Until the redirect URI is known to be the
 * client's, the page has no link (RFC 6749 section 4.1.2.1). After that, the error goes to the redirect URI:
 * immediately if it is a program on this computer or on the client's verified domain. Anyone can register any other URI
 * or list it in a document, so the person must click a link; otherwise this service would be an open redirector (RFC
 * 9700 section 4.11.2).
 */
import type { HttpResponse } from '../../core/http/http-message.ts';
import type { AuthorizationRefusal } from '../../core/access/oauth/authorization-request.ts';
import type { OauthClientRefusal } from '../../core/access/oauth/oauth-client.ts';
import { isLoopbackRedirectUri } from '../../core/access/oauth/redirect-uri.ts';
import { goTo, named, pageAnswer } from '../../adapters/pages/page-frame.tsx';
import type { ErrorCode } from '../../core/errors.ts';
import type { ErrorWriter } from '../../core/api/refusals/error-writer.ts';

/** Writes the errors of the consent pages. */
export const pageErrors: ErrorWriter = ({ status, headers, error }, { requestId, http, settings }) => {
  const messages: Partial<Readonly<Record<ErrorCode, string>>> = {
    method_not_allowed: 'This address is not asked in this way.',
    internal_error: `Something failed here, and was written down. Quote ${requestId} to support.`,
  };
  const page = named(problemPage(messages[error.code] ?? error.message, undefined, status), settings);
  const body = http.method === 'HEAD' ? '' : page.body;
  return { status, headers: { ...page.headers, ...headers }, body };
};

export function answerRefusedRequest(refusal: AuthorizationRefusal): HttpResponse {
  switch (refusal.kind) {
    case 'query_too_long':
      return problemPage('Its question is longer than 3,000 characters.');
    case 'missing_parameter':
      return problemPage(`Its question names no ${refusal.field}.`);
    case 'repeated_parameter':
      return problemPage(`Its question names more than one ${refusal.field}.`);
    case 'client_refused':
      return problemPage(problemOfClient(refusal.refusal));
    case 'foreign_redirect_uri':
      return problemPage(`It wants to be answered at an address (redirect_uri) that ${refusal.client.name} does not name as its own.`); // prettier-ignore
    case 'error_response': {
      const { client, redirectUri, location, error } = refusal;
      const { protocol, hostname } = new URL(redirectUri);
      const isOfItsDomain = protocol === 'https:' && hostname === client.verifiedDomain;
      if (isOfItsDomain || isLoopbackRedirectUri(redirectUri)) return goTo(location);
      return problemPage(`Its question cannot be answered (${error}).`, location);
    }
  }
}

function problemOfClient(refusal: OauthClientRefusal): string {
  switch (refusal.kind) {
    case 'unknown_client':
      return 'It is not known here (client_id). If it was connected before, remove it there and add it again.';
    case 'unusable_metadata':
      return `Its metadata document cannot be used. ${refusal.problem}`;
  }
}

/** @param location the URL that reports the error to the assistant */
function problemPage(problem: string, location?: string, status = 400): HttpResponse {
  return pageAnswer({
    status,
    title: 'The assistant cannot be connected',
    content: (
      <>
        <p role="alert">{problem}</p>
        <p>Nothing was allowed. Try again from the assistant, or send this message to its developer.</p>
        {location !== undefined && (
          <p>
            <a href={location} rel="noreferrer">
              Back to the assistant
            </a>
          </p>
        )}
      </>
    ),
  });
}
