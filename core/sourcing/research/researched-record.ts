/**
 * Turns a research provider's answer into an item, or gives a reason. The answer is not trusted: each field is checked
 * separately, shortened and cleaned; an unusable one is left out and mentioned in a note among the sources. A record of
 * a part other than the requested one is rejected and not charged. untrusted-json.ts cleans nested values.
 */
import * as z from 'zod/mini';
import { cleanText } from '../../clean-text.ts';
import { isJsonObject } from '../../json.ts';
import type { PartByNumber } from '../../index/lookup/find-part.ts';
import { parseGtin } from '../../index/part-keys/gtin.ts';
import { FIELD_RULES, ITEM_FIELDS, type ItemField } from '../../index/items/item-fields.ts';
import type { ItemRecord } from '../../index/items/item-record.ts';
import { sameVerbatim } from '../../index/part-keys/part-number.ts';
import { checkLimits } from '../item-import/item-limits.ts';
import { readFacts } from '../item-import/read-facts.ts';
import { partKeyOf } from '../../index/items/item-identity.ts';
import { fail, succeed, type Result } from '../../result.ts';
import type { ManufacturerTable } from '../../index/manufacturers/manufacturer-table.ts';
import { resolveManufacturer } from '../../index/manufacturers/resolve-manufacturer.ts';
import type { AskedPart } from '../enrichment/enrichment-request.ts';
import { cleanJsonObject, readWebAddress } from './untrusted-json.ts';
import { dayOf, timeText } from '../../time.ts';

type AnswerProblem =
  { readonly kind: 'not_an_object' } | { readonly kind: 'another_part' } | { readonly kind: 'too_large' };

interface RecordIdentity {
  readonly id: string;
  readonly part: PartByNumber;
  readonly asked: AskedPart;
  /** Whether other parts share the requested part's key, so that a look-up finds only the exact spelling. */
  readonly hasNeighbors: boolean;
  /** Resolves aliases: an answer under the manufacturer's usual name also answers a request under an alias. */
  readonly manufacturers: ManufacturerTable;
}

/** Fields that the request already contained, or that describe the item record instead of the part. */
export const OF_THE_RECORD_ITSELF: ReadonlySet<ItemField> = new Set(
  FIELD_RULES.flatMap((rule) => ('ofTheRecord' in rule ? [rule.name] : [])),
);

/** Returns the field's value, or undefined if it is unusable. Null and absent values are not passed in. */
type FieldReader = (value: unknown) => unknown;

const daySchema = z.iso.date();
const MAX_NUMBER = 1e15;
const MAX_MEDIA = 40;
const MAX_KEYWORDS = 30;
const MAX_SOURCES = 30;
const MAX_CONFIDENCES = 100;
const MAX_ATTRIBUTES_BYTES = 150_000;
/**
 * The length to which a title with more words than the index accepts is cut: in scripts without spaces, each pair of
 * characters is a word.
 */
const SHORT_TITLE = 100;
/** The URL of the service's notes among the sources; it cannot be opened. */
const NOTES_URL = 'urn:product-data:research';

/** Texts that are cut to a length; the other fields have a stricter format. */
type CutText = Extract<(typeof FIELD_RULES)[number], { readonly researched: number }>['name'];

const READERS: Readonly<Partial<Record<ItemField, FieldReader>>> = {
  ...Object.fromEntries(
    FIELD_RULES.flatMap((rule) => ('researched' in rule ? [[rule.name, readText(rule.researched)]] : [])),
  ),
  ...({
    gtin: readGtin,
    upc: readUpc,
    unspsc_code: readPattern(/^[0-9]{8}$/),
    hs_code: readPattern(/^[0-9][0-9. ]{2,14}[0-9]$/),
    pack_quantity: readNumber,
    weight: readMeasures(['value']),
    dimensions: readMeasures(['length', 'width', 'height']),
    image_url: readWebAddress,
    confidence: readConfidence,
    last_verified: readDay,
    attributes: readAttributes,
    media: (value) => readEntries(value, MAX_MEDIA, readMedium),
    keywords: (value) => readEntries(value, MAX_KEYWORDS, readText(60)),
    sources: (value) => readEntries(value, MAX_SOURCES, readSource),
    section_confidence: readConfidences,
  } satisfies Record<Exclude<ItemField, CutText | 'updated_at'>, FieldReader>),
};

