/** Which words of a question tell something of the part that is meant; the others do not count (docs/reference/search.md#what-a-word-is). */

/** A word as it was written, and the first of those it is found by. */
interface Written {
  readonly asked: string;
  readonly words: readonly string[];
}

const STOP_WORDS: ReadonlySet<string> = wordSet(
  'a an and at by for from in is it of on or the to with und der die das mit für fur et de la le les des pour avec y el los con para ' +
    'i me my we our you your this that these those which what who are be been could should would do does has have any some there than as ' +
    'need needs want wants find show give get gets list looking look search please something anything how use used using ' +
    "into onto without about much many more most very so such other another its it's they their them our us will shall may might must " +
    'when where while if then turn turns turning keep keeps make makes let lets work works working one ones thing things ' +
    'inc incorporated corp corporation ltd gmbh llc package packages packaged footprint',
);
/** Of gates these are names. */
const GATE_NAMES: ReadonlySet<string> = wordSet('and or');
/** At the end of a query, or before a word that says nothing, they say only that a part is meant: "LED driver IC for a strip". */
const FILLERS: ReadonlySet<string> = wordSet('ic chip part component device');

/** Before a value these bound it, and no index knows a bound: "at least 3 A", "up to 60V", "rated above 60V". */
const BOUNDS: ReadonlySet<string> = wordSet(
  'up least maximum minimum max min rated approximately approx around above below under over greater less exceeding exactly',
);
/** What is wanted under 5 mOhm is mostly far below: there the value says nothing either. */
const BOUNDS_FROM_ABOVE: ReadonlySet<string> = wordSet('below under less');
const VALUE = /^\d+(?:\.\d+)?\p{L}+$/u;

/** Where one of these stands, a question is a sentence, and not a row of words each of which tells something. */
const SENTENCE_MARKS: ReadonlySet<string> = wordSet(
  'a an the for from to between that which what when where while i me my we our you your it its is are am be how into onto out many some any more several',
);
/** Nor is one that begins with one of these: "store data". */
const ORDERS: ReadonlySet<string> = wordSet(
  'amplify connect convert detect generate isolate measure protect rectify regulate save send store translate transmit',
);
/** In a sentence these say nothing of a part. */
const WEAK_WORDS: ReadonlySet<string> = wordSet(
  'between two three several multiple both few different same other each every all only also just even still away together directly easily quickly ' +
    'safely efficiently reliably accurately automatically electrically possible suitable good best better cheap great nice simple easy tiny little ' +
    'small large big long new old own another next enough close near add connect attach link hook talk communicate run handle support allow help ' +
    'provide deliver create produce build come go happen say tell know see draw change prevent avoid via through within across not no',
);
/** Nor do these at the end of what they belong to: "a speaker signal", but not "a signal diode". */
const WEAK_NOUNS: ReadonlySet<string> = wordSet(
  'signal level circuit system board project application design product purpose way kind value object room place amount pin data configuration setting',
);
const PARTICLES: ReadonlySet<string> = wordSet('up down off out');
/** What a question asks to be done, where the part is called otherwise. */
const WEAK_VERBS: ReadonlySet<string> = wordSet(
  'read send hold set put take write operate find watch check test move bring save replace improve',
);
/** At the beginning and before "a" or "many" these are verbs: "power a board". */
const NOUNS_AND_VERBS: ReadonlySet<string> = wordSet('light power level clock supply feed time watch');
const DETERMINERS: ReadonlySet<string> = wordSet('a an the many some several more my your this that up one');
/** Weak words that are part of a name where one of these follows. */
const NAMED_BY: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['over', wordSet('ethernet voltage current temperature power load drive top')],
  ['through', wordSet('hole')],
  ['small', wordSet('outline signal')],
]);

/** What the part is for begins here. */
const PURPOSE_MARKS: ReadonlySet<string> = wordSet('for that which');
const NAMED_PART = 3;
const LONG_PURPOSE = 3;

/** Whether a word tells nothing of any part. */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}

/** All of them where nothing else is left. */
export function tellingWords<Word extends Written>(asked: readonly Word[]): readonly Word[] {
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
  /** By place, from the last one: whether a word is weak may depend on the next. */
  const weak: boolean[] = [];
  const isWeak = (place: number): boolean => {
    const word = wordAt(place);
    const isNextWeak = weak[place + 1] ?? false;
    // A small-signal diode is one, but not what amplifies small signals.
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

/** The values that are left out with their bound, as they were written. */
export function valuesLeftOut(asked: readonly Written[]): readonly string[] {
  const places = placesOfBounds(asked);
  return asked.filter((one, place) => places.has(place) && VALUE.test(one.words[0] ?? '')).map((one) => one.asked);
}

/** From the last one: whether a word is a bound depends on the next that is no stop word. */
function placesOfBounds(asked: readonly Written[]): ReadonlySet<number> {
  const places = new Set<number>();
  let next = -1;
  for (const [place, one] of [...asked.entries()].toReversed()) {
    if (STOP_WORDS.has(one.asked)) continue;
    const isBeforeValue = VALUE.test(asked[next]?.words[0] ?? '') || places.has(next);
    if (BOUNDS.has(one.asked) && isBeforeValue) {
      places.add(place);
      if (BOUNDS_FROM_ABOVE.has(one.asked)) places.add(next);
    }
    next = place;
  }
  return places;
}

/** "N-channel MOSFET for switching 12V LED strips": where the part is named, its use in many words would outweigh it. Values stay. */
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

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}
