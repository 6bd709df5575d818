import { describe, expect, test } from 'vitest';
import { periodAt } from '../../../../core/billing/meter/periods.ts';
import {
  differencesOf,
  draftStatement,
  isBilled,
  type StatementSources,
} from '../../../../core/billing/statements/draft-statement.ts';
import { centsOf, otherUse, statementLines } from '../../../../core/billing/statements/statement.ts';
import { callerIn, NOON_MS, periodUsage } from '../../../support/fixtures/callers.ts';

const PERIOD = periodAt(1, NOON_MS);
const FOUND = { manufacturer: 'Acme', partNumber: 'A-1', foundAtMs: NOON_MS };

/** A row with 1,001 tokens beyond 10,000,000 at 0.03 USD a thousand, one found part, and 99 dollars a month. */
const USED = periodUsage({
  tokens: 10_001_001,
  items: 40_000,
  calls: 5_000,
  committedNanoUsd: 10_001_001 * 30_000 + 150_000_000,
  researchNanoUsd: 150_000_000,
  chargedNanoUsd: 150_000_000,
  monthlyFeeNanoUsd: 99_000_000_000,
});

const sourcesOf = (changes: Partial<StatementSources> = {}): StatementSources => ({
  account: callerIn().account,
  period: PERIOD,
  usage: USED,
  found: [FOUND],
  keys: [],
  corrections: [],
  ...changes,
});
const differences = (changes: Partial<StatementSources>) => {
  const sources = sourcesOf(changes);
  return differencesOf(sources, draftStatement(sources, NOON_MS));
};

describe('an amount in cents', () => {
  test.each([
    [0, 0],
    [4_999_999, 0],
    [5_000_000, 1],
    [14_999_999, 1],
    [15_000_000, 2],
    [-5_000_000, 0],
    [-5_000_001, -1],
    [-10_000_000, -1],
    [9_007_199_254_740_991, 900_719_925],
    [9_007_199_244_999_999, 900_719_924],
  ])('rounds %i nano-USD to %i: half a cent rounds up', (amount, cents) => {
    expect(centsOf(amount)).toBe(cents);
  });
});

