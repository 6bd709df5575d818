/**
 * Finds candidates for a part number that was not found: part numbers that look like it (1N4OO7 and 1N4007,
 * STM32F103C8T6 and STM32F103C8Tx), that begin with it (FT232 and FT232RL), or that it begins with, such as the part
 * number without its packaging suffix. They are only candidates: a look-up never substitutes one part number for
 * another. A number with a distributor's prefix, with its manufacturer's name in it, or in the place of the
 * manufacturer is also read without them.
 */
import type { PartByNumber } from './find-part.ts';
import { resolveManufacturer } from '../manufacturers/resolve-manufacturer.ts';
import type { NumberAlike, NumberReach, ItemIndex, SeenNumbers } from '../items/item-index.ts';
import { readDistributorNumber } from '../part-keys/distributor-numbers.ts';
import { ANY_CHARACTER, lookAlikeForm, looksLike } from '../part-keys/look-alike.ts';
import { isNearlyNamed } from '../manufacturers/nearly-manufacturer.ts';
import { foldText } from '../part-keys/key-text.ts';
import { partKey, verbatimForm } from '../part-keys/part-number.ts';
import { areSeparatedAlike, hasKeptSeparator, withoutSeparators } from '../part-keys/separators.ts';

const MAX_NUMBERS = 3;
/** A shorter part number is the prefix of too many others to be useful. */
const MIN_BEGINNING = 4;

export interface NearNumber {
  readonly number: string;
  /** Undefined for the requested manufacturer. */
  readonly madeBy: string | undefined;
  /** It differs only in characters that look alike, or in a placeholder for any character. */
  readonly looksAlike: boolean;
  /** It differs only in which separators stand. */
  readonly isSeparatedAlike: boolean;
  /** It is near only a piece of what was written, such as the number within a distributor's. */
  readonly isOfPiece: boolean;
}

/**
 * Returns at most three part numbers of the requested manufacturer, or if it has none, of others, with their names.
 * Takes one round trip.
 */
export async function numbersAlike(
  index: Pick<ItemIndex, 'readNumbersAlike' | 'manufacturers'>,
  part: PartByNumber,
  reach: Exclude<NumberReach, 'longer'> = 'both',
  seen?: SeenNumbers,
): Promise<readonly NearNumber[]> {
  const [near, separated, ...others] = await Promise.all([
    index.readNumbersAlike(part.verbatim, reach, seen),
    seen === undefined ? [] : readSeparated(index, part.verbatim, seen),
    ...otherReadings(part).map(async (number) =>
      numbersRead(number, await index.readNumbersAlike(number, 'both', seen)),
    ),
  ]);
  const alike = [
    ...others.flat().map((one) => ({ ...one, isOfPiece: true })),
    ...sorted(part.verbatim, [...separated, ...near]).map((one) => ({ ...one, isOfPiece: false })),
  ];
  const resolution = resolveManufacturer(part.manufacturer, alike, await index.manufacturers());
  const own = resolution.kind === 'fits' ? resolution.places.flatMap((place) => alike[place] ?? []) : [];
  const isNamed = (one: NumberAlike) => isNearlyNamed(part.manufacturer, one);
  const meant = own.length > 0 ? own : alike.filter((one) => one.likeness !== 'separated' || isNamed(one));
  return eachOnce(
    meant.map(({ number, manufacturer, brand, likeness, isOfPiece }) => ({
      number,
      madeBy: own.length > 0 ? undefined : (manufacturer ?? brand ?? undefined),
      looksAlike: likeness === 'looks',
      isSeparatedAlike: likeness === 'separated',
      isOfPiece,
    })),
  );
}

/**
 * Reads the numbers with the same letters and digits, which stand in the list before them without separators. Only an
 * import does, which remembers the list.
 */
async function readSeparated(
  index: Pick<ItemIndex, 'readNumbersAlike'>,
  number: string,
  seen: SeenNumbers,
): Promise<readonly NumberAlike[]> {
  if (!hasKeptSeparator(number)) return [];
  const near = await index.readNumbersAlike(withoutSeparators(number), 'both', seen);
  const asked = readForms(number);
  return near.filter((one) => isSeparated(asked, formsOf(one)));
}

const MAX_READINGS = 2;

