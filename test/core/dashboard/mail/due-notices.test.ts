import { describe, expect, test } from 'vitest';
import type { Catalog } from '../../../../core/catalogs/rows/catalog.ts';
import { countRows } from '../../../../core/catalogs/rows/catalog.ts';
import type { EnrichmentRequest } from '../../../../core/sourcing/enrichment/enrichment-request.ts';
import { dueNotices, type AccountFacts, type NoticeMarks } from '../../../../core/dashboard/mail/due-notices.ts';
import { NOTICE_KINDS } from '../../../../core/access/people/person.ts';
import type { PeriodUsage } from '../../../../core/billing/accounts/usage.ts';
import { callerIn, NOON_MS } from '../../../support/fixtures/callers.ts';
import { DAY_MS, MINUTE_MS } from '../../../../core/time.ts';

const PERIOD = new Date(NOON_MS).toISOString().slice(0, 7);
const NOTHING_TOLD: NoticeMarks = {
  ...{ tokens: null, cap: null, payment: null, budgets: {} },
  ...{ importsUntilMs: 0, researchUntilMs: 0, statementsUntilMs: 0 },
};
const ALL = new Set(NOTICE_KINDS);

/** An item has ten tokens, a token costs a thousandth of a dollar, and 1,000 are included. */
function usage(used: Partial<PeriodUsage> = {}): PeriodUsage {
  const { tokens = 0, researchNanoUsd = 0 } = used;
  return {
    priceNanoUsdPerToken: 1_000_000,
    tokensIncluded: 1_000,
    tokens,
    items: Math.ceil(tokens / 10),
    calls: 1,
    researchNanoUsd,
    reservedNanoUsd: 0,
    chargedNanoUsd: researchNanoUsd,
    committedNanoUsd: 0,
    ...used,
  };
}

function facts(
  used: Partial<PeriodUsage> = {},
  more: Partial<AccountFacts> & { capCents?: number | null } = {},
): AccountFacts {
  const { capCents = null, ...rest } = more;
  const account = { ...callerIn().account, anchorDay: 1, spendingCapCents: capCents };
  return {
    account,
    usage: { periods: new Map([[PERIOD, usage(used)]]), trial: undefined },
    clients: [],
    members: [],
    catalogs: [],
    requests: [],
    statements: [],
    ...rest,
  };
}

const told = (given: AccountFacts, marks = NOTHING_TOLD, nowMs = NOON_MS) =>
  dueNotices(ALL, marks, given, nowMs).notices.map(({ about, event, sentence }) => [
    about,
    event,
    sentence.split('\n')[0],
  ]);

describe('notices of the included tokens', () => {
  test.each([
    [799, []],
    [800, [['tokens', `tokens:${PERIOD}:1000:80`, '80 % of the included tokens are used: 800 of 1,000.']]],
    [999, [['tokens', `tokens:${PERIOD}:1000:80`, '80 % of the included tokens are used: 999 of 1,000.']]],
    [1_000, [['tokens', `tokens:${PERIOD}:1000:100`, 'The included tokens are used up: 1,000 of 1,000.']]],
    [5_000, [['tokens', `tokens:${PERIOD}:1000:100`, 'The included tokens are used up: 5,000 of 1,000.']]],
  ])('report %i of 1,000 as %j', (tokens, expected) => {
    expect(told(facts({ tokens }))).toEqual(expected);
  });

  test('report each share once, and no lower share after a higher one', () => {
    const { marks } = dueNotices(ALL, NOTHING_TOLD, facts({ tokens: 900 }), NOON_MS);
    expect(told(facts({ tokens: 950 }), marks)).toEqual([]);
    const full = dueNotices(ALL, marks, facts({ tokens: 1_000 }), NOON_MS);
    expect(full.notices).toHaveLength(1);
    expect(told(facts({ tokens: 900 }), full.marks)).toEqual([]);
    // A plan with more tokens starts over.
    expect(told(facts({ tokens: 1_900, tokensIncluded: 2_000 }), full.marks)).toHaveLength(1);
  });

  test('count the tokens as used up with the last whole item if no overage is allowed', () => {
    expect(told(facts({ tokens: 990 }, { capCents: 0 }))[0]?.[1]).toBe(`tokens:${PERIOD}:1000:80`);
    expect(told(facts({ tokens: 991 }, { capCents: 0 }))[0]?.[1]).toBe(`tokens:${PERIOD}:1000:100`);
  });

  test('skip a plan without included tokens and a period without a call', () => {
    expect(told(facts({ tokens: 5_000, tokensIncluded: 0 }))).toEqual([]);
    expect(told({ ...facts(), usage: { periods: new Map(), trial: undefined } })).toEqual([]);
  });
});

