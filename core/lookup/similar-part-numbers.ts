/**
 * Part numbers to name when a number was not found: those that look like it (1N4OO7 and 1N4007, STM32F103C8T6 and STM32F103C8Tx), those that begin
 * with it (FT232 and FT232RL), and those that it begins with, such as the number without its packaging suffix. Candidates alone: a look-up never
 * takes one number for another.
 */
import type { Part } from './find-part.ts';
import { resolveManufacturer } from '../manufacturers/resolve-manufacturer.ts';
import type { NumberAlike, NumberReach, ProductIndex } from '../items/product-index.ts';
import { ANY_CHARACTER, lookAlikeForm, looksLike } from '../part-keys/look-alike.ts';
import { partKey, verbatimForm } from '../part-keys/part-number.ts';

const MAX_NUMBERS = 3;
/** A shorter part number is the prefix of too many others to be useful. */
const MIN_BEGINNING = 4;

export interface NearNumber {
  readonly number: string;
  /** Undefined for the requested manufacturer. */
  readonly madeBy: string | undefined;
  /** It differs in characters that look alike, or where it allows any character. */
  readonly looksAlike: boolean;
}

/** At most three part numbers of the requested manufacturer; if it has none, those of others with their names. One round trip. */
export async function numbersAlike(
  products: Pick<ProductIndex, 'readNumbersAlike' | 'manufacturers'>,
  part: Part & { readonly by: 'part' },
  reach: Exclude<NumberReach, 'longer'> = 'both',
): Promise<readonly NearNumber[]> {
  const alike = sorted(part.verbatim, await products.readNumbersAlike(part.verbatim, reach));
  const resolution = resolveManufacturer(part.manufacturer, alike, await products.manufacturers());
  const own = resolution.kind === 'fits' ? resolution.places.flatMap((place) => alike[place] ?? []) : [];
  if (own.length > 0) return eachOnce(own.map(({ number, looksAlike }) => ({ number, madeBy: undefined, looksAlike })));
  return eachOnce(
    alike.map(({ number, manufacturer, brand, looksAlike }) => {
      return { number, madeBy: manufacturer ?? brand ?? undefined, looksAlike };
    }),
  );
}

type Likeness = 'looks' | 'longer' | 'shorter';

/** What looks alike, then what begins with the asked number, then what it begins with, the longest first. */
function sorted(asked: string, numbers: readonly NumberAlike[]): readonly (NumberAlike & { looksAlike: boolean })[] {
  const of = (likeness: Likeness) =>
    numbers
      .filter(({ number }) => likenessOf(asked, number) === likeness)
      .map((number) => ({ ...number, looksAlike: likeness === 'looks' }));
  return [...of('looks'), ...of('longer'), ...of('shorter').toReversed()];
}

/** Undefined for the requested part number itself and for one that has nothing in common with it. */
function likenessOf(asked: string, number: string): Likeness | undefined {
  if (partKey(number) === partKey(asked)) return undefined;
  const [form, other] = [lookAlikeForm(asked), lookAlikeForm(number)];
  if (looksLike(form, other)) return 'looks';
  if (looksLike(form, other, false)) return 'longer';
  const stem = other.replaceAll(ANY_CHARACTER, '');
  return stem.length >= MIN_BEGINNING && looksLike(other, form, false) ? 'shorter' : undefined;
}

/** The first three distinct ones, in order. */
function eachOnce(alike: readonly NearNumber[]): readonly NearNumber[] {
  const byNumber = new Map<string, NearNumber>();
  for (const entry of alike) {
    const form = verbatimForm(entry.number);
    if (!byNumber.has(form)) byNumber.set(form, entry);
  }
  return [...byNumber.values()].slice(0, MAX_NUMBERS);
}
