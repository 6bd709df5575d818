/**
 * Writes and reads the cursor of a search: at most 40 characters that encode where the page ended, in which order, and
 * for which criteria. It contains no secret and grants nothing: a forged cursor only starts at another place in the
 * same public order.
 *
 * A cursor is one number of at most 192 bits in base 64: kind of place, whether the query was corrected, leader,
 * whether the query is a part number, how many full matches were shown, how many words the index has, their order, then
 * up to three positions of 55 bits, or a phase and the leaders that are done (8 bits each) and up to two positions. 48
 * bits of SHA-256 over the criteria follow.
 */
import { createHash } from 'node:crypto';
import { END, START, type ItemPosition } from '../items/item-position.ts';
import type { Place, SearchPlace } from './search-place.ts';
import { listedCriteria, type Leader, type SearchOrder, ENOUGH_FULL_MATCHES } from './search-order.ts';
import type { SearchTerms } from './search-terms.ts';

const KINDS = ['number', 'full', 'titles', 'rest', 'relaxed', 'coarse'] as const;
const CORRECTED: readonly SearchOrder['isCorrected'][] = [false, true, 'again'];
const LEADERS: readonly Leader[] = ['words', 'manufacturer', 'unspsc'];
const MAX_WORDS = 8;
const PHASES = 256n;
const LEADER_SETS = 256n;
const FULL_MATCHES = BigInt(ENOUGH_FULL_MATCHES + 1);

const CURSOR = /^([A-Za-z0-9_-]{5,32})([A-Za-z0-9_-]{8})$/;
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const ID_DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ID_LENGTH = 8;
const IDS = BigInt(ID_DIGITS.length) ** BigInt(ID_LENGTH);
const RANKS = 101n;
/** All positions, plus START before them and END after them. */
const POSITIONS = RANKS * IDS + 2n;

export function writeCursor({ place, order, fullMatches }: SearchPlace, terms: SearchTerms): string {
  const numbers: readonly (readonly [value: bigint, choices: bigint])[] = [
    [BigInt(KINDS.indexOf(place.kind)), BigInt(KINDS.length)],
    [BigInt(CORRECTED.indexOf(order.isCorrected)), BigInt(CORRECTED.length)],
    [BigInt(LEADERS.indexOf(order.leader)), BigInt(LEADERS.length)],
    [order.isNumber ? 1n : 0n, 2n],
    [BigInt(fullMatches), FULL_MATCHES],
    [BigInt(order.held), BigInt(MAX_WORDS + 1)],
    [permutationNumber(order.words), permutations(order.words.length)],
    ...placeNumbers(place),
  ];
  const packed = numbers.reduceRight((rest, [value, choices]) => rest * choices + value, 0n);
  return `${inBase64(packed)}${criteriaDigest(terms)}`;
}

/**
 * Whether the cursor is of a corrected query, which only the index can correct again. Undefined if it was issued for
 * other criteria.
 */
export function isCursorOfCorrected(cursor: string, terms: SearchTerms): boolean | undefined {
  const [, packed, digest] = CURSOR.exec(cursor) ?? [];
  if (packed === undefined || digest !== criteriaDigest(terms)) return undefined;
  return (unpacked(packed) / BigInt(KINDS.length)) % BigInt(CORRECTED.length) !== 0n;
}

/**
 * Returns undefined if the cursor is damaged or was issued for other criteria.
 * @param corrected the terms of the corrected query
 */
export function readCursor(cursor: string, terms: SearchTerms, corrected = terms): SearchPlace | undefined {
  const [, packed, digest] = CURSOR.exec(cursor) ?? [];
  if (packed === undefined || digest !== criteriaDigest(terms)) return undefined;
  const wordCount = listedCriteria(corrected).words.length;
  let rest = unpacked(packed);
  const take = (choices: bigint): bigint => {
    const value = rest % choices;
    rest /= choices;
    return value;
  };
  const kind = KINDS[Number(take(BigInt(KINDS.length)))];
  const isCorrected = CORRECTED[Number(take(BigInt(CORRECTED.length)))] ?? false;
  const leader = LEADERS[Number(take(BigInt(LEADERS.length)))];
  const isNumber = take(2n) === 1n;
  const fullMatches = Number(take(FULL_MATCHES));
  const held = Number(take(BigInt(MAX_WORDS + 1)));
  const words = permutationAt(take(permutations(wordCount)), wordCount);
  const place = kind === undefined ? undefined : readPlace(kind, take);
  if (leader === undefined || place === undefined || held > wordCount || rest !== 0n) return undefined;
  return { place, order: { words, held, leader, isNumber, isCorrected } satisfies SearchOrder, fullMatches };
}

