/**
 * Reads an upload as the file of a catalog. The uploaded file is assembled on the function's disk when it is opened.
 * The prepared form is written and read in pieces, so neither disk nor memory grows with the unpacked file; the object
 * that says which pieces count is written last.
 */
import { open } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import type { CatalogFile } from '../../core/catalogs/files/catalog-file.ts';
import { FileError } from '../../core/catalogs/files/file-error.ts';
import type { TableFile, TableOptions } from '../../core/catalogs/files/table-file.ts';
import { randomAlphanumeric } from '../../core/identifiers.ts';
import { partBytes, partCount, type Upload } from '../../core/catalogs/uploads/upload.ts';
import { openTable } from '../files/open-table.ts';
import type { Objects } from './objects.ts';
import { partKey, preparedKey, preparedPieceKey } from './upload-keys.ts';

export interface PreparedLimits {
  readonly pieceBytes: number;
  /** A larger file is refused. */
  readonly mostBytes: number;
}

const MB = 1024 * 1024;
const LIMITS: PreparedLimits = { pieceBytes: 4 * MB, mostBytes: 512 * MB };

const preparedSchema = z.object({
  writing: z.string(),
  bytes: z.int().check(z.nonnegative()),
  pieceBytes: z.int().check(z.positive()),
});

export class S3CatalogFile implements CatalogFile {
  readonly #objects: Objects;
  readonly #upload: Upload;
  readonly #folder: string;
  readonly #limits: PreparedLimits;

  /** @param folder used by nothing else; the caller removes it */
  constructor(objects: Objects, upload: Upload, folder: string, limits = LIMITS) {
    this.#objects = objects;
    this.#upload = upload;
    this.#folder = folder;
    this.#limits = limits;
  }

  async openTable(options: TableOptions): Promise<TableFile> {
    const place = path.join(this.#folder, 'file');
    await this.#fetchTo(place);
    return openTable(place, options);
  }

  async #fetchTo(place: string): Promise<void> {
    const file = await open(place, 'w', 0o600);
    try {
      for (let part = 1; part <= partCount(this.#upload); part += 1) {
        const bytes = await this.#objects.read(partKey(this.#upload, part));
        if (bytes === undefined || bytes.length !== partBytes(this.#upload, part)) throw goneError();
        await file.writeFile(bytes);
      }
    } finally {
      await file.close();
    }
  }

  async writePrepared(content: AsyncIterable<Uint8Array>): Promise<void> {
    const { pieceBytes, mostBytes } = this.#limits;
    // The name is unique, because another run may be writing the same file.
    const writing = randomAlphanumeric(8);
    let [bytes, pieces, held] = [0, 0, 0];
    const buffer = Buffer.alloc(pieceBytes);
    const putPiece = async (): Promise<void> => {
      pieces += 1;
      await this.#objects.put(preparedPieceKey(this.#upload, writing, pieces), buffer.subarray(0, held));
      held = 0;
    };
    for await (const chunk of content) {
      bytes += chunk.length;
      if (bytes > mostBytes) throw tooLargeError(mostBytes);
      for (let at = 0; at < chunk.length;) {
        const taken = Math.min(pieceBytes - held, chunk.length - at);
        buffer.set(chunk.subarray(at, at + taken), held);
        held += taken;
        at += taken;
        if (held === pieceBytes) await putPiece();
      }
    }
    if (held > 0) await putPiece();
    const prepared = { writing, bytes, pieceBytes } satisfies z.infer<typeof preparedSchema>;
    await this.#objects.put(preparedKey(this.#upload), Buffer.from(JSON.stringify(prepared)));
  }

  async *readPrepared(from: number): AsyncGenerator<Uint8Array> {
    const text = await this.#objects.read(preparedKey(this.#upload));
    if (text === undefined) throw goneError();
    const { writing, bytes, pieceBytes } = preparedSchema.parse(JSON.parse(Buffer.from(text).toString()));
    for (let at = from; at < bytes;) {
      const piece = Math.floor(at / pieceBytes);
      const read = await this.#objects.read(
        preparedPieceKey(this.#upload, writing, piece + 1),
        at - piece * pieceBytes,
      );
      if (read === undefined || read.length === 0) throw goneError();
      yield read;
      at += read.length;
    }
  }
}

function goneError(): FileError {
  return new FileError('The file is not there any more: it is kept for a day. Upload it again.');
}

function tooLargeError(mostBytes: number): FileError {
  return new FileError(
    `The file is larger than ${Math.floor(mostBytes / MB)} MB once it is unpacked. Split it, and upload each part by itself.`,
  );
}
