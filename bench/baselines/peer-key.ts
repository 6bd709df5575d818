/** How a peer proves the key of a request: the digest of its secret against the stored one, in constant time. */
import { timingSafeEqual } from 'node:crypto';
import type { AuthInfo } from '@modelcontextprotocol/server';
import { hashClientSecret } from '../../core/auth/client-secret.ts';
import { SCOPES } from '../../core/accounts/scopes.ts';
import { benchSecretDigest, CLIENT_ID } from './bench-fixture.ts';

const stored = Buffer.from(benchSecretDigest(), 'hex');
const ONE_HOUR_SECONDS = 3600;

/** @returns undefined for a key that is not the one there is */
export async function verifyPeerKey(token: string): Promise<AuthInfo | undefined> {
  const [clientId = '', secret = ''] = token.split(':');
  const proven = timingSafeEqual(Buffer.from(hashClientSecret(secret), 'hex'), stored);
  if (clientId !== CLIENT_ID || !proven) return undefined;
  const expiresAt = Math.floor(Date.now() / 1000) + ONE_HOUR_SECONDS;
  return { token, clientId, scopes: [...SCOPES], expiresAt };
}
