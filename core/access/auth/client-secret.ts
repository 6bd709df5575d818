/**
 * Creates, hashes and checks the secrets of keys: 256 random bits, shown once, stored as SHA-256, compared in constant
 * time. A slow password hash would add nothing, because 256 bits cannot be guessed.
 */
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A stored secret. During the overlap of a rotation, two are valid. */
export interface ClientSecret {
  /** SHA-256 of the secret, as lower-case hexadecimal. */
  readonly sha256: string;
  /** null: valid until it is replaced. The first secret of a key that ends has the end. */
  readonly validUntilMs: number | null;
}

/** Creates a secret, in the form that is shown to its owner. */
export function newClientSecret(): string {
  return `sec_${randomBytes(32).toString('base64url')}`;
}

export function hashClientSecret(secret: string): string {
  return hash('sha256', secret);
}

export type SecretProof = 'valid' | 'replaced' | 'ended' | 'wrong';

/** No secret has this digest. Comparing with it makes an unknown client take as long as a known one. */
const ABSENT_SECRET: ClientSecret = { sha256: '0'.repeat(64), validUntilMs: 0 };

/**
 * Checks a secret against the stored ones. `replaced`: it was valid until a rotation's overlap ended; `ended`: until
 * its key ended. Always compares twice, so the time does not reveal how many secrets there are or whether the client
 * exists.
 */
export function proveSecret(given: string, stored: readonly ClientSecret[], nowMs: number): SecretProof {
  const digest = hash('sha256', given, 'buffer');
  let proof: SecretProof = 'wrong';
  for (const [place, secret] of [stored[0] ?? ABSENT_SECRET, stored[1] ?? ABSENT_SECRET].entries()) {
    const matches = timingSafeEqual(digest, Buffer.from(secret.sha256, 'hex'));
    if (!matches || proof === 'valid') continue;
    proof = stateOf(secret, place, nowMs);
  }
  return proof;
}

/**
 * Returns the id of a secret in the access tokens issued for it (docs/decisions/0042-signing-keys.md). The id reveals
 * neither the secret nor its stored hash.
 */
export function secretIdOf(sha256: string): string {
  return hash('sha256', `secret id of ${sha256}`, 'base64url').slice(0, 16);
}

/** Like `proveSecret`, for the id of a secret. One that is no longer stored was replaced. */
export function proveSecretId(secretId: string, stored: readonly ClientSecret[], nowMs: number): SecretProof {
  const place = stored.findIndex(({ sha256 }) => secretIdOf(sha256) === secretId);
  const secret = stored[place];
  return secret === undefined ? 'replaced' : stateOf(secret, place, nowMs);
}

function stateOf({ validUntilMs }: ClientSecret, place: number, nowMs: number): SecretProof {
  if (validUntilMs === null || nowMs < validUntilMs) return 'valid';
  return place === 0 ? 'ended' : 'replaced';
}
