/**
 * Splits the texts of items and queries into words (docs/reference/search.md#what-a-word-is). A token with a digit (a
 * part number, a value with its unit) is indexed whole and in pieces, and searched for whole. Any other token is
 * indexed and searched for in pieces, so that "low-dropout" finds "low dropout". word-forms.ts decides in which form a
 * word is indexed.
 */
import { ABBREVIATIONS } from './abbreviations.ts';
import { boundKey, foldText } from '../part-keys/key-text.ts';
import { plainQuery } from './plain-query.ts';
import type { QueryWord } from './query-word.ts';
import { withAlternatives, withSaidAlternatives } from './query-alternatives.ts';
import { numberLike, type NumberLike } from './number-like.ts';
import { ANY, APART, ONE } from './wildcard-marks.ts';
import { plainWordsFor, SHORT_NAMES_OF_MANUFACTURERS } from './plain-words.ts';
import { significantWords, valuesLeftOut } from './significant-words.ts';
import {
  caseWords,
  familyPieces,
  gluedPackage,
  gluedQuantity,
  nameOfVersion,
  packageOf,
  packageWords,
  quantityOf,
  rangeOf,
  samePads,
  singular,
  subjectOf,
  type Quantity,
  type Subject,
} from './word-forms.ts';
import { joinedSizes, plainValues } from './written-values.ts';
import { NO_WORDS, WordTable, type Phrase } from './word-table.ts';

/** Letters and digits of any script with their marks, joined by hyphens, underscores, and dots between digits. */
const TOKEN = /[\p{L}\p{N}\p{M}]+(?:(?:[_\p{Pd}\u2212]|(?<=\p{N})\.(?=\p{N}))[\p{L}\p{N}\p{M}]+)*/gu;
const JOINERS = /[_\p{Pd}\u2212]/gu;
const DIGIT = /\p{N}/u;
/** The family is between the letters of the manufacturer and those of the variant. */
const FAMILY_OF_NUMBER = /^[a-z]{0,4}(\d{3,5}|\d{2}[a-z]{1,5}\d{2,5})[a-z]{0,5}\d?$/;
const SERIES_OF_FAMILY = /^(\d{2}[a-z]{1,5})(\d{2,5})$/;
/** A voltage or a current of both signs, or a negative voltage. */
const SIGNED =
  /(?:(\+\/-|\+-|\u00b1) ?(?=[\d.]{1,8} ?[km]?[va]\b)|((?<![\p{L}\p{N}.)\p{Pd}])[-\u2212]) ?(?=[\d.]{1,8} ?[km]?v\b))(\d{1,4}(?:\.\d{1,3})?) ?([km]?[va])(?![\p{L}\p{N}])/gu;
/** In parts with reversed polarity a sign is optional: some items have it, most do not. */
const REVERSED = /\bp[ -]?(?:ch|channel|mos|mosfet|fet)s?\b|\bpnp\b/;
const SIGN_WORD = /^(negative|bipolar)(?=\d)/;
/** May mean kilohms if the text has no subject, so it is searched for in both forms. */
const BARE_KILO = /^\d+(?:\.\d+)?k$/;
/** May be a capacitance or an inductance. */
const BARE_SMALL = /^\d+(?:\.\d+)?[pnu]$/;
const THOUSANDS = /^[1-9]\d{0,2}\.\d{3}$/;
/** Reads .1 as 0.1, and 1/4 W as 0.25 W. */
const BARE_POINT = /(?<![\p{N}\p{L}.])\.(?=\d)/gu;
const WATT_FRACTION = /(?<![\d.])1\/(2|4|5|8|10|16|20|32)(?=[ -]?w(?:atts?)?\b)/g;
/** In scripts without spaces every pair of characters is a word, because dictionaries differ. */
const UNSPACED_RUN =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]+/gu;

/** Where such a script and letters or digits of another stand together: "16位", "稳压器5V". */
const BESIDE_UNSPACED =
  /(?<=[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}])(?=[a-z0-9])|(?<=[a-z0-9])(?=[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}])/gu;

const BUILT_IN_WORDS = new WordTable(ABBREVIATIONS);

/**
 * @param operators the abbreviations that operators have added
 * @param builtIn the abbreviations of this release; another table to measure the effect of one of them
 * @returns every word under which a text is found, each once
 */
export function wordsOfText(
  text: string,
  operators: WordTable = NO_WORDS,
  builtIn: WordTable = BUILT_IN_WORDS,
): ReadonlySet<string> {
  return wordsFiled(text, operators, builtIn, true);
}

/**
 * Returns the words that the text contains itself. SOD-323F is also found as SOD-323, and -12V as 12V, but ranked
 * lower.
 */
