/**
 * Corrects words of a query that no item has: joins a part number or word that was split in two, splits two joined
 * words, or takes the most similar word that items have or the successor of a manufacturer. The page's message mentions
 * every change. Words that items have are never changed.
 */
import type { ManufacturerTable } from '../manufacturers/manufacturer-table.ts';
import { foldText } from '../part-keys/key-text.ts';
import { toManufacturerKey } from '../part-keys/manufacturer-name.ts';
import { alternativesIn } from '../words/query-alternatives.ts';
import { numberLike } from '../words/number-like.ts';
import type { Vocabulary } from '../words/vocabulary.ts';
import { singular } from '../words/word-forms.ts';
import { START } from '../items/item-position.ts';
import { isEverydayWord } from '../words/significant-words.ts';
import { beginningTerm, openBeginning } from './beginning-term.ts';
import type { PostingIndex } from './posting-index.ts';
import type { PostingLists } from './posting-list.ts';
import { readBounds } from './query-bounds.ts';
import type { Correction } from './correction.ts';
import type { StartedSearch } from './search-items.ts';
import {
  manufacturerTerm,
  numberTerm,
  wordTerm,
  type FormerManufacturer,
  type SearchCriteria,
} from './search-terms.ts';
import { isEmpty } from './search-order.ts';
import type { Clause } from './term.ts';
import { termTest } from './term-signature.ts';

export interface CorrectedQuery {
  readonly criteria: SearchCriteria;
  readonly corrections: readonly Correction[];
}

/** A token of the query, as written and folded. */
interface Token {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Whether it contains an inner capital, as trade names do ("SuperFET"). */
  readonly isName: boolean;
  /** Whether one sign, and no space, stands before it: "/NOPB", "+T", "-7-F". */
  readonly isGlued: boolean;
}

/** A manufacturer under another name than its items have. */
interface NamedManufacturer extends FormerManufacturer {
  readonly isShort: boolean;
}

interface Change {
  readonly from: Token;
  readonly to: Token;
  readonly meant: string;
}

/** A run without spaces is a token of its own: "16位", "电压基准2.5V". A point between digits belongs to its value. */
const TOKEN =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]+|(?:(?![\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}])(?:[\p{L}\p{N}\p{M}]|(?<=\p{N})\.(?=\p{N})))+/gu;
const INNER_CAPITAL = /\p{Ll}\p{Lu}/u;
const LETTERS = /^[\p{L}\p{M}]+$/u;
/** Enough for "United Silicon Carbide". */
const MAX_NAME_WORDS = 3;
const MIN_HALF = 3;
const MAX_SPLITS = 3;
const MIN_NAME = 4;
/** The size of a first page: if two words belong together, an early item has both. */
const PROBED_POSTINGS = 36;
const MAX_SPELLINGS = 3;
/** A series of part numbers: letters, or letters with a few digits. */
const SERIES = /^[a-z]{2,}\d{0,2}[a-z]?$|^\d{1,2}[a-z]{1,4}\d{0,2}$/;
/** What an ordering number adds: letters of the case, grade and packing, and the tape of onsemi and Diodes. */
const ORDERING = /^(?:[a-z]{1,5}|[a-z]{0,3}(?:t1g|t3g|r2g|tr7|trpbf|t7|r7|rl7|7f|13f|7|13))$/;
const MAX_CUT = 8;
const MIN_ORDERED = 4;
const UNSPACED = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/u;

