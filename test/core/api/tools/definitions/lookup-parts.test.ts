/** The answer of lookup_parts, on an index in memory: its order, its misses, its states and what it bills. */
import { describe, expect, test } from 'vitest';
import { lookupParts } from '../../../../../core/api/tools/definitions/lookup-parts.ts';
import type { ReadPorts } from '../../../../../core/api/tools/tool-ports.ts';
import { valueOf } from '../../../../support/fixtures/accounts.ts';
import { callerIn, NOON_MS, type CallerSituation } from '../../../../support/fixtures/callers.ts';
import { withLifecycle } from '../../../../../core/index/items/item-lifecycle.ts';
import { recordOf } from '../../../../support/fixtures/item-records.ts';
import { MemoryItems } from '../../../../support/stores/memory-items.ts';

const RELAY = recordOf({ id: 'itm_Relay001', manufacturer: 'Norvane', mpn: 'R-100', gtin: '04006381333931' });
const OLD = withLifecycle(
  recordOf({
    id: 'itm_Old00001',
    manufacturer: 'Norvane',
    mpn: 'R-90',
    attributes: { lifecycle: { status: 'obsolete' } },
  }),
);
const INDEX = new MemoryItems([
  RELAY,
  OLD,
  recordOf({ id: 'itm_Alike001', manufacturer: 'Norvane', mpn: 'LM-358' }),
  recordOf({ id: 'itm_Alike002', manufacturer: 'Norvane', mpn: 'LM 358' }),
]);

interface Answered {
  readonly found: readonly { readonly input_index: number; readonly item: { readonly id: string } }[];
  readonly not_found: readonly {
    readonly input_index: number;
    readonly message: string;
    readonly candidates?: object[];
  }[];
  readonly message?: string;
}

const byNumber = (part_number: string) => ({ manufacturer: 'Norvane', part_number });

async function prepared(args: object) {
  const call = valueOf(lookupParts.prepare(args));
  const ports = { index: INDEX, dashboardUrl: '', upgradeUrl: '' } as unknown as ReadPorts;
  call.prefetch(ports);
  return { call, ports };
}

async function lookUp(items: readonly object[], situation: CallerSituation & { candidates?: number } = {}) {
  const { call, ports } = await prepared({ items });
  const { candidates = 10 } = situation;
  return call.answer({ caller: callerIn(situation), ports, nowMs: NOON_MS, candidates });
}

async function answerTo(items: readonly object[], situation?: CallerSituation & { candidates?: number }) {
  const answer = valueOf(await lookUp(items, situation));
  return { ...answer, structured: answer.structured as Answered };
}

describe('the parts of a call', () => {
  test('are found or not by their places in it', async () => {
    const { structured, summary } = await answerTo([byNumber('Z-9'), { gtin: '4006381333931' }, { manufacturer: 'X' }]);
    expect(structured.found).toMatchObject([{ input_index: 1, item: { id: RELAY.id } }]);
    expect(structured.not_found.map((entry) => entry.input_index)).toEqual([0, 2]);
    expect(summary).toContain('Found 1 of 3. Those not found cost nothing');
  });

  test('are returned each time, and billed once', async () => {
    const [once, twice] = [await answerTo([byNumber('R-100')]), await answerTo([byNumber('R-100'), byNumber('r100')])];
    expect(twice.structured.found.map((entry) => entry.input_index)).toEqual([0, 1]);
    expect(twice.billing).toEqual(once.billing);
    expect(once.billing).toMatchObject({ kind: 'metered', charge: { items: 1 } });
  });

  test('that are all found have a summary without advice', async () => {
    expect((await answerTo([byNumber('R-100')])).summary).toBe('Found 1 of 1.');
  });

  test('are refused, unread, if they are more than the plan allows', async () => {
    const answer = await lookUp([byNumber('R-100'), byNumber('Z-9')], { terms: { batchSize: 1 } });
    expect(answer).toMatchObject({ ok: false, reason: { code: 'batch_too_large', field: 'items' } });
    expect((await lookUp([byNumber('R-100')], { terms: { batchSize: 1 } })).ok).toBe(true);
  });

  test('count the entries that name no part', async () => {
    const answer = await lookUp([byNumber('R-100'), { manufacturer: 'X' }], { terms: { batchSize: 1 } });
    expect(answer.ok).toBe(false);
  });
});

describe('a part that is not found', () => {
  test('has what is written like it as data, as far as the call may show it', async () => {
    const missed = async (candidates: number) =>
      (await answerTo([byNumber('LM358')], { candidates })).structured.not_found[0];
    expect((await missed(1))?.candidates).toHaveLength(2);
    expect(await missed(0)).not.toHaveProperty('candidates');
  });

  test('has no candidates in the answer without them', async () => {
    const plain = (await answerTo([byNumber('LM358')])).withoutCandidates?.().structured as Answered;
    expect(plain.not_found).toMatchObject([{ input_index: 0 }]);
    expect(plain.not_found[0]).not.toHaveProperty('candidates');
  });

  test('is read about late, and nothing is if all are found', async () => {
    expect((await answerTo([byNumber('Z-9')])).addLate).toBeDefined();
    expect((await answerTo([byNumber('R-100')])).addLate).toBeUndefined();
  });
});

test('a found part that is no longer active is named by its place', async () => {
  const { structured, summary } = await answerTo([byNumber('R-100'), byNumber('R-90')]);
  expect(structured.message).toMatch(/^States are known for 1 of 2: 1 .*obsolete.*\(input_index 1\)/);
  expect(summary).toContain(structured.message);
});

describe('the reads of a call', () => {
  test.each([
    ['nothing', [byNumber('Z-9')]],
    ['items', [byNumber('Z-9'), byNumber('R-100')]],
  ])('predict %s before any item is read', async (expected, items) => {
    const { call, ports } = await prepared({ items });
    expect(await call.expects(ports)).toBe(expected);
  });

  test('predict how many misses may show candidates', async () => {
    const { call, ports } = await prepared({ items: [byNumber('Z-9'), byNumber('LM358'), byNumber('R-100')] });
    expect(await call.misses(ports)).toBe(2);
  });
});
