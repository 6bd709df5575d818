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
import { foldText } from '../part-keys/key-text.ts';
import { partKey, verbatimForm } from '../part-keys/part-number.ts';

const MAX_NUMBERS = 3;
/** A shorter part number is the prefix of too many others to be useful. */
const MIN_BEGINNING = 4;

export interface NearNumber {
  readonly number: string;
  /** Undefined for the requested manufacturer. */
  readonly madeBy: string | undefined;
  /** It differs only in characters that look alike, or in a placeholder for any character. */
  readonly looksAlike: boolean;
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
  const [near, ...others] = await Promise.all([
    index.readNumbersAlike(part.verbatim, reach, seen),
    ...otherReadings(part).map(async (number) =>
      numbersRead(number, await index.readNumbersAlike(number, 'both', seen)),
    ),
  ]);
  const alike = [
    ...others.flat().map((one) => ({ ...one, isOfPiece: true })),
    ...sorted(part.verbatim, near).map((one) => ({ ...one, isOfPiece: false })),
  ];
  const resolution = resolveManufacturer(part.manufacturer, alike, await index.manufacturers());
  const own = resolution.kind === 'fits' ? resolution.places.flatMap((place) => alike[place] ?? []) : [];
  return eachOnce(
    (own.length > 0 ? own : alike).map(({ number, manufacturer, brand, looksAlike, isOfPiece }) => {
      const madeBy = own.length > 0 ? undefined : (manufacturer ?? brand ?? undefined);
      return { number, madeBy, looksAlike, isOfPiece };
    }),
  );
}

const MAX_READINGS = 2;

/** Returns the numbers that may be meant by one that is not the part number alone; empty for nearly all. */
function otherReadings({ manufacturer, verbatim }: PartByNumber): readonly string[] {
  const written = verbatim.trim();
  const maker = manufacturer.trim();
  const [first = '', ...rest] = written.split(/[\s,;]+/);
  const begin = (text: string) => foldText(text.slice(0, 1));
  const name = rest.length > 0 || begin(written) === begin(maker) ? foldText(maker) : '';
  const last = rest.at(-1) ?? '';
  const isNameOf = (word: string) => word.length > 1 && (name.startsWith(foldText(word)) || !/\p{N}/u.test(word));
  const readings = [
    // The fields are swapped.
    ...(/\p{N}/u.test(manufacturer) && !/\p{N}/u.test(verbatim) ? [maker] : []),
    readDistributorNumber(written)?.manufacturerNumber ?? '',
    ...(rest.length > 0 && isNameOf(first) ? [rest.join(' ')] : []),
    ...(rest.length > 0 && isNameOf(last) ? [[first, ...rest.slice(0, -1)].join(' ')] : []),
    ...(name.length > 1 && foldText(written).startsWith(name) ? [written.slice(maker.length)] : []),
  ];
  const key = partKey(verbatim);
  const distinct = new Map(readings.map((number) => [partKey(number), number.trim()]));
  return [...distinct]
    .flatMap(([own, number]) => (own !== key && own.length >= MIN_BEGINNING ? [number] : []))
    .slice(0, MAX_READINGS);
}

/** Returns the number itself first, as one that looks alike, then those near it. */
function numbersRead(number: string, near: readonly NumberAlike[]): readonly (NumberAlike & { looksAlike: boolean })[] {
  const same = near.filter((one) => partKey(one.number) === partKey(number));
  return [...same.map((one) => ({ ...one, looksAlike: true })), ...sorted(number, near)];
}

type Likeness = 'looks' | 'longer' | 'shorter';

/** Sorts look-alikes first, then part numbers that begin with the requested one, then its beginnings, longest first. */
function sorted(asked: string, numbers: readonly NumberAlike[]): readonly (NumberAlike & { looksAlike: boolean })[] {
  if (numbers.length === 0) return [];
  const written = { key: partKey(asked), form: lookAlikeForm(asked) };
  const likenesses = numbers.map((number) => likenessOf(written, formsOf(number)));
  const of = (likeness: Likeness) =>
    numbers
      .filter((_, place) => likenesses[place] === likeness)
      .map((number) => ({ ...number, looksAlike: likeness === 'looks' }));
  return [...of('looks'), ...of('longer'), ...of('shorter').toReversed()];
}

/** A part number as it is compared. */
interface Forms {
  readonly key: string;
  readonly form: string;
}

/** An import compares the same numbers of the index with many of a file. */
const FORMS = new WeakMap<NumberAlike, Forms>();

function formsOf(one: NumberAlike): Forms {
  const known = FORMS.get(one);
  if (known !== undefined) return known;
  const forms = { key: partKey(one.number), form: lookAlikeForm(one.number) };
  FORMS.set(one, forms);
  return forms;
}

/** Returns undefined for the requested part number itself and for a dissimilar one. */
function likenessOf(asked: Forms, other: Forms): Likeness | undefined {
  if (other.key === asked.key) return undefined;
  if (looksLike(asked.form, other.form)) return 'looks';
  if (looksLike(asked.form, other.form, false)) return 'longer';
  const stem = other.form.replaceAll(ANY_CHARACTER, '');
  return stem.length >= MIN_BEGINNING && looksLike(other.form, asked.form, false) ? 'shorter' : undefined;
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
