/**
 * For any history of a month, the statement equals the sum of its debits and the figures that the dashboard and
 * get_usage showed in its last second.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Account } from '../../../../core/billing/accounts/account.ts';
import type { PeriodUsage } from '../../../../core/billing/accounts/usage.ts';
import { capStanding } from '../../../../core/billing/meter/cap-standing.ts';
import { periodAt } from '../../../../core/billing/meter/periods.ts';
import { repriceDebit, prepareDebit } from '../../../../core/billing/meter/usage-debit.ts';
import { usageReport } from '../../../../core/billing/meter/usage-report.ts';
import { differencesOf, draftStatement } from '../../../../core/billing/statements/draft-statement.ts';
import { statementLines } from '../../../../core/billing/statements/statement.ts';
import { callerIn } from '../../../support/fixtures/callers.ts';
import { MemoryUsageStore } from '../../../support/stores/memory-usage-store.ts';
import { cases } from '../../../support/cases.ts';

const START = Date.UTC(2026, 10, 1);
const PERIOD = periodAt(1, START);
const PART = 150_000_000n;

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('call' as const),
      tokens: fc.nat({ max: 4_000 }),
      parts: fc.nat({ max: 2 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('settle' as const), found: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cap' as const), cents: fc.option(fc.nat({ max: 100 })) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('plan' as const),
      price: fc.nat({ max: 99_999 }),
      included: fc.nat({ max: 5_000 }),
      fee: fc.option(fc.nat({ max: 10_000 })),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('state' as const), active: fc.boolean() }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Plays the month, and keeps the bill of a bookkeeper who sees each debit, in integers of any size. */
async function live(steps: readonly Step[]) {
  const usageStore = new MemoryUsageStore();
  let { account } = callerIn({
    terms: { tokensIncluded: 2_000, overagePriceNanoUsdPerToken: 30_001, monthlyFeeCents: 990 },
  });
  let terms: { price: bigint; included: bigint; fee: bigint } | undefined;
  let [tokens, open, found] = [0n, 0, 0];
  const row = (): PeriodUsage | undefined => usageStore.read(account.accountId, PERIOD.key) as PeriodUsage | undefined;
  const settle = (isFound: boolean): void => {
    if (open === 0) return;
    usageStore.settle(account.accountId, PERIOD.key, isFound ? 'found' : 'released');
    open -= 1;
    found += isFound ? 1 : 0;
  };
  const call = async (wanted: { tokens: number; items: number; parts: number }, nowMs: number): Promise<void> => {
    const usage = { periods: new Map(), trial: undefined };
    let debit = prepareDebit({ account, client: { kind: 'live' }, usage }, wanted, nowMs);
    const asked = account.terms;
    for (let attempt = 1; debit.ok && attempt <= 2; attempt += 1) {
      const result = await usageStore.debit(debit.value);
      if (result.kind === 'debited') {
        terms ??= {
          price: BigInt(asked.overagePriceNanoUsdPerToken),
          included: BigInt(asked.tokensIncluded),
          fee: BigInt(asked.monthlyFeeCents ?? 0) * 10_000_000n,
        };
        tokens += BigInt(wanted.tokens);
        open += wanted.parts;
        return;
      }
      if (result.kind === 'refused') debit = repriceDebit(debit.value, account, result);
    }
  };
  for (const [place, one] of steps.entries()) {
    if (one.kind === 'call') await call({ tokens: one.tokens, items: 1, parts: one.parts }, START + place);
    else if (one.kind === 'settle') settle(one.found);
    else account = changed(account, one);
  }
  while (open > 0) settle(open % 2 === 0);
  const beyond = terms === undefined || tokens <= terms.included ? 0n : (tokens - terms.included) * terms.price;
  return { account, usage: row(), found, used: beyond + BigInt(found) * PART, fee: terms?.fee };
}

function changed(account: Account, one: Exclude<Step, { kind: 'call' | 'settle' }>): Account {
  switch (one.kind) {
    case 'cap':
      return { ...account, spendingCapCents: one.cents };
    case 'state':
      return { ...account, billingState: one.active ? 'active' : 'past_due' };
    case 'plan': {
      const { price, included, fee } = one;
      const terms = {
        ...account.terms,
        overagePriceNanoUsdPerToken: price,
        tokensIncluded: included,
        monthlyFeeCents: fee,
      };
      return { ...account, terms };
    }
  }
}

test('the statement of any random month equals the sum of their debits and the figures of the dashboard in the last second', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 30 }), async (steps) => {
      const { account, usage, found, used, fee } = await live(steps);
      const parts = Array.from({ length: found }, () => ({
        manufacturer: 'Acme',
        partNumber: 'A-1',
        foundAtMs: START,
      }));
      const sources = { account, period: PERIOD, usage, found: parts, keys: [], corrections: [] };
      const statement = draftStatement(sources, PERIOD.endMs);
      expect(differencesOf(sources, statement)).toEqual([]);
      const due = fee ?? BigInt(account.terms.monthlyFeeCents ?? 0) * 10_000_000n;
      expect(BigInt(statement.totalNanoUsd)).toBe(used + due);
      const lines = statementLines(statement);
      expect(lines.reduce((sum, line) => sum + line.amountCents, 0)).toBe(statement.totalCents);
      expect(Math.abs(statement.totalCents * 10_000_000 - statement.totalNanoUsd)).toBeLessThanOrEqual(5_000_000);

      const lastMs = PERIOD.endMs - 1;
      const shown = {
        account,
        usage: { periods: new Map(usage === undefined ? [] : [[PERIOD.key, usage]]), trial: undefined },
      };
      expect(capStanding(shown, lastMs).spentNanoUsd).toBe(statement.totalNanoUsd - statement.monthlyFeeNanoUsd);
      const report = usageReport({ ...shown, client: { kind: 'live' } }, 'https://page.example', lastMs);
      expect([report.tokens_used, report.tokens_overage]).toEqual([statement.tokens, statement.overageTokens]);
    }),
    { numRuns: cases(5_000) },
  );
});
