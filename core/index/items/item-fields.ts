/**
 * Lists the fields of an item, in the order in which an item shows them. Schemas, tools, mappings and research derive
 * from this list.
 */

export interface FieldRule {
  readonly name: string;
  /** The kind of value. item-record.ts defines the stored form, item-output.ts the form that clients receive. */
  readonly kind:
    | 'text'
    | 'day'
    | 'moment'
    | 'number'
    | 'percent'
    | 'weight'
    | 'dimensions'
    | 'attributes'
    | 'media'
    | 'keywords'
    | 'sources'
    | 'confidences';
  /**
   * The field repeats the requested part or describes the item's data. If research finds only such fields, the part
   * counts as not found.
   */
  readonly ofTheRecord?: true;
  /** The maximum number of characters of a text from research; absent where another rule applies. */
  readonly researched?: number;
}

export const FIELD_RULES = [
  { name: 'manufacturer', kind: 'text', researched: 200, ofTheRecord: true },
  { name: 'brand', kind: 'text', researched: 200, ofTheRecord: true },
  { name: 'mpn', kind: 'text', researched: 120, ofTheRecord: true },
  { name: 'gtin', kind: 'text' },
  { name: 'upc', kind: 'text' },
  { name: 'unspsc_code', kind: 'text' },
  { name: 'hs_code', kind: 'text' },
  { name: 'title', kind: 'text', researched: 250 },
  { name: 'description', kind: 'text', researched: 4000 },
  { name: 'category', kind: 'text', researched: 300 },
  { name: 'country_of_origin', kind: 'text', researched: 100 },
  { name: 'uom', kind: 'text', researched: 50 },
  { name: 'pack_quantity', kind: 'number' },
  { name: 'weight', kind: 'weight' },
  { name: 'dimensions', kind: 'dimensions' },
  { name: 'warranty', kind: 'text', researched: 1000 },
  { name: 'image_url', kind: 'text' },
  { name: 'confidence', kind: 'percent', ofTheRecord: true },
  { name: 'last_verified', kind: 'day', ofTheRecord: true },
  { name: 'updated_at', kind: 'moment', ofTheRecord: true },
  { name: 'attributes', kind: 'attributes' },
  { name: 'media', kind: 'media' },
  { name: 'keywords', kind: 'keywords' },
  { name: 'sources', kind: 'sources', ofTheRecord: true },
  { name: 'section_confidence', kind: 'confidences', ofTheRecord: true },
] as const satisfies readonly FieldRule[];

type Rule = (typeof FIELD_RULES)[number];
export type ItemField = Rule['name'];
export type KindOf<Field extends ItemField> = Extract<Rule, { readonly name: Field }>['kind'];
export type FieldsOf<Kind extends FieldRule['kind']> = Extract<Rule, { readonly kind: Kind }>['name'];

/**
 * The allowed values of `fields` (docs/reference/behavior.md#choosing-fields), in the order in which an item shows
 * them.
 */
export const ITEM_FIELDS: readonly ItemField[] = FIELD_RULES.map(({ name }) => name);

/** The fields of these kinds, in that order. */
export function fieldsOfKind<Kind extends FieldRule['kind']>(...kinds: readonly Kind[]): readonly FieldsOf<Kind>[] {
  const wanted: readonly string[] = kinds;
  return FIELD_RULES.filter(({ kind }) => wanted.includes(kind)).map(({ name }) => name as FieldsOf<Kind>);
}

/** Builds an object with one value per field. */
export function ofEachField<Made extends Readonly<Record<ItemField, unknown>>>(make: (rule: Rule) => unknown): Made {
  return Object.fromEntries(FIELD_RULES.map((rule) => [rule.name, make(rule)])) as Made;
}
