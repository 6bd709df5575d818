import { describe, expect, test } from 'vitest';
import { budgetNotices, type BudgetFacts, type BudgetMarks } from '../../../../core/dashboard/mail/budget-notices.ts';
import type { Budget } from '../../../../core/billing/plans/budget.ts';
import type { ClientRecord } from '../../../../core/billing/accounts/caller.ts';
import type { ClientCount, PeriodUsage } from '../../../../core/billing/accounts/usage.ts';
import { centsToNanoUsd } from '../../../../core/money.ts';
import { DAY_MS } from '../../../../core/time.ts';
import { callerIn, NOON_MS } from '../../../support/fixtures/callers.ts';

const PERIOD = new Date(NOON_MS).toISOString().slice(0, 7);
const DAILY: Budget = { every: 'day', tokens: 1_000, researchCents: null };
const MONTHLY: Budget = { every: 'period', tokens: 1_000, researchCents: 100 };

const client = (number: string, more: Partial<ClientRecord> = {}): ClientRecord => ({
  ...callerIn().client,
  clientId: `cli_live_${number}`,
  accountId: callerIn().account.accountId,
  name: `Shop ${number}`,
  kind: 'live',
  number,
  createdAtMs: 0,
  revokedAtMs: null,
  assistantNames: new Set(),
  ...more,
});
const signIn = (number: string, more: Partial<ClientRecord> = {}) =>
  client(number, {
    signIn: { personId: 'per_0000000000000001', oauthClientId: 'desktop', tokenAtMs: NOON_MS },
    ...more,
  });

interface Wanted {
  readonly budgets?: Readonly<Record<string, Budget>>;
  readonly signInBudget?: Budget | null;
  readonly clients?: readonly ClientRecord[];
  /** Tokens and cents by client number, of the day at noon and of the period. */
  readonly used?: Readonly<Record<string, readonly [tokens: number, cents?: number]>>;
}

/** An item has ten tokens on average. */
function facts({ budgets = {}, signInBudget = null, clients = [client('00')], used = {} }: Wanted): BudgetFacts {
  const sums = Object.entries(used).map(([number, [tokens, cents = 0]]) => {
    const sum = { tokens, researchNanoUsd: centsToNanoUsd(cents) };
    return [number, { ...sum, days: new Map([[new Date(NOON_MS).getUTCDate(), sum]]) }] as [string, ClientCount];
  });
  const usage = { tokens: 100, items: 10 } as PeriodUsage;
  return {
    account: { ...callerIn().account, anchorDay: 1, budgets: new Map(Object.entries(budgets)), signInBudget },
    usage: {
      periods: new Map([[PERIOD, usage]]),
      trial: undefined,
      counts: new Map([[PERIOD, { places: sums.length, clients: new Map(sums) }]]),
    },
    clients,
    members: [{ personId: 'per_0000000000000001', email: 'mia@nordhafen.example' }],
  };
}

const told = (wanted: Wanted, before: BudgetMarks = {}, nowMs = NOON_MS) => {
  const { notices, marks } = budgetNotices(before, facts(wanted), nowMs);
  return { events: notices.map(({ event }) => event.split(':').slice(1).join(':')), notices, marks };
};
const today = new Date(NOON_MS).toISOString().slice(0, 10);

