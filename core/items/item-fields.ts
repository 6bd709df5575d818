/** The fields of an item, one row each, in the order in which an item shows them. Its schema, what tools return, mappings and research follow this list. */

export interface FieldRule {
  readonly name: string;
  /** What its value is: item-record.ts says what is stored of each kind, item-output.ts what clients rely on. */
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
  /** The field repeats the requested part or describes the item's data. Research that finds only such fields found nothing. */
  readonly ofTheRecord?: true;
  /** The most characters that research may fill it with; absent where the value has another form. */
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

/** The allowed values of `fields` (docs/reference/behavior.md#choosing-fields), in the order in which an item shows them. */
export const ITEM_FIELDS: readonly ItemField[] = FIELD_RULES.map(({ name }) => name);

/** The fields of these kinds, in that order. */
export function fieldsOfKind<Kind extends FieldRule['kind']>(...kinds: readonly Kind[]): readonly FieldsOf<Kind>[] {
  const wanted: readonly string[] = kinds;
  return FIELD_RULES.filter(({ kind }) => wanted.includes(kind)).map(({ name }) => name as FieldsOf<Kind>);
}

/** A value for each field, made of its rule. */
export function ofEachField<Made extends Readonly<Record<ItemField, unknown>>>(make: (rule: Rule) => unknown): Made {
  return Object.fromEntries(FIELD_RULES.map((rule) => [rule.name, make(rule)])) as Made;
}