export function wordsSaidBy(text: string, operators: WordTable = NO_WORDS): ReadonlySet<string> {
  return wordsFiled(text, operators, BUILT_IN_WORDS, false);
}

function wordsFiled(text: string, operators: WordTable, builtIn: WordTable, hasVariants: boolean): ReadonlySet<string> {
  const unsigned = foldForWords(text);
  const folded = withSigns(unsigned, hasVariants || REVERSED.test(unsigned));
  const subject = subjectOf(folded);
  const tokens = folded.match(TOKEN) ?? [];
  const words = tokens.flatMap((token, place) => [
    ...filedWords(token, subject),
    ...(hasVariants ? caseWords(token) : []),
    ...joinedWithNext(token, tokens[place + 1] ?? '', subject),
  ]);
  const pieces = piecesOf(tokens);
  const short = [...builtIn.shortFormsIn(pieces), ...operators.shortFormsIn(pieces)];
  return new Set([...words, ...short].map(boundKey));
}

/**
 * Returns the families that a part number belongs to: LM78L05ACZ is a 78L05, CD4051B a 4051, and SN74LS193N is a
 * 74LS193 and a 74LS. Only for part numbers: in other texts RS232 would be a 232.
 */
export function familiesOfNumber(partNumber: string): readonly string[] {
  const pieces = (foldForWords(partNumber).match(TOKEN) ?? []).flatMap((token) => token.split(JOINERS));
  const families = pieces.flatMap((piece) => {
    const [, family = ''] = FAMILY_OF_NUMBER.exec(piece) ?? [];
    const [, series = '', number = ''] = SERIES_OF_FAMILY.exec(family) ?? [];
    // A 74HC4051 is a 4051, but a 74HC00 is not a 00.
    return [family, series, number.length >= 4 ? number : ''].filter((one) => one !== '');
  });
  return families.map(boundKey);
}

/** Returns the words of a query, each once; empty if the query has no letter and no digit. */
export function wordsOfQuery(
  query: string,
  operators: WordTable = NO_WORDS,
  builtIn: WordTable = BUILT_IN_WORDS,
): readonly QueryWord[] {
  const written = wordsWritten(query);
  const significant = significantWords(written);
  const found = withAlternatives(written, significant, withAbbreviations(significant, written, operators, builtIn));
  const byWord = new Map(found.map((one) => [one.words.join(' '), one]));
  return [...byWord.values()].map((one) => ({
    ...one,
    asked: withoutMarks(one.asked),
    words: one.words.map(boundKey),
    added: one.added.map(boundKey),
  }));
}

/** Writes the signs and wildcards of a word as they were asked for. */
function withoutMarks(word: string): string {
  return word
    .replace(SIGN_WORD, (_all, sign: string) => (sign === 'negative' ? '-' : '\u00b1'))
    .replaceAll(ANY, '*')
    .replaceAll(ONE, '?')
    .replaceAll(APART, '-');
}

/**
 * Returns the values of a query that are not searched as words, because no term matches what is below them: "below 5
 * mOhm".
 */
export function boundsOfQuery(query: string): readonly string[] {
  return valuesLeftOut(wordsWritten(query));
}

/** A number with a wildcard in it: TPS7*33, LM2576*-5. 10mm*20 is a size. */
const WITH_WILDCARD =
  /(?<![\p{L}\p{N}*?-])(?=\p{N}*\p{L})(?=[\p{L}\p{N}*?-]*\d)(?!\d+(?:mm|cm|m|in)\b)([\p{L}\p{N}]{3,}(?:[*?]+-?[\p{L}\p{N}]+){1,2})/gu;

function withWildcards(query: string): string {
  return query.replaceAll(WITH_WILDCARD, (number) =>
    number
      .replaceAll(/\*+(-?)/g, (_all, hyphen: string) => ANY + (hyphen === '' ? '' : APART))
      .replaceAll('?', ONE)
      .replaceAll('-', ''),
  );
}

function wordsWritten(query: string): readonly AskedForm[] {
  const plain = withSaidAlternatives(plainQuery(foldForWords(withWildcards(query))));
  const folded = REVERSED.test(plain) ? plain : withSigns(plain, true);
  return [...askedWords(folded.match(TOKEN) ?? [], subjectOf(folded))];
}

/** Returns the words of a text as the tables of words contain them: singular, without hyphens. */
export function phraseOf(text: string): readonly string[] {
  return piecesOf(foldForWords(text).match(TOKEN) ?? []);
}

function piecesOf(tokens: readonly string[]): readonly string[] {
  return tokens.flatMap((token) => token.split(JOINERS)).map(singular);
}

