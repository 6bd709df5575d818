/** Growing rows: everything that is accepted can still be changed and deleted, within the 400 kB of a row. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DynamoItemWriter } from '../../adapters/dynamodb/index/dynamo-item-writer.ts';
import { testClient } from '../support/stores/dynamodb-client.ts';
import { recordOf } from '../support/fixtures/item-records.ts';
import { openTables, type OpenTables } from '../support/stores/tables.ts';

let tables: OpenTables;
let writer: DynamoItemWriter;
beforeAll(async () => {
  tables = await openTables();
  writer = new DynamoItemWriter(testClient(tables.endpoint), tables.productIndexTable);
});
afterAll(() => tables.stop());

/** An item with the maximum number of words, each of the maximum length, and a description of this many bytes. */
function wordy(letter: string, descriptionBytes: number) {
  const words = Array.from({ length: 250 }, (_, index) => `${letter}${index}`.padEnd(398, 'x'));
  const fields = { manufacturer: 'Norvane', mpn: 'W-1', title: words.join(' ') };
  return recordOf({ id: 'itm_Wordy001', ...fields, description: 'd'.repeat(descriptionBytes) });
}

test.each([[0], [70_000], [90_000], [120_000], [199_000]])(
  'an item of long words and %i other bytes is refused, or can be changed and deleted',
  async (descriptionBytes) => {
    const outcomes: unknown[] = [];
    for (const letter of ['a', 'b', 'c']) outcomes.push(await writer.writeItem(wordy(letter, descriptionBytes)));
    const refused = { ok: false, reason: { kind: 'record_too_large', bytes: expect.any(Number), limit: 280_000 } };
    const fits = descriptionBytes < 80_000;
    const written = ['created', 'changed', 'changed'].map((value) => ({ ok: true, value }));
    expect(outcomes).toEqual(fits ? written : Array(3).fill(refused));
    expect(await writer.deleteItem('itm_Wordy001')).toBe(fits);
  },
  60_000,
);
