/** The port to the rows that say who researches a part and how it ended. */
import type { PartName } from '../enrichment/enrichment-request.ts';
import type { PartResearch } from './part-research.ts';

export interface PartResearchStore {
  /** Read consistently. */
  read(name: PartName): Promise<PartResearch | undefined>;

  /** Writes `after` if the row is still `before` (undefined: there is none); false when it is not. A lost answer is asked for again safely. */
  write(before: PartResearch | undefined, after: PartResearch): Promise<boolean>;
}
