/**
 * The table of makers as text, and as it is searched. The text has ready keys, so that reading it computes none: 4,000 keys would cost a cold
 * start ten milliseconds, splitting the lines costs two.
 *
 * A line `Name|key|key` is a maker with the keys of its spellings, the most usual first. The name's own key stands as `Name=key` where it is
 * not the name in lower case with letters and digits alone. Two more blocks follow, each after an empty line: `key|place,place` is a spelling of
 * several makers, `place|place|year|kind` who took over whom. A place counts the lines of the first block, from 0.
 */
import type { MakerKey } from '../part-keys/manufacturer-name.ts';
import { TAKEOVER_KINDS, type TakeoverKind } from './takeovers.ts';

export interface Maker {
  /** The key of its name; what makers are told apart by. */
  readonly key: MakerKey;
  readonly name: string;
}

export interface Takeover {
  readonly before: Maker;
  readonly now: Maker;
  readonly year: number;
  readonly how: TakeoverKind;
}

/** A maker with the keys of its spellings, its name's first, then the most usual. */
export interface MakerEntry extends Maker {
  readonly keys: readonly MakerKey[];
}

export interface MakerEntries {
  readonly makers: readonly MakerEntry[];
  /** The manufacturers that use a key, most common first. */
  readonly byKey: ReadonlyMap<string, readonly MakerEntry[]>;
  readonly takeovers: readonly Takeover[];
}

/** The key that a name has in most cases; `Name=key` stands where it has another one. */
export function plainKey(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

export function readMakerEntries(text: string): MakerEntries {
  const [makerLines = '', clashLines = '', takeoverLines = ''] = text.split('\n\n');
  const makers = linesOf(makerLines).map(readMaker);
  const makerAt = (place: string | undefined) => makers[Number(place)] ?? unknownPlace(place);
  const byKey = new Map<string, readonly MakerEntry[]>();
  for (const maker of makers) for (const key of maker.keys) byKey.set(key, [maker]);
  for (const line of linesOf(clashLines)) {
    const [key = '', places = ''] = line.split('|');
    byKey.set(key, places.split(',').map(makerAt));
  }
  const takeovers = linesOf(takeoverLines).map((line) => {
    const [before, now, year, kind] = line.split('|');
    const how = TAKEOVER_KINDS[Number(kind)] ?? 'took over';
    return { before: makerAt(before), now: makerAt(now), year: Number(year), how };
  });
  return { makers, byKey, takeovers };
}

function readMaker(line: string): MakerEntry {
  const [first = '', ...others] = line.split('|');
  const equals = first.indexOf('=');
  const name = equals < 0 ? first : first.slice(0, equals);
  const key = (equals < 0 ? plainKey(name) : first.slice(equals + 1)) as MakerKey;
  return { name, key, keys: [key, ...(others as MakerKey[])] };
}

function linesOf(block: string): readonly string[] {
  return block === '' ? [] : block.split('\n');
}

function unknownPlace(place: string | undefined): never {
  throw new Error(`The table of makers has no line ${place}`);
}
