/**
 * Issues an access token for client credentials (RFC 6749 section 4.4). It grants those requested scopes that the key
 * has and returns them: official clients request every scope that a challenge lists, and a limited key must still be
 * able to connect.
 */
import { fail, succeed, type Result } from '../../result.ts';
import { ACCESS_TOKEN_SECONDS, isThisResource } from './access-token.ts';
import { issueAccessToken } from './issue-access-token.ts';
import type { AccessTokenClaims } from './access-token-claims.ts';
import { authenticateCaller, type AuthenticationPorts } from './authenticate-caller.ts';
import { readKeyCredential } from './bearer-credential.ts';
import { hashClientSecret, secretIdOf } from './client-secret.ts';
import { inScopeOrder, isScope, type Scope } from '../../billing/accounts/scopes.ts';
import type { SigningKeys } from './signing-keys.ts';
import type { TokenRefusal } from './token-refusal.ts';
import type { TokenRequest } from './token-request.ts';

export interface KeyTokenPorts extends AuthenticationPorts {
  readonly signingKeys: SigningKeys;
  readonly baseUrl: string;
}

export interface Grant {
  readonly clientId: string;
  readonly accountId: string;
  readonly body: {
    readonly access_token: string;
    readonly token_type: 'Bearer';
    readonly expires_in: number;
    readonly scope: string;
  };
}

export async function issueKeyToken(
  request: TokenRequest,
  ports: KeyTokenPorts,
  nowMs: number,
): Promise<Result<Grant, TokenRefusal>> {
  const { signingKeys, baseUrl } = ports;
  if (request.grantType !== 'client_credentials') return fail({ kind: 'unsupported_grant_type' });
  const credential = readKeyCredential(request.clientId, request.clientSecret);
  if (!credential.ok) return refuseClient();
  const caller = await authenticateCaller(credential.value, ports, nowMs);
  if (!caller.ok) return fail({ kind: 'client_refused', refusal: caller.reason });
  if (!request.resources.every((resource) => isThisResource(resource, baseUrl)))
    return fail({ kind: 'foreign_resource' });
  const scopes = grantedScopes(request.scope, caller.value.scopes);
  if (!scopes.ok) return scopes;
  const { client } = caller.value;
  const secretId = secretIdOf(hashClientSecret(request.clientSecret));
  return succeed(
    await issueGrant({ identity: client, scopes: scopes.value, secretId }, { signingKeys, baseUrl }, nowMs),
  );
}

/** Issues an access token, with the members of its response. */
export async function issueGrant(
  claims: AccessTokenClaims,
  { signingKeys, baseUrl }: Pick<KeyTokenPorts, 'signingKeys' | 'baseUrl'>,
  nowMs: number,
): Promise<Grant> {
  const { identity, scopes } = claims;
  return {
    clientId: identity.clientId,
    accountId: identity.accountId,
    body: {
      access_token: await issueAccessToken(signingKeys, baseUrl, claims, nowMs),
      token_type: 'Bearer',
      expires_in: ACCESS_TOKEN_SECONDS,
      scope: scopes.join(' '),
    },
  };
}

/** A malformed id gets the same response as an unknown one. */
function refuseClient(): Result<never, TokenRefusal> {
  return fail({
    kind: 'client_refused',
    refusal: { kind: 'invalid_credentials', cause: 'unknown_client', form: 'key' },
  });
}

/** Returns the requested scopes that the key has, or all scopes of the key if none is requested. */
export function grantedScopes(
  asked: string | undefined,
  held: ReadonlySet<Scope>,
): Result<readonly Scope[], TokenRefusal> {
  const names = asked?.split(' ').filter((name) => name !== '') ?? [];
  if (!names.every(isScope)) return fail({ kind: 'unknown_scope' });
  const granted = inScopeOrder(names.length === 0 ? held : names.filter((name) => held.has(name)));
  return granted.length === 0 ? fail({ kind: 'no_scope_held' }) : succeed(granted);
}
