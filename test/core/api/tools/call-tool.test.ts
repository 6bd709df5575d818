import { setImmediate } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { fail, succeed } from '../../../../core/result.ts';
import type { SandboxCounter } from '../../../../core/billing/meter/sandbox.ts';
import type { UsageStore } from '../../../../core/billing/meter/usage-store.ts';
import { CallActivity } from '../../../../core/api/tools/call-activity.ts';
import { callTool } from '../../../../core/api/tools/call-tool.ts';
import { prepareTool, type NamedCall } from '../../../../core/api/tools/define-tool.ts';
import { endOf, hold, openCall, OVER_CAP, RECEIPT, type CallSituation } from '../../../support/fixtures/open-call.ts';
import {
  answering,
  FREE_FIGURES,
  ITEM,
  MISS,
  NAMED,
  NO_SUCH_ITEM,
  TOO_LARGE,
  toolThat,
  UNKNOWN_TOOL,
  type Answer,
  type ToolBehavior,
} from '../../../support/fixtures/tool-that.ts';

const PAST_DUE = { account: { billingState: 'past_due' } } as const;

/** Calls the tool, and keeps its reading among the steps. */
async function call(behavior: ToolBehavior, situation: CallSituation = {}) {
  const opened = openCall(situation);
  const tool = toolThat({
    ...behavior,
    answer: async (...asked) => {
      opened.steps.push('read');
      return behavior.answer(...asked);
    },
  });
  return { ...opened, outcome: await callTool(prepareTool(tool, NAMED), opened.context) };
}

/** The rules in the order of the contract, and the end of a call that breaks each. */
const RULES = [
  ['the plan’s rate limit', 'rate_limited'],
  ['the name of the tool', 'protocol_error'],
  ['the scope', 'insufficient_scope'],
  ['the arguments', 'missing_parameter'],
  ['the Idempotency-Key', 'unprocessable'],
  ['the state of the account', 'past_due'],
  ['the size of the answer', 'batch_too_large'],
  ['the meter', 'spending_cap_reached'],
] as const;

/** All but the rate limit, with their places. */
const COUNTED = RULES.slice(1).map(([rule], place) => [rule, place + 1] as const);

/** Breaks the rule at a place of the order and all that come after it. */
async function breakingFrom(place: number, situation: CallSituation = {}) {
  const [rate, name, scope, args, key, state, size] = RULES.map((_, other) => other >= place);
  const opened = openCall({
    ...(rate && { fullMinute: 'read' }),
    ...(scope && { caller: { scopes: new Set(['usage:read'] as const) } }),
    ...(state && { account: { billingState: 'past_due' } }),
    receipt: key ? { ...RECEIPT, fingerprint: 'other' } : 'new',
    ports: { usageStore: OVER_CAP },
    ...situation,
  });
  const tool = answering(size ? TOO_LARGE : ITEM, 'items');
  const named = name ? UNKNOWN_TOOL : prepareTool(tool, args ? {} : NAMED);
  return { ...opened, outcome: await callTool(named, opened.context) };
}

describe('the order of the rules of a call', () => {
  test.each(RULES.map(([rule, end], place) => [rule, end, place] as const))(
    'puts %s before all that come after it: %s',
    async (_, end, place) => {
      expect(endOf((await breakingFrom(place)).outcome)).toBe(end);
    },
  );

  test('puts the day’s items of test keys before the size of the answer, and the size before the sandbox', async () => {
    const sandbox = { take: async () => false, takeWithReceipt: async () => ({ kind: 'spent' }) as const };
    const testKey = { kind: 'test', testItemsPerDay: 10, ports: { sandbox } } as const;
    const answer = async () => succeed(TOO_LARGE);
    const spent = await call({ answer, expects: 'items' }, { ...testKey, usage: { sandboxItems: 10 } });
    expect([endOf(spent.outcome), spent.log().why?.limitOf]).toEqual(['rate_limited', 'records a day of test keys']);
    expect([spent.steps, spent.counted(), spent.uses.calls]).toEqual([['count'], 1, 1]);
    expect(endOf((await call({ answer, expects: 'items' }, testKey)).outcome)).toBe('batch_too_large');
  });

  test('puts an error of the tool before the meter', async () => {
    const { outcome, steps } = await call({ answer: async () => fail(NO_SUCH_ITEM), expects: 'unknown' }, PAST_DUE);
    expect([endOf(outcome), steps]).toEqual(['not_found', ['read', 'count']]);
  });
});

