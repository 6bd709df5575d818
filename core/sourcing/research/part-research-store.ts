/** Port: stores which worker researches a part and how the research ended. */
import type { PartName } from '../enrichment/enrichment-request.ts';
import type { PartResearch } from './part-research.ts';

export interface PartResearchStore {
  /** Sees every finished write. */
  read(name: PartName): Promise<PartResearch | undefined>;

  /**
   * Writes `after` if the row is still `before` (undefined if absent); otherwise returns false. Safe to retry after a
   * lost response.
   */
  write(before: PartResearch | undefined, after: PartResearch): Promise<boolean>;
}
