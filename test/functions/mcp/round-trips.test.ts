// Slow: a table of more than 5,000 items.
/**
 * The number of sequential storage round trips must not depend on how much is stored
 * (docs/reference/storage.md#round-trips).
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { inApiWords } from '../../../core/api/http-api/endpoints.ts';
import { openLoadedIndex } from '../../support/index/loaded-index.ts';
import { loadVocabulary, measureSearchCostsIn, type SearchCost } from '../../support/measure/search-costs.ts';
import { sampleSearchRecords } from '../../support/measure/search-records.ts';
import { measureToolCostsIn, type ToolCost } from '../../support/measure/tool-costs.ts';

const SIZES = [500, 7_000] as const;
/** A common word, of which few items remain once the rest of the query is compared. */
const UNUSUAL = ['two words of a record, one of another', 'two common words that hardly meet', 'a word and a bound'];
const CORRECTED = ['a word with a typing error', 'the same and another word'];
const costs: ToolCost[] = [];
const searchCosts: SearchCost[] = [];

beforeAll(async () => {
  const everything = sampleSearchRecords(Math.max(...SIZES));
  for (const size of SIZES) {
    const records = everything.slice(0, size);
    const index = await openLoadedIndex();
    await index.load(records);
    await loadVocabulary(index, records);
    costs.push(...(await measureToolCostsIn(index, records)));
    searchCosts.push(...(await measureSearchCostsIn(index, records, 8)));
    await index.stop();
  }
});

describe('sequential storage round trips', () => {
  test.each([
    ['lookup_part', 2],
    ['lookup_part, with attributes', 3],
    ['lookup_part, not found', 2],
    ['lookup_part, not found, with attributes', 2],
    ['lookup_parts, 10', 2],
    // The keys of more than ten parts are read once the caller is proven.
    ['lookup_parts, 50', 3],
    ['lookup_parts, 50, with attributes', 4],
    ['get_item', 2],
    ['search_items, 10', 3],
    ['request_enrichment, 1 new', 5],
  ])('of %s are %i, at 500 and at 7,000 items', (tool, depth) => {
    const measured = costs.filter((cost) => cost.tool === tool);
    expect(measured.map(({ records, roundTrips }) => [records, roundTrips])).toEqual(
      SIZES.map((size) => [size, depth]),
    );
  });
});

describe('a request of the HTTP API', () => {
  const costOf = (name: string) => costs.filter(({ tool }) => tool === name);
  const figuresOf = (name: string) =>
    costOf(name).map(({ records, roundTrips, readUnits, writeUnits }) => ({
      records,
      roundTrips,
      readUnits,
      writeUnits,
    }));

  test('uses the same round trips and units as the tool of its endpoint', () => {
    const tools = [...new Set(costs.map(({ tool }) => tool))].filter((tool) => !/^(GET|POST) /.test(tool));
    expect(tools.length).toBeGreaterThan(10);
    for (const tool of tools) expect([tool, figuresOf(inApiWords(tool))]).toEqual([tool, figuresOf(tool)]);
  });

  test.each(['GET /v1/items/lookup', 'POST /v1/items/lookup, 50'])(
    'of %s with an Idempotency-Key takes at most one more trip, two read units and three write units',
    (name) => {
      const [plain, keyed] = [figuresOf(name), figuresOf(`${name}, with a key`)];
      expect(plain).toHaveLength(SIZES.length);
      for (const [place, one] of plain.entries()) {
        expect((keyed[place]?.roundTrips ?? 9) - one.roundTrips).toBeLessThanOrEqual(1);
        expect((keyed[place]?.readUnits ?? 9) - one.readUnits).toBeLessThanOrEqual(2);
        expect((keyed[place]?.writeUnits ?? 9) - one.writeUnits).toBeLessThanOrEqual(3);
      }
    },
  );
});

describe('a usual search with a page of ten', () => {
  test('takes at most four round trips for the whole call, and 12 read units, at 500 and at 7,000 items', () => {
    const usual = searchCosts.filter(({ search }) => !UNUSUAL.includes(search) && !CORRECTED.includes(search));
    expect(usual.filter(({ roundTrips, readUnits }) => roundTrips.p50 > 4 || readUnits.p95 > 12)).toEqual([]);
    expect(usual).toHaveLength(16);
  });

  test('with a word that no item has takes at most three round trips and six more read units', () => {
    const corrected = searchCosts.filter(({ search }) => CORRECTED.includes(search));
    expect(corrected.filter(({ roundTrips, readUnits }) => roundTrips.p95 > 7 || readUnits.p95 > 18)).toEqual([]);
    expect(corrected).toHaveLength(4);
  });

  test('reads at most 42 units for a later page of any query', () => {
    expect(searchCosts.filter(({ laterReadUnits }) => (laterReadUnits?.max ?? 0) > 42)).toEqual([]);
  });
});
