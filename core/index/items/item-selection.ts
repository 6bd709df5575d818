/**
 * Decides what a call shows of an item: which fields, and what `min_confidence` leaves out
 * (docs/reference/behavior.md#choosing-fields). billing/meter/charge-for-items.ts computes the price.
 */
import { ITEM_FIELDS, type ItemField } from './item-fields.ts';
import { ITEM_SECTIONS, type ItemRecord, type ItemSection } from './item-record.ts';

/** An item as a call returns it: `id`, then the selected fields in the order of `ITEM_FIELDS`. */
export type ShownItem = Pick<ItemRecord, 'id'> & Partial<Omit<ItemRecord, 'id'>>;

export interface ItemSelection {
  /** In the order of `ITEM_FIELDS`. */
  readonly fields: readonly ItemField[];
  /** The sections to read for these fields. */
  readonly sections: readonly ItemSection[];
  /**
   * An item with these fields and no values. To fill a copy of it is much faster than to build an item of pairs,
   * because V8 knows its shape.
   */
  readonly blank: Readonly<Record<string, unknown>>;
}

/** The defaults of a call without `fields`: `lookup` is for look-ups, search and `already_in_index`. */
export type SelectionDefaults = 'lookup' | 'get_item';

interface SelectionRequest {
  readonly defaults: SelectionDefaults;
  readonly fields?: readonly ItemField[] | undefined;
  readonly include?: readonly ItemSection[] | undefined;
  /** get_item's `include_sources`. */
  readonly includeSources?: boolean | undefined;
}

const PROVENANCE: readonly ItemField[] = ['sources', 'section_confidence'];
const NOT_SHOWN_BY_DEFAULT: Readonly<Record<SelectionDefaults, ReadonlySet<ItemField>>> = {
  lookup: new Set<ItemField>([...ITEM_SECTIONS, 'section_confidence']),
  get_item: new Set(PROVENANCE),
};
/** These fields identify the item, so `min_confidence` never hides them. */
const IDENTITY: ReadonlySet<ItemField> = new Set<ItemField>(['manufacturer', 'brand', 'mpn', 'gtin', 'upc']);
const SECTIONS: ReadonlySet<string> = new Set(ITEM_SECTIONS);

/** `fields` replaces the defaults; `include` and `include_sources` add to either. */
export function selectFields(request: SelectionRequest): ItemSelection {
  const { fields, include, includeSources } = request;
  if (fields === undefined && include === undefined && includeSources !== true)
    return DEFAULT_SELECTIONS[request.defaults];
  return selectionOf(request);
}

function selectionOf(request: SelectionRequest): ItemSelection {
  const hidden = NOT_SHOWN_BY_DEFAULT[request.defaults];
  const chosen = new Set<ItemField>([
    ...(request.fields ?? ITEM_FIELDS.filter((field) => !hidden.has(field))),
    ...(request.include ?? []),
    ...(request.includeSources === true ? PROVENANCE : []),
  ]);
  const fields = ITEM_FIELDS.filter((field) => chosen.has(field));
  return {
    fields,
    sections: ITEM_SECTIONS.filter((section) => chosen.has(section)),
    blank: Object.fromEntries(['id', ...fields].map((field) => [field, null])),
  };
}

const DEFAULT_SELECTIONS: Readonly<Record<SelectionDefaults, ItemSelection>> = {
  lookup: selectionOf({ defaults: 'lookup' }),
  get_item: selectionOf({ defaults: 'get_item' }),
};

/**
 * Returns the item as the call shows it. A selected field without a value is null; a field that is not selected, or
 * that `minConfidence` (0 to 100) leaves out, is absent.
 */
export function showItem(item: ItemRecord, selection: ItemSelection, minConfidence = 0): ShownItem {
  const shown: Record<string, unknown> = { ...selection.blank };
  shown['id'] = item.id;
  for (const field of selection.fields) {
    const value = minConfidence > 0 ? valueAbove(item, field, minConfidence) : item[field];
    if (value === undefined) delete shown[field];
    else shown[field] = value;
  }
  return shown as ShownItem;
}

/** Returns the field's value without low-confidence parts, or undefined if nothing is left. */
function valueAbove(item: ItemRecord, field: ItemField, minConfidence: number): unknown {
  const value = item[field];
  if (value === null || IDENTITY.has(field)) return value;
  const own = ownConfidence(item, field);
  if (own !== undefined && own < minConfidence) return undefined;
  const inherited = own ?? item.confidence ?? 0;
  if (field === 'attributes') return partsAbove(item, minConfidence, inherited);
  return SECTIONS.has(field) && inherited < minConfidence ? undefined : value;
}

/**
 * Returns whether a part of `attributes` may be shown, by its own confidence, that of `attributes`, or that of the
 * item.
 */
export function isPartShown(item: ItemRecord, part: string, minConfidence: number): boolean {
  const whole = ownConfidence(item, 'attributes');
  if (whole !== undefined && whole < minConfidence) return false;
  return partConfidence(item, part, whole ?? item.confidence ?? 0) >= minConfidence;
}

/** Returns the parts of `attributes` that may be shown. A part without its own confidence uses `inherited`. */
function partsAbove(item: ItemRecord, minConfidence: number, inherited: number): ItemRecord['attributes'] | undefined {
  const parts = Object.entries(item.attributes ?? {});
  const sure = parts.filter(([part]) => partConfidence(item, part, inherited) >= minConfidence);
  return sure.length === 0 && inherited < minConfidence ? undefined : Object.fromEntries(sure);
}

function partConfidence(item: ItemRecord, part: string, inherited: number): number {
  return ownConfidence(item, `attributes.${part}`) ?? ownConfidence(item, part) ?? inherited;
}

function ownConfidence(item: ItemRecord, section: string): number | undefined {
  const confidences = item.section_confidence ?? {};
  return Object.hasOwn(confidences, section) ? confidences[section] : undefined;
}
