/**
 * Describes why a row has no item. The text is stored with the row, so it quotes nothing of the row and names no part.
 */
import type { CatalogRow } from './catalog.ts';
import { describeSpoiled, LOST_ZEROS, type Spoiled } from '../../index/part-keys/spoiled-number.ts';

export type MissReason =
  | { readonly kind: 'unknown_number' }
  | { readonly kind: 'unknown_barcode' }
  /** The GTIN belongs to a different part than the manufacturer and part number. */
  | { readonly kind: 'barcode_contradicts' }
  /** The manufacturer has part numbers that differ only in case, spaces or punctuation. */
  | { readonly kind: 'written_alike' }
  /** `because`: the takeover by which the named manufacturer became part of the other, if known. */
  | { readonly kind: 'other_manufacturer'; readonly because: string | null }
  /** The index has the number of a manufacturer whose name is nearly the one that is stated. */
  | { readonly kind: 'manufacturer_written_otherwise' }
  /** It has only the first words of it. */
  | { readonly kind: 'manufacturer_written_shorter' }
  | { readonly kind: 'several_manufacturers' }
  | { readonly kind: 'distributor_number'; readonly distributor: string }
  | { readonly kind: 'begins_alike' }
  | { readonly kind: 'looks_alike' }
  /** The index has the number with other separators. */
  | { readonly kind: 'other_separators' }
  /** The row has no number, and the words beside have one that the index knows. */
  | { readonly kind: 'in_words' }
  /** The cell names several numbers or manufacturers; each was looked up. */
  | { readonly kind: 'several_named' }
  | { readonly kind: 'spoiled'; readonly how: Spoiled }
  | { readonly kind: 'lost_zeros' }
  /** The index has a further set of the row. */
  | { readonly kind: 'alternate_known' }
  /** The index has the number without what is written around it. */
  | { readonly kind: 'written_around' }
  /** The customer's own number was matched before, for a row that stated something else. */
  | { readonly kind: 'number_meant_another' };

export const WRITTEN_OTHERWISE = 'The manufacturer is written otherwise.';
export const WRITTEN_SHORTER = 'The manufacturer is written shorter.';
export const OTHER_MANUFACTURER = 'The index has this number of another manufacturer.';

export function describeMiss(reason: MissReason): string {
  switch (reason.kind) {
    case 'unknown_number':
      return 'The index has no such number of this manufacturer.';
    case 'unknown_barcode':
      return 'The index has no such barcode.';
    case 'barcode_contradicts':
      return 'The barcode belongs to another part than manufacturer and number.';
    case 'written_alike':
      return 'Several parts are written alike, and none is this number.';
    case 'other_manufacturer':
      return [OTHER_MANUFACTURER, reason.because].filter(Boolean).join(' ');
    case 'manufacturer_written_otherwise':
      return WRITTEN_OTHERWISE;
    case 'manufacturer_written_shorter':
      return WRITTEN_SHORTER;
    case 'several_manufacturers':
      return 'The manufacturer’s name may mean several manufacturers of this number.';
    case 'distributor_number':
      return `The number may be an order number of ${reason.distributor}, not the manufacturer’s.`;
    case 'begins_alike':
      return 'The index has no such number of this manufacturer, but has what begins alike.';
    case 'looks_alike':
      return 'The index has no such number of this manufacturer, but has one that looks alike.';
    case 'other_separators':
      return 'The index has this number of the manufacturer with other separators.';
    case 'in_words':
      return 'The number is not in its column; a known one stands in the row’s words.';
    case 'several_named':
      return 'The row names several numbers or manufacturers; each was looked up.';
    case 'spoiled':
      return describeSpoiled(reason.how);
    case 'lost_zeros':
      return `The index has no such number of this manufacturer. ${LOST_ZEROS}`;
    case 'alternate_known':
      return 'The index has no such number of this manufacturer, but has an alternate of the row.';
    case 'written_around':
      return 'The index has no such number of this manufacturer, but has one that is part of the cell.';
    case 'number_meant_another':
      return 'Your own number was matched with another part in an earlier file, where the row stated something else.';
  }
}

const DUPLICATE = /^The same part as row ([0-9]+)\./;

export function describeDuplicate(first: number): string {
  return `The same part as row ${first}.`;
}

/** Returns the earlier row that names the same part; undefined if the row is no duplicate. */
export function firstOfDuplicate({ outcome, reason }: Pick<CatalogRow, 'outcome' | 'reason'>): number | undefined {
  const first = outcome === 'duplicate' ? DUPLICATE.exec(reason ?? '')?.[1] : undefined;
  return first === undefined ? undefined : Number(first);
}