/** Returns the item with every usable field. */
export function readResearchedRecord(
  untrusted: unknown,
  identity: RecordIdentity,
  nowMs: number,
): Result<ItemRecord, AnswerProblem> {
  if (!isJsonObject(untrusted)) return fail({ kind: 'not_an_object' });
  const left: ItemField[] = [];
  const fields = ITEM_FIELDS.map((field) => [field, readField(untrusted, field, left)] as const);
  const read = Object.fromEntries(fields) as Omit<ItemRecord, 'id'>;
  const item: ItemRecord = {
    ...read,
    id: identity.id,
    manufacturer: read.manufacturer ?? cleanText(identity.asked.manufacturer, 200),
    mpn: read.mpn ?? cleanText(identity.asked.partNumber, 120),
    last_verified: notAfter(read.last_verified, nowMs),
    updated_at: timeText(nowMs),
    sources: withNotes(read.sources ?? [], left, nowMs),
  };
  if (!answersRequest(item, identity)) return fail({ kind: 'another_part' });
  const fitting = smallerVersions(item).find((less) => checkLimits(less).ok);
  return fitting === undefined ? fail({ kind: 'too_large' }) : succeed(fitting);
}

/** Whether the record adds nothing to the request, so that it cannot be charged. */
export function addsNothing(item: ItemRecord): boolean {
  return ITEM_FIELDS.every((field) => OF_THE_RECORD_ITSELF.has(field) || item[field] === null);
}

/**
 * Returns the record, then smaller and smaller versions: first without searchable words, then without attributes,
 * usually the largest part.
 */
function smallerVersions(item: ItemRecord): readonly ItemRecord[] {
  const title = item.title === null ? null : cleanText(item.title, SHORT_TITLE);
  const withFewerWords = (one: ItemRecord) => [
    one,
    { ...one, keywords: null },
    { ...one, keywords: null, title },
    { ...one, keywords: null, title: null },
  ];
  return [item, { ...item, attributes: null }].flatMap(withFewerWords);
}

function readField(untrusted: Readonly<Record<string, unknown>>, field: ItemField, left: ItemField[]): unknown {
  const reader = READERS[field];
  const value = Object.hasOwn(untrusted, field) ? untrusted[field] : null;
  if (reader === undefined || value === null || value === undefined || value === '') return null;
  const read = reader(value);
  if (read === undefined) left.push(field);
  return read ?? null;
}

/** Whether a look-up of the requested part will find this item. */
function answersRequest(item: ItemRecord, { part, asked, hasNeighbors, manufacturers }: RecordIdentity): boolean {
  if (partKeyOf(item) !== part.part) return false;
  if (resolveManufacturer(part.manufacturer, [item], manufacturers).kind !== 'fits') return false;
  return !hasNeighbors || sameVerbatim(item.mpn ?? '', asked.partNumber);
}

function withNotes(
  sources: NonNullable<ItemRecord['sources']>,
  left: readonly ItemField[],
  nowMs: number,
): ItemRecord['sources'] {
  if (left.length === 0) return sources;
  const note = `Left out because it could not be used: ${left.join(', ')}.`;
  return [...sources, { url: NOTES_URL, name: 'Research', retrieved_at: timeText(nowMs), note }];
}