describe('owners are told about a budget', () => {
  test.each([
    [799, []],
    [800, [`cli_live_00:key:d${today}:1000:none:tokens:80`]],
    [990, [`cli_live_00:key:d${today}:1000:none:tokens:80`]],
    // What is left does not cover an item.
    [991, [`cli_live_00:key:d${today}:1000:none:tokens:100`]],
    [1_000, [`cli_live_00:key:d${today}:1000:none:tokens:100`]],
  ])('with %i of 1,000 tokens used: %j', (tokens, expected) => {
    expect(told({ budgets: { '00': DAILY }, used: { '00': [tokens] } }).events).toEqual(expected);
  });

  test('once at each share, also if some is given back and used again, and not at 80 % after 100 %', () => {
    const at = (tokens: number) => ({ budgets: { '00': DAILY }, used: { '00': [tokens] as const } });
    const high = told(at(850));
    expect(high.events).toHaveLength(1);
    const back = told(at(700), high.marks);
    expect([back.events, told(at(900), back.marks).events]).toEqual([[], []]);
    const full = told(at(1_000), high.marks);
    expect(full.events).toHaveLength(1);
    expect(told(at(900), full.marks).events).toEqual([]);
  });

  test('again on the next day, and for a changed budget', () => {
    const wanted = { budgets: { '00': DAILY }, used: { '00': [1_000] as const } };
    const { marks } = told(wanted);
    expect(told({ ...wanted, budgets: { '00': { ...DAILY, tokens: 1_200 } } }, marks).events).toEqual([
      `cli_live_00:key:d${today}:1200:none:tokens:80`,
    ]);
    expect(told(wanted, marks, NOON_MS + DAY_MS)).toMatchObject({ events: [], marks: {} });
    const monthly = told({ ...wanted, budgets: { '00': MONTHLY } }, marks);
    expect(monthly.events).toEqual([`cli_live_00:key:p${PERIOD}:1000:100:tokens:100`]);
  });

  test('by the bound that is nearer its end, research too', () => {
    const { notices } = told({ budgets: { '00': MONTHLY }, used: { '00': [100, 90] } });
    expect(notices[0]?.sentence).toBe(
      'The budget of “Shop 00” is used up: $0.90 of $1.00 for research.\n' +
        'Calls of this key that would pass it are refused, free of charge, until it begins anew at 2026-12-01 00:00 UTC or an owner raises it. Free tools and all other keys and sign-ins go on.',
    );
  });

  test('by each bound by itself, the one nearest its end first', () => {
    const at = (tokens: number, cents: number) => ({
      budgets: { '00': MONTHLY },
      used: { '00': [tokens, cents] as const },
    });
    const event = (told: string) => `cli_live_00:key:p${PERIOD}:1000:100:${told}`;
    const research = told(at(100, 90));
    expect(research.events).toEqual([event('research:100')]);
    const high = told(at(850, 90), research.marks);
    expect(high.events).toEqual([event('tokens:80')]);
    const full = told(at(1_000, 90), high.marks);
    expect(full.events).toEqual([event('tokens:100')]);
    expect(told(at(1_000, 100), full.marks).events).toEqual([]);
    expect(told(at(850, 90)).events).toEqual([event('research:100'), event('tokens:80')]);
  });

  test('once for both bounds if its mark is from before they had their own', () => {
    const { marks } = told({ budgets: { '00': MONTHLY }, used: { '00': [1_000, 0] } });
    const [mark] = Object.values(marks) as [BudgetMarks[string]];
    const again = told({ budgets: { '00': MONTHLY }, used: { '00': [1_000, 90] } }, { '00': mark });
    expect(again).toMatchObject({ events: [], marks: { '00:tokens': mark, '00:research': mark } });
  });

  test('by the client that was created last among those with one number, whatever their ids', () => {
    const clients = [
      signIn('01', { clientId: 'cli_live_z', createdAtMs: 1 }),
      signIn('01', { clientId: 'cli_live_a', createdAtMs: 2 }),
    ];
    for (const one of [clients, clients.toReversed()]) {
      const { events } = told({ signInBudget: DAILY, clients: one, used: { '01': [850] } });
      expect(events).toEqual([`cli_live_a:sign-in:d${today}:1000:none:tokens:80`]);
    }
  });

  test('for each sign-in under the budget of all, with its member, unless it is revoked', () => {
    const clients = [signIn('01'), signIn('02', { revokedAtMs: 1 }), client('03')];
    const used = { '01': [850], '02': [1_000], '03': [1_000] } as const;
    const { notices, events } = told({ signInBudget: DAILY, clients, used });
    expect(events).toEqual([`cli_live_01:sign-in:d${today}:1000:none:tokens:80`]);
    expect(notices[0]).toMatchObject({
      about: 'budget',
      facts: [
        ['Assistant', 'Shop 01'],
        ['Sign-in of', 'mia@nordhafen.example'],
        ['Budget', '1,000 tokens each day, as every sign-in without one of its own'],
        ['Begins anew', expect.stringMatching(/00:00 UTC$/)],
      ],
    });
  });

  test('once, even if the assistant is signed in anew: the budget and the mark go with the number', () => {
    const first = told({ signInBudget: DAILY, clients: [signIn('01')], used: { '01': [850] } });
    const clients = [signIn('01', { revokedAtMs: 1 }), signIn('01', { clientId: 'cli_live_anew' })];
    expect(told({ signInBudget: DAILY, clients, used: { '01': [860] } }, first.marks).events).toEqual([]);
    expect(told({ signInBudget: DAILY, clients, used: { '01': [1_000] } }, first.marks).events).toEqual([
      `cli_live_anew:sign-in:d${today}:1000:none:tokens:100`,
    ]);
  });

  test('unless it is 0, which allows nothing, and never with an address for a name', () => {
    const none = { budgets: { '00': { ...DAILY, tokens: 0 } } };
    expect(told({ ...none, used: { '00': [0] } }).events).toEqual([]);
    const named = [client('00', { name: 'www.elsewhere.example' })];
    const { notices } = told({ budgets: { '00': DAILY }, clients: named, used: { '00': [850] } });
    expect(JSON.stringify(notices)).not.toContain('elsewhere');
  });

  test('by an event that a message can carry, at its longest', () => {
    const clientId = `cli_live_${'a'.repeat(10)}_${'b'.repeat(12)}`;
    const clients = [signIn('01', { clientId })];
    const budget: Budget = { every: 'period', tokens: 1e12, researchCents: 100_000_000 };
    const { notices } = told({ budgets: { '01': budget }, clients, used: { '01': [1e12] } });
    expect(notices[0]?.event.length).toBeLessThanOrEqual(100);
  });
});
