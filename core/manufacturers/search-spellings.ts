/** Under which names a search looks for a manufacturer's records: they are filed as each record writes its manufacturer, so a few usual spellings are asked together. */
import { toManufacturerKey, manufacturerWords, type ManufacturerKey } from '../part-keys/manufacturer-name.ts';
import type { Manufacturer } from './manufacturer-entries.ts';
import type { ManufacturerTable } from './manufacturer-table.ts';
import { withoutTradeWords } from './trade-words.ts';

/** Each spelling is a list of the index to read. */
const MAX_SPELLINGS = 3;

/** The keys of at most three spellings, the asked one first. */
export function searchSpellings(manufacturer: string, table: ManufacturerTable): readonly ManufacturerKey[] {
  const asked = toManufacturerKey(manufacturer);
  const bare = withoutTradeWords(manufacturerWords(manufacturer)) as ManufacturerKey | undefined;
  const manufacturers = table.manufacturersOf(asked);
  const meant = manufacturers.length > 0 || bare === undefined ? manufacturers : table.manufacturersOf(bare);
  const others = meant.length === 0 ? (bare ?? []) : usualSpellings(meant, table);
  return [...new Set([asked, ...[others].flat()])].slice(0, MAX_SPELLINGS);
}

/** The same of a name that is a key already, as part rows are filed by. */
export function spellingsOfKey(asked: ManufacturerKey, table: ManufacturerTable): readonly ManufacturerKey[] {
  return [...new Set([asked, ...usualSpellings(table.manufacturersOf(asked), table)])].slice(0, MAX_SPELLINGS);
}

/** Of a name that means two manufacturers, the name of each before further spellings of one. */
function usualSpellings(manufacturers: readonly Manufacturer[], table: ManufacturerTable): readonly ManufacturerKey[] {
  return [
    ...manufacturers.map(({ key }) => key),
    ...manufacturers.flatMap((manufacturer) => table.usualSpellings(manufacturer)),
  ];
}
