/**
 * Decides whether a suggestion is nearly what its row states: the same number, and the same manufacturer but for its
 * spelling, or none stated. Only such suggestions are accepted together; a number with another ending, other separators
 * or characters that look alike, or of another manufacturer, is looked at one by one.
 */
import { likenessOfNames } from '../../index/manufacturers/nearly-manufacturer.ts';
import { partKey } from '../../index/part-keys/part-number.ts';
import type { CatalogRow, RowCandidate } from './catalog.ts';
import { OTHER_MANUFACTURER } from './miss-reasons.ts';

export function isNearlyAsWritten(
  { supplier, partNumber, reason = null }: Pick<CatalogRow, 'supplier' | 'partNumber'> & Partial<CatalogRow>,
  candidate: RowCandidate,
): boolean {
  if (partNumber === null || reason?.startsWith(OTHER_MANUFACTURER) === true) return false;
  if (partKey(partNumber) !== partKey(candidate.partNumber)) return false;
  return supplier === null || likenessOfNames(supplier, candidate.manufacturer ?? '') !== undefined;
}
