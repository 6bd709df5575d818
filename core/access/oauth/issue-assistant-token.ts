/**
 * Issues the tokens of an assistant sign-in: a one-hour access token, as for keys, and a refresh token that changes
 * with every use. If a code is used twice, or a refresh token is used long after it was replaced, two parties have it.
 * The sign-in is then revoked, and all its tokens fail from the next request on.
 */
import { attemptAgain } from '../../decide-again.ts';
import { createHash } from 'node:crypto';
import type { AdministrationStore } from '../administration/administration-store.ts';
import { revokeClient } from '../administration/administer-clients.ts';
import { isThisResource, type AccessTokenVerifier } from '../auth/access-token.ts';
import { grantedScopes, issueGrant, type Grant, type KeyTokenPorts } from '../auth/issue-key-token.ts';
import type { InvalidGrantCause, TokenRefusal } from '../auth/token-refusal.ts';
import type { Scope } from '../../billing/accounts/scopes.ts';
import type { ClientIdentity } from '../../identifiers.ts';
import { fail, succeed, type Result } from '../../result.ts';
import type { AssistantSignInStore, StoredAssistantSignIn } from './assistant-sign-in-store.ts';
import {
  beginChain,
  decideRefresh,
  readCode,
  readRefreshToken,
  type ReadCode,
  type ReadRefreshToken,
  type RefreshChain,
} from './assistant-sign-in.ts';
import type { CodeRequest, RefreshRequest, RevocationRequest } from './assistant-token-request.ts';

export interface AssistantTokenPorts extends Pick<KeyTokenPorts, 'signingKeys' | 'baseUrl'> {
  readonly signIns: Pick<AssistantSignInStore, 'readSignIn' | 'redeemCode' | 'rotate'>;
  readonly administration: Pick<AdministrationStore, 'readClient' | 'changeClient'>;
  readonly tokens: AccessTokenVerifier;
}

interface AssistantTokens extends Omit<Grant, 'body'> {
  readonly body: Grant['body'] & { readonly refresh_token: string };
}

type Answer = Promise<Result<AssistantTokens, TokenRefusal>>;

const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;
/** The actor in the audit trail when a code or a token was used twice. */
const TOKEN_ENDPOINT = 'token endpoint';

/** Redeems a code or refreshes a token. Throws only on an internal error. */
export async function issueAssistantToken(
  request: CodeRequest | RefreshRequest,
  ports: AssistantTokenPorts,
  nowMs: number,
): Answer {
  if (!request.resources.every((resource) => isThisResource(resource, ports.baseUrl)))
    return fail({ kind: 'foreign_resource' });
  return request.grantType === 'authorization_code'
    ? redeemCode(request, ports, nowMs)
    : refresh(request, ports, nowMs);
}

async function redeemCode(request: CodeRequest, ports: AssistantTokenPorts, nowMs: number): Answer {
  const read = readCode(request.code);
  const stored = read && (await ports.signIns.readSignIn(read.identity));
  // Both are hashes of 256 random bits, so the time of the comparison reveals nothing useful.
  if (read === undefined || stored === undefined || stored.code.sha256 !== read.sha256) return invalid('unknown_grant');
  if (stored.code.usedAtMs !== null) return revokeFor('code_used_before', read.identity, ports, nowMs);
  const cause = codeProblem(request, stored, nowMs);
  if (cause !== undefined) return invalid(cause);
  const closed = refuseClosed(stored);
  if (closed !== undefined) return fail(closed);
  return spendCode(read, stored, ports, nowMs);
}

async function spendCode(
  { identity, sha256 }: ReadCode,
  { client }: StoredAssistantSignIn,
  ports: AssistantTokenPorts,
  nowMs: number,
): Answer {
  const { token, chain } = beginChain(identity.clientId, nowMs);
  if (await ports.signIns.redeemCode(identity, sha256, chain, nowMs))
    return succeed(await issue(identity, client.scopes, token, ports, nowMs));
  // A concurrent request used the same code or revoked the sign-in.
  return revokeFor('code_used_before', identity, ports, nowMs);
}

function codeProblem(
  request: CodeRequest,
  { code, client }: StoredAssistantSignIn,
  nowMs: number,
): InvalidGrantCause | undefined {
  const { oauthClientId, redirectUri, codeVerifier } = request;
  if (client.signIn.oauthClientId !== oauthClientId) return 'other_client';
  if (redirectUri !== undefined && redirectUri !== code.redirectUri) return 'other_redirect_uri';
  if (!VERIFIER.test(codeVerifier) || challengeOf(codeVerifier) !== code.codeChallenge) return 'wrong_verifier';
  return nowMs >= code.validUntilMs ? 'code_expired' : undefined;
}

/** Computes the S256 challenge of RFC 7636. */
function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}

