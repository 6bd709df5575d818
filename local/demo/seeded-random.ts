/** Repeatable random values: a seed gives the same values on every machine. Not for secrets. */
export interface SeededRandom {
  /** A whole number, both ends included. */
  integer(min: number, max: number): number;
  pick<T>(list: readonly [T, ...T[]]): T;
  /** True in `percent` of 100 calls. */
  chance(percent: number): boolean;
  alphanumeric(length: number): string;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Marsaglia's xorshift with the shifts 13, 17 and 5: 32 bits of state, a period of 2^32 - 1. */
export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0 || 1;
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state = (state ^ (state << 5)) >>> 0;
    return state;
  };
  const integer = (min: number, max: number): number => min + Math.floor((next() / 2 ** 32) * (max - min + 1));
  return {
    integer,
    pick: <T>(list: readonly [T, ...T[]]): T => list[integer(0, list.length - 1)] as T,
    chance: (percent) => integer(1, 100) <= percent,
    alphanumeric: (length) => Array.from({ length }, () => ALPHABET[integer(0, ALPHABET.length - 1)]).join(''),
  };
}
