import { setImmediate } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import type { Receipt } from '../../../../core/billing/accounts/receipt.ts';
import type { SandboxCounter, SandboxResult } from '../../../../core/billing/meter/sandbox.ts';
import type { ReceiptStore, UsageStore } from '../../../../core/billing/meter/usage-store.ts';
import { succeed } from '../../../../core/result.ts';
import { CallActivity } from '../../../../core/api/tools/call-activity.ts';
import { isFree, payForAnswer, withoutCandidates } from '../../../../core/api/tools/pay-for-answer.ts';
import { hold, openCall, OVER_CAP, RECEIPT, type CallSituation } from '../../../support/fixtures/open-call.ts';
import { FREE_FIGURES, ITEM, MISS, TOO_LARGE, toolThat, type Answer } from '../../../support/fixtures/tool-that.ts';
import { MemoryUsageStore } from '../../../support/stores/memory-usage-store.ts';

const TOOL = toolThat({ answer: async () => succeed(MISS) });
const KEPT: Receipt = { ...RECEIPT, isKept: true };
const OF_ANOTHER: Receipt = { ...RECEIPT, fingerprint: 'other' };
const costing = (tokens: number, items: number): Answer => ({
  ...ITEM,
  billing: { kind: 'metered', charge: { tokens, items } },
});

const payIn = (opened: ReturnType<typeof openCall>, answer: Answer) =>
  payForAnswer(answer, TOOL, opened.context, new CallActivity(opened.context));

async function pay(answer: Answer, situation: CallSituation = {}) {
  const opened = openCall(situation);
  return { ...opened, outcome: await payIn(opened, answer) };
}

/** Returns the receipts one after the other as those that another request wrote, then debits. */
function losingTo(...receipts: readonly (Receipt | undefined)[]) {
  const left = [...receipts];
  const rows = new MemoryUsageStore();
  const usageStore: UsageStore = {
    debit: async (debit) => (left.length > 0 ? { kind: 'receipt_changed', receipt: left.shift() } : rows.debit(debit)),
  };
  return usageStore;
}

