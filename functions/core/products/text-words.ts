/**
 * The words of a text, for records and for queries (docs/search.md#what-a-word-is).
 * A token with a digit in it (a part number, a value with its unit) is found whole and in pieces, and asked for whole; any other is found and
 * asked for in pieces. So "low-dropout" finds "low dropout". In which one form a word is filed is decided in word-forms.ts.
 */
import { ABBREVIATIONS } from './abbreviations.ts';
import { boundKey, foldText } from './key-text.ts';
import { familyPieces, gluedPackage, gluedQuantity, packageOf, quantityOf, singular } from './word-forms.ts';
import { NO_WORDS, WordTable, type Phrase } from './word-table.ts';

/** Letters and digits of any script with their marks; hyphens and underscores hold them together, and dots between digits. */
const TOKEN = /[\p{L}\p{N}\p{M}]+(?:(?:[_\p{Pd}\u2212]|(?<=\p{N})\.(?=\p{N}))[\p{L}\p{N}\p{M}]+)*/gu;
const JOINERS = /[_\p{Pd}\u2212]/gu;
const DIGIT = /\p{N}/u;
/** Between the letters of its maker and those of its variant. */
const FAMILY_OF_NUMBER = /^[a-z]{0,4}(\d{3,5}|\d{2}[a-z]{1,5}\d{2,5})[a-z]{0,5}\d?$/;
const SERIES_OF_FAMILY = /^(\d{2}[a-z]{1,5})\d{2,5}$/;
const MEMORY = /\b(?:memory|flash|[a-z]*(?:ram|rom))s?\b/;
/** SOT-23-5 is a SOT-23, TO-220-3 a TO-220. */
const CASE_WITH_PINS = /^([a-z]{2,4})-(\d{1,4})-\d{1,2}[a-z]?$/;
/** Scripts written without spaces: every two neighbours are a word, since no dictionary is the same everywhere. */
const UNSPACED_RUN =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]+/gu;

const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a an and at by for from in is it of on or the to with und der die das mit für fur et de la le les des pour avec y el los con para ' +
    'i me my we our you your this that these those which what who are be been could should would do does has have any some there than as ' +
    'need needs want find show give get list looking look search please something anything how use used using'
  ).split(' '),
);
/** "What can I use": a verb, and not the bus. */
const CAN_AS_A_VERB = /\bcan (?=(?:i|you|we|it|be|one)\b)/g;
/** At the end of a query they say only that a part is meant: "LED driver IC". */
const FILLERS_AT_THE_END: ReadonlySet<string> = new Set(['ic', 'chip', 'part', 'component', 'device']);

const BUILT_IN_WORDS = new WordTable(ABBREVIATIONS);

/** A word of a query: how it was written, and the words any of which a record must have. */
export interface QueryWord {
  readonly asked: string;
  readonly words: readonly string[];
  /** Under which the first release filed it besides: read until the index is written again. */
  readonly former: readonly string[];
  /** What operators have added: words any of which will do too. */
  readonly added: readonly string[];
}

/** @param operators what operators have added to the abbreviations. @returns every word under which a text is found, each once */
export function wordsOfText(text: string, operators: WordTable = NO_WORDS): ReadonlySet<string> {
  const folded = foldForWords(text);
  const isOfMemory = MEMORY.test(folded);
  const tokens = folded.match(TOKEN) ?? [];
  const words = tokens.flatMap((token, place) => [
    ...filedWords(token, isOfMemory),
    ...joinedWithNext(token, tokens[place + 1] ?? '', isOfMemory),
  ]);
  const pieces = piecesOf(tokens);
  const short = [...BUILT_IN_WORDS.shortFormsIn(pieces), ...operators.shortFormsIn(pieces)];
  return new Set([...words, ...short].map(boundKey));
}

/**
 * The families that a part number belongs to, as people name them: LM78L05ACZ is a 78L05, CD4051B a 4051, and SN74LS193N is a 74LS193 and a 74LS.
 * Of numbers alone: in other texts RS232 would be a 232.
 */