describe('a statement', () => {
  test('states fee, overage and research of the usage row, and its lines add up to its cents', () => {
    const statement = draftStatement(sourcesOf(), NOON_MS);
    expect(statement).toMatchObject({
      statementId: 'st_0123456789_2026-11',
      overageTokens: 1_001,
      monthlyFeeNanoUsd: 99_000_000_000,
      overageNanoUsd: 30_030_000,
      researchNanoUsd: 150_000_000,
      totalNanoUsd: 99_180_030_000,
      totalCents: 9_918,
    });
    expect(statementLines(statement).map(({ lineId, amountCents }) => [lineId, amountCents])).toEqual([
      ['st_0123456789_2026-11_monthly_fee', 9_900],
      ['st_0123456789_2026-11_overage', 3],
      ['st_0123456789_2026-11_research', 15],
    ]);
  });

  test('includes corrections as separate lines, credits below zero', () => {
    const credit = { correctionId: 'cor_1', periodKey: '2026-10', amountCents: -10_000, reason: 'Outage', atMs: 1 };
    const statement = draftStatement(sourcesOf({ corrections: [credit] }), NOON_MS);
    expect(statement).toMatchObject({ totalNanoUsd: -819_970_000, totalCents: -82 });
    const lines = statementLines(statement);
    expect(lines.at(-1)).toMatchObject({
      kind: 'correction',
      amountCents: -10_000,
      description: 'Correction of 2026-10: Outage',
    });
    expect(lines.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(statement.totalCents);
  });

  test('of a period without a billed call has only the fee of a plan in force', () => {
    const { account } = callerIn({ terms: { monthlyFeeCents: 500 } });
    const without = (changes: Partial<typeof account>) => ({
      account: { ...account, ...changes },
      usage: undefined,
      found: [],
    });
    expect(draftStatement(sourcesOf(without({})), NOON_MS)).toMatchObject({ totalCents: 500, calls: 0, tokens: 0 });
    expect(isBilled(without({}))).toBe(true);
    expect(isBilled(without({ billingState: 'past_due' }))).toBe(true);
    expect(isBilled(without({ status: 'suspended' }))).toBe(true);
    expect(isBilled(without({ status: 'closed' }))).toBe(false);
    expect(isBilled(without({ billingState: 'no_active_plan' }))).toBe(false);
    expect(isBilled(without({ billingState: 'trial_ended' }))).toBe(false);
  });

  test('of a period whose only debit was taken back equals that of a period without a billed call', () => {
    const left = periodUsage({ monthlyFeeNanoUsd: 99_000_000_000 });
    const { account } = callerIn({ terms: { monthlyFeeCents: 500 } });
    const planless = { ...account, billingState: 'no_active_plan' as const };
    expect(isBilled({ account: planless, usage: left })).toBe(false);
    expect(isBilled({ account, usage: left })).toBe(true);
    const terms = { priceNanoUsdPerToken: account.terms.overagePriceNanoUsdPerToken, monthlyFeeNanoUsd: 5_000_000_000 };
    expect(draftStatement(sourcesOf({ account, usage: left, found: [] }), NOON_MS)).toMatchObject({
      terms,
      totalCents: 500,
    });
    // The problem of the row is still visible.
    for (const wrong of ['committedNanoUsd', 'researchNanoUsd', 'chargedNanoUsd', 'tokens', 'items', 'calls'] as const)
      expect([wrong, isBilled({ account: planless, usage: { ...left, [wrong]: 1 } })]).toEqual([wrong, true]);
  });

  test('of an account that owes no fee has none in its terms, whatever its plan says', () => {
    const { account } = callerIn({ account: { status: 'closed' }, terms: { monthlyFeeCents: 500 } });
    const { terms, monthlyFeeNanoUsd } = draftStatement(sourcesOf({ account, usage: undefined, found: [] }), NOON_MS);
    expect([Object.keys(terms), monthlyFeeNanoUsd]).toEqual([['priceNanoUsdPerToken', 'tokensIncluded'], 0]);
  });

  test('lists 500 keys, and says what those lack to its figures', () => {
    const key = (at: number) => ({ clientId: `cli_${at}`, name: 'x', tokens: 2, billedCalls: 1, calls: 1 });
    const keys = Array.from({ length: 501 }, (_, at) => key(at));
    const usage = { ...USED, tokens: 1_005, calls: 501 };
    const statement = draftStatement(sourcesOf({ keys, usage }), NOON_MS);
    expect(statement.keys).toEqual(keys.slice(0, 500));
    expect(otherUse(statement)).toEqual({ tokens: 5, billedCalls: 1, calls: 1 });
    const whole = draftStatement(sourcesOf({ keys: [key(1)], usage: { ...USED, tokens: 2, calls: 1 } }), NOON_MS);
    expect(otherUse(whole)).toBeUndefined();
    expect(otherUse({ ...whole, calls: 2 })).toEqual({ tokens: 0, billedCalls: 0, calls: 1 });
    expect(otherUse({ ...whole, keys: [] })).toBeUndefined();
  });

  test('has no line without an amount, and names the period on each', () => {
    const described = (usage: typeof USED) =>
      statementLines(draftStatement(sourcesOf({ usage }), NOON_MS)).map(({ description }) => description);
    expect(described(USED)).toEqual([
      'Growth, 2026-11',
      'Tokens beyond the plan, 2026-11',
      'Parts found by research, 2026-11',
    ]);
    expect(described(periodUsage({ tokens: 5, calls: 1 }))).toEqual([]);
  });

  test('differs from its sources in research that is neither charged nor reserved, and in a total that is not its sum', () => {
    const usage = {
      ...USED,
      reservedNanoUsd: 150_000_000,
      researchNanoUsd: 300_000_000,
      committedNanoUsd: USED.committedNanoUsd + 150_000_000,
    };
    expect(differences({ usage })).toEqual([]);
    const sources = sourcesOf();
    const statement = draftStatement(sources, NOON_MS);
    expect(differencesOf(sources, { ...statement, totalNanoUsd: 1 })).toEqual([
      { figure: 'total', expectedNanoUsd: statement.totalNanoUsd, foundNanoUsd: 1 },
    ]);
  });

  test('agrees with its sources to the nano-USD, or names the differences', () => {
    expect(differences({})).toEqual([]);
    expect(differences({ usage: { ...USED, committedNanoUsd: USED.committedNanoUsd + 1 } })).toEqual([
      { figure: 'committed', expectedNanoUsd: USED.committedNanoUsd, foundNanoUsd: USED.committedNanoUsd + 1 },
    ]);
    expect(differences({ found: [] })).toEqual([
      { figure: 'found_parts', expectedNanoUsd: 0, foundNanoUsd: 150_000_000 },
    ]);
    expect(
      differences({ usage: { ...USED, researchNanoUsd: 150_000_001, committedNanoUsd: USED.committedNanoUsd + 1 } }),
    ).toEqual([{ figure: 'research', expectedNanoUsd: 150_000_000, foundNanoUsd: 150_000_001 }]);
  });
});
