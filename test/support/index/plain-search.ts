/** The reference implementation of search: looks at every item, and sorts the matches. */
import { expect } from 'vitest';
import { positionOf } from '../../../core/index/items/item-position.ts';
import type { ItemRecord } from '../../../core/index/items/item-record.ts';
import type { SearchPage } from '../../../core/index/search/finish-search.ts';
import { hasOneOf } from '../../../core/index/search/beginning-term.ts';
import { quantitiesOf } from '../../../core/index/items/item-quantities.ts';
import { bucketTerms, meetsBound } from '../../../core/index/search/quantity-buckets.ts';
import { listedPlaces } from '../../../core/index/search/leader-walk.ts';
import {
  enoughFullMatches,
  listedCriteria,
  neededWords,
  rarestOf,
  relaxedSets,
  withOtherForms,
  type NeededWords,
  type SearchOrder,
} from '../../../core/index/search/search-order.ts';
import { FULL_PHASE, type Place } from '../../../core/index/search/search-place.ts';
import {
  termsOf,
  termsOfSearch,
  titleTermsOf,
  type AskedWord,
  type SearchCriteria,
} from '../../../core/index/search/search-terms.ts';
import type { Clause, Term } from '../../../core/index/search/term.ts';
import { signatureOf, termTest, type SignatureBits } from '../../../core/index/search/term-signature.ts';

interface Answer {
  readonly id: string;
  readonly position: string;
  /** Whether the item contains each of the query's indexed words, rarest first. */
  readonly held: string;
  readonly isExact: boolean;
  readonly isFull: boolean;
  readonly inTitle: boolean;
  /** The number of the query's words that it lacks; a page shows the items that lack the fewest first. */
  readonly lacking: number;
}

export interface PlainAnswers {
  /** The order of the search, except for titles, which come first only within a window. */
  readonly all: readonly Answer[];
  /** The words that no item contains. */
  readonly absent: number;
  /** Whether enough items contain every word, so that no other item is shown. */
  readonly isEnough: boolean;
}

interface OwnTerms {
  readonly all: ReadonlySet<Term>;
  readonly title: ReadonlySet<Term>;
  readonly buckets: readonly Term[];
}

const known = new WeakMap<ItemRecord, OwnTerms>();
/** The words of the items that were examined last, by item id. */
const ownTermsById = new Map<string, OwnTerms>();

/**
 * @param order the rarity that the search itself decided from its lists
 * @param loneWord the word that the search found too common to be meant alone, which depends on how much a first page
 * reads
 */
export function plainAnswers(
  records: Iterable<ItemRecord>,
  criteria: SearchCriteria,
  order: SearchOrder,
  loneWord?: AskedWord,
): PlainAnswers {
  const terms = termsOfSearch(criteria);
  const listed = withOtherForms(listedCriteria(terms));
  const ordered = order.words.flatMap((place) => listed.words[place] ?? []);
  const [words, absent] = [ordered.slice(0, order.held), ordered.slice(order.held)];
  const filters = [terms.manufacturer, terms.unspsc === undefined ? undefined : [terms.unspsc]].filter(
    (one) => one !== undefined,
  );
  if (loneWord !== undefined) {
    expect(words.map(({ asked }) => asked)).toEqual([loneWord.asked]);
    expect([absent.length > 0, listed.otherWords.length, words.some(isNumberWord)]).toEqual([true, 0, false]);
  }
  const lacksMeaning = loneWord !== undefined || absent.some(({ isSureNumber }) => isSureNumber);
  let holdsAbsent = false;
  const all = [...records].flatMap((record): Answer[] => {
    const { all: own, title } = ownTerms(record);
    const has = (clause: Clause) => hasOneOf(own, clause);
    holdsAbsent ||= absent.some((word) => has(word.terms));
    const isExact = terms.number !== undefined && own.has(terms.number);
    const isExcluded = terms.excluded.some(
      ({ clauses, unless, value }) =>
        clauses.every(has) && !has(unless) && (value === undefined || meetsBound(quantitiesOf(record), value)),
    );
    if (isExcluded && !isExact) return [];
    const held = words.map((word) => (has(word.terms) ? '0' : '1')).join('');
    const lacking = [...held].filter((bit) => bit === '1').length;
    const numbers = words.filter(isNumberWord);
    const hasValues = words.every((word) => has(word.terms) || word.isBounded || !/\d/.test(word.asked));
    // Beside four known words an unknown one counts for nothing.
    const unknown = words.length <= 3 ? Math.min(1, absent.length) : 0;
    const enough =
      numbers.length > 0
        ? numbers.every((word) => has(word.terms))
        : hasValues && 2 * (words.length - lacking) >= words.length + unknown;
    const answers =
      words.length + listed.otherWords.length > 0
        ? words.length > 0 && !lacksMeaning && (order.isNumber ? lacking + absent.length === 0 : enough)
        : terms.words.length === 0;
    const isFull =
      lacking === 0 &&
      !lacksMeaning &&
      !(order.isNumber && absent.length > 0) &&
      listed.otherWords.every((word) => has(word.terms));
    if (!terms.bounds.every((bound) => meetsBound(quantitiesOf(record), bound))) return [];
    if (!filters.every(has) || !(isExact || answers || (isFull && listed.otherWords.length > 0))) return [];
    const inTitle = [...words, ...listed.otherWords].every(
      (word) => isNumberWord(word) || word.terms.some((term) => title.has(term)),
    );
    const others = listed.otherWords.filter((word) => !has(word.terms)).length;
    const position = positionOf(record);
    return [{ id: record.id, position, held, isExact, isFull, inTitle, lacking: isExact ? 0 : lacking + others }];
  });
  expect(holdsAbsent).toBe(false);
  const isEnough = all.filter(({ isExact, isFull }) => isExact || isFull).length >= enoughFullMatches(order);
  return { all: all.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)), absent: absent.length, isEnough };
}

