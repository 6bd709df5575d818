/**
 * Secrets of keys: 256 random bits, shown once, stored as SHA-256, compared in constant time.
 * A slow password hash would add nothing: 256 bits cannot be guessed.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A stored secret. Two are valid while a rotation overlaps. */
export interface ClientSecret {
  /** SHA-256 of the secret, as lower-case hexadecimal. */
  readonly sha256: string;
  /** null: until it is replaced. */
  readonly validUntilMs: number | null;
}

/** A new secret as its owner keeps it. */
export function newClientSecret(): string {
  return `sec_${randomBytes(32).toString('base64url')}`;
}

export function hashClientSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

export type SecretProof = 'valid' | 'replaced' | 'wrong';

/** No secret has this digest; comparing with it costs an unknown client the time that a known one costs. */
const ABSENT_SECRET: ClientSecret = { sha256: '0'.repeat(64), validUntilMs: 0 };

/**
 * Whether the given secret is one of the stored ones. `replaced`: it was, until a rotation's overlap ended. Always compares twice, so that
 * the time reveals neither how many secrets there are nor whether the client exists.
 */
export function proveSecret(given: string, stored: readonly ClientSecret[], nowMs: number): SecretProof {
  const digest = Buffer.from(hashClientSecret(given), 'hex');
  let proof: SecretProof = 'wrong';
  for (const secret of [stored[0] ?? ABSENT_SECRET, stored[1] ?? ABSENT_SECRET]) {
    const matches = timingSafeEqual(digest, Buffer.from(secret.sha256, 'hex'));
    if (!matches || proof === 'valid') continue;
    proof = isInForce(secret, nowMs) ? 'valid' : 'replaced';
  }
  return proof;
}

/**
 * What names a secret in the tokens that are issued for it (docs/decisions/0042-signing-keys.md). It reveals nothing of the secret,
 * nor of what is stored of it.
 */
export function secretIdOf(sha256: string): string {
  return createHash('sha256').update(`secret id of ${sha256}`).digest('base64url').slice(0, 16);
}

/** Whether the secret of this id is one of the stored ones, and still to be used. */
export function isSecretInForce(secretId: string, stored: readonly ClientSecret[], nowMs: number): boolean {
  return stored.some((secret) => secretIdOf(secret.sha256) === secretId && isInForce(secret, nowMs));
}

function isInForce({ validUntilMs }: ClientSecret, nowMs: number): boolean {
  return validUntilMs === null || nowMs < validUntilMs;
}