function foldForWords(text: string): string {
  return foldText(joinedSizes(plainValues(text)))
    .replaceAll(BESIDE_UNSPACED, ' ')
    .replaceAll('μ', 'u')
    .replaceAll(BARE_POINT, '0.')
    .replaceAll(WATT_FRACTION, (_all, parts: string) => String(1 / Number(parts)));
}

/** Makes +/-15V and -15V separate words. @param hasAmount whether the amount without its sign is also a word */
function withSigns(text: string, hasAmount: boolean): string {
  return text.replaceAll(SIGNED, (_all, both: string | undefined, _negative, amount: string, unit: string) => {
    const word = quantityOf(amount, unit)?.word ?? amount + unit;
    return ` ${hasAmount ? `${amount}${unit} ` : ''}${both === undefined ? 'negative' : 'bipolar'}${word} `;
  });
}

/** A word of a query before abbreviations. */
type AskedForm = Pick<QueryWord, 'asked' | 'words'> & { readonly number?: NumberLike | undefined };

function filedWords(token: string, subject: Subject | undefined): readonly string[] {
  const pieces = token.split(JOINERS);
  if (!DIGIT.test(token)) {
    const quantity = pieces.length === 2 ? quantityOf(pieces[0] ?? '', pieces[1] ?? '', subject) : undefined;
    return [
      ...(quantity === undefined ? [] : quantityWords(quantity)),
      ...pieces.flatMap((piece) => spacelessWords(singular(piece))),
    ];
  }
  const [first = '', second = ''] = pieces;
  const joined =
    pieces.length === 2 ? (quantityOf(first, second, subject)?.word ?? packageWord(first, second)) : undefined;
  const pins = pieces.length === 2 ? packageOf(first, second) : undefined;
  return [
    // With a digit, the whole token may be a part number.
    joined ?? rangeOf(pieces, subject)?.word ?? (pieces.length > 1 ? pieces.join('') : ''),
    ...(pins === undefined ? [] : packageWords(pins)),
    ...pieces.flatMap((piece) => filedPiece(piece, subject)),
  ].filter((word) => word !== '');
}

function filedPiece(piece: string, subject: Subject | undefined): readonly string[] {
  if (!DIGIT.test(piece)) return spacelessWords(singular(piece));
  const quantity = gluedQuantity(piece, subject);
  if (quantity !== undefined) return [...quantityWords(quantity), quantity.amount, quantity.unit];
  const pins = gluedPackage(piece);
  if (pins !== undefined) return packageWords(pins);
  return [...spacelessWords(piece), ...nameOfVersion(piece)];
}

/** The positions of a connector are also its pins. */
function quantityWords({ word, amount, unit }: Quantity): readonly string[] {
  return unit === 'position' ? [word, `${amount}pin`] : [word];
}

function packageWord(first: string, second: string): string | undefined {
  const found = packageOf(first, second);
  return found && found.family + found.pins;
}

/** Indexes "2.5 V" also as "2.5V", and "LQFP 48" as "LQFP48". */
function joinedWithNext(token: string, next: string, subject: Subject | undefined): readonly string[] {
  const quantity = quantityOf(token, next, subject);
  if (quantity !== undefined) return quantityWords(quantity);
  const [, to = ''] = token.split(JOINERS);
  const range = rangeWithUnit(token, next, subject);
  if (range !== undefined) return [range.word, ...quantityWords(quantityOf(to, next, subject) ?? range)];
  const pins = packageOf(token, next);
  return pins === undefined ? [] : packageWords(pins);
}

/** Reads "4-20" followed by "mA". */
function rangeWithUnit(token: string, next: string, subject: Subject | undefined): Quantity | undefined {
  const [from = '', to = '', ...others] = token.split(JOINERS);
  return others.length > 0 || /\P{L}/u.test(next) ? undefined : rangeOf([from, to + next], subject);
}

function* askedWords(tokens: readonly string[], subject: Subject | undefined): Generator<AskedForm> {
  for (let place = 0; place < tokens.length; place += 1) {
    const [token = '', next = ''] = tokens.slice(place, place + 2);
    const pair =
      (quantityOf(token, next, subject) ?? rangeWithUnit(token, next, subject))?.word ?? packageWord(token, next);
    // In "SOIC 8 pin" the number belongs to the pins, not to the package.
    const isOfLater = pair !== undefined && quantityOf(next, tokens[place + 2] ?? '', subject) !== undefined;
    if (pair !== undefined && !isOfLater) {
      yield { asked: `${token} ${next}`, words: [pair, ...asThousands(token, next)] };
      place += 1;
    } else yield* askedToken(token, subject);
  }
}

