import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { periodAt } from '../../../../core/billing/meter/periods.ts';
import { draftStatement } from '../../../../core/billing/statements/draft-statement.ts';
import { stripeInvoiceItems, stripeMeterEvents } from '../../../../core/billing/statements/stripe-form.ts';
import { callerIn, NOON_MS, periodUsage } from '../../../support/fixtures/callers.ts';

const usage = periodUsage({
  tokens: 10_001_001,
  calls: 1,
  chargedNanoUsd: 150_000_000,
  researchNanoUsd: 150_000_000,
  monthlyFeeNanoUsd: 99_000_000_000,
});
const statementOf = (tokens = usage.tokens, corrections: Parameters<typeof draftStatement>[0]['corrections'] = []) =>
  draftStatement(
    {
      account: callerIn().account,
      period: periodAt(1, NOON_MS),
      usage: { ...usage, tokens },
      found: [{ manufacturer: 'Acme', partNumber: 'A-1', foundAtMs: NOON_MS }],
      keys: [],
      corrections,
    },
    NOON_MS,
  );

describe('a statement in Stripe’s form', () => {
  test('is an invoice item for each line of at least a cent, under a stable id', () => {
    const credit = { correctionId: 'cor_1', periodKey: '2026-10', amountCents: -100, reason: 'Outage', atMs: 1 };
    const items = stripeInvoiceItems(statementOf(usage.tokens, [credit]), 'cus_1');
    expect(items).toEqual(stripeInvoiceItems(statementOf(usage.tokens, [credit]), 'cus_1'));
    expect(items.map(({ idempotency_key, body }) => [idempotency_key, body['amount']])).toEqual([
      ['st_0123456789_2026-11_monthly_fee', 9_900],
      ['st_0123456789_2026-11_overage', 3],
      ['st_0123456789_2026-11_research', 15],
      ['st_0123456789_2026-11_correction_cor_1', -100],
    ]);
    expect(items[1]).toEqual({
      method: 'POST',
      path: '/v1/invoiceitems',
      idempotency_key: 'st_0123456789_2026-11_overage',
      body: {
        customer: 'cus_1',
        currency: 'usd',
        amount: 3,
        description: 'Tokens beyond the plan, 2026-11',
        period: { start: 1_793_491_200, end: 1_796_083_200 },
        metadata: { statement: 'st_0123456789_2026-11', line: 'st_0123456789_2026-11_overage' },
      },
    });
    expect(stripeInvoiceItems(statementOf(10_000_001), 'cus_1')).toHaveLength(2);
  });

  test('is a meter event for each quantity, within the period, under a stable id', () => {
    expect(stripeMeterEvents(statementOf(), 'cus_1')).toEqual([
      {
        method: 'POST',
        path: '/v1/billing/meter_events',
        idempotency_key: 'st_0123456789_2026-11_tokens',
        body: {
          event_name: 'product_data_tokens_beyond_plan',
          identifier: 'st_0123456789_2026-11_tokens',
          timestamp: 1_796_083_199,
          payload: { stripe_customer_id: 'cus_1', value: '1001' },
        },
      },
      expect.objectContaining({ idempotency_key: 'st_0123456789_2026-11_parts' }),
    ]);
    expect(stripeMeterEvents(statementOf(5), 'cus_1')).toHaveLength(1);
  });

  test('has only members that Stripe’s OpenAPI description names', () => {
    const reason = 'r'.repeat(200);
    const credit = { correctionId: 'cor_0123456789abcdef', periodKey: '2026-10', amountCents: -100, reason, atMs: 1 };
    const statement = statementOf(usage.tokens, [credit]);
    const items = stripeInvoiceItems(statement, 'cus_1').map(({ body }) => INVOICE_ITEM.safeParse(body).error);
    const events = stripeMeterEvents(statement, 'cus_1').map(({ body }) => METER_EVENT.safeParse(body).error);
    expect([...items, ...events]).toEqual(Array.from({ length: 6 }, () => undefined));
  });
});

/**
 * The parameters that POST /v1/invoiceitems and POST /v1/billing/meter_events accept, by Stripe's OpenAPI description
 * (github.com/stripe/openapi, latest/openapi.spec3.json at 18fa2cc7): both forbid any other member.
 */
const seconds = z.int().min(1_000_000_000).max(9_999_999_999);
const INVOICE_ITEM = z.strictObject({
  customer: z.string().max(5_000),
  currency: z.literal('usd'),
  amount: z.int(),
  description: z.string().max(5_000),
  period: z.strictObject({ start: seconds, end: seconds }),
  metadata: z.record(z.string().max(40), z.string().max(500)),
});
const METER_EVENT = z.strictObject({
  event_name: z.string().max(100),
  identifier: z.string().max(100),
  timestamp: seconds,
  payload: z.record(z.string(), z.string()),
});
