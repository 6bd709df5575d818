/**
 * The steps of the worker one by one, on in-memory stores: the effect of other writers in between, and the rows that
 * each step leaves behind.
 */
import { beforeEach, describe, expect, test } from 'vitest';
import { setAccount } from '../../../../core/access/administration/administer-accounts.ts';
import { MAX_CLAIMS } from '../../../../core/sourcing/enrichment/enrichment-request.ts';
import type { EnrichmentStore } from '../../../../core/sourcing/enrichment/enrichment-store.ts';
import type { PartResearch } from '../../../../core/sourcing/research/part-research.ts';
import type { PartResearchStore } from '../../../../core/sourcing/research/part-research-store.ts';
import type { ResearchAnswer } from '../../../../core/sourcing/research/part-researcher.ts';
import { requestForAccount } from '../../../../core/sourcing/enrichment/enrich-for-account.ts';
import { researchPart, type ResearchPorts } from '../../../../core/sourcing/research/research-part.ts';
import type { ResearchMessage } from '../../../../core/sourcing/enrichment/enrichment-queue.ts';
import { abandonRequest } from '../../../../core/sourcing/enrichment/settle-enrichment.ts';
import type { ItemWriter } from '../../../../core/sourcing/item-import/item-writer.ts';
import type { ItemIndex } from '../../../../core/index/items/item-index.ts';
import { fail } from '../../../../core/result.ts';
import { recordOf } from '../../../support/fixtures/item-records.ts';
import { ResearchHarness } from '../../../support/research/research-harness.ts';
import { valueOf } from '../../../support/fixtures/value-of.ts';

const PART = { manufacturer: 'Norvane GmbH', part_number: 'X-12' };
const LEASE_MS = 120_000;

let harness: ResearchHarness;
let ports: ResearchPorts;
/** The research rows that were written, newest last. */
let written: PartResearch[];
let accountId: string;
let message: ResearchMessage;

beforeEach(async () => {
  harness = await ResearchHarness.open();
  written = [];
  const given = harness.workerPorts();
  ports = { ...given, partResearch: remembering(given.partResearch) };
  ({ accountId, message } = await asked());
});

function remembering(store: PartResearchStore): PartResearchStore {
  return {
    read: (name) => store.read(name),
    write: async (before, after) => {
      written.push(after);
      return store.write(before, after);
    },
  };
}

async function asked(item = PART) {
  const { account, client } = await harness.openAccount();
  valueOf(await harness.ask(client.clientId, [item]));
  const message = harness.queue.messages.shift();
  if (message === undefined) throw new Error('A message was sent');
  return { accountId: account.accountId, message };
}

const request = () => harness.request(accountId, PART);
const work = (changed: Partial<ResearchPorts> = {}) => researchPart({ ...ports, ...changed }, message);
const enrichmentWith = (changes: Partial<EnrichmentStore>) => changedMethods(ports.enrichment, changes);
const productsWith = (changes: Partial<ItemIndex>) => changedMethods(ports.index, changes);

/** The same index with some of its methods replaced. */
function changedMethods<Port extends object>(port: Port, changes: Partial<Port>): Port {
  return new Proxy(port, {
    get: (target, name) => {
      const value: unknown = Reflect.get(name in changes ? changes : target, name);
      return typeof value === 'function' ? (value.bind(name in changes ? changes : target) as unknown) : value;
    },
  });
}
const answering = (answer: ResearchAnswer) => (harness.researcher.answer = () => answer);
const importRecord = async (mpn: string, id = 'itm_Import01') =>
  valueOf(await harness.writer.writeItem(recordOf({ id, manufacturer: 'Norvane GmbH', mpn })));
const cancel = () =>
  abandonRequest(ports.enrichment, message, 'cancelled', { evenLeased: true }, harness.nowMs).then(() => undefined);

