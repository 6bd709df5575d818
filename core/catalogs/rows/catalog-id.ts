/**
 * Creates and reads catalog ids: `cat_`, the catalog's sequence number in its account, and random characters that make
 * ids unique across accounts. The sequence number locates the catalog's row; the store decides whether the catalog
 * exists.
 */
import { randomAlphanumeric } from '../../identifiers.ts';

const CATALOG_ID_PATTERN = /^(?:cat|rep)_([0-9a-z]{6})[A-Za-z0-9]{8}$/;
/** Marks an import that replaces a catalog's rows; readers never see it as a separate catalog. */
const REPLACEMENT_PREFIX = 'rep_';
const PLACE_DIGITS = 6;
/**
 * The largest number with nine decimal digits, the length in a storage key; six digits of base 36 can express larger
 * numbers.
 */
const LAST_SEQUENCE = 999_999_999;

/** @param sequence the catalog's sequence number in its account, from 1 */
export function newCatalogId(sequence: number): string {
  return `cat_${sequence.toString(36).padStart(PLACE_DIGITS, '0')}${randomAlphanumeric(8)}`;
}

/** @param sequence from the same sequence as the account's catalogs */
export function newReplacementId(sequence: number): string {
  return newCatalogId(sequence).replace(/^cat_/, REPLACEMENT_PREFIX);
}

export function isReplacementId(catalogId: string): boolean {
  return catalogId.startsWith(REPLACEMENT_PREFIX);
}

/** Returns the catalog's sequence number in its account; undefined for an id that no catalog can have. */
export function readCatalogSequence(catalogId: string): number | undefined {
  const match = CATALOG_ID_PATTERN.exec(catalogId);
  if (match === null) return undefined;
  const sequence = Number.parseInt(match[1] ?? '', 36);
  return sequence >= 1 && sequence <= LAST_SEQUENCE ? sequence : undefined;
}
