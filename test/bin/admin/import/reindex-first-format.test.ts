/** The index of the first release becomes today's while it is read and written: no call is wrong in the middle of it. */
import { isDeepStrictEqual } from 'node:util';
import { GetCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reindexItems } from '../../../../bin/admin/import/reindex-items.ts';
import { batchWrite } from '../../../../adapters/dynamodb/client/batch-write.ts';
import { DynamoItemWriter } from '../../../../adapters/dynamodb/items/dynamo-item-writer.ts';
import { DynamoProductIndex } from '../../../../adapters/dynamodb/items/dynamo-product-index.ts';
import { FORMAT_MARKER } from '../../../../adapters/dynamodb/items/index-format.ts';
import type { PartQuestion } from '../../../../core/lookup/find-part.ts';
import { findParts } from '../../../../core/lookup/find-parts.ts';
import type { Gtin14 } from '../../../../core/part-keys/gtin.ts';
import type { ItemRecord } from '../../../../core/items/item-record.ts';
import { makerKey } from '../../../../core/part-keys/manufacturer-name.ts';
import { partKey } from '../../../../core/part-keys/part-number.ts';
import { barcodesOf } from '../../../../core/items/item-identity.ts';
import { sampleItems } from '../../../../local/demo/generate-demo-items.ts';
import { createSeededRandom } from '../../../../local/demo/seeded-random.ts';
import { testClient } from '../../../support/stores/dynamodb-client.ts';
import { firstFormatRows } from '../../../support/index/first-format.ts';
import { checkIndex } from '../../../support/index/index-check.ts';
import { recordOf } from '../../../support/fixtures/item-records.ts';
import { openTables, type OpenTables } from '../../../support/stores/tables.ts';

let tables: OpenTables;
let table: string;
beforeAll(async () => {
  tables = await openTables();
  table = tables.productIndexTable;
});
afterAll(() => tables.stop());

const client = () => testClient(tables.endpoint);
const writer = () => new DynamoItemWriter(client(), table);

const part = (manufacturer: string, number: string): PartQuestion & { by: 'part' } => ({
  ...{ by: 'part', manufacturer, maker: makerKey(manufacturer), part: partKey(number), verbatim: number },
});
const questionOf = ({ manufacturer, mpn }: ItemRecord) => part(manufacturer ?? '', mpn ?? '');

/** Forty parts; two numbers that only look alike, and one number of three makers. */
const DRAWN = sampleItems(createSeededRandom(11), { count: 40, firstNumber: 1 });
const ALIKE = ['AB-1-23', 'AB-12-3'].map((mpn, place) =>
  recordOf({ id: `itm_Alike00${place}`, manufacturer: 'Acme', mpn, gtin: place === 0 ? '04006381333931' : null }),
);
const SHARED = [0, 1, 2].map((place) =>
  recordOf({ id: `itm_Shared0${place}`, manufacturer: `Maker ${place}`, mpn: '1N4148' }),
);
const RECORDS = [...DRAWN, ...ALIKE, ...SHARED];

function reindex(onEach: () => Promise<void>, stop = new AbortController(), fromStart = false) {
  const own = writer();
  return reindexItems({
    client: client(),
    table,
    repairItem: async (itemId) => {
      const repaired = await own.repairItem(itemId);
      await onEach();
      return repaired;
    },
    fromStart,
    concurrency: 4,
    stop: stop.signal,
    onProgress: () => undefined,
    wait: async () => undefined,
  });
}

/** Asks for every part until it is told to stop; the wrong answers. */
async function askAll(until: AbortSignal, records: readonly ItemRecord[]): Promise<{ asked: number; wrong: string[] }> {
  const index = new DynamoProductIndex(client(), table);
  const questions = [
    ...records.map(questionOf),
    ...records.flatMap((record) => barcodesOf(record).map((gtin) => ({ by: 'gtin', gtin }) as const)),
  ];
  const expected = [...records, ...records.flatMap((record) => barcodesOf(record).map(() => record))];
  const wrong: string[] = [];
  let asked = 0;
  do {
    const answers = await findParts(index, questions, []);
    const miss = await findParts(index, [part('Acme', 'AB123'), part('Maker 9', '1N4148')], []);
    for (const [place, { found }] of answers.entries()) {
      if (found?.id !== expected[place]?.id) wrong.push(`${expected[place]?.id} was answered by ${found?.id}`);
    }
    // Who makes the number is known as soon as its new row stands: only then is a maker offered.
    const offered = miss.map((answer) => (answer.found === null ? answer.nearPartNumbers : answer.found.id));
    if (!isDeepStrictEqual(offered, MISSES)) wrong.push(JSON.stringify(miss));
    asked += questions.length + 2;
  } while (!until.aborted);
  return { asked, wrong };
}
const MISSES = [['AB-1-23', 'AB-12-3'], []];

