/**
 * Decides which words of a query describe the part; the others are not searched for
 * (docs/reference/search.md#what-a-word-is).
 */
import { readWordSets } from '../../read-table.ts';
import { SIGNIFICANT_WORDS } from './packed-words.ts';

const words = readWordSets(SIGNIFICANT_WORDS);

/** A word as it was written, and the words that it is found by, of which only the first is used. */
interface Written {
  readonly asked: string;
  readonly words: readonly string[];
}

const STOP_WORDS = words('stop words');
/** Stop words that are names before "gate". */
const GATE_NAMES = words('gate names');
/** At the end of a query, or before an insignificant word, these only mean "a part": "LED driver IC for a strip". */
const FILLERS = words('fillers');

/**
 * Before a value these make it a bound, which is not searched as a word: "at least 3 A", "up to 60V", "rated above
 * 60V".
 */
const BOUNDS = words('bounds');
/** Parts under 5 mOhm are mostly far below it, so the value is not searched for either. */
const BOUNDS_FROM_ABOVE = words('bounds from above');
const MEASURES: ReadonlySet<string> = new Set('current voltage power frequency temperature'.split(' '));
const VALUE = /^\d+(?:\.\d+)?\p{L}+$/u;

/** A query with one of these is a sentence, in which not every word is significant. */
const SENTENCE_MARKS = words('sentence marks');
/** A query that begins with one of these is also a sentence: "store data". */
const ORDERS = words('orders');
/** In a sentence these do not describe a part. */
const WEAK_WORDS = words('weak words');
/** At the end of a phrase these do not describe a part either: "a speaker signal", but not "a signal diode". */
const WEAK_NOUNS = words('weak nouns');
const PARTICLES = words('particles');
/** Verbs that do not describe a part at the start of a query. */
const WEAK_VERBS = words('weak verbs');
/** At the start, before "a" or "many", these are verbs: "power a board". */
const NOUNS_AND_VERBS = words('nouns and verbs');
const DETERMINERS = words('determiners');
/** Weak words that are part of a name if one of these follows. */
const NAMED_BY = new Map(['over', 'through', 'small'].map((word) => [word, words(`named by: ${word}`)]));

/** The purpose of the part begins after one of these. */
const PURPOSE_MARKS = words('purpose marks');
const NAMED_PART = 3;
const LONG_PURPOSE = 3;

/** Whether a word says nothing about any part. */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}

/** Whether a word is everyday language, which is never a series of part numbers: "max" is not meant as every MAX232. */
export function isEverydayWord(word: string): boolean {
  return [STOP_WORDS, BOUNDS, FILLERS, WEAK_WORDS, WEAK_NOUNS, WEAK_VERBS, PARTICLES, ORDERS].some((all) =>
    all.has(word),
  );
}

/** Returns the significant words, or all words if there would be none. */
export function significantWords<Word extends Written>(asked: readonly Word[]): readonly Word[] {
  const wordAt = (place: number) => asked[place]?.words[0] ?? '';
  const saysSomething = (place: number) => {
    const written = asked[place]?.asked ?? '';
    if (written === 'over') return isNamed(asked, place);
    const isGate = GATE_NAMES.has(written) && wordAt(place + 1) === 'gate' && wordAt(place + 2) !== 'driver';
    return asked[place] !== undefined && (isGate || !STOP_WORDS.has(written));
  };
  const bounds = placesOfBounds(asked);
  const isFiller = (place: number) => FILLERS.has(wordAt(place)) && !saysSomething(place + 1);
  const isSentence = ORDERS.has(wordAt(0)) || asked.some((one) => SENTENCE_MARKS.has(one.asked));
  /** By index, computed from the last word on, because whether a word is weak may depend on the next. */
  const weak: boolean[] = [];
  const isWeak = (place: number): boolean => {
    const word = wordAt(place);
    const isNextWeak = weak[place + 1] ?? false;
    // "Small" is significant in "small-signal diode", but not in "amplifies small signals".
    if (isNamed(asked, place)) return WEAK_NOUNS.has(wordAt(place + 1)) && isNextWeak;
    if (WEAK_NOUNS.has(word)) return !saysSomething(place + 1) || PARTICLES.has(wordAt(place + 1)) || isNextWeak;
    if (place === 0 && NOUNS_AND_VERBS.has(word)) return DETERMINERS.has(asked[1]?.asked ?? '');
    return (
      WEAK_WORDS.has(word) ||
      (place === 0 && WEAK_VERBS.has(word)) ||
      (word === 'single' && asked[place - 1]?.asked === 'a')
    );
  };
  for (let place = asked.length - 1; place >= 0; place -= 1) weak[place] = isWeak(place);
  const telling = asked.filter((_one, place) => saysSomething(place));
  const isFilled = (place: number) => saysSomething(place) && !isFiller(place) && !bounds.has(place);
  const unfilled = asked.filter((_one, place) => isFilled(place));
  const strong = withoutLongPurpose(
    asked,
    asked.filter((_one, place) => isFilled(place) && !(isSentence && weak[place] === true)),
  );
  return [strong, unfilled, telling].find((words) => words.length > 0) ?? asked;
}

/** Returns the values that are left out with their bound, as they were written. */
export function valuesLeftOut(asked: readonly Written[]): readonly string[] {
  const places = placesOfBounds(asked);
  return asked.filter((one, place) => places.has(place) && VALUE.test(one.words[0] ?? '')).map((one) => one.asked);
}

/**
 * Goes through the words from the last one, because whether a word is a bound depends on the next that is not a stop
 * word.
 */
function placesOfBounds(asked: readonly Written[]): ReadonlySet<number> {
  const places = new Set<number>();
  let next = -1;
  for (const [place, one] of [...asked.entries()].toReversed()) {
    // "Max. current 3 A" bounds the value after the name of its measure.
    if (STOP_WORDS.has(one.asked) || MEASURES.has(one.asked)) continue;
    const isBeforeValue = VALUE.test(asked[next]?.words[0] ?? '') || places.has(next);
    if (BOUNDS.has(one.asked) && isBeforeValue) {
      places.add(place);
      if (BOUNDS_FROM_ABOVE.has(one.asked)) places.add(next);
    }
    next = place;
  }
  return places;
}

/**
 * Drops a long purpose, except its values: in "N-channel MOSFET for switching 12V LED strips" it would outweigh the
 * named part.
 */
function withoutLongPurpose<Word extends Written>(asked: readonly Word[], words: readonly Word[]): readonly Word[] {
  const start = asked.findIndex((one) => PURPOSE_MARKS.has(one.asked));
  const places = new Map(asked.map((one, place) => [one, place]));
  const part = words.filter((one) => (places.get(one) ?? -1) < start);
  const purpose = words.filter((one) => (places.get(one) ?? -1) > start);
  if (part.length < NAMED_PART || purpose.length < LONG_PURPOSE) return words;
  return [...part, ...purpose.filter(({ asked: written }) => /\p{N}/u.test(written))];
}

function isNamed(asked: readonly Written[], place: number): boolean {
  return NAMED_BY.get(asked[place]?.words[0] ?? '')?.has(asked[place + 1]?.words[0] ?? '') === true;
}
