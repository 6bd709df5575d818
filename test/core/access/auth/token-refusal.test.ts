import { describe, expect, test } from 'vitest';
import { toTokenError, type TokenRefusal } from '../../../../core/access/auth/token-refusal.ts';

type Row = [refusal: TokenRefusal, status: number, oauthError: string, code: string, message: string, field?: string];

const WRONG_KEY = { kind: 'invalid_credentials', cause: 'wrong_secret', form: 'key' } as const;

/** These messages are pinned: a red test asks whether you meant to change them. */
const WORDS: readonly Row[] = [
  [
    { kind: 'unsupported_media_type' },
    415,
    'invalid_request',
    'bad_request',
    'Send the parameters as application/x-www-form-urlencoded or application/json.',
  ],
  [{ kind: 'body_too_large' }, 413, 'invalid_request', 'bad_request', 'The request is larger than 64 KB.'],
  [{ kind: 'malformed_body', problem: 'So.' }, 400, 'invalid_request', 'bad_request', 'So.'],
  [
    { kind: 'missing_parameter', field: 'grant_type' },
    400,
    'invalid_request',
    'missing_parameter',
    'The parameter grant_type is missing.',
    'grant_type',
  ],
  [
    { kind: 'repeated_parameter', field: 'scope' },
    400,
    'invalid_request',
    'invalid_parameter',
    'Send scope once.',
    'scope',
  ],
  [
    { kind: 'no_client_credentials' },
    401,
    'invalid_client',
    'unauthorized',
    'Send the client id and the client secret, in a Basic header or as client_id and client_secret.',
  ],
  [
    { kind: 'malformed_client_credentials' },
    401,
    'invalid_client',
    'unauthorized',
    'The Authorization header is malformed. Send the client id and the client secret as Basic.',
  ],
  [
    { kind: 'two_client_credentials' },
    400,
    'invalid_request',
    'invalid_parameter',
    'Send the credentials in the header or in the body, not in both.',
  ],
  [
    { kind: 'secret_of_public_client' },
    401,
    'invalid_client',
    'unauthorized',
    'Assistants have no secret. Send only the client_id.',
  ],
  [
    { kind: 'client_refused', refusal: WRONG_KEY },
    401,
    'invalid_client',
    'unauthorized',
    'The client id or the client secret is wrong.',
  ],
  [
    { kind: 'client_refused', refusal: { kind: 'account_not_active', status: 'suspended' } },
    403,
    'unauthorized_client',
    'forbidden',
    'The account is suspended.',
  ],
  [
    { kind: 'unsupported_grant_type' },
    400,
    'unsupported_grant_type',
    'invalid_parameter',
    'The grant_type must be client_credentials.',
    'grant_type',
  ],
  [
    { kind: 'unsupported_grant_type', signIn: true },
    400,
    'unsupported_grant_type',
    'invalid_parameter',
    'The grant_type must be authorization_code, refresh_token or client_credentials.',
    'grant_type',
  ],
  [
    { kind: 'invalid_grant', cause: 'code_used_before' },
    400,
    'invalid_grant',
    'invalid_parameter',
    'The code or refresh token does not hold, or not for this client and redirect URI. Sign in again.',
  ],
  [
    { kind: 'unsupported_token_type' },
    400,
    'unsupported_token_type',
    'invalid_parameter',
    'Tokens of a key end with its secret: rotate or revoke the key.',
    'token',
  ],
  [
    { kind: 'unknown_scope' },
    400,
    'invalid_scope',
    'invalid_parameter',
    'The scope names one that does not exist.',
    'scope',
  ],
  [
    { kind: 'no_scope_held' },
    400,
    'invalid_scope',
    'invalid_parameter',
    'The key holds none of the scopes asked for.',
    'scope',
  ],
  [
    { kind: 'foreign_resource' },
    400,
    'invalid_target',
    'invalid_parameter',
    'The resource must be the MCP address of this server.',
    'resource',
  ],
];

describe('a refusal of the token endpoint', () => {
  test.each(WORDS)('%j is %i %s, %s', (refusal, status, oauthError, code, message, field) => {
    const error = { code, message, ...(field === undefined ? {} : { field }) };
    expect(toTokenError(refusal)).toStrictEqual({ status, oauthError, error });
  });

  test('of a code or a refresh token does not state the reason, which is only in the log', () => {
    const causes = [
      'unknown_grant',
      'code_expired',
      'other_client',
      'wrong_verifier',
      'refresh_token_replayed',
    ] as const;
    const told = causes.map((cause) => JSON.stringify(toTokenError({ kind: 'invalid_grant', cause })));
    expect(new Set(told).size).toBe(1);
  });

  test.each(WORDS)('describes %j in ASCII without quotes, as RFC 6749 requires of error_description', (refusal) => {
    expect(toTokenError(refusal).error.message).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
  });
});