describe('an answer', () => {
  test('without candidates is as it is when they are left out', () => {
    expect(withoutCandidates(MISS)).toEqual(MISS);
    const plain = { ...MISS, withoutCandidates: () => ({ summary: 'plain' }) };
    expect(withoutCandidates(plain as never)).toMatchObject({ summary: 'plain' });
  });

  test('that is free is counted and not billed', async () => {
    const { outcome, steps, uses, counted, log } = await pay(MISS);
    const written = [{ name: 'found', value: false, json: 'false', entries: [] }];
    expect(outcome).toEqual({ kind: 'answered', tool: TOOL, answer: MISS, written, figures: FREE_FIGURES });
    expect([steps, counted(), uses]).toEqual([['count'], 1, { calls: 1, tokens: 0 }]);
    expect(log()).toEqual({ outcome: 'answered', tokensBilled: 0 });
  });

  test('that its tool has settled is counted, and reports the figures of the tool', async () => {
    const figures = { ...FREE_FIGURES, tokens_billed: 7 };
    const { outcome, steps, added, log } = await pay({ ...MISS, billing: { kind: 'settled', figures } });
    expect(outcome).toMatchObject({ kind: 'answered', figures });
    expect([steps, added, log().tokensBilled]).toEqual([['count'], [7], 7]);
  });

  test('that is metered is billed and counted in one debit', async () => {
    const { outcome, steps, added, counted, log } = await pay(ITEM);
    expect(outcome).toMatchObject({ figures: { tokens_billed: 40, tokens_used_this_period: 40 } });
    expect([steps, counted(), added, log().tokensBilled]).toEqual([['debit and count'], 1, [40], 40]);
  });

  const reserving = { ...MISS, billing: { kind: 'settled', figures: FREE_FIGURES } } as const;
  const over = { ports: { usageStore: OVER_CAP } };

  test.each([
    ['free', MISS, {}, 0],
    ['metered', ITEM, {}, 1],
    ['metered, by a trial key', ITEM, { kind: 'trial' }, 0],
    ['metered, by a test key', ITEM, { kind: 'test' }, 0],
    ['metered, over the cap', ITEM, over, 0],
    ['paid for by a receipt', ITEM, { receipt: RECEIPT }, 0],
    [
      'paid for by the receipt of a faster request',
      ITEM,
      { receipt: 'new', ports: { usageStore: losingTo(RECEIPT) } },
      0,
    ],
    ['larger than its receipt paid for', costing(50, 1), { receipt: RECEIPT }, 1],
    ['settled by a reserve without tokens', reserving, {}, 1],
    ['settled by a reserve of a trial key', reserving, { kind: 'trial' }, 0],
  ] as const)(
    'counts among the billed calls of its assistant if it was debited: %s',
    async (_, answer, situation, billed) => {
      const { billed: counted, uses } = await pay(answer, situation);
      expect([counted(), uses.calls]).toEqual([billed, 1]);
    },
  );

  test('that is metered with no items is free, also with a receipt', async () => {
    for (const receipt of [{}, { receipt: 'new' }, { receipt: RECEIPT }] as const) {
      const { outcome, steps, uses } = await pay(costing(9, 0), receipt);
      expect(outcome).toMatchObject({ figures: FREE_FIGURES });
      expect([steps, uses]).toEqual([['count'], { calls: 1, tokens: 0 }]);
    }
  });

  test('of a trial key is debited beside its own count, and shows no tokens', async () => {
    const { outcome, steps, added, ticket } = await pay(ITEM, { kind: 'trial' });
    expect(outcome).toMatchObject({ figures: { tokens_billed: 0, records_estimate_remaining: 99 } });
    expect([steps, added]).toEqual([['debit'], [0]]);
    await ticket.count();
    expect(steps).toEqual(['debit', 'count']);
  });

  test('is refused for the rate limit, and not billed, if the minute has filled up', async () => {
    const full = { fullMinute: 'now' } as const;
    const metered = await pay(ITEM, full);
    expect(metered.outcome).toMatchObject({ error: { code: 'rate_limited', retryAfterSeconds: 60 } });
    expect([metered.steps, metered.uses]).toEqual([['debit and count'], { calls: 1, tokens: 0 }]);
    const settled = { kind: 'settled', figures: { ...FREE_FIGURES, tokens_billed: 7 } } as const;
    for (const billing of [MISS.billing, settled]) {
      const { outcome, uses } = await pay({ ...MISS, billing }, full);
      expect([outcome, uses]).toMatchObject([{ error: { code: 'rate_limited' } }, { calls: 1, tokens: 0 }]);
    }
  });

  test('too large for the proxy is counted, and neither billed nor completed', async () => {
    const addLate = vi.fn(async () => MISS);
    const { outcome, steps, uses, log } = await pay({ ...TOO_LARGE, addLate });
    expect(outcome).toMatchObject({ kind: 'failed', error: { code: 'batch_too_large' } });
    expect([steps, uses, addLate.mock.calls]).toEqual([['count'], { calls: 1, tokens: 0 }, []]);
    expect(log().outcome).toBe('batch_too_large');
  });

  test.each([
    [MISS.billing, true],
    [costing(9, 0).billing, true],
    [ITEM.billing, false],
    [{ kind: 'settled', figures: FREE_FIGURES } as const, false],
  ])('with the billing %o is free: %s', (billing, free) => {
    expect(isFree(billing)).toBe(free);
  });
});

describe('the late additions', () => {
  test('are read while the meter writes', async () => {
    const { gate, release } = hold();
    const rows = new MemoryUsageStore();
    const slow: UsageStore = { debit: async (debit) => (await gate, rows.debit(debit)) };
    const late = { structured: { late: true }, summary: 'Late.' };
    const addLate = vi.fn(async () => late);
    const paying = pay({ ...ITEM, addLate }, { ports: { usageStore: slow } });
    await setImmediate();
    expect(addLate).toHaveBeenCalledOnce();
    release();
    const { outcome } = await paying;
    expect(outcome).toMatchObject({ kind: 'answered', answer: late });
    // What was written of the answer before is not sent.
    expect(outcome).not.toHaveProperty('written');
  });

  test('are left out of a paid answer if they cannot be read', async () => {
    const { outcome, log } = await pay({ ...ITEM, addLate: () => Promise.reject(new Error('no read')) });
    expect(outcome).toMatchObject({ kind: 'answered', answer: ITEM, figures: { tokens_billed: 40 } });
    expect(log()).toEqual({ outcome: 'answered', found: 1, tokensBilled: 40, late: 'unread' });
  });
});