describe('a refused call', () => {
  test('is not counted if its minute was full when its rows were read', async () => {
    const { counted, uses, steps } = await breakingFrom(0);
    expect([counted(), uses.calls, steps]).toEqual([0, 0, []]);
  });

  test.each(COUNTED)('is counted once if it breaks %s', async (_, place) => {
    const { counted, uses, steps } = await breakingFrom(place);
    expect([counted(), uses]).toEqual([1, { calls: 1, tokens: 0 }]);
    expect(steps.filter((step) => step === 'count')).toHaveLength(1);
  });

  test.each(COUNTED)(
    'is refused for the rate limit if its minute has filled up, whatever %s says',
    async (_, place) => {
      const { outcome, counted, log } = await breakingFrom(place, { fullMinute: 'now' });
      expect([endOf(outcome), counted()]).toEqual(['rate_limited', 0]);
      expect(log().why).toMatchObject({ limit: 600, limitOf: 'requests a minute', retryAfterSeconds: 60 });
    },
  );

  test('names the scopes that an assistant sign-in holds, and none of a key', async () => {
    const grant = { personId: 'per_0123456789abcdef', oauthClientId: 'https://assistant.example', tokenAtMs: 0 };
    const scopes = new Set(['usage:read', 'catalogs:read'] as const);
    const refusal = { kind: 'insufficient_scope', needed: ['items:search'] };
    const answer = async () => succeed(MISS);
    const signedIn = await call({ answer }, { caller: { scopes, client: { signIn: grant } } });
    expect(signedIn.outcome).toEqual({
      kind: 'refused',
      refusal: { ...refusal, held: ['usage:read', 'catalogs:read'] },
    });
    expect((await call({ answer }, { caller: { scopes } })).outcome).toEqual({ kind: 'refused', refusal });
  });

  test('is refused by the interface if there is no object of arguments', async () => {
    const { context, counted } = openCall();
    const refusal = { kind: 'unsupported_media_type' } as const;
    const named: NamedCall = { kind: 'named', tool: answering(MISS), prepared: fail({ kind: 'refusal', refusal }) };
    expect(await callTool(named, context)).toEqual({ kind: 'refused', refusal });
    expect(counted()).toBe(1);
  });
});

describe('the state of an account', () => {
  test.each(['nothing', 'unknown'] as const)('is no reason to refuse a miss that expected %s', async (expects) => {
    const { outcome, counted } = await call({ expects, answer: async () => succeed(MISS) }, PAST_DUE);
    expect([endOf(outcome), counted()]).toEqual(['answered', 1]);
  });

  test('is tested by the meter if the answer was not known to have items, and the request is counted once', async () => {
    const { outcome, counted, steps } = await call({ expects: 'unknown', answer: async () => succeed(ITEM) }, PAST_DUE);
    expect([endOf(outcome), counted(), steps]).toEqual(['past_due', 1, ['read', 'count']]);
  });

  test('does not refuse a repeat, which its receipt pays for', async () => {
    const { outcome, counted, steps } = await call(
      { expects: 'items', answer: async () => succeed(ITEM) },
      { ...PAST_DUE, receipt: RECEIPT },
    );
    expect([endOf(outcome), counted(), steps]).toEqual(['answered', 1, ['read', 'count', 'keep']]);
  });

  test('is no matter to a test key, whose items are limited only if the stage limits them', async () => {
    const answer = async () => succeed(ITEM);
    const testKey = { ...PAST_DUE, kind: 'test', usage: { sandboxItems: 10 } } as const;
    const unlimited = await call({ expects: 'items', answer }, testKey);
    expect([endOf(unlimited.outcome), unlimited.steps]).toEqual(['answered', ['count', 'read']]);
    const left = await call({ expects: 'items', answer }, { ...testKey, testItemsPerDay: 11 });
    expect([endOf(left.outcome), left.steps]).toEqual(['answered', ['count', 'read', 'take']]);
    const miss = await call({ answer: async () => succeed(MISS) }, { ...testKey, testItemsPerDay: 10 });
    expect(endOf(miss.outcome)).toBe('answered');
  });
});