function isNumberWord({ beginning }: AskedWord): boolean {
  return beginning !== undefined;
}

function keyOf({ isExact, isFull, held, position }: Answer): string {
  const lacking = [...held].filter((bit) => bit === '1').length;
  return isExact ? `0${position}` : isFull ? `1${position}` : `2${lacking}${held}${position}`;
}

/** Returns only the items with every word, in the order of their positions. */
export function plainSearch(records: Iterable<ItemRecord>, criteria: SearchCriteria): string[] {
  const listed = listedCriteria(termsOfSearch(criteria));
  const order: SearchOrder = {
    words: listed.words.map((_word, place) => place),
    held: listed.words.length,
    leader: 'words',
    isNumber: false,
    isCorrected: false,
  };
  return plainAnswers(records, criteria, order)
    .all.filter(({ isExact, isFull }) => isExact || isFull)
    .map(({ id }) => id);
}

/**
 * Expects each match once and nothing else. If enough items contain every word, no other item is a match, except the
 * items that filled pages before enough were found.
 */
export function expectAllOf(pages: readonly (readonly string[])[], plain: PlainAnswers): void {
  const shown = pages.flat();
  const partial = new Set(plain.all.flatMap(({ id, isExact, isFull }) => (isExact || isFull ? [] : [id])));
  const wanted = plain.isEnough ? plain.all.filter(({ id }) => !partial.has(id) || shown.includes(id)) : plain.all;
  expect(shown.toSorted()).toEqual(wanted.map(({ id }) => id).toSorted());
}

/**
 * Expects each match once, part numbers before full matches before all others, in their order; full matches have
 * windows with the titles first.
 */
export function expectInOrder(pages: readonly (readonly string[])[], plain: PlainAnswers): void {
  const wanted = plain.all.filter(({ isExact, isFull }) => !plain.isEnough || isExact || isFull);
  expectAllOf(pages, { ...plain, all: wanted });
  const byId = new Map(plain.all.map((answer) => [answer.id, answer]));
  const shown = pages.flat().flatMap((id) => byId.get(id) ?? []);
  const isInWindow = ({ isExact, isFull }: Answer) => !isExact && isFull;
  let from = 0;
  const paged = pages.flatMap(({ length }) => wanted.slice(from, (from += length)).toSorted(byLacking));
  expect(shown.map((answer) => (isInWindow(answer) ? 'full' : answer.id))).toEqual(
    paged.map((answer) => (isInWindow(answer) ? 'full' : answer.id)),
  );
  let [windowEnd, previous]: [string, Answer | undefined] = ['', undefined];
  let end = '';
  for (const answer of shown.filter(isInWindow)) {
    if (previous !== undefined && answer.inTitle && !previous.inTitle) windowEnd = end;
    expect(answer.position > windowEnd).toBe(true);
    if (previous?.inTitle === answer.inTitle) expect(answer.position > previous.position).toBe(true);
    previous = answer;
    end = answer.position > end ? answer.position : end;
  }
}