function placeNumbers(place: Place): readonly (readonly [bigint, bigint])[] {
  const at = (position: ItemPosition) => [positionNumber(position), POSITIONS] as const;
  const phase = (value: number) => [BigInt(value + 1), PHASES] as const;
  const done = (value: number) => [BigInt(value), LEADER_SETS] as const;
  switch (place.kind) {
    case 'number':
      return [at(place.last)];
    case 'full':
      return [at(place.start)];
    case 'titles':
      return [at(place.start), at(place.end), at(place.last)];
    case 'rest':
      return [at(place.end), at(place.last)];
    case 'relaxed':
      return [phase(place.phase), done(place.done), at(place.last)];
    case 'coarse':
      return [phase(place.phase), done(place.done), at(place.exact), at(place.fill)];
  }
}

function readPlace(kind: Place['kind'], take: (choices: bigint) => bigint): Place {
  const at = () => positionAt(take(POSITIONS));
  const phase = () => Number(take(PHASES)) - 1;
  const done = () => Number(take(LEADER_SETS));
  switch (kind) {
    case 'number':
      return { kind, last: at() };
    case 'full':
      return { kind, start: at() };
    case 'titles':
      return { kind, start: at(), end: at(), last: at() };
    case 'rest':
      return { kind, end: at(), last: at() };
    case 'relaxed':
      return { kind, phase: phase(), done: done(), last: at() };
    case 'coarse':
      return { kind, phase: phase(), done: done(), exact: at(), fill: at() };
  }
}

function positionNumber(position: ItemPosition): bigint {
  if (position === START) return 0n;
  if (position === END) return POSITIONS - 1n;
  const [rank = '', id = ''] = position.split('#itm_');
  return [...id].reduce((sum, digit) => sum * 62n + BigInt(ID_DIGITS.indexOf(digit)), BigInt(rank)) + 1n;
}

function positionAt(number: bigint): ItemPosition {
  if (number === 0n) return START;
  if (number === POSITIONS - 1n) return END;
  let rest = number - 1n;
  let id = '';
  for (let place = 0; place < ID_LENGTH; place += 1) {
    id = `${ID_DIGITS[Number(rest % 62n)] ?? ''}${id}`;
    rest /= 62n;
  }
  return `${String(rest).padStart(3, '0')}#itm_${id}`;
}

function permutations(count: number): bigint {
  return count <= 1 ? 1n : BigInt(count) * permutations(count - 1);
}

/** Returns the rank of a permutation of the numbers from 0 to n-1 among all permutations. */
function permutationNumber(order: readonly number[]): bigint {
  return order.reduce((sum, value, place) => {
    const smaller = order.slice(place + 1).filter((later) => later < value).length;
    return sum + BigInt(smaller) * permutations(order.length - place - 1);
  }, 0n);
}

function permutationAt(number: bigint, count: number): readonly number[] {
  const left = Array.from({ length: count }, (_, place) => place);
  let rest = number;
  return Array.from({ length: count }, (_, place) => {
    const below = permutations(count - place - 1);
    const [value = 0] = left.splice(Number(rest / below), 1);
    rest %= below;
    return value;
  });
}

function unpacked(packed: string): bigint {
  return [...packed].reduce((sum, digit) => sum * 64n + BigInt(DIGITS.indexOf(digit)), 0n);
}

function inBase64(number: bigint): string {
  let text = '';
  for (let rest = number; rest > 0n || text.length < 5; rest /= 64n)
    text = `${DIGITS[Number(rest % 64n)] ?? ''}${text}`;
  return text;
}

/** Returns the same digest for the same criteria in any spelling. */
function criteriaDigest({ words, number, manufacturer, unspsc, bounds, excluded }: SearchTerms): string {
  const clauses = words.map(({ terms }) => terms.join(' ')).sort();
  const limits = bounds.map((bound) => bound.said).sort();
  const without = excluded.map(({ clauses, unless }) => `${clauses.join(' ')}|${unless.join(' ')}`).sort();
  const criteria = JSON.stringify([clauses, number ?? null, manufacturer ?? null, unspsc ?? null, limits, ...without]);
  return createHash('sha256').update(criteria).digest('base64url').slice(0, 8);
}
