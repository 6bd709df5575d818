/** Maps rows of uploads in the Accounts table to and from the core's types. Files are not stored here. */
import * as z from 'zod/mini';
import { MATCH_WAYS, ROW_OUTCOMES } from '../../../core/catalogs/rows/catalog.ts';
import { SPOILED_KINDS } from '../../../core/catalogs/import/preview-file.ts';
import { SHEET_KINDS } from '../../../core/catalogs/import/read-sheets.ts';
import { UPLOAD_STATUSES, type Upload, type UploadState } from '../../../core/catalogs/uploads/upload.ts';
import { uploadKey } from '../accounts-table/account-keys.ts';
import type { Row } from '../client/row-key.ts';

/** How long the dashboard shows an upload. */
const KEPT_SECONDS = 7 * 86_400;

const whole = z.int().check(z.nonnegative());
const text = z.nullable(z.string());
const rowField = z.enum(['itemNumber', 'supplier', 'partNumber', 'gtin']);
const outcome = z.enum(ROW_OUTCOMES);
const named = { itemNumber: text, supplier: text, partNumber: text, gtin: text };
const compared = z.nullable(z.object({ ...named, row: whole, outcome, itemId: text }));

const sheets = z.array(z.object({ name: z.string(), rows: whole, hasMore: z.boolean(), kind: z.enum(SHEET_KINDS) }));
const spoiledSchema = z.object({
  ...{ date: whole, zeros: whole, shortened: whole, toDecide: whole, unusable: whole },
  short: z._default(whole, 0),
});
const NOT_COUNTED = { date: 0, zeros: 0, shortened: 0, short: 0, toDecide: 0, unusable: 0 };

const previewSchema = z.object({
  file: z.object({
    format: z.enum(['csv', 'xlsx', 'jsonl']),
    encoding: z.nullable(
      z.object({ name: z.string(), known: z.enum(['named', 'byte_order_mark', 'all_utf8', 'guessed']) }),
    ),
    delimiter: text,
    sheet: text,
    isPacked: z.boolean(),
  }),
  // An upload of an earlier version has none of what has a default.
  sheets: z._default(sheets, []),
  rowsBefore: whole,
  headings: z.array(z.string()),
  columns: z.array(z.object({ place: whole, field: rowField })),
  chosen: z.nullable(z.object({ found: whole, rows: whole })),
  rows: z.array(
    z.object({
      ...named,
      row: whole,
      outcome,
      reason: text,
      matchedBy: z._default(z.nullable(z.enum(MATCH_WAYS)), null),
      isToDecide: z._default(z.boolean(), false),
      isTelling: z._default(z.boolean(), true),
      spoiled: z._default(z.nullable(z.enum(SPOILED_KINDS)), null),
      cells: z._default(z.array(z.string()), []),
      struck: z._default(z.array(whole), []),
      notFitted: z.optional(z.string()),
      part: z._default(text, null),
      contradictions: z._default(z.array(z.string()), []),
    }),
  ),
  outcomes: z.partialRecord(outcome, whole),
  toDecide: z._default(z.object({ not_found: whole, error: whole }), { not_found: 0, error: 0 }),
  spoiled: z._default(spoiledSchema, NOT_COUNTED),
  isWhole: z._default(z.boolean(), false),
  inFile: z._default(z.nullable(z.object({ rows: whole, hasMore: z.boolean() })), null),
});

const problemSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('unreadable'), message: z.string() }),
  z.object({
    kind: z.literal('not_understood'),
    // An upload of an earlier version may have another reason.
    why: z.catch(z.enum(['empty', 'no_such_column', 'names_no_part']), 'names_no_part'),
    headings: z.array(z.string()),
    sheet: z._default(text, null),
    sheets: z.catch(sheets, []),
    fields: z.array(rowField),
  }),
  z.object({ kind: z.literal('allowance_used'), plan: z.string(), rowsPerPeriod: whole, nextAtMs: whole }),
  z.object({ kind: z.literal('catalog_changed') }),
  z.object({ kind: z.literal('account_not_active') }),
  z.object({ kind: z.literal('not_finished') }),
]);

const comparisonSchema = z.object({
  counts: z.object({
    same: whole,
    changed: whole,
    added: whole,
    removed: whole,
    newly_matched: whole,
    no_longer_matched: whole,
  }),
  changes: z.array(
    z.object({ kind: z.enum(['changed', 'added', 'removed']), row: whole, now: compared, before: compared }),
  ),
});

/** The changing part of an upload, stored as one text: its members are never read separately. */
const stateSchema = z.object({
  personId: z.string(),
  options: z.object({
    chosen: z.array(z.object({ column: z.string(), field: z.union([rowField, z.literal('none')]) })),
    encoding: z.optional(z.string()),
    sheet: z.optional(z.string()),
    skipRows: z.optional(whole),
    everySupplier: z.optional(z.string()),
  }),
  preview: z.nullable(previewSchema),
  problem: z.nullable(problemSchema),
  catalogId: text,
  preparedBytes: z.nullable(whole),
  comparison: z.nullable(comparisonSchema),
  end: z.nullable(z.enum(['complete', 'cancelled', 'replaced', 'same_file'])),
});

const rowSchema = z.object({
  account_id: z.string(),
  upload_id: z.string(),
  revision: whole,
  name: z.string(),
  replaces: text,
  bytes: whole,
  received: z._default(z.set(whole), new Set()),
  created_at_ms: whole,
  changed_at_ms: whole,
  status: z.enum(UPLOAD_STATUSES),
  state: z.pipe(
    z.pipe(
      z.string(),
      z.transform((json) => JSON.parse(json) as unknown),
    ),
    stateSchema,
  ),
});

/** @throws when the row is not an upload's */
export function readUploadRow(row: unknown): Upload {
  const stored = rowSchema.parse(row);
  return {
    ...stored.state,
    accountId: stored.account_id,
    uploadId: stored.upload_id,
    revision: stored.revision,
    name: stored.name,
    replaces: stored.replaces,
    bytes: stored.bytes,
    received: [...stored.received].sort((a, b) => a - b),
    createdAtMs: stored.created_at_ms,
    changedAtMs: stored.changed_at_ms,
    status: stored.status,
  };
}

export function writeState({
  personId,
  options,
  preview,
  problem,
  catalogId,
  preparedBytes,
  comparison,
  end,
}: UploadState): string {
  return JSON.stringify({ personId, options, preview, problem, catalogId, preparedBytes, comparison, end });
}

export function writeUploadRow(upload: Upload): Row {
  return {
    ...uploadKey(upload.accountId, upload.uploadId),
    account_id: upload.accountId,
    upload_id: upload.uploadId,
    revision: upload.revision,
    name: upload.name,
    replaces: upload.replaces,
    bytes: upload.bytes,
    created_at_ms: upload.createdAtMs,
    changed_at_ms: upload.changedAtMs,
    status: upload.status,
    state: writeState(upload),
    expires_at: Math.ceil(upload.createdAtMs / 1000) + KEPT_SECONDS,
  };
}
