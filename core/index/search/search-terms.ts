/**
 * Derives the terms that an item has postings for, and the terms of a search (docs/reference/search.md). A term is its
 * kind and its text.
 *   w  a word of title, keywords or part number        m  the key of a manufacturer: manufacturer or brand
 *   u  a prefix of the UNSPSC code, 2 to 8 digits       n  the key of the whole part number
 */
import type { ItemRecord } from '../items/item-record.ts';
import type { ManufacturerTable } from '../manufacturers/manufacturer-table.ts';
import { searchSpellings } from '../manufacturers/search-spellings.ts';
import { toManufacturerKey, type ManufacturerKey } from '../part-keys/manufacturer-name.ts';
import { beginningTerm, openBeginning } from './beginning-term.ts';
import { coveringBound, readBounds, type QueryBound } from './query-bounds.ts';
import { foldUnits, writtenQuantities } from '../items/item-quantities.ts';
import { readExclusions, type Exclusion } from '../words/query-exclusions.ts';
import { partKey } from '../part-keys/part-number.ts';
import { manufacturersOf, partKeyOf } from '../items/item-identity.ts';
import { familiesOfNumber, wordsOfQuery, wordsOfText, wordsSaidBy } from '../words/text-words.ts';
import type { QueryWord } from '../words/query-word.ts';
import { NO_WORDS, type WordTable } from '../words/word-table.ts';
import type { Clause, Term } from './term.ts';

/** A word of a query as written, with the terms that find it. */
export interface AskedWord {
  readonly asked: string;
  readonly terms: Clause;
  /**
   * Other terms that find it: plain words, operators' words, manufacturers' short names. They do not change the cursor.
   */
  readonly added: readonly Term[];
  /** If it may be a part number: the term of all part numbers that begin with it, which also finds it. */
  readonly beginning: Term | undefined;
  /** To which of two names of the query it belongs: "solid state relay or opto triac". */
  readonly alternative?: QueryWord['alternative'];
  /** Whether it can only be a part number, so that nothing matches if the index does not have it. */
  readonly isSureNumber: boolean;
  /** Whether it is a value that a bound of the search states too, so that a range with it is enough. */
  readonly isBounded: boolean;
}

/** A word that says only what kind of output a part has. "Open" belongs to such a word. */
const OF_OUTPUT = /(?<!open[ -])(?<![\p{L}\p{N}])\p{L}{4,}[ -](?=outputs?(?!\p{L}))/giu;
const UNSPSC_CODE = /^[0-9]{2,8}$/;

/** Returns the distinct terms of an item, sorted. @param words the abbreviations that operators have added */
export function termsOf(item: ItemRecord, words: WordTable = NO_WORDS): readonly Term[] {
  const texts = [item.title, item.mpn, ...(item.keywords ?? [])].filter((text) => text !== null);
  const number = partKeyOf(item);
  const terms = new Set([
    ...texts.flatMap((text) => [...wordsOfText(text, words)].map((word) => term('w', word))),
    ...familiesOfNumber(item.mpn ?? '').map((family) => term('w', family)),
    ...manufacturersOf(item).map((manufacturer) => term('m', manufacturer)),
    ...unspscPrefixes(item.unspsc_code).map((prefix) => term('u', prefix)),
    ...(number === undefined ? [] : [term('n', number)]),
  ]);
  return [...terms].sort();
}

export function wordsAmong(terms: readonly Term[]): readonly string[] {
  return terms.flatMap((one) => (one.startsWith('w:') ? [one.slice(2)] : []));
}

/** Returns the item's terms that are in its title. An optocoupler with "Phototransistor Output" is none. */
export function titleTermsOf({ title }: Pick<ItemRecord, 'title'>, words: WordTable = NO_WORDS): readonly Term[] {
  return title === null ? [] : [...wordsSaidBy(title.replaceAll(OF_OUTPUT, ''), words)].map((word) => term('w', word));
}

/**
 * The criteria of a search. An item matches when it has `manufacturer` and `unspsc`, and either every word or the part
 * number.
 */
export interface SearchTerms {
  readonly words: readonly AskedWord[];
  readonly number: Term | undefined;
  readonly manufacturer: Clause | undefined;
  readonly unspsc: Term | undefined;
  /** For each of them, a value of the item must be within it. */
  readonly bounds: readonly QueryBound[];
  /** An item that has one of them does not match. */
  readonly excluded: readonly ExcludedWords[];
}

/** Words of which an item may not have all. */
export interface ExcludedWords {
  readonly written: string;
  readonly clauses: readonly Clause[];
  /** An item with one of these is not excluded, because it denies the words itself: "non-isolated". */
  readonly unless: Clause;
  /** The value that is excluded, if no word says it: "5%". Only items tell whether they state it. */
  readonly value?: QueryBound;
}

export interface SearchCriteria {
  readonly query?: string | undefined;
  readonly manufacturer?: string | undefined;
  /** 2 to 8 digits; pairs of zeros at the end match every code below. */
  readonly unspsc?: string | undefined;
  /** Names of manufacturers in the query that have no items, with their successors. */
  readonly formerManufacturers?: readonly FormerManufacturer[];
  /** Words of the query, folded, that no item has and that part numbers begin with. */
  readonly beginnings?: readonly string[];
  /** Whether a value is also met by a stated range with it, because no item has it as a word beside the others. */
  readonly isWithinRanges?: boolean;
}

export interface FormerManufacturer {
  /** The name as it is in the query. */
  readonly written: string;
  readonly successors: readonly { readonly key: ManufacturerKey; readonly name: string }[];
}

