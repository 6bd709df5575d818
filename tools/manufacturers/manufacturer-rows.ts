/**
 * Converts data/manufacturers into the text that the service parses: manufacturers with their keys, clashes and
 * takeovers (docs/reference/search.md#which-manufacturer-is-meant).
 */
import { plainKey } from '../../core/index/manufacturers/manufacturer-entries.ts';
import { TAKEOVER_KINDS, type TakeoverKind } from '../../core/index/manufacturers/takeovers.ts';
import { toManufacturerKey, type ManufacturerKey } from '../../core/index/part-keys/manufacturer-name.ts';

export interface ManufacturerRow {
  readonly name: string;
  /** The name, then its aliases. */
  readonly spellings: readonly string[];
  readonly sources: readonly string[];
}

export interface ClashRow {
  readonly spelling: string;
  readonly manufacturers: readonly string[];
  readonly why: string;
}

export interface TakeoverRow {
  readonly before: string;
  readonly now: string;
  readonly year: number;
  readonly how: TakeoverKind;
}

/** @throws {Error} for a row without a name or a source */
export function readManufacturerRows(text: string): readonly ManufacturerRow[] {
  return rowsOf(text).map(([name = '', also = '', former = '', divisions = '', sources = '']) => {
    if (name === '' || sources === '') throw new Error(`A row needs a name and a source: ${name}`);
    const others = [also, former, divisions].flatMap((cell) => cell.split(';')).map((spelling) => spelling.trim());
    return { name, spellings: [name, ...others.filter((spelling) => spelling !== '')], sources: sources.split(',') };
  });
}

export function readClashRows(text: string): readonly ClashRow[] {
  return rowsOf(text).map(([spelling = '', manufacturers = '', why = '']) => ({
    spelling,
    manufacturers: manufacturers.split(';').map((name) => name.trim()),
    why,
  }));
}

/** @throws {Error} for an unknown kind of takeover */
export function readTakeoverRows(text: string): readonly TakeoverRow[] {
  return rowsOf(text).map(([before = '', now = '', year = '', how = '']) => {
    const kind = TAKEOVER_KINDS.find((known) => known === (how === '' ? 'took over' : how));
    if (kind === undefined) throw new Error(`Not a kind of takeover: ${how}`);
    return { before, now, year: Number(year), how: kind };
  });
}

/**
 * Returns the table of manufacturers in the format that the service reads (manufacturer-entries.ts).
 * @throws {Error} when two manufacturers share a spelling that is not among the clashes, or a row names an unknown
 * manufacturer
 */
export function manufacturerLines(
  manufacturers: readonly ManufacturerRow[],
  clashes: readonly ClashRow[],
  takeovers: readonly TakeoverRow[],
): string {
  const decided = new Set(clashes.map(({ spelling }) => toManufacturerKey(spelling)));
  const owners = new Map<ManufacturerKey, string>();
  const places = new Map(manufacturers.map(({ name }, place) => [name, place]));
  const place = (name: string) => places.get(name) ?? missing(name);
  const lines = manufacturers.map(({ name, spellings }) => {
    const [key, ...others] = [...new Set(spellings.map(toManufacturerKey))];
    claim(
      [key, ...others].filter((each) => each !== undefined && !decided.has(each)) as ManufacturerKey[],
      name,
      owners,
    );
    return [plainKey(name) === key ? name : `${name}=${key}`, ...others].join('|');
  });
  const clashLines = clashes.map(
    ({ spelling, manufacturers: names }) => `${toManufacturerKey(spelling)}|${names.map(place).join(',')}`,
  );
  const takeoverLines = takeovers.map(({ before, now, year, how }) =>
    [place(before), place(now), year, TAKEOVER_KINDS.indexOf(how)].join('|'),
  );
  return [lines, clashLines, takeoverLines].map((block) => block.join('\n')).join('\n\n');
}

function claim(keys: readonly ManufacturerKey[], name: string, owners: Map<ManufacturerKey, string>): void {
  for (const key of keys) {
    const owner = owners.get(key);
    if (owner !== undefined) throw new Error(`"${key}" is a spelling of ${owner} and of ${name}.`);
    owners.set(key, name);
  }
}

function rowsOf(text: string): readonly (readonly string[])[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  return lines.map((line) => line.split(/\s*\|(?:\s+|$)/).map((cell) => cell.trim()));
}

function missing(name: string): never {
  throw new Error(`There is no manufacturer "${name}".`);
}