function byLacking(a: Answer, b: Answer): number {
  return a.lacking - b.lacking;
}

/** The results are cached, because a test looks at every item repeatedly. */
function ownTerms(record: ItemRecord): OwnTerms {
  const terms = known.get(record) ?? {
    all: new Set(termsOf(record)),
    title: new Set(titleTermsOf(record)),
    buckets: bucketTerms(quantitiesOf(record)),
  };
  known.set(record, terms);
  ownTermsById.set(record.id, terms);
  return terms;
}

/**
 * An item as the walks see it: by its signature, except for the rarest words, which the lists decide.
 */
interface Seen {
  readonly id: string;
  readonly position: string;
  readonly kind: 'number' | 'full' | 'partial';
  readonly inTitle: boolean;
  /** The position among the relaxed sets; `leader` is the rarest word of that set. */
  readonly phase: number;
  readonly leader: number;
  readonly lacking: number;
}

/**
 * Expects each page to show exactly the matches between its position and the previous one, whether the budget, the
 * limit or a window of titles ended it.
 * @param pages of a search to its end
 */
export function expectPagesBetweenPlaces(
  pages: readonly SearchPage[],
  records: Iterable<ItemRecord>,
  criteria: SearchCriteria,
  bits: SignatureBits,
): void {
  const order = pages[0]?.order;
  if (order === undefined) throw new Error('No page');
  const plain = plainAnswers(records, criteria, order, pages[0]?.loneWord);
  const answers = seenAnswers(plain, criteria, order, bits);
  const byId = new Map(answers.map((answer) => [answer.id, answer]));
  const hasOtherWords = listedCriteria(termsOfSearch(criteria)).otherWords.length > 0;
  const leaderOf = leaderOfPhases(order, answers, {
    needed: neededWords(heldWords(order, criteria), order.held < order.words.length),
    hasOtherWords,
  });
  const { isEnough } = plain;
  for (const [number, page] of pages.entries()) {
    const before = pages[number - 1]?.next?.place;
    const after = page.next?.place;
    const isBetween = (one: Seen) =>
      (after === undefined ? !isEnough || one.kind !== 'partial' : isPast(one, after, leaderOf)) &&
      !(before !== undefined && isPast(one, before, leaderOf));
    const shown = page.found.flatMap(({ item }) => byId.get(item.id) ?? []);
    const where = `page ${number + 1}, ${JSON.stringify([before, after])}`;
    expect(page.found.map(({ item }) => item.id).toSorted(), where).toEqual(
      answers
        .filter(isBetween)
        .map(({ id }) => id)
        .toSorted(),
    );
    expect(
      page.found.map(({ lacking }) => lacking.length),
      where,
    ).toEqual(shown.map(({ lacking }) => lacking));
    expect(
      shown.map(({ lacking }) => lacking),
      where,
    ).toEqual(shown.map(({ lacking }) => lacking).toSorted((a, b) => a - b));
    for (const alike of grouped(
      shown,
      ({ kind, inTitle, phase, lacking }) => `${kind} ${inTitle} ${phase} ${lacking}`,
    ).values()) {
      expect(
        alike.map(({ position }) => position),
        where,
      ).toEqual(alike.map(({ position }) => position).toSorted());
    }
    if (before?.kind !== 'coarse' && after?.kind !== 'coarse') {
      const partial = shown.filter(({ kind }) => kind === 'partial').toSorted((a, b) => a.lacking - b.lacking);
      for (const equal of grouped(partial, ({ lacking }) => lacking).values()) {
        expect(
          equal.map(({ phase }) => phase),
          where,
        ).toEqual(equal.map(({ phase }) => phase).toSorted((a, b) => a - b));
      }
    }
  }
}

