/** Searches to measure, by the share of the index that matches; drawn from the items themselves. */
import type { ItemRecord } from '../../../core/index/items/item-record.ts';
import { quantitiesOf, type QuantityUnit } from '../../../core/index/items/item-quantities.ts';
import { valueText } from '../../../core/index/search/query-bounds.ts';
import { MIN_RECORDS_OF_COMMON_WORD } from '../../../core/index/words/vocabulary.ts';
import { termsOf, type SearchCriteria } from '../../../core/index/search/search-terms.ts';
import type { Term } from '../../../core/index/search/term.ts';
import { createSeededRandom } from '../../../local/demo/seeded-random.ts';
import { MIN_SLIPPED, slipped } from './slips.ts';

const WORD_TERM = /^w:\p{L}{3,}$/u;
/** A word in more than this share of the items is common. */
const COMMON_SHARE = 0.03;
const RARE_RECORDS = 20;
/** Two words rarely occur together if fewer than this many of a thousand items with the rarer word contain both. */
const MEETING_PER_MILLE = 2;

/** The beginning of a part number has letters and at least two digits. */
const MIN_BEGINNING = 4;
const BOUNDED_UNITS: ReadonlySet<string> = new Set<QuantityUnit>(['V', 'A', 'W', 'Hz', 'm', 'g']);

export function searchesBySelectivity(
  items: readonly ItemRecord[],
  count: number,
): ReadonlyMap<string, readonly SearchCriteria[]> {
  const random = createSeededRandom(11);
  const pick = <T>(all: readonly T[]): T => random.pick(all as [T, ...T[]]);
  const frequency = frequencies(items);
  const common = [...frequency].filter(([, found]) => found >= items.length * COMMON_SHARE).map(([term]) => term);
  const rare = [...frequency].filter(([, found]) => found >= 2 && found <= RARE_RECORDS).map(([term]) => term);
  const apart = strangers(items, common);
  const wordOf = (item: ItemRecord): string => textOf(pick(termsOf(item).filter(isWord)));
  const withManufacturer = (item: ItemRecord, query: string) => ({ query, manufacturer: item.manufacturer ?? '' });
  const held = new Set([...frequency.keys()].map(textOf));
  const misspelt = [...frequency].flatMap(([term, found]) =>
    found >= MIN_RECORDS_OF_COMMON_WORD && textOf(term).length >= MIN_SLIPPED ? [term] : [],
  );
  const misspeltTerms = new Set(misspelt);
  const slippedOf = (item: ItemRecord) =>
    slipped(random, textOf(pick(termsOf(item).filter((term) => misspeltTerms.has(term)))), held);
  const numbered = items.filter((item) => beginningOf(item).length >= MIN_BEGINNING);
  const stating = items.filter((item) => boundsOf(item).length > 0);
  const withBound = (item: ItemRecord) => `${wordOf(item)} ${pick(boundsOf(item))}`;
  const threeOfTwo = (item: ItemRecord) => `${wordOf(item)} ${wordOf(item)} ${wordOf(pick(items))}`;
  const sample = (make: (item: ItemRecord) => SearchCriteria) => Array.from({ length: count }, () => make(pick(items)));
  return new Map([
    ['an exact part number', sample(({ mpn }) => ({ query: mpn ?? '' }))],
    ['a rare word', sample(() => ({ query: textOf(pick(rare)) }))],
    ['a common word', sample(() => ({ query: textOf(pick(common)) }))],
    ['two words of a record', sample((item) => ({ query: `${wordOf(item)} ${wordOf(item)}` }))],
    ['its manufacturer and a word', sample((item) => withManufacturer(item, wordOf(item)))],
    ['its manufacturer and two words', sample((item) => withManufacturer(item, `${wordOf(item)} ${wordOf(item)}`))],
    [
      'its UNSPSC family and a word',
      sample((item) => ({ query: wordOf(item), unspsc: (item.unspsc_code ?? '').slice(0, 4) })),
    ],
    ['two words of a record, one of another', sample((item) => ({ query: threeOfTwo(item) }))],
    ['two common words that hardly meet', sample(() => ({ query: pick(apart).map(textOf).join(' ') }))],
    ['the beginning of a number', sample(() => ({ query: beginningOf(pick(numbered)) }))],
    ['a word with a typing error', sample(() => ({ query: slipped(random, textOf(pick(misspelt)), held) }))],
    ['the same and another word', sample((item) => ({ query: `${slippedOf(item)} ${wordOf(item)}` }))],
    ['a word and a bound', sample(() => ({ query: withBound(pick(stating)) }))],
  ]);
}

/** Returns all but its last two digits: the part number of a family. */
function beginningOf({ mpn }: ItemRecord): string {
  const [number = ''] = /^\p{L}+\d+/u.exec((mpn ?? '').replaceAll(/[^\p{L}\p{N}]/gu, '')) ?? [];
  return number.slice(0, -2);
}

/** Returns "at least 230 V" or "at most 9 nm": a bound on one of the stated values. */
function boundsOf(item: ItemRecord): readonly string[] {
  return Object.entries(quantitiesOf(item)).flatMap(([unit, values = []]) =>
    BOUNDED_UNITS.has(unit)
      ? values.flatMap((value) => {
          const text = valueText(typeof value === 'number' ? value : value[1], unit as QuantityUnit);
          return [`at least ${text}`, `at most ${text}`];
        })
      : [],
  );
}

function isWord(term: Term): boolean {
  return WORD_TERM.test(term);
}

function textOf(term: Term): string {
  return term.slice('w:'.length);
}

function frequencies(items: readonly ItemRecord[]): ReadonlyMap<Term, number> {
  const found = new Map<Term, number>();
  for (const item of items) {
    for (const term of termsOf(item)) if (isWord(term)) found.set(term, (found.get(term) ?? 0) + 1);
  }
  return found;
}

/** Returns pairs of common words that hardly any item contains together. */
function strangers(items: readonly ItemRecord[], common: readonly Term[]): readonly [Term, Term][] {
  const wanted = new Set(common);
  const [alone, together] = [new Map<Term, number>(), new Map<string, number>()];
  for (const item of items) {
    const own = termsOf(item).filter((term) => wanted.has(term));
    for (const [place, term] of own.entries()) {
      alone.set(term, (alone.get(term) ?? 0) + 1);
      for (const other of own.slice(place + 1)) {
        const pair = `${term} ${other}`;
        together.set(pair, (together.get(pair) ?? 0) + 1);
      }
    }
  }
  const meet = (a: Term, b: Term) => (together.get(`${a} ${b}`) ?? 0) + (together.get(`${b} ${a}`) ?? 0);
  return common.flatMap((term, place) =>
    common.slice(place + 1).flatMap((other): [Term, Term][] => {
      const rarer = Math.min(alone.get(term) ?? 0, alone.get(other) ?? 0);
      return meet(term, other) * 1_000 <= rarer * MEETING_PER_MILLE ? [[term, other]] : [];
    }),
  );
}
