/**
 * What a search decides once, from its first pages of postings, and keeps in its cursor: which of its words the index holds, which of them
 * are rare, and whose list leads. And from that the order of its answers: the sets of words that a record may hold, the best first.
 */
import type { PostingStretch } from './posting-list.ts';
import { END } from '../items/item-position.ts';
import type { AskedWord, SearchTerms } from './search-terms.ts';
import type { Clause } from './term.ts';

/** When this many items have every word, items that lack one are not meant. */
export const ENOUGH_FULL_MATCHES = 4;

/** The longest terms are usually the rarest; the signatures answer for the rest. */
const MAX_FIRST_LISTS = 8;
/** Lists more, of words that operators have added. */
const MAX_ADDED_LISTS = 4;

export type Leader = 'words' | 'manufacturer' | 'unspsc';

/** The criteria whose lists are read; everything else is left to the signatures. */
export interface ListedCriteria {
  readonly words: readonly AskedWord[];
  /** Words without lists, of a search of many. */
  readonly otherWords: readonly AskedWord[];
  readonly filters: readonly { readonly leader: Leader; readonly clause: Clause }[];
}

/** The same for the same criteria, in whatever order they are written. */
export function listedCriteria({ words, manufacturer, unspsc }: SearchTerms): ListedCriteria {
  const candidates = [
    ...words.map((word) => ({ word, clause: word.terms, counted: word.terms, leader: 'words' as const })),
    // A manufacturer's further spellings do not count: a cursor would belong to other words wherever one is added or taken back.
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

/** Each word with what it is found by besides; of those that operators have added, no more than a few are read. */
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
  // Signatures answer for these.
  const otherWords = listed.otherWords.map((word) => ({
    ...word,
    terms: [...word.terms, ...word.added],
  }));
  return { ...listed, words, otherWords };
}

/** Each word's first before any word's second: what operators have added precedes plain words, and none takes all. */
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

/** Only its lists say what begins with a part number; signatures do not. */
function isNumberWord(word: AskedWord | undefined): boolean {
  return word?.beginning !== undefined;
}

function longest(clause: Clause): number {
  return Math.max(...clause.map((term) => term.length));
}

export interface SearchOrder {
  /** Places in {@link ListedCriteria.words}: those that the index holds, the rarest first, then those that it does not hold. */
  readonly words: readonly number[];
  readonly held: number;
  readonly leader: Leader;
  /** Whether the query is the very number of a record: then nothing less is meant, and no phase is relaxed. */
  readonly isNumber: boolean;
  /** Whether its words are those of a corrected query: a later page corrects it again. */
  readonly isCorrected: boolean;
}

/** From so many words on that items have, one of which nothing knows may be left out, but no other one beside it. */
const MANY_WORDS = 4;

/** How many items that have every word of the index are enough that no other one follows. */
export function enoughFullMatches({ words, held }: Pick<SearchOrder, 'words' | 'held'>): number {
  return held < words.length && held >= MANY_WORDS ? 1 : ENOUGH_FULL_MATCHES;
}

/** @param stretchOf the first page of a clause, from the beginning of its lists */
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

/** Lists that ended by their count, the others by their reach. */
function byRarity(a: PostingStretch, b: PostingStretch): number {
  if (a.reach() === b.reach()) return a.postings().length - b.postings().length;
  return a.reach() < b.reach() ? 1 : -1;
}

/** A set of the words that the index holds, as bits: the rarest is the highest of `count`. */
export type WordSet = number;

export function allOf(count: number): WordSet {
  return 2 ** count - 1;
}

function sizeOf(set: WordSet): number {
  let size = 0;
  for (let rest = set; rest > 0; rest &= rest - 1) size += 1;
  return size;
}

/** Whether a record that holds exactly these words answers: with all numbers that are asked for, or, where none is, with half of the words. */
export function isAnswer(set: WordSet, count: number, required: WordSet): boolean {
  if ((set & required) !== required) return false;
  return required > 0 || sizeOf(set) >= leastHeld(count);
}

/** Fewer than half of the words are not an answer. */
export function leastHeld(count: number): number {
  return Math.ceil(count / 2);
}

/** The sets that a record may hold exactly when it does not hold all: fewest words lacking first, then the rarest held. */
export function relaxedSets(count: number, required: WordSet, hasOtherWords: boolean): readonly WordSet[] {
  const sets = Array.from({ length: allOf(count) }, (_, place) => place + 1).filter(
    (set) => isAnswer(set, count, required) && (hasOtherWords || set !== allOf(count)),
  );
  return sets.toSorted((a, b) => sizeOf(b) - sizeOf(a) || b - a);
}

/** The rarest word of a set, by its rank in the order of rarity. */
export function rarestOf(set: WordSet, count: number): number {
  return count - 1 - Math.floor(Math.log2(set));
}
