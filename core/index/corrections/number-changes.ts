/** Decides which part number a query means that writes it otherwise: split in two, or with the letters of an order. */
import { START } from '../items/item-position.ts';
import { beginningTerm, openBeginning } from '../search/beginning-term.ts';
import type { PostingIndex } from '../search/posting-index.ts';
import type { PostingLists } from '../search/posting-list.ts';
import { numberTerm } from '../search/search-terms.ts';
import type { StartedSearch } from '../search/start-search.ts';
import { numberLike } from '../words/number-like.ts';
import { isEverydayWord } from '../words/significant-words.ts';
import type { Change, Token } from './query-tokens.ts';

/** Joins "STM32 F103 C8" or "INA 219" to the longest text that part numbers begin with. */
export async function joinedNumber(
  index: PostingIndex,
  tokens: readonly Token[],
  place: number,
): Promise<Change | undefined> {
  const spans = [
    [place - 1, place + 1],
    [place - 1, place],
    [place, place + 1],
  ] as const;
  for (const [first, last] of spans) {
    const [from, to] = [tokens[first], tokens[last]];
    if (from === undefined || to === undefined) continue;
    const meant = tokens
      .slice(first, last + 1)
      .map(({ text }) => text)
      .join('');
    const number = numberLike(meant);
    if (number === undefined) continue;
    const { postings } = await index.readPostings(beginningTerm(number), undefined, 1);
    if (postings.length > 0) return { from, to, meant };
  }
  return undefined;
}

/** A series of part numbers: letters, or letters with a few digits. */
const SERIES = /^[a-z]{2,}\d{0,2}[a-z]?$|^\d{1,2}[a-z]{1,4}\d{0,2}$/;

/**
 * Returns the words that no item has and that part numbers begin with: "ATtiny", "BC8", and "TL07", after which a digit
 * follows. Their lists are those of the search that follows, so that none is read twice. One round trip.
 */
export async function seriesAmong(
  { lists }: StartedSearch,
  tokens: readonly Token[],
  unknownWords: ReadonlySet<string>,
): Promise<readonly string[]> {
  const words = [...new Set(tokens.map(({ text }) => text))].filter(
    (word) => unknownWords.has(word) && SERIES.test(word) && !isEverydayWord(word),
  );
  if (words.length === 0) return [];
  const series = words.map((word) => ({ word, clause: [openBeginning(word)] }));
  await lists.open(
    series.map(({ clause }) => clause),
    START,
  );
  return series.flatMap(({ word, clause }) => (lists.stretch(clause, START).postings().length > 0 ? [word] : []));
}

/** What an ordering number adds: letters of the case, grade and packing, and the tape of onsemi and Diodes. */
const ORDERING = /^(?:[a-z]{1,5}|[a-z]{0,3}(?:t1g|t3g|r2g|tr7|trpbf|t7|r7|rl7|7f|13f|7|13))$/;

/**
 * An ordering number is a part number with letters for its case and packing: LM358DR is an LM358. Where no item has
 * that number either, the items whose numbers begin as the longest part of it are meant, because theirs may have
 * placeholders or another packing: INA219AIDCNR, INA219A. One round trip.
 */
export async function orderedNumber(
  lists: PostingLists,
  tokens: readonly Token[],
  place: number,
): Promise<Change | undefined> {
  const token = tokens[place];
  if (token === undefined || numberLike(token.text)?.isSure !== true) return undefined;
  const cuts = [token.text, withoutManufacturerLetters(token.text)].flatMap((number) =>
    number === undefined ? [] : cutsOf(number),
  );
  const numbers = cuts
    .filter(({ part, rest }) => ORDERING.test(rest) && numberLike(part)?.isSure === true)
    .map(({ part }) => ({ part, clause: [numberTerm(part)] }));
  const beginnings = cuts
    .filter(({ part, rest }) => !/^\d/.test(rest) && numberLike(part) !== undefined)
    .map(({ part }) => ({ part, clause: [openBeginning(part)] }));
  const alike = lookAlikes(token.text).map((part) => ({ part, clause: [openBeginning(part)] }));
  const clauses = [...numbers, ...alike, ...beginnings];
  await lists.open(
    clauses.map(({ clause }) => clause),
    START,
  );
  const known = clauses.find(({ clause }) => lists.stretch(clause, START).postings().length > 0);
  // What is glued to a number belongs to it, unless it is another: "LM358DR/NOPB", "LM358DR/LM324N".
  const isOther = (one: Token) => !one.isGlued || numberLike(one.text)?.isSure === true;
  const end = tokens.findIndex((one, at) => at > place && isOther(one));
  const to = tokens[(end === -1 ? tokens.length : end) - 1] ?? token;
  return known && { from: token, to, meant: known.part.toUpperCase() };
}

interface Cut {
  readonly part: string;
  /** What was cut off. */
  readonly rest: string;
}

/** No ordering number adds more characters. */
const MAX_CUT = 8;

/** Shorter beginnings are of too many numbers. */
const MIN_ORDERED = 4;

/** Returns the beginnings of a number, the longest first. */
function cutsOf(number: string): readonly Cut[] {
  return Array.from({ length: Math.max(0, Math.min(MAX_CUT, number.length - MIN_ORDERED)) }, (_, cut) => {
    const end = number.length - cut - 1;
    return { part: number.slice(0, end), rest: number.slice(end) };
  });
}

/**
 * Returns the numbers that are typed with a letter in place of a digit of its look, or the other way: MCP23O17,
 * M0C3063.
 */
function lookAlikes(number: string): readonly string[] {
  const alike = [
    number.replaceAll(/(?<=\d)o|o(?=\d)/g, '0').replaceAll(/(?<=\d)[il](?=\d|$)/g, '1'),
    number.replaceAll(/(?<=^|[a-z])0(?=[a-z])/g, 'o').replaceAll(/(?<=^|[a-z])1(?=[a-z])/g, 'i'),
  ];
  return [...new Set(alike)].filter((one) => one !== number && numberLike(one) !== undefined);
}

/** An SN74HC595N is also sold as a 74HC595. */
function withoutManufacturerLetters(number: string): string | undefined {
  return /^[a-z]{1,4}(?=[57]4[a-z]{1,5}\d{2})/.exec(number) === null ? undefined : number.replace(/^[a-z]+/, '');
}
