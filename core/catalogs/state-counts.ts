/**
 * How many matched rows of a catalog have parts of each state: whether they are still made, as the index has it now. A state that is not stated is
 * unknown, and never counts as active. Large catalogs are counted a stretch of rows at a time.
 */
import type { LifecycleStatus } from '../items/item-facts.ts';
import type { StoredItem } from '../items/item-lifecycle.ts';
import type { ProductIndex } from '../items/product-index.ts';
import type { CatalogRow, RowsKey } from './catalog.ts';
import type { CatalogReader } from './catalog-store.ts';
import { groupOf, outcomesOf } from './row-groups.ts';

/** What matters most to a buyer comes first. */
export const COUNTED_STATES = ['obsolete', 'last_time_buy', 'nrnd', 'preview', 'active', 'unknown'] as const;
export type CountedState = LifecycleStatus | 'unknown';
export type StateCounts = Readonly<Record<(typeof COUNTED_STATES)[number], number>>;

export const NO_STATES: StateCounts = {
  obsolete: 0,
  last_time_buy: 0,
  nrnd: 0,
  preview: 0,
  active: 0,
  unknown: 0,
};

/** The counts with one more row; rows that are not matched are not counted. @param item of the row, as the index has it now */
export function withState(
  counts: StateCounts,
  row: Pick<CatalogRow, 'outcome' | 'candidates'>,
  item: StoredItem | undefined,
): StateCounts {
  if (groupOf(row) !== 'matched') return counts;
  const state: CountedState = item?.lifecycle?.status ?? 'unknown';
  return { ...counts, [state]: counts[state] + 1 };
}

export interface CountedStates {
  readonly states: StateCounts;
  /** The row that was counted last; null when all are counted. */
  readonly next: number | null;
}

/** @param part.after the row that was counted last; 0: none was */
export async function countStates(
  { catalogs, products }: { readonly catalogs: CatalogReader; readonly products: ProductIndex },
  key: RowsKey,
  { after, most }: { readonly after: number; readonly most: number },
): Promise<CountedStates> {
  const rows = await catalogs.readRows(key, { outcomes: outcomesOf('matched'), after, limit: most });
  const itemIds = [...new Set(rows.flatMap(({ itemId }) => itemId ?? []))];
  const items = itemIds.length === 0 ? new Map<string, StoredItem>() : await products.readItems(itemIds, []);
  const states = rows.reduce((counts, row) => withState(counts, row, items.get(row.itemId ?? '')), NO_STATES);
  return { states, next: rows.length < most ? null : (rows.at(-1)?.row ?? null) };
}

const STATE_WORDS: Readonly<Record<CountedState, string>> = {
  obsolete: 'obsolete',
  last_time_buy: 'last time buy',
  nrnd: 'not recommended for new designs',
  preview: 'not yet in production',
  active: 'active',
  unknown: 'of unknown state, which does not mean active',
};

/** One sentence that a spreadsheet's reader and the next import take for a line of totals. Undefined where no state is known. */
export function describeStates(counts: StateCounts): string | undefined {
  const total = COUNTED_STATES.reduce((sum, state) => sum + counts[state], 0);
  if (total === counts.unknown) return undefined;
  const told = COUNTED_STATES.filter((state) => counts[state] > 0).map(
    (state) => `${counts[state]} ${STATE_WORDS[state]}`,
  );
  return `Total of ${total} matched rows: ${told.join(', ')}`;
}
