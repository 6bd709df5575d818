/** How deep a call's storage round trips are must not depend on how much is stored (design.md section 2). */
import { beforeAll, describe, expect, it } from 'vitest';
import { measureToolCosts, type ToolCost } from '../../bench/tool-costs.ts';

const SIZES = [500, 7_000] as const;
let costs: readonly ToolCost[];

beforeAll(async () => {
  costs = await measureToolCosts(SIZES);
});

describe('storage round trips, one after another', () => {
  it.each([
    ['lookup_part', 3],
    ['lookup_parts, 50', 3],
    ['get_item', 3],
    ['search_items, 10', 4],
    ['request_enrichment, 1 new', 5],
  ])('of %s are %i, at 500 and at 7,000 records', (tool, depth) => {
    const measured = costs.filter((cost) => cost.tool === tool);
    expect(measured.map(({ records, roundTrips }) => [records, roundTrips])).toEqual(
      SIZES.map((size) => [size, depth]),
    );
  });
});
