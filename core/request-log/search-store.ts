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
   * Takes a slot that nobody holds any more, for the search and until then.
   * @returns undefined when all are held; `abandoned`: the query that the last holder left in it
   */
  takeSlot(
    searchId: string,
    untilMs: number,
    nowMs: number,
  ): Promise<{ readonly slot: number; readonly abandoned: string | null } | undefined>;
  /** Says which query runs in the slot, and until when it is held. @returns false where another search has it by now */
  holdSlot(hold: SlotHold, queryId: string, untilMs: number): Promise<boolean>;
  /** Leaves a slot that another search has by now as it is. */
  freeSlot(hold: SlotHold): Promise<void>;
}
