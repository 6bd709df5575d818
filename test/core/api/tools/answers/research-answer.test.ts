/** The answer of request_enrichment, on stores in memory: its entries, its summary, its errors and what it bills. */
import { describe, expect, test } from 'vitest';
import { answerResearch, type AskedFor } from '../../../../../core/api/tools/answers/research-answer.ts';
import type { ToolCall } from '../../../../../core/api/tools/define-tool.ts';
import type { ReadPorts } from '../../../../../core/api/tools/tool-ports.ts';
import { RequestReceipt } from '../../../../../core/billing/meter/request-receipt.ts';
import { readPartRows } from '../../../../../core/index/lookup/find-parts.ts';
import { readNamedPart } from '../../../../../core/index/lookup/read-part.ts';
import type { ItemRecord } from '../../../../../core/index/items/item-record.ts';
import { RESEARCH_PRICE_NANO_USD } from '../../../../../core/money.ts';
import type { CommitResult } from '../../../../../core/sourcing/enrichment/enrichment-store.ts';
import { DAY_MS } from '../../../../../core/time.ts';
import { valueOf } from '../../../../support/fixtures/accounts.ts';
import { callerIn, NOON_MS, type CallerSituation } from '../../../../support/fixtures/callers.ts';
import { recordOf } from '../../../../support/fixtures/item-records.ts';
import { MemoryEnrichment } from '../../../../support/stores/memory-enrichment.ts';
import { MemoryItems } from '../../../../support/stores/memory-items.ts';

const CHECK_BACK = '2026-11-18T12:02:00.000Z';
const RELAY = recordOf({ id: 'itm_Relay001', manufacturer: 'Norvane', mpn: 'R-100', title: 'Relay' });
/** Neither is LM358, and both are written like it. */
const ALIKE = [
  recordOf({ id: 'itm_Alike001', manufacturer: 'Norvane', mpn: 'LM-358' }),
  recordOf({ id: 'itm_Alike002', manufacturer: 'Norvane', mpn: 'LM 358' }),
];

interface Situation extends CallerSituation {
  readonly items?: readonly ItemRecord[];
  readonly store?: MemoryEnrichment;
  readonly nowMs?: number;
  readonly candidates?: number;
  readonly receipt?: RequestReceipt;
}

const newStore = () => new MemoryEnrichment(async () => 'active');

async function ask(numbers: readonly string[], situation: Situation = {}) {
  const { items = [RELAY, ...ALIKE], store = newStore(), nowMs = NOON_MS, candidates = 10, receipt } = situation;
  const index = new MemoryItems(items);
  const asked = numbers.map((number): AskedFor => {
    const part = valueOf(readNamedPart('Norvane', number));
    return { part, manufacturer: 'Norvane', description: null };
  });
  const addresses = { dashboardUrl: 'https://board.example', upgradeUrl: 'https://board.example/upgrade' };
  const ports = { index, enrichment: store, ...addresses } as unknown as ReadPorts;
  const call: ToolCall = { caller: callerIn(situation), ports, nowMs, candidates, receipt };
  const sent: number[] = [];
  const counted = async () => ({ enrichment: store, researchQueue: { send: async (all: readonly unknown[]) => void sent.push(all.length) } }); // prettier-ignore
  const rows = await readPartRows(
    index,
    asked.map(({ part }) => part),
  );
  return { answer: await answerResearch(asked, rows, call, counted), sent, store };
}

const answerTo = async (numbers: readonly string[], situation?: Situation) =>
  valueOf((await ask(numbers, situation)).answer);
const entriesOf = async (numbers: readonly string[], situation?: Situation) =>
  (await answerTo(numbers, situation)).structured.results;
const errorOf = async (numbers: readonly string[], situation?: Situation) => {
  const { answer } = await ask(numbers, situation);
  return answer.ok ? undefined : answer.reason;
};