describe('a served call', () => {
  test('is named by its tool, with valid arguments or the error of wrong ones', () => {
    const tool = answering(MISS);
    expect(prepareTool(tool, NAMED)).toMatchObject({ kind: 'named', tool, prepared: { ok: true } });
    const error = { code: 'missing_parameter', field: 'part' };
    expect(prepareTool(tool, {})).toMatchObject({ kind: 'named', prepared: { reason: { kind: 'error', error } } });
  });

  const item = async () => succeed(ITEM);

  test.each(['items', 'unknown'] as const)(
    'is counted with its charge if a live key pays for it and it expected %s',
    async (expects) => {
      const { outcome, steps, counted, uses } = await call({ expects, answer: item });
      expect(outcome).toMatchObject({ kind: 'answered', answer: ITEM, figures: { tokens_billed: 40 } });
      expect([steps, counted(), uses]).toEqual([['read', 'debit and count'], 1, { calls: 1, tokens: 40 }]);
    },
  );

  test('is counted while it reads if nothing will be billed', async () => {
    const { gate, release } = hold();
    const addLate = vi.fn(async () => ({ structured: { found: false, late: true }, summary: 'Late.' }));
    const opened = openCall({ gate });
    const calling = callTool(prepareTool(answering({ ...MISS, addLate }), NAMED), opened.context);
    await setImmediate();
    expect([opened.steps, addLate.mock.calls.length]).toEqual([['count'], 1]);
    release();
    expect(await calling).toMatchObject({
      kind: 'answered',
      tool: expect.objectContaining({ name: 'a_tool' }),
      answer: { structured: { found: false, late: true }, summary: 'Late.', billing: MISS.billing },
      figures: FREE_FIGURES,
    });
    expect([opened.steps, opened.counted(), addLate.mock.calls.length]).toEqual([['count'], 1, 1]);
  });

  test.each([
    ['trial', 'debit'],
    ['test', 'take'],
  ] as const)('of a %s key is counted while it reads, and completed while it is paid for', async (kind, write) => {
    const opened = openCall({ kind, testItemsPerDay: 10 });
    const late = { structured: { late: true }, summary: 'Late.' };
    const addLate = async () => (opened.steps.push('complete'), late);
    const tool = answering({ ...ITEM, addLate }, 'items');
    const result = await callTool(prepareTool(tool, NAMED), opened.context);
    expect(result).toMatchObject({ kind: 'answered', answer: late });
    expect([opened.steps, opened.counted()]).toEqual([['count', write, 'complete'], 1]);
  });

  test('is refused for the rate limit before its answer is ready', async () => {
    const { outcome, steps } = await call({ answer: () => new Promise(() => {}) }, { fullMinute: 'now' });
    expect([endOf(outcome), steps]).toEqual(['rate_limited', ['count', 'read']]);
  });

  test.each(['nothing', 'items', 'unknown'] as const)(
    'is counted once, also as a call of its assistant, if it expects %s and a read fails',
    async (expects) => {
      const opened = openCall();
      const tool = toolThat({ expects, answer: () => Promise.reject(new Error('no read')) });
      await expect(callTool(prepareTool(tool, NAMED), opened.context)).rejects.toThrow('no read');
      expect([opened.steps, opened.counted(), opened.uses]).toEqual([['count'], 1, { calls: 1, tokens: 0 }]);
    },
  );

  test('keeps the error of a failed read if it cannot be counted', async () => {
    const opened = openCall({ fullMinute: 'now' });
    const tool = toolThat({ expects: 'items', answer: () => Promise.reject(new Error('no read')) });
    await expect(callTool(prepareTool(tool, NAMED), opened.context)).rejects.toThrow('no read');
  });

  test('is not counted again if its charge gets no response, because that write counts it', async () => {
    const debit = () => Promise.reject(new Error('no response'));
    const opened = openCall({ ports: { usageStore: { debit } } });
    const tool = answering(ITEM, 'items');
    await expect(callTool(prepareTool(tool, NAMED), opened.context)).rejects.toThrow('no response');
    expect([opened.steps, opened.uses.calls]).toEqual([['debit and count'], 1]);
  });

  test('fails once if a read fails while it is counted', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    const { gate, release } = hold();
    const calling = call({ answer: () => Promise.reject(new Error('no read')) }, { gate });
    await setImmediate();
    release();
    await expect(calling).rejects.toThrow('no read');
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  test('shares its count and its activity with another that is the same call to the caller', async () => {
    const { context, counted, uses } = openCall();
    const once = { ...context, activity: new CallActivity(context) };
    await callTool(prepareTool(answering(MISS), NAMED), once);
    await callTool(prepareTool(answering(MISS), NAMED), once);
    expect([counted(), uses.calls]).toEqual([1, 1]);
  });
});

describe('a tool that changes data', () => {
  const settled: Answer = {
    structured: {},
    summary: 'Done.',
    billing: { kind: 'settled', figures: { ...FREE_FIGURES, tokens_billed: 7 } },
  };

  test.each(['nothing', 'items'] as const)(
    'gets its ports only after its request was counted, if it expected %s',
    async (expects) => {
      const { gate, release } = hold();
      const opened = openCall({ gate });
      const { steps, context } = opened;
      const tool = toolThat({
        changesData: true,
        expects,
        answer: async (_call, counted) => {
          steps.push('read');
          expect(await counted()).toBe(context.ports);
          steps.push('change');
          return succeed(settled);
        },
      });
      const calling = callTool(prepareTool(tool, NAMED), context);
      await setImmediate();
      expect(steps).toEqual(['count', 'read']);
      release();
      expect(await calling).toMatchObject({ kind: 'answered', figures: { tokens_billed: 7 } });
      expect(steps).toEqual(['count', 'read', 'change']);
      expect([opened.counted(), opened.uses]).toEqual([1, { calls: 1, tokens: 7 }]);
    },
  );

  test('gets no ports if its request is over the rate limit', async () => {
    const refused: unknown[] = [];
    const { outcome } = await call(
      {
        changesData: true,
        answer: async (_call, counted) => {
          await counted().catch((error: unknown) => refused.push((error as Error).message));
          return succeed(settled);
        },
      },
      { fullMinute: 'now' },
    );
    await setImmediate();
    expect([endOf(outcome), refused]).toEqual(['rate_limited', ['A request that was not counted changes nothing.']]);
  });

  test('is counted once, also as a call of its assistant, if it refuses', async () => {
    const { outcome, counted, uses } = await call({ changesData: true, answer: async () => fail(NO_SUCH_ITEM) });
    expect([endOf(outcome), counted(), uses]).toEqual(['not_found', 1, { calls: 1, tokens: 0 }]);
  });

  test('is the only one that gets ports', async () => {
    const answer: ToolBehavior['answer'] = async (_call, counted) => (await counted(), succeed(MISS));
    await expect(call({ answer })).rejects.toThrow('changes nothing');
    await expect(call({ answer, expects: 'items' })).rejects.toThrow('changes nothing');
  });
});

describe('the candidates of misses', () => {
  const PLAIN = { structured: { found: false }, summary: 'Plain.' };
  /** Calls a tool with three misses; returns for how many it may show candidates, too. */
  async function callMissing(answer: Answer, situation: CallSituation = {}) {
    const allowed: number[] = [];
    const showing = { ...answer, withoutCandidates: () => PLAIN };
    const called = await call(
      {
        expects: answer === ITEM ? 'items' : 'nothing',
        misses: async () => 3,
        answer: async ({ candidates }) => (allowed.push(candidates), succeed(showing)),
      },
      { terms: { notFoundPartsPerDay: 30 }, ...situation },
    );
    const shows = called.outcome.kind === 'answered' && called.outcome.answer.summary !== PLAIN.summary;
    return { ...called, allowed, shows };
  }
  const sandboxTaking = (taken: boolean) => {
    const take = vi.fn<SandboxCounter['take']>(async () => taken);
    return { take, ports: { sandbox: { take, takeWithReceipt: async () => ({ kind: 'taken' }) as const } } };
  };
  const TEST_KEY = { kind: 'test', testItemsPerDay: 10 } as const;

  test('are shown for as many misses as the day has left', async () => {
    for (const answer of [MISS, ITEM]) {
      const { allowed, shows } = await callMissing(answer);
      expect([allowed, shows]).toEqual([[3], true]);
      expect((await callMissing(answer, { terms: { notFoundPartsPerDay: 2 } })).allowed).toEqual([2]);
    }
  });

  test('need not be counted if none may be shown', async () => {
    const misses = vi.fn(async () => 3);
    const answer = vi.fn<ToolBehavior['answer']>(async () => succeed(MISS));
    await call({ misses, answer }, { terms: { notFoundPartsPerDay: 0 } });
    expect([misses.mock.calls, answer.mock.lastCall?.[0].candidates]).toEqual([[], 0]);
  });

  test('are counted by the debit of a billed call, and left out if it finds the day’s used up', async () => {
    const debit = vi.fn<UsageStore['debit']>(async () => ({ kind: 'debited', usage: undefined }));
    expect((await callMissing(ITEM, { ports: { usageStore: { debit } } })).shows).toBe(true);
    expect(debit.mock.lastCall?.[0]).toMatchObject({ request: { candidates: { count: 3 } } });
    debit.mockResolvedValue({ kind: 'debited', usage: undefined, candidatesSpent: true });
    expect((await callMissing(ITEM, { ports: { usageStore: { debit } } })).shows).toBe(false);
  });

  test('of a test key are items of the sandbox’s day, and left out if another call has used it up', async () => {
    const { take, ports } = sandboxTaking(true);
    expect((await callMissing(MISS, { ...TEST_KEY, ports })).shows).toBe(true);
    expect(take.mock.calls).toEqual([[{ accountId: 'acc_0123456789', day: '2026-11-18', items: 3, atMost: 10 }]]);
    expect((await callMissing(MISS, { ...TEST_KEY, ...sandboxTaking(false) })).shows).toBe(false);
  });

  test('take nothing from the sandbox without a bound, without misses, or for a live key', async () => {
    const { take, ports } = sandboxTaking(false);
    expect((await callMissing(MISS, { kind: 'test', ports })).shows).toBe(true);
    expect((await callMissing(MISS, { testItemsPerDay: 10, ports })).shows).toBe(true);
    await call({ answer: async () => succeed(MISS) }, { ...TEST_KEY, ports });
    expect(take.mock.calls).toEqual([]);
  });

  test('fail a call whose sandbox cannot be counted, once its request is counted', async () => {
    const take = () => Promise.reject(new Error('no count'));
    const sandbox = { take, takeWithReceipt: async () => ({ kind: 'taken' }) as const };
    await expect(callMissing(MISS, { ...TEST_KEY, ports: { sandbox } })).rejects.toThrow('no count');
  });
});
