import { describe, expect, test } from 'vitest';
import {
  authRefusalError,
  describeAuthRefusal,
  type AuthRefusal,
  type InvalidCredentialsCause,
} from '../../../../core/access/auth/auth-refusal.ts';

const WRONG_PAIR = 'The client id or the client secret is wrong.';
const WRONG_TOKEN = 'The access token is not valid. Get a fresh one from POST /v1/oauth/token.';
const FOREIGN = 'The access token was not issued for this server. Get a fresh one from POST /v1/oauth/token.';

const invalid = (cause: InvalidCredentialsCause, form: 'key' | 'token'): AuthRefusal => ({
  kind: 'invalid_credentials',
  cause,
  form,
});

/** These messages are part of the challenge on the wire: a red test asks whether you meant to change them. */
const WORDS: readonly (readonly [AuthRefusal, string])[] = [
  [
    { kind: 'no_credentials' },
    "Send 'Authorization: Bearer <client id>:<client secret>', or an access token from POST /v1/oauth/token.",
  ],
  [
    invalid('malformed_credentials', 'key'),
    "The credentials are malformed. Send 'Bearer <client id>:<client secret>' or 'Bearer <access token>'.",
  ],
  [invalid('unknown_client', 'key'), WRONG_PAIR],
  [invalid('wrong_secret', 'key'), WRONG_PAIR],
  [invalid('replaced_secret', 'key'), 'This client secret was replaced by a newer one. Use the new secret.'],
  [
    {
      kind: 'invalid_credentials',
      cause: 'ended_key',
      form: 'key',
      endedAtMs: Date.parse('2027-02-25T13:51:00Z'),
    },
    'This key ended on 2027-02-25. Create a new key.',
  ],
  [invalid('revoked_client', 'key'), 'This key was revoked. Create a new key.'],
  [invalid('revoked_client', 'token'), 'This key was revoked. Create a new key.'],
  [invalid('revoked_sign_in', 'token'), 'This sign-in was ended. Sign in again.'],
  [invalid('unknown_client', 'token'), WRONG_TOKEN],
  [invalid('wrong_secret', 'token'), WRONG_TOKEN],
  [invalid('token_expired', 'token'), 'The access token has expired. Get a fresh one from POST /v1/oauth/token.'],
  [
    invalid('token_not_yet_valid', 'token'),
    'The access token is not valid yet. Check the clock of the machine that uses it.',
  ],
  [invalid('token_foreign_audience', 'token'), FOREIGN],
  [invalid('token_foreign_issuer', 'token'), FOREIGN],
  [invalid('token_malformed', 'token'), WRONG_TOKEN],
  [invalid('token_wrong_type', 'token'), WRONG_TOKEN],
  [invalid('token_wrong_algorithm', 'token'), WRONG_TOKEN],
  [invalid('token_unknown_key', 'token'), WRONG_TOKEN],
  [invalid('token_bad_signature', 'token'), WRONG_TOKEN],
  [invalid('token_malformed_claims', 'token'), WRONG_TOKEN],
  [{ kind: 'account_not_active', status: 'suspended' }, 'The account is suspended.'],
  [{ kind: 'account_not_active', status: 'closed' }, 'The account is closed.'],
];

describe('a refused caller', () => {
  test.each(WORDS)('with %j gets the message: %s', (refusal, words) => {
    expect(describeAuthRefusal(refusal)).toBe(words);
    expect(words).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
  });

  test.each(WORDS)(
    'with %j gets forbidden if its account is not active, otherwise unauthorized',
    (refusal, message) => {
      const code = refusal.kind === 'account_not_active' ? 'forbidden' : 'unauthorized';
      expect(authRefusalError(refusal)).toEqual({ code, message });
    },
  );
});