describe('notices of the spending cap', () => {
  /** A dollar pays for a thousand tokens beyond the included ones. */
  const capOf = (usd: number, used: Partial<PeriodUsage>) =>
    told(facts(used, { capCents: usd * 100 })).filter(([about]) => about === 'cap');

  test.each([
    ['below 80 %', { tokens: 1_799 }, undefined],
    ['from 80 % on', { tokens: 1_800 }, ['80', '80 % of the spending cap is used: $0.80 of $1.00.']],
    ['while another item still fits', { tokens: 1_990 }, ['80', '80 % of the spending cap is used: $0.99 of $1.00.']],
    ['once no item fits any more', { tokens: 1_991 }, ['100', 'The spending cap is reached: $0.991 of $1.00.']],
    [
      'by research alone, while another part fits',
      { researchNanoUsd: 850_000_000 },
      ['80', '80 % of the spending cap is used: $0.85 of $1.00.'],
    ],
    ['by research alone', { researchNanoUsd: 900_000_000 }, ['100', 'The spending cap is reached: $0.90 of $1.00.']],
    [
      'by reserves',
      { researchNanoUsd: 900_000_000, reservedNanoUsd: 900_000_000 },
      ['100', 'The spending cap is reached: $0.90 of $1.00.'],
    ],
  ])('%s', (_, used, expected) => {
    const [notice] = capOf(1, used);
    expect(notice && [notice[1]?.split(':').at(-1), notice[2]]).toEqual(expected);
  });

  test('skip a cap of zero and no cap', () => {
    expect(capOf(0, { tokens: 9_000 })).toEqual([]);
    expect(told(facts({ tokens: 9_000 })).filter(([about]) => about === 'cap')).toEqual([]);
  });

  test('report each amount of the cap separately', () => {
    const { marks } = dueNotices(ALL, NOTHING_TOLD, facts({ tokens: 2_000 }, { capCents: 100 }), NOON_MS);
    expect(marks.cap).toEqual({ of: `${PERIOD}:100`, percent: 100 });
    expect(told(facts({ tokens: 2_000 }, { capCents: 100 }), marks)).toEqual([]);
    expect(told(facts({ tokens: 2_000 }, { capCents: 110 }), marks)).toHaveLength(1);
  });
});

describe('notices of imports', () => {
  const catalog = (endedMs: number | null, status: Catalog['status'] = 'complete'): Catalog => ({
    accountId: 'acc_0123456789',
    catalogId: 'cat_000001aaaaaaaa',
    rowsIn: 'cat_000001aaaaaaaa',
    sequence: 1,
    name: 'parts\n<b>.csv',
    status,
    createdAtMs: NOON_MS - DAY_MS,
    completedAtMs: endedMs,
    counts: { ...countRows([]), cache_hit: 1_200, not_found: 30, skipped: 2 },
    imported: { rows: 3, bytes: 9 },
    fingerprint: '',
    headings: [],
    failure: null,
    replaces: null,
    toDecide: null,
    delimiter: null,
    createdBy: null,
    researchAskedAtMs: null,
  });

  test.each([
    ['complete', 'parts <b>.csv is imported'],
    ['failed', 'parts <b>.csv was not imported to its end'],
    ['cancelled', 'parts <b>.csv was cancelled'],
  ] as const)('report one that is %s, with its result', (status, subject) => {
    const endedMs = NOON_MS - 2 * MINUTE_MS;
    const [notice] = dueNotices(
      ALL,
      NOTHING_TOLD,
      facts({}, { catalogs: [catalog(endedMs, status)] }),
      NOON_MS,
    ).notices;
    expect(notice).toEqual({
      about: 'import_ended',
      event: `import:cat_000001aaaaaaaa:${endedMs}`,
      sentence: `${subject}\n1,200 of 1,232 rows are matched.`,
      facts: [
        ['File', 'parts <b>.csv'],
        ['Matched', '1,200'],
        ['To decide', '0'],
        ['Not in the index', '30'],
        ['Unusable', '0'],
        ['Duplicate', '0'],
        ['Left out', '2'],
      ],
    });
  });

  test('count the rows to check', () => {
    const ended = { ...catalog(NOON_MS - 2 * MINUTE_MS, 'complete'), toCheck: 1_003 };
    const [notice] = dueNotices(ALL, NOTHING_TOLD, facts({}, { catalogs: [ended] }), NOON_MS).notices;
    expect(notice?.facts).toContainEqual(['Check these', '1,003']);
  });

  test('skip one that is running, has just ended, was reported, or ended before yesterday', () => {
    const given = (endedMs: number | null) => facts({}, { catalogs: [catalog(endedMs)] });
    expect(told(given(null))).toEqual([]);
    expect(told(given(NOON_MS - MINUTE_MS + 1))).toEqual([]);
    expect(told(given(NOON_MS - DAY_MS))).toEqual([]);
    const ended = given(NOON_MS - MINUTE_MS);
    const { marks } = dueNotices(ALL, NOTHING_TOLD, ended, NOON_MS);
    expect(marks.importsUntilMs).toBe(NOON_MS - MINUTE_MS);
    expect(told(ended, marks, NOON_MS + MINUTE_MS)).toEqual([]);
  });
});

