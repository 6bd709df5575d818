/**
 * Measures the cost of writing an item in capacity units, as the engine reports them: two per kilobyte of each row of a
 * transaction.
 */
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

type Change = (item: ItemRecord, place: number) => ItemRecord;

/** Changes to the same items, one after another; each starts from the result of the previous one. */
const WRITES: readonly (readonly [write: string, change: Change])[] = [
  ['a new record', (item) => item],
  ['the same again', (item) => item],
  ['another description', (item) => ({ ...item, description: 'Another description.' })],
  ['one keyword more', (item, place) => ({ ...item, keywords: [...(item.keywords ?? []), `added${place}`] })],
  ['another confidence', (item) => ({ ...item, confidence: 12 })],
];

/** Arguments of `withStatedFacts`: an active part, and an obsolete one with a replacement. */
const [KNOWN, OBSOLETE] = [0, 3];

function withoutFacts(item: ItemRecord): ItemRecord {
  const others = Object.entries(item.attributes ?? {}).filter(([section]) => !isFactSection(section));
  return { ...item, attributes: Object.fromEntries(others) };
}

export async function measureWriteCosts(count: number): Promise<readonly WriteCost[]> {
  const loaded = await openLoadedIndex();
  const client = loaded.client();
  const observed = observe(client);
  const writer = new DynamoItemWriter(client, loaded.tableName);
  let items = sampleSearchRecords(count);
  const costs: WriteCost[] = [];
  const measure = async (write: string, act: (item: ItemRecord) => Promise<unknown>) => {
    observed.reset();
    for (const item of items) await act(item);
    const postings = items.reduce((sum, item) => sum + termsOf(item).length, 0);
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
    items = items.map(change);
    await measure(write, (item) => writer.writeItem(item));
  }
  await measure('a deletion', (item) => writer.deleteItem(item.id));
  // Facts: the same items are written again as new ones, first without facts, then with them, then with another state.
  items = sampleSearchRecords(count).map(withoutFacts);
  await measure('a new record, no facts', (item) => writer.writeItem(item));
  for (const item of items) await writer.deleteItem(item.id);
  items = items.map((item) => withStatedFacts(item, KNOWN));
  await measure('the same with facts', (item) => writer.writeItem(item));
  items = items.map((item) => withStatedFacts(item, OBSOLETE));
  await measure('another state', (item) => writer.writeItem(item));
  await loaded.stop();
  return costs;
}
