/**
 * Writes the `message` of a search page, if it needs one: why the page is empty or short, and what to do next. As in
 * miss-message.ts, it says how many candidates there are, which are data beside it.
 */
import { cleanText } from '../../clean-text.ts';
import { parseGtin } from '../part-keys/gtin.ts';
import { countCandidates, NAMES_ARE_DATA } from '../lookup/candidate.ts';
import type { SearchPage } from './finish-search.ts';
import type { AskedWord, SearchCriteria } from './search-terms.ts';
import { boundsOfQuery } from '../words/text-words.ts';
import { MAX_BEGINNING_NUMBERS } from './beginning-term.ts';
import type { Correction } from './start-search.ts';
import { readBounds, type QueryBound } from './query-bounds.ts';
import { readExclusions, type Exclusion } from '../words/query-exclusions.ts';

interface EmptySearch {
  readonly criteria: SearchCriteria;
  readonly page: Pick<SearchPage, 'unknownWords' | 'unmatchedFilters' | 'loneWord'>;
  /** How many candidates the answer has. */
  readonly candidates: number;
  readonly corrections?: readonly Correction[] | undefined;
}

const QUOTE_LENGTH = 120;
/** A page of 25 items can lack up to 25 different sets of words. */
const MAX_GROUPS = 4;

/** The message of a page that ended at its read budget. */
const CUT_SHORT_MESSAGE =
  'Few records have all of this in common, and the page ended at its reading budget. Continue with next_cursor, or ask for less common words.';

/** The message of a page of which the budget ended what it read before it was known whether anything follows. */
const UNKNOWN_MESSAGE =
  'The page ended at its reading budget: the most trusted records with the rarest of these words were read, and whether more match is not known yet. Continue with next_cursor, or ask for less common words.';

/** The message of a page that found nothing before its read budget ended. */
const NOTHING_YET_MESSAGE =
  'Nothing was found yet: the most trusted records with the rarest of these words were read, none has enough of the others, and the page ended at its reading budget. Continue with next_cursor, or ask for less common words.';

const BARCODE_MESSAGE = 'It may be a barcode: lookup_part reads it as gtin.';

/**
 * Explains a page with items, or with more to come: how the query was read, which words no item has, and what each item
 * lacks.
 */
export function pageMessage(
  { found, unknownWords, isCutShort, hasMore, cutNumbers }: SearchPage,
  query = '',
  corrections: readonly Correction[] = [],
): string | undefined {
  const { bounds: filters, rest } = readBounds(query);
  const { exclusions } = readExclusions(rest);
  const bounds = boundsOfQuery(rest).map((value) => `“${quote(value)}”`);
  const sentences = [
    ...corrections.map(correctionSentence),
    ...boundSentences(filters),
    ...exclusionSentences(exclusions),
    ...cutNumbers.map(cutNumberSentence),
    bounds.length > 0 && `No bound is searched for: compare the values yourself with ${bounds.join(', ')}.`,
    unknownWords.length > 0 && `Nothing in the index has ${words(unknownWords)}: the search left it out.`,
    unknownWords.some(({ asked }) => namesBarcode(asked)) && BARCODE_MESSAGE,
    found.some(({ lacking }) => lacking.length > 0) && `Not every word is met: ${lackingGroups(found)}.`,
    isCutShort && (found.length === 0 ? NOTHING_YET_MESSAGE : hasMore ? CUT_SHORT_MESSAGE : UNKNOWN_MESSAGE),
  ].filter((sentence) => sentence !== false);
  return sentences.length > 0 ? sentences.join(' ') : undefined;
}

function correctionSentence({ written, meant, kind }: Correction): string {
  switch (kind) {
    case 'word':
      return `Nothing has “${quote(written)}”: searched for “${quote(meant)}”.`;
    case 'manufacturer':
      return `Nothing is filed under “${quote(written)}”: searched for ${quote(meant)}, which took it over.`;
    case 'short name':
      return `“${quote(written)}” is read as ${quote(meant)}.`;
    case 'rarest':
      return `No record has enough of these words: shown is what has “${quote(meant)}”, the rarest of them.`;
    case 'range':
      return `Nothing states “${quote(written)}” beside the other words: a stated range with it counts too.`;
  }
}

/** A part number is never dropped from the query, because an item without it cannot be the wanted part. */
function missingNumberMessage(numbers: readonly AskedWord[], candidates: number, research: string): string {
  const named = numbers.map(({ asked }) => `“${quote(asked)}”`).join(', ');
  const which = numbers.length === 1 ? `the number ${named}` : `the numbers ${named}`;
  const alike = candidates > 0 ? ` Instead, ${countCandidates(candidates)} that begin alike. ${NAMES_ARE_DATA}` : '';
  const advice = `Leave ${numbers.length === 1 ? 'it' : 'them'} out to search by the other words.`;
  return `No record has ${which}, and none without it is shown.${alike} ${advice} ${research}`;
}

