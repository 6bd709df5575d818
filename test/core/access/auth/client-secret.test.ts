import { describe, expect, test } from 'vitest';
import {
  hashClientSecret,
  newClientSecret,
  proveSecret,
  proveSecretId,
  secretIdOf,
} from '../../../../core/access/auth/client-secret.ts';

const stored = (secret: string, validUntilMs: number | null) => ({ sha256: hashClientSecret(secret), validUntilMs });

describe('the proof of a secret', () => {
  test('uses secrets of 256 random bits that need no escaping in a header or a form', () => {
    const secrets = Array.from({ length: 100 }, newClientSecret);
    expect(new Set(secrets).size).toBe(100);
    for (const secret of secrets) expect(secret).toMatch(/^sec_[\w-]{43}$/);
  });

  test.each<[string, string, [string, number | null][], string]>([
    ['accepts the current one', 'new', [['new', null]], 'valid'],
    [
      'accepts the previous one within its overlap',
      'old',
      [
        ['new', null],
        ['old', 101],
      ],
      'valid',
    ],
    [
      'refuses the previous one when its overlap ends',
      'old',
      [
        ['new', null],
        ['old', 100],
      ],
      'replaced',
    ],
    [
      'refuses another one',
      'other',
      [
        ['new', null],
        ['old', 101],
      ],
      'wrong',
    ],
    [
      'refuses a third, which no key has',
      'older',
      [
        ['new', null],
        ['old', 101],
        ['older', 101],
      ],
      'wrong',
    ],
    ['refuses the only one after the end of its key', 'old', [['old', 100]], 'ended'],
    ['refuses one in capitals', 'NEW', [['new', null]], 'wrong'],
    ['refuses anything for a client that does not exist', 'new', [], 'wrong'],
    [
      'accepts the same one twice, once expired',
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

describe('the id of a secret', () => {
  const idOf = (secret: string) => secretIdOf(hashClientSecret(secret));

  test('names one secret, and reveals neither it nor its stored digest', () => {
    expect(idOf('new')).toMatch(/^[\w-]{16}$/);
    expect(idOf('new')).toBe(idOf('new'));
    expect(new Set(['new', 'old', 'other'].map(idOf)).size).toBe(3);
    const digest = hashClientSecret('new');
    const again = hashClientSecret(digest);
    for (const told of [digest, again]) {
      expect(Buffer.from(told, 'hex').toString('base64url')).not.toContain(idOf('new'));
      expect(told).not.toContain(Buffer.from(idOf('new'), 'base64url').toString('hex'));
    }
  });

  test('is in force as long as its secret is stored and valid', () => {
    const secrets = [stored('new', null), stored('old', 100)];
    const proof = (secret: string, nowMs: number) => proveSecretId(idOf(secret), secrets, nowMs);
    expect([proof('new', 99), proof('new', 1e15)]).toEqual(['valid', 'valid']);
    expect([proof('old', 99), proof('old', 100)]).toEqual(['valid', 'replaced']);
    expect(proof('other', 99)).toBe('replaced');
    expect(proveSecretId(idOf('new'), [], 99)).toBe('replaced');
    expect(proveSecretId(idOf('only'), [stored('only', 100)], 100)).toBe('ended');
  });
});