describe('the claim', () => {
  test('reads the request once, in parallel with the account', async () => {
    let reads = 0;
    const enrichment = enrichmentWith({
      readRequests: async (...args) => {
        reads += 1;
        return ports.enrichment.readRequests(...args);
      },
    });
    await work({ enrichment });
    expect(reads).toBe(1);
  });

  test('of an older attempt is void', async () => {
    message = { ...message, attempt: 'enr_older' };
    expect(await work()).toEqual({ kind: 'void' });
    expect(await request()).toMatchObject({ state: 'queued' });
  });

  test('of a request that another worker has is refused as leased', async () => {
    let second: Promise<unknown> = Promise.resolve();
    harness.researcher.answer = async () => {
      second = work();
      await second;
      return { kind: 'not_found' };
    };
    expect(await work()).toEqual({ kind: 'settled', state: 'not_found' });
    expect(await second).toEqual({ kind: 'leased' });
  });

  test('ends the request after the maximum number of claims', async () => {
    harness.researcher.answer = () => Promise.reject(new Error('The process died'));
    for (let claim = 1; claim <= MAX_CLAIMS; claim += 1) {
      await expect(work()).rejects.toThrow('The process died');
      harness.nowMs += LEASE_MS + 1;
    }
    expect(await work()).toEqual({ kind: 'settled', state: 'failed' });
    expect(await request()).toMatchObject({ state: 'failed', failure: 'given_up', claims: MAX_CLAIMS });
    expect((await harness.usage(accountId)).reservedNanoUsd).toBe(0);
  });
});

test('a request that was repeated while its older message is given up stays open, with its reserve', async () => {
  harness.researcher.answer = () => Promise.reject(new Error('The process died'));
  for (let claim = 1; claim <= MAX_CLAIMS; claim += 1) {
    await expect(work()).rejects.toThrow('The process died');
    harness.nowMs += LEASE_MS + 1;
  }
  let reads = 0;
  const enrichment = enrichmentWith({
    readRequests: async (...args) => {
      reads += 1;
      if (reads === 2) {
        await cancel();
        const account = (await harness.administration.readAccount(accountId))?.value;
        const given = (await request()) ?? { asked: undefined };
        if (account === undefined || given.asked === undefined) throw new Error('Both are there');
        const ports = { enrichment: harness.store, index: harness.index, researchQueue: harness.queue };
        await requestForAccount(
          ports,
          account,
          [{ name: message, asked: given.asked }],
          { again: true, counted: false },
          harness.nowMs,
        );
      }
      return ports.enrichment.readRequests(...args);
    },
  });
  await work({ enrichment });
  expect(await request()).toMatchObject({ state: 'queued', claims: 0 });
  expect((await harness.usage(accountId)).reservedNanoUsd).toBe(150_000_000);
});

describe('an account that is suspended', () => {
  const suspend = async () =>
    valueOf(
      await setAccount(harness.administration, accountId, { status: 'suspended' }, { who: 'test' }, harness.nowMs),
    );

  test('has its enrichment request settled before anything is researched', async () => {
    await suspend();
    expect(await work()).toEqual({ kind: 'account_inactive' });
    expect(await request()).toMatchObject({ state: 'failed', failure: 'account_inactive' });
    expect(harness.researcher.tasks).toEqual([]);
    expect(await work()).toEqual({ kind: 'void' });
  });

  test('keeps a newer attempt open if an older message arrives', async () => {
    await suspend();
    message = { ...message, attempt: 'enr_older' };
    expect(await work()).toEqual({ kind: 'void' });
    expect(await request()).toMatchObject({ state: 'queued' });
  });

  test('keeps the research that a worker has started', async () => {
    let second: Promise<unknown> = Promise.resolve();
    harness.researcher.answer = async () => {
      await suspend();
      second = work();
      await second;
      return { kind: 'found', record: { title: 'A part' } };
    };
    expect(await work()).toEqual({ kind: 'settled', state: 'found' });
    expect(await second).toEqual({ kind: 'leased' });
  });
});

