import { describe, expect, test } from 'vitest';
import { explainOutcome } from '../../../../core/api/refusals/explain-outcome.ts';
import { ERROR_CODES } from '../../../../core/error-codes.ts';
import type { ErrorCode } from '../../../../core/errors.ts';

describe('the explanation of an outcome', () => {
  test.each([
    ['wrong_secret', /secret/, /Copy the secret again/],
    ['rate_limited_account', /requests of this minute/, /larger plan/],
    ['rate_limited_address', /one network address/, /next minute/],
    ['token_expired', /older than its hour/, /fresh token/],
    ['refresh_token_replayed', /used again/, /Connect the assistant again/],
    ['header_mismatch', /header/, /update it/],
    ['no_scope_held', /none of the scopes/, /Leave `scope` out/],
  ])('of %s says what happened and what the customer does', (outcome, meaning, advice) => {
    const explanation = explainOutcome(outcome);
    expect(explanation?.meaning).toMatch(meaning);
    expect(explanation?.tell).toMatch(advice);
  });

  test.each(['answered', 'granted', 'preflight_answered'])('of %s advises nothing', (outcome) => {
    expect(explainOutcome(outcome)).toEqual({ meaning: expect.stringMatching(/\.$/), tell: null });
  });

  test.each(['token_malformed', 'token_bad_signature', 'token_malformed_claims'])(
    'of %s does not tell one forged token from another',
    (outcome) => {
      expect(explainOutcome(outcome)).toEqual(explainOutcome('token_wrong_type'));
    },
  );

  test.each(Object.keys(ERROR_CODES))('of the error code %s is that of its page', (code) => {
    const { meaning, fix } = ERROR_CODES[code as ErrorCode];
    expect(explainOutcome(code)).toEqual({ meaning, tell: fix });
  });

  test.each(['of_a_later_version', 'constructor', 'toString', ''])('of an unknown outcome is none: %j', (outcome) => {
    expect(explainOutcome(outcome)).toBeUndefined();
  });
});
