/**
 * Port: a customer's file in its original and its prepared form (prepared-file.ts). On an operator's machine both are
 * on disk; in the cloud both are objects, and the prepared one is read by ranges. Only the first slice of an import
 * opens the original.
 */
import type { TableFile, TableOptions } from './table-file.ts';

export interface CatalogFile {
  /**
   * Opens the original file.
   * @throws {FileError} with a message for the person who uploaded it, if it cannot be read as a table
   */
  openTable(options: TableOptions): Promise<TableFile>;

  /**
   * Stores the complete prepared form in place of an earlier one; stores nothing if `content` throws. Safe to repeat
   * with the same content.
   */
  writePrepared(content: AsyncIterable<Uint8Array>): Promise<void>;

  /** Returns the bytes of the prepared form from byte `from` to its end. A reader that stops early closes it. */
  readPrepared(from: number): AsyncIterable<Uint8Array>;
}