describe('a part that another worker is researching', () => {
  test('is returned to the queue until that worker is done, which is not an attempt', async () => {
    const other = await asked();
    let second: Promise<unknown> = Promise.resolve();
    harness.researcher.answer = async () => {
      harness.nowMs += 400;
      second = researchPart(ports, other.message);
      await second;
      return { kind: 'not_found' };
    };
    await work();
    expect(await second).toEqual({ kind: 'busy', retryAfterSeconds: 120 });
    expect(await harness.request(other.accountId, PART)).toMatchObject({ state: 'queued', lease: null, claims: 0 });
    expect(harness.researcher.tasks).toHaveLength(1);
  });

  test('is retried after a second at the earliest', async () => {
    const other = await asked();
    let second: Promise<unknown> = Promise.resolve();
    harness.researcher.answer = async () => {
      harness.nowMs += LEASE_MS;
      second = researchPart(ports, other.message);
      await second;
      return { kind: 'not_found' };
    };
    await work();
    expect(await second).toEqual({ kind: 'busy', retryAfterSeconds: 1 });
  });

  test('returns to the queue for a second if it was taken meanwhile', async () => {
    const partResearch = { read: ports.partResearch.read, write: async () => false };
    expect(await work({ partResearch })).toEqual({ kind: 'busy', retryAfterSeconds: 1 });
    expect(await request()).toMatchObject({ state: 'queued', claims: 0 });
    expect(harness.researcher.tasks).toEqual([]);
  });

  test('is settled with their item if they found it after this look-up began', async () => {
    const other = await asked();
    const readItems: unknown[][] = [];
    const index = productsWith({
      readKeys: async (keys) => {
        const before = await ports.index.readKeys(keys);
        await researchPart(ports, other.message);
        return before;
      },
      readItems: async (...args) => {
        readItems.push(args);
        return ports.index.readItems(...args);
      },
    });
    expect(await work({ index })).toEqual({ kind: 'settled', state: 'found' });
    const found = await harness.request(other.accountId, PART);
    expect(await request()).toMatchObject({ itemId: found?.itemId, charged: true });
    expect(harness.researcher.tasks).toHaveLength(1);
    // A stale copy of the index would call the new item missing.
    expect(readItems).toEqual([[[found?.itemId], [], { consistent: true }]]);
  });
});

describe('an item under a part number that only looks alike', () => {
  test('is the answer if it was imported', async () => {
    await importRecord('X12');
    let reads = 0;
    const index = productsWith({
      readItems: async (...args) => {
        reads += 1;
        return ports.index.readItems(...args);
      },
    });
    expect(await work({ index })).toEqual({ kind: 'settled', state: 'found' });
    // The row of its key has everything that is read.
    expect(reads).toBe(0);
    expect(await request()).toMatchObject({ itemId: 'itm_Import01', charged: false });
    expect(harness.researcher.tasks).toEqual([]);
  });

  test('among others is the answer only if the provider means the exact part number', async () => {
    await importRecord('X12');
    await importRecord('X1-2', 'itm_Import02');
    answering({ kind: 'found', record: { mpn: 'X1 2', title: 'A part' } });
    expect(await work()).toEqual({ kind: 'settled', state: 'not_found' });
    expect(written.at(-1)?.outcome).toEqual({ kind: 'not_found' });
  });

  test('is not an answer if the provider only writes the part number differently', async () => {
    answering({ kind: 'found', record: { mpn: 'X12', title: 'A part' } });
    expect(await work()).toEqual({ kind: 'settled', state: 'found' });
    expect(await request()).toMatchObject({ charged: true });
  });

  test('is the answer if the provider means it, and costs nothing; the part number itself counts as not found', async () => {
    const other = await asked({ ...PART, part_number: 'X1-2' });
    expect(await researchPart(ports, other.message)).toEqual({ kind: 'settled', state: 'found' });
    answering({ kind: 'found', record: { mpn: 'X1-2', title: 'A part' } });
    expect(await work()).toEqual({ kind: 'settled', state: 'found' });
    const found = await harness.request(other.accountId, { ...PART, part_number: 'X1-2' });
    expect(await request()).toMatchObject({ itemId: found?.itemId, charged: false });
    expect(written.at(-1)).toMatchObject({ partNumber: 'X-12', outcome: { kind: 'not_found' } });
  });
});

