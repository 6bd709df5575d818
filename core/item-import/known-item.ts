/**
 * Which record a draft without an id means: the one of its manufacturer and number, or the one of its barcode (docs/guides/import-items.md#which-item-is-meant).
 * A pure decision over what the index holds under the draft's keys; a barcode that contradicts the number is never guessed at.
 */
import type { FoundPart, Part } from '../lookup/find-part.ts';
import type { ItemDraft, ItemRecord } from '../items/item-record.ts';
import { toManufacturerKey } from '../part-keys/manufacturer-name.ts';
import { sameVerbatim, verbatimForm, partKey } from '../part-keys/part-number.ts';
import type { KeyEntry } from '../items/product-index.ts';
import { barcodesOf, manufacturersOf, partKeyOf } from '../items/item-identity.ts';

/** What a draft is known by first: its number, as usual, or its barcode, in sources where every barcode is a record of its own. */
export type KnownBy = 'number' | 'barcode';

export type KnownItem =
  | { readonly kind: 'new' }
  | { readonly kind: 'known'; readonly record: ItemRecord }
  /** The barcode is that of the record `itemId`, which is another part. */
  | { readonly kind: 'barcode_of_another'; readonly itemId: string };

export interface FoundByKeys {
  /** What the parts of `partsOf` found, in their order. */
  readonly byNumber: readonly FoundPart[];
  /** Under each barcode what a look-up finds, and everything that is filed there. */
  readonly byBarcode: readonly { readonly found: ItemRecord | null; readonly entries: readonly KeyEntry[] }[];
}

/** The parts that an item is by its number: under its manufacturer and under its brand. */
export function partsOf(
  record: Pick<ItemRecord, 'mpn' | 'manufacturer' | 'brand'>,
): readonly (Part & { readonly by: 'part' })[] {
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

/** What the draft is known by, as one text: two drafts of one text are one record. */
export function identityText(draft: ItemDraft, knownBy: KnownBy): string {
  const [barcode] = barcodesOf(draft);
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
  if (ofBarcode === undefined) return ofNumber === undefined ? { kind: 'new' } : { kind: 'known', record: ofNumber };
  if (ofNumber !== undefined) {
    const isFiledThere = barcodes.some(({ entries }) => entries.some(({ itemId }) => itemId === ofNumber.id));
    return isFiledThere ? { kind: 'known', record: ofNumber } : { kind: 'barcode_of_another', itemId: ofBarcode.id };
  }
  return contradict(draft, ofBarcode)
    ? { kind: 'barcode_of_another', itemId: ofBarcode.id }
    : { kind: 'known', record: ofBarcode };
}

function decideByBarcode(
  draft: ItemDraft,
  ofNumber: ItemRecord | undefined,
  ofBarcode: ItemRecord | undefined,
): KnownItem {
  if (ofBarcode !== undefined) return { kind: 'known', record: ofBarcode };
  if (ofNumber === undefined) return { kind: 'new' };
  const isAnother = barcodesOf(draft).length > 0 && barcodesOf(ofNumber).length > 0;
  return isAnother ? { kind: 'new' } : { kind: 'known', record: ofNumber };
}

/** Whether both have a number, and not the same. */
function contradict(draft: ItemDraft, record: ItemRecord): boolean {
  const [own, other] = [partKeyOf(draft), partKeyOf(record)];
  return own !== undefined && other !== undefined && own !== partKey(record.mpn ?? '');
}
