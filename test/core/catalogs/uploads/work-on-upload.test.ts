import { describe, expect, test } from 'vitest';
import { FileError } from '../../../../core/catalogs/files/file-error.ts';
import type { Upload, UploadStatus } from '../../../../core/catalogs/uploads/upload.ts';
import type { UploadImportPorts } from '../../../../core/catalogs/uploads/upload-work.ts';
import { failUpload, workOnUpload } from '../../../../core/catalogs/uploads/work-on-upload.ts';
import { NOON_MS } from '../../../support/fixtures/callers.ts';

const KEY = { accountId: 'acc_0123456789', uploadId: 'upl_1' };
const TIME = { stop: new AbortController().signal, previewMs: 1_000 };

/** Opens ports in memory over one upload, whose file cannot be read. */
function opened(
  status: UploadStatus,
  { isTurnTaken = false, failure = new FileError('It is no table.') }: { isTurnTaken?: boolean; failure?: Error } = {},
) {
  const upload = { ...KEY, status, replaces: null, catalogId: 'cat_1', revision: 1, personId: 'per_1' } as Upload;
  const steps: string[] = [];
  const ports = {
    clock: { nowMs: () => NOON_MS },
    uploads: {
      takeTurn: async () => !isTurnTaken,
      endTurn: async () => void steps.push('turn ended'),
      read: async () => upload,
      change: async (_: Upload, change: object) => void steps.push(JSON.stringify(change)),
    },
    files: { withFile: async () => Promise.reject(failure) },
    catalogs: {
      findCatalog: async () => undefined,
      failImport: async (_: object, why: string) => void steps.push(`catalog: ${why}`),
    },
  } as unknown as UploadImportPorts;
  return { ports, steps };
}
const UNREADABLE = { kind: 'unreadable', message: 'It is no table.' };

describe('work on an upload', () => {
  test('waits while another run has the account’s turn, and does not end that turn', async () => {
    const { ports, steps } = opened('previewing', { isTurnTaken: true });
    expect(await workOnUpload(ports, KEY, TIME)).toBe('busy');
    expect(steps).toEqual([]);
  });

  test.each<UploadStatus>(['receiving', 'previewed', 'compared', 'ended', 'failed'])(
    'does nothing in a state that waits for a person: %s',
    async (status) => {
      const { ports, steps } = opened(status);
      expect(await workOnUpload(ports, KEY, TIME)).toBe('done');
      expect(steps).toEqual(['turn ended']);
    },
  );

  test('reports an unreadable file to its person: when it is checked, so that they may choose otherwise', async () => {
    const { ports, steps } = opened('previewing');
    expect(await workOnUpload(ports, KEY, TIME)).toBe('done');
    expect(steps).toEqual([JSON.stringify({ status: 'previewed', problem: UNREADABLE }), 'turn ended']);
  });

  test('fails an import of an unreadable file: first its catalog, so that a killed run repeats both', async () => {
    const { ports, steps } = opened('importing');
    expect(await workOnUpload(ports, KEY, TIME)).toBe('done');
    const failed = JSON.stringify({ status: 'failed', problem: UNREADABLE });
    expect(steps).toEqual(['catalog: It is no table.', failed, 'turn ended']);
  });

  test('ends the turn even if the service fails, and leaves the upload for the next delivery', async () => {
    const { ports, steps } = opened('importing', { failure: new Error('no connection') });
    await expect(workOnUpload(ports, KEY, TIME)).rejects.toThrow('no connection');
    expect(steps).toEqual(['turn ended']);
  });
});

test.each<[UploadStatus, boolean]>([
  ['previewing', true],
  ['importing', true],
  ['replacing', true],
  ['previewed', false],
  ['ended', false],
])('work that was delivered too often fails the upload only while it waits for work: %s', async (status, fails) => {
  const { ports, steps } = opened(status);
  await failUpload(ports, KEY);
  expect(steps.includes(JSON.stringify({ status: 'failed', problem: { kind: 'not_finished' } }))).toBe(fails);
});
