/**
 * Decides whether a suggestion is nearly what its row states: the same number, and the same manufacturer but for its
 * spelling, or none stated. Only such suggestions are accepted together; a number with another ending or of a known
 * other manufacturer is looked at one by one.
 */
import { differInOne } from '../../index/part-keys/key-text.ts';
import { toManufacturerKey } from '../../index/part-keys/manufacturer-name.ts';
import { lookAlikeForm, looksLike } from '../../index/part-keys/look-alike.ts';
import { partKey } from '../../index/part-keys/part-number.ts';
import type { CatalogRow, RowCandidate } from './catalog.ts';

/** A shorter name is not compared by its characters: too many differ in one. */
const MIN_COMPARED = 5;

export function isNearlyAsWritten(
  { supplier, partNumber }: Pick<CatalogRow, 'supplier' | 'partNumber'>,
  candidate: RowCandidate,
): boolean {
  if (partNumber === null) return false;
  const isNumber =
    partKey(partNumber) === partKey(candidate.partNumber) ||
    looksLike(lookAlikeForm(partNumber), lookAlikeForm(candidate.partNumber));
  return isNumber && (supplier === null || isNearlyManufacturer(supplier, candidate.manufacturer ?? ''));
}

/** Returns whether two names differ in one character (two neighbours swapped count as one), or one begins the other. */
export function isNearlyManufacturer(stated: string, meant: string): boolean {
  const [one, other] = [toManufacturerKey(stated), toManufacturerKey(meant)];
  if (one === other) return true;
  if (Math.min(one.length, other.length) < MIN_COMPARED) return false;
  return one.startsWith(other) || other.startsWith(one) || differInOne(one, other);
}
