/**
 * Reads the parts that rows may mean. In the list a row shows the title of one part at most: of the part that it has,
 * or of its only candidate. The titles of several are shown, and counted, where a member chooses between them.
 */
import { contradictionsOf } from '../../catalogs/import/row-contradictions.ts';
import { recognizeColumns } from '../../catalogs/files/recognize-columns.ts';
import type { StoredItem } from '../../index/items/item-lifecycle.ts';
import type { ItemIndex } from '../../index/items/item-index.ts';
import { findNamedParts } from '../../index/lookup/find-named-parts.ts';
import { needsDecision, type CatalogRow } from '../../catalogs/rows/catalog.ts';
import { ownWordsOf } from '../../catalogs/rows/own-words.ts';
import type { SearchIndex } from '../../index/corrections/begin-current-search.ts';
import { findForRow } from './search-for-row.ts';

/**
 * @returns the items by row number; a row is absent if it has no or several candidates, or the index no longer has the
 * part
 */
export async function readSuggestedParts(
  index: ItemIndex,
  rows: readonly CatalogRow[],
): Promise<ReadonlyMap<number, StoredItem>> {
  const single = rows.flatMap((row) => {
    const [only, ...others] = needsDecision(row) ? row.candidates : [];
    return only === undefined || others.length > 0 ? [] : [{ row: row.row, candidate: only }];
  });
  const items = await findNamedParts(
    index,
    single.map(({ candidate }) => candidate),
  );
  return new Map(
    single.flatMap(({ row }, place) => {
      const item = items[place];
      return item === undefined ? [] : [[row, item] as const];
    }),
  );
}

interface MeantPart {
  readonly item: StoredItem;
  readonly why: string | null;
}

/**
 * Returns what an undecided row may mean, best first; for a row whose words contradict its part, parts that fit the
 * words.
 */
export async function readMeantParts(
  index: ItemIndex & SearchIndex,
  row: CatalogRow,
  headings: readonly string[],
): Promise<readonly MeantPart[]> {
  if (needsDecision(row)) {
    const items = await findNamedParts(index, row.candidates);
    return items.flatMap((item) => (item === undefined ? [] : [{ item, why: null }]));
  }
  if (row.itemId === null || (row.contradictions ?? []).length === 0 || row.cells === null) return [];
  const { supplier, description } = ownWordsOf(row, headings);
  const columns = recognizeColumns(headings);
  if (description === null || !columns.ok) return [];
  const { cells } = row;
  const found = await findForRow(index, [supplier?.text, description].filter(Boolean).join(' '));
  return found
    .filter(({ id }) => id !== row.itemId)
    .filter((item) => contradictionsOf(cells, headings, columns.value, item).length === 0)
    .slice(0, 3)
    .map((item) => ({ item, why: `fits “${description}”` }));
}