describe('a worker that dies after it wrote the item', () => {
  test('is followed by a worker that settles the request without asking the provider again', async () => {
    const writer = changedMethods<ItemWriter>(ports.writer, {
      insertItem: async (...args) => {
        await ports.writer.insertItem(...args);
        throw new Error('The process died');
      },
    });
    await expect(work({ writer })).rejects.toThrow('The process died');
    harness.nowMs += LEASE_MS + 1;
    expect(await work()).toEqual({ kind: 'settled', state: 'found' });
    expect(await request()).toMatchObject({ charged: true });
    expect(harness.researcher.tasks).toHaveLength(1);
  });
});

describe('a worker killed before or after any of its calls', () => {
  /** The services, which fail from the `fatal`-th call of any kind on. */
  function dyingAt(fatal: number, how: 'before' | 'after') {
    let calls = 0;
    const dying = <Port extends object>(port: Port): Port =>
      new Proxy(port, {
        get: (target, name) => {
          const value: unknown = Reflect.get(target, name);
          if (typeof value !== 'function') return value;
          return async (...asked: unknown[]) => {
            calls += 1;
            const isLast = calls === fatal;
            if (isLast && how === 'before') throw new Error('Killed');
            const answer: unknown = await (value.apply(target, asked) as unknown);
            if (isLast) throw new Error('Killed');
            return answer;
          };
        },
      });
    const { enrichment, partResearch, index, writer, researcher } = ports;
    const mortal = {
      enrichment: dying(enrichment),
      partResearch: dying(partResearch),
      index: dying(index),
      writer: dying(writer),
      researcher: dying(researcher),
    };
    return { mortal, wasMet: () => calls >= fatal };
  }

  test.each<[string, ResearchAnswer, string, number]>([
    ['finds the part', { kind: 'found', record: { title: 'A part', gtin: '96385074' } }, 'found', 150_000_000],
    ['does not know it', { kind: 'not_found' }, 'not_found', 0],
    ['returns no content', { kind: 'found', record: {} }, 'not_found', 0],
    ['means another part', { kind: 'found', record: { mpn: 'Y-1', title: 'Another' } }, 'not_found', 0],
    ['is down at first', { kind: 'unavailable', detail: 'Away' }, 'found', 150_000_000],
    ['has no requests left at first', { kind: 'used_up', detail: 'None', retryAfterSeconds: 60 }, 'found', 150_000_000],
  ])(
    'settles the request later if the provider %s: the charge is right, and nothing stays reserved',
    async (...row) => {
      const [, first, state, chargedNanoUsd] = row;
      const later: ResearchAnswer =
        first.kind === 'unavailable' || first.kind === 'used_up'
          ? { kind: 'found', record: { title: 'A part' } }
          : first;
      let isMet = true;
      let least = 0;
      for (let fatal = 1; isMet; fatal += 1) {
        for (const how of ['before', 'after'] as const) {
          const part = { manufacturer: 'Norvane GmbH', part_number: `K-${fatal}${how}` };
          const asking = await asked(part);
          const { mortal, wasMet } = dyingAt(fatal, how);
          harness.researcher.answer = () => first;
          await researchPart({ ...ports, ...mortal }, asking.message).catch(() => undefined);
          isMet = wasMet();
          harness.researcher.answer = () => later;
          harness.nowMs += 2 * LEASE_MS;
          await researchPart(ports, asking.message);
          const request = await harness.request(asking.accountId, part);
          expect(request, `${how} call ${fatal}`).toMatchObject({ state, charged: chargedNanoUsd > 0 });
          expect(await harness.usage(asking.accountId)).toMatchObject({ reservedNanoUsd: 0, chargedNanoUsd });
          if (request?.itemId) await harness.writer.deleteItem(request.itemId);
        }
        least = fatal;
      }
      expect(least).toBeGreaterThan(8);
    },
  );
});

