/**
 * Replaces the AWS SDK's checksums in bundles: its classes bring SHA-256 and MD5 in JavaScript along for a Node without
 * cryptography, which would be loaded at each start (docs/decisions/0024-cold-start.md). If a package imports a name
 * that is missing here, the bundling fails, not the function.
 */
import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import { crc32 } from 'node:zlib';

type SourceData = string | ArrayBuffer | ArrayBufferView;

class NativeHash {
  readonly #begin: () => Hash | Hmac;
  #hash: Hash | Hmac;

  constructor(begin: () => Hash | Hmac) {
    this.#begin = begin;
    this.#hash = begin();
  }

  update(data: Uint8Array | string): void {
    this.#hash.update(data);
  }

  async digest(): Promise<Uint8Array> {
    return new Uint8Array(this.#hash.digest());
  }

  reset(): void {
    this.#hash = this.#begin();
  }
}

/** Signs requests: with a secret, an HMAC. */
export class Sha256 extends NativeHash {
  constructor(secret?: SourceData) {
    super(() => (secret === undefined ? createHash('sha256') : createHmac('sha256', keyOf(secret))));
  }
}

/** Checks what SQS answers. */
export class Md5 extends NativeHash {
  constructor() {
    super(() => createHash('md5'));
  }
}

/** Checks the bodies of S3's objects. */
export class Crc32 {
  #value = 0;

  update(data: Uint8Array): void {
    this.#value = crc32(data, this.#value);
  }

  async digest(): Promise<Uint8Array> {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(this.#value);
    return new Uint8Array(bytes);
  }

  reset(): void {
    this.#value = 0;
  }
}

export { Crc32 as Crc32Js, Crc32 as Crc32Node, Sha256 as Sha256Js, Sha256 as Sha256Node };

/** Nothing sends a stream to S3. */
export const readableStreamHasher = undefined;

function keyOf(secret: SourceData): string | Uint8Array {
  if (typeof secret === 'string') return secret;
  return ArrayBuffer.isView(secret)
    ? new Uint8Array(secret.buffer, secret.byteOffset, secret.byteLength)
    : new Uint8Array(secret);
}
