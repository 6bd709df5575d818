/** Looks up the candidates of a row, for the opened fix sheet. Title and confidence are shown only for a row of the allowance. */
import type { CatalogRow } from '../../catalogs/rows/catalog.ts';
import { matchRows } from '../../catalogs/import/match-rows.ts';
import type { ItemIndex } from '../../index/items/item-index.ts';

interface SuggestionData {
  readonly item_id: string;
  readonly manufacturer: string | null;
  readonly part_number: string;
  readonly title: string | null;
  readonly confidence: number | null;
}

export interface SuggestionsData {
  /** Those of the row's candidates that the index still has, in their order. */
  readonly suggestions: readonly SuggestionData[];
  /** Why nothing is shown although the row may have suggestions; null if something is, or there is nothing. */
  readonly why_not: string | null;
}

export async function suggestionsOf(
  products: ItemIndex,
  { candidates }: Pick<CatalogRow, 'candidates'>,
): Promise<readonly SuggestionData[]> {
  const named = candidates.map(({ manufacturer, partNumber }) => {
    return { itemNumber: null, supplier: manufacturer, partNumber, gtin: null };
  });
  const matches = await matchRows(products, named);
  return matches.flatMap((match, place) => {
    const candidate = candidates[place];
    const record = match.kind === 'found' ? match.record : undefined;
    if (record === undefined || candidate === undefined) return [];
    const { id: item_id, title, confidence } = record;
    return [{ item_id, manufacturer: candidate.manufacturer, part_number: candidate.partNumber, title, confidence }];
  });
}