describe('a part that is queued', () => {
  test('says what it costs, if found, and when to look again', async () => {
    expect(await entriesOf(['N-1'])).toEqual([
      {
        input_index: 0,
        status: 'queued',
        item: null,
        error_code: null,
        message: null,
        enrich_price: '0.15',
        charged_only_if_found: true,
        check_back_after: CHECK_BACK,
      },
    ]);
  });

  test('counts as one item of a trial that has research', async () => {
    const account = { trialResearchAllowed: true };
    expect(await entriesOf(['N-1'], { kind: 'trial', account })).toMatchObject([
      { status: 'queued', enrich_price: '0.00', message: expect.stringContaining('one item of the free trial') },
    ]);
  });

  test('is free if the account has paid for it before', async () => {
    const store = newStore();
    await ask(['N-1'], { store });
    const { accountId } = callerIn().account;
    const [request] = await store.listRequests(accountId);
    if (request === undefined) throw new Error('The part is queued.');
    const settled = { state: 'found', charged: true, dueAtMs: null, settledAtMs: NOON_MS } as const;
    const after = { ...request, ...settled, revision: request.revision + 1 };
    await store.commit({ accountId, changes: [{ before: request, after }] });
    expect(await entriesOf(['N-1'], { store })).toMatchObject([
      { status: 'queued', enrich_price: '0.00', message: expect.stringContaining('has paid for this part before') },
    ]);
  });

  test('is sent to the queue, once for a part that is named twice', async () => {
    expect((await ask(['N-1', 'n-1', 'N-2'])).sent).toEqual([2]);
  });

  test('has the same entry again while it is researched, and is not sent again', async () => {
    const store = newStore();
    await ask(['N-1'], { store });
    const { answer, sent } = await ask(['N-1'], { store });
    expect(valueOf(answer).structured.results).toMatchObject([{ status: 'queued', enrich_price: '0.15' }]);
    expect(sent).toEqual([]);
  });
});

describe('a part that the index has', () => {
  test('is returned as a short record', async () => {
    expect(await entriesOf(['R-100'])).toMatchObject([
      { status: 'already_in_index', item: { id: RELAY.id, title: 'Relay' }, enrich_price: null, message: null },
    ]);
  });

  test('is metered as in a look-up, once if it is named twice, when nothing is written', async () => {
    const [once, twice] = [await answerTo(['R-100']), await answerTo(['R-100', 'r100'])];
    expect(once.billing).toMatchObject({ kind: 'metered', charge: { items: 1, tokens: expect.any(Number) } });
    expect(twice.billing).toEqual(once.billing);
  });

  test('is settled with the reserve of a part that is queued', async () => {
    const { answer, store } = await ask(['R-100', 'N-1']);
    const { billing } = valueOf(answer);
    const row = await store.readUsage(callerIn().account.accountId, '2026-11');
    expect(row).toMatchObject({ items: 1, reservedNanoUsd: RESEARCH_PRICE_NANO_USD });
    expect(billing).toMatchObject({ kind: 'settled', figures: { tokens_billed: row?.tokens } });
  });

  test('keeps the figures from before the call, with its tokens, if its row cannot be read after it', async () => {
    const store = newStore();
    const tokens = (await answerTo(['R-100'])).billing;
    store.readUsage = () => Promise.reject(new Error('The store does not answer.'));
    const { billing } = await answerTo(['R-100', 'N-1'], { store });
    if (tokens.kind !== 'metered') throw new Error('It is metered.');
    expect(billing).toMatchObject({ kind: 'settled', figures: { tokens_billed: tokens.charge.tokens } });
    expect(billing).toMatchObject({ figures: { tokens_used_this_period: 0 } });
  });

  test('costs a test key nothing', async () => {
    expect((await answerTo(['R-100'], { kind: 'test' })).structured.results[0]?.status).toBe('already_in_index');
  });
});

