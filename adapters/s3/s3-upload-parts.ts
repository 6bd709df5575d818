/** Stores parts of uploads as objects of a bucket. */
import type { UploadKey } from '../../core/catalogs/uploads/upload.ts';
import type { UploadParts } from '../../core/catalogs/uploads/upload-store.ts';
import { createObjectClient, S3Objects, type Objects } from './objects.ts';
import { partKey } from './upload-keys.ts';

export class S3UploadParts implements UploadParts {
  readonly #objects: Objects;

  constructor(objects: Objects) {
    this.#objects = objects;
  }

  async put(key: UploadKey, part: number, bytes: Uint8Array): Promise<void> {
    await this.#objects.put(partKey(key, part), bytes);
  }
}

/** In a bucket of the function's region. */
export function openUploadParts(bucket: string): UploadParts {
  return new S3UploadParts(new S3Objects(createObjectClient(), bucket));
}
