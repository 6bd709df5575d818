/**
 * Decides which item a draft without an id means, by its manufacturer and part number or its GTIN
 * (docs/guides/import-items.md#which-item-is-meant). Pure: it gets the entries that the index has under the draft's
 * keys. It never guesses when the GTIN contradicts the part number.
 */
import type { FoundPart, PartByNumber } from '../../index/lookup/find-part.ts';
import type { ItemDraft, ItemRecord } from '../../index/items/item-record.ts';
import { toManufacturerKey } from '../../index/part-keys/manufacturer-name.ts';
import { sameVerbatim, verbatimForm, partKey } from '../../index/part-keys/part-number.ts';
import type { KeyEntry } from '../../index/items/item-index.ts';
import { gtinsOf, manufacturersOf, partKeyOf } from '../../index/items/item-identity.ts';

/**
 * The first identifier of a draft: usually its part number, or its GTIN in sources where each GTIN is a separate item.
 */
export type KnownBy = 'number' | 'barcode';

type KnownItem =
  | { readonly kind: 'new' }
  | { readonly kind: 'known'; readonly item: ItemRecord }
  /** The GTIN belongs to the item `itemId`, which is another part. */
  | { readonly kind: 'barcode_of_another'; readonly itemId: string };

export interface FoundByKeys {
  /** The look-up results for the parts of `partsOf`, in that order. */
  readonly byNumber: readonly FoundPart[];
  /** For each GTIN, the item that a look-up finds and all stored key entries. */
  readonly byBarcode: readonly { readonly found: ItemRecord | null; readonly entries: readonly KeyEntry[] }[];
}

/** Returns the item as parts, one for its manufacturer and one for its brand. */
export function partsOf(record: Pick<ItemRecord, 'mpn' | 'manufacturer' | 'brand'>): readonly PartByNumber[] {
  const part = partKeyOf(record);
  if (part === undefined) return [];
  const names = [record.manufacturer, record.brand].filter((name) => name !== null && name.trim() !== '');
  const byManufacturer = new Map(names.map((name) => [toManufacturerKey(name ?? ''), name ?? '']));
  const verbatim = record.mpn ?? '';
  return [...byManufacturer].map(([manufacturerKey, manufacturer]) => ({
    by: 'part',
    manufacturer,
    manufacturerKey,
    part,
    verbatim,
  }));
}

/** Returns the draft's identity as text: two drafts with the same text are one item. */
export function identityText(draft: ItemDraft, knownBy: KnownBy): string {
  const [barcode] = gtinsOf(draft);
  const [manufacturerKey] = manufacturersOf(draft);
  const hasNumber = manufacturerKey !== undefined && partKeyOf(draft) !== undefined;
  if (barcode !== undefined && (knownBy === 'barcode' || !hasNumber)) return `barcode ${barcode}`;
  return `number ${manufacturerKey ?? ''} ${verbatimForm(draft.mpn ?? '')}`;
}

export function decideKnown(draft: ItemDraft, found: FoundByKeys, knownBy: KnownBy): KnownItem {
  const ofNumber = found.byNumber
    .flatMap((answer) => answer.found ?? [])
    .find(({ mpn }) => sameVerbatim(mpn ?? '', draft.mpn ?? ''));
  const barcodes = found.byBarcode.filter((under) => under.found !== null);
  const ofBarcode = barcodes[0]?.found ?? undefined;
  if (knownBy === 'barcode') return decideByBarcode(draft, ofNumber, ofBarcode);
  if (ofBarcode === undefined) return ofNumber === undefined ? { kind: 'new' } : { kind: 'known', item: ofNumber };
  if (ofNumber !== undefined) {
    const isFiledThere = barcodes.some(({ entries }) => entries.some(({ itemId }) => itemId === ofNumber.id));
    return isFiledThere ? { kind: 'known', item: ofNumber } : { kind: 'barcode_of_another', itemId: ofBarcode.id };
  }
  return contradict(draft, ofBarcode)
    ? { kind: 'barcode_of_another', itemId: ofBarcode.id }
    : { kind: 'known', item: ofBarcode };
}

function decideByBarcode(
  draft: ItemDraft,
  ofNumber: ItemRecord | undefined,
  ofBarcode: ItemRecord | undefined,
): KnownItem {
  if (ofBarcode !== undefined) return { kind: 'known', item: ofBarcode };
  if (ofNumber === undefined) return { kind: 'new' };
  const isAnother = gtinsOf(draft).length > 0 && gtinsOf(ofNumber).length > 0;
  return isAnother ? { kind: 'new' } : { kind: 'known', item: ofNumber };
}

/** Returns whether both have part numbers that differ. */
function contradict(draft: ItemDraft, item: ItemRecord): boolean {
  const [own, other] = [partKeyOf(draft), partKeyOf(item)];
  return own !== undefined && other !== undefined && own !== partKey(item.mpn ?? '');
}
