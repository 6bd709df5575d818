import { expect, test } from 'vitest';
import { periodAt } from '../../../../core/billing/meter/periods.ts';
import { draftStatement } from '../../../../core/billing/statements/draft-statement.ts';
import { foundPartJson, statementJson } from '../../../../core/billing/statements/statement-json.ts';
import { callerIn, NOON_MS, periodUsage } from '../../../support/fixtures/callers.ts';

const { account } = callerIn({ account: { anchorDay: 1 } });
const KEY = { clientId: 'cli_live_1', name: 'Shop', tokens: 5, billedCalls: 2, calls: 3 };
const STATEMENT = draftStatement(
  {
    account,
    period: periodAt(1, NOON_MS),
    usage: periodUsage({ tokens: 10_000_005, items: 4, calls: 2, monthlyFeeNanoUsd: 1_000_000_000 }),
    found: [],
    keys: [KEY],
    corrections: [{ correctionId: 'cor_1', periodKey: '2026-10', amountCents: -7, reason: 'Outage', atMs: 1 }],
  },
  NOON_MS,
);

test('a statement is written with every figure, line and key', () => {
  expect(statementJson(STATEMENT)).toStrictEqual({
    statement_id: 'st_0123456789_2026-11',
    account_id: 'acc_0123456789',
    account_name: account.name,
    period: '2026-11',
    period_start: '2026-11-01T00:00:00.000Z',
    period_end: '2026-12-01T00:00:00.000Z',
    plan_code: 'growth',
    plan_name: 'Growth',
    tokens_included: 10_000_000,
    overage_price_nano_usd: 30_000,
    billed_calls: 2,
    calls: 3,
    records: 4,
    tokens: 10_000_005,
    tokens_overage: 5,
    parts_found: 0,
    currency: 'usd',
    lines: [
      {
        line_id: 'st_0123456789_2026-11_monthly_fee',
        kind: 'monthly_fee',
        description: 'Growth, 2026-11',
        quantity: 1,
        amount_nano_usd: 1_000_000_000,
        amount_cents: 100,
      },
      {
        line_id: 'st_0123456789_2026-11_overage',
        kind: 'overage',
        description: 'Tokens beyond the plan, 2026-11',
        quantity: 5,
        amount_nano_usd: 150_000,
        amount_cents: 0,
      },
      {
        line_id: 'st_0123456789_2026-11_correction_cor_1',
        kind: 'correction',
        description: 'Correction of 2026-10: Outage',
        quantity: 1,
        amount_nano_usd: -70_000_000,
        amount_cents: -7,
      },
    ],
    total_nano_usd: 930_150_000,
    total_cents: 93,
    keys: [{ client_id: 'cli_live_1', name: 'Shop', tokens: 5, billed_calls: 2, calls: 3 }],
    closed_at: '2026-11-18T12:00:00.000Z',
  });
});

test('a found part is written with its time', () => {
  expect(foundPartJson({ manufacturer: 'Acme', partNumber: 'A-1', foundAtMs: NOON_MS })).toEqual({
    manufacturer: 'Acme',
    part_number: 'A-1',
    found_at: '2026-11-18T12:00:00.000Z',
  });
});
