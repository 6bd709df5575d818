/**
 * Translates the trade's terms in German, French, Spanish, Italian, Chinese and Japanese into English ones
 * (data/words/trade-terms.tsv). It decides what a foreign term means, only for words that no item has, and leaves the
 * search for the English term to others. Importing this file unpacks the table, so that it is imported on demand.
 */
import { brotliDecompressSync } from 'node:zlib';
import { readTable } from '../../read-table.ts';
import { foldText } from '../part-keys/key-text.ts';
import { PACKED_TRADE_TERMS } from './packed-trade-terms.ts';

/** A term of a text, and what it means in English. */
export interface ForeignTerm {
  /** The first and the last of its tokens. */
  readonly first: number;
  readonly last: number;
  readonly meant: string;
}

/** What {@link readExclusions} reads. */
const NOT = 'not';
const UNSPACED = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/u;
/** Between terms these say only how they belong together. */
const PARTICLES = /^[的之和与及用型式的のをにはがでとへや・。、，]$/u;
/** What Chinese and Japanese put before, and after, what is not wanted: 不要I2C, I2C以外. It is written as "not". */
const NOT_BEFORE = /^(?:不需要|不[要带帶含用是]|[没沒]有|除[了去]|排除|无需)/u;
const NOT_AFTER = /^(?:以外|之外|を除[くい]た?|除外|で[はもな]?ない|じゃない|[のが]ない|なし|無し|不要$)/u;
const MAX_MARK = 4;
const MAX_TOKENS = 7;
const MAX_CHARACTERS = 16;
/** Endings of number, gender and case in the four languages that are written with spaces. */
const ENDING = /(?:en|er|es|em|eur|e|n|s|i|o|a)$/;
const MIN_STEM = 4;
const MIN_HEAD = 4;
const MIN_COMPOUND = 8;
/** Between the parts of a German compound. */
const LINKINGS = ['', 's', 'n', 'es', 'en'];

const TRADE_TERMS = brotliDecompressSync(Buffer.from(PACKED_TRADE_TERMS, 'base64')).toString();
const ROWS = readTable(TRADE_TERMS).map(([english, ...languages]) => ({
  english,
  terms: languages.map((cell) => cell.split('; ').map(keyOf)),
}));
const [BY_TERM, BY_STEM, GERMAN] = [new Map<string, string>(), new Map<string, string>(), new Map<string, string>()];
for (const { english, terms } of ROWS) {
  for (const term of terms.flat()) if (!BY_TERM.has(term)) BY_TERM.set(term, english);
  for (const term of terms.flat()) if (!BY_STEM.has(stemOf(term))) BY_STEM.set(stemOf(term), english);
  for (const term of terms[0] ?? []) if (!term.includes(' ') && !GERMAN.has(term)) GERMAN.set(term, english);
}

/**
 * Returns the foreign terms of a query, longest first at each place, each with at least one word that no item has.
 * @param tokens the folded tokens of the query
 * @param isUnknown whether no item has the token
 * @param isWord whether items have the word, for the first part of a compound
 */
export function foreignTermsIn(
  tokens: readonly string[],
  isUnknown: (token: string) => boolean,
  isWord: (word: string) => boolean,
): readonly ForeignTerm[] {
  const found: ForeignTerm[] = [];
  for (let place = 0; place < tokens.length; place += 1) {
    const term = termAt(tokens, place, isUnknown) ?? singleTerm(tokens, place, isUnknown, isWord);
    if (term === undefined) continue;
    found.push(term);
    place = term.last;
  }
  return found;
}

function termAt(
  tokens: readonly string[],
  place: number,
  isUnknown: (token: string) => boolean,
): ForeignTerm | undefined {
  for (let count = Math.min(MAX_TOKENS, tokens.length - place); count > 0; count -= 1) {
    const own = tokens.slice(place, place + count);
    if (!own.some(isUnknown)) continue;
    const key = own.join(' ');
    const meant = BY_TERM.get(key) ?? BY_STEM.get(stemOf(key));
    if (meant !== undefined) return { first: place, last: place + count - 1, meant };
  }
  return undefined;
}

