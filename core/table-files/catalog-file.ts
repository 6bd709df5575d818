/**
 * The port to the file of one list: as it came, and in its prepared form (prepared-file.ts). On an operator's machine both lie on its disk
 * (adapters/files/local-list-file.ts); in the cloud both are objects, the prepared one read by ranges.
 * The file as it came is opened in the first slice of an import only.
 */
import type { TableFile, TableOptions } from './table-file.ts';

export interface ListFile {
  /** The original file. @throws {FileError} with a message for the person who uploaded it, when it cannot be read as a table */
  openTable(options: TableOptions): Promise<TableFile>;

  /** Keeps the prepared form whole, in place of an earlier one; nothing is kept when `content` throws. Writing the same twice changes nothing. */
  writePrepared(content: AsyncIterable<Uint8Array>): Promise<void>;

  /** The bytes of the prepared form from byte `from` to its end, as a ranged read gives them. A reader that stops early closes it. */
  readPrepared(from: number): AsyncIterable<Uint8Array>;
}
