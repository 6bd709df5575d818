/** What a search means: every record is looked at, and those that answer are put in order. */
import { expect } from 'vitest';
import { positionOf } from '../../functions/core/products/item-position.ts';
import type { ItemRecord } from '../../functions/core/products/item-record.ts';
import { listedCriteria, type SearchOrder } from '../../functions/core/products/search-order.ts';
import {
  termsOf,
  termsOfSearch,
  titleTermsOf,
  type Clause,
  type SearchCriteria,
} from '../../functions/core/products/search-terms.ts';

interface Answer {
  readonly id: string;
  readonly position: string;
  /** Of the words that the index holds, the rarest first: whether the record holds each. */
  readonly held: string;
  readonly isExact: boolean;
  readonly isFull: boolean;
  readonly inTitle: boolean;
}

export interface PlainAnswers {
  /** In the order of the pages, but for titles, which come first only within a window. */
  readonly all: readonly Answer[];
  /** Words of which no record holds one. */
  readonly absent: number;
}

interface OwnTerms {
  readonly all: ReadonlySet<string>;
  readonly title: ReadonlySet<string>;
}

const known = new WeakMap<ItemRecord, OwnTerms>();

/** @param order the rarity that the search itself decided from its lists */
export function plainAnswers(
  records: Iterable<ItemRecord>,
  criteria: SearchCriteria,
  order: SearchOrder,
): PlainAnswers {
  const terms = termsOfSearch(criteria);
  const listed = listedCriteria(terms);
  const ordered = order.words.flatMap((place) => listed.words[place] ?? []);
  const [words, absent] = [ordered.slice(0, order.held), ordered.slice(order.held)];
  const filters = [terms.maker, terms.unspsc === undefined ? undefined : [terms.unspsc]].filter(
    (one) => one !== undefined,
  );
  let holdsAbsent = false;
  const all = [...records].flatMap((record): Answer[] => {
    const { all: own, title } = ownTerms(record);
    const has = (clause: Clause) => clause.some((term) => own.has(term));
    holdsAbsent ||= absent.some((word) => has(word.terms));
    const isExact = terms.number !== undefined && own.has(terms.number);
    const held = words.map((word) => (has(word.terms) ? '0' : '1')).join('');
    const lacking = [...held].filter((bit) => bit === '1').length;
    const answers =
      words.length + listed.otherWords.length > 0
        ? words.length > 0 && (order.isNumber ? lacking + absent.length === 0 : lacking <= words.length / 2)
        : terms.words.length === 0;
    const isFull =
      lacking === 0 && !(order.isNumber && absent.length > 0) && listed.otherWords.every((word) => has(word.terms));
    if (!filters.every(has) || !(isExact || answers || (isFull && listed.otherWords.length > 0))) return [];
    const inTitle = [...words, ...listed.otherWords].every((word) => word.terms.some((term) => title.has(term)));
    return [{ id: record.id, position: positionOf(record), held, isExact, isFull, inTitle }];
  });
  expect(holdsAbsent).toBe(false);
  return { all: all.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)), absent: absent.length };
}

function keyOf({ isExact, isFull, held, position }: Answer): string {
  const lacking = [...held].filter((bit) => bit === '1').length;
  return isExact ? `0${position}` : isFull ? `1${position}` : `2${lacking}${held}${position}`;
}

/** Only those that hold every word, in the order of their positions. */
export function plainSearch(records: Iterable<ItemRecord>, criteria: SearchCriteria): string[] {
  const listed = listedCriteria(termsOfSearch(criteria));
  const order: SearchOrder = {
    words: listed.words.map((_word, place) => place),
    held: listed.words.length,
    leader: 'words',
    isNumber: false,
  };
  return plainAnswers(records, criteria, order)
    .all.filter(({ isExact, isFull }) => isExact || isFull)
    .map(({ id }) => id);
}

/** Each answer once and nothing else. */
export function expectAllOf(pages: readonly (readonly string[])[], plain: PlainAnswers): void {
  expect(pages.flat().toSorted()).toEqual(plain.all.map(({ id }) => id).toSorted());
}

/** Each answer once, numbers before full matches before all others, in their order; of full matches windows with the titles first. */
export function expectInOrder(pages: readonly (readonly string[])[], plain: PlainAnswers): void {
  expectAllOf(pages, plain);
  const byId = new Map(plain.all.map((answer) => [answer.id, answer]));
  const shown = pages.flat().flatMap((id) => byId.get(id) ?? []);
  const isInWindow = ({ isExact, isFull }: Answer) => !isExact && isFull;
  expect(shown.map((answer) => (isInWindow(answer) ? 'full' : answer.id))).toEqual(
    plain.all.map((answer) => (isInWindow(answer) ? 'full' : answer.id)),
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

/** Kept, since a test looks at every record again and again. */
function ownTerms(record: ItemRecord): OwnTerms {
  const terms = known.get(record) ?? { all: new Set(termsOf(record)), title: new Set(titleTermsOf(record)) };
  known.set(record, terms);
  return terms;
}