describe('the provider’s answer', () => {
  test.each<[ResearchAnswer, string, number | undefined]>([
    [{ kind: 'unavailable', detail: 'It answered 503', retryAfterSeconds: 7 }, 'It answered 503', 7],
    [{ kind: 'unavailable', detail: 'It answered 500' }, 'It answered 500', undefined],
    [
      { kind: 'found', record: 'garbage' },
      'The provider’s record cannot be used: not_an_object'.replace('’', "'"),
      undefined,
    ],
  ])('%j leads to another attempt later, and uses one up', async (answer, detail, retryAfterSeconds) => {
    answering(answer);
    expect(await work()).toEqual({ kind: 'unavailable', detail, retryAfterSeconds });
    expect(await request()).toMatchObject({ state: 'queued', lease: null, claims: 1 });
    expect(written.at(-1)).toMatchObject({ lease: null, outcome: null });
  });

  test('that the index refuses leads to another attempt later', async () => {
    const refusal = { kind: 'too_many_terms', count: 300, limit: 256 } as const;
    const writer = changedMethods<ItemWriter>(ports.writer, { insertItem: async () => fail(refusal) });
    const detail = 'The record cannot be stored: too_many_terms';
    expect(await work({ writer })).toEqual({ kind: 'unavailable', detail, retryAfterSeconds: undefined });
  });

  test('of not found is stored for others who requested the part', async () => {
    answering({ kind: 'not_found' });
    expect(await work()).toEqual({ kind: 'settled', state: 'not_found' });
    expect(written.at(-1)).toMatchObject({ outcome: { kind: 'not_found' }, finishedAtMs: harness.nowMs });
  });

  test('without content is stored as not found, and costs nothing', async () => {
    answering({ kind: 'found', record: { brand: 'Norvane', confidence: 99 } });
    expect(await work()).toEqual({ kind: 'settled', state: 'not_found' });
    expect(written.at(-1)).toMatchObject({ outcome: { kind: 'not_found' }, finishedAtMs: harness.nowMs });
    expect(await harness.usage(accountId)).toMatchObject({ reservedNanoUsd: 0, chargedNanoUsd: 0 });
  });

  test('of found is stored with its item', async () => {
    await work();
    const { itemId } = (await request()) ?? {};
    expect(written.at(-1)).toMatchObject({ itemId, outcome: { kind: 'found', itemId }, lease: null });
  });

  test('with several GTINs, one of them of another item, is stored without GTINs', async () => {
    const other = recordOf({ id: 'itm_Import01', manufacturer: 'Else', mpn: 'E-1', gtin: '04006381333931' });
    valueOf(await harness.writer.writeItem(other));
    answering({ kind: 'found', record: { gtin: '96385074', upc: '4006381333931' } });
    await work();
    const { itemId = '' } = (await request()) ?? {};
    const stored = (await ports.index.readItems([itemId ?? ''], [])).get(itemId ?? '');
    expect(stored).toMatchObject({ mpn: 'X-12', gtin: null, upc: null });
  });

  test('with unused GTINs is stored with them', async () => {
    answering({ kind: 'found', record: { gtin: '96385074', upc: '4006381333931' } });
    await work();
    const { itemId } = (await request()) ?? {};
    const stored = (await ports.index.readItems([itemId ?? ''], [])).get(itemId ?? '');
    expect(stored).toMatchObject({ gtin: '00000096385074', upc: '4006381333931' });
  });

  test('without GTINs needs no read of GTIN rows', async () => {
    const asked: number[] = [];
    const index = productsWith({
      readKeys: async (keys) => {
        asked.push(keys.length);
        return ports.index.readKeys(keys);
      },
    });
    await work({ index });
    expect(asked).toEqual([1]);
  });
});

describe('a request that is cancelled while it is researched', () => {
  test.each<ResearchAnswer>([{ kind: 'found', record: { title: 'A part' } }, { kind: 'not_found' }])(
    'stays cancelled, and nothing is charged: %j',
    async (answer) => {
      harness.researcher.answer = () => cancel().then(() => answer);
      expect(await work()).toEqual({ kind: 'void' });
      expect(await request()).toMatchObject({ state: 'failed', failure: 'cancelled', charged: false });
      expect(await harness.usage(accountId)).toMatchObject({ reservedNanoUsd: 0, chargedNanoUsd: 0 });
    },
  );

  test('is not queued again if the provider is unavailable', async () => {
    harness.researcher.answer = () => cancel().then(() => ({ kind: 'unavailable', detail: 'Away' }));
    expect(await work()).toMatchObject({ kind: 'unavailable', detail: 'Away' });
    expect(await request()).toMatchObject({ state: 'failed', failure: 'cancelled', claims: 1 });
  });
});
