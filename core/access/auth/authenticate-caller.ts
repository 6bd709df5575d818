/**
 * Authenticates a caller: verifies the credential, reads the stored client, and decides the scopes of the request. The
 * proof comes first: only a caller that proves a secret or an access token learns that a key is revoked or an account
 * is inactive.
 */
import type { AccessTokenVerifier } from './access-token.ts';
import type { AuthRefusal, InvalidCredentialsCause } from './auth-refusal.ts';
import type { BearerCredential } from './bearer-credential.ts';
import type { Caller } from '../../billing/accounts/caller.ts';
import { proveSecret, proveSecretId, type SecretProof } from './client-secret.ts';
import type { ClientStore, StoredCaller } from './client-store.ts';
import { fail, succeed, type Result } from '../../result.ts';
import type { Scope } from '../../billing/accounts/scopes.ts';

export interface AuthenticationPorts {
  readonly clients: ClientStore;
  readonly tokens: AccessTokenVerifier;
}

/** Returns the caller of the credential, as stored now. Throws only on an internal error. */
export function authenticateCaller(
  credential: BearerCredential,
  ports: AuthenticationPorts,
  nowMs: number,
  keyHash?: string,
): Promise<Result<Caller, AuthRefusal>> {
  return credential.kind === 'key'
    ? authenticateByKey(credential, ports.clients, nowMs, keyHash)
    : authenticateByToken(credential.jwt, ports, nowMs, keyHash);
}

async function authenticateByKey(
  credential: Extract<BearerCredential, { kind: 'key' }>,
  clients: ClientStore,
  nowMs: number,
  keyHash?: string,
): Promise<Result<Caller, AuthRefusal>> {
  const stored = await clients.readCaller(credential.identity, nowMs, keyHash);
  const proof = proveSecret(credential.secret, stored?.secrets ?? [], nowMs);
  if (stored === undefined) return invalid('unknown_client', 'key');
  if (proof === 'wrong') return invalid('wrong_secret', 'key');
  if (stored.client.revokedAtMs !== null) return invalid('revoked_client', 'key');
  return refuseSpent(proof, stored, 'key') ?? authenticateStored(stored, stored.client.scopes);
}

async function authenticateByToken(
  jwt: string,
  { clients, tokens }: AuthenticationPorts,
  nowMs: number,
  keyHash?: string,
): Promise<Result<Caller, AuthRefusal>> {
  const verified = await tokens.verify(jwt, nowMs);
  if (!verified.ok) return invalid(`token_${verified.reason}`, 'token');
  const stored = await clients.readCaller(verified.value.identity, nowMs, keyHash);
  if (stored === undefined) return invalid('unknown_client', 'token');
  const { revokedAtMs, signIn } = stored.client;
  if (revokedAtMs !== null) return invalid(signIn === undefined ? 'revoked_client' : 'revoked_sign_in', 'token');
  const { scopes, secretId } = verified.value;
  const proof = secretId === undefined ? 'valid' : proveSecretId(secretId, stored.secrets, nowMs);
  return refuseSpent(proof, stored, 'token') ?? authenticateStored(stored, scopes);
}

/** Refuses a secret that was valid once. */
function refuseSpent(proof: SecretProof, { secrets }: StoredCaller, form: 'key' | 'token') {
  if (proof === 'replaced') return invalid('replaced_secret', form);
  if (proof === 'ended') return invalid('ended_key', form, secrets[0]?.validUntilMs ?? 0);
  return undefined;
}

function authenticateStored(stored: StoredCaller, asked: readonly Scope[]): Result<Caller, AuthRefusal> {
  const { account, client, usage, receipt } = stored;
  if (account.status !== 'active') return fail({ kind: 'account_not_active', status: account.status });
  // Owners may forbid spending after the consent, with effect from the next request.
  const maySpend = client.signIn === undefined || account.spendingBySignIn;
  const granted = client.scopes.filter((scope) => maySpend || scope !== 'enrich:write');
  const scopes = new Set(asked.filter((scope) => granted.includes(scope)));
  return succeed({ account, client, scopes, usage, receipt });
}

function invalid(
  cause: InvalidCredentialsCause,
  form: 'key' | 'token',
  endedAtMs?: number,
): Result<Caller, AuthRefusal> {
  return fail({ kind: 'invalid_credentials', cause, form, ...(endedAtMs !== undefined && { endedAtMs }) });
}
