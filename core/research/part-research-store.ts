/** The port to the rows that say who researches a part and how it ended. */
import type { PartName } from '../enrichment/enrichment-request.ts';
import type { PartResearch } from './part-research.ts';

export interface PartResearchStore {
  /** Read consistently. */
  read(name: PartName): Promise<PartResearch | undefined>;

  /** Writes `after` if the row is still `before` (undefined if absent); otherwise returns false. Safe to retry after a lost answer. */
  write(before: PartResearch | undefined, after: PartResearch): Promise<boolean>;
}
