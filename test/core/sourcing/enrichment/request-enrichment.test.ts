import { describe, expect, test } from 'vitest';
import type { PeriodUsage, TrialUsage } from '../../../../core/billing/accounts/usage.ts';
import { openRequest, type EnrichmentRequest } from '../../../../core/sourcing/enrichment/enrichment-request.ts';
import type { Commit, CommitResult, EnrichmentStore } from '../../../../core/sourcing/enrichment/enrichment-store.ts';
import type { EnrichmentPlan } from '../../../../core/sourcing/enrichment/plan-enrichment.ts';
import { requestEnrichment } from '../../../../core/sourcing/enrichment/request-enrichment.ts';
import type { ResearchMessage } from '../../../../core/sourcing/enrichment/enrichment-queue.ts';
import { toManufacturerKey } from '../../../../core/index/part-keys/manufacturer-name.ts';
import { numberKey, partKey } from '../../../../core/index/part-keys/part-number.ts';
import { fail, succeed, type Result } from '../../../../core/result.ts';
import { callerIn, NOON_MS, periodUsage, type CallerSituation } from '../../../support/fixtures/callers.ts';

const NAME = { manufacturerKey: toManufacturerKey('Norvane'), part: partKey('X-1') };
const ASKED = { manufacturer: 'Norvane', partNumber: 'X-1', description: null };
const COMMITTED: CommitResult = { kind: 'committed' };
const changed = (outcome: Partial<CommitResult & { kind: 'changed' }> = {}): CommitResult => ({
  kind: 'changed',
  requests: [],
  refusedBy: undefined,
  ...outcome,
});

/** A store that returns the given answers to its commits, and repeats the last one. */
class ScriptedStore {
  readonly commits: Commit[] = [];
  readonly read: string[] = [];
  readonly #outcomes: CommitResult[];
  readonly #row: PeriodUsage | TrialUsage | Error | undefined;

  constructor(outcomes: CommitResult[], row?: PeriodUsage | TrialUsage | Error) {
    this.#outcomes = outcomes;
    this.#row = row;
  }

  async commit(commit: Commit): Promise<CommitResult> {
    this.commits.push(commit);
    return this.#outcomes[Math.min(this.commits.length, this.#outcomes.length) - 1] ?? COMMITTED;
  }

