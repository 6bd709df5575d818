/** Measures the cost of writing an item in capacity units, as the engine reports them: two per kilobyte of each row of a transaction. */
import { DynamoItemWriter } from '../../adapters/dynamodb/index/dynamo-item-writer.ts';
import { termsOf } from '../../core/index/search/search-terms.ts';
import { isFactSection } from '../../core/index/items/item-facts.ts';
import type { ItemRecord } from '../../core/index/items/item-record.ts';
import { openLoadedIndex } from '../../test/support/index/loaded-index.ts';
import { observe } from '../../test/support/stores/observed-client.ts';
import { withStatedFacts } from '../../test/support/measure/fact-costs.ts';
import { sampleSearchRecords } from '../../test/support/measure/search-records.ts';

/** Means over the items. */
export interface WriteCost {
  readonly write: string;
  readonly records: number;
  readonly postings: number;
  readonly requests: number;
  readonly readUnits: number;
  readonly writeUnits: number;
}

type Change = (record: ItemRecord, place: number) => ItemRecord;

/** Changes to the same items, one after another; each starts from the result of the previous one. */
const WRITES: readonly (readonly [write: string, change: Change])[] = [
  ['a new record', (record) => record],
  ['the same again', (record) => record],
  ['another description', (record) => ({ ...record, description: 'Another description.' })],
  ['one keyword more', (record, place) => ({ ...record, keywords: [...(record.keywords ?? []), `added${place}`] })],
  ['another confidence', (record) => ({ ...record, confidence: 12 })],
];

/** Arguments of `withStatedFacts`: an active part, and an obsolete one with a replacement. */
const [KNOWN, OBSOLETE] = [0, 3];

function withoutFacts(record: ItemRecord): ItemRecord {
  const others = Object.entries(record.attributes ?? {}).filter(([section]) => !isFactSection(section));
  return { ...record, attributes: Object.fromEntries(others) };
}

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
  // Facts: the same items are written again as new ones, first without facts, then with them, then with another state.
  records = sampleSearchRecords(count).map(withoutFacts);
  await measure('a new record, no facts', (record) => writer.writeItem(record));
  for (const record of records) await writer.deleteItem(record.id);
  records = records.map((record) => withStatedFacts(record, KNOWN));
  await measure('the same with facts', (record) => writer.writeItem(record));
  records = records.map((record) => withStatedFacts(record, OBSOLETE));
  await measure('another state', (record) => writer.writeItem(record));
  await loaded.stop();
  return costs;
}