/** Returns undefined if the query stays unchanged. Reads nothing unless the query has a word that no item has. */
export async function correctQuery(
  index: PostingIndex,
  manufacturers: ManufacturerTable,
  criteria: SearchCriteria,
  search: StartedSearch,
): Promise<CorrectedQuery | undefined> {
  const { query } = criteria;
  if (query === undefined || search.order.isNumber) return undefined;
  const text = readBounds(query).bounds.length > 0 ? readBounds(query).rest : query;
  const unknown = search.order.words.slice(search.order.held).map((place) => search.listed.words[place]?.asked ?? '');
  const unknownWords = new Set([
    ...[...unknown, ...unknownAlternatives(search)].flatMap((word) => alternativesIn(foldText(word))),
    // A long run without spaces is of more words than have lists.
    ...(unknown.some((word) => UNSPACED.test(word))
      ? search.listed.otherWords.map(({ asked }) => asked).filter((word) => UNSPACED.test(word))
      : []),
    ...unknownExclusions(search),
  ]);
  const tokens = withHyphens(text, tokensOf(text), unknownWords);
  const foreign = unknownWords.size > 0 ? await foreignChanges(index, tokens, unknownWords) : [];
  const isForeign = ({ start }: Token) => foreign.some(({ from, to }) => start >= from.start && start <= to.start);
  const beginnings = await seriesAmong(
    search,
    tokens.filter((token) => !isForeign(token)),
    unknownWords,
  );
  const formerManufacturers = await formerManufacturersIn(index, manufacturers, text, tokens, unknownWords);
  const isName = (token: Token) => formerManufacturers.some(({ written }) => foldText(written).includes(token.text));
  const changes: Change[] = [...foreign];
  for (const [place, token] of tokens.entries()) {
    if (
      !unknownWords.has(token.text) ||
      beginnings.includes(token.text) ||
      isName(token) ||
      changes.some(({ to }) => to.end >= token.end)
    )
      continue;
    const change = await changeFor(index, manufacturers, tokens, place, search.lists);
    if (change !== undefined) changes.push(change);
  }
  changes.sort((one, other) => one.from.start - other.from.start);
  if (changes.length + formerManufacturers.length + beginnings.length === 0) return undefined;
  return {
    criteria: { ...criteria, query: changed(query, text, changes), formerManufacturers, beginnings },
    corrections: [
      ...changes.map(({ from, to, meant }) => ({
        written: text.slice(from.start, to.end),
        meant: meant.replace(/[ ,]+$/, ''),
        kind: 'word' as const,
      })),
      ...formerManufacturers.map(({ written, successors, isShort }) => ({
        written,
        meant: [...new Set(successors.map(({ name }) => name))].join(', '),
        kind: isShort ? ('short name' as const) : ('manufacturer' as const),
      })),
    ],
  };
}

/** Returns the excluded words that no item has, such as those of another language. */
function unknownExclusions({ request: { terms, after }, lists }: StartedSearch): readonly string[] {
  const isUnknown = (clause: Clause) => isEmpty(lists.stretch(clause, START));
  if (after !== undefined) return [];
  return terms.excluded.flatMap(({ written, clauses }) =>
    clauses.some(isUnknown) ? tokensOf(written).map(({ text }) => text) : [],
  );
}

/** Returns those of "relais or optocoupler" that no item has. Their lists have been read. */
function unknownAlternatives({ order, listed, lists }: StartedSearch): readonly string[] {
  const held = order.words.slice(0, order.held).map((place) => alternativesIn(listed.words[place]?.asked ?? ''));
  const isUnknown = (word: string) => {
    const number = numberLike(word);
    const clauses = [[wordTerm(singular(word))], ...(number === undefined ? [] : [[beginningTerm(number)]])];
    return clauses.every((clause) => isEmpty(lists.stretch(clause, START)));
  };
  return held.filter(({ length }) => length > 1).flatMap((words) => words.filter(isUnknown));
}

/** Applies the changes to the text and appends the query's bounds, which never change. */
function changed(query: string, text: string, changes: readonly Change[]): string {
  const rest = changes.toReversed().reduce((now, { from, to, meant }) => {
    const spaced = UNSPACED.test(from.text) ? ` ${meant} ` : meant;
    return now.slice(0, from.start) + spaced + now.slice(to.end);
  }, text);
  const { bounds } = readBounds(query);
  return [rest, ...bounds.map(({ saidWhole }) => saidWhole)].join(' ');
}

function tokensOf(text: string): readonly Token[] {
  return [...text.matchAll(TOKEN)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    text: foldText(match[0]),
    isName: INNER_CAPITAL.test(match[0]),
    isGlued: /[\p{L}\p{N}][^\p{L}\p{N}\s]$/u.test(text.slice(Math.max(0, match.index - 2), match.index)),
  }));
}

