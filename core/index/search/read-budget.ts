/** Limits the bytes of the later pages of one search, over all its phases (docs/decisions/0030-posting-lists.md). */

/** In bytes: 3.5 read units, which keep a typical search within 12 in total, then 24. */
export const LATER_PAGE_BYTES: readonly number[] = [3.5 * 8_192, 24 * 8_192];

export interface ReadBudget {
  /** Returns the bytes that the next later page may have, or undefined if the budget is spent. */
  take(): number | undefined;
  /** Adds one small page, once, for a page that would show nothing. */
  allowOneMore(): void;
}

/** @param bytes limits of the later pages, in their order */
export function startReadBudget(bytes: readonly number[]): ReadBudget {
  const left = [...bytes];
  let isExtended = false;
  return {
    take: () => left.shift(),
    allowOneMore() {
      if (!isExtended) left.push(bytes[0] ?? 0);
      isExtended = true;
    },
  };
}
