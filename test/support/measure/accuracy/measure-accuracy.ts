/**
 * Measures how often a part is found under common spellings of its manufacturer, and that it is never found under the
 * name of another manufacturer. accuracy-page.ts explains each figure.
 */
import { readManufacturerLists, readTakeoverList } from '../../../../tools/manufacturers/read-manufacturer-data.ts';
import { BUILT_IN_MANUFACTURERS } from '../../../../core/index/manufacturers/built-in-manufacturers.ts';
import { realPartsAvailable } from '../../fixtures/real-parts.ts';
import { groupBy, type Answer } from './number-index.ts';
import { MANY_MANUFACTURERS, openRealIndex, type RealIndex } from './real-index.ts';
import { readSpellings, type WrittenManufacturer } from './spellings.ts';

interface SpellingScore {
  readonly name: string;
  readonly spellings: number;
  /** Spellings under which every requested part was found. */
  readonly found: number;
  readonly uses: number;
  readonly usesFound: number;
  /** Requested parts that were not found, and how many of these misses name the manufacturer. */
  readonly missed: number;
  readonly missedHinted: number;
  /** Matches with the part of another manufacturer. */
  readonly confused: number;
}

interface AskedScore {
  readonly asked: number;
  readonly answered: number;
  /** Misses that name the part's manufacturer. */
  readonly hinted: number;
}

export interface Accuracy {
  readonly parts: number;
  /** The score without the table: only equal names match. */
  readonly byKey: SpellingScore;
  /** The score with each spelling removed from the table before it is used, which is that of unknown spellings. */
  readonly unlisted: SpellingScore;
  readonly spellings: readonly SpellingScore[];
  readonly crossed: AskedScore;
  readonly wrongManufacturers: AskedScore;
  readonly takeovers: AskedScore & { readonly withReason: number };
  readonly manyManufacturers: { readonly asked: number; readonly right: number; readonly confused: number };
}

/**
 * Returns undefined if the real parts are not available.
 * @param partsAManufacturer the number of parts of each manufacturer that are requested under each spelling
 */
export function measureAccuracy(partsAManufacturer: number): Accuracy | undefined {
  if (!realPartsAvailable) return undefined;
  const real = openRealIndex(partsAManufacturer);
  const written = readSpellings();
  const groups = [...groupBy(written, ({ list }) => `list: ${list}`), ...groupBy(written, ({ kind }) => kind)];
  const ask = (spelling: string, mpn: string) => real.index.ask(spelling, mpn);
  return {
    parts: real.index.parts.length,
    byKey: scoreSpellings('equal names alone', written, real, (spelling, mpn) => real.index.askByKey(spelling, mpn)),
    unlisted: scoreSpellings('each taken out of the table first', written, real, (spelling, mpn) =>
      real.index.ask(spelling, mpn, BUILT_IN_MANUFACTURERS.with([{ spelling, manufacturer: null }])),
    ),
    spellings: [['all', written] as const, ...groups].map(([name, own]) => scoreSpellings(name, own, real, ask)),
    crossed: scoreAsked(crossedQuestions(written, real), real),
    wrongManufacturers: scoreAsked(wrongManufacturerQuestions(written, real), real),
    takeovers: scoreTakeovers(real),
    manyManufacturers: scoreManyManufacturers(written, real),
  };
}

function scoreSpellings(
  name: string,
  written: readonly WrittenManufacturer[],
  { partsOf }: RealIndex,
  ask: (spelling: string, mpn: string) => Answer,
): SpellingScore {
  const scores = written.map(({ manufacturer, spelling, uses }) => {
    const answers = (partsOf.get(manufacturer) ?? []).map(({ mpn }) => ask(spelling, mpn));
    const missed = answers.filter((answer) => answer.manufacturer === undefined);
    return {
      uses,
      found: answers.length > 0 && answers.every((answer) => answer.manufacturer === manufacturer),
      missed: missed.length,
      missedHinted: missed.filter(({ hint }) => hint?.manufacturers.includes(manufacturer)).length,
      confused: answers.filter((answer) => answer.manufacturer !== undefined && answer.manufacturer !== manufacturer)
        .length,
    };
  });
  const sum = (of: (score: (typeof scores)[number]) => number) => scores.reduce((total, score) => total + of(score), 0);
  return {
    name,
    spellings: scores.length,
    found: sum(({ found }) => Number(found)),
    uses: sum(({ uses }) => uses),
    usesFound: sum(({ uses, found }) => (found ? uses : 0)),
    missed: sum(({ missed }) => missed),
    missedHinted: sum(({ missedHinted }) => missedHinted),
    confused: sum(({ confused }) => confused),
  };
}

