/**
 * Reads a request to the authorization endpoint (OAuth 2.1 section 4.1.1, RFC 7636, RFC 8707). Until the client and its
 * redirect URI are verified, errors are shown to the person on the service's page. After that, errors are sent to the
 * client's redirect URI.
 */
import * as z from 'zod/mini';
import { inScopeOrder, isScope, SCOPES, type Scope } from '../../billing/accounts/scopes.ts';
import { isThisResource } from '../auth/access-token.ts';
import { fail, succeed, type Result } from '../../result.ts';
import { errorLocation, type AuthorizationErrorCode } from './authorization-response.ts';
import type { AuthorizationRequest, FindOauthClient, OauthClient, OauthClientRefusal } from './oauth-client.ts';
import { isRegisteredRedirectUri } from './redirect-uri.ts';

/** A cookie keeps the query while a person signs in. */
const MAX_QUERY_CHARACTERS = 3_000;
const MAX_STATE_CHARACTERS = 1_000;
const MAX_CLIENT_ID_CHARACTERS = 500;

export type AuthorizationRefusal =
  /** Shown on the service's page, because the redirect URI is not verified. */
  | { readonly kind: 'query_too_long' }
  | { readonly kind: 'missing_parameter' | 'repeated_parameter'; readonly field: 'client_id' | 'redirect_uri' }
  | { readonly kind: 'client_refused'; readonly refusal: OauthClientRefusal }
  | { readonly kind: 'foreign_redirect_uri'; readonly client: OauthClient }
  /** Sent to the client. */
  | {
      readonly kind: 'error_response';
      readonly error: AuthorizationErrorCode;
      readonly client: OauthClient;
      readonly redirectUri: string;
      /** The redirect URI with the error, the state and the issuer. */
      readonly location: string;
    };

/** The other parameters. Unknown ones are ignored (RFC 6749 section 3.1). */
const parametersSchema = z.object({
  response_type: z.literal('code'),
  response_mode: z.optional(z.literal('query')),
  code_challenge: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)),
  /** Required, because the default method is plain. */
  code_challenge_method: z.literal('S256'),
  request: z.optional(z.never()),
  request_uri: z.optional(z.never()),
  scope: z.optional(z.string().check(z.maxLength(MAX_STATE_CHARACTERS))),
});
const stateSchema = z.string().check(z.maxLength(MAX_STATE_CHARACTERS), z.regex(/^[\x20-\x7e]*$/));

/**
 * @param query as it was sent, without the question mark
 */
export async function readAuthorizationRequest(
  query: string,
  { baseUrl }: { readonly baseUrl: string },
  findClient: FindOauthClient,
  nowMs: number,
): Promise<Result<AuthorizationRequest, AuthorizationRefusal>> {
  if (query.length > MAX_QUERY_CHARACTERS) return fail({ kind: 'query_too_long' });
  const sent = new URLSearchParams(query);
  const clientId = onlyOf(sent, 'client_id');
  if (!clientId.ok) return clientId;
  const redirectUri = onlyOf(sent, 'redirect_uri');
  if (!redirectUri.ok) return redirectUri;
  if (clientId.value.length > MAX_CLIENT_ID_CHARACTERS)
    return fail({ kind: 'client_refused', refusal: { kind: 'unknown_client' } });
  const found = await findClient(clientId.value, nowMs);
  if (!found.ok) return fail({ kind: 'client_refused', refusal: found.reason });
  const client = found.value;
  if (!isRegisteredRedirectUri(redirectUri.value, client.redirectUris))
    return fail({ kind: 'foreign_redirect_uri', client });
  const parameters = readParameters(sent, baseUrl);
  if (parameters.ok) {
    const request = { client, redirectUri: redirectUri.value, ...parameters.value };
    // The consent form encodes the query again, perhaps in more characters, and that query must fit too.
    return writeAuthorizationQuery(request).length > MAX_QUERY_CHARACTERS
      ? fail({ kind: 'query_too_long' })
      : succeed(request);
  }
  const error = parameters.reason;
  const state = stateSchema.safeParse(sent.getAll('state')[0]).data;
  const location = errorLocation({ redirectUri: redirectUri.value, state }, error, baseUrl);
  return fail({ kind: 'error_response', error, client, redirectUri: redirectUri.value, location });
}

/** Writes the query of the same request, for a form that sends it again. */
export function writeAuthorizationQuery(request: AuthorizationRequest): string {
  const { client, redirectUri, state, scopes, codeChallenge } = request;
  return new URLSearchParams({
    response_type: 'code',
    client_id: client.clientId,
    redirect_uri: redirectUri,
    code_challenge: codeChallenge,
    code_challenge_method: 'S256',
    scope: scopes.join(' '),
    ...(state !== undefined && { state }),
  }).toString();
}

/** Reads a parameter that must be present exactly once before anything can be sent to the client. */
function onlyOf(
  sent: URLSearchParams,
  field: 'client_id' | 'redirect_uri',
): Result<string, Extract<AuthorizationRefusal, { kind: 'missing_parameter' | 'repeated_parameter' }>> {
  const [value = '', ...more] = sent.getAll(field);
  if (more.length > 0) return fail({ kind: 'repeated_parameter', field });
  return value === '' ? fail({ kind: 'missing_parameter', field }) : succeed(value);
}

type RequestParameters = Pick<AuthorizationRequest, 'state' | 'scopes' | 'codeChallenge'>;

function readParameters(sent: URLSearchParams, baseUrl: string): Result<RequestParameters, AuthorizationErrorCode> {
  // A resource may be named several times (RFC 8707 section 2); all other parameters once. An empty value counts as
  // absent.
  const names = [...sent.keys()].filter((name) => name !== 'resource');
  if (new Set(names).size < names.length) return fail('invalid_request');
  const given = Object.fromEntries([...sent].filter(([, value]) => value !== ''));
  if (given['response_type'] !== undefined && given['response_type'] !== 'code')
    return fail('unsupported_response_type');
  const parsed = parametersSchema.safeParse(given);
  const state = z.optional(stateSchema).safeParse(given['state']);
  if (!parsed.success || !state.success) return fail('invalid_request');
  const resources = sent.getAll('resource').filter((resource) => resource !== '');
  if (!resources.every((resource) => isThisResource(resource, baseUrl))) return fail('invalid_target');
  const scopes = readScopes(parsed.data.scope);
  return succeed({ state: state.data, scopes, codeChallenge: parsed.data.code_challenge });
}

/**
 * A request without scopes asks for all. Unknown ones are ignored, because clients add scopes of other servers, such as
 * `offline_access`; if none is left, the request counts as one without scopes.
 */
function readScopes(scope: string | undefined): readonly Scope[] {
  const known = (scope ?? '').split(' ').filter(isScope);
  return inScopeOrder(known.length === 0 ? SCOPES : known);
}