/** Leaves out sections of facts with the wrong shape and keeps the others. */
function readAttributes(value: unknown): unknown {
  const cleaned = cleanJsonObject(value, MAX_ATTRIBUTES_BYTES);
  if (cleaned === undefined) return undefined;
  const sections = Object.entries(cleaned).flatMap(([name, section]) => {
    const read = readFacts({ [name]: section });
    return read.ok ? Object.entries(read.value) : [];
  });
  return sections.length === 0 ? undefined : Object.fromEntries(sections);
}

function readText(length: number): FieldReader {
  return (value) => (typeof value === 'string' ? cleanText(value, length) || undefined : undefined);
}

function readPattern(pattern: RegExp): FieldReader {
  return (value) => (typeof value === 'string' && pattern.test(value.trim()) ? value.trim() : undefined);
}

function readGtin(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > 40) return undefined;
  const gtin = parseGtin(value);
  return gtin.ok ? gtin.value : undefined;
}

/** Checked as a GTIN, stored in its original length. */
function readUpc(value: unknown): unknown {
  return readGtin(value) === undefined ? undefined : String(value).replace(/[^0-9]/g, '');
}

function readNumber(value: unknown): unknown {
  return typeof value === 'number' && value >= 0 && value <= MAX_NUMBER ? value : undefined;
}

function readConfidence(value: unknown): unknown {
  return typeof value === 'number' && value >= 0 && value <= 100 ? value : undefined;
}

function readDay(value: unknown): unknown {
  return daySchema.safeParse(value).data;
}

/** Returns the day of the research if the provider gave no day or one in the future. */
function notAfter(day: string | null, nowMs: number): string {
  const today = dayOf(nowMs);
  return day === null || day > today ? today : day;
}

/** Reads numbers with a unit; returns undefined if none is usable. */
function readMeasures(names: readonly string[]): FieldReader {
  return (value) => {
    if (!isJsonObject(value)) return undefined;
    const numbers = names.map((name) => [name, readNumber(value[name]) ?? null] as const);
    if (numbers.every(([, number]) => number === null)) return undefined;
    return { ...Object.fromEntries(numbers), unit: readText(20)(value['unit']) ?? null };
  };
}

/** Reads at most `max` usable entries; returns undefined if there are none. */
function readEntries(value: unknown, max: number, read: FieldReader): unknown {
  if (!Array.isArray(value)) return undefined;
  const entries = value.slice(0, max * 4).flatMap((entry: unknown) => read(entry) ?? []);
  return entries.length === 0 ? undefined : entries.slice(0, max);
}

const MEDIA_TYPES: ReadonlySet<unknown> = new Set(['image', 'spec_sheet', 'document', 'video']);

function readMedium(value: unknown): unknown {
  if (!isJsonObject(value) || !MEDIA_TYPES.has(value['type'])) return undefined;
  const url = readWebAddress(value['url']);
  if (url === undefined) return undefined;
  return { type: value['type'], url, ...readTexts(value, { title: 200, mime_type: 100 }) };
}

function readSource(value: unknown): unknown {
  if (!isJsonObject(value)) return undefined;
  const url = readWebAddress(value['url']);
  if (url === undefined) return undefined;
  const sections = readEntries(value['sections'], ITEM_FIELDS.length, readText(60));
  return { url, ...readTexts(value, { name: 200, retrieved_at: 40 }), ...(sections === undefined ? {} : { sections }) };
}

function readTexts(value: Readonly<Record<string, unknown>>, lengths: Readonly<Record<string, number>>) {
  const texts = Object.entries(lengths).map(([name, length]) => [name, readText(length)(value[name])] as const);
  return Object.fromEntries(texts.filter(([, text]) => text !== undefined));
}

function readConfidences(value: unknown): unknown {
  if (!isJsonObject(value)) return undefined;
  const entries = Object.entries(value)
    .slice(0, MAX_CONFIDENCES)
    .flatMap(([section, confidence]) => {
      const name = cleanText(section, 100);
      return name === '' || name === '__proto__' || readConfidence(confidence) === undefined
        ? []
        : [[name, confidence] as const];
    });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