describe('a part that is refused', () => {
  test('beside others has its own code and message, and they are queued', async () => {
    expect(await entriesOf(['LM358', 'N-1'])).toMatchObject([
      { input_index: 0, status: 'refused', error_code: 'conflict', enrich_price: null },
      { input_index: 1, status: 'queued' },
    ]);
  });

  test('has what is written like it as data', async () => {
    const candidates = expect.arrayContaining([{ manufacturer: 'Norvane', part_number: 'LM-358' }]);
    expect(await entriesOf(['LM358'])).toMatchObject([{ candidates }]);
  });

  test('has no candidates beyond those that the call may show, nor in the answer without them', async () => {
    expect((await entriesOf(['LM358'], { candidates: 0 }))[0]).not.toHaveProperty('candidates');
    const without = (await answerTo(['LM358'])).withoutCandidates?.();
    expect(without?.structured.results[0]).not.toHaveProperty('candidates');
    expect(without?.structured.results[0]?.error_code).toBe('conflict');
  });

  test('is an error without text of items for an interface of single entries', async () => {
    const { refused } = await answerTo(['LM358', 'N-1']);
    expect(refused).toMatchObject([{ code: 'conflict' }]);
    expect(JSON.stringify(refused)).not.toContain('LM-358');
  });

  test('for now says in how many seconds to ask again', async () => {
    const { refused } = await answerTo(['R-100', 'N-1'], { terms: { openParts: 0 } });
    expect(refused).toMatchObject([{ code: 'rate_limited', retryAfterSeconds: 120 }]);
  });

  test('says until when, if research did not find it within the last 30 days', async () => {
    const store = newStore();
    await ask(['N-1'], { store });
    const { accountId } = callerIn().account;
    const [request] = await store.listRequests(accountId);
    const settled = { state: 'not_found', dueAtMs: null, settledAtMs: NOON_MS } as const;
    const after = { ...request!, ...settled, revision: request!.revision + 1 };
    await store.commit({ accountId, changes: [{ before: request, after }] });
    const nowMs = NOON_MS + DAY_MS;
    expect(await entriesOf(['N-1'], { store, nowMs })).toMatchObject([
      { error_code: 'not_found', message: expect.stringContaining('after 2026-12-18') },
    ]);
  });
});

describe('a whole call', () => {
  test.each([
    ['the plan has no research', { terms: { researchAllowed: false } }, 'plan_required_for_enrich'],
    ['the trial has no research', { kind: 'trial' }, 'plan_required_for_enrich'],
    ['the key is one for tests', { kind: 'test' }, 'plan_required_for_enrich'],
    ['the cap allows none', { account: { spendingCapCents: 0 } }, 'spending_cap_reached'],
    ['there is no plan', { account: { billingState: 'no_active_plan' } }, 'no_active_plan'],
  ] as const)('is refused if %s', async (_why, situation, code) => {
    expect(await errorOf(['N-1', 'N-2'], situation)).toMatchObject({ code });
  });

  test('is not refused for its plan if the index has one of its parts', async () => {
    expect(await entriesOf(['R-100', 'N-1'], { terms: { researchAllowed: false } })).toMatchObject([
      { status: 'already_in_index' },
      { status: 'refused', error_code: 'plan_required_for_enrich' },
    ]);
  });

  test('is refused, and writes nothing, if its answer could not be delivered', async () => {
    const large = { ...RELAY, title: 'x'.repeat(3_000_000) };
    const store = newStore();
    expect(await errorOf(['R-100', 'N-1'], { items: [large], store })).toMatchObject({ code: 'batch_too_large' });
    expect(await store.listRequests(callerIn().account.accountId)).toEqual([]);
  });

  test('is a conflict if other calls change the same parts all the time', async () => {
    const store = newStore();
    store.commit = async (): Promise<CommitResult> => ({ kind: 'changed', requests: [], refusedBy: undefined });
    expect(await errorOf(['N-1'], { store })).toMatchObject({ code: 'conflict' });
  });

  test('is refused if another request with its Idempotency-Key was first', async () => {
    const place = { accountId: 'acc_0123456789', clientId: callerIn().client.clientId, keyHash: 'ab' };
    const receipt = new RequestReceipt(place, { fingerprint: 'mine', requestId: 'req_2' }, undefined, NOON_MS);
    const found = { fingerprint: 'other', requestId: 'req_1', tokens: 0, items: 0, atMs: NOON_MS, isKept: false };
    const store = newStore();
    store.commit = async () => ({ kind: 'changed', requests: [], refusedBy: undefined, receipt: { found } });
    expect(await errorOf(['N-1'], { store, receipt })).toMatchObject({ code: 'unprocessable' });
  });
});

describe('the summary', () => {
  test('counts the parts by what became of them, and says when to look the queued ones up', async () => {
    expect((await answerTo(['R-100', 'N-1', 'N-2', 'LM358'])).summary).toBe(
      `1 already in the index, 2 queued for research, 1 refused. Look the queued ones up again after ${CHECK_BACK}.`,
    );
  });

  test('advises nothing if none is queued', async () => {
    expect((await answerTo(['R-100'])).summary).toBe('1 already in the index.');
  });

  test('comes with the address of the dashboard', async () => {
    expect((await answerTo(['R-100'])).structured.dashboard_url).toBe('https://board.example');
  });
});
