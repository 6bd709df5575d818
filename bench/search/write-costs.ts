/** What a record costs to write: capacity units as the engine reports them, two for each kilobyte of each row of a transaction. */
import { DynamoItemWriter } from '../../adapters/dynamodb/items/dynamo-item-writer.ts';
import { termsOf } from '../../core/search/search-terms.ts';
import type { ItemRecord } from '../../core/items/item-record.ts';
import { openLoadedIndex } from '../../test/support/index/loaded-index.ts';
import { observe } from '../../test/support/stores/observed-client.ts';
import { sampleSearchRecords } from '../../test/support/measure/search-records.ts';

/** Means over the records. */
export interface WriteCost {
  readonly write: string;
  readonly records: number;
  readonly postings: number;
  readonly requests: number;
  readonly readUnits: number;
  readonly writeUnits: number;
}

type Change = (record: ItemRecord, place: number) => ItemRecord;

/** One after another on the same records: each is a change of what the one before has left. */
const WRITES: readonly (readonly [write: string, change: Change])[] = [
  ['a new record', (record) => record],
  ['the same again', (record) => record],
  ['another description', (record) => ({ ...record, description: 'Another description.' })],
  ['one keyword more', (record, place) => ({ ...record, keywords: [...(record.keywords ?? []), `added${place}`] })],
  ['another confidence', (record) => ({ ...record, confidence: 12 })],
];

export async function measureWriteCosts(count: number): Promise<readonly WriteCost[]> {
  const loaded = await openLoadedIndex();
  const client = loaded.client();
  const observed = observe(client);
  const writer = new DynamoItemWriter(client, loaded.tableName);
  let records = sampleSearchRecords(count);
  const costs: WriteCost[] = [];
  const measure = async (write: string, act: (record: ItemRecord) => Promise<unknown>) => {
    observed.reset();
    for (const record of records) await act(record);
    const postings = records.reduce((sum, record) => sum + termsOf(record).length, 0);
    const mean = (total: number) => total / count;
    costs.push({
      write,
      records: count,
      postings: mean(postings),
      requests: mean(observed.calls.length),
      readUnits: mean(observed.readUnits()),
      writeUnits: mean(observed.writeUnits()),
    });
  };
  for (const [write, change] of WRITES) {
    records = records.map(change);
    await measure(write, (record) => writer.writeItem(record));
  }
  await measure('a deletion', (record) => writer.deleteItem(record.id));
  await loaded.stop();
  return costs;
}
