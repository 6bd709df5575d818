/** Verifies the key of a request for a peer: compares the digest of its secret with the stored one in constant time. */
import { timingSafeEqual } from 'node:crypto';
import type { AuthInfo } from '@modelcontextprotocol/server';
import { hashClientSecret } from '../../core/access/auth/client-secret.ts';
import { SCOPES } from '../../core/billing/accounts/scopes.ts';
import { benchSecretDigest, CLIENT_ID } from './bench-fixture.ts';

const stored = Buffer.from(benchSecretDigest(), 'hex');
const ONE_HOUR_SECONDS = 3600;

/** @returns undefined for any other key than the one of the fixture */
export async function verifyPeerKey(token: string): Promise<AuthInfo | undefined> {
  const [clientId = '', secret = ''] = token.split(':');
  const proven = timingSafeEqual(Buffer.from(hashClientSecret(secret), 'hex'), stored);
  if (clientId !== CLIENT_ID || !proven) return undefined;
  const expiresAt = Math.floor(Date.now() / 1000) + ONE_HOUR_SECONDS;
  return { token, clientId, scopes: [...SCOPES], expiresAt };
}
