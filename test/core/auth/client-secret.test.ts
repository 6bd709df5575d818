import { describe, expect, test } from 'vitest';
import { hashClientSecret, newClientSecret, proveSecret } from '../../../functions/core/auth/client-secret.ts';

const stored = (secret: string, validUntilMs: number | null) => ({ sha256: hashClientSecret(secret), validUntilMs });

describe('the proof of a secret', () => {
  test('secrets hold 256 random bits and need no escaping in a header or a form', () => {
    const secrets = Array.from({ length: 100 }, newClientSecret);
    expect(new Set(secrets).size).toBe(100);
    for (const secret of secrets) expect(secret).toMatch(/^sec_[\w-]{43}$/);
  });

  test.each<[string, string, [string, number | null][], string]>([
    ['the current one', 'new', [['new', null]], 'valid'],
    [
      'the previous one within its overlap',
      'old',
      [
        ['new', null],
        ['old', 101],
      ],
      'valid',
    ],
    [
      'the previous one when its overlap ends',
      'old',
      [
        ['new', null],
        ['old', 100],
      ],
      'replaced',
    ],
    [
      'another one',
      'other',
      [
        ['new', null],
        ['old', 101],
      ],
      'wrong',
    ],
    [
      'a third, which no key has',
      'older',
      [
        ['new', null],
        ['old', 101],
        ['older', 101],
      ],
      'wrong',
    ],
    ['the only one, replaced without a successor', 'old', [['old', 100]], 'replaced'],
    ['one in capitals', 'NEW', [['new', null]], 'wrong'],
    ['anything for a client that does not exist', 'new', [], 'wrong'],
    [
      'the same one twice, once expired',
      'new',
      [
        ['new', null],
        ['new', 1],
      ],
      'valid',
    ],
  ])('%s', (_what, given, secrets, proof) => {
    expect(
      proveSecret(
        given,
        secrets.map(([secret, until]) => stored(secret, until)),
        100,
      ),
    ).toBe(proof);
  });
});
