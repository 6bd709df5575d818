/** Stores objects in one S3 bucket: writes are whole, and reads can start at any byte. */
import { GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';

const CONNECTION_TIMEOUT_MS = 2_000;
/** The longest wait between two pieces of an answer; parts are 4 MB. */
const REQUEST_TIMEOUT_MS = 15_000;

export function createObjectClient(): S3Client {
  return new S3Client({
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: CONNECTION_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      throwOnRequestTimeout: true,
    },
  });
}

/** The object store in which uploads are kept. */
export interface Objects {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** @param from the first byte, within the object. @returns undefined when there is no such object */
  read(key: string, from?: number): Promise<Uint8Array | undefined>;
}

export class S3Objects implements Objects {
  readonly #client: S3Client;
  readonly #bucket: string;

  constructor(client: S3Client, bucket: string) {
    this.#client = client;
    this.#bucket = bucket;
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    await this.#client.send(new PutObjectCommand({ Bucket: this.#bucket, Key: key, Body: bytes }));
  }

  async read(key: string, from = 0): Promise<Uint8Array | undefined> {
    try {
      const { Body } = await this.#client.send(
        new GetObjectCommand({ Bucket: this.#bucket, Key: key, ...(from > 0 && { Range: `bytes=${from}-` }) }),
      );
      return await Body?.transformToByteArray();
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined;
      throw error;
    }
  }
}
