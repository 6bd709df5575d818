/** Port: what is stored of searches of the request log: the lately asked ones of an account, and the slots that all accounts share. */
import type { LogSearch } from './search-turns.ts';

export interface StoredSearches {
  readonly searches: readonly LogSearch[];
  /** 0 where nothing is stored. */
  readonly revision: number;
}

export interface SlotHold {
  readonly slot: number;
  readonly searchId: string;
}

export interface SearchStore {
  readSearches(accountId: string): Promise<StoredSearches>;
  /** Over the revision that was read. @returns false, and writes nothing, where it was changed meanwhile */
  writeSearches(accountId: string, changed: StoredSearches, nowMs: number): Promise<boolean>;
  /**
   * Takes a free slot for the search, until the given time.
   * @returns undefined when all are taken; `abandoned`: the query that the last search left in it
   */
  takeSlot(
    searchId: string,
    untilMs: number,
    nowMs: number,
  ): Promise<{ readonly slot: number; readonly abandoned: string | null } | undefined>;
  /** Stores which query runs in the slot, and until when. @returns false when another search has the slot by now */
  holdSlot(hold: SlotHold, queryId: string, untilMs: number): Promise<boolean>;
  /** Leaves a slot that another search has by now as it is. */
  freeSlot(hold: SlotHold): Promise<void>;
}
