/**
 * The table of manufacturers as text, and as it is searched. The text has ready keys, so that reading it computes none: 4,000 keys would cost a cold
 * start ten milliseconds, splitting the lines costs two.
 *
 * A line `Name|key|key` is a manufacturer with the keys of its spellings, the most usual first. The name's own key is written `Name=key` where it is
 * not the name in lower case with letters and digits alone. Two more blocks follow, each after an empty line: `key|place,place` is a spelling of
 * several manufacturers, `place|place|year|kind` who took over whom. A place counts the lines of the first block, from 0.
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

/** A manufacturer with the keys of its spellings, its name's first, then the most usual. */
export interface ManufacturerEntry extends Manufacturer {
  readonly keys: readonly ManufacturerKey[];
}

export interface ManufacturerEntries {
  readonly manufacturers: readonly ManufacturerEntry[];
  /** The manufacturers that use a key, most common first. */
  readonly byKey: ReadonlyMap<string, readonly ManufacturerEntry[]>;
  readonly takeovers: readonly Takeover[];
}

/** The key that a name usually has; `Name=key` is written where it has another one. */
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
