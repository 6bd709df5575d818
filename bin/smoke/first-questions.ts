/**
 * Checks the caller's input first, because one mistake in it would fail most checks without being named.
 */
import { sendMessage, type SmokeTarget } from './smoke-target.ts';

const NEEDED_SCOPES = ['items:read', 'items:search', 'catalogs:read', 'usage:read'];

/**
 * Returns the service's URL without a trailing slash or /mcp.
 * @throws {Error} that describes a valid URL
 */
export function readBaseUrl(text: string): string {
  const trimmed = text.replace(/\/+$/, '').replace(/\/mcp$/, '');
  if (!URL.canParse(trimmed) || !/^https?:$/.test(new URL(trimmed).protocol)) {
    throw new Error('--url must be a URL such as https://mcp.example.com or http://127.0.0.1:3000.');
  }
  return trimmed;
}

/** @throws {Error} when nothing answers, or the key is refused or lacks scopes */
export async function askFirst(target: SmokeTarget): Promise<void> {
  await fetch(target.baseUrl, { signal: AbortSignal.timeout(20_000) }).catch(() => {
    throw new Error(`Nothing answers at ${target.baseUrl}. Is the service running there?`);
  });
  const key = `Bearer ${target.clientId}:${target.clientSecret}`;
  // The checks report an unreadable response.
  const answer = await sendMessage(target, '2026-07-28', 'tools/list', {}, key).catch(() => undefined);
  if (answer?.status === 401) {
    throw new Error(
      `${target.baseUrl} refuses the client id or secret. Those of a local stage are in .local/credentials.json.`,
    );
  }
  const missing = await scopesMissing(target);
  if (missing.length > 0) throw new Error(`The key lacks ${missing.join(', ')}. A test key with all scopes is enough.`);
}

/** Reads the key's scopes from an access token. If no token is issued, no scope counts as missing, because a check reports that failure. */
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
