/**
 * Looks up the meaning of spellings, and takeovers, in facts from public lists (data/manufacturers) and operators'
 * aliases. A renamed company is one manufacturer with two spellings; an acquired company remains a separate
 * manufacturer. resolve-manufacturer.ts applies this to requests.
 */
import { toManufacturerKey, type ManufacturerKey } from '../part-keys/manufacturer-name.ts';
import type { ManufacturerAlias } from './manufacturer-alias.ts';
import type { Manufacturer, ManufacturerEntries, Takeover } from './manufacturer-entries.ts';
import { isWhole } from './takeovers.ts';

/** The number of spellings, in addition to the name, that a search looks up in the index. */
const USUAL_SPELLINGS = 2;
/** Spansion, Cypress, Infineon are two steps; three are rare. */
const MAX_CHAIN = 3;

export class ManufacturerTable {
  readonly #entries: ManufacturerEntries;
  /** Operators' aliases; null removes a spelling from the table. */
  readonly #aliases: ReadonlyMap<ManufacturerKey, Manufacturer | null>;

  constructor(entries: ManufacturerEntries, aliases: ReadonlyMap<ManufacturerKey, Manufacturer | null> = new Map()) {
    this.#entries = entries;
    this.#aliases = aliases;
  }

  /** Returns the table with operators' aliases, which take precedence over its own spellings. */
  with(aliases: readonly ManufacturerAlias[]): ManufacturerTable {
    if (aliases.length === 0) return this;
    const added = new Map(this.#aliases);
    for (const { spelling, manufacturer: name } of aliases) {
      added.set(toManufacturerKey(spelling), name === null ? null : this.#manufacturerNamed(name));
    }
    return new ManufacturerTable(this.#entries, added);
  }

  /** Returns the manufacturers that use this key, most common first; only a few keys have several. */
  manufacturersOf(key: ManufacturerKey): readonly Manufacturer[] {
    const alias = this.#aliases.get(key);
    if (alias !== undefined) return alias === null ? [] : [alias];
    return this.#entries.byKey.get(key) ?? [];
  }

  /**
   * Returns the keys that a manufacturer's items most likely have: its name's, then its usual spellings, then
   * operators' aliases.
   */
  usualSpellings(manufacturer: Manufacturer): readonly ManufacturerKey[] {
    const [entry] = this.#entries.byKey.get(manufacturer.key) ?? [];
    const usual = entry?.keys.slice(1, 1 + USUAL_SPELLINGS) ?? [];
    const added = [...this.#aliases].filter(([, meant]) => meant?.key === manufacturer.key).map(([key]) => key);
    return [...new Set([manufacturer.key, ...usual, ...added])];
  }

  /**
   * Returns every key that means this manufacturer, including operators' aliases. Only for operators, because it reads
   * the whole table.
   */
  allSpellings(manufacturer: Manufacturer): readonly ManufacturerKey[] {
    const all = new Set([...(this.#entries.byKey.keys() as Iterable<ManufacturerKey>), ...this.#aliases.keys()]);
    return [...all].filter((key) => this.manufacturersOf(key).some((meant) => meant.key === manufacturer.key));
  }

  /**
   * Returns every spelling that means more than one manufacturer. Only for operators and tests, because it reads the
   * whole table.
   */
  clashes(): ReadonlyMap<ManufacturerKey, readonly Manufacturer[]> {
    const several = [...this.#entries.byKey].filter(([, manufacturers]) => manufacturers.length > 1);
    return new Map(several.map(([key, manufacturers]) => [key as ManufacturerKey, manufacturers]));
  }

  /**
   * Returns the takeovers that lead from one manufacturer to the other, in either direction, earliest step first; empty
   * if none do.
   */
  takeoversBetween(one: Manufacturer, other: Manufacturer): readonly Takeover[] {
    const onwards = this.#chain(one.key, other.key, MAX_CHAIN);
    return onwards.length > 0 ? onwards : this.#chain(other.key, one.key, MAX_CHAIN);
  }

  /** Returns the manufacturers that took this one over as a whole, directly or through others; the final one first. */
  successorsOf(manufacturer: Manufacturer, most = MAX_CHAIN): readonly Manufacturer[] {
    if (most === 0) return [];
    const now = this.#entries.takeovers.filter(({ before, how }) => before.key === manufacturer.key && isWhole(how));
    const all = now.flatMap((step) => [...this.successorsOf(step.now, most - 1), step.now]);
    return [...new Map(all.map((one) => [one.key, one])).values()];
  }

  #chain(from: ManufacturerKey, to: ManufacturerKey, most: number): readonly Takeover[] {
    if (most === 0) return [];
    const steps = this.#entries.takeovers.filter(({ before }) => before.key === from);
    const direct = steps.find(({ now }) => now.key === to);
    if (direct !== undefined) return [direct];
    for (const step of steps) {
      const rest = this.#chain(step.now.key, to, most - 1);
      if (rest.length > 0) return [step, ...rest];
    }
    return [];
  }

  #manufacturerNamed(name: string): Manufacturer {
    const key = toManufacturerKey(name);
    return this.manufacturersOf(key)[0] ?? { key, name };
  }
}
