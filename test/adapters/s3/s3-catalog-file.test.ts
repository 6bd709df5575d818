/** Uploaded files on a stand-in for S3 in this process, with the rights of a function. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { S3Objects } from '../../../adapters/s3/objects.ts';
import { S3CatalogFile } from '../../../adapters/s3/s3-catalog-file.ts';
import { S3UploadParts } from '../../../adapters/s3/s3-upload-parts.ts';
import { newAccountId } from '../../../core/identifiers.ts';
import { newUploadId, type Upload } from '../../../core/catalogs/uploads/upload.ts';
import { LocalRights } from '../../../local/rights/local-rights.ts';
import { startLocalBuckets, type LocalBuckets } from '../../../local/s3/local-buckets.ts';

let buckets: LocalBuckets;
let folder: string;
const clients: S3Client[] = [];

beforeAll(async () => {
  const rights = new LocalRights(() => undefined);
  const allow = (...Action: string[]) => [{ Effect: 'Allow', Action, Resource: ['arn:aws:s3:::uploads/*'] }];
  rights.load(
    new Map([
      ['Reader', allow('s3:GetObject', 's3:PutObject')],
      ['Writer', allow('s3:PutObject')],
    ]),
  );
  buckets = await startLocalBuckets(['uploads'], rights);
  folder = await mkdtemp(path.join(tmpdir(), 'list-file-'));
});
afterAll(async () => {
  for (const client of clients) client.destroy();
  await buckets.stop();
  await rm(folder, { recursive: true });
});

function objectsAs(name: string, bucket = 'uploads'): S3Objects {
  const credentials = { accessKeyId: name, secretAccessKey: 'x' };
  const client = new S3Client({ endpoint: buckets.endpoint, region: 'us-east-1', credentials });
  clients.push(client);
  return new S3Objects(client, bucket);
}

function uploadOf(bytes: number): Upload {
  return { accountId: newAccountId(), uploadId: newUploadId(Date.UTC(2026, 10, 22)), bytes } as Upload;
}

async function joined(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const read: Uint8Array[] = [];
  for await (const piece of pieces) read.push(piece);
  return Buffer.concat(read).toString();
}

async function* inChunks(text: string, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < text.length; at += length) yield Buffer.from(text.slice(at, at + length));
}

test('the uploaded file is its parts, read as a table', async () => {
  const content = Buffer.from('Manufacturer,MPN\nNorvane,R-100\n');
  const upload = uploadOf(content.length);
  await new S3UploadParts(objectsAs('Writer')).put(upload, 1, content);
  const file = new S3CatalogFile(objectsAs('Reader'), upload, folder);
  const rows = [];
  for await (const row of (await file.openTable({ name: 'list.csv' })).rows()) rows.push(row);
  expect(rows).toMatchObject([{ cells: ['Manufacturer', 'MPN'] }, { cells: ['Norvane', 'R-100'] }]);
  expect(await readdir(folder)).toEqual(['file']);
});

test('the prepared form is read from any byte on, across its pieces', async () => {
  const text = 'abcdefghijklmnopqrstuvwxyz';
  const file = new S3CatalogFile(objectsAs('Reader'), uploadOf(1), folder, { pieceBytes: 7, mostBytes: 100 });
  await file.writePrepared(inChunks(text, 10));
  for (let from = 0; from <= text.length; from += 1)
    expect([from, await joined(file.readPrepared(from))]).toEqual([from, text.slice(from)]);
});

test('an incomplete prepared form is ignored; one that is too large is refused with an explanation', async () => {
  const file = new S3CatalogFile(objectsAs('Reader'), uploadOf(1), folder, { pieceBytes: 7, mostBytes: 20 });
  const broken = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.alloc(10);
    throw new Error('broken');
  };
  await expect(file.writePrepared(broken())).rejects.toThrow('broken');
  await expect(joined(file.readPrepared(0))).rejects.toThrow('Upload it again');
  await expect(file.writePrepared(inChunks('x'.repeat(21), 5))).rejects.toThrow('Split it');
  await file.writePrepared(inChunks('whole', 2));
  await expect(file.writePrepared(broken())).rejects.toThrow('broken');
  expect(await joined(file.readPrepared(0))).toBe('whole');
});

test('parts that are missing, or not as long as announced, are requested again', async () => {
  const upload = uploadOf(10);
  const file = new S3CatalogFile(objectsAs('Reader'), upload, folder);
  await expect(file.openTable({})).rejects.toThrow('Upload it again');
  await new S3UploadParts(objectsAs('Writer')).put(upload, 1, Buffer.alloc(9));
  await expect(file.openTable({})).rejects.toThrow('Upload it again');
});

test('a writer may not read, and neither role reaches another bucket', async () => {
  await expect(objectsAs('Writer').read('key')).rejects.toThrow('Access Denied');
  await expect(objectsAs('Reader', 'other').read('key')).rejects.toThrow('Access Denied');
});
