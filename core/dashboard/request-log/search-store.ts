/** Port: stores the recent searches of an account's request log, and the slots that all accounts share. */
import type { LogSearch } from './search-turns.ts';

export interface StoredSearches {
  readonly searches: readonly LogSearch[];
  /** 0 if nothing is stored. */
  readonly revision: number;
}

export interface SlotHold {
  readonly slot: number;
  readonly searchId: string;
}

export interface SearchStore {
  readSearches(accountId: string): Promise<StoredSearches>;
  /** Writes over the revision that was read. @returns false, and writes nothing, if it was changed meanwhile */
  writeSearches(accountId: string, changed: StoredSearches, nowMs: number): Promise<boolean>;
  /**
   * Takes a free slot for the search, until the given time.
   * @returns undefined if all are taken; `abandoned`: the query that the last search left in the slot
   */
  takeSlot(
    searchId: string,
    untilMs: number,
    nowMs: number,
  ): Promise<{ readonly slot: number; readonly abandoned: string | null } | undefined>;
  /** Stores which query runs in the slot, and until when. @returns false if another search has taken the slot */
  holdSlot(hold: SlotHold, queryId: string, untilMs: number): Promise<boolean>;
  /** Does nothing if another search has taken the slot. */
  freeSlot(hold: SlotHold): Promise<void>;
}
