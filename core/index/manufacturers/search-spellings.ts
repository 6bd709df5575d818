/**
 * Decides which spellings of a manufacturer a search reads. Items are stored under the spelling they use, so a few
 * usual spellings are read together.
 */
import { toManufacturerKey, manufacturerWords, type ManufacturerKey } from '../part-keys/manufacturer-name.ts';
import type { Manufacturer } from './manufacturer-entries.ts';
import type { ManufacturerTable } from './manufacturer-table.ts';
import { withoutTradeWords } from './trade-words.ts';

/** Each spelling is one more list to read. */
const MAX_SPELLINGS = 3;

/** Returns the keys of at most three spellings, the requested one first. */
export function searchSpellings(manufacturer: string, table: ManufacturerTable): readonly ManufacturerKey[] {
  const key = toManufacturerKey(manufacturer);
  const bare = withoutTradeWords(manufacturerWords(manufacturer)) as ManufacturerKey | undefined;
  const manufacturers = table.manufacturersOf(key);
  const meant = manufacturers.length > 0 || bare === undefined ? manufacturers : table.manufacturersOf(bare);
  const others = meant.length === 0 ? (bare ?? []) : usualSpellings(meant, table);
  return [...new Set([key, ...[others].flat()])].slice(0, MAX_SPELLINGS);
}

/** Like `searchSpellings`, for a name that is already a key, as in part rows. */
export function spellingsOfKey(asked: ManufacturerKey, table: ManufacturerTable): readonly ManufacturerKey[] {
  return [...new Set([asked, ...usualSpellings(table.manufacturersOf(asked), table)])].slice(0, MAX_SPELLINGS);
}

/** If a name means two manufacturers, both names precede other spellings. */
function usualSpellings(manufacturers: readonly Manufacturer[], table: ManufacturerTable): readonly ManufacturerKey[] {
  return [
    ...manufacturers.map(({ key }) => key),
    ...manufacturers.flatMap((manufacturer) => table.usualSpellings(manufacturer)),
  ];
}
