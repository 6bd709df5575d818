import { describe, expect, test } from 'vitest';
import { challengeFor, plainChallengeFor } from '../../../../core/access/auth/challenge.ts';
import { isOriginAllowed } from '../../../../core/http/origin.ts';

const BASE_URL = 'https://mcp.example.com';
const METADATA = 'resource_metadata="https://mcp.example.com/.well-known/oauth-protected-resource/mcp"';
const EVERY_SCOPE = 'scope="items:read items:search catalogs:read usage:read enrich:write"';

describe('the challenge', () => {
  test('without credentials says what to send, without an error', () => {
    expect(challengeFor({ kind: 'no_credentials' }, BASE_URL)).toBe(
      `Bearer ${METADATA}, ${EVERY_SCOPE}, error_description="Send 'Authorization: Bearer <client id>:<client secret>', or an access token from POST /v1/oauth/token."`,
    );
  });

  test('for bad credentials says what is wrong', () => {
    const reason = { kind: 'invalid_credentials', cause: 'token_expired', form: 'token' } as const;
    expect(challengeFor(reason, BASE_URL)).toBe(
      `Bearer error="invalid_token", error_description="The access token has expired. Get a fresh one from POST /v1/oauth/token.", ${METADATA}, ${EVERY_SCOPE}`,
    );
  });

  test('for a missing scope names all scopes that the call needs, in the fixed order', () => {
    const reason = { kind: 'insufficient_scope', needed: ['enrich:write', 'items:read'] } as const;
    expect(challengeFor(reason, BASE_URL)).toBe(
      `Bearer error="insufficient_scope", scope="items:read enrich:write", ${METADATA}, error_description="This key or token may not look up items or ask for research. An owner can make a key with the permission Look up and Spend (items:read enrich:write)."`,
    );
  });

  test('for a sign-in without a scope also names those it has, because its next consent would otherwise lose them', () => {
    const reason = { kind: 'insufficient_scope', needed: ['usage:read'], held: ['items:read', 'usage:read'] } as const;
    expect(challengeFor(reason, BASE_URL)).toBe(
      `Bearer error="insufficient_scope", scope="items:read usage:read", ${METADATA}, error_description="This sign-in may not see usage. Sign in again and allow Usage (usage:read)."`,
    );
  });

  test('stays one well-formed header for any settings', () => {
    const header = challengeFor({ kind: 'no_credentials' }, 'https://x.test/"\\\r\nSet-Cookie: a=b\u00e9');
    expect(header).toMatch(/^[\x20-\x7e]+$/);
    expect(header.match(/"/g)).toHaveLength(6);
    expect(header).toContain("resource_metadata=\"https://x.test/''??Set-Cookie: a=b?/.well-known/");
  });
});

describe('the challenge of the HTTP API names no metadata, which describe /mcp', () => {
  test.each([
    [
      'without credentials',
      { kind: 'no_credentials' },
      `Bearer error_description="Send 'Authorization: Bearer <client id>:<client secret>', or an access token from POST /v1/oauth/token."`,
    ],
    [
      'for bad credentials',
      { kind: 'invalid_credentials', cause: 'token_expired', form: 'token' },
      'Bearer error="invalid_token", error_description="The access token has expired. Get a fresh one from POST /v1/oauth/token."',
    ],
    [
      'for a missing scope, in the fixed order',
      { kind: 'insufficient_scope', needed: ['enrich:write', 'items:read'] },
      'Bearer error="insufficient_scope", scope="items:read enrich:write", error_description="This key or token may not look up items or ask for research. An owner can make a key with the permission Look up and Spend (items:read enrich:write)."',
    ],
  ] as const)('%s', (_when, reason, header) => {
    expect(plainChallengeFor(reason)).toBe(header);
  });
});

describe('the origin', () => {
  const allowed = ['https://app.example.com', 'http://localhost:6274'];

  test.each<[string | undefined, boolean]>([
    [undefined, true],
    ['https://app.example.com', true],
    ['http://localhost:6274', true],
    ['', false],
    ['null', false],
    ['https://app.example.com/', false],
    ['https://app.example.com:443', false],
    ['http://app.example.com', false],
    ['https://app.example.com.evil.net', false],
    ['https://APP.example.com', false],
    ['http://localhost:6275', false],
    ['https://app.example.com, https://app.example.com', false],
  ])('%s is allowed: %s', (origin, expected) => {
    expect(isOriginAllowed(origin, allowed)).toBe(expected);
  });

  test('null is never allowed, even if a setting names it', () => {
    expect(isOriginAllowed('null', ['null'])).toBe(false);
  });
});