describe('an answer to a test key', () => {
  const taking = (outcome: SandboxResult['kind'] = 'taken') => {
    const take = vi.fn<SandboxCounter['take']>(async () => outcome === 'taken');
    const takeWithReceipt = vi.fn<SandboxCounter['takeWithReceipt']>(async () =>
      outcome === 'receipt_changed' ? { kind: outcome, receipt: KEPT } : { kind: outcome },
    );
    return { take, takeWithReceipt, ports: { sandbox: { take, takeWithReceipt } } };
  };
  const READ = { accountId: 'acc_0123456789', day: '2026-11-18', items: 1, atMost: 10 };

  test('is written nowhere without a daily bound', async () => {
    const { take, takeWithReceipt, ports } = taking('spent');
    const { outcome, uses } = await pay(ITEM, { kind: 'test', ports });
    expect(outcome).toMatchObject({ kind: 'answered', figures: { tokens_billed: 0, tokens_included: null } });
    expect([take.mock.calls, takeWithReceipt.mock.calls, uses]).toEqual([[], [], { calls: 1, tokens: 0 }]);
  });

  test('takes its items from the daily bound, and is refused beyond it', async () => {
    const { take, ports } = taking();
    const bound = { kind: 'test', testItemsPerDay: 10 } as const;
    expect((await pay(ITEM, { ...bound, ports })).outcome.kind).toBe('answered');
    expect(take.mock.calls).toEqual([[READ]]);
    const { outcome, log } = await pay(ITEM, { ...bound, ...taking('spent') });
    expect(outcome).toMatchObject({ kind: 'failed', error: { code: 'rate_limited', figures: { limit: 10 } } });
    expect(log().why).toMatchObject({ limit: 10, limitOf: 'records a day of test keys' });
  });

  test('writes its receipt with the items, or alone without a daily bound', async () => {
    const written = { receipt: expect.objectContaining({ tokens: 40, items: 1 }) as Receipt };
    for (const [testItemsPerDay, read] of [[10, READ], [undefined]] as const) {
      const { take, takeWithReceipt, ports } = taking();
      const bound = testItemsPerDay === undefined ? {} : { testItemsPerDay };
      const { outcome } = await pay(ITEM, { kind: 'test', receipt: 'new', ...bound, ports });
      expect([outcome.kind, take.mock.calls]).toEqual(['answered', []]);
      expect(takeWithReceipt.mock.calls).toEqual([[read, expect.objectContaining(written)]]);
    }
  });

  test('is refused if the bound is spent with a receipt, and free if another request has written it', async () => {
    const repeat = { kind: 'test', testItemsPerDay: 10, receipt: 'new' } as const;
    const spent = await pay(ITEM, { ...repeat, ...taking('spent') });
    expect(spent.outcome).toMatchObject({ kind: 'failed', error: { figures: { limit: 10 } } });
    const { takeWithReceipt, ports } = taking('receipt_changed');
    expect((await pay(ITEM, { ...repeat, ports })).outcome.kind).toBe('answered');
    expect(takeWithReceipt).toHaveBeenCalledOnce();
  });

  test('keeps no receipt that covers it', async () => {
    const { outcome, steps } = await pay(ITEM, { kind: 'test', receipt: RECEIPT });
    expect([outcome.kind, steps]).toEqual(['answered', ['count']]);
  });
});

