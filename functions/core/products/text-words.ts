/**
 * The words of a text, for records and for queries (specification 4.2: keywords are matched against titles and keywords).
 * A token with a digit in it (a part number, a value with its unit) is found whole and in pieces, and asked for whole;
 * any other is found and asked for in pieces. So "low-dropout" finds "low dropout", and "3.3V" finds "3.3 V".
 */
import { boundKey, foldText } from './key-text.ts';

/** Letters and digits of any script with their marks; hyphens and underscores hold them together, and dots between digits. */
const TOKEN = /[\p{L}\p{N}\p{M}]+(?:(?:[_\p{Pd}\u2212]|(?<=\p{N})\.(?=\p{N}))[\p{L}\p{N}\p{M}]+)*/gu;
const JOINERS = /[_\p{Pd}\u2212]/gu;
const NUMBER_WITH_UNIT = /^(\p{N}+(?:\.\p{N}+)?)(\p{L}{1,4})$/u;
const NUMBER = /^\p{N}+(?:\.\p{N}+)?$/u;
const UNIT = /^\p{L}{1,4}$/u;
const DIGIT = /\p{N}/u;
/** Scripts written without spaces: every two neighbours are a word, since no dictionary is the same everywhere. */
const UNSPACED_RUN =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]+/gu;

const STOP_WORDS: ReadonlySet<string> = new Set(
  'a an and at by for from in is it of on or the to with und der die das mit für fur et de la le les des pour avec y el los con para'.split(
    ' ',
  ),
);

/** Every word under which a text is found, each once. */
export function wordsOfText(text: string): ReadonlySet<string> {
  const tokens = tokensOf(text);
  const words = tokens.flatMap((token, place) => [
    ...wholeAndPieces(token),
    ...joinedWithUnit(token, tokens[place + 1] ?? ''),
  ]);
  return new Set(words.map(boundKey));
}

/** The words that a record must have to answer a query, each once; empty when the query has no letter and no digit. */
export function wordsOfQuery(query: string): readonly string[] {
  const words = new Set(tokensOf(query).flatMap(askedWords).map(boundKey));
  const telling = [...words].filter((word) => !STOP_WORDS.has(word));
  return telling.length > 0 ? telling : [...words];
}

function tokensOf(text: string): readonly string[] {
  return foldText(text).replaceAll('μ', 'u').match(TOKEN) ?? [];
}

function wholeAndPieces(token: string): readonly string[] {
  const pieces = token.split(JOINERS);
  // Letters alone are words with a hyphen between them; with a digit the whole is a number of its own.
  const whole = DIGIT.test(token) ? [pieces.join('')] : [];
  return [...pieces, ...whole].flatMap((piece) => {
    const [, amount, unit] = NUMBER_WITH_UNIT.exec(piece) ?? [];
    return [...spacelessWords(piece), ...(amount !== undefined && unit !== undefined ? [amount, unit] : [])];
  });
}

/** "2.5 V" is also found as "2.5V". */
function joinedWithUnit(token: string, next: string): readonly string[] {
  return NUMBER.test(token) && UNIT.test(next) ? [token + next] : [];
}

function askedWords(token: string): readonly string[] {
  if (DIGIT.test(token)) return spacelessWords(token.replace(JOINERS, ''), { asked: true });
  return token.split(JOINERS).flatMap((piece) => spacelessWords(piece, { asked: true }));
}

/** The piece itself; or what stands between its unspaced runs, and the neighbours in each run. */
function spacelessWords(piece: string, { asked = false } = {}): readonly string[] {
  const runs = piece.match(UNSPACED_RUN);
  if (runs === null) return [piece];
  const between = piece.split(UNSPACED_RUN).filter((rest) => rest !== '');
  return [...between, ...runs.flatMap((run) => neighbours([...run], asked))];
}

function neighbours(letters: readonly string[], asked: boolean): readonly string[] {
  const pairs = letters.slice(1).map((letter, place) => (letters[place] ?? '') + letter);
  return asked && pairs.length > 0 ? pairs : [...letters, ...pairs];
}
