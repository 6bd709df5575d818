import { expect, test } from 'vitest';
import { statementData } from '../../../../core/dashboard/views/statement-data.ts';
import { periodAt } from '../../../../core/billing/meter/periods.ts';
import { draftStatement } from '../../../../core/billing/statements/draft-statement.ts';
import type { KeyUse } from '../../../../core/billing/statements/statement.ts';
import { callerIn, NOON_MS, periodUsage } from '../../../support/fixtures/callers.ts';

const KEY = 'cli_live_0123456789_000000000000';

function stated(billedCalls: number, keys: readonly KeyUse[]) {
  const usage = periodUsage({ calls: billedCalls, tokens: 900 });
  const sources = {
    account: callerIn().account,
    period: periodAt(1, NOON_MS),
    usage,
    found: [],
    corrections: [],
    keys,
  };
  const {
    billed_calls: billed,
    calls,
    keys: shown,
  } = statementData(draftStatement(sources, NOON_MS), [], {
    isOpen: true,
    csv: '',
    issuer: { name: 'Norvane GmbH', vat_id: null, email: 'support@norvane.example' },
  });
  return { billed, calls, keys: shown };
}

const keyUse = (clientId: string, tokens: number, billedCalls: number, calls: number): KeyUse => ({
  ...{ clientId, name: 'Shop', tokens, billedCalls, calls },
});

test('the keys of a statement add up to the account, in billed calls, all calls and tokens', () => {
  expect(stated(18, [keyUse(KEY, 900, 18, 34)])).toEqual({
    billed: 18,
    calls: 34,
    keys: [{ name: 'Shop', client_id: KEY, tokens: 900, billed_calls: 18, calls: 34 }],
  });
  const { keys, ...account } = stated(18, [keyUse(KEY, 700, 10, 20), keyUse('cli_live_0123456789_1', 0, 5, 9)]);
  expect(account).toEqual({ billed: 18, calls: 32 });
  expect(keys.at(-1)).toEqual({ name: 'Without a key', client_id: null, tokens: 200, billed_calls: 3, calls: 3 });
});

test('a statement whose keys show more than was billed, such as a charge that an operator took back, has no other use', () => {
  expect(stated(1, [keyUse(KEY, 1_000, 2, 2)])).toMatchObject({ billed: 1, calls: 2, keys: [{ client_id: KEY }] });
});

test('only the first 500 keys of a statement are listed; the others are in its sums', () => {
  const many = Array.from({ length: 502 }, (_, place) => keyUse(`cli_live_0123456789_${place}`, 1, 1, 3));
  const { keys, ...account } = stated(502, many);
  expect([account, keys.length]).toEqual([{ billed: 502, calls: 3 * 502 }, 501]);
  expect(keys.at(-1)).toMatchObject({ client_id: null, billed_calls: 2, calls: 6 });
});
