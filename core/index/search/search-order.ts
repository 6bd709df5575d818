/**
 * Makes the decisions that a search takes once, from its first pages of postings, and keeps in its cursor: which of its
 * words the index has, how rare they are, and whose list leads. They determine the order of its results: the sets of
 * words that an item may have, best first.
 */
import type { PostingStretch } from './posting-list.ts';
import { END } from '../items/item-position.ts';
import { alternativesIn } from '../words/query-alternatives.ts';
import type { AskedWord, SearchTerms } from './search-terms.ts';
import type { Clause } from './term.ts';

/** When this many items have every word, items that lack a word are not shown. */
export const ENOUGH_FULL_MATCHES = 4;

/** The longest terms are usually the rarest; the others are checked in the signatures. */
const MAX_FIRST_LISTS = 8;
/** Additional lists, for words that operators have added. */
const MAX_ADDED_LISTS = 4;

export type Leader = 'words' | 'manufacturer' | 'unspsc';

/** The criteria whose lists are read; everything else is checked in the signatures. */
export interface ListedCriteria {
  readonly words: readonly AskedWord[];
  /** Words without lists, in a search with many words. */
  readonly otherWords: readonly AskedWord[];
  readonly filters: readonly { readonly leader: Leader; readonly clause: Clause }[];
}

/** Returns the same for the same criteria in any order. */
export function listedCriteria({ words, manufacturer, unspsc }: SearchTerms): ListedCriteria {
  const candidates = [
    ...words.map((word) => ({ word, clause: word.terms, counted: word.terms, leader: 'words' as const })),
    // A manufacturer's aliases do not count: otherwise a cursor would belong to other words whenever an alias is added
    // or removed.
    ...(manufacturer === undefined
      ? []
      : [
          { word: undefined, clause: manufacturer, counted: manufacturer.slice(0, 1), leader: 'manufacturer' as const },
        ]),
    ...(unspsc === undefined
      ? []
      : [{ word: undefined, clause: [unspsc], counted: [unspsc], leader: 'unspsc' as const }]),
  ].toSorted(
    (a, b) =>
      Number(isNumberWord(b.word)) - Number(isNumberWord(a.word)) ||
      longest(b.counted) - longest(a.counted) ||
      (String(a.counted) < String(b.counted) ? -1 : 1),
  );
  const terms = new Set<string>();
  const listed = candidates.filter(({ counted }) => {
    const more = counted.filter((term) => !terms.has(term));
    if (terms.size + more.length > MAX_FIRST_LISTS) return false;
    for (const term of more) terms.add(term);
    return true;
  });
  const listedWords = listed.flatMap(({ word }) => word ?? []);
  return {
    words: listedWords,
    otherWords: words.filter((word) => !listedWords.includes(word)),
    filters: listed.flatMap(({ word, leader, clause }) => (word === undefined ? [{ leader, clause }] : [])),
  };
}

/** Adds to each word the other terms that find it; only a few of the words that operators have added are read. */
export function withOtherForms(listed: ListedCriteria): ListedCriteria {
  const shares = sharesOf(
    listed.words.map(({ added }) => added.length),
    MAX_ADDED_LISTS,
  );
  const words = listed.words.map((word, place) => ({
    ...word,
    terms: [
      ...word.terms,
      ...(word.beginning === undefined ? [] : [word.beginning]),
      ...word.added.slice(0, shares[place]),
    ],
  }));
  // Signatures check these.
  const otherWords = listed.otherWords.map((word) => ({
    ...word,
    terms: [...word.terms, ...word.added],
  }));
  return { ...listed, words, otherWords };
}

/**
 * Distributes the lists: each word's first before any word's second, so that no word takes all. Operators' words
 * precede plain words.
 */
function sharesOf(wanted: readonly number[], lists: number): readonly number[] {
  const shares = wanted.map(() => 0);
  let left = lists;
  for (let round = 0; left > 0 && wanted.some((count) => count > round); round += 1) {
    for (const [place, count] of wanted.entries()) {
      if (count <= round || left === 0) continue;
      shares[place] = round + 1;
      left -= 1;
    }
  }
  return shares;
}

/** Only lists can match a prefix of part numbers; signatures cannot. */
function isNumberWord(word: AskedWord | undefined): boolean {
  return word?.beginning !== undefined;
}

function longest(clause: Clause): number {
  return Math.max(...clause.map((term) => term.length));
}

export interface SearchOrder {
  /**
   * Indices into {@link ListedCriteria.words}: first the `held` words that the index has, rarest first, then those that
   * it does not have.
   */
  readonly words: readonly number[];
  readonly held: number;
  readonly leader: Leader;
  /** Whether the query is exactly the part number of an item, so that no partial match is meant. */
  readonly isNumber: boolean;
  /**
   * Whether the words are those of a corrected query, which a later page must correct again: `again` if the first
   * lists of those words decide what is searched for, a range or only the rarest word.
   */
  readonly isCorrected: boolean | 'again';
}

/**
 * If items have at least this many words of a query that also has unknown ones, a single full match excludes partial
 * ones.
 */
const MANY_WORDS = 4;
/** Of two words, the other one alone is rarely meant where some item has both. */
const FEW_WORDS = 2;

