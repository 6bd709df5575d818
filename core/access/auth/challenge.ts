/**
 * Writes the `WWW-Authenticate` header (RFC 6750 section 3, RFC 9728 section 5.1;
 * docs/reference/http.md#before-the-message-is-read). It names the metadata URL and the scopes to request; the rule
 * that refused the request provides the message.
 */
import { describeAuthRefusal, type AuthRefusal } from './auth-refusal.ts';
import { inScopeOrder, SCOPES, type Scope } from '../../billing/accounts/scopes.ts';

export type ChallengeReason =
  | Extract<AuthRefusal, { kind: 'no_credentials' | 'invalid_credentials' }>
  | {
      readonly kind: 'insufficient_scope';
      readonly needed: readonly Scope[];
      /** The scopes of an assistant sign-in; absent for a key. */
      readonly held?: readonly Scope[];
    };

export const PROTECTED_RESOURCE_METADATA_PATH = '/.well-known/oauth-protected-resource/mcp';

/** Returns the header's value: ASCII that is safe to quote, for any settings. */
export function challengeFor(reason: ChallengeReason, baseUrl: string): string {
  const metadata: Parameter = ['resource_metadata', `${baseUrl}${PROTECTED_RESOURCE_METADATA_PATH}`];
  const everyScope: Parameter = ['scope', SCOPES.join(' ')];
  switch (reason.kind) {
    case 'no_credentials':
      return bearer([metadata, everyScope, ['error_description', describeAuthRefusal(reason)]]);
    case 'invalid_credentials':
      return bearer([
        ['error', 'invalid_token'],
        ['error_description', describeAuthRefusal(reason)],
        metadata,
        everyScope,
      ]);
    case 'insufficient_scope':
      return bearer([
        ['error', 'insufficient_scope'],
        ['scope', inScopeOrder([...reason.needed, ...(reason.held ?? [])]).join(' ')],
        metadata,
        ['error_description', insufficientScopeDescription(reason)],
      ]);
  }
}

/** Describes that a key, an access token or an assistant sign-in lacks scopes that the call needs. */
export function insufficientScopeDescription({
  needed,
  held,
}: Extract<ChallengeReason, { kind: 'insufficient_scope' }>): string {
  const scopes = inScopeOrder(needed);
  const acts = scopes.map((scope) => LACKED[scope].act).join(' or ');
  const permissions = [...new Set(scopes.map((scope) => LACKED[scope].permission))].join(' and ');
  const named = `${permissions} (${scopes.join(' ')})`;
  return held === undefined
    ? `This key or token may not ${acts}. An owner can make a key with the permission ${named}.`
    : `This sign-in may not ${acts}. Sign in again and allow ${named}.`;
}

/** What a caller without the scope may not do, and the permission that people give. */
const LACKED: Readonly<Record<Scope, { readonly act: string; readonly permission: string }>> = {
  'items:read': { act: 'look up items', permission: 'Look up' },
  'items:search': { act: 'search items', permission: 'Look up' },
  'catalogs:read': { act: 'read catalogs', permission: 'Catalogs' },
  'usage:read': { act: 'see usage', permission: 'Usage' },
  'enrich:write': { act: 'ask for research', permission: 'Spend' },
};

/**
 * Like `challengeFor`, for the HTTP API: the metadata does not describe it, because its resource is the MCP endpoint
 * (RFC 9728).
 */
export function plainChallengeFor(reason: ChallengeReason): string {
  switch (reason.kind) {
    case 'no_credentials':
      return bearer([['error_description', describeAuthRefusal(reason)]]);
    case 'invalid_credentials':
      return bearer([
        ['error', 'invalid_token'],
        ['error_description', describeAuthRefusal(reason)],
      ]);
    case 'insufficient_scope':
      return bearer([
        ['error', 'insufficient_scope'],
        ['scope', inScopeOrder(reason.needed).join(' ')],
        ['error_description', insufficientScopeDescription(reason)],
      ]);
  }
}

type Parameter = readonly [name: string, value: string];

function bearer(parameters: readonly Parameter[]): string {
  return `Bearer ${parameters.map(([name, value]) => `${name}="${quotable(value)}"`).join(', ')}`;
}

/**
 * Keeps only what a quoted string may contain without escapes: RFC 6750 allows neither quotes nor backslashes in these
 * parameters.
 */
function quotable(text: string): string {
  return text.replaceAll(/["\\]/g, "'").replaceAll(/[^\x20-\x7e]/g, '?');
}
