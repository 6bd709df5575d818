/**
 * The manual steps of an upload: announce it, send its parts, preview it, start it, agree to its changes, abandon it.
 * Each is safe to repeat: a completed step returns the current state and queues its work again.
 */
import type { AuditLine } from '../../billing/accounts/audit-line.ts';
import type { CatalogReader } from '../rows/catalog-store.ts';
import type { FileOptions } from '../import/open-file.ts';
import { cleanText } from '../../clean-text.ts';
import type { RateCounter } from '../../billing/rate-limit/rate-counter.ts';
import { fail, succeed, type Result } from '../../result.ts';
import {
  MAX_UPLOAD_BYTES,
  missingParts,
  newUploadId,
  partBytes,
  UPLOAD_MS,
  type Upload,
  type UploadKey,
  type UploadChange,
  type UploadStatus,
} from './upload.ts';
import type { UploadParts, UploadQueue, UploadStore } from './upload-store.ts';
import { DAY_MS, startOf } from '../../time.ts';

const NAME_CHARACTERS = 200;
/** Per account and UTC day, because the parts are stored for a day. */
const UPLOADS_A_DAY = 50;
/** Previews per account and UTC day: each matches a hundred rows that do not count against the allowance. */
const PREVIEWS_A_DAY = 200;
/**
 * Limits repeated messages, because a message whose account is busy is retried every ten seconds and delays other
 * accounts.
 */
const SENT_AGAIN_A_DAY = 20;

export type UploadRefusal =
  | { readonly kind: 'no_such_upload' }
  | { readonly kind: 'no_such_catalog' }
  | { readonly kind: 'catalog_is_imported' }
  | { readonly kind: 'empty_file' }
  | { readonly kind: 'too_large'; readonly mostBytes: number }
  | { readonly kind: 'too_many'; readonly most: number; readonly what: 'uploads' | 'previews' }
  | { readonly kind: 'no_such_part' }
  | { readonly kind: 'wrong_part_size'; readonly expectedBytes: number }
  | { readonly kind: 'parts_missing'; readonly parts: readonly number[] }
  /** The file is deleted, or will be soon. */
  | { readonly kind: 'too_old' }
  | {
      readonly kind: 'not_now';
      readonly status: UploadStatus;
      /** What the person wanted to be done with it. */
      readonly wanted: 'sent' | 'previewed' | 'imported' | 'confirmed' | 'abandoned';
    }
  | { readonly kind: 'changed_meanwhile' };

export interface UploadPorts {
  readonly uploads: UploadStore;
  readonly parts: UploadParts;
  readonly queue: UploadQueue;
  readonly catalogs: Pick<CatalogReader, 'findCatalog'>;
  readonly counter: RateCounter;
}

/** The actor and the time. */
interface UploadStep {
  readonly personId: string;
  readonly nowMs: number;
}

interface AnnouncedFile {
  readonly accountId: string;
  readonly name: string;
  readonly bytes: number;
  readonly replaces: string | null;
}

type Changed = Promise<Result<Upload, UploadRefusal>>;

export async function announceUpload(
  ports: UploadPorts,
  { accountId, name, bytes, replaces }: AnnouncedFile,
  { personId, nowMs }: UploadStep,
): Changed {
  if (bytes < 1) return fail({ kind: 'empty_file' });
  if (bytes > MAX_UPLOAD_BYTES) return fail({ kind: 'too_large', mostBytes: MAX_UPLOAD_BYTES });
  const refused = await refuseReplaced(ports, accountId, replaces);
  if (refused !== undefined) return fail(refused);
  if ((await countToday(ports, `UPLOADS#${accountId}`, nowMs)) > UPLOADS_A_DAY)
    return fail({ kind: 'too_many', most: UPLOADS_A_DAY, what: 'uploads' });
  const upload: Upload = {
    accountId,
    uploadId: newUploadId(nowMs),
    revision: 1,
    name: cleanText(name, NAME_CHARACTERS) || 'list',
    replaces,
    bytes,
    received: [],
    createdAtMs: nowMs,
    changedAtMs: nowMs,
    status: 'receiving',
    personId,
    options: { chosen: [] },
    preview: null,
    problem: null,
    catalogId: null,
    preparedBytes: null,
    comparison: null,
    end: null,
  };
  await ports.uploads.create(upload);
  return succeed(upload);
}

/** @param part from 1 */
export async function receivePart(
  { uploads, parts }: UploadPorts,
  key: UploadKey,
  part: number,
  bytes: Uint8Array,
): Changed {
  const upload = await uploads.read(key);
  if (upload === undefined) return fail({ kind: 'no_such_upload' });
  const expectedBytes = partBytes(upload, part);
  if (expectedBytes === undefined) return fail({ kind: 'no_such_part' });
  if (bytes.length !== expectedBytes) return fail({ kind: 'wrong_part_size', expectedBytes });
  if (upload.status !== 'receiving') return fail({ kind: 'not_now', status: upload.status, wanted: 'sent' });
  await parts.put(key, part, bytes);
  const received = await uploads.receive(key, part);
  return received === undefined ? fail({ kind: 'changed_meanwhile' }) : succeed(received);
}

