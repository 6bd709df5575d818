/**
 * What is asked before the checks: one mistake of the caller would fail most of them, and none would name it. What these do not find wrong, the checks
 * judge.
 */
import { sendMessage, type SmokeTarget } from './smoke-target.ts';

const NEEDED_SCOPES = ['items:read', 'items:search', 'catalogs:read', 'usage:read'];

/**
 * The service's address without a slash or /mcp at its end.
 * @throws {Error} that says how an address is written
 */
export function readBaseUrl(text: string): string {
  const trimmed = text.replace(/\/+$/, '').replace(/\/mcp$/, '');
  if (!URL.canParse(trimmed) || !/^https?:$/.test(new URL(trimmed).protocol)) {
    throw new Error('--url must be an address such as https://mcp.example.com or http://127.0.0.1:3000.');
  }
  return trimmed;
}

/** @throws {Error} when nothing answers, or the key is not one that can be checked with */
export async function askFirst(target: SmokeTarget): Promise<void> {
  await fetch(target.baseUrl, { signal: AbortSignal.timeout(20_000) }).catch(() => {
    throw new Error(`Nothing answers at ${target.baseUrl}. Is the service running there?`);
  });
  const key = `Bearer ${target.clientId}:${target.clientSecret}`;
  // An answer that cannot be read is for the checks to judge.
  const answer = await sendMessage(target, '2026-07-28', 'tools/list', {}, key).catch(() => undefined);
  if (answer?.status === 401) {
    throw new Error(`${target.baseUrl} refuses the id or the secret. A local stage's are in .local/credentials.json.`);
  }
  const missing = await scopesMissing(target);
  if (missing.length > 0) throw new Error(`The key lacks ${missing.join(', ')}. A test key with every scope will do.`);
}

/** By a token: it holds the scopes that its key has. None when there is no token to be had, which a check will say. */
async function scopesMissing({ baseUrl, clientId, clientSecret }: SmokeTarget): Promise<readonly string[]> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  });
  const init = { method: 'POST', body, signal: AbortSignal.timeout(20_000) };
  const answer: unknown = await fetch(`${baseUrl}/v1/oauth/token`, init)
    .then((response) => (response.ok ? response.json() : undefined))
    .catch(() => undefined);
  if (typeof answer !== 'object' || answer === null || !('scope' in answer)) return [];
  const held = String(answer.scope).split(' ');
  return NEEDED_SCOPES.filter((scope) => !held.includes(scope));
}
