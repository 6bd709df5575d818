/**
 * Part numbers to name when a number was not found: those that begin with it (FT232 and FT232RL), and those that it begins with, such as the
 * number without its packaging suffix. Hints alone: a look-up never takes one number for another.
 */
import type { PartQuestion } from './find-part.ts';
import { resolveMaker } from '../manufacturers/resolve-manufacturer.ts';
import type { ProductIndex } from '../items/product-index.ts';
import { verbatimForm } from '../part-keys/part-number.ts';

const MAX_NUMBERS = 3;

export interface NearNumber {
  readonly number: string;
  /** Undefined: the maker that was asked for. */
  readonly madeBy: string | undefined;
}

/** At most three numbers of the asked maker; of other makers, with their names, when it has none. One round trip. */
export async function numbersAlike(
  products: Pick<ProductIndex, 'readNumbersAlike' | 'makers'>,
  question: PartQuestion & { readonly by: 'part' },
): Promise<readonly NearNumber[]> {
  const alike = await products.readNumbersAlike(question.part);
  const resolution = resolveMaker(question.manufacturer, alike, await products.makers());
  const own = resolution.kind === 'fits' ? resolution.places.flatMap((place) => alike[place] ?? []) : [];
  if (own.length > 0) return eachOnce(own.map(({ number }) => ({ number, madeBy: undefined })));
  return eachOnce(
    alike.map(({ number, manufacturer, brand }) => ({ number, madeBy: manufacturer ?? brand ?? undefined })),
  );
}

/** The first three different ones, in their order. */
function eachOnce(alike: readonly NearNumber[]): readonly NearNumber[] {
  const byNumber = new Map<string, NearNumber>();
  for (const entry of alike) {
    const form = verbatimForm(entry.number);
    if (!byNumber.has(form)) byNumber.set(form, entry);
  }
  return [...byNumber.values()].slice(0, MAX_NUMBERS);
}
