/**
 * One line of an import file: JSON text in the shape of docs/reference/behavior.md#item-record becomes a whole record, or a reason why not.
 * It decides what a record may be; how large it may be and how it is stored is left to the writer, reading the file to the importer.
 *
 * Leniency is small and stated: an absent field is null, an empty text is null, a barcode in any of its written forms becomes
 * 14 digits. Everything else that is wrong is refused, so that every stored value can be trusted.
 */
import * as z from 'zod';
import { itemIdSchema } from '../identifiers.ts';
import { fail, succeed, type Result } from '../result.ts';
import { parseGtin, type GtinError } from '../part-keys/gtin.ts';
import { ITEM_FIELDS } from '../items/item-fields.ts';
import {
  itemRecordSchema,
  MAX_MANUFACTURER_LENGTH,
  MAX_PART_NUMBER_LENGTH,
  type ItemDraft,
} from '../items/item-record.ts';
import { namesManufacturer } from '../part-keys/manufacturer-name.ts';
import { namesPart } from '../part-keys/part-number.ts';
import { readFacts } from './read-facts.ts';

/** Above this a line is not even kept in memory: no record of at most 600 kB needs more, however it is escaped. */
export const MAX_LINE_BYTES = 4_000_000;
/** Larger than any real quantity, and far below the largest number that the store supports. */
const MAX_NUMBER = 1e15;
/** Beyond any real record. What walks a record, here and in clients, does so recursively: the depth needs a bound. */
const MAX_DEPTH = 24;

/** A record as a file says it: with the id of the record that it is or replaces, or known by its manufacturer and number or its barcode. */
export type ImportedItem = ItemDraft & { readonly id: string | null };

export type ItemLineError =
  | { readonly kind: 'not_utf8' }
  | { readonly kind: 'too_long'; readonly maxBytes: number }
  | { readonly kind: 'not_json' }
  | { readonly kind: 'not_an_object' }
  | { readonly kind: 'unknown_field'; readonly field: string }
  | { readonly kind: 'invalid_field'; readonly field: string; readonly problem: string }
  | { readonly kind: 'invalid_barcode'; readonly field: 'gtin' | 'upc'; readonly error: GtinError }
  | { readonly kind: 'too_deep'; readonly maxDepth: number }
  /** Without an id it must name a part. */
  | { readonly kind: 'names_nothing' };

/** Reads the bytes of one line, without its line end. */
export function parseItemLine(line: Uint8Array): Result<ImportedItem, ItemLineError> {
  const json = parseJsonLine(line);
  return json.ok ? readItem(json.value) : json;
}

/** The JSON of one line, with any content. */
export function parseJsonLine(
  line: Uint8Array,
): Result<unknown, Extract<ItemLineError, { kind: 'not_utf8' | 'not_json' }>> {
  const text = decodeUtf8(line);
  if (text === undefined) return fail({ kind: 'not_utf8' });
  const json = parseJson(text);
  return json === undefined ? fail({ kind: 'not_json' }) : succeed(json);
}

/** What is wrong with the JSON of a record, or the record. */
export function readItem(json: unknown): Result<ImportedItem, ItemLineError> {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return fail({ kind: 'not_an_object' });
  if (isDeeperThan(json, MAX_DEPTH)) return fail({ kind: 'too_deep', maxDepth: MAX_DEPTH });
  const unknown = Object.keys(json).find((key) => key !== 'id' && !(ITEM_FIELDS as readonly string[]).includes(key));
  if (unknown !== undefined) return fail({ kind: 'unknown_field', field: unknown });
  const parsed = importedItemSchema.safeParse({ ...NOTHING_KNOWN, ...withoutEmptyTexts(json) });
  if (!parsed.success) return fail(schemaError(parsed.error));
  const facts = parsed.data.attributes === null ? succeed(null) : readFacts(parsed.data.attributes);
  if (!facts.ok) return fail({ kind: 'invalid_field', ...facts.reason });
  const item = withBarcodes({ ...parsed.data, attributes: facts.value });
  return item.ok && !isKnownBySomething(item.value) ? fail({ kind: 'names_nothing' }) : item;
}

function isKnownBySomething({ id, gtin, upc, manufacturer, brand, mpn }: ImportedItem): boolean {
  if (id !== null || gtin !== null || upc !== null) return true;
  return (
    [manufacturer, brand].some((name) => name !== null && namesManufacturer(name)) && mpn !== null && namesPart(mpn)
  );
}

const NOTHING_KNOWN = Object.fromEntries(['id', ...ITEM_FIELDS].map((field) => [field, null]));

const manufacturerSchema = z.string().max(MAX_MANUFACTURER_LENGTH).nullable();
const amountSchema = z.number().min(-MAX_NUMBER).max(MAX_NUMBER).nullable();
/** The stored shape, and what an import demands beyond it. */
const importedItemSchema = itemRecordSchema.extend({
  id: itemIdSchema.nullable(),
  manufacturer: manufacturerSchema,
  brand: manufacturerSchema,
  mpn: z.string().max(MAX_PART_NUMBER_LENGTH).nullable(),
  unspsc_code: z
    .string()
    .regex(/^[0-9]{8}$/, 'must be 8 digits')
    .nullable(),
  pack_quantity: amountSchema,
  weight: itemRecordSchema.shape.weight.unwrap().extend({ value: amountSchema }).nullable(),
  dimensions: itemRecordSchema.shape.dimensions
    .unwrap()
    .extend({ length: amountSchema, width: amountSchema, height: amountSchema })
    .nullable(),
});

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Level by level and without recursion: a line of a million brackets must not exhaust the stack. */
function isDeeperThan(value: unknown, levels: number): boolean {
  let layer: unknown[] = [value];
  for (let depth = 0; depth <= levels && layer.length > 0; depth += 1) {
    layer = layer.flatMap((entry): unknown[] =>
      typeof entry === 'object' && entry !== null ? Object.values(entry) : [],
    );
  }
  return layer.length > 0;
}

/** A text of white space says nothing. Unpaired surrogates, which no store can hold, become U+FFFD. */
function withoutEmptyTexts(json: object): object {
  const entries = Object.entries(json).map(([field, value]) => [
    field,
    typeof value === 'string' && value.trim() === '' ? null : (value as unknown),
  ]);
  return wellFormed(Object.fromEntries(entries)) as object;
}

function wellFormed(value: unknown): unknown {
  const text = JSON.stringify(value);
  // JSON.stringify writes an unpaired surrogate as an escape, and nothing else as one of this range.
  return /\\ud[89a-f]/.test(text)
    ? JSON.parse(text.replace(/(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g, '$1\ufffd'))
    : value;
}

function schemaError(error: z.ZodError): ItemLineError {
  const [issue] = error.issues;
  return {
    kind: 'invalid_field',
    field: issue === undefined || issue.path.length === 0 ? 'record' : issue.path.join('.'),
    problem: issue?.message ?? 'is invalid',
  };
}

/** Both barcode fields checked, the GTIN in 14 digits. */
function withBarcodes(item: ImportedItem): Result<ImportedItem, ItemLineError> {
  const gtin = item.gtin === null ? succeed(null) : parseGtin(item.gtin);
  if (!gtin.ok) return fail({ kind: 'invalid_barcode', field: 'gtin', error: gtin.reason });
  const upc = item.upc === null ? succeed(null) : parseGtin(item.upc);
  if (!upc.ok) return fail({ kind: 'invalid_barcode', field: 'upc', error: upc.reason });
  return succeed({ ...item, gtin: gtin.value });
}
