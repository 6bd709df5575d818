/** Finds the manufacturers in a query that have items under another name only: a short name, or a successor. */
import type { ManufacturerTable } from '../manufacturers/manufacturer-table.ts';
import { toManufacturerKey } from '../part-keys/manufacturer-name.ts';
import type { PostingIndex } from '../search/posting-index.ts';
import { manufacturerTerm, type FormerManufacturer } from '../search/search-terms.ts';
import type { Token } from './query-tokens.ts';

/** A manufacturer under another name than its items have. */
export interface NamedManufacturer extends FormerManufacturer {
  readonly isShort: boolean;
}

/** Enough for "United Silicon Carbide". */
const MAX_NAME_WORDS = 3;

/** A shorter name may be any word. */
const MIN_NAME = 4;

/** Each spelling is one more list to read. */
const MAX_SPELLINGS = 3;

/**
 * Returns the manufacturers in the query under a short name that no item has, or without items and taken over by one
 * that has some.
 */
export async function formerManufacturersIn(
  index: PostingIndex,
  manufacturers: ManufacturerTable,
  text: string,
  tokens: readonly Token[],
  unknownWords: ReadonlySet<string>,
): Promise<readonly NamedManufacturer[]> {
  for (let count = Math.min(MAX_NAME_WORDS, tokens.length); count > 0; count -= 1) {
    for (let place = 0; place + count <= tokens.length; place += 1) {
      const [from, to] = [tokens[place], tokens[place + count - 1]];
      const written = text.slice(from?.start, to?.end);
      const key = toManufacturerKey(written);
      const mayBeShort = count === 1 && unknownWords.has(from?.text ?? '') && key.length >= MIN_NAME;
      const former = manufacturers.manufacturersOf(key).find((manufacturer) => mayBeShort || manufacturer.key === key);
      const successors = former === undefined ? [] : manufacturers.successorsOf(former);
      if (former === undefined || (successors.length === 0 && !mayBeShort)) continue;
      const isFiled = async (one: string) =>
        (await index.readPostings(manufacturerTerm(one), undefined, 1)).postings.length > 0;
      const [own, ...ofSuccessors] = await Promise.all(
        [former, ...successors].map(async (manufacturer) =>
          (await Promise.all(manufacturers.usualSpellings(manufacturer).slice(0, MAX_SPELLINGS).map(isFiled))).some(
            Boolean,
          ),
        ),
      );
      // "Silabs" is no word of an item, and Silicon Labs has items.
      const isShort = own === true && mayBeShort;
      const filed = isShort ? [former] : successors.filter((_manufacturer, at) => ofSuccessors[at] === true);
      if ((own === true && !isShort) || filed.length === 0) continue;
      const keys = filed.flatMap((manufacturer) =>
        manufacturers
          .usualSpellings(manufacturer)
          .slice(0, MAX_SPELLINGS)
          .map((one) => ({ key: one, name: manufacturer.name })),
      );
      return [{ written, successors: keys.slice(0, MAX_SPELLINGS), isShort }];
    }
  }
  return [];
}