/** Returns the numbers that may be meant by one that is not the part number alone; empty for nearly all. */
function otherReadings({ manufacturer, verbatim }: PartByNumber): readonly string[] {
  const written = verbatim.trim();
  const writtenManufacturer = manufacturer.trim();
  const [first = '', ...rest] = written.split(/[\s,;]+/);
  const begin = (text: string) => foldText(text.slice(0, 1));
  const name = rest.length > 0 || begin(written) === begin(writtenManufacturer) ? foldText(writtenManufacturer) : '';
  const last = rest.at(-1) ?? '';
  const isNameOf = (word: string) => word.length > 1 && (name.startsWith(foldText(word)) || !/\p{N}/u.test(word));
  const readings = [
    // The fields are swapped.
    ...(/\p{N}/u.test(manufacturer) && !/\p{N}/u.test(verbatim) ? [writtenManufacturer] : []),
    readDistributorNumber(written)?.manufacturerNumber ?? '',
    ...(rest.length > 0 && isNameOf(first) ? [rest.join(' ')] : []),
    ...(rest.length > 0 && isNameOf(last) ? [[first, ...rest.slice(0, -1)].join(' ')] : []),
    ...(name.length > 1 && foldText(written).startsWith(name) ? [written.slice(writtenManufacturer.length)] : []),
  ];
  const key = partKey(verbatim);
  const distinct = new Map(readings.map((number) => [partKey(number), number.trim()]));
  return [...distinct]
    .flatMap(([own, number]) => (own !== key && own.length >= MIN_BEGINNING ? [number] : []))
    .slice(0, MAX_READINGS);
}

/** `separated`: only the separators differ. `longer`, `shorter`: one begins with the other. */
type Likeness = 'looks' | 'separated' | 'longer' | 'shorter';

interface LikeNumber extends NumberAlike {
  readonly likeness: Likeness;
}

/** Returns the number itself first, as one that looks alike, then those near it. */
function numbersRead(number: string, near: readonly NumberAlike[]): readonly LikeNumber[] {
  const same = near.filter((one) => partKey(one.number) === partKey(number));
  return [...same.map((one) => ({ ...one, likeness: 'looks' as const })), ...sorted(number, near)];
}

/**
 * Sorts look-alikes first, then those with other separators, part numbers that begin with the requested one, and its
 * beginnings, longest first.
 */
function sorted(asked: string, numbers: readonly NumberAlike[]): readonly LikeNumber[] {
  if (numbers.length === 0) return [];
  const written = readForms(asked);
  const likenesses = numbers.map((number) => likenessOf(written, formsOf(number)));
  const of = (likeness: Likeness) =>
    numbers.filter((_, place) => likenesses[place] === likeness).map((number) => ({ ...number, likeness }));
  return [...of('looks'), ...of('separated'), ...of('longer'), ...of('shorter').toReversed()];
}

/** A part number as it is compared. */
interface Forms {
  readonly number: string;
  readonly key: string;
  readonly form: string;
  /** The form without separators. */
  readonly bare: string;
}

/** An import compares the same numbers of the index with many of a file. */
const FORMS = new WeakMap<NumberAlike, Forms>();

function formsOf(one: NumberAlike): Forms {
  const known = FORMS.get(one);
  if (known !== undefined) return known;
  const forms = readForms(one.number);
  FORMS.set(one, forms);
  return forms;
}

function readForms(number: string): Forms {
  const form = lookAlikeForm(number);
  return { number, key: partKey(number), form, bare: withoutSeparators(form) };
}

/** Returns undefined for the requested part number itself and for a dissimilar one. */
function likenessOf(asked: Forms, other: Forms): Likeness | undefined {
  if (other.key === asked.key) return undefined;
  if (looksLike(asked.form, other.form)) return 'looks';
  if (isSeparated(asked, other)) return 'separated';
  if (looksLike(asked.form, other.form, false)) return 'longer';
  const stem = other.form.replaceAll(ANY_CHARACTER, '');
  return stem.length >= MIN_BEGINNING && looksLike(other.form, asked.form, false) ? 'shorter' : undefined;
}

function isSeparated(asked: Forms, other: Forms): boolean {
  return (
    asked.bare.length >= MIN_BEGINNING &&
    looksLike(asked.bare, other.bare) &&
    other.key !== asked.key &&
    areSeparatedAlike(asked.number, other.number)
  );
}

/** Returns the first three distinct part numbers, in order. */
function eachOnce(alike: readonly NearNumber[]): readonly NearNumber[] {
  const byNumber = new Map<string, NearNumber>();
  for (const entry of alike) {
    const form = verbatimForm(entry.number);
    if (!byNumber.has(form)) byNumber.set(form, entry);
  }
  return [...byNumber.values()].slice(0, MAX_NUMBERS);
}