async function refresh(request: RefreshRequest, ports: AssistantTokenPorts, nowMs: number): Answer {
  const read = readRefreshToken(request.refreshToken);
  if (read === undefined) return invalid('unknown_grant');
  const done = await attemptAgain(async () => {
    const stored = await ports.signIns.readSignIn(read.identity);
    if (stored?.chain === undefined) return invalid('unknown_grant');
    const answered = await refreshFrom(request, read, { ...stored, chain: stored.chain }, ports, nowMs);
    if (answered !== undefined) return answered;
    return undefined;
  });
  if (done !== undefined) return done;
  throw new Error('A refresh token kept changing while it was used');
}

/** Returns undefined if the chain has changed meanwhile and must be read again. */
async function refreshFrom(
  request: RefreshRequest,
  read: ReadRefreshToken,
  stored: StoredAssistantSignIn & { readonly chain: RefreshChain },
  ports: AssistantTokenPorts,
  nowMs: number,
): Promise<Awaited<Answer> | undefined> {
  const { client, chain } = stored;
  const decision = decideRefresh(request.refreshToken, read, chain, nowMs);
  if (decision.kind === 'unknown') return invalid('unknown_grant');
  if (client.signIn.oauthClientId !== request.oauthClientId) return invalid('other_client');
  if (decision.kind === 'replayed') return revokeFor('refresh_token_replayed', read.identity, ports, nowMs);
  if (decision.kind === 'idle') return invalid('grant_ended');
  const closed = refuseClosed(stored);
  if (closed !== undefined) return fail(closed);
  const scopes = grantedScopes(request.scope, new Set(client.scopes));
  if (!scopes.ok) return scopes;
  if (decision.kind === 'repeat')
    return succeed(await issue(read.identity, scopes.value, decision.token, ports, nowMs));
  const { token, chain: next } = decision.issued;
  if (!(await ports.signIns.rotate(read.identity, chain, next))) return undefined;
  return succeed(await issue(read.identity, scopes.value, token, ports, nowMs));
}

/**
 * Revokes the sign-in to which the given token belongs (RFC 7009). An unknown token gets the same response as a revoked
 * one.
 */
export async function revokeAssistantToken(
  request: RevocationRequest,
  ports: AssistantTokenPorts,
  nowMs: number,
): Promise<Result<ClientIdentity | undefined, TokenRefusal>> {
  const named = await readToken(request.token, ports, nowMs);
  const stored = named && (await ports.signIns.readSignIn(named.identity));
  if (named === undefined || stored === undefined)
    return named?.isAccessToken === true ? fail({ kind: 'unsupported_token_type' }) : succeed(undefined);
  if (named.familySha256 !== undefined && named.familySha256 !== stored.chain?.familySha256) return succeed(undefined);
  if (stored.client.signIn.oauthClientId !== request.oauthClientId) return invalid('other_client');
  await revoke('assistant', 'token_revoked', named.identity, ports, nowMs);
  return succeed(named.identity);
}

interface NamedSignIn {
  readonly identity: ClientIdentity;
  readonly isAccessToken: boolean;
  readonly familySha256?: string;
}

async function readToken(
  token: string,
  { tokens }: AssistantTokenPorts,
  nowMs: number,
): Promise<NamedSignIn | undefined> {
  const refreshToken = readRefreshToken(token);
  if (refreshToken !== undefined) {
    const { identity, familySha256 } = refreshToken;
    return { identity, familySha256, isAccessToken: false };
  }
  const verified = await tokens.verify(token, nowMs);
  return verified.ok ? { identity: verified.value.identity, isAccessToken: true } : undefined;
}

/**
 * Checks the state that every token of the sign-in depends on; refuses as for a key
 * (docs/reference/behavior.md#state-of-an-account).
 */
function refuseClosed({ account, client, isMember }: StoredAssistantSignIn): TokenRefusal | undefined {
  if (client.revokedAtMs !== null || !isMember) return { kind: 'invalid_grant', cause: 'grant_ended' };
  if (account.status === 'active') return undefined;
  return { kind: 'client_refused', refusal: { kind: 'account_not_active', status: account.status } };
}

async function issue(
  identity: ClientIdentity,
  scopes: readonly Scope[],
  refreshToken: string,
  ports: AssistantTokenPorts,
  nowMs: number,
): Promise<AssistantTokens> {
  const { clientId, accountId, body } = await issueGrant({ identity, scopes }, ports, nowMs);
  return { clientId, accountId, body: { ...body, refresh_token: refreshToken } };
}

async function revokeFor(
  cause: 'code_used_before' | 'refresh_token_replayed',
  identity: ClientIdentity,
  ports: AssistantTokenPorts,
  nowMs: number,
): Promise<Result<never, TokenRefusal>> {
  await revoke(TOKEN_ENDPOINT, cause, identity, ports, nowMs);
  return invalid(cause);
}

async function revoke(
  who: string,
  because: string,
  { clientId }: ClientIdentity,
  { administration }: AssistantTokenPorts,
  nowMs: number,
): Promise<void> {
  const revoked = await revokeClient(administration, clientId, { who }, nowMs, because);
  if (!revoked.ok && revoked.reason.kind === 'changed_meanwhile')
    throw new Error('A grant kept changing while it was revoked');
}

function invalid(cause: InvalidGrantCause): Result<never, TokenRefusal> {
  return fail({ kind: 'invalid_grant', cause });
}