interface Question {
  readonly spelling: string;
  readonly mpn: string;
}

/**
 * Pairs each spelling with parts of every manufacturer that it does not name, unless the named one makes the part
 * number, too.
 */
function crossedQuestions(written: readonly WrittenManufacturer[], { index, partsOf }: RealIndex): readonly Question[] {
  return written.flatMap(({ manufacturer, spelling }, place) =>
    [...partsOf].flatMap(([other, parts]) => {
      const part = parts[place % parts.length];
      if (part === undefined || other === manufacturer || names(written, spelling, other)) return [];
      return index.manufacturersOf(part.mpn).includes(manufacturer) ? [] : [{ spelling, mpn: part.mpn }];
    }),
  );
}

/** Returns whether a spelling of two names includes one of the manufacturer's: "NXP/Nexperia" names both. */
function names(written: readonly WrittenManufacturer[], spelling: string, manufacturer: string): boolean {
  const parts = spelling.split(/[/(),;]| - /).map((part) => part.trim().toLowerCase());
  const own = written.filter((row) => row.manufacturer === manufacturer).map((row) => row.spelling.toLowerCase());
  return parts.length > 1 && [manufacturer.toLowerCase(), ...own].some((name) => parts.includes(name));
}

/** Every manufacturer of the table without parts here, and as many invented ones. */
function wrongManufacturerQuestions(
  written: readonly WrittenManufacturer[],
  { index }: RealIndex,
): readonly Question[] {
  const held = new Set(written.map(({ manufacturer }) => manufacturer));
  const others = readManufacturerLists().filter(({ name }) => !held.has(name));
  return others.flatMap(({ name }, place) => {
    const mpn = index.parts[(place * 5) % index.parts.length]?.mpn ?? '';
    return [name, `${name.split(' ')[0] ?? ''} ${['Devices', 'Systems', 'Instruments', 'Labs'][place % 4] ?? ''}`].map(
      (spelling) => ({ spelling, mpn }),
    );
  });
}

function scoreAsked(questions: readonly Question[], { index }: RealIndex): AskedScore {
  const answers = questions.map(({ spelling, mpn }) => ({ mpn, answer: index.ask(spelling, mpn) }));
  return {
    asked: answers.length,
    answered: answers.filter(({ answer }) => answer.manufacturer !== undefined).length,
    hinted: answers.filter(({ mpn, answer }) =>
      answer.hint?.manufacturers.some((manufacturer) => index.manufacturersOf(mpn).includes(manufacturer)),
    ).length,
  };
}

/** Each spelling of a manufacturer that was taken over, with parts of its successor, and the reverse. */
function scoreTakeovers(real: RealIndex): Accuracy['takeovers'] {
  const spellingsOf = new Map(readManufacturerLists().map(({ name, spellings }) => [name, spellings]));
  const pairs = readTakeoverList().flatMap(({ before, now }) => [
    { asked: before, makes: now },
    { asked: now, makes: before },
  ]);
  const questions = pairs.flatMap(({ asked, makes }) =>
    (real.partsOf.get(makes) ?? [])
      .slice(0, 5)
      .filter(({ mpn }) => !real.index.manufacturersOf(mpn).includes(asked))
      .flatMap(({ mpn }) => (spellingsOf.get(asked) ?? []).map((spelling) => ({ spelling, mpn }))),
  );
  const reasons = questions.map(({ spelling, mpn }) => real.index.ask(spelling, mpn).hint?.reason ?? null);
  return { ...scoreAsked(questions, real), withReason: reasons.filter((reason) => reason !== null).length };
}

/**
 * The part numbers of many manufacturers under every spelling: the right part if that manufacturer makes it, none
 * otherwise.
 */
function scoreManyManufacturers(
  written: readonly WrittenManufacturer[],
  { index }: RealIndex,
): Accuracy['manyManufacturers'] {
  const asked = Object.keys(MANY_MANUFACTURERS).flatMap((mpn) =>
    written
      .filter(({ kind }) => kind !== 'two names in one')
      .map(({ manufacturer, spelling }) => ({
        wanted: index.manufacturersOf(mpn).includes(manufacturer) ? manufacturer : undefined,
        answer: index.ask(spelling, mpn).manufacturer,
      })),
  );
  return {
    asked: asked.length,
    right: asked.filter(({ wanted, answer }) => answer === wanted).length,
    confused: asked.filter(({ wanted, answer }) => answer !== undefined && answer !== wanted).length,
  };
}
