/**
 * Reads an assistant's requests to the token and revocation endpoints (OAuth 2.1 sections 4.1.3 and 4.3.1, RFC 7009).
 * Such a client is public, and its id proves nothing: the proof is the code's verifier or the refresh token.
 */
import type { HttpRequest } from '../../http/http-message.ts';
import type { TokenRefusal } from '../auth/token-refusal.ts';
import { onlyParameter, readTokenParameters, type TokenParameters } from '../auth/token-request.ts';
import { fail, succeed, type Result } from '../../result.ts';

interface OfPublicClient {
  readonly oauthClientId: string;
}

export interface CodeRequest extends OfPublicClient {
  readonly grantType: 'authorization_code';
  readonly code: string;
  readonly codeVerifier: string;
  /** OAuth 2.0 requires this parameter; OAuth 2.1 has dropped it. */
  readonly redirectUri: string | undefined;
  readonly resources: readonly string[];
}

export interface RefreshRequest extends OfPublicClient {
  readonly grantType: 'refresh_token';
  readonly refreshToken: string;
  readonly scope: string | undefined;
  readonly resources: readonly string[];
}

export interface RevocationRequest extends OfPublicClient {
  readonly token: string;
}

const SINGLE = [
  'grant_type',
  'client_id',
  'client_secret',
  'code',
  'code_verifier',
  'redirect_uri',
  'refresh_token',
  'scope',
  'token',
] as const;

/** Returns undefined for the grant type of keys and for unknown ones. */
export function readAssistantTokenRequest(
  http: HttpRequest,
): Result<CodeRequest | RefreshRequest, TokenRefusal> | undefined {
  const parameters = readTokenParameters(http.headers['content-type'], http.body, SINGLE);
  if (!parameters.ok) return parameters.reason.kind === 'repeated_parameter' ? parameters : undefined;
  const grantType = onlyParameter(parameters.value, 'grant_type');
  if (grantType === 'authorization_code') return readCodeRequest(http, parameters.value);
  if (grantType === 'refresh_token') return readRefreshRequest(http, parameters.value);
  return undefined;
}

export function readRevocationRequest(http: HttpRequest): Result<RevocationRequest, TokenRefusal> {
  const parameters = readTokenParameters(http.headers['content-type'], http.body, SINGLE);
  if (!parameters.ok) return parameters;
  const client = readPublicClient(http, parameters.value);
  if (!client.ok) return client;
  const token = required(parameters.value, 'token');
  return token.ok ? succeed({ ...client.value, token: token.value }) : token;
}

function readCodeRequest(http: HttpRequest, parameters: TokenParameters): Result<CodeRequest, TokenRefusal> {
  const client = readPublicClient(http, parameters);
  if (!client.ok) return client;
  const code = required(parameters, 'code');
  if (!code.ok) return code;
  const codeVerifier = required(parameters, 'code_verifier');
  if (!codeVerifier.ok) return codeVerifier;
  return succeed({
    grantType: 'authorization_code',
    ...client.value,
    code: code.value,
    codeVerifier: codeVerifier.value,
    redirectUri: onlyParameter(parameters, 'redirect_uri'),
    resources: parameters.get('resource') ?? [],
  });
}

function readRefreshRequest(http: HttpRequest, parameters: TokenParameters): Result<RefreshRequest, TokenRefusal> {
  const client = readPublicClient(http, parameters);
  if (!client.ok) return client;
  const refreshToken = required(parameters, 'refresh_token');
  if (!refreshToken.ok) return refreshToken;
  return succeed({
    grantType: 'refresh_token',
    ...client.value,
    refreshToken: refreshToken.value,
    scope: onlyParameter(parameters, 'scope'),
    resources: parameters.get('resource') ?? [],
  });
}

/** Assistants have no secrets here, so a secret must be meant for another server. */
function readPublicClient({ headers }: HttpRequest, parameters: TokenParameters): Result<OfPublicClient, TokenRefusal> {
  const header = headers['authorization'] ?? '';
  if (header.trim() !== '' || parameters.has('client_secret')) return fail({ kind: 'secret_of_public_client' });
  const clientId = required(parameters, 'client_id');
  return clientId.ok ? succeed({ oauthClientId: clientId.value }) : clientId;
}

function required(parameters: TokenParameters, field: string): Result<string, TokenRefusal> {
  const value = onlyParameter(parameters, field);
  return value === undefined ? fail({ kind: 'missing_parameter', field }) : succeed(value);
}