describe('notices of research', () => {
  const request = (state: EnrichmentRequest['state'], endedMs: number | null, charged = state === 'found') =>
    ({ state, settledAtMs: endedMs, charged, usageKey: PERIOD }) as EnrichmentRequest;
  const ended = [
    request('found', NOON_MS - 5 * MINUTE_MS),
    request('found', NOON_MS - 4 * MINUTE_MS, false),
    request('not_found', NOON_MS - 3 * MINUTE_MS),
    request('failed', NOON_MS - 2 * MINUTE_MS),
  ];
  const open = request('researching', null);

  test('combine all that ended in one email, with its cost', () => {
    expect(dueNotices(ALL, NOTHING_TOLD, facts({}, { requests: ended }), NOON_MS).notices).toEqual([
      {
        about: 'research_ended',
        event: `research:${NOON_MS - MINUTE_MS}`,
        sentence: 'Research of 4 parts ended: 2 found, 1 not found.\nWithout a result: 1. Cost: $0.15.',
      },
    ]);
  });

  test('wait for open enrichment requests, for an hour', () => {
    const given = facts({}, { requests: [...ended, open] });
    expect(told(given)).toEqual([]);
    expect(told(given, NOTHING_TOLD, NOON_MS + 55 * MINUTE_MS)).toEqual([]);
    expect(told(given, NOTHING_TOLD, NOON_MS + 56 * MINUTE_MS)).toHaveLength(1);
  });
});

test('notices that no member wants are neither sent nor marked as sent', () => {
  const given = facts({ tokens: 2_000 }, { capCents: 100 });
  const due = dueNotices(new Set(['cap']), NOTHING_TOLD, given, NOON_MS);
  expect(due.notices.map(({ about }) => about)).toEqual(['cap']);
  expect(due.marks.tokens).toBeNull();
});

describe('notices of a payment', () => {
  const graceEndsAtMs = NOON_MS + 14 * DAY_MS;
  const failed = facts({}, { account: { ...callerIn().account, anchorDay: 1, graceEndsAtMs } });
  test('report a failed one when the grace period starts and when it ends, once each', () => {
    const first = dueNotices(ALL, NOTHING_TOLD, failed, NOON_MS);
    expect(first.notices).toEqual([
      {
        about: 'payment',
        event: `payment:${graceEndsAtMs}:80`,
        sentence:
          'A payment failed.\nUnless it is settled, calls that return item data are refused from 2026-12-02 on.',
      },
    ]);
    expect(told(failed, first.marks, graceEndsAtMs - 1)).toEqual([]);
    const second = dueNotices(ALL, first.marks, failed, graceEndsAtMs);
    expect(second.notices.map(({ event }) => event)).toEqual([`payment:${graceEndsAtMs}:100`]);
    expect(told(failed, second.marks, graceEndsAtMs + DAY_MS)).toEqual([]);
  });

  test('stop when the payment is settled, and report a later failure', () => {
    const { marks } = dueNotices(ALL, NOTHING_TOLD, failed, NOON_MS);
    expect(told(facts(), marks, graceEndsAtMs + 1)).toEqual([]);
    const again = facts({}, { account: { ...failed.account, graceEndsAtMs: graceEndsAtMs + 90 * DAY_MS } });
    expect(told(again, marks, NOON_MS + 90 * DAY_MS)).toHaveLength(1);
  });
});

describe('the notice of a statement', () => {
  const statement = { periodKey: '2026-10', totalCents: 9_903, tokens: 1_100, partsFound: 2, closedAtMs: NOON_MS };
  const given = facts({}, { statements: [statement as AccountFacts['statements'][number]] });
  test('states the amount due, a minute after the statement was written, once, and only to members who want it', () => {
    const nowMs = NOON_MS + MINUTE_MS;
    expect(told(given, NOTHING_TOLD, nowMs - 1)).toEqual([]);
    const { notices, marks } = dueNotices(ALL, NOTHING_TOLD, given, nowMs);
    expect(notices).toEqual([
      {
        about: 'statement',
        event: 'statement:2026-10',
        sentence: 'The statement of 2026-10 is written: $99.03.\n1,100 tokens, 2 parts found by research.',
      },
    ]);
    expect(told(given, marks, nowMs + 1)).toEqual([]);
    expect(dueNotices(new Set(['cap']), NOTHING_TOLD, given, nowMs).notices).toEqual([]);
    expect(told(given, NOTHING_TOLD, NOON_MS + 2 * DAY_MS)).toEqual([]);
  });
});
