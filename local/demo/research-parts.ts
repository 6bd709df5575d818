/**
 * Parts that the local research provider knows and the demo index does not: they have the same manufacturers, another
 * seed and another range of part numbers. A request for one of them ends in `found`, for any other part in `not found`.
 */
import type { ItemRecord } from '../../core/index/items/item-record.ts';
import { sampleItems } from './generate-demo-items.ts';
import { createSeededRandom } from './seeded-random.ts';

const RESEARCH_SEED = 20251125;
const RESEARCH_PART_COUNT = 40;

/**
 * One part as a research provider reports it, in plain JSON: everything except the item id, which the index assigns.
 */
interface ResearchPart {
  readonly manufacturer: string;
  readonly part_number: string;
  readonly record: Omit<ItemRecord, 'id'>;
}

export function researchParts(): ResearchPart[] {
  const items = sampleItems(createSeededRandom(RESEARCH_SEED), { count: RESEARCH_PART_COUNT, firstNumber: 8001 });
  return items.map(({ id: _id, ...record }) => ({
    manufacturer: record.manufacturer as string,
    part_number: record.mpn as string,
    record,
  }));
}