function boundSentences(bounds: readonly QueryBound[]): readonly string[] {
  if (bounds.length === 0) return [];
  return [`Only records that state a value of ${bounds.map(({ said }) => said).join(' and one of ')}.`];
}

function exclusionSentences(exclusions: readonly Exclusion[]): readonly string[] {
  if (exclusions.length === 0) return [];
  return [`Without records that have ${exclusions.map(({ written }) => `“${quote(written)}”`).join(' or ')}.`];
}

function cutNumberSentence({ asked }: AskedWord): string {
  return `More than ${MAX_BEGINNING_NUMBERS} numbers begin with “${quote(asked)}”, and only the first were searched: write more of the number.`;
}

/** @param research a sentence that says how to request enrichment of a part */
export function emptySearchMessage(
  { criteria, page, candidates, corrections = [] }: EmptySearch,
  research: string,
): string {
  if (namesBarcode(criteria.query ?? '')) return `No record has this number in its texts. ${BARCODE_MESSAGE}`;
  const numbers = page.unknownWords.filter(({ isSureNumber }) => isSureNumber);
  if (numbers.length > 0) return missingNumberMessage(numbers, candidates, research);
  const absent = [
    ...(page.unmatchedFilters.includes('manufacturer')
      ? [`the manufacturer “${quote(criteria.manufacturer ?? '')}”`]
      : []),
    ...(page.unmatchedFilters.includes('unspsc') ? [`the UNSPSC code ${quote(criteria.unspsc ?? '')}`] : []),
    ...(page.unknownWords.length > 0 ? [words(page.unknownWords)] : []),
  ];
  const { bounds, rest } = readBounds(criteria.query ?? '');
  return [
    ...corrections.map(correctionSentence),
    ...boundSentences(bounds),
    ...exclusionSentences(readExclusions(rest).exclusions),
    ...(absent.length > 0 ? [`Nothing in the index has ${absent.join(', ')}.`] : []),
    candidates > 0
      ? `Instead, ${countCandidates(candidates)} with that number. ${NAMES_ARE_DATA}`
      : adviceFor(criteria, page),
    `With manufacturer and number known, lookup_part. ${research}`,
  ].join(' ');
}

/** Whether the query, or a number in it, is a barcode: "EAN 4006381333931". */
function namesBarcode(query: string): boolean {
  const numbers = query.match(/(?<![\p{L}\p{N}])\d(?:[ -]?\d){11,13}(?![\p{L}\p{N}])/gu) ?? [];
  return [query, ...numbers].some((number) => parseGtin(number).ok);
}

/** Writes "items 2 to 4 lack “buck”, item 5 lacks “3a” and “buck”". */
function lackingGroups(found: SearchPage['found']): string {
  const groups: { from: number; to: number; lacking: string }[] = [];
  for (const [place, { lacking }] of found.entries()) {
    const text = lacking.map(({ asked }) => `“${quote(asked)}”`).join(' and ');
    const last = groups.at(-1);
    if (last?.lacking === text) last.to = place + 1;
    else groups.push({ from: place + 1, to: place + 1, lacking: text });
  }
  const partial = groups.filter(({ lacking }) => lacking !== '');
  const sentences = partial.slice(0, MAX_GROUPS).map(({ from, to, lacking }) => {
    return from === to ? `item ${from} lacks ${lacking}` : `items ${from} to ${to} lack ${lacking}`;
  });
  return [...sentences, ...(partial.length > MAX_GROUPS ? ['the others lack other words'] : [])].join(', ');
}

function words(asked: readonly AskedWord[]): string {
  const quoted = asked.map((word) => `“${quote(word.asked)}”`).join(', ');
  return asked.length === 1 ? `the word ${quoted}` : `the words ${quoted}`;
}

function adviceFor(
  { query, manufacturer, unspsc }: SearchCriteria,
  { loneWord, unmatchedFilters }: EmptySearch['page'],
): string {
  if (loneWord !== undefined && unmatchedFilters.length === 0)
    return `What has only “${quote(loneWord.asked)}” is not shown: search for that word by itself, or write the rest differently.`;
  const advice = [
    ...(query === undefined ? [] : ['fewer or more general words']),
    ...(manufacturer === undefined ? [] : ['another spelling of the manufacturer, or none']),
    ...(unspsc === undefined ? [] : ['a shorter UNSPSC code']),
  ];
  return `Try ${advice.join(', or ')}.`;
}

function quote(text: string): string {
  return cleanText(text, QUOTE_LENGTH);
}
