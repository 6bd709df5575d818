import { describe, expect, test } from 'vitest';
import {
  agreeToUpload,
  announceUpload,
  requestPreview,
  abandonUpload,
  receivePart,
  startUpload,
  type UploadPorts,
} from '../../../../core/catalogs/uploads/administer-upload.ts';
import { UPLOAD_MS, UPLOAD_STATUSES, type Upload } from '../../../../core/catalogs/uploads/upload.ts';
import { NOON_MS } from '../../../support/fixtures/callers.ts';
import { valueOf } from '../../../support/fixtures/value-of.ts';

const ACCOUNT = 'acc_0123456789';
const FILE = { accountId: ACCOUNT, name: 'list.csv', bytes: 5, replaces: null };
const STEP = { personId: 'per_0123456789abcdef', nowMs: NOON_MS };

/** Opens ports in memory; `status` is the catalog's that an upload may replace. */
function opened(status: 'complete' | 'processing' | 'gone' = 'gone') {
  const stored = new Map<string, Upload>();
  const counts = new Map<string, number>();
  const sent: string[] = [];
  const change = async (upload: Upload, changes: object): Promise<Upload | undefined> => {
    const now = stored.get(upload.uploadId);
    if (now?.revision !== upload.revision) return undefined;
    const changed = { ...now, ...changes, revision: now.revision + 1 };
    stored.set(upload.uploadId, changed);
    return changed;
  };
  const ports = {
    uploads: {
      create: async (upload: Upload) => void stored.set(upload.uploadId, upload),
      read: async ({ uploadId }: Upload) => stored.get(uploadId),
      receive: async ({ uploadId }: Upload, part: number) => {
        const upload = stored.get(uploadId);
        return upload && change(upload, { received: [...upload.received, part] });
      },
      change,
    },
    parts: { put: async () => undefined },
    queue: { send: async ({ uploadId }: Upload) => void sent.push(uploadId) },
    catalogs: { findCatalog: async () => (status === 'gone' ? undefined : { status, replaces: null }) },
    counter: {
      count: async (subject: string) => counts.set(subject, (counts.get(subject) ?? 0) + 1).get(subject) ?? 0,
    },
  } as unknown as UploadPorts;
  const announce = async (more: Partial<typeof FILE> = {}) => announceUpload(ports, { ...FILE, ...more }, STEP);
  /** Stores an upload that has come this far. */
  const put = async (more: Partial<Upload>): Promise<Upload> => {
    const upload = { ...valueOf(await announce()), received: [1], ...more };
    stored.set(upload.uploadId, upload);
    return upload;
  };
  return { ports, sent, announce, put };
}
const reasonOf = (result: { readonly ok: boolean; readonly reason?: unknown }) => (result.ok ? 'done' : result.reason);

describe('an announced file', () => {
  test.each<[Partial<typeof FILE>, string]>([
    [{ bytes: 0 }, 'empty_file'],
    [{ bytes: 50 * 1024 * 1024 + 1 }, 'too_large'],
    [{ replaces: 'cat_0' as never }, 'no_such_catalog'],
  ])('is refused before anything is stored: %j', async (file, kind) => {
    const { announce } = opened();
    expect(await announce(file)).toMatchObject({ ok: false, reason: { kind } });
  });

  test('may not replace a catalog that is still imported', async () => {
    const { announce } = opened('processing');
    expect(reasonOf(await announce({ replaces: 'cat_0' as never }))).toEqual({ kind: 'catalog_is_imported' });
  });

  test('is one of at most 50 that an account announces a day', async () => {
    const { announce } = opened();
    for (let count = 0; count < 50; count += 1) valueOf(await announce());
    expect(reasonOf(await announce())).toEqual({ kind: 'too_many', most: 50, what: 'uploads' });
  });

  test('has the name of its file without control characters, or a name if nothing is left', async () => {
    const { announce } = opened();
    expect(valueOf(await announce({ name: 'a\u0000b\n.csv' })).name).toBe('a b .csv');
    expect(valueOf(await announce({ name: '\n' })).name).toBe('list');
  });
});

test('a part of another size than announced is refused', async () => {
  const { ports, announce } = opened();
  const upload = valueOf(await announce());
  expect(reasonOf(await receivePart(ports, upload, 1, Buffer.from('1234')))).toEqual({
    kind: 'wrong_part_size',
    expectedBytes: 5,
  });
  expect(reasonOf(await receivePart(ports, upload, 2, Buffer.from('12345')))).toEqual({ kind: 'no_such_part' });
  expect(valueOf(await receivePart(ports, upload, 1, Buffer.from('12345'))).received).toEqual([1]);
});

describe('a step of an upload', () => {
  const PREVIEW = {} as NonNullable<Upload['preview']>;
  const statuses = async (step: (ports: UploadPorts, upload: Upload) => Promise<{ readonly ok: boolean }>) => {
    const { ports, put } = opened();
    const taken: string[] = [];
    for (const status of UPLOAD_STATUSES)
      if ((await step(ports, await put({ status, preview: PREVIEW }))).ok) taken.push(status);
    return taken;
  };

  test('is taken only in the states that it may follow', async () => {
    expect(await statuses((ports, key) => requestPreview(ports, key, { chosen: [] }, STEP))).toEqual([
      'receiving',
      'previewing',
      'previewed',
      'failed',
    ]);
    expect(await statuses((ports, key) => startUpload(ports, key, STEP))).toEqual(['previewed', 'importing']);
    expect(await statuses((ports, key) => agreeToUpload(ports, key, STEP))).toEqual(['compared', 'replacing']);
    expect(await statuses((ports, key) => abandonUpload(ports, key, STEP))).toEqual([
      'receiving',
      'previewing',
      'previewed',
      'compared',
      'failed',
      'abandoned',
    ]);
  });

  test('needs every part of the file, and a file that is not deleted yet', async () => {
    const { ports, put, sent } = opened();
    const key = await put({ received: [] });
    expect(reasonOf(await requestPreview(ports, key, { chosen: [] }, STEP))).toEqual({
      kind: 'parts_missing',
      parts: [1],
    });
    const old = await put({ createdAtMs: NOON_MS - UPLOAD_MS });
    expect(reasonOf(await requestPreview(ports, old, { chosen: [] }, STEP))).toEqual({ kind: 'too_old' });
    expect(sent).toEqual([]);
  });

  test('that was taken before queues its work again, at most 20 times a day', async () => {
    const { ports, put, sent } = opened();
    const key = await put({ status: 'importing' });
    for (let count = 0; count < 25; count += 1) valueOf(await startUpload(ports, key, STEP));
    expect(sent).toHaveLength(20);
  });

  test('of two people at once is taken by one', async () => {
    const { ports, put, sent } = opened();
    const key = await put({ status: 'previewed', preview: PREVIEW });
    const results = await Promise.all([startUpload(ports, key, STEP), abandonUpload(ports, key, STEP)]);
    expect(results.map(reasonOf)).toEqual(expect.arrayContaining(['done', { kind: 'changed_meanwhile' }]));
    expect(sent).toHaveLength(1);
  });
});