function* askedToken(token: string, subject: Subject | undefined): Generator<AskedForm> {
  const pieces = token.split(JOINERS);
  const [first = '', second = ''] = pieces;
  const range = rangeOf(pieces, subject)?.word;
  if (range !== undefined) {
    yield { asked: token, words: [range] };
    return;
  }
  const whole = pieces.join('');
  const isFamily = gluedPackage(whole) === undefined && gluedQuantity(whole, subject) === undefined;
  if (!DIGIT.test(token)) {
    const quantity = pieces.length === 2 ? quantityOf(first, second, subject) : undefined;
    if (quantity !== undefined) yield { asked: token, words: [quantity.word] };
    else for (const piece of pieces) yield* askedPiece(piece);
    return;
  }
  const number = SIGN_WORD.test(whole) ? undefined : numberLike(whole);
  // ATmega16 is a part number; Spartan-6 and USB2.0 are names with a member.
  const family = isFamily && (pieces.length > 1 || number === undefined) ? familyPieces(pieces) : undefined;
  if (family !== undefined) {
    for (const piece of family) yield { asked: piece, words: [piece, whole] };
    return;
  }
  const joined =
    pieces.length === 2 ? (quantityOf(first, second, subject)?.word ?? packageWord(first, second)) : undefined;
  const word = joined ?? (pieces.length === 1 ? gluedQuantity(whole, subject)?.word : undefined) ?? whole;
  if (word === whole && subject === undefined && BARE_KILO.test(whole)) {
    yield { asked: token, words: [whole, `${whole}ohm`] };
  } else if (word === whole && BARE_SMALL.test(whole)) {
    yield { asked: token, words: [whole, `${whole}f`, `${whole}h`] };
  } else if (word === whole && number !== undefined) yield { asked: whole, words: [whole], number };
  else if (word === whole) yield* askedPiece(whole);
  else {
    const [, amount = '', unit = ''] = /^([\d.]+)(\p{L}+)$/u.exec(token) ?? [];
    yield { asked: token, words: [word, ...asThousands(amount, unit)] };
  }
}

/** 1.000 V may be a thousand volts, as it is written in most of Europe. */
function asThousands(amount: string, unit: string): readonly string[] {
  const word = THOUSANDS.test(amount) ? quantityOf(amount.replace('.', ''), unit)?.word : undefined;
  return word === undefined ? [] : [word];
}

function* askedPiece(piece: string): Generator<AskedForm> {
  const one = singular(piece);
  for (const word of spacelessWords(one, { asked: true })) {
    yield { asked: word === one ? piece : word, words: [word] };
  }
}

/** Returns the piece; if it has runs without spaces, the text between them and the pairs of neighbors in each. */
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

/** Adds short forms as alternatives to single words and to each word of a phrase. */
function withAbbreviations(
  telling: readonly AskedForm[],
  all: readonly AskedForm[],
  operators: WordTable,
  builtIn: WordTable,
): readonly QueryWord[] {
  const short = shortFormsFor(all, builtIn);
  const added = shortFormsFor(all, operators);
  return telling.map((one): QueryWord => {
    const only = short.get(one)?.find(({ isWhole }) => isWhole)?.short;
    if (only !== undefined) return { asked: only, words: [only], added: [], manufacturers: [], number: undefined };
    const words = new Set([...one.words, ...(short.get(one) ?? []).map((form) => form.short)]);
    const manufacturers = one.words.flatMap((word) => SHORT_NAMES_OF_MANUFACTURERS.get(word) ?? []);
    const besides = [
      ...(added.get(one) ?? []).map((form) => form.short),
      ...one.words.flatMap((word) => operators.equivalentsOf(word)),
      ...one.words.flatMap((word) => [...plainWordsFor(word), ...samePads(word)]),
    ];
    return {
      ...one,
      number: one.number,
      words: [...words],
      added: [...new Set(besides)].filter((word) => !words.has(word)),
      manufacturers,
    };
  });
}

/** Returns for each word of a query its short forms, and those of the phrases that contain it. */
function shortFormsFor(
  all: readonly AskedForm[],
  table: WordTable,
): ReadonlyMap<AskedForm, readonly Pick<Phrase, 'short' | 'isWhole'>[]> {
  const pieces = all.map(({ words }) => words[0] ?? '');
  const found = new Map<AskedForm, Pick<Phrase, 'short' | 'isWhole'>[]>();
  const note = (one: AskedForm, form: Pick<Phrase, 'short' | 'isWhole'>) =>
    found.set(one, [...(found.get(one) ?? []), form]);
  for (const [place, one] of all.entries()) {
    for (const phrase of table.phrasesAt(pieces, place)) {
      for (const word of all.slice(place, place + phrase.words.length)) note(word, phrase);
    }
    for (const short of table.shortFormsOf(pieces[place] ?? '')) note(one, { short, isWhole: false });
  }
  return found;
}
