/**
 * The dashboard's interface with the import function behind its queue: both on the same tables, in this process, with
 * their files in memory.
 */
import { S3UploadFiles } from '../../../adapters/s3/s3-upload-files.ts';
import type { PreparedLimits } from '../../../adapters/s3/s3-catalog-file.ts';
import type { UploadData, UploadListData } from '../../../core/dashboard/views/upload-data.ts';
import { PART_BYTES } from '../../../core/catalogs/uploads/upload.ts';
import { createImportHandler } from '../../../functions/catalog-import/create-import-handler.ts';
import { catalogImportDependencies } from '../../../functions/catalog-import/dependencies.ts';
import { openPageInterface, type PageInterface } from './page-interface.ts';
import type { PersonSession } from './people.ts';

type ImportFunction = ReturnType<typeof createImportHandler>;

export interface UploadPage {
  readonly page: PageInterface;
  /** The errors that the import function logged. */
  readonly faults: unknown[];
  /** The import function with another client or other limits, as a new process of it. */
  importFunction(more?: {
    readonly client?: PageInterface['client'];
    readonly limits?: PreparedLimits;
    readonly previewMs?: number;
  }): ImportFunction;
  /** Delivers the next message, and returns whether there was one. */
  deliver(work?: ImportFunction, delivery?: { readonly count?: number; readonly timeMs?: number }): Promise<boolean>;
  /** Delivers until nothing is left. */
  deliverAll(work?: ImportFunction): Promise<void>;
  /** Announces the file and sends all of its parts. */
  upload(
    session: PersonSession,
    content: string | Uint8Array,
    file?: { readonly name?: string; readonly replaces?: string },
  ): Promise<string>;
  preview(session: PersonSession, uploadId: string, options?: object): Promise<UploadData>;
  /** Uploads a file, has it previewed and starts its import. */
  bring(
    session: PersonSession,
    content: string | Uint8Array,
    file?: { readonly name?: string; readonly replaces?: string },
  ): Promise<UploadData>;
  shown(session: PersonSession, uploadId: string): Promise<UploadData>;
}

/** The time of an invocation, including the reserve for its end. */
const ENOUGH_MS = 300_000;

export async function openUploadPage(nowMs: () => number): Promise<UploadPage> {
  return uploadPageOf(await openPageInterface(nowMs), nowMs);
}

/** Returns the import function behind the queue of an open dashboard. */
export function uploadPageOf(page: PageInterface, nowMs: () => number): UploadPage {
  const faults: unknown[] = [];
  const environment = {
    PRODUCT_INDEX_TABLE: page.tables.productIndexTable,
    ACCOUNTS_TABLE: page.tables.accountsTable,
    UPLOADS_BUCKET: 'uploads',
    UPLOAD_QUEUE_URL: 'http://127.0.0.1:9/uploads',
  };
  const importFunction: UploadPage['importFunction'] = ({ client = page.client, limits, previewMs } = {}) => {
    const { ports } = catalogImportDependencies(environment, client);
    return createImportHandler({
      ports: {
        ...ports,
        clock: { nowMs },
        files: new S3UploadFiles(page.objects, limits),
      },
      ...(previewMs !== undefined && { previewMs }),
      queue: {
        send: async ({ accountId, uploadId }) => void page.queued.push({ accountId, uploadId }),
        deliverAgain: async () => undefined,
      },
      log: { worked: () => undefined, internalError: (error) => void faults.push(error) },
    });
  };
  const running = importFunction();
  const deliver: UploadPage['deliver'] = async (work = running, { count = 1, timeMs = ENOUGH_MS } = {}) => {
    const message = page.queued.shift();
    if (message === undefined) return false;
    const record = {
      messageId: 'message',
      receiptHandle: 'receipt',
      body: JSON.stringify({ account: message.accountId, upload: message.uploadId }),
      attributes: { ApproximateReceiveCount: String(count) },
    };
    const { batchItemFailures } = await work(
      { Records: [record as never] },
      { getRemainingTimeInMillis: () => timeMs },
    );
    // A failed message is delivered again.
    if (batchItemFailures.length > 0) page.queued.unshift(message);
    return true;
  };
  const deliverAll: UploadPage['deliverAll'] = async (work) => {
    let deliveries = 0;
    while (await deliver(work)) if ((deliveries += 1) > 100) throw new Error('The work does not end.');
  };
  const upload: UploadPage['upload'] = async (session, content, { name = 'list.csv', replaces } = {}) => {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    const announced = await page.post('/uploads', { name, bytes: bytes.length, replaces: replaces ?? null }, session);
    if (announced.json.data === null) throw new Error(announced.body);
    const { id } = announced.json.data as UploadData;
    for (let at = 0; at < bytes.length; at += PART_BYTES) {
      const part = String(at / PART_BYTES + 1);
      const sent = await page.postPart({ upload_id: id, part }, bytes.subarray(at, at + PART_BYTES), session);
      if (sent.statusCode !== 200) throw new Error(sent.body);
    }
    return id;
  };
  const shown: UploadPage['shown'] = async (session, uploadId) => {
    const { uploads } = (await page.get('/uploads', session)).json.data as UploadListData;
    const found = uploads.find(({ id }) => id === uploadId);
    if (found === undefined) throw new Error(`There is no ${uploadId}.`);
    return found;
  };
  const preview: UploadPage['preview'] = async (session, uploadId, options = {}) => {
    const asked = await page.post(
      '/uploads/preview',
      { upload_id: uploadId, encoding: null, sheet: null, skip_rows: null, columns: [], ...options },
      session,
    );
    if (asked.statusCode !== 200) throw new Error(asked.body);
    await deliverAll();
    return shown(session, uploadId);
  };
  const bring: UploadPage['bring'] = async (session, content, file) => {
    const id = await upload(session, content, file);
    await preview(session, id);
    const started = await page.post('/uploads/start', { upload_id: id }, session);
    if (started.statusCode !== 200) throw new Error(started.body);
    await deliverAll();
    return shown(session, id);
  };
  return { page, faults, importFunction, deliver, deliverAll, upload, preview, bring, shown };
}
