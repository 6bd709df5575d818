/**
 * Unpacks files as a stream, with a limit on their unpacked size: a small file that unpacks without end (a "zip bomb")
 * is refused before it fills a disk or takes a day. Memory does not grow with the file.
 */
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { FileError } from '../../core/catalogs/files/file-error.ts';

/** Smaller outputs are not judged: small files may be very repetitive. */
const FREE_BYTES = 64 * 1024 * 1024;
/** Parts lists shrink to a fifth or a twentieth; deflate's own limit is about 1,030. */
const MAX_RATIO = 200;

/**
 * Yields the unpacked bytes of a gzip file.
 * @throws {FileError} when it is damaged or unpacks to more than the limit
 */
export async function* readGzip(path: string): AsyncGenerator<Buffer> {
  const packed = createReadStream(path, { highWaterMark: 1 << 16 });
  const unpacked = createGunzip();
  packed.on('error', (error) => unpacked.destroy(error));
  packed.pipe(unpacked);
  try {
    yield* limitUnpacked(unpacked, () => packed.bytesRead);
  } catch (error) {
    if (error instanceof FileError) throw error;
    throw new FileError('The file is compressed, and damaged: it cannot be unpacked. Pack it again.', { cause: error });
  } finally {
    packed.destroy();
    unpacked.destroy();
  }
}

/**
 * Passes the bytes on while their ratio is plausible.
 * @param packedBytes returns the number of packed bytes read so far
 * @throws {FileError} beyond 64 MB when more than 200 bytes came out of each packed byte
 */
export async function* limitUnpacked(
  unpacked: AsyncIterable<Buffer | string>,
  packedBytes: () => number,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of unpacked) {
    bytes += chunk.length;
    if (bytes > FREE_BYTES && bytes > MAX_RATIO * packedBytes()) {
      throw new FileError(
        'The file unpacks to more than 200 times its size: this is refused as a safeguard. Unpack it and import the result.',
      );
    }
    yield chunk as Buffer;
  }
}

/**
 * Passes the bytes on until the time limit.
 * @throws {FileError} once `until` is aborted
 */
export async function* limitTime(bytes: AsyncIterable<Buffer>, until: AbortSignal | undefined): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    if (until?.aborted === true) {
      throw new FileError(
        'The file takes too long to read: this is refused as a safeguard. Save the list alone as CSV (UTF-8), or split it.',
      );
    }
    yield chunk;
  }
}
