/**
 * Reads a product sheet of Icecat as an item. The names of its members are from Icecat's page "Digital asset types as
 * represented in Icecat's open catalog interfaces" and of sheets that others have published. Unexpected members are
 * left out; the item is checked once more before it is stored.
 */
import { factsOfProperties } from '../../core/sourcing/item-import/fact-parts.ts';
import { isJsonObject, ownValue, type JsonObject } from '../../core/json.ts';
import { parseGtin } from '../../core/index/part-keys/gtin.ts';
import { dimensionsOf, plainNumber, withSource, type Measure, type Storing } from './storing.ts';

/** An estimate: Icecat's editors work from what manufacturers publish. */
const CONFIDENCE = 85;
const MAX_GROUPS = 100;
const MAX_FEATURES = 300;
const MAX_PICTURES = 20;
const MAX_BARCODES = 100;

/** Undefined when the sheet names no product code, because its part is then unknown. */
export function icecatRecord(
  sheet: JsonObject,
  storing: Storing,
  askedGtin: string | undefined,
  nowMs: number,
): JsonObject | undefined {
  const general = objectIn(sheet, 'GeneralInfo');
  const mpn = textIn(general, 'BrandPartCode');
  if (mpn === undefined || mpn.trim() === '') return undefined;
  const brand = textIn(general, 'Brand') ?? null;
  const features = featuresOf(sheet);
  const measure = (name: string): Measure | undefined => features.measures.get(name);
  const [length, width, height] = ['depth', 'width', 'height'].map(measure);
  const facts = {
    manufacturer: brand,
    brand,
    mpn,
    gtin: gtinOf(general, askedGtin),
    title: textIn(general, 'Title') ?? null,
    category: textIn(objectIn(objectIn(general, 'Category'), 'Name'), 'Value') ?? null,
    weight: measure('weight') ?? null,
    dimensions: dimensionsOf(length, width, height),
    attributes: attributesOf(features, storing === 'everything' ? general : {}),
  };
  const sheetId = plainNumber(ownValue(general, 'IcecatId'));
  return withSource(storing === 'everything' ? { ...facts, ...textsOf(sheet, general) } : facts, {
    // Icecat's terms require this link.
    url: 'https://icecat.biz/',
    name: sheetId === undefined ? 'Specs Icecat' : `Specs Icecat, sheet ${sheetId}`,
    confidence: CONFIDENCE,
    nowMs,
  });
}

/** The requested GTIN if the sheet has it; otherwise its first valid one. */
function gtinOf(general: JsonObject, asked: string | undefined): string | null {
  const wanted = asked === undefined ? undefined : parseGtin(asked);
  const given = listIn(general, 'GTIN').concat(listIn(general, 'GTINs').map((entry) => memberOf(entry, 'GTIN')));
  const good = given.slice(0, MAX_BARCODES).flatMap((text) => {
    const gtin = typeof text === 'string' ? parseGtin(text) : undefined;
    return gtin?.ok === true ? [gtin.value] : [];
  });
  return good.find((gtin) => wanted?.ok === true && gtin === wanted.value) ?? good[0] ?? null;
}

interface Features {
  /** Maps each group and feature to the value that people read. */
  readonly groups: JsonObject;
  /** Weight and measures by lower-case name. */
  readonly measures: ReadonlyMap<string, Measure>;
  /** All features of all groups, by name. */
  readonly named: readonly (readonly [name: string, shown: string])[];
}

const MEASURES: ReadonlySet<string> = new Set(['weight', 'width', 'depth', 'height']);

function featuresOf(sheet: JsonObject): Features {
  const groups: [string, JsonObject][] = [];
  const measures = new Map<string, Measure>();
  let count = 0;
  for (const group of listIn(sheet, 'FeaturesGroups').slice(0, MAX_GROUPS)) {
    if (!isJsonObject(group)) continue;
    const values: [string, string][] = [];
    for (const feature of listIn(group, 'Features')) {
      if (count >= MAX_FEATURES || !isJsonObject(feature)) break;
      count += 1;
      const named = objectIn(feature, 'Feature');
      const name = textIn(objectIn(named, 'Name'), 'Value');
      const text = textIn(feature, 'PresentationValue') ?? textIn(feature, 'Value');
      if (name === undefined || text === undefined) continue;
      values.push([name, text]);
      const value = plainNumber(ownValue(feature, 'RawValue')) ?? plainNumber(ownValue(feature, 'Value'));
      const key = name.toLowerCase();
      if (value !== undefined && MEASURES.has(key) && !measures.has(key))
        measures.set(key, { value, unit: unitOf(named) });
    }
    const name = textIn(objectIn(objectIn(group, 'FeatureGroup'), 'Name'), 'Value');
    if (name !== undefined && values.length > 0) groups.push([name, Object.fromEntries(values)]);
  }
  const named = groups.flatMap(([, values]) => Object.entries(values) as [string, string][]);
  return { groups: Object.fromEntries(groups), measures, named };
}

function unitOf(feature: JsonObject): string | null {
  const measure = objectIn(feature, 'Measure');
  return textIn(objectIn(measure, 'Signs'), '_') ?? textIn(measure, 'Sign') ?? null;
}

function attributesOf({ groups: specifications, named }: Features, general: JsonObject): JsonObject | null {
  const long = textIn(objectIn(general, 'Description'), 'LongDesc');
  const attributes = {
    ...(Object.keys(specifications).length > 0 && { specifications }),
    ...factsOfProperties(named),
    ...(long !== undefined && { long_description: long }),
  };
  return Object.keys(attributes).length > 0 ? attributes : null;
}

/** Sentences, pictures and documents. */
function textsOf(sheet: JsonObject, general: JsonObject): JsonObject {
  const summary = objectIn(general, 'SummaryDescription');
  const picture = textIn(objectIn(sheet, 'Image'), 'HighPic');
  const pictures = [picture, ...listIn(sheet, 'Gallery').map((entry) => memberOf(entry, 'Pic'))];
  const addresses = [...new Set(pictures.filter((url) => typeof url === 'string' && url !== ''))];
  const documents = listIn(sheet, 'Multimedia').flatMap((entry) => {
    const url = memberOf(entry, 'URL');
    const mime = memberOf(entry, 'ContentType');
    return mime === 'application/pdf' ? [{ type: 'document', url, mime_type: mime }] : [];
  });
  const media = [...addresses.slice(0, MAX_PICTURES).map((url) => ({ type: 'image', url })), ...documents];
  return {
    description: textIn(summary, 'ShortSummaryDescription') ?? textIn(summary, 'LongSummaryDescription') ?? null,
    image_url: picture ?? null,
    media: media.length > 0 ? media : null,
  };
}

function objectIn(object: JsonObject, key: string): JsonObject {
  const value = ownValue(object, key);
  return isJsonObject(value) ? value : {};
}

function listIn(object: JsonObject, key: string): readonly unknown[] {
  const value = ownValue(object, key);
  return Array.isArray(value) ? value : [];
}

function textIn(object: JsonObject, key: string): string | undefined {
  const value = ownValue(object, key);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function memberOf(value: unknown, key: string): unknown {
  return isJsonObject(value) ? ownValue(value, key) : undefined;
}
