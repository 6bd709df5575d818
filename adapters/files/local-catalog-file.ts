/** Reads a file on this machine's disk, with its prepared form in a folder next to it. */
import { createReadStream, createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { CatalogFile } from '../../core/catalogs/files/catalog-file.ts';
import { randomAlphanumeric } from '../../core/identifiers.ts';
import type { TableFile, TableOptions } from '../../core/catalogs/files/table-file.ts';
import { openTable } from './open-table.ts';

const CHUNK_BYTES = 65_536;

export class LocalCatalogFile implements CatalogFile {
  readonly #path: string;
  readonly #prepared: string;

  /** @param folder where the prepared form is kept; the caller removes it */
  constructor(file: string, folder: string) {
    this.#path = file;
    this.#prepared = path.join(folder, 'rows.jsonl');
  }

  openTable(options: TableOptions): Promise<TableFile> {
    return openTable(this.#path, options);
  }

  async writePrepared(content: AsyncIterable<Uint8Array>): Promise<void> {
    // The name is unique, because another run may be writing the same file.
    const part = `${this.#prepared}.${randomAlphanumeric(8)}`;
    await pipeline(Readable.from(content), createWriteStream(part, { mode: 0o600 }));
    await rename(part, this.#prepared);
  }

  readPrepared(from: number): AsyncIterable<Uint8Array> {
    return createReadStream(this.#prepared, { start: from, highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>;
  }
}
