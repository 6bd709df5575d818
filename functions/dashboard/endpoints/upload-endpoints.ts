/**
 * Endpoints for uploads in the session's account: a file is sent in parts, previewed, started, and confirmed if it
 * replaces a catalog.
 */
import * as z from 'zod/mini';
import { FIELD_NAMES, showUpload, showUploads, type FieldName } from '../../../core/dashboard/views/upload-data.ts';
import { cleanText } from '../../../core/clean-text.ts';
import { MAX_MANUFACTURER_LENGTH } from '../../../core/index/items/item-record.ts';
import type { RowField } from '../../../core/catalogs/files/recognize-columns.ts';
import type { Result } from '../../../core/result.ts';
import {
  agreeToUpload,
  announceUpload,
  requestPreview,
  abandonUpload,
  receivePart,
  startUpload,
  type UploadRefusal,
  type UploadPorts,
} from '../../../core/catalogs/uploads/administer-upload.ts';
import { catalogKeyOf, uploadIdSchema, type Upload } from '../../../core/catalogs/uploads/upload.ts';
import type { DashboardDependencies } from '../dependencies.ts';
import { refuse } from '../../../core/api/refusals/http-refusal.ts';
import { endpoint, type SignedInCall } from './define-endpoint.ts';

/** The most uploads shown, newest first. */
const SHOWN_UPLOADS = 10;
const MAX_CHOSEN_COLUMNS = 50;
const MAX_SKIPPED_ROWS = 1_000;

const fields = Object.values(FIELD_NAMES) as [FieldName, ...FieldName[]];
const ofUpload = z.strictObject({ upload_id: uploadIdSchema });

export const listUploads = endpoint({
  method: 'GET',
  path: '/uploads',
  access: 'member',
  input: z.strictObject({}),
  async handle({ dependencies: { uploads, catalogs }, signedIn: { account } }) {
    const found = await uploads.list(account.accountId, SHOWN_UPLOADS);
    const importing = found.filter(({ status }) => status === 'importing').flatMap((one) => catalogKeyOf(one) ?? []);
    const heads = await Promise.all(importing.map((key) => catalogs.findCatalog(key)));
    return { data: showUploads(found, new Map(heads.flatMap((head) => (head ? [[head.catalogId, head]] : [])))) };
  },
});

export const announce = endpoint({
  method: 'POST',
  path: '/uploads',
  access: 'member',
  input: z.strictObject({
    name: z.string().check(z.maxLength(1_000)),
    bytes: z.int(),
    replaces: z.nullable(z.string().check(z.maxLength(20))),
  }),
  async handle(call) {
    const file = { accountId: call.signedIn.account.accountId, ...call.input };
    return answerUpload(await announceUpload(portsOf(call.dependencies), file, stepOf(call)), 201);
  },
});

/** The body is the part; the query names the upload and the part's number. */
export const sendPart = endpoint({
  method: 'POST',
  path: '/uploads/part',
  access: 'member',
  body: 'octets',
  input: z.strictObject({ upload_id: uploadIdSchema, part: z.coerce.number().check(z.int()) }),
  async handle({ dependencies, signedIn: { account }, input: { upload_id, part }, request }) {
    const key = { accountId: account.accountId, uploadId: upload_id };
    return answerUpload(await receivePart(portsOf(dependencies), key, part, request.body));
  },
});

export const previewFile = endpoint({
  method: 'POST',
  path: '/uploads/preview',
  access: 'member',
  input: z.extend(ofUpload, {
    encoding: z.nullable(z.string().check(z.maxLength(40))),
    sheet: z.nullable(z.string().check(z.maxLength(100))),
    skip_rows: z.nullable(z.int().check(z.minimum(0), z.maximum(MAX_SKIPPED_ROWS))),
    /** Of every row whose cells name none. */
    manufacturer: z._default(z.nullable(z.string().check(z.maxLength(MAX_MANUFACTURER_LENGTH))), null),
    columns: z
      .array(
        z.strictObject({ place: z.int().check(z.minimum(1), z.maximum(9_999)), field: z.enum([...fields, 'none']) }),
      )
      .check(z.maxLength(MAX_CHOSEN_COLUMNS)),
  }),
  async handle(call) {
    const { encoding, sheet, skip_rows, columns } = call.input;
    const everySupplier = cleanText(call.input.manufacturer ?? '', MAX_MANUFACTURER_LENGTH);
    const options = {
      ...(encoding !== null && { encoding }),
      ...(sheet !== null && { sheet }),
      ...(skip_rows !== null && { skipRows: skip_rows }),
      ...(everySupplier !== '' && { everySupplier }),
      chosen: columns.map(({ place, field }) => ({ column: `#${place}`, field: rowField(field) })),
    };
    return answerUpload(await requestPreview(portsOf(call.dependencies), keyOf(call), options, stepOf(call)));
  },
});

