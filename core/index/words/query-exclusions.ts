/**
 * Reads what a query does not want: "temperature sensor not I2C", "LDO without enable pin", "op amp -SMD". What is
 * excluded is never searched for; an item that has it is not returned. Bounds ("not more than 5 V") are read before.
 * Which words begin an exclusion, and after which they do not, is data: data/words/exclusions.tsv.
 */
import { readWordSets } from '../../read-table.ts';
import { foldText } from '../part-keys/key-text.ts';
import { EXCLUSIONS } from './packed-words.ts';
import { quantityOf, singular } from './word-forms.ts';

export interface Exclusion {
  /** What is excluded, as it was written: one word, or words that an item must have together. */
  readonly written: string;
  /** The words themselves say it: "non-isolated". Then an item that says "non" beside them is not excluded. */
  readonly isPrefix: boolean;
}

interface ExcludingQuery {
  readonly exclusions: readonly Exclusion[];
  /** The query without its exclusions. */
  readonly rest: string;
}

const sets = readWordSets(EXCLUSIONS);
/** "not", "without", "ohne", "sans". */
const MARKS = sets('marks');
/** Two words that are a mark together: "other than". */
const PAIRS = sets('pairs');
/** Words between a mark and what it excludes: "without any", "not an". */
const LINKS = sets('links');
/** After one of these, "no" counts: "part no 123". */
const NUMBERED = sets('numbered');
/** What a mark before them does not exclude: "not more than", "without power", "no load", and "non-volatile". */
const NAMES = sets('names');
const NAMES_OF_NON = sets('names of non');
/** Say only what kind of thing is excluded: "not I2C interface". */
const GENERIC = sets('generic');
/** What is excluded ends before one of these. */
const ENDS = sets('ends');
const AND = sets('and');

const TOKEN =
  /(?<=^|\s)-(?=\p{L}[\p{L}\p{N}])|[\p{L}\p{N}\p{M}]+(?:[-_./+][\p{L}\p{N}\p{M}]+)*(?:(?<=\p{N}) ?%)?|[,;:()]/gu;
const PREFIXED = /^(?:non|not|nicht)-(.+)$/i;
const DIGIT = /\p{N}/u;
const MAX_EXCLUSIONS = 4;
const MAX_PHRASE = 2;

interface Token {
  readonly start: number;
  readonly end: number;
  readonly written: string;
  readonly word: string;
}

export function readExclusions(query: string): ExcludingQuery {
  const tokens = [...query.matchAll(TOKEN)].map(({ 0: written, index }): Token => {
    return { start: index, end: index + written.length, written, word: foldText(written) };
  });
  const exclusions: Exclusion[] = [];
  let [rest, taken] = ['', 0];
  const cut = (from: number, to: number) => {
    rest += `${query.slice(taken, from)} `;
    taken = to;
  };
  for (let place = 0; place < tokens.length && exclusions.length < MAX_EXCLUSIONS; place += 1) {
    const token = tokens[place];
    if (token === undefined) break;
    const [, prefixed] = PREFIXED.exec(token.written) ?? [];
    if (prefixed !== undefined) {
      if (NAMES_OF_NON.has(foldText(prefixed))) continue;
      exclusions.push({ written: prefixed, isPrefix: true });
      cut(token.start, token.end);
      continue;
    }
    const object = objectAfter(tokens, place);
    if (object === undefined) continue;
    exclusions.push(...object.exclusions);
    cut(token.start, object.end);
    place = object.last;
  }
  if (exclusions.length === 0) return { exclusions, rest: query };
  return { exclusions: exclusions.slice(0, MAX_EXCLUSIONS), rest: `${rest}${query.slice(taken)}`.trim() };
}

/** Returns what a mark at this place excludes. */
function objectAfter(tokens: readonly Token[], place: number) {
  const wordAt = (at: number) => tokens[at]?.word ?? '';
  const isPair = PAIRS.has(`${wordAt(place)}-${wordAt(place + 1)}`);
  if (!isPair && wordAt(place) !== '-' && !MARKS.has(wordAt(place))) return undefined;
  if (NUMBERED.has(wordAt(place - 1))) return undefined;
  let first = place + (isPair ? 2 : 1);
  if (wordAt(place) === 'non') return prefixedWord(tokens, first);
  while (LINKS.has(wordAt(first))) first += 1;
  const exclusions: Exclusion[] = [];
  let last = -1;
  for (;;) {
    const isMeasure = quantityOf(wordAt(first), wordAt(first + 1)) !== undefined;
    if (tokens[first] === undefined || isEnd(wordAt(first)) || (!isMeasure && isName(wordAt(first)))) break;
    const end = isMeasure ? first + 1 : endOfPhrase(tokens, first, wordAt(place) === '-');
    const written = tokens.slice(isMeasure || end === first || !isGeneric(wordAt(first)) ? first : end, end + 1);
    exclusions.push({ written: written.map((token) => token.written).join(' '), isPrefix: false });
    last = isGeneric(wordAt(end + 1)) && wordAt(place) !== '-' ? end + 1 : end;
    if (!AND.has(wordAt(last + 1))) break;
    first = last + 2;
    while (LINKS.has(wordAt(first))) first += 1;
  }
  const end = tokens[last]?.end;
  return end === undefined ? undefined : { exclusions, last, end };
}

/** "non isolated converter" excludes the one word. */
function prefixedWord(tokens: readonly Token[], place: number) {
  const token = tokens[place];
  if (token === undefined || isEnd(token.word) || NAMES_OF_NON.has(token.word)) return undefined;
  return { exclusions: [{ written: token.written, isPrefix: true }], last: place, end: token.end };
}

/** Two words at the end of a clause belong together, "without enable pin"; of more, only the first is excluded. */
function endOfPhrase(tokens: readonly Token[], first: number, isSign: boolean): number {
  const wordAt = (at: number) => tokens[at]?.word ?? '';
  if (isSign || DIGIT.test(wordAt(first))) return first;
  const [next, beyond] = [wordAt(first + 1), wordAt(first + MAX_PHRASE)];
  const isPhrase =
    next !== '' && !isEnd(next) && !AND.has(next) && !DIGIT.test(next) && (isEnd(beyond) || DIGIT.test(beyond));
  return isPhrase && !isGeneric(next) ? first + 1 : first;
}

function isGeneric(word: string): boolean {
  return GENERIC.has(singular(word));
}

function isEnd(word: string): boolean {
  return word === '' || word === '-' || /^[,;:()]$/.test(word) || ENDS.has(word) || MARKS.has(word);
}

/** A verb as in "without touching it" says how a part works, not which part; a bare number is no value. */
function isName(word: string): boolean {
  return NAMES.has(singular(word)) || NAMES.has(word) || /.{3}ing$/.test(word) || /^[\p{N}.]+$/u.test(word);
}
