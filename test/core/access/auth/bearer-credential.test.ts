import { describe, expect, test } from 'vitest';
import { readBearerCredential } from '../../../../core/access/auth/bearer-credential.ts';

const ID = 'cli_live_0123456789_abcdefghijkl';
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln';

describe('the Authorization header', () => {
  test.each([[`Bearer ${ID}:sec_x`], [`bearer   ${ID}:sec_x  `], [`BEARER\t${ID}:sec_x`], [` Bearer ${ID}:sec_x`]])(
    '%j carries a key',
    (header) => {
      expect(readBearerCredential(header)).toEqual({
        ok: true,
        value: {
          kind: 'key',
          clientId: ID,
          identity: { clientId: ID, kind: 'live', accountId: 'acc_0123456789' },
          secret: 'sec_x',
        },
      });
    },
  );

  test('accepts a secret with colons', () => {
    expect(readBearerCredential(`Bearer ${ID}:a:b`)).toMatchObject({ ok: true, value: { secret: 'a:b' } });
  });

  test('accepts a credential of at most 4,096 characters', () => {
    expect(readBearerCredential(`Bearer ${ID}:${'x'.repeat(4095 - ID.length)}`).ok).toBe(true);
  });

  test('is read as an access token if it has three parts with dots', () => {
    expect(readBearerCredential(`Bearer ${JWT}`)).toEqual({ ok: true, value: { kind: 'token', jwt: JWT } });
  });

  test.each([
    [undefined],
    [''],
    ['   '],
    ['Basic abc'],
    ['Bearerx'],
    ['Digest username="x"'],
    [`Negotiate bearer ${ID}:x`],
  ])('%j carries no bearer credential', (header) => {
    expect(readBearerCredential(header)).toEqual({ ok: false, reason: { kind: 'no_credentials' } });
  });

  test.each([
    ['Bearer'],
    ['Bearer '],
    ['Bearer abc'],
    ['Bearer :'],
    [`Bearer ${ID}:`],
    ['Bearer :secret'],
    ['Bearer cli_gold_0123456789_abcdefghijkl:x'],
    [`Bearer ${ID} :x`],
    [`Bearer ${ID}:x, Bearer ${ID}:y`],
    [`Bearer ${ID}:sécret`],
    [`Bearer ${ID}:a\u0000b`],
    [`Bearer ${ID}:${'x'.repeat(4096 - ID.length)}`],
    [`Bearer ${ID}x`],
    ['Bearer a.b'],
    ['Bearer a.b.c.d'],
  ])('%j is malformed', (header) => {
    expect(readBearerCredential(header)).toEqual({ ok: false, reason: { kind: 'malformed_credentials' } });
  });
});
