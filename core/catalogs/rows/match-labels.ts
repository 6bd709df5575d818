/** Describes how a row's item was matched, in a sentence for the customer. */
import { cleanText } from '../../clean-text.ts';
import type { CatalogRow } from './catalog.ts';

const NAME_CHARACTERS = 64;

/** Returns null for a row without an item. */
export function describeMatch({
  matchedBy,
  acceptedBy = null,
}: Pick<CatalogRow, 'matchedBy'> & Partial<Pick<CatalogRow, 'acceptedBy'>>): string | null {
  switch (matchedBy) {
    case null:
      return null;
    case 'exact':
      return 'Matched by manufacturer and part number.';
    case 'other_spelling':
      return 'Matched by manufacturer and part number in another spelling.';
    case 'barcode':
      return 'Matched by the GTIN.';
    case 'your_number':
      return 'Matched by your own number, as in an earlier file.';
    case 'accepted':
      return acceptedBy === null ? 'Accepted by a person.' : `Accepted by ${cleanText(acceptedBy, NAME_CHARACTERS)}.`;
    case 'research':
      return 'Found by research.';
  }
}