function seenAnswers(
  plain: PlainAnswers,
  criteria: SearchCriteria,
  order: SearchOrder,
  bits: SignatureBits,
): readonly Seen[] {
  const terms = termsOfSearch(criteria);
  const listed = withOtherForms(listedCriteria(terms));
  const words = order.words.slice(0, order.held).flatMap((place) => listed.words[place] ?? []);
  const sets = order.isNumber
    ? []
    : relaxedSets(words.length, neededWords(words, words.length < order.words.length), listed.otherWords.length > 0);
  const canBeFull =
    words.length > 0 || order.words.length === 0 || (order.leader !== 'words' && listed.otherWords.length > 0);
  return plain.all.map((answer): Seen => {
    const own = ownTermsById.get(answer.id) ?? { all: new Set<Term>(), title: new Set<Term>(), buckets: [] };
    const signature = signatureOf([...own.all, ...own.buckets], [...own.title], bits);
    const truly = (clause: Clause) => hasOneOf(own.all, clause);
    const seems = words.map(({ terms: clause }) => termTest(clause, bits).has(signature));
    const rarest = words.findIndex(({ terms: clause }) => truly(clause));
    const isListed = (place: number, leader: number) =>
      listedPlaces({ words: words.map((word) => word.terms), bits }, leader).includes(place);
    const held = words.map((word, place) =>
      isNumberWord(word) || (order.leader === 'words' && (place <= rarest || isListed(place, rarest)))
        ? truly(word.terms)
        : seems[place] === true,
    );
    const set = held.reduce((bitsSoFar, holds) => bitsSoFar * 2 + (holds ? 1 : 0), 0);
    const isFull =
      canBeFull && held.every(Boolean) && listed.otherWords.every((word) => termTest(word.terms, bits).has(signature));
    const inTitle =
      isFull &&
      [...words, ...listed.otherWords].every(
        (word) => isNumberWord(word) || termTest(word.terms, bits).titleHas(signature),
      );
    return {
      id: answer.id,
      position: answer.position,
      kind: answer.isExact ? 'number' : isFull ? 'full' : 'partial',
      inTitle,
      phase: sets.indexOf(set),
      leader: order.leader === 'words' ? rarest : 0,
      lacking: answer.isExact ? 0 : [...words, ...listed.otherWords].filter((word) => !truly(word.terms)).length,
    };
  });
}

/** Returns the indexed words, rarest first. */
function heldWords(order: SearchOrder, criteria: SearchCriteria): readonly AskedWord[] {
  const { words } = listedCriteria(termsOfSearch(criteria));
  return order.words.slice(0, order.held).flatMap((place) => words[place] ?? []);
}

/** Returns the leader of a phase: the rarest word of its set; with a leading filter there is only one. */
function leaderOfPhases(
  order: SearchOrder,
  answers: readonly Seen[],
  { needed, hasOtherWords }: { readonly needed: NeededWords; readonly hasOtherWords: boolean },
): (phase: number) => number {
  const known = new Map(answers.map(({ phase, leader }) => [phase, leader]));
  const sets = relaxedSets(order.held, needed, hasOtherWords);
  return (phase) => {
    if (order.leader !== 'words' || phase < 0) return 0;
    const set = sets[phase];
    return known.get(phase) ?? (set === undefined ? 0 : rarestOf(set, order.held));
  };
}

/** Returns whether a search at this position has shown a match. */
function isPast(one: Seen, place: Place, leaderOf: (phase: number) => number): boolean {
  if (place.kind === 'number') return one.kind === 'number' && one.position <= place.last;
  if (one.kind === 'number') return true;
  switch (place.kind) {
    case 'full':
      return one.kind === 'full' && one.position <= place.start;
    case 'titles':
      return one.kind === 'full' && (one.position <= place.start || (one.inTitle && one.position <= place.last));
    case 'rest':
      return one.kind === 'full' && one.position <= (one.inTitle ? place.end : place.last);
    case 'relaxed':
      return one.kind === 'full' || isPastPhase(one, place, place.last);
    case 'coarse': {
      if (one.kind === 'full') return place.phase !== FULL_PHASE || one.position <= place.exact;
      const isFilled = one.phase > place.phase && one.leader === leaderOf(place.phase) && one.position <= place.fill;
      return isFilled || isPastPhase(one, place, place.exact);
    }
  }
}

function isPastPhase(
  one: Seen,
  { phase, done }: { readonly phase: number; readonly done: number },
  last: string,
): boolean {
  return one.phase < phase || (done & (1 << one.leader)) !== 0 || (one.phase === phase && one.position <= last);
}

function grouped<Value, Key>(values: readonly Value[], keyOfValue: (value: Value) => Key): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const value of values) groups.set(keyOfValue(value), [...(groups.get(keyOfValue(value)) ?? []), value]);
  return groups;
}
