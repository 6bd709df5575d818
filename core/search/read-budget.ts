/** The size limit of the later pages of one search, over all its phases (docs/decisions/0030-posting-lists.md). */

/** 3.5 read units, which end a usual search within 12, then 24. */
export const LATER_PAGE_BYTES: readonly number[] = [3.5 * 8_192, 24 * 8_192];

export interface ReadBudget {
  /** The bytes that the next later page may weigh; undefined when the budget is spent. */
  take(): number | undefined;
  /** One additional small page, once, for a page that would show nothing. */
  allowOneMore(): void;
}

/** @param bytes of the later pages, in their order */
export function readBudget(bytes: readonly number[]): ReadBudget {
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