describe('an index of the first release', { timeout: 240_000 }, () => {
  it('is read right before, during and after it is gone through, stopped and gone on with', async () => {
    await batchWrite(
      client(),
      table,
      firstFormatRows(RECORDS).map((row) => ({ put: row })),
    );
    const done = new AbortController();
    const asking = [askAll(done.signal, RECORDS), askAll(done.signal, RECORDS)];
    const stop = new AbortController();
    let repaired = 0;
    const stopped = await reindex(async () => {
      repaired += 1;
      if (repaired === 20) stop.abort();
    }, stop);
    expect(stopped.finished).toBe(false);
    expect((await client().send(new GetCommand({ TableName: table, Key: FORMAT_MARKER }))).Item).toBeUndefined();

    // A record that is changed, one that is taken away and one that research offers meanwhile are right at once, too.
    const [changed, gone, offered] = [DRAWN[1], DRAWN[2], DRAWN[3]];
    if (changed === undefined || gone === undefined || offered === undefined) throw new Error('Forty were drawn');
    done.abort();
    for (const { wrong } of await Promise.all(asking)) expect(wrong).toEqual([]);
    await writer().writeItem({ ...changed, description: 'Changed meanwhile', confidence: 1 });
    await writer().deleteItem(gone.id);
    const insert = await writer().insertItem({ ...offered, id: 'itm_Offered1' });
    expect(insert).toMatchObject({ ok: true, value: { inserted: false, record: { id: offered.id } } });
    const index = new DynamoProductIndex(client(), table);
    const [nowChanged, nowGone] = await findParts(index, [changed, gone].map(questionOf), []);
    expect(nowChanged?.found?.description).toBe('Changed meanwhile');
    expect(nowGone?.found).toBeNull();

    const left = RECORDS.filter(({ id }) => id !== gone.id);
    const end = new AbortController();
    const askingOn = [askAll(end.signal, left), askAll(end.signal, left)];
    expect(await reindex(async () => undefined)).toMatchObject({ finished: true });
    end.abort();
    const asked = await Promise.all(askingOn);
    for (const { wrong } of asked) expect(wrong).toEqual([]);
    expect(asked.reduce((sum, each) => sum + each.asked, 0)).toBeGreaterThan(200);

    expect(await client().send(new GetCommand({ TableName: table, Key: FORMAT_MARKER }))).toMatchObject({
      Item: { format: 2 },
    });
    const { Items = [] } = await client().send(new ScanCommand({ TableName: table, ProjectionExpression: 'pk' }));
    expect(Items.filter((row) => String(row['pk']).startsWith('PART#'))).toEqual([]);
    const { faults, records } = await checkIndex(client(), table);
    expect([faults, records.size]).toEqual([[], left.length]);
  });

  it('takes a record that is imported again as it was into today’s format', async () => {
    const gtin = '00096385074125' as Gtin14;
    const record = recordOf({ id: 'itm_Import99', manufacturer: 'Acme', mpn: 'IMP-1', gtin });
    await batchWrite(
      client(),
      table,
      firstFormatRows([record]).map((row) => ({ put: row })),
    );
    expect(await writer().writeItem(record)).toEqual({ ok: true, value: 'changed' });
    expect(await writer().writeItem(record)).toEqual({ ok: true, value: 'unchanged' });
    const [answer] = await findParts(new DynamoProductIndex(client(), table), [{ by: 'gtin', gtin }], []);
    expect(answer?.found?.id).toBe(record.id);
  });

  it('gives a number up that a record of the first release had, and its barcode', async () => {
    const gtin = '00036000291452' as Gtin14;
    const record = recordOf({ id: 'itm_Import98', manufacturer: 'Acme', mpn: 'IMP-2', gtin });
    await batchWrite(
      client(),
      table,
      firstFormatRows([record]).map((row) => ({ put: row })),
    );
    await writer().writeItem({ ...record, mpn: 'IMP-3', gtin: null });
    const index = new DynamoProductIndex(client(), table);
    const questions = [part('Acme', 'IMP-2'), part('Acme', 'IMP-3'), { by: 'gtin', gtin } as const];
    const answers = await findParts(index, questions, []);
    expect(answers.map(({ found }) => found?.id)).toEqual([undefined, record.id, undefined]);
  });
});