export function familiesOfNumber(partNumber: string): readonly string[] {
  const pieces = (foldForWords(partNumber).match(TOKEN) ?? []).flatMap((token) => token.split(JOINERS));
  const families = pieces.flatMap((piece) => {
    const [, family = ''] = FAMILY_OF_NUMBER.exec(piece) ?? [];
    const [, series = ''] = SERIES_OF_FAMILY.exec(family) ?? [];
    return [family, series].filter((one) => one !== '');
  });
  return families.map(boundKey);
}

/** What a record must have to answer a query, each once; empty when the query has no letter and no digit. */
export function wordsOfQuery(query: string, operators: WordTable = NO_WORDS): readonly QueryWord[] {
  const folded = foldForWords(query).replaceAll(CAN_AS_A_VERB, '');
  const tokens = folded.match(TOKEN) ?? [];
  const asked = [...askedWords(tokens, MEMORY.test(folded))];
  const byWord = new Map(
    withAbbreviations(tellingWords(asked), asked, operators).map((one) => [one.words.join(' '), one]),
  );
  return [...byWord.values()].map(({ asked: word, words, former, added }) => ({
    asked: word,
    words: words.map(boundKey),
    former: former.map(boundKey),
    added: added.map(boundKey),
  }));
}

/** A text as tables of words know it: letters in the singular, without hyphens. */
export function phraseOf(text: string): readonly string[] {
  return piecesOf(foldForWords(text).match(TOKEN) ?? []);
}

/** All of them where nothing else is left. */
function tellingWords(asked: readonly AskedForm[]): readonly AskedForm[] {
  const telling = asked.filter(({ asked: word }) => !STOP_WORDS.has(word));
  const isFiller = telling.length > 1 && FILLERS_AT_THE_END.has(telling.at(-1)?.words[0] ?? '');
  if (isFiller) return telling.slice(0, -1);
  return telling.length > 0 ? telling : asked;
}

function piecesOf(tokens: readonly string[]): readonly string[] {
  return tokens.flatMap((token) => token.split(JOINERS)).map(singular);
}

function foldForWords(text: string): string {
  return foldText(text).replaceAll('μ', 'u');
}

/** A word of a query before abbreviations. */
type AskedForm = Omit<QueryWord, 'added'>;

function filedWords(token: string, isOfMemory: boolean): readonly string[] {
  const pieces = token.split(JOINERS);
  if (!DIGIT.test(token)) {
    const quantity = pieces.length === 2 ? quantityOf(pieces[0] ?? '', pieces[1] ?? '', isOfMemory) : undefined;
    return [
      ...(quantity === undefined ? [] : [quantity.word]),
      ...pieces.flatMap((piece) => spacelessWords(singular(piece))),
    ];
  }
  const [first = '', second = ''] = pieces;
  const joined =
    pieces.length === 2 ? (quantityOf(first, second, isOfMemory)?.word ?? packageWord(first, second)) : undefined;
  const pins = pieces.length === 2 ? packageOf(first, second) : undefined;
  const [, kind, size] = CASE_WITH_PINS.exec(token) ?? [];
  return [
    // With a digit the whole is a number of its own.
    joined ?? (pieces.length > 1 ? pieces.join('') : ''),
    ...(pins === undefined ? [] : [`${pins.pins}pin`]),
    ...(kind === undefined || size === undefined ? [] : [kind + size]),
    ...pieces.flatMap((piece) => filedPiece(piece, isOfMemory)),
  ].filter((word) => word !== '');
}

function filedPiece(piece: string, isOfMemory: boolean): readonly string[] {
  if (!DIGIT.test(piece)) return spacelessWords(singular(piece));
  const quantity = gluedQuantity(piece, isOfMemory);
  if (quantity !== undefined) return [quantity.word, quantity.amount, quantity.unit];
  const pins = gluedPackage(piece);
  if (pins !== undefined) return [piece, pins.family, `${pins.pins}pin`];
  return spacelessWords(piece);
}

