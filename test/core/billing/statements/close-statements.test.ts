/** What closing decides, on a store in memory; test/adapters/dynamodb/billing holds the same on the real one. */
import { describe, expect, test } from 'vitest';
import {
  closeStatements,
  isStuck,
  openStatement,
  type Stopped,
} from '../../../../core/billing/statements/close-statements.ts';
import { draftStatement } from '../../../../core/billing/statements/draft-statement.ts';
import type { Correction, Statement } from '../../../../core/billing/statements/statement.ts';
import type {
  StatementStore,
  StatementToWrite,
  WriteResult,
} from '../../../../core/billing/statements/statement-store.ts';
import { periodAt } from '../../../../core/billing/meter/periods.ts';
import type { StoredAuditLine } from '../../../../core/billing/accounts/audit-line.ts';
import type { Account } from '../../../../core/billing/accounts/account.ts';
import type { PeriodUsage } from '../../../../core/billing/accounts/usage.ts';
import { HOUR_MS, DAY_MS } from '../../../../core/time.ts';
import { callerIn, periodUsage } from '../../../support/fixtures/callers.ts';

const { account } = callerIn({ account: { anchorDay: 3 } });
const billed = (tokens = 100) => periodUsage({ tokens, items: 1, calls: 1, committedNanoUsd: tokens * 30_000 });
const periodOf = (key: string) => periodAt(3, Date.parse(`${key}-03T00:00:00Z`));
const endOf = (key: string) => periodOf(key).endMs;
const correction = (id: number): Correction => ({
  correctionId: `cor_${id}`,
  periodKey: '2026-01',
  amountCents: -1,
  reason: 'x',
  atMs: 1,
});
const statement = (key: string): Statement =>
  draftStatement({ account, period: periodOf(key), usage: billed(), found: [], keys: [], corrections: [] }, endOf(key));

interface Wanted {
  readonly account?: Account | undefined;
  readonly periods?: Readonly<Record<string, PeriodUsage>>;
  readonly statements?: readonly Statement[];
  readonly trail?: readonly StoredAuditLine[];
  readonly corrections?: readonly Correction[];
  /** What each write answers; 'written' by default. */
  readonly outcomes?: readonly WriteResult[];
}

function openStore(wanted: Wanted) {
  const written: StatementToWrite[] = [];
  const reads: string[] = [];
  const outcomes = [...(wanted.outcomes ?? [])];
  const store = {
    readAccount: async () => ('account' in wanted ? wanted.account : account),
    readTrail: async (_id: string, sinceMs: number) => {
      reads.push(`trail since ${sinceMs}`);
      return wanted.trail ?? [];
    },
    readUsageHistory: async () => {
      reads.push('usage');
      return { periods: new Map(Object.entries(wanted.periods ?? {})) };
    },
    readChargedParts: async () => {
      reads.push('charged parts');
      return [];
    },
    readClientDays: async () => ({ clients: [], days: [] }),
    listStatements: async () => wanted.statements ?? [],
    listOpenCorrections: async () => wanted.corrections ?? [],
    writeStatement: async (one: StatementToWrite) => {
      const result = outcomes.shift() ?? 'written';
      if (result === 'written') written.push(one);
      return result;
    },
  } as Partial<StatementStore> as StatementStore;
  const close = (nowMs: number) => closeStatements(store, account.accountId, { who: 'olga' }, nowMs);
  return { store, written, reads, close };
}

