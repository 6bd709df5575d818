/** Under which names a search looks for a maker's records: they are filed as each record writes its maker, so a few usual spellings are asked at once. */
import { makerKey, makerWords, type MakerKey } from '../part-keys/manufacturer-name.ts';
import type { Maker } from './manufacturer-entries.ts';
import type { MakerTable } from './manufacturer-table.ts';
import { withoutTradeWords } from './trade-words.ts';

/** Each spelling is a list of the index to read. */
const MAX_SPELLINGS = 3;

/** The keys of at most three spellings, the asked one first. */
export function searchSpellings(manufacturer: string, table: MakerTable): readonly MakerKey[] {
  const asked = makerKey(manufacturer);
  const bare = withoutTradeWords(makerWords(manufacturer)) as MakerKey | undefined;
  const makers = table.makersOf(asked);
  const meant = makers.length > 0 || bare === undefined ? makers : table.makersOf(bare);
  const others = meant.length === 0 ? (bare ?? []) : usualSpellings(meant, table);
  return [...new Set([asked, ...[others].flat()])].slice(0, MAX_SPELLINGS);
}

/** The same of a name that is a key already, as part rows are filed by. */
export function spellingsOfKey(asked: MakerKey, table: MakerTable): readonly MakerKey[] {
  return [...new Set([asked, ...usualSpellings(table.makersOf(asked), table)])].slice(0, MAX_SPELLINGS);
}

/** Of a name that means two makers, the name of each before further spellings of one. */
function usualSpellings(makers: readonly Maker[], table: MakerTable): readonly MakerKey[] {
  return [...makers.map(({ key }) => key), ...makers.flatMap((maker) => table.usualSpellings(maker))];
}
