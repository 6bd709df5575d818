/**
 * Checks the caller's input first, because one mistake in it would fail most checks without being named.
 */
import { printable } from '../admin/console/printable.ts';
import { shellWord } from '../admin/console/shell-word.ts';
import { getDocument, request, sendMessage, type SmokeTarget } from './smoke-target.ts';

const NEEDED_SCOPES = ['items:read', 'items:search', 'catalogs:read', 'usage:read'];

/**
 * Returns a URL of the service without a trailing slash or /mcp.
 * @throws {Error} that describes a valid URL
 */
export function readUrl(option: '--url' | '--base-url', text: string): string {
  const trimmed = text.replace(/\/+$/, '').replace(/\/mcp$/, '');
  if (!URL.canParse(trimmed) || !/^https?:$/.test(new URL(trimmed).protocol)) {
    throw new Error(`${option} must be a URL such as https://mcp.example.com or http://127.0.0.1:3000.`);
  }
  return trimmed;
}

/** @throws {Error} when nothing answers, or the key is refused or lacks scopes */
export async function askFirst(target: SmokeTarget): Promise<void> {
  await fetch(target.url, { signal: AbortSignal.timeout(20_000) }).catch(() => {
    throw new Error(`Nothing answers at ${target.url}. Is the service running there?`);
  });
  const key = `Bearer ${target.clientId}:${target.clientSecret}`;
  // The checks report an unreadable response.
  const answer = await sendMessage(target, '2026-07-28', 'tools/list', {}, key).catch(() => undefined);
  if (answer?.status === 401) {
    throw new Error(
      `${target.url} refuses the client id or secret. Those of a local stage are in .local/credentials.json.`,
    );
  }
  const missing = await scopesMissing(target);
  if (missing.length > 0) throw new Error(`The key lacks ${missing.join(', ')}. A test key with all scopes is enough.`);
}

/**
 * Returns a hint if the service calls itself by another URL than the expected one: its documents and challenges then
 * fail ten checks for one reason.
 */
export async function otherNameHint(target: SmokeTarget): Promise<string | undefined> {
  const document = await getDocument(target, '/.well-known/oauth-authorization-server').catch(() => undefined);
  const issuer = document?.['issuer'];
  if (typeof issuer !== 'string' || issuer === target.baseUrl) return undefined;
  const name = printable(issuer);
  return `The service calls itself ${name}, not ${target.baseUrl}. Until that host points here, add: --base-url ${shellWord(name)}`;
}

/**
 * Reads the key's scopes from an access token. If no token is issued, no scope counts as missing, because a check
 * reports that failure.
 */
async function scopesMissing({ url, clientId, clientSecret }: SmokeTarget): Promise<readonly string[]> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  });
  const init = { method: 'POST', body };
  const answer: unknown = await request(`${url}/v1/oauth/token`, init)
    .then((response) => (response.ok ? response.json() : undefined))
    .catch(() => undefined);
  if (typeof answer !== 'object' || answer === null || !('scope' in answer)) return [];
  const held = String(answer.scope).split(' ');
  return NEEDED_SCOPES.filter((scope) => !held.includes(scope));
}
