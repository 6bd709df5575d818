/**
 * Reads one line of an import file, JSON in the shape of docs/reference/behavior.md#item-record, as a complete item, or
 * reports why it cannot. Decides which values are valid, and leaves size limits and storage to the writer, and reading
 * the file to the importer.
 *
 * It corrects little: an absent field and a blank text become null, a GTIN in any written form becomes 14 digits, and
 * unpaired surrogates become U+FFFD. read-facts.ts reads the facts. Any other mistake is refused, so that every stored
 * value can be trusted.
 */
import * as z from 'zod/mini';
import { itemIdSchema } from '../../identifiers.ts';
import { describeIssue } from '../../describe-issue.ts';
import { readJsonText } from '../../json.ts';
import { fail, succeed, type Result } from '../../result.ts';
import { parseGtin, type GtinProblem } from '../../index/part-keys/gtin.ts';
import { ITEM_FIELDS } from '../../index/items/item-fields.ts';
import {
  itemRecordSchema,
  MAX_MANUFACTURER_LENGTH,
  MAX_PART_NUMBER_LENGTH,
  type ItemDraft,
} from '../../index/items/item-record.ts';
import { namesManufacturer } from '../../index/part-keys/manufacturer-name.ts';
import { namesPart } from '../../index/part-keys/part-number.ts';
import { readFacts } from './read-facts.ts';

/** A longer line is not kept in memory. An item of at most 600 kB fits, however it is escaped. */
export const MAX_LINE_BYTES = 4_000_000;
/** Larger than any real quantity, and far below the store's largest number. */
const MAX_NUMBER = 1e15;
/** Deeper than any real item. The service and its clients walk items recursively, so the depth needs a limit. */
const MAX_DEPTH = 24;

/** An item as a file states it, identified by its id, by manufacturer and part number, or by GTIN. */
export type ImportedItem = ItemDraft & { readonly id: string | null };

export type ItemLineProblem =
  | { readonly kind: 'not_utf8' }
  | { readonly kind: 'too_long'; readonly maxBytes: number }
  | { readonly kind: 'not_json' }
  | { readonly kind: 'not_an_object' }
  | { readonly kind: 'unknown_field'; readonly field: string }
  | { readonly kind: 'invalid_field'; readonly field: string; readonly problem: string }
  | { readonly kind: 'invalid_barcode'; readonly field: 'gtin' | 'upc'; readonly error: GtinProblem }
  | { readonly kind: 'too_deep'; readonly maxDepth: number }
  /** An item without an id must name a part. */
  | { readonly kind: 'names_nothing' };

/** Reads the bytes of one line, without its line end. */
export function parseItemLine(line: Uint8Array): Result<ImportedItem, ItemLineProblem> {
  const json = parseJsonLine(line);
  return json.ok ? readItem(json.value) : json;
}

/** Parses one line as JSON of any shape. */
export function parseJsonLine(
  line: Uint8Array,
): Result<unknown, Extract<ItemLineProblem, { kind: 'not_utf8' | 'not_json' }>> {
  const text = decodeUtf8(line);
  if (text === undefined) return fail({ kind: 'not_utf8' });
  const json = readJsonText(text);
  return json === undefined ? fail({ kind: 'not_json' }) : succeed(json);
}

/** Validates parsed JSON as an item. */
export function readItem(json: unknown): Result<ImportedItem, ItemLineProblem> {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return fail({ kind: 'not_an_object' });
  if (isDeeperThan(json, MAX_DEPTH)) return fail({ kind: 'too_deep', maxDepth: MAX_DEPTH });
  const unknown = Object.keys(json).find((key) => key !== 'id' && !(ITEM_FIELDS as readonly string[]).includes(key));
  if (unknown !== undefined) return fail({ kind: 'unknown_field', field: unknown });
  const parsed = importedItemSchema.safeParse(
    { ...NOTHING_KNOWN, ...withoutEmptyTexts(json) },
    { error: describeIssue },
  );
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

const manufacturerSchema = z.nullable(z.string().check(z.maxLength(MAX_MANUFACTURER_LENGTH)));
const amountSchema = z.nullable(z.number().check(z.minimum(-MAX_NUMBER), z.maximum(MAX_NUMBER)));
/** The stored shape with the stricter rules of an import. */
const importedItemSchema = z.extend(itemRecordSchema, {
  id: z.nullable(itemIdSchema),
  manufacturer: manufacturerSchema,
  brand: manufacturerSchema,
  mpn: z.nullable(z.string().check(z.maxLength(MAX_PART_NUMBER_LENGTH))),
  unspsc_code: z.nullable(z.string().check(z.regex(/^[0-9]{8}$/, 'must be 8 digits'))),
  pack_quantity: amountSchema,
  weight: z.nullable(z.extend(itemRecordSchema.shape.weight.def.innerType, { value: amountSchema })),
  dimensions: z.nullable(
    z.extend(itemRecordSchema.shape.dimensions.def.innerType, {
      length: amountSchema,
      width: amountSchema,
      height: amountSchema,
    }),
  ),
});

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Not recursive, because a line of a million brackets must not exhaust the stack. */
function isDeeperThan(value: unknown, levels: number): boolean {
  let layer: unknown[] = [value];
  for (let depth = 0; depth <= levels && layer.length > 0; depth += 1) {
    layer = layer.flatMap((entry): unknown[] =>
      typeof entry === 'object' && entry !== null ? Object.values(entry) : [],
    );
  }
  return layer.length > 0;
}

/** Turns blank texts into null, and unpaired surrogates, which the store cannot keep, into U+FFFD. */
function withoutEmptyTexts(json: object): object {
  const entries = Object.entries(json).map(([field, value]) => [
    field,
    typeof value === 'string' && value.trim() === '' ? null : (value as unknown),
  ]);
  return wellFormed(Object.fromEntries(entries)) as object;
}

function wellFormed(value: unknown): unknown {
  const text = JSON.stringify(value);
  // JSON.stringify writes only unpaired surrogates as escapes of this range.
  return /\\ud[89a-f]/.test(text)
    ? JSON.parse(text.replace(/(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g, '$1\ufffd'))
    : value;
}

function schemaError(error: z.core.$ZodError): ItemLineProblem {
  const [issue] = error.issues;
  return {
    kind: 'invalid_field',
    field: issue === undefined || issue.path.length === 0 ? 'record' : issue.path.join('.'),
    problem: issue?.message ?? 'is invalid',
  };
}

/** Validates both barcode fields and normalizes the GTIN to 14 digits. */
function withBarcodes(item: ImportedItem): Result<ImportedItem, ItemLineProblem> {
  const gtin = item.gtin === null ? succeed(null) : parseGtin(item.gtin);
  if (!gtin.ok) return fail({ kind: 'invalid_barcode', field: 'gtin', error: gtin.reason });
  const upc = item.upc === null ? succeed(null) : parseGtin(item.upc);
  if (!upc.ok) return fail({ kind: 'invalid_barcode', field: 'upc', error: upc.reason });
  return succeed({ ...item, gtin: gtin.value });
}