function singleTerm(
  tokens: readonly string[],
  place: number,
  isUnknown: (token: string) => boolean,
  isWord: (word: string) => boolean,
): ForeignTerm | undefined {
  const [token = '', before, beyond = ''] = [tokens[place], tokens[place - 1], tokens[place - 2]];
  if (!isUnknown(token)) return undefined;
  const meant = UNSPACED.test(token) ? unspacedTerms(token) : compound(token, isWord);
  if (meant === undefined) return undefined;
  // The mark of I2C以外 begins a run, so that what it excludes is the word before, unless it is said twice: 除了I2C以外.
  if (before !== undefined && meant.startsWith(',')) {
    const not = NOT_BEFORE.test(beyond) ? '' : `${NOT} `;
    return { first: place - 1, last: place, meant: `${not}${before}${meant}` };
  }
  return { first: place, last: place, meant };
}

/**
 * Takes the longest term at each place of a run without spaces. What is in no term stays, so that the message names it.
 */
function unspacedTerms(run: string): string | undefined {
  const letters = [...run];
  const [parts, rest]: [string[], string[]] = [[], []];
  let isFound = false;
  const endRest = () => {
    if (rest.length > 0) parts.push(rest.splice(0).join(''));
  };
  for (let place = 0; place < letters.length;) {
    const length = longestAt(letters, place);
    const mark = length > 0 ? undefined : markAt(letters, place);
    if (length > 0) {
      endRest();
      parts.push(BY_TERM.get(letters.slice(place, place + length).join('')) ?? '');
      if (parts.at(-2) === NOT) parts.push(',');
      isFound = true;
      place += length;
    } else if (mark === undefined) {
      const letter = letters[place] ?? '';
      if (!PARTICLES.test(letter)) rest.push(letter);
      place += 1;
    } else {
      endRest();
      if (mark.isBefore) parts.push(NOT);
      else if (parts.at(-1) !== ',' && parts.length > 0) parts.splice(-1, 0, NOT);
      if (!mark.isBefore) parts.push(',');
      isFound = true;
      place += mark.length;
    }
  }
  endRest();
  return isFound ? parts.join(' ') : undefined;
}

/** A mark of what is not wanted. 不要 comes before it in Chinese, and after it, at the end, in Japanese. */
function markAt(letters: readonly string[], place: number) {
  const text = letters.slice(place, place + MAX_MARK).join('');
  const [before] = place > 0 && text === '不要' ? [] : (NOT_BEFORE.exec(text) ?? []);
  if (before !== undefined) return { isBefore: true, length: [...before].length };
  const [after] = NOT_AFTER.exec(text) ?? [];
  return after === undefined ? undefined : { isBefore: false, length: [...after].length };
}

function longestAt(letters: readonly string[], place: number): number {
  for (let length = Math.min(MAX_CHARACTERS, letters.length - place); length > 0; length -= 1) {
    const term = letters.slice(place, place + length).join('');
    if (UNSPACED.test(term) && BY_TERM.has(term)) return length;
  }
  return 0;
}

/**
 * Divides a German compound into two terms, or into a word that items have and a term: "Audioverstärker" is an audio
 * amplifier.
 */
function compound(word: string, isWord: (word: string) => boolean): string | undefined {
  if (word.length < MIN_COMPOUND || !/^\p{L}+$/u.test(word)) return undefined;
  for (let at = 3; at <= word.length - MIN_HEAD; at += 1) {
    const [before, head] = [word.slice(0, at), word.slice(at)];
    const kind = GERMAN.get(head) ?? germanStem(head);
    if (kind === undefined) continue;
    const plain = LINKINGS.filter((link) => before.endsWith(link)).map((link) =>
      before.slice(0, before.length - link.length),
    );
    const known = plain.find((one) => GERMAN.has(one));
    const first = known === undefined ? plain.find((one) => one.length > 2 && isWord(one)) : GERMAN.get(known);
    if (first !== undefined) return `${first} ${kind}`;
  }
  return undefined;
}

/** "Spannungsreglern" ends with a form of "Regler". */
function germanStem(head: string): string | undefined {
  return head.length > MIN_HEAD ? GERMAN.get(head.replace(/(?:en|n|s|es|e)$/, '')) : undefined;
}

function stemOf(term: string): string {
  return term
    .split(' ')
    .map((word) => {
      const stem = word.replace(ENDING, '');
      return stem.length < MIN_STEM ? word : stem;
    })
    .join(' ');
}

function keyOf(term: string): string {
  return foldText(term)
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();
}
