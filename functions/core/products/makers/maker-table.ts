/**
 * Which spellings mean which maker, and who took over whom: facts from public lists (data/makers), with ready-made keys. A company that was
 * renamed is one maker with two spellings; one that was taken over stays a maker of its own. What follows from that for a
 * question is decided in resolve-maker.ts. Operators add spellings of their own (maker-alias.ts).
 */
import { makerKey, type MakerKey } from '../manufacturer-name.ts';
import type { MakerAlias } from './maker-alias.ts';
import { lineAt, valueInSortedLines } from './sorted-lines.ts';
import { readTakeovers, type StoredTakeover, type TakeoverKind } from './takeovers.ts';

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

/** As `bin/makers-data.ts` writes it. A place is where a maker's line begins in `names`, in base 36. */
export interface MakerData {
  /** Sorted lines `key|place` or, for a spelling of several makers, `key|place,place`, the most usual first. */
  readonly keys: string;
  /** Lines `name|key|spelling|spelling`: with the key of the name and of its two most usual other spellings. */
  readonly names: string;
  /** Lines `place|place|year|kind`. */
  readonly takeovers: string;
}

/** Spansion, Cypress, Infineon: two steps; three are rare. */
const MAX_CHAIN = 3;

export class MakerTable {
  readonly #data: MakerData;
  /** Operators' spellings: null takes one out of the data. */
  readonly #aliases: ReadonlyMap<MakerKey, Maker | null>;
  #takeovers: readonly StoredTakeover[] | undefined;

  constructor(data: MakerData, aliases: ReadonlyMap<MakerKey, Maker | null> = new Map()) {
    this.#data = data;
    this.#aliases = aliases;
  }

  /** The table with operators' own spellings, which go before what it says by itself. */
  with(aliases: readonly MakerAlias[]): MakerTable {
    if (aliases.length === 0) return this;
    const added = new Map(this.#aliases);
    for (const { spelling, maker: name } of aliases) {
      added.set(makerKey(spelling), name === null ? null : this.#makerNamed(name));
    }
    return new MakerTable(this.#data, added);
  }

  /** Who goes by the spelling of this key, the most usual first; several for the few that two companies use. */
  makersOf(key: MakerKey): readonly Maker[] {
    const alias = this.#aliases.get(key);
    if (alias !== undefined) return alias === null ? [] : [alias];
    const places = valueInSortedLines(this.#data.keys, key);
    return places === undefined ? [] : places.split(',').map((place) => this.#makerAt(place));
  }

  /** The keys under which a maker's records are most likely filed: its name's first, then its usual spellings, then operators'. */
  usualSpellings(maker: Maker): readonly MakerKey[] {
    const place = valueInSortedLines(this.#data.keys, maker.key)?.split(',')[0];
    const line = place === undefined ? '' : lineAt(this.#data.names, Number.parseInt(place, 36));
    const [, , ...usual] = line.split('|');
    const added = [...this.#aliases].filter(([, meant]) => meant?.key === maker.key).map(([key]) => key);
    return [...new Set([maker.key, ...(usual as MakerKey[]), ...added])];
  }

  /** Every key that means this maker, operators' among them. For operators: reads the whole table. */
  allSpellings(maker: Maker): readonly MakerKey[] {
    const keys = this.#data.keys.split('\n').map((line) => line.slice(0, line.indexOf('|')) as MakerKey);
    const all = new Set([...keys, ...this.#aliases.keys()]);
    return [...all].filter((key) => this.makersOf(key).some((meant) => meant.key === maker.key));
  }

  /** Every spelling that means more than one maker. For operators and tests: reads the whole table. */
  clashes(): ReadonlyMap<MakerKey, readonly Maker[]> {
    const lines = this.#data.keys.split('\n').filter((line) => line.includes(','));
    const keys = lines.map((line) => line.slice(0, line.indexOf('|')) as MakerKey);
    return new Map(keys.map((key) => [key, this.makersOf(key)]));
  }

  /** The takeovers that lead from one maker to the other, in either direction, the earliest step first; empty when none do. */
  takeoversBetween(one: Maker, other: Maker): readonly Takeover[] {
    const onwards = this.#chain(one.key, other.key, MAX_CHAIN);
    const chain = onwards.length > 0 ? onwards : this.#chain(other.key, one.key, MAX_CHAIN);
    return chain.map(({ before, now, year, how }) => {
      return { before: this.#makerAt(before), now: this.#makerAt(now), year, how };
    });
  }

  #chain(from: MakerKey, to: MakerKey, most: number): readonly StoredTakeover[] {
    if (most === 0) return [];
    this.#takeovers ??= readTakeovers(this.#data.takeovers);
    const steps = this.#takeovers.filter(({ before }) => this.#makerAt(before).key === from);
    const direct = steps.find(({ now }) => this.#makerAt(now).key === to);
    if (direct !== undefined) return [direct];
    for (const step of steps) {
      const rest = this.#chain(this.#makerAt(step.now).key, to, most - 1);
      if (rest.length > 0) return [step, ...rest];
    }
    return [];
  }

  #makerNamed(name: string): Maker {
    const key = makerKey(name);
    return this.makersOf(key)[0] ?? { key, name };
  }

  #makerAt(place: string): Maker {
    const [name = '', key = ''] = lineAt(this.#data.names, Number.parseInt(place, 36)).split('|');
    return { name, key: key as MakerKey };
  }
}