/** Requests a preview of the file with the person's options. The preview may show that the file cannot be read. */
export async function requestPreview(
  ports: UploadPorts,
  key: UploadKey,
  options: FileOptions,
  { personId, nowMs }: UploadStep,
): Changed {
  const upload = await ports.uploads.read(key);
  if (upload === undefined) return fail({ kind: 'no_such_upload' });
  const mayBePreviewed = ['receiving', 'previewing', 'previewed'].includes(upload.status) || isUnbegun(upload);
  if (!mayBePreviewed) return fail({ kind: 'not_now', status: upload.status, wanted: 'previewed' });
  const missing = missingParts(upload);
  if (missing.length > 0) return fail({ kind: 'parts_missing', parts: missing });
  if (isTooOld(upload, nowMs)) return fail({ kind: 'too_old' });
  if ((await countToday(ports, `PREVIEWS#${key.accountId}`, nowMs)) > PREVIEWS_A_DAY)
    return fail({ kind: 'too_many', most: PREVIEWS_A_DAY, what: 'previews' });
  const change = { status: 'previewing', personId, options, preview: null, problem: null } as const;
  return changeAndSend(ports, upload, change, nowMs);
}

/** Whether the upload failed before any row was imported, so that the file may be read with other options. */
function isUnbegun({ status, catalogId }: Upload): boolean {
  return status === 'failed' && catalogId === null;
}

/** @param replacing the catalog that the upload replaces, or null for a new one; by default the announced choice */
export async function startUpload(
  ports: UploadPorts,
  key: UploadKey,
  { personId, nowMs }: UploadStep,
  replacing?: string | null,
): Changed {
  const upload = await ports.uploads.read(key);
  if (upload === undefined) return fail({ kind: 'no_such_upload' });
  if (upload.status === 'importing') return sendAgain(ports, upload, nowMs);
  const missing = missingParts(upload);
  if (missing.length > 0) return fail({ kind: 'parts_missing', parts: missing });
  if (upload.status !== 'previewed' || upload.preview === null)
    return fail({ kind: 'not_now', status: upload.status, wanted: 'imported' });
  if (isTooOld(upload, nowMs)) return fail({ kind: 'too_old' });
  const replaces = replacing === undefined ? upload.replaces : replacing;
  const refused = await refuseReplaced(ports, key.accountId, replaces);
  if (refused !== undefined) return fail(refused);
  const what = replaces === null ? 'catalog.import_started' : 'catalog.replacement_started';
  const audit = uploadAuditLine({ ...upload, replaces }, personId, what, { bytes: upload.bytes }, nowMs);
  return changeAndSend(ports, upload, { status: 'importing', personId, replaces }, nowMs, audit);
}

/** Agrees to the changes of a replacement. */
export async function agreeToUpload(ports: UploadPorts, key: UploadKey, { personId, nowMs }: UploadStep): Changed {
  const upload = await ports.uploads.read(key);
  if (upload === undefined) return fail({ kind: 'no_such_upload' });
  if (upload.status === 'replacing') return sendAgain(ports, upload, nowMs);
  if (upload.status !== 'compared') return fail({ kind: 'not_now', status: upload.status, wanted: 'confirmed' });
  return changeAndSend(ports, upload, { status: 'replacing', personId }, nowMs);
}

/** Abandons an upload before its rows are imported, or before they replace others. */
export async function abandonUpload(ports: UploadPorts, key: UploadKey, { personId, nowMs }: UploadStep): Changed {
  const upload = await ports.uploads.read(key);
  if (upload === undefined) return fail({ kind: 'no_such_upload' });
  if (upload.status === 'abandoned') return sendAgain(ports, upload, nowMs);
  if (!['receiving', 'previewing', 'previewed', 'compared', 'failed'].includes(upload.status))
    return fail({ kind: 'not_now', status: upload.status, wanted: 'abandoned' });
  return changeAndSend(ports, upload, { status: 'abandoned', personId }, nowMs);
}

async function changeAndSend(
  { uploads, queue }: UploadPorts,
  upload: Upload,
  change: UploadChange,
  nowMs: number,
  audit?: AuditLine,
): Changed {
  const changed = await uploads.change(upload, change, nowMs, audit);
  if (changed === undefined) return fail({ kind: 'changed_meanwhile' });
  await queue.send(upload);
  return succeed(changed);
}

/** Sends the message again, in case it was lost, up to a daily limit. */
async function sendAgain(ports: UploadPorts, upload: Upload, nowMs: number): Changed {
  if ((await countToday(ports, `SENT_AGAIN#${upload.accountId}`, nowMs)) <= SENT_AGAIN_A_DAY)
    await ports.queue.send(upload);
  return succeed(upload);
}

async function refuseReplaced(
  { catalogs }: UploadPorts,
  accountId: string,
  replaces: string | null,
): Promise<UploadRefusal | undefined> {
  if (replaces === null) return undefined;
  const catalog = await catalogs.findCatalog({ accountId, catalogId: replaces });
  // A replacement is not a separate catalog.
  if (catalog === undefined || catalog.replaces !== null) return { kind: 'no_such_catalog' };
  return catalog.status === 'queued' || catalog.status === 'processing' ? { kind: 'catalog_is_imported' } : undefined;
}

async function countToday({ counter }: UploadPorts, subject: string, nowMs: number): Promise<number> {
  const startMs = startOf(DAY_MS, nowMs);
  return counter.count(subject, startMs, startMs + DAY_MS);
}

function isTooOld({ createdAtMs }: Upload, nowMs: number): boolean {
  return nowMs >= createdAtMs + UPLOAD_MS;
}

/** Returns an audit line on behalf of the person who took the last step. */
export function uploadAuditLine(
  { uploadId, replaces }: Upload,
  who: string,
  what: AuditLine['what'],
  details: AuditLine['details'],
  atMs: number,
): AuditLine {
  return {
    who,
    what,
    details: { upload_id: uploadId, ...(replaces !== null && { replaces }), ...details },
    atMs,
  };
}