/** `replaces`: the target catalog, if it differs from the announced one. */
export const startImport = endpoint({
  method: 'POST',
  path: '/uploads/start',
  access: 'member',
  input: z.extend(ofUpload, { replaces: z.optional(z.nullable(z.string().check(z.maxLength(20)))) }),
  handle: async (call) =>
    answerUpload(await startUpload(portsOf(call.dependencies), keyOf(call), stepOf(call), call.input.replaces)),
});
export const agreeToReplacement = stepEndpoint('/uploads/agree', agreeToUpload);
export const abandon = stepEndpoint('/uploads/abandon', abandonUpload);

/** Defines a step of an upload that needs only its id. */
function stepEndpoint(path: `/uploads/${string}`, take: typeof agreeToUpload) {
  return endpoint({
    method: 'POST',
    path,
    access: 'member',
    input: ofUpload,
    handle: async (call) => answerUpload(await take(portsOf(call.dependencies), keyOf(call), stepOf(call))),
  });
}

type UploadCall = SignedInCall<{ readonly upload_id: string }>;

function keyOf({ signedIn, input }: UploadCall) {
  return { accountId: signedIn.account.accountId, uploadId: input.upload_id };
}

function stepOf({ signedIn, nowMs }: SignedInCall<unknown>) {
  return { personId: signedIn.member.personId, nowMs };
}

function portsOf({ uploads, parts, uploadQueue: queue, catalogs, counter }: DashboardDependencies): UploadPorts {
  return { uploads, parts, queue, catalogs, counter };
}

function rowField(name: FieldName | 'none'): RowField | 'none' {
  const known = (Object.keys(FIELD_NAMES) as RowField[]).find((field) => FIELD_NAMES[field] === name);
  return known ?? 'none';
}

function answerUpload(result: Result<Upload, UploadRefusal>, status = 200) {
  return { data: showUpload(result.ok ? result.value : refuseUpload(result.reason)), status };
}

function refuseUpload(reason: UploadRefusal): never {
  switch (reason.kind) {
    case 'no_such_upload':
      return refuse('not_found', 'Your account has no such upload.', 'upload_id');
    case 'no_such_catalog':
      return refuse('not_found', 'Your account has no such catalog.', 'replaces');
    case 'catalog_is_imported':
      return refuse('conflict', 'The catalog is being imported: replace it when that has ended.', 'replaces');
    case 'empty_file':
      return refuse('validation_failed', 'The file is empty: choose another.', 'bytes');
    case 'too_large':
      return refuse(
        'validation_failed',
        `The file is larger than ${reason.mostBytes / 1024 / 1024} MB. Split it, or compress it with gzip.`,
        'bytes',
      );
    case 'too_many':
      return refuse(
        'conflict',
        reason.what === 'uploads'
          ? `Your account has uploaded ${reason.most} files today. Upload this one tomorrow.`
          : `Your account has previewed files ${reason.most} times today. Import this one, or preview it again tomorrow.`,
      );
    case 'no_such_part':
      return refuse('validation_failed', 'The upload has no such part.', 'part');
    case 'wrong_part_size':
      return refuse('validation_failed', `The part must be of ${reason.expectedBytes} bytes, as announced.`, 'part');
    case 'parts_missing':
      return refuse('conflict', `Parts of the file are missing: ${listParts(reason.parts)}. Send them first.`);
    case 'too_old':
      return refuse('conflict', 'The file is kept for a day, which is over. Upload it again.');
    case 'not_now':
      return refuse('conflict', `The upload is ${reason.status}: it cannot be ${reason.wanted} now.`);
    case 'changed_meanwhile':
      return refuse('conflict', 'The upload was changed meanwhile. Reload and try again.');
  }
}

function listParts(parts: readonly number[]): string {
  const most = 10;
  return parts.slice(0, most).join(', ') + (parts.length > most ? ', …' : '');
}
