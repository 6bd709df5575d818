/** Opens the files of uploads, each in a folder on the function's disk that exists while it is used. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CatalogFile } from '../../core/catalogs/files/catalog-file.ts';
import type { Upload } from '../../core/catalogs/uploads/upload.ts';
import type { UploadFiles } from '../../core/catalogs/uploads/upload-store.ts';
import type { Objects } from './objects.ts';
import { S3CatalogFile, type PreparedLimits } from './s3-catalog-file.ts';

export class S3UploadFiles implements UploadFiles {
  readonly #objects: Objects;
  readonly #limits: PreparedLimits | undefined;

  constructor(objects: Objects, limits?: PreparedLimits) {
    this.#objects = objects;
    this.#limits = limits;
  }

  async withFile<T>(upload: Upload, use: (file: CatalogFile) => Promise<T>): Promise<T> {
    const folder = await mkdtemp(path.join(tmpdir(), 'upload-'));
    try {
      return await use(new S3CatalogFile(this.#objects, upload, folder, this.#limits));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}
