/**
 * Reads the table of manufacturers from text into a searchable form. The text contains the keys, because computing
 * 4,000 keys would add ten milliseconds to a cold start, and splitting the lines adds two.
 *
 * A line `Name|key|key` is a manufacturer with the keys of its spellings, most usual first. The name's own key is
 * written as `Name=key` if it is not the lowercase name reduced to letters and digits. Two more blocks follow, each
 * after an empty line: `key|place,place` is a spelling of several manufacturers, and `place|place|year|kind` is a
 * takeover, the acquired manufacturer first. A place is a line number of the first block, from 0.
 */
import type { ManufacturerKey } from '../part-keys/manufacturer-name.ts';
import { TAKEOVER_KINDS, type TakeoverKind } from './takeovers.ts';

export interface Manufacturer {
  /** The key of its name, which identifies the manufacturer. */
  readonly key: ManufacturerKey;
  readonly name: string;
}

export interface Takeover {
  readonly before: Manufacturer;
  readonly now: Manufacturer;
  readonly year: number;
  readonly how: TakeoverKind;
}

/** A manufacturer with the keys of its spellings: first its name's, then the most usual. */
interface ManufacturerEntry extends Manufacturer {
  readonly keys: readonly ManufacturerKey[];
}

export interface ManufacturerEntries {
  readonly manufacturers: readonly ManufacturerEntry[];
  /** The manufacturers that use a key, most common first. */
  readonly byKey: ReadonlyMap<string, readonly ManufacturerEntry[]>;
  readonly takeovers: readonly Takeover[];
}

/** Returns the usual key of a name; the table writes any other as `Name=key`. */
export function plainKey(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

export function readManufacturerEntries(text: string): ManufacturerEntries {
  const [manufacturerLines = '', clashLines = '', takeoverLines = ''] = text.split('\n\n');
  const manufacturers = linesOf(manufacturerLines).map(readManufacturer);
  const manufacturerAt = (place: string | undefined) => manufacturers[Number(place)] ?? unknownPlace(place);
  const byKey = new Map<string, readonly ManufacturerEntry[]>();
  for (const manufacturer of manufacturers) for (const key of manufacturer.keys) byKey.set(key, [manufacturer]);
  for (const line of linesOf(clashLines)) {
    const [key = '', places = ''] = line.split('|');
    byKey.set(key, places.split(',').map(manufacturerAt));
  }
  const takeovers = linesOf(takeoverLines).map((line) => {
    const [before, now, year, kind] = line.split('|');
    const how = TAKEOVER_KINDS[Number(kind)] ?? 'took over';
    return { before: manufacturerAt(before), now: manufacturerAt(now), year: Number(year), how };
  });
  return { manufacturers, byKey, takeovers };
}

function readManufacturer(line: string): ManufacturerEntry {
  const [first = '', ...others] = line.split('|');
  const equals = first.indexOf('=');
  const name = equals < 0 ? first : first.slice(0, equals);
  const key = (equals < 0 ? plainKey(name) : first.slice(equals + 1)) as ManufacturerKey;
  return { name, key, keys: [key, ...(others as ManufacturerKey[])] };
}

function linesOf(block: string): readonly string[] {
  return block === '' ? [] : block.split('\n');
}

function unknownPlace(place: string | undefined): never {
  throw new Error(`The table of manufacturers has no line ${place}`);
}
