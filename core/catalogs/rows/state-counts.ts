/**
 * Counts the matched rows of a catalog by the current lifecycle state of their parts. A missing state is unknown and
 * never counts as active. Large catalogs are counted in several calls.
 */
import type { LifecycleStatus } from '../../index/items/item-facts.ts';
import type { StoredItem } from '../../index/items/item-lifecycle.ts';
import type { ItemIndex } from '../../index/items/item-index.ts';
import type { CatalogRow, RowsKey } from './catalog.ts';
import type { CatalogReader } from './catalog-store.ts';
import { groupOf, outcomesOf } from './row-groups.ts';

/** The counted states, ordered by their importance to a buyer. */
const COUNTED_STATES = ['obsolete', 'last_time_buy', 'nrnd', 'preview', 'active', 'unknown'] as const;
type CountedState = LifecycleStatus | 'unknown';
type StateCounts = Readonly<Record<(typeof COUNTED_STATES)[number], number>>;

const NO_STATES: StateCounts = {
  obsolete: 0,
  last_time_buy: 0,
  nrnd: 0,
  preview: 0,
  active: 0,
  unknown: 0,
};

/** Adds a row to the counts unless it is not matched. @param item the row's item from the current index */
function withState(
  counts: StateCounts,
  row: Pick<CatalogRow, 'outcome' | 'candidates'>,
  item: StoredItem | undefined,
): StateCounts {
  if (groupOf(row) !== 'matched') return counts;
  const state: CountedState = item?.lifecycle?.status ?? 'unknown';
  return { ...counts, [state]: counts[state] + 1 };
}

interface CountedStates {
  readonly states: StateCounts;
  /** The number of the last counted row; null if all rows are counted. */
  readonly next: number | null;
}

/** @param part.after the number of the last counted row; 0 at the start */
export async function countStates(
  { catalogs, index }: { readonly catalogs: CatalogReader; readonly index: ItemIndex },
  key: RowsKey,
  { after, most }: { readonly after: number; readonly most: number },
): Promise<CountedStates> {
  const rows = await catalogs.readRows(key, { outcomes: outcomesOf('matched'), after, limit: most });
  const itemIds = [...new Set(rows.flatMap(({ itemId }) => itemId ?? []))];
  const items = itemIds.length === 0 ? new Map<string, StoredItem>() : await index.readItems(itemIds, []);
  const states = rows.reduce((counts, row) => withState(counts, row, items.get(row.itemId ?? '')), NO_STATES);
  return { states, next: rows.length < most ? null : (rows.at(-1)?.row ?? null) };
}