/** Joins the pieces of a number that the query was searched for without its hyphens: "24LC256-I". */
function withHyphens(text: string, pieces: readonly Token[], unknownWords: ReadonlySet<string>): readonly Token[] {
  const tokens: Token[] = [];
  for (let place = 0; place < pieces.length; place += 1) {
    const piece = pieces[place];
    if (piece === undefined) break;
    const length = [4, 3, 2].find((count) => {
      const run = pieces.slice(place, place + count);
      const isJoined = run.slice(1).every(({ start }, at) => /^[-_\p{Pd}]$/u.test(text.slice(run[at]?.end, start)));
      return run.length === count && isJoined && unknownWords.has(run.map((one) => one.text).join(''));
    });
    const run = pieces.slice(place, place + (length ?? 1));
    tokens.push({ ...piece, end: run.at(-1)?.end ?? piece.end, text: run.map((one) => one.text).join('') });
    place += run.length - 1;
  }
  return tokens;
}

async function changeFor(
  index: PostingIndex,
  manufacturers: ManufacturerTable,
  tokens: readonly Token[],
  place: number,
  lists: PostingLists,
): Promise<Change | undefined> {
  const token = tokens[place];
  if (token === undefined) return undefined;
  if (!LETTERS.test(token.text))
    return (await joinedNumber(index, tokens, place)) ?? (await orderedNumber(lists, tokens, place));
  if (token.isName || manufacturers.manufacturersOf(toManufacturerKey(token.text)).length > 0) return undefined;
  const vocabulary = await index.vocabulary();
  const joined = joinedWord(vocabulary, tokens, place);
  if (joined !== undefined) return joined;
  const word = singular(token.text);
  const meant = (await splitWord(index, vocabulary, word)) ?? vocabulary.nearest(word) ?? vocabulary.inflected(word);
  return meant === undefined ? undefined : { from: token, to: token, meant };
}

/** Translates foreign terms that have a word that no item has. Its table is read with the first such query. */
async function foreignChanges(
  index: PostingIndex,
  tokens: readonly Token[],
  unknownWords: ReadonlySet<string>,
): Promise<readonly Change[]> {
  const { foreignTermsIn } = await import('../words/trade-terms.ts');
  const vocabulary = await index.vocabulary();
  // Of a run without spaces, its pairs are the words.
  const isUnknown = (text: string) =>
    unknownWords.has(text) || (UNSPACED.test(text) && [...unknownWords].some((word) => text.includes(word)));
  const isWord = (word: string) => vocabulary.has(singular(word));
  return foreignTermsIn(
    tokens.map(({ text }) => text),
    isUnknown,
    isWord,
  ).flatMap(({ first, last, meant }) => {
    const [from, to] = [tokens[first], tokens[last]];
    return from === undefined || to === undefined ? [] : [{ from, to, meant }];
  });
}

/**
 * Returns the words that no item has and that part numbers begin with: "ATtiny", "BC8", and "TL07", after which a digit
 * follows. Their lists are those of the search that follows, so that none is read twice. One round trip.
 */