describe('closing', () => {
  test('states each finished period since the last statement, an hour after its end', async () => {
    const { close, written, reads } = openStore({
      statements: [statement('2026-07'), statement('2026-08')],
      periods: { '2026-09': billed(), '2026-10': billed(), '2026-11': billed() },
    });
    const closed = await close(endOf('2026-10') + HOUR_MS);
    expect(closed?.stopped).toBeUndefined();
    expect(closed?.statements.map(({ periodKey }) => periodKey)).toEqual(['2026-09', '2026-10']);
    expect(written.map(({ audit }) => audit)).toEqual(
      ['2026-09', '2026-10'].map((period) => ({
        who: 'olga',
        what: 'statement.closed',
        atMs: endOf('2026-10') + HOUR_MS,
        details: { period, total_nano_usd: 0, total_cents: 0 },
      })),
    );
    expect(written.map(({ usage }) => usage)).toEqual([billed(), billed()]);
    expect(reads).toEqual(['usage', `trail since ${endOf('2026-08')}`, 'charged parts', 'charged parts']);
    expect(
      (await openStore({ periods: { '2026-10': billed() } }).close(endOf('2026-10') + HOUR_MS - 1))?.statements,
    ).toEqual([]);
  });

  test('begins with the account, or with its first usage where its beginning is unknown', async () => {
    const periods = { '2026-10': billed(), '2026-08': billed() };
    const keysOf = async (wanted: Wanted) =>
      (await openStore(wanted).close(endOf('2026-10') + HOUR_MS))?.statements.map(({ periodKey }) => periodKey);
    expect(await keysOf({ periods })).toEqual(['2026-08', '2026-10']);
    const created = { who: 'x', what: 'account.created', details: {}, atMs: Date.UTC(2026, 8, 9) } as StoredAuditLine;
    expect(await keysOf({ periods, trail: [created] })).toEqual(['2026-10']);
    expect(await keysOf({})).toEqual([]);
    const paying = callerIn({ account: { anchorDay: 3 }, terms: { monthlyFeeCents: 5 } }).account;
    expect(await keysOf({ account: paying })).toEqual([]);
    expect(await keysOf({ account: paying, trail: [created] })).toEqual(['2026-09', '2026-10']);
  });

  test('stops at a period with research that is open, and states nothing after it', async () => {
    const open = { ...billed(), reservedNanoUsd: 5 };
    const { close } = openStore({ periods: { '2026-08': billed(), '2026-09': open, '2026-10': billed() } });
    const closed = await close(endOf('2026-10') + HOUR_MS);
    expect(closed?.statements.map(({ periodKey }) => periodKey)).toEqual(['2026-08']);
    expect(closed?.stopped).toEqual({
      kind: 'research_open',
      periodKey: '2026-09',
      endMs: endOf('2026-09'),
      reservedNanoUsd: 5,
    });
  });

  test('stops at a row that differs from itself', async () => {
    const { close } = openStore({ periods: { '2026-10': { ...billed(), committedNanoUsd: 1 } } });
    expect((await close(endOf('2026-10') + HOUR_MS))?.stopped).toEqual({
      kind: 'differs',
      periodKey: '2026-10',
      endMs: endOf('2026-10'),
      differences: [{ figure: 'committed', expectedNanoUsd: 3_000_000, foundNanoUsd: 1 }],
    });
  });

  test('reads the row again if it changed, five times', async () => {
    const changed = (count: number) =>
      openStore({ periods: { '2026-10': billed() }, outcomes: Array(count).fill('changed') });
    const four = changed(4);
    expect((await four.close(endOf('2026-10') + HOUR_MS))?.statements).toHaveLength(1);
    expect(four.reads.filter((read) => read === 'usage')).toHaveLength(5);
    const five = changed(5);
    expect(await five.close(endOf('2026-10') + HOUR_MS)).toEqual({
      statements: [],
      stopped: { kind: 'changed_meanwhile', periodKey: '2026-10', endMs: endOf('2026-10') },
    });
  });

  test('leaves to another run what that one stated first', async () => {
    const { close } = openStore({ periods: { '2026-10': billed() }, outcomes: ['exists'] });
    expect(await close(endOf('2026-10') + HOUR_MS)).toEqual({ statements: [], stopped: undefined });
  });

  test('states corrections with the next billed period, or with the last of all, 50 at a time', async () => {
    const corrections = Array.from({ length: 51 }, (_, at) => correction(at));
    const closedWith = async (periods: Wanted['periods']) => {
      const { written, close, reads } = openStore({
        periods: periods ?? {},
        corrections,
        statements: [statement('2026-07')],
      });
      await close(endOf('2026-10') + HOUR_MS);
      const billedPeriods = Object.keys(periods ?? {});
      expect(reads.filter((read) => read === 'charged parts')).toHaveLength(billedPeriods.length);
      return written.map(({ statement: one }) => [one.periodKey, one.corrections.length]);
    };
    expect(await closedWith({ '2026-08': billed() })).toEqual([['2026-08', 50], ['2026-10', 50]]); // prettier-ignore
    expect(await closedWith({})).toEqual([['2026-10', 50]]);
    const without = openStore({ statements: [statement('2026-07')] });
    await without.close(endOf('2026-10') + HOUR_MS);
    expect([without.written, without.reads.filter((read) => read.startsWith('charged'))]).toEqual([[], []]);
  });

  test.each([
    [3, 2, 1],
    [1, 2, 3],
  ])('states the oldest corrections first when they are stored in the order %i, %i, %i', async (...order) => {
    const corrections = order.map((id) => ({ ...correction(id), atMs: id === 2 ? 1 : 2 }));
    const { written, close } = openStore({ periods: { '2026-10': billed() }, corrections });
    await close(endOf('2026-10') + HOUR_MS);
    const ids = written.map(({ statement: one }) => one.corrections.map(({ correctionId }) => correctionId));
    expect(ids).toEqual([['cor_2', 'cor_1', 'cor_3']]);
  });

  test('knows no other account', async () => {
    const { store, close } = openStore({ account: undefined });
    expect([await close(0), await openStatement(store, 'acc_0000000000', 0)]).toEqual([undefined, undefined]);
  });
});

test('the open period is drafted with what is reserved', async () => {
  const nowMs = endOf('2026-10') + DAY_MS;
  const drafted = async (usage?: PeriodUsage) => {
    const { store } = openStore({
      periods: usage === undefined ? {} : { '2026-11': usage },
      corrections: [correction(1)],
    });
    return openStatement(store, account.accountId, nowMs);
  };
  expect(await drafted({ ...billed(), reservedNanoUsd: 7 })).toMatchObject({
    reservedNanoUsd: 7,
    statement: { periodKey: '2026-11', tokens: 100, closedAtMs: nowMs, corrections: [{ correctionId: 'cor_1' }] },
  });
  expect(await drafted()).toMatchObject({ reservedNanoUsd: 0, statement: { tokens: 0 } });
});

test('a period is stuck if it differs, or eight days after its end', () => {
  const stopped: Stopped = { periodKey: '2026-10', endMs: 1_000, kind: 'research_open', reservedNanoUsd: 1 };
  expect(isStuck(stopped, 1_000 + 8 * DAY_MS - 1)).toBe(false);
  expect(isStuck(stopped, 1_000 + 8 * DAY_MS)).toBe(true);
  expect(isStuck({ periodKey: '2026-10', endMs: 1_000, kind: 'differs', differences: [] }, 0)).toBe(true);
});
