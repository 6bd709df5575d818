import { describe, expect, test } from 'vitest';
import { explainOutcome } from '../../../../core/api/refusals/explain-outcome.ts';
import { outcomeOfRefusal, type RequestOutcome } from '../../../../core/api/refusals/request-outcome.ts';
import type { Refusal } from '../../../../core/api/refusals/refusal.ts';

describe('the outcome of a refused request', () => {
  test.each<[Refusal, RequestOutcome]>([
    [
      { kind: 'not_authorized', refusal: { kind: 'invalid_credentials', cause: 'wrong_secret' } } as Refusal,
      'wrong_secret',
    ],
    [{ kind: 'protocol_error', error: { kind: 'parse_error' } }, 'parse_error'],
    [{ kind: 'rate_limited', limit: 'account', retryAfterSeconds: 1 }, 'rate_limited_account'],
    [{ kind: 'rate_limited', limit: 'address', retryAfterSeconds: 1 }, 'rate_limited_address'],
    [{ kind: 'endpoint_refused', error: { code: 'not_found', message: '' } }, 'not_found'],
    [{ kind: 'body_too_large' }, 'body_too_large'],
  ])('is the reason that the response may hide: %j', (refusal, outcome) => {
    expect(outcomeOfRefusal(refusal)).toBe(outcome);
    expect(explainOutcome(outcome)?.meaning).toMatch(/\.$/);
  });
});