function packageWord(first: string, second: string): string | undefined {
  const found = packageOf(first, second);
  return found && found.family + found.pins;
}

/** "2.5 V" is also found as "2.5V", "LQFP 48" as "LQFP48". */
function joinedWithNext(token: string, next: string, isOfMemory: boolean): readonly string[] {
  const quantity = quantityOf(token, next, isOfMemory);
  if (quantity !== undefined) return [quantity.word];
  const pins = packageOf(token, next);
  return pins === undefined ? [] : [pins.family + pins.pins, `${pins.pins}pin`];
}

function* askedWords(tokens: readonly string[], isOfMemory: boolean): Generator<AskedForm> {
  for (let place = 0; place < tokens.length; place += 1) {
    const [token = '', next = ''] = tokens.slice(place, place + 2);
    const pair = quantityOf(token, next, isOfMemory)?.word ?? packageWord(token, next);
    // "SOIC 8 pin" asks for the pins, not for a package of eight and a pin.
    const isOfLater = pair !== undefined && quantityOf(next, tokens[place + 2] ?? '', isOfMemory) !== undefined;
    if (pair !== undefined && !isOfLater) {
      yield { asked: `${token} ${next}`, words: [pair], former: formerWords(pair, token + next) };
      place += 1;
    } else yield* askedToken(token, isOfMemory);
  }
}

function* askedToken(token: string, isOfMemory: boolean): Generator<AskedForm> {
  const pieces = token.split(JOINERS);
  const [first = '', second = ''] = pieces;
  const whole = pieces.join('');
  const isFamily = gluedPackage(whole) === undefined && gluedQuantity(whole, isOfMemory) === undefined;
  if (!DIGIT.test(token)) {
    const quantity = pieces.length === 2 ? quantityOf(first, second, isOfMemory) : undefined;
    if (quantity !== undefined) yield { asked: token, words: [quantity.word], former: [] };
    else for (const piece of pieces) yield* askedPiece(piece);
    return;
  }
  const family = isFamily ? familyPieces(pieces) : undefined;
  if (family !== undefined) {
    for (const piece of family) yield { asked: piece, words: [piece, whole], former: [] };
    return;
  }
  const joined =
    pieces.length === 2 ? (quantityOf(first, second, isOfMemory)?.word ?? packageWord(first, second)) : undefined;
  const word = joined ?? (pieces.length === 1 ? gluedQuantity(whole, isOfMemory)?.word : undefined) ?? whole;
  if (word === whole) yield* askedPiece(whole);
  else yield { asked: token, words: [word], former: formerWords(word, whole) };
}

function* askedPiece(piece: string): Generator<AskedForm> {
  const one = singular(piece);
  for (const word of spacelessWords(one, { asked: true })) {
    yield { asked: word === one ? piece : word, words: [word], former: word === one ? formerWords(word, piece) : [] };
  }
}

function formerWords(word: string, former: string): readonly string[] {
  return former === word ? [] : [former];
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

/** A phrase keeps its words, each with the short form as an alternative; a word has its short form beside it. */
function withAbbreviations(
  telling: readonly AskedForm[],
  all: readonly AskedForm[],
  operators: WordTable,
): readonly QueryWord[] {
  const short = shortFormsFor(all, BUILT_IN_WORDS);
  const added = shortFormsFor(all, operators);
  return telling.map((one): QueryWord => {
    const only = short.get(one)?.find(({ isWhole }) => isWhole)?.short;
    if (only !== undefined) return { asked: only, words: [only], former: [], added: [] };
    const words = [...new Set([...one.words, ...(short.get(one) ?? []).map((form) => form.short)])];
    const besides = [
      ...(added.get(one) ?? []).map((form) => form.short),
      ...one.words.flatMap((word) => operators.equivalentsOf(word)),
    ];
    return { ...one, words, added: [...new Set(besides)].filter((word) => !words.includes(word)) };
  });
}

/** For each word of a query the short forms of the phrases that it stands in, and its own. */
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