  async readUsage(_accountId: string, usageKey: string): Promise<PeriodUsage | TrialUsage | undefined> {
    this.read.push(usageKey);
    if (this.#row instanceof Error) throw this.#row;
    return this.#row;
  }
}

const fitsAll = (): Result<undefined, string> => succeed(undefined);
const audit = { accountId: 'acc_0123456789', atMs: NOON_MS, who: 'test', action: 'requested' } as never;

async function ask(
  store: ScriptedStore,
  situation: CallerSituation = {},
  fits: (plan: EnrichmentPlan) => Result<undefined, string> = fitsAll,
  load = { open: 0, notFoundToday: 0 },
  numbers: readonly string[] = ['X-1'],
) {
  const sent: ResearchMessage[] = [];
  const ports = {
    enrichment: store as unknown as EnrichmentStore,
    researchQueue: {
      send: async (messages: readonly ResearchMessage[]) => {
        sent.push(...messages);
        if (situation.account?.name === 'no queue') throw new Error('The queue was not reached');
      },
    },
  };
  const parts = numbers.map((partNumber) => {
    return { name: { ...NAME, part: partKey(partNumber) }, asked: { ...ASKED, partNumber }, item: null, alike: [] };
  });
  const call = { caller: callerIn(situation), parts, attempt: 'enr_1', counted: true, nowMs: NOON_MS, audit };
  return { sent, result: await requestEnrichment(ports, call, { requests: new Map(), load }, fits) };
}
const answersOf = ({ result }: Awaited<ReturnType<typeof ask>>) =>
  result.ok &&
  result.value.plan.answers.map((answer) => (answer.kind === 'refused' ? answer.refusal.kind : answer.kind));

describe('a request that fits', () => {
  test('is written in one transaction and sent to the queue; the usage row is returned', async () => {
    const row = periodUsage({ calls: 1 });
    const store = new ScriptedStore([COMMITTED], row);
    const { result, sent } = await ask(store);
    expect(store.commits).toMatchObject([
      {
        accountId: 'acc_0123456789',
        changes: [{ before: undefined, after: { ...NAME, attempt: 'enr_1' } }],
        usage: { kind: 'debit', debit: { kind: 'period', periodKey: '2026-11' } },
        audit,
        maxOpen: 200,
      },
    ]);
    const message = { accountId: 'acc_0123456789', ...NAME, number: numberKey('X-1'), attempt: 'enr_1' };
    expect(sent).toEqual([message]);
    expect(store.read).toEqual(['2026-11']);
    expect(result).toMatchObject({ ok: true, value: { usage: row, written: true } });
  });

  test('remains valid if the queue is down and the row cannot be read', async () => {
    const store = new ScriptedStore([COMMITTED], new Error('Throttled'));
    const { result, sent } = await ask(store, { account: { name: 'no queue' } });
    expect(sent).toHaveLength(1);
    expect(result).toMatchObject({ ok: true, value: { usage: undefined, written: true } });
  });

  test('writes nothing and sends nothing if nothing changes', async () => {
    const store = new ScriptedStore([COMMITTED]);
    const { result, sent } = await ask(store, { terms: { researchAllowed: false } });
    expect({ commits: store.commits, sent }).toEqual({ commits: [], sent: [] });
    expect(result).toMatchObject({ ok: true, value: { usage: undefined, written: false } });
  });
});

test('requestEnrichment refuses what does not fit before any write', async () => {
  const store = new ScriptedStore([COMMITTED]);
  const { result } = await ask(store, {}, () => fail('too large'));
  expect(result).toEqual({ ok: false, reason: { kind: 'unfit', reason: 'too large' } });
  expect(store.commits).toEqual([]);
});

describe('a write that finds a changed state decides again', () => {
  test('for a request that another call of the account made: it is in progress', async () => {
    const number = numberKey('X-1');
    const opened = { ...NAME, number, accountId: 'acc_0123456789', attempt: 'enr_0', asked: ASKED, usageKey: null };
    const other: EnrichmentRequest = openRequest({ ...opened, counted: true }, undefined, NOON_MS);
    const store = new ScriptedStore([changed({ requests: [other] })]);
    expect(answersOf(await ask(store))).toEqual(['queued']);
    expect(store.commits).toHaveLength(1);
  });

  test('for too many open requests: no more are queued', async () => {
    const store = new ScriptedStore([changed({ open: 200 })]);
    expect(answersOf(await ask(store))).toEqual(['too_many_open']);
  });

  test('with the known number of open requests if the write does not return it', async () => {
    const store = new ScriptedStore([changed(), COMMITTED]);
    const asked = ask(store, { terms: { openParts: 5 } }, fitsAll, { open: 4, notFoundToday: 0 }, ['X-1', 'X-2']);
    expect(answersOf(await asked)).toEqual(['queued', 'too_many_open']);
    expect(store.commits.map(({ changes }) => changes.length)).toEqual([1, 1]);
  });

  test('for a period that others have used up: the cap is reached', async () => {
    const usage = periodUsage({ committedNanoUsd: 140_000_000, researchNanoUsd: 140_000_000 });
    const store = new ScriptedStore([changed({ refusedBy: { usage } })]);
    expect(answersOf(await ask(store, { account: { spendingCapCents: 28 } }))).toEqual(['spending_cap_reached']);
    expect(store.commits).toHaveLength(1);
  });

  test('for a period that was opened with other terms: those apply', async () => {
    const usage = periodUsage({ priceNanoUsdPerToken: 7, tokensIncluded: 8 });
    const store = new ScriptedStore([changed({ refusedBy: { usage } }), COMMITTED]);
    expect(answersOf(await ask(store))).toEqual(['queued']);
    expect(store.commits[1]?.usage).toMatchObject({
      debit: { frozen: { priceNanoUsdPerToken: 7, tokensIncluded: 8 } },
    });
  });

  test('for a trial that others have used up: its limit is reached', async () => {
    const usage = { items: 100, reservedItems: 0, tokens: 0, calls: 1 };
    const store = new ScriptedStore([changed({ refusedBy: { usage } })]);
    const answers = answersOf(await ask(store, { kind: 'trial', account: { trialResearchAllowed: true } }));
    expect(answers).toEqual(['trial_limit_reached']);
  });

  test('from the usage that was read if the row does not exist', async () => {
    const store = new ScriptedStore([changed({ refusedBy: { usage: undefined } }), COMMITTED]);
    expect(answersOf(await ask(store, { periods: { '2026-11': { tokens: 5 } } }))).toEqual(['queued']);
  });

  test('six times at most', async () => {
    const store = new ScriptedStore([changed()]);
    expect((await ask(store)).result).toEqual({ ok: false, reason: { kind: 'contended' } });
    expect(store.commits).toHaveLength(6);
    const late = new ScriptedStore([...Array<CommitResult>(5).fill(changed()), COMMITTED]);
    expect(answersOf(await ask(late))).toEqual(['queued']);
  });
});
