/**
 * Reads the schema.org Product of a page that is the requested part as an item. A page may contain many products, such
 * as accessories. Only one with exactly the requested part number (`mpn`, or `sku` or `productID` if it has no `mpn`)
 * or GTIN is taken. Offers, prices, ratings and reviews are never read. Each reference is resolved once, within the
 * page, so a cycle ends.
 */
import { factsOfProperties } from '../../core/sourcing/item-import/fact-parts.ts';
import { isJsonObject, ownValue, type JsonObject } from '../../core/json.ts';
import { parseGtin, type Gtin14 } from '../../core/index/part-keys/gtin.ts';
import { partKey, sameVerbatim } from '../../core/index/part-keys/part-number.ts';
import { dimensionsOf, plainNumber, withSource, type Measure, type Storing } from './storing.ts';

/** An estimate: the page is the manufacturer's, about its own part. */
const CONFIDENCE = 90;
const MAX_NODES = 20_000;
const MAX_DEPTH = 12;
const MAX_PROPERTIES = 300;
const MAX_PICTURES = 20;
const MAX_REPLACEMENTS = 10;

interface AskedOfPage {
  readonly partNumber: string;
  readonly gtin: string | undefined;
}

interface ReadPage {
  /** The URL where the product was found, after redirects. */
  readonly url: string;
  /** The manufacturer that publishes the page, used for a product that names none. */
  readonly manufacturer: string;
  readonly storing: Storing;
  readonly nowMs: number;
}

type ProductOnPage =
  | { readonly kind: 'found'; readonly record: JsonObject }
  /** The page is about other products. */
  | { readonly kind: 'another_part' }
  | { readonly kind: 'no_product' };

export function productOnPage(documents: readonly unknown[], asked: AskedOfPage, page: ReadPage): ProductOnPage {
  const nodes = objectsIn(documents);
  const products = nodes.filter(isProduct);
  if (products.length === 0) return { kind: 'no_product' };
  const matching = products.filter((product) => isAsked(product, asked));
  const numberOf = (product: JsonObject) => productNumber(product) ?? '';
  const product = matching.find((one) => sameVerbatim(numberOf(one), asked.partNumber)) ?? matching[0];
  if (product === undefined) return { kind: 'another_part' };
  return { kind: 'found', record: recordOf(product, new Map(nodes.flatMap(withId)), asked, page) };
}

/** Returns every object, the outer ones first. It is bounded in number and in depth, without recursion. */
function objectsIn(documents: readonly unknown[]): readonly JsonObject[] {
  const objects: JsonObject[] = [];
  let level: readonly unknown[] = documents;
  let seen = 0;
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth += 1) {
    const below: unknown[] = [];
    for (const value of level) {
      if ((seen += 1) > MAX_NODES) return objects;
      if (isJsonObject(value)) objects.push(value);
      const members = Array.isArray(value) ? value : isJsonObject(value) ? Object.values(value) : [];
      for (const member of members.slice(0, MAX_NODES)) if (typeof member === 'object') below.push(member);
    }
    level = below;
  }
  return objects;
}

const PRODUCT_TYPES: ReadonlySet<string> = new Set(['product', 'productmodel', 'individualproduct']);

