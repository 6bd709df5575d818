/**
 * Simulates the cost of searches over an index too large for a local engine: runs the real algorithm over lists in
 * memory that count units by DynamoDB's rules. `npx tsx bench/search/simulate-searches.ts <records.jsonl> [times…]`
 * reads a file of items as `admin -- items import` does, and multiplies it; each copy has its own id, part number and
 * confidence.
 */
import { program, readWholeNumber } from '../../bin/program/program.ts';
import { readPartsFile } from '../parts-file.ts';
import type { ItemRecord } from '../../core/index/items/item-record.ts';
import { termsOfSearch, type SearchCriteria } from '../../core/index/search/search-terms.ts';
import { createSeededRandom } from '../../local/demo/seeded-random.ts';
import { countRoundTrips, postingLists, type PostingLists } from '../../test/support/index/posting-lists.ts';
import { searchPage } from '../../test/support/index/search-page.ts';
import { searchesBySelectivity } from '../../test/support/measure/searches-by-selectivity.ts';
import { spreadOf, spreadText } from '../../test/support/measure/spread.ts';

const SEARCHES = 300;
const PAGE = 10;

const readTimes = readWholeNumber(1, 100_000);
const [file, times] = program(
  'npx tsx bench/search/simulate-searches.ts',
  'Compute what searches cost over a large index',
)
  .argument('<records>', 'JSON Lines of records, as `admin items import` reads them')
  .argument(
    '[times...]',
    'how often each record is copied',
    (text, before: number[]) => [...before, readTimes(text)],
    [],
  )
  .parse().processedArgs as [string, number[]];
const originals = readPartsFile(file);
for (const factor of times.length > 0 ? times : [1, 14]) {
  const items = multiplied(factor);
  const lists = postingLists();
  for (const item of items) lists.add(item);
  lists.settle();
  console.log(`${items.length} records`);
  console.table(await simulate(lists, items));
}

async function simulate(lists: PostingLists, items: readonly ItemRecord[]) {
  const rows: Record<string, string>[] = [];
  for (const [search, asked] of searchesBySelectivity(items, SEARCHES)) {
    const costs = [];
    for (const criteria of asked) costs.push(await costOf(lists, criteria));
    rows.push({
      search,
      // The first lists are read in parallel with the caller's rows; the meter writes after the items are read.
      'round trips of the call': spreadText(spreadOf(costs.map(({ roundTrips }) => roundTrips + 1))),
      'read units': spreadText(spreadOf(costs.map(({ units }) => units))),
      'first page empty': `${costs.filter(({ isEmpty }) => isEmpty).length} of ${costs.length}`,
      'ended by the budget': `${costs.filter(({ isCutShort }) => isCutShort).length} of ${costs.length}`,
    });
  }
  return rows;
}

async function costOf(lists: PostingLists, criteria: SearchCriteria) {
  Object.assign(lists.costs, { requests: 0, units: 0, pages: 0 });
  const { index, roundTrips } = countRoundTrips(lists);
  const request = { terms: termsOfSearch(criteria), after: undefined, limit: PAGE, sections: [] };
  const { isCutShort, found } = await searchPage(index, request);
  return { units: lists.costs.units, roundTrips: roundTrips(), isCutShort, isEmpty: found.length === 0 };
}

function multiplied(factor: number): readonly ItemRecord[] {
  const random = createSeededRandom(5);
  const copyOf = (item: ItemRecord, copy: number): ItemRecord => ({
    ...item,
    id: `itm_${random.alphanumeric(8)}`,
    mpn: `${item.mpn}${copy}`,
    title: item.title?.replaceAll(item.mpn ?? '~', `${item.mpn}${copy}`) ?? null,
    confidence: Math.max(0, Math.min(100, (item.confidence ?? 50) + random.integer(-15, 15))),
  });
  return Array.from({ length: factor }, (_, copy) =>
    originals.map((item) => (copy === 0 ? item : copyOf(item, copy))),
  ).flat();
}
