import { describe, expect, test } from 'vitest';
import { loggedText, refusalFigures } from '../../../../core/api/refusals/refusal-figures.ts';
import { callerIn } from '../../../support/fixtures/callers.ts';

describe('text in the log line of a refused request', () => {
  test.each<[string, string, string]>([
    ['a caller’s value', 'There is no unit “furlong” here.', 'There is no unit “…” here.'],
    ['a secret', 'Unknown argument sec_abc', 'Unknown argument …'],
    ['a secret that is wrapped', 'Unknown argument sec_abc defghijkl', 'Unknown argument …'],
    ['an encoded refresh token', 'Unknown argument ref%5fabc', 'Unknown argument …'],
    ['anything as long as a token', `Unknown argument ${'a1'.repeat(16)}.`, 'Unknown argument ….'],
    ['line breaks', 'one\ntwo', 'one two'],
  ])('holds no %s', (_what, text, logged) => {
    expect(loggedText(text)).toBe(logged);
  });

  test('has at most 500 characters', () => {
    expect(loggedText('word '.repeat(200)).length).toBeLessThanOrEqual(500);
  });
});

describe('the figures of a refused request', () => {
  const caller = callerIn({ terms: { requestsPerMinute: 300 } });
  const setting = { caller, addressLimitPerMinute: 1_000 };
  const limited = (limit: 'account' | 'address') => ({ kind: 'rate_limited', limit, retryAfterSeconds: 5 }) as const;

  test('name the limit that was reached: the plan’s, or the one of the network address', () => {
    expect(refusalFigures(limited('account'), setting)).toMatchObject({ limit: 300, retryAfterSeconds: 5 });
    expect(refusalFigures(limited('address'), setting)).toMatchObject({ limit: 1_000 });
    expect(refusalFigures(limited('account'), { ...setting, caller: undefined })).toMatchObject({ limit: 1_000 });
  });

  test('name the scopes that the call needs and that the caller holds', () => {
    const held = { ...caller, scopes: new Set(['items:read'] as const) };
    const refusal = { kind: 'insufficient_scope', needed: ['enrich:write'] } as const;
    expect(refusalFigures(refusal, { ...setting, caller: held })).toEqual({
      scopeNeeded: 'enrich:write',
      scopesHeld: 'items:read',
    });
  });
});
