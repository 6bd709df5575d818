/**
 * Which spellings mean which manufacturer, and who took over whom: facts from public lists (data/manufacturers). A company that was
 * renamed is one manufacturer with two spellings; one that was taken over stays a manufacturer of its own. What follows from that for a
 * question is decided in resolve-manufacturer.ts. Operators add spellings of their own (manufacturer-alias.ts).
 */
import { toManufacturerKey, type ManufacturerKey } from '../part-keys/manufacturer-name.ts';
import type { ManufacturerAlias } from './manufacturer-alias.ts';
import type { Manufacturer, ManufacturerEntries, Takeover } from './manufacturer-entries.ts';
import { isWhole } from './takeovers.ts';

/** How many aliases, in addition to the name, a search looks up in the index. */
const USUAL_SPELLINGS = 2;
/** Spansion, Cypress, Infineon: two steps; three are rare. */
const MAX_CHAIN = 3;

export class ManufacturerTable {
  readonly #entries: ManufacturerEntries;
  /** Operators' spellings: null takes one out of the data. */
  readonly #aliases: ReadonlyMap<ManufacturerKey, Manufacturer | null>;

  constructor(entries: ManufacturerEntries, aliases: ReadonlyMap<ManufacturerKey, Manufacturer | null> = new Map()) {
    this.#entries = entries;
    this.#aliases = aliases;
  }

  /** The table with operators' own spellings, which go before what it says by itself. */
  with(aliases: readonly ManufacturerAlias[]): ManufacturerTable {
    if (aliases.length === 0) return this;
    const added = new Map(this.#aliases);
    for (const { spelling, manufacturer: name } of aliases) {
      added.set(toManufacturerKey(spelling), name === null ? null : this.#manufacturerNamed(name));
    }
    return new ManufacturerTable(this.#entries, added);
  }

  /** The manufacturers that use this key, most common first; several for the few keys that two companies use. */
  manufacturersOf(key: ManufacturerKey): readonly Manufacturer[] {
    const alias = this.#aliases.get(key);
    if (alias !== undefined) return alias === null ? [] : [alias];
    return this.#entries.byKey.get(key) ?? [];
  }

  /** The keys under which a manufacturer's records are most likely filed: its name's first, then its usual spellings, then operators'. */
  usualSpellings(manufacturer: Manufacturer): readonly ManufacturerKey[] {
    const [entry] = this.#entries.byKey.get(manufacturer.key) ?? [];
    const usual = entry?.keys.slice(1, 1 + USUAL_SPELLINGS) ?? [];
    const added = [...this.#aliases].filter(([, meant]) => meant?.key === manufacturer.key).map(([key]) => key);
    return [...new Set([manufacturer.key, ...usual, ...added])];
  }

  /** Every key that means this manufacturer, operators' among them. For operators: reads the whole table. */
  allSpellings(manufacturer: Manufacturer): readonly ManufacturerKey[] {
    const all = new Set([...(this.#entries.byKey.keys() as Iterable<ManufacturerKey>), ...this.#aliases.keys()]);
    return [...all].filter((key) => this.manufacturersOf(key).some((meant) => meant.key === manufacturer.key));
  }

  /** Every spelling that means more than one manufacturer. For operators and tests: reads the whole table. */
  clashes(): ReadonlyMap<ManufacturerKey, readonly Manufacturer[]> {
    const several = [...this.#entries.byKey].filter(([, manufacturers]) => manufacturers.length > 1);
    return new Map(several.map(([key, manufacturers]) => [key as ManufacturerKey, manufacturers]));
  }

  /** The takeovers that lead from one manufacturer to the other, in either direction, the earliest step first; empty when none do. */
  takeoversBetween(one: Manufacturer, other: Manufacturer): readonly Takeover[] {
    const onwards = this.#chain(one.key, other.key, MAX_CHAIN);
    return onwards.length > 0 ? onwards : this.#chain(other.key, one.key, MAX_CHAIN);
  }

  /** The manufacturers that took one over as a whole, and those that took them over in turn; the last of them first. */
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
