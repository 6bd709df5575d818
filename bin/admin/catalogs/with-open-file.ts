/**
 * Opens the file an operator names, or standard input, for as long as it is used; turns read errors into operator
 * errors.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LocalCatalogFile } from '../../../adapters/files/local-catalog-file.ts';
import type { FileOptions } from '../../../core/catalogs/import/open-file.ts';
import type { CatalogFile } from '../../../core/catalogs/files/catalog-file.ts';
import type { LayoutProblem } from '../../../core/catalogs/files/file-layout.ts';
import { openFile, type OpenFile } from '../../../core/catalogs/import/open-file.ts';
import { readSheets, type ReadSheet } from '../../../core/catalogs/import/read-sheets.ts';
import { FileError } from '../../../core/catalogs/files/file-error.ts';
import type { ItemIndex } from '../../../core/index/items/item-index.ts';
import type { Result } from '../../../core/result.ts';
import { OperatorError } from '../console/operator-error.ts';
import { printable } from '../console/printable.ts';
import { withInputFile } from '../sourcing/import/spool-input.ts';
import { describeLayoutProblem, describeSheets } from './file-labels.ts';

/** How to read a file where that is not detected. */
export interface FileReading extends FileOptions {
  /** `-` is standard input. */
  readonly path: string;
}

/** Opens a file without preparing it for an import. @throws {OperatorError} when it cannot be read or understood */
export async function withOpenFile<T>(
  index: ItemIndex,
  reading: FileReading,
  use: (opened: OpenFile, sheets: readonly ReadSheet[]) => Promise<T>,
): Promise<T> {
  const options = readingOptions(reading);
  return withCatalogFile(reading.path, async (file) => {
    const opened = await openFile(file, index, options);
    const sheets = await sheetsOf(file, reading);
    return use(understood(reading, opened, sheets), sheets);
  });
}

/** Describes the sheets of a workbook; none for another file. */
export async function sheetsOf(file: CatalogFile, reading: FileReading): Promise<readonly ReadSheet[]> {
  return readSheets(await file.openTable(readingOptions(reading)));
}

/**
 * Provides the file and a temporary folder for its prepared form while `use` runs.
 * @throws {OperatorError} when it cannot be read
 */
export async function withCatalogFile<T>(file: string, use: (file: CatalogFile) => Promise<T>): Promise<T> {
  return withInputFile(file, async (readable) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'product-data-file-'));
    try {
      return await use(new LocalCatalogFile(readable, folder));
    } catch (error) {
      if (error instanceof FileError)
        throw new OperatorError(`${printable(file)}: ${error.message}`, { code: 'unreadable_file' });
      throw error;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}

/** @throws {OperatorError} when the layout was not understood */
export function understood<T>(reading: FileReading, opened: Result<T, LayoutProblem>, sheets: readonly ReadSheet[]): T {
  if (opened.ok) return opened.value;
  const lines = [describeLayoutProblem(opened.reason, reading), ...describeSheets(sheets, null, reading)];
  throw new OperatorError(`${printable(reading.path)}: ${lines.join(' ')}`, {
    code: 'list_not_understood',
  });
}

/** Adds the operator's file name, because its extension shows the format even if a spooled copy is read. */
export function readingOptions(reading: FileReading): FileOptions {
  return { ...reading, name: reading.path };
}