function isProduct(node: JsonObject): boolean {
  return listOf(ownValue(node, '@type')).some(
    (type) =>
      typeof type === 'string' && PRODUCT_TYPES.has(type.replace(/^https?:\/\/schema\.org\//i, '').toLowerCase()),
  );
}

/** The part number; without `mpn`, `sku` or `productID` is used, `productID` without a prefix as in `mpn:NV-1`. */
function productNumber(product: JsonObject): string | undefined {
  const given = ['mpn', 'sku', 'productID'].flatMap((name) => textOf(ownValue(product, name)) ?? []);
  return given[0]?.replace(/^(?:mpn|sku):/i, '').trim();
}

function isAsked(product: JsonObject, { partNumber, gtin }: AskedOfPage): boolean {
  const number = productNumber(product);
  if (number === undefined || partKey(number) !== partKey(partNumber)) return false;
  const wanted = gtin === undefined ? undefined : parseGtin(gtin);
  return wanted === undefined || (wanted.ok && gtinsOf(product).includes(wanted.value));
}

function gtinsOf(product: JsonObject): readonly Gtin14[] {
  return ['gtin14', 'gtin13', 'gtin12', 'gtin8', 'gtin'].flatMap((name) => {
    const gtin = parseGtin(textOf(ownValue(product, name)) ?? '');
    return gtin.ok ? [gtin.value] : [];
  });
}

type ById = ReadonlyMap<string, JsonObject>;

function recordOf(product: JsonObject, byId: ById, asked: AskedOfPage, page: ReadPage): JsonObject {
  const member = (name: string): unknown => lookedUp(first(ownValue(product, name)), byId);
  const facts = {
    manufacturer: nameOf(member('manufacturer')) ?? page.manufacturer,
    brand: nameOf(member('brand')) ?? null,
    mpn: productNumber(product) ?? asked.partNumber,
    gtin: gtinsOf(product)[0] ?? null,
    title: textOf(member('name')) ?? null,
    category: nameOf(member('category')) ?? null,
    country_of_origin: nameOf(member('countryOfOrigin')) ?? null,
    weight: measureOf(member('weight')) ?? null,
    dimensions: dimensionsOf(measureOf(member('depth')), measureOf(member('width')), measureOf(member('height'))),
    attributes: attributesOf(product, byId),
  };
  const fields = page.storing === 'everything' ? { ...facts, ...textsOf(product, byId) } : facts;
  return withSource(fields, {
    url: page.url,
    name: new URL(page.url).hostname,
    confidence: CONFIDENCE,
    nowMs: page.nowMs,
  });
}

function attributesOf(product: JsonObject, byId: ById): JsonObject | null {
  const plain = ['color', 'material', 'model', 'size', 'pattern'].flatMap((name) => {
    const text = nameOf(lookedUp(first(ownValue(product, name)), byId));
    return text === undefined ? [] : [[name, text] as const];
  });
  const properties = listOf(ownValue(product, 'additionalProperty'))
    .slice(0, MAX_PROPERTIES)
    .flatMap((entry) => propertyOf(lookedUp(entry, byId)));
  const specifications = Object.fromEntries([...plain, ...properties]);
  const replacements = replacementsOf(product, byId);
  const attributes = {
    ...(Object.keys(specifications).length > 0 && { specifications }),
    ...factsOfProperties(properties),
    ...(replacements.length > 0 && { replacements }),
  };
  return Object.keys(attributes).length === 0 ? null : attributes;
}

/**
 * schema.org: `predecessorOf` points to the newer variant of a discontinued product, `isSimilarTo` to a functionally
 * similar one.
 */
const REPLACED_BY = [
  ['predecessorOf', 'suggested'],
  ['isSimilarTo', 'functional'],
] as const;

function replacementsOf(product: JsonObject, byId: ById): readonly JsonObject[] {
  return REPLACED_BY.flatMap(([name, grade]) =>
    listOf(ownValue(product, name))
      .slice(0, MAX_REPLACEMENTS)
      .flatMap((entry): readonly JsonObject[] => {
        const other = lookedUp(entry, byId);
        const mpn = isJsonObject(other) ? productNumber(other) : undefined;
        if (!isJsonObject(other) || mpn === undefined || mpn === '') return [];
        const manufacturer = nameOf(lookedUp(first(ownValue(other, 'manufacturer') ?? ownValue(other, 'brand')), byId));
        const url = textOf(ownValue(other, 'url'));
        return [
          {
            ...(manufacturer !== undefined && { manufacturer }),
            mpn,
            grade,
            stated_by: 'manufacturer',
            ...(url !== undefined && { url }),
          },
        ];
      }),
  ).slice(0, MAX_REPLACEMENTS);
}

/** A PropertyValue as name and text. */
function propertyOf(property: unknown): readonly (readonly [string, string])[] {
  if (!isJsonObject(property)) return [];
  const name = textOf(ownValue(property, 'name'));
  const values = listOf(ownValue(property, 'value')).flatMap((value) => textOf(value) ?? []);
  if (name === undefined || values.length === 0) return [];
  const unit = unitOf(property);
  return [[name, `${values.join(', ')}${unit === null ? '' : ` ${unit}`}`]];
}

function textsOf(product: JsonObject, byId: ById): JsonObject {
  const pictures = listOf(ownValue(product, 'image')).flatMap((entry) => {
    const image = lookedUp(entry, byId);
    const url = isJsonObject(image) ? (ownValue(image, 'contentUrl') ?? ownValue(image, 'url')) : image;
    return typeof url === 'string' ? [url] : [];
  });
  const media = pictures.slice(0, MAX_PICTURES).map((url) => ({ type: 'image', url }));
  return {
    description: textOf(first(ownValue(product, 'description'))) ?? null,
    image_url: pictures[0] ?? null,
    media: media.length > 0 ? media : null,
  };
}

/** UN/CEFACT codes, which schema.org requires. */
const UNITS: ReadonlyMap<string, string> = new Map([
  ['GRM', 'g'],
  ['KGM', 'kg'],
  ['MGM', 'mg'],
  ['LBR', 'lb'],
  ['ONZ', 'oz'],
  ['MMT', 'mm'],
  ['CMT', 'cm'],
  ['MTR', 'm'],
  ['INH', 'in'],
  ['FOT', 'ft'],
]);

function unitOf(value: JsonObject): string | null {
  const code = textOf(ownValue(value, 'unitCode'));
  return textOf(ownValue(value, 'unitText')) ?? (code === undefined ? null : (UNITS.get(code) ?? code));
}

/** A QuantitativeValue; one without a unit is ignored. */
function measureOf(value: unknown): Measure | undefined {
  if (!isJsonObject(value)) return undefined;
  const number = plainNumber(ownValue(value, 'value'));
  const unit = unitOf(value);
  return number === undefined || unit === null ? undefined : { value: number, unit };
}

/** Resolves a reference `{ "@id": … }` to the object of that name in the page; returns anything else unchanged. */
function lookedUp(value: unknown, byId: ById): unknown {
  if (!isJsonObject(value) || Object.keys(value).length !== 1) return value;
  const id = ownValue(value, '@id');
  return typeof id === 'string' ? byId.get(id) : value;
}

function withId(node: JsonObject): readonly (readonly [string, JsonObject])[] {
  const id = ownValue(node, '@id');
  return typeof id === 'string' && Object.keys(node).length > 1 ? [[id, node]] : [];
}

/** A text, or the name of an object. */
function nameOf(value: unknown): string | undefined {
  return isJsonObject(value) ? textOf(ownValue(value, 'name')) : textOf(value);
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function first(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : value;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
}