/** Returns how many full matches exclude partial ones. */
export function enoughFullMatches({ words, held }: Pick<SearchOrder, 'words' | 'held'>): number {
  const isOneEnough = held < words.length ? held >= MANY_WORDS : held === FEW_WORDS;
  return isOneEnough ? 1 : ENOUGH_FULL_MATCHES;
}

/** @param stretchOf returns the first page of a clause, from the start of its lists */
export function decideOrder(
  listed: ListedCriteria,
  stretchOf: (clause: Clause) => PostingStretch,
): Omit<SearchOrder, 'isNumber' | 'isCorrected'> {
  const words = listed.words.map(({ terms }, place) => ({ place, stretch: stretchOf(terms) }));
  const held = words.filter(({ stretch }) => !isEmpty(stretch)).toSorted((a, b) => byRarity(a.stretch, b.stretch));
  const absent = words.filter(({ stretch }) => isEmpty(stretch));
  const leaders = [
    ...held.slice(0, 1).map(({ stretch }) => ({ leader: 'words' as const, stretch })),
    ...listed.filters.map(({ leader, clause }) => ({ leader, stretch: stretchOf(clause) })),
  ].toSorted((a, b) => byRarity(a.stretch, b.stretch));
  return {
    words: [...held, ...absent].map(({ place }) => place),
    held: held.length,
    leader: leaders[0]?.leader ?? 'words',
  };
}

export function isEmpty(stretch: PostingStretch): boolean {
  return stretch.reach() === END && stretch.postings().length === 0;
}

/** Compares lists that ended by their count, others by their reach. */
function byRarity(a: PostingStretch, b: PostingStretch): number {
  if (a.reach() === b.reach()) return a.postings().length - b.postings().length;
  return a.reach() < b.reach() ? 1 : -1;
}

/** A set of the words that the index has, as `count` bits: the rarest is the highest bit. */
export type WordSet = number;

export function setOf<Word>(words: readonly Word[], isIn: (word: Word) => boolean): WordSet {
  return words.reduce((set, word) => set * 2 + (isIn(word) ? 1 : 0), 0);
}

export function allOf(count: number): WordSet {
  return 2 ** count - 1;
}

function sizeOf(set: WordSet): number {
  let size = 0;
  for (let rest = set; rest > 0; rest &= rest - 1) size += 1;
  return size;
}

/** Which of the words that the index has an item must have. */
export interface NeededWords {
  readonly required: WordSet;
  /** How many words it needs at least. */
  readonly least: number;
  /**
   * If the query says two longer names, "shift register or Johnson counter": the words of each, of which an item may
   * lack one, and needs two.
   */
  readonly names?: readonly WordSet[];
}

export const NOTHING_NEEDED: NeededWords = { required: 0, least: 0 };

const DIGIT = /\p{N}/u;
/** A name of fewer words is one word with alternatives. */
const LONG_NAME = 2;
/** In a longer query one unknown word says little about the others. */
const FEW_KNOWN = 3;

/**
 * A part number is required, and then no other word is. Otherwise all words with a digit are required, because an item
 * that lacks a value is meant in 3 of 100 cases, and half of the words. Unknown words count as one beside few known
 * ones.
 * @param held the words that the index has, rarest first
 */
export function neededWords(held: readonly AskedWord[], hasUnknown: boolean): NeededWords {
  const numbers = setOf(held, ({ beginning }) => beginning !== undefined);
  if (numbers > 0) return { required: numbers, least: 0 };
  const count = held.reduce((sum, { asked }) => sum + alternativesIn(asked).length, 0);
  const half = Math.ceil((count + (hasUnknown && held.length <= FEW_KNOWN ? 1 : 0)) / 2);
  const names = (['one', 'other'] as const)
    .map((name) => setOf(held, ({ alternative }) => alternative === name))
    .filter((name) => sizeOf(name) >= LONG_NAME);
  return {
    required: setOf(held, (word) => DIGIT.test(word.asked) && !word.isBounded),
    // Of two names in a query, the shorter one is enough.
    least: Math.min(half, held.length, ...names.map(sizeOf)),
    ...(names.length > 1 && { names }),
  };
}

/** Whether an item with exactly these words matches. */
export function isAnswer(set: WordSet, { required, least, names }: NeededWords): boolean {
  const isNamed = (name: WordSet) => sizeOf(set & name) >= Math.max(LONG_NAME, sizeOf(name) - 1);
  return (set & required) === required && sizeOf(set) >= least && (names === undefined || names.some(isNamed));
}

/**
 * Returns the sets of words of partial matches: those that lack the fewest words first, then those with the rarest
 * words.
 */
export function relaxedSets(count: number, needed: NeededWords, hasOtherWords: boolean): readonly WordSet[] {
  const sets = Array.from({ length: allOf(count) }, (_, place) => place + 1).filter(
    (set) => isAnswer(set, needed) && (hasOtherWords || set !== allOf(count)),
  );
  return sets.toSorted((a, b) => sizeOf(b) - sizeOf(a) || b - a);
}

/** Returns the rank of the most common word that can be the rarest one of an item. */
export function lastLeader(count: number, { required, least }: NeededWords): number {
  return Math.min(required > 0 ? rarestOf(required, count) : count, count - Math.max(1, least));
}

/** Returns the rank of the rarest word of a set, in the order of rarity. */
export function rarestOf(set: WordSet, count: number): number {
  return count - 1 - Math.floor(Math.log2(set));
}
