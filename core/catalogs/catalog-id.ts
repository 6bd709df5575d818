/**
 * A catalog's id: `cat_`, its place in the account's list, and chance, so that one id never names the catalogs of two accounts.
 * The place makes the list entry readable from the id alone; whether there is such a catalog is for the store to say.
 */
import { randomAlphanumeric } from '../identifiers.ts';

const CATALOG_ID_PATTERN = /^(?:cat|rep)_([0-9a-z]{6})[A-Za-z0-9]{8}$/;
/** Of what is brought in to replace a catalog's rows: readers are never shown it as a catalog of its own. */
const REPLACEMENT_PREFIX = 'rep_';
const PLACE_DIGITS = 6;
/** What nine decimal digits of a storage key can hold; six digits of base 36 hold more. */
const LAST_SEQUENCE = 999_999_999;

/** @param sequence the catalog's number in its account, from 1 */
export function newCatalogId(sequence: number): string {
  return `cat_${sequence.toString(36).padStart(PLACE_DIGITS, '0')}${randomAlphanumeric(8)}`;
}

/** @param sequence of the same count as the account's catalogs */
export function newReplacementId(sequence: number): string {
  return newCatalogId(sequence).replace(/^cat_/, REPLACEMENT_PREFIX);
}

export function isReplacementId(catalogId: string): boolean {
  return catalogId.startsWith(REPLACEMENT_PREFIX);
}

/** The catalog's number in its account; undefined for what cannot be a catalog's id. */
export function readCatalogSequence(catalogId: string): number | undefined {
  const match = CATALOG_ID_PATTERN.exec(catalogId);
  if (match === null) return undefined;
  const sequence = Number.parseInt(match[1] ?? '', 36);
  return sequence >= 1 && sequence <= LAST_SEQUENCE ? sequence : undefined;
}