/** @param words the words that operators have added; they do not change the cursor */
export function termsOfSearch(criteria: SearchCriteria, words: WordTable = NO_WORDS): SearchTerms {
  const { query, manufacturer, unspsc, formerManufacturers = [], beginnings = [] } = criteria;
  const bounded = readBounds(query ?? '');
  const { exclusions, rest: wanted } = readExclusions(bounded.rest);
  const named = formerManufacturers.reduce((text, { written }) => text.replace(written, ' '), wanted);
  const rest = wordsOfQuery(named, words)
    .map(askedWord)
    .map((word) => ({
      ...word,
      isBounded: bounded.bounds.some((bound) => bound.saidWhole === '' && isWithin(word, bound)),
    }))
    .map((word) => (beginnings.includes(word.asked) ? { ...word, beginning: openBeginning(word.asked) } : word));
  const within = criteria.isWithinRanges === true ? rest.flatMap((word) => boundOfValue(word) ?? []) : [];
  const plain = within.length === 0 ? rest : rest.filter((word) => boundOfValue(word) === undefined);
  const asked = [...plain, ...formerManufacturers.map(askedFormerManufacturer)];
  // A bound or an exclusion has no list of what it wants, so it is not enough for a query.
  const isEnough = asked.length > 0 || manufacturer !== undefined || unspsc !== undefined;
  const isWhole = bounded.bounds.length + exclusions.length > 0 && !isEnough;
  return {
    words: isWhole ? wordsOfQuery(query ?? '', words).map(askedWord) : asked,
    bounds: isWhole ? [] : [...bounded.bounds, ...within],
    excluded: isWhole ? [] : exclusions.map(excludedWords),
    number: query === undefined ? undefined : term('n', partKey(query)),
    manufacturer: manufacturer === undefined ? undefined : [term('m', toManufacturerKey(manufacturer))],
    unspsc: unspsc === undefined ? undefined : term('u', unpaddedUnspsc(unspsc)),
  };
}

/** Returns a word that is a value, such as "3.3V", as a bound that a range with it meets; undefined for other words. */
export function boundOfValue({ asked, beginning }: AskedWord): QueryBound | undefined {
  // The case of a prefix is lost in a folded word: 2.4ghz.
  const written = foldUnits(asked.replace(/(?<=\d ?)g(?=hz|bps|b$)/, 'G'));
  const [value, ...others] = beginning === undefined ? writtenQuantities(written) : [];
  const isWhole = value?.start === 0 && value.end === asked.length && others.length === 0;
  return isWhole ? coveringBound(value.unit, value.value) : undefined;
}

/** Whether a word is an end of the bound, or its range: "24v", "9-36v". */
function isWithin({ asked }: AskedWord, { from, to, unit }: QueryBound): boolean {
  const ends = asked.split(/(?<=\d)-(?=\d)/).flatMap((end, place, all) => {
    const value = writtenQuantities(foldUnits(place < all.length - 1 ? `${end}V` : end))[0];
    return value?.unit === unit ? [value.value] : [];
  });
  return ends.length > 0 && ends.every((end) => end === from || end === to);
}

/**
 * Adds the manufacturer's aliases to the terms. Cursors are made from `termsOfSearch` without them, because they belong
 * to the criteria as asked.
 */
export function withManufacturerSpellings(
  terms: SearchTerms,
  manufacturer: string,
  manufacturers: ManufacturerTable,
): SearchTerms {
  return { ...terms, manufacturer: searchSpellings(manufacturer, manufacturers).map((key) => term('m', key)) };
}

export function wordTerm(word: string): Term {
  return term('w', word);
}

/** The term of a whole part number. */
export function numberTerm(number: string): Term {
  return term('n', partKey(number));
}

export function manufacturerTerm(key: string): Term {
  return term('m', key);
}

function askedFormerManufacturer({ written, successors }: FormerManufacturer): AskedWord {
  const terms = successors.map(({ key }) => term('m', key));
  return { asked: written, terms, added: [], beginning: undefined, isSureNumber: false, isBounded: false };
}

function excludedWords({ written, isPrefix }: Exclusion): ExcludedWords {
  const [value] = written.endsWith('%') ? writtenQuantities(foldUnits(written)) : [];
  const clauses = wordsOfQuery(written).map(({ words }) => words.map((word) => term('w', word)));
  const denied = isPrefix
    ? ['non', 'not', ...wordsOfQuery(written).flatMap(({ words }) => words.map((word) => `non${word}`))]
    : [];
  return {
    written,
    clauses,
    unless: denied.map((word) => term('w', word)),
    ...(value !== undefined && { value: coveringBound(value.unit, value.value) }),
  };
}

function askedWord(word: QueryWord): AskedWord {
  const { asked, words, added, manufacturers, number, otherNumbers = [], alternative } = word;
  const termsOfAll = (all: readonly string[]) => all.map((word) => term('w', word));
  return {
    asked,
    terms: [...termsOfAll(words), ...otherNumbers.map(beginningTerm)],
    added: [...termsOfAll(added), ...manufacturers.map((manufacturer) => term('m', manufacturer))],
    beginning: number && beginningTerm(number),
    isSureNumber: number?.isSure === true,
    isBounded: false,
    ...(alternative !== undefined && { alternative }),
  };
}

function term(kind: 'w' | 'm' | 'u' | 'n', text: string): Term {
  return `${kind}:${text}` as Term;
}

function unspscPrefixes(code: string | null): readonly string[] {
  if (code === null || !UNSPSC_CODE.test(code)) return [];
  return Array.from({ length: code.length - 1 }, (_, index) => code.slice(0, index + 2));
}

/** 32110000 means family 3211: each level of the code is a pair of digits, and 00 means "all of it". */
function unpaddedUnspsc(code: string): string {
  return code.length % 2 === 0 && code.length > 2 && code.endsWith('00') ? unpaddedUnspsc(code.slice(0, -2)) : code;
}