describe('an answer to a request with an Idempotency-Key', () => {
  const keeping = (...outcomes: readonly (Receipt | undefined | 'kept')[]) => {
    const left = [...outcomes];
    const keep = vi.fn<ReceiptStore['keep']>(async () => {
      const receipt = left.shift();
      return receipt === 'kept' ? { kind: 'kept' } : { kind: 'receipt_changed', receipt };
    });
    return { keep, ports: { receipts: { keep } } };
  };

  test('is billed whole for a new key, and for the part that its receipt does not cover', async () => {
    const whole = await pay(costing(100, 2), { receipt: 'new' });
    expect([whole.outcome, whole.uses.tokens]).toMatchObject([{ figures: { tokens_billed: 100 } }, 100]);
    for (const [items, tokens] of [
      [2, 60],
      [1, 60],
    ] as const) {
      const { outcome, steps, added } = await pay(costing(100, items), { receipt: RECEIPT });
      expect(outcome).toMatchObject({ figures: { tokens_billed: tokens } });
      expect([steps, added]).toEqual([['debit and count'], [tokens]]);
    }
  });

  test('writes its receipt with the debit', async () => {
    const debit = vi.fn<UsageStore['debit']>(async () => ({ kind: 'debited', usage: undefined }));
    await pay(costing(100, 2), { receipt: RECEIPT, ports: { usageStore: { debit } } });
    expect(debit.mock.lastCall?.[0].receipt).toMatchObject({ seen: RECEIPT, receipt: { tokens: 100, items: 2 } });
  });

  test('is counted and free if a receipt covers it, which is kept once', async () => {
    const { keep, ports } = keeping('kept');
    const { outcome, steps, uses } = await pay(ITEM, { receipt: RECEIPT, ports });
    expect(outcome).toMatchObject({ kind: 'answered', figures: { tokens_billed: 0 } });
    expect([steps, uses]).toEqual([['count'], { calls: 1, tokens: 0 }]);
    expect(keep.mock.calls).toEqual([[expect.objectContaining({ keyHash: 'ab' }), RECEIPT]]);
    expect((await pay(ITEM, { receipt: KEPT })).steps).toEqual(['count']);
  });

  test('keeps no receipt if its minute has filled up', async () => {
    const { outcome, steps } = await pay(ITEM, { receipt: RECEIPT, fullMinute: 'now' });
    expect([outcome, steps]).toMatchObject([{ error: { code: 'rate_limited' } }, ['count']]);
  });

  test('is billed after all, and counted once, if the receipt was taken back before it was kept', async () => {
    const { outcome, steps, counted } = await pay(ITEM, { receipt: RECEIPT, ...keeping(undefined) });
    expect(outcome).toMatchObject({ figures: { tokens_billed: 40 } });
    expect([steps, counted()]).toEqual([['count', 'debit'], 1]);
  });

  test('takes the tokens back from its assistant that another request has paid for meanwhile', async () => {
    const covered = await pay(ITEM, { receipt: 'new', ports: { usageStore: losingTo(KEPT) } });
    expect(covered.outcome).toMatchObject({ kind: 'answered', figures: { tokens_billed: 0 } });
    expect([covered.added, covered.counted(), covered.billed()]).toEqual([[40, -40], 1, 0]);
    const partly = await pay(costing(100, 2), { receipt: 'new', ports: { usageStore: losingTo(KEPT) } });
    expect(partly.outcome).toMatchObject({ kind: 'answered', figures: { tokens_billed: 60 } });
    expect([partly.added, partly.counted(), partly.billed()]).toEqual([[100, -40], 1, 1]);
  });

  test.each([
    ['before it paid', { receipt: OF_ANOTHER }],
    ['while it paid', { receipt: 'new', ports: { usageStore: losingTo(OF_ANOTHER) } }],
  ] as const)('is refused and counted if another request used the key %s', async (_, situation) => {
    const { outcome, counted, uses } = await pay(ITEM, situation);
    expect(outcome).toMatchObject({ kind: 'failed', error: { code: 'unprocessable', field: 'Idempotency-Key' } });
    expect([counted(), uses]).toEqual([1, { calls: 1, tokens: 0 }]);
  });

  test('is paid at the fifth try, and fails after that', async () => {
    const four = [undefined, undefined, undefined, undefined];
    const paid = await pay(ITEM, { receipt: 'new', ports: { usageStore: losingTo(...four) } });
    expect([paid.outcome.kind, paid.steps.length]).toEqual(['answered', 5]);
    const opened = openCall({ receipt: 'new', ports: { usageStore: losingTo(...four, undefined) } });
    await expect(payIn(opened, ITEM)).rejects.toThrow('A receipt changed faster than it could be read.');
    expect([opened.steps.length, opened.uses]).toEqual([5, { calls: 1, tokens: 0 }]);
  });
});

describe('an answer that the meter does not bill', () => {
  test.each<[string, CallSituation]>([
    ['no_active_plan', { account: { billingState: 'no_active_plan' } }],
    ['past_due', { account: { billingState: 'past_due' } }],
    ['trial_ended', { account: { billingState: 'trial_ended' } }],
    ['spending_cap_reached', { ports: { usageStore: OVER_CAP } }],
    ['trial_limit_reached', { kind: 'trial', ports: { usageStore: OVER_CAP } }],
  ])('is refused as %s, counted once, and logged with what it asked for', async (code, situation) => {
    const { outcome, counted, uses, log } = await pay(ITEM, situation);
    expect(outcome).toMatchObject({ kind: 'failed', error: { code } });
    expect([counted(), uses]).toEqual([1, { calls: 1, tokens: 0 }]);
    expect(log()).toMatchObject({ outcome: code, why: { asked: 1, askedTokens: 40 } });
  });

  test('is refused for the rate limit first if the minute has filled up', async () => {
    const { outcome } = await pay(ITEM, { account: { billingState: 'past_due' }, fullMinute: 'now' });
    expect(outcome).toMatchObject({ error: { code: 'rate_limited' } });
  });

  test('fails if the meter throws, with its tokens taken back and its request counted by the debit', async () => {
    const lost: UsageStore = { debit: () => Promise.reject(new Error('lost')) };
    const opened = openCall({ ports: { usageStore: lost } });
    await expect(payIn(opened, ITEM)).rejects.toThrow('lost');
    expect(opened.uses).toEqual({ calls: 1, tokens: 0 });
    expect(await opened.ticket.count()).toEqual({ allowed: true });
    expect(opened.steps).toEqual(['debit and count']);
    const trial = openCall({ kind: 'trial', ports: { usageStore: lost } });
    await expect(payIn(trial, ITEM)).rejects.toThrow('lost');
    await trial.ticket.count();
    expect(trial.steps).toEqual(['debit', 'count']);
  });
});
