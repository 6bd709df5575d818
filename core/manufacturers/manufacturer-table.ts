/**
 * Which spellings mean which maker, and who took over whom: facts from public lists (data/makers). A company that was
 * renamed is one maker with two spellings; one that was taken over stays a maker of its own. What follows from that for a
 * question is decided in resolve-manufacturer.ts. Operators add spellings of their own (manufacturer-alias.ts).
 */
import { makerKey, type MakerKey } from '../part-keys/manufacturer-name.ts';
import type { MakerAlias } from './manufacturer-alias.ts';
import type { Maker, MakerEntries, Takeover } from './manufacturer-entries.ts';
import { isWhole } from './takeovers.ts';

/** How many spellings besides the name a search asks the index for. */
const USUAL_SPELLINGS = 2;
/** Spansion, Cypress, Infineon: two steps; three are rare. */
const MAX_CHAIN = 3;

export class MakerTable {
  readonly #entries: MakerEntries;
  /** Operators' spellings: null takes one out of the data. */
  readonly #aliases: ReadonlyMap<MakerKey, Maker | null>;

  constructor(entries: MakerEntries, aliases: ReadonlyMap<MakerKey, Maker | null> = new Map()) {
    this.#entries = entries;
    this.#aliases = aliases;
  }

  /** The table with operators' own spellings, which go before what it says by itself. */
  with(aliases: readonly MakerAlias[]): MakerTable {
    if (aliases.length === 0) return this;
    const added = new Map(this.#aliases);
    for (const { spelling, maker: name } of aliases) {
      added.set(makerKey(spelling), name === null ? null : this.#makerNamed(name));
    }
    return new MakerTable(this.#entries, added);
  }

  /** The manufacturers that use this key, most common first; several for the few keys that two companies use. */
  makersOf(key: MakerKey): readonly Maker[] {
    const alias = this.#aliases.get(key);
    if (alias !== undefined) return alias === null ? [] : [alias];
    return this.#entries.byKey.get(key) ?? [];
  }

  /** The keys under which a maker's records are most likely filed: its name's first, then its usual spellings, then operators'. */
  usualSpellings(maker: Maker): readonly MakerKey[] {
    const [entry] = this.#entries.byKey.get(maker.key) ?? [];
    const usual = entry?.keys.slice(1, 1 + USUAL_SPELLINGS) ?? [];
    const added = [...this.#aliases].filter(([, meant]) => meant?.key === maker.key).map(([key]) => key);
    return [...new Set([maker.key, ...usual, ...added])];
  }

  /** Every key that means this maker, operators' among them. For operators: reads the whole table. */
  allSpellings(maker: Maker): readonly MakerKey[] {
    const all = new Set([...(this.#entries.byKey.keys() as Iterable<MakerKey>), ...this.#aliases.keys()]);
    return [...all].filter((key) => this.makersOf(key).some((meant) => meant.key === maker.key));
  }

  /** Every spelling that means more than one maker. For operators and tests: reads the whole table. */
  clashes(): ReadonlyMap<MakerKey, readonly Maker[]> {
    const several = [...this.#entries.byKey].filter(([, makers]) => makers.length > 1);
    return new Map(several.map(([key, makers]) => [key as MakerKey, makers]));
  }

  /** The takeovers that lead from one maker to the other, in either direction, the earliest step first; empty when none do. */
  takeoversBetween(one: Maker, other: Maker): readonly Takeover[] {
    const onwards = this.#chain(one.key, other.key, MAX_CHAIN);
    return onwards.length > 0 ? onwards : this.#chain(other.key, one.key, MAX_CHAIN);
  }

  /** Who took a maker over, as a whole, and whoever took those over; the last of them first. */
  successorsOf(maker: Maker, most = MAX_CHAIN): readonly Maker[] {
    if (most === 0) return [];
    const now = this.#entries.takeovers.filter(({ before, how }) => before.key === maker.key && isWhole(how));
    const all = now.flatMap((step) => [...this.successorsOf(step.now, most - 1), step.now]);
    return [...new Map(all.map((one) => [one.key, one])).values()];
  }

  #chain(from: MakerKey, to: MakerKey, most: number): readonly Takeover[] {
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

  #makerNamed(name: string): Maker {
    const key = makerKey(name);
    return this.makersOf(key)[0] ?? { key, name };
  }
}