async function seriesAmong(
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

/**
 * An ordering number is a part number with letters for its case and packing: LM358DR is an LM358. Where no item has
 * that number either, the items whose numbers begin as the longest part of it are meant, because theirs may have
 * placeholders or another packing: INA219AIDCNR, INA219A. One round trip.
 */
async function orderedNumber(
  lists: PostingLists,
  tokens: readonly Token[],
  place: number,
): Promise<Change | undefined> {
  const token = tokens[place];
  if (token === undefined || numberLike(token.text)?.isSure !== true) return undefined;
  const cuts = [token.text, withoutMakersLetters(token.text)].flatMap((number) =>
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
function withoutMakersLetters(number: string): string | undefined {
  return /^[a-z]{1,4}(?=[57]4[a-z]{1,5}\d{2})/.exec(number) === null ? undefined : number.replace(/^[a-z]+/, '');
}

/** Joins "STM32 F103 C8" or "INA 219" to the longest text that part numbers begin with. */
async function joinedNumber(index: PostingIndex, tokens: readonly Token[], place: number): Promise<Change | undefined> {
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

/** Joins "blue tooth". */
function joinedWord(vocabulary: Vocabulary, tokens: readonly Token[], place: number): Change | undefined {
  for (const [first, last] of [
    [place - 1, place],
    [place, place + 1],
  ] as const) {
    const [from, to] = [tokens[first], tokens[last]];
    const meant = `${from?.text ?? ' '}${to?.text ?? ' '}`;
    if (from !== undefined && to !== undefined && vocabulary.has(singular(meant))) return { from, to, meant };
  }
  return undefined;
}

/** Splits "lowpass" into two words that occur in one item. */
async function splitWord(index: PostingIndex, vocabulary: Vocabulary, word: string): Promise<string | undefined> {
  const letters = [...word];
  const known = (half: string) => half.length <= MIN_HALF || vocabulary.has(half);
  const halves = letters
    .map((_letter, at) => [letters.slice(0, at).join(''), singular(letters.slice(at).join(''))] as const)
    .filter(
      ([one, other]) => one.length >= MIN_HALF && other.length >= MIN_HALF && one.length + other.length > 2 * MIN_HALF,
    )
    .filter(([one, other]) => known(one) && known(other))
    .slice(0, MAX_SPLITS);
  for (const [one, other] of halves) {
    const [test, otherTest] = [termTest([wordTerm(one)]), termTest([wordTerm(other)])];
    const [first, second] = await Promise.all(
      [one, other].map((half) => index.readPostings(wordTerm(half), undefined, PROBED_POSTINGS)),
    );
    const isShared =
      first?.postings.some(({ signature }) => otherTest.has(signature)) === true ||
      second?.postings.some(({ signature }) => test.has(signature)) === true;
    if (isShared) return `${one} ${other}`;
  }
  return undefined;
}

/**
 * Returns the manufacturers in the query under a short name that no item has, or without items and taken over by one
 * that has some.
 */
async function formerManufacturersIn(
  index: PostingIndex,
  manufacturers: ManufacturerTable,
  text: string,
  tokens: readonly Token[],
  unknownWords: ReadonlySet<string>,
): Promise<readonly NamedManufacturer[]> {
  for (let count = Math.min(MAX_NAME_WORDS, tokens.length); count > 0; count -= 1) {
    for (let place = 0; place + count <= tokens.length; place += 1) {
      const [from, to] = [tokens[place], tokens[place + count - 1]];
      const written = text.slice(from?.start, to?.end);
      const key = toManufacturerKey(written);
      const mayBeShort = count === 1 && unknownWords.has(from?.text ?? '') && key.length >= MIN_NAME;
      const former = manufacturers.manufacturersOf(key).find((manufacturer) => mayBeShort || manufacturer.key === key);
      const successors = former === undefined ? [] : manufacturers.successorsOf(former);
      if (former === undefined || (successors.length === 0 && !mayBeShort)) continue;
      const isFiled = async (one: string) =>
        (await index.readPostings(manufacturerTerm(one), undefined, 1)).postings.length > 0;
      const [own, ...ofSuccessors] = await Promise.all(
        [former, ...successors].map(async (manufacturer) =>
          (await Promise.all(manufacturers.usualSpellings(manufacturer).slice(0, MAX_SPELLINGS).map(isFiled))).some(
            Boolean,
          ),
        ),
      );
      // "Silabs" is no word of an item, and Silicon Labs has items.
      const isShort = own === true && mayBeShort;
      const filed = isShort ? [former] : successors.filter((_manufacturer, at) => ofSuccessors[at] === true);
      if ((own === true && !isShort) || filed.length === 0) continue;
      const keys = filed.flatMap((manufacturer) =>
        manufacturers
          .usualSpellings(manufacturer)
          .slice(0, MAX_SPELLINGS)
          .map((one) => ({ key: one, name: manufacturer.name })),
      );
      return [{ written, successors: keys.slice(0, MAX_SPELLINGS), isShort }];
    }
  }
  return [];
}
