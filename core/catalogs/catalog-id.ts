/**
 * A catalog's id: `cat_`, its sequence number in the account's list, and random characters, so that an id never names catalogs of two accounts.
 * The sequence number locates the list entry from the id alone; the store says whether the catalog exists.
 */
import { randomAlphanumeric } from '../identifiers.ts';

const CATALOG_ID_PATTERN = /^(?:cat|rep)_([0-9a-z]{6})[A-Za-z0-9]{8}$/;
/** For an import that replaces a catalog's rows: readers never see it as a separate catalog. */
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

/** The catalog's number in its account; undefined for an id that no catalog can have. */
export function readCatalogSequence(catalogId: string): number | undefined {
  const match = CATALOG_ID_PATTERN.exec(catalogId);
  if (match === null) return undefined;
  const sequence = Number.parseInt(match[1] ?? '', 36);
  return sequence >= 1 && sequence <= LAST_SEQUENCE ? sequence : undefined;
}
