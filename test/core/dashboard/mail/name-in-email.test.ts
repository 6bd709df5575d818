import { describe, expect, test } from 'vitest';
import { nameInEmail } from '../../../../core/dashboard/mail/name-in-email.ts';

describe('the name of an account or key in an email', () => {
  test.each([
    'Nordhafen Elektronik',
    'Acme Ltd.',
    'A.B. Smith & Sons',
    'Ørsted A/S',
    'Müller GmbH, Einkauf',
    '株式会社ノルバン',
  ])('is shown: %s', (name) => {
    expect(nameInEmail(name, 'acc_1', 80)).toBe(name);
  });

  test.each([
    'Your invoice is overdue, pay now: https://evil.example/pay',
    'evil.example',
    'WWW evil',
    'pay at evil．example',
    'mail boss@evil.example',
    '\u202e',
    '',
  ])('is the id if it could be taken for an address, or is empty: %j', (name) => {
    expect(nameInEmail(name, 'acc_1', 80)).toBe('acc_1');
  });

  test('has at most the characters that are asked for', () => {
    expect(nameInEmail('a'.repeat(100), 'acc_1', 80)).toHaveLength(80);
  });
});
