/**
 * Reads the rows of one sheet of an `.xlsx` workbook (Office Open XML, ECMA-376) as text. Memory grows only with the
 * shared strings. yauzl reads the zip and saxes the XML, both as streams: no maintained library that reads workbooks as
 * a stream, within limits was found. Formulas yield their stored result; numbers and dates of digits are read as their
 * formats show them, other dates as YYYY-MM-DD, and a cell that is merged over several rows counts in each. Macros,
 * links and DTDs are never followed.
 */
import path from 'node:path';
import type { Readable } from 'node:stream';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { FileError } from '../../core/catalogs/files/file-error.ts';
import { limitTime, limitUnpacked } from './unpack.ts';
import { fillMerged, readMergedColumns, type MergedColumn } from './merged-cells.ts';
import {
  NO_STYLES,
  readCellStyles,
  readSharedStrings,
  readSheetList,
  readTargets,
  type WorkbookSheet,
} from './workbook-parts.ts';
import { readSheetRows, type CellMeaning, type SheetRow } from './workbook-sheet.ts';

const MAX_ENTRIES = 10_000;
/** The limit for each small part: the list of sheets, relations and styles. */
const MAX_PART_BYTES = 16 * 1024 * 1024;
/** Shared strings are held in memory while a sheet is read. */
const MAX_SHARED_STRING_BYTES = 64 * 1024 * 1024;

export interface OpenWorkbook {
  /** The sheet to read. */
  readonly sheet: string;
  readonly sheets: readonly string[];
  readonly hiddenSheets: readonly string[];
  /** Reads from the first row at every call. */
  rows(): AsyncGenerator<SheetRow>;
  /** Returns another sheet of the workbook, which is not opened again. */
  onSheet(name: string): OpenWorkbook;
}

/**
 * @param wanted the name of a sheet, or its position from 1; the first visible one when absent
 * @throws {FileError} when the file is not a workbook or has no such sheet
 */
export async function openWorkbook(
  file: string,
  wanted: string | undefined,
  until?: AbortSignal,
): Promise<OpenWorkbook> {
  const { sheets, usesDate1904 } = await withParts(file, until, async (parts) => {
    const targets = await readTargets(parts.chunks('xl/_rels/workbook.xml.rels', MAX_PART_BYTES));
    const listed = await readSheetList(parts.chunks('xl/workbook.xml', MAX_PART_BYTES));
    return {
      usesDate1904: listed.usesDate1904,
      sheets: listed.sheets.map((sheet) => ({ ...sheet, part: partPath(targets.get(sheet.relation) ?? '') })),
    };
  });
  const meaning: MeaningOnce = { usesDate1904, texts: undefined };
  const open = (sheet: (typeof sheets)[number]): OpenWorkbook => {
    const merged: MergedOnce = { columns: undefined };
    return {
      sheet: sheet.name,
      sheets: sheets.map(({ name }) => name),
      hiddenSheets: sheets.flatMap(({ name, isHidden }) => (isHidden ? [name] : [])),
      rows: () => readRows(file, sheet.part, { meaning, until, merged }),
      onSheet: (name) => open(chooseSheet(sheets, name)),
    };
  };
  return open(chooseSheet(sheets, wanted));
}

/** The merged cells of the sheet once they are read. */
interface MergedOnce {
  columns: readonly MergedColumn[] | undefined;
}

/** The texts and styles of all sheets, from the first look at rows until a sheet was read to its end. */
interface MeaningOnce {
  readonly usesDate1904: boolean;
  texts: Pick<CellMeaning, 'strings' | 'styles'> | undefined;
}

function chooseSheet<S extends WorkbookSheet>(sheets: readonly S[], wanted: string | undefined): S {
  const place = wanted !== undefined && /^[1-9][0-9]{0,3}$/.test(wanted) ? Number(wanted) - 1 : undefined;
  const sheet =
    wanted === undefined
      ? (sheets.find(({ isHidden }) => !isHidden) ?? sheets[0])
      : (sheets.find(({ name }) => name === wanted) ?? (place === undefined ? undefined : sheets[place]));
  if (sheet !== undefined) return sheet;
  throw new FileError(
    wanted === undefined
      ? 'The workbook has no sheet with rows.'
      : `The workbook has no such sheet; it has ${sheets.length}. Name one by its place, from 1.`,
  );
}

async function* readRows(
  file: string,
  sheetPart: string,
  {
    meaning,
    until,
    merged,
  }: { readonly meaning: MeaningOnce; readonly until: AbortSignal | undefined; readonly merged: MergedOnce },
): AsyncGenerator<SheetRow> {
  const zip = await openZip(file);
  try {
    const parts = new Parts(zip, await listEntries(zip), until);
    const texts = (meaning.texts ??= await readTexts(parts));
    merged.columns ??= await readMergedColumns(parts.chunks(sheetPart));
    const { usesDate1904 } = meaning;
    const rows = readSheetRows(parts.chunks(sheetPart), { ...texts, usesDate1904 });
    yield* merged.columns.length === 0 ? rows : fillMerged(rows, merged.columns);
    meaning.texts = undefined;
  } catch (error) {
    throw asFileError(error);
  } finally {
    zip.close();
  }
}

async function readTexts(parts: Parts): Promise<Pick<CellMeaning, 'strings' | 'styles'>> {
  const styles = parts.has('xl/styles.xml')
    ? await readCellStyles(parts.chunks('xl/styles.xml', MAX_PART_BYTES))
    : NO_STYLES;
  const strings = parts.has('xl/sharedStrings.xml')
    ? await readSharedStrings(parts.chunks('xl/sharedStrings.xml', MAX_SHARED_STRING_BYTES))
    : [];
  return { strings, styles };
}

async function withParts<T>(
  file: string,
  until: AbortSignal | undefined,
  read: (parts: Parts) => Promise<T>,
): Promise<T> {
  const zip = await openZip(file);
  try {
    return await read(new Parts(zip, await listEntries(zip), until));
  } catch (error) {
    throw asFileError(error);
  } finally {
    zip.close();
  }
}

async function openZip(file: string): Promise<ZipFile> {
  try {
    return await openPromise(file, { lazyEntries: true, autoClose: false });
  } catch (error) {
    throw asFileError(error);
  }
}

async function listEntries(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  if (zip.entryCount > MAX_ENTRIES) throw new FileError('The workbook holds more than 10,000 parts: it is refused.');
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  if (!entries.has('xl/workbook.xml')) throw notAWorkbook();
  return entries;
}

/** The files inside the zip. */
class Parts {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly #until: AbortSignal | undefined;

  constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>, until: AbortSignal | undefined) {
    this.#zip = zip;
    this.#entries = entries;
    this.#until = until;
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  async *chunks(name: string, maxBytes = Number.MAX_SAFE_INTEGER): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(name);
    if (entry === undefined) throw notAWorkbook();
    if (entry.isEncrypted()) throw new FileError('The workbook is protected by a password. Save it without one.');
    const stream: Readable = await this.#zip.openReadStreamPromise(entry);
    let bytes = 0;
    try {
      for await (const chunk of limitTime(
        limitUnpacked(stream, () => entry.compressedSize),
        this.#until,
      )) {
        bytes += chunk.length;
        if (bytes > maxBytes) {
          throw new FileError(
            `A part of the workbook is larger than ${maxBytes >> 20} MB: it is refused. Save the sheet as CSV (UTF-8) and import that.`,
          );
        }
        yield chunk;
      }
    } finally {
      stream.destroy();
    }
  }
}

/** Relations name parts from `xl/`, or from the root with a slash. */
function partPath(target: string): string {
  return target.startsWith('/') ? target.slice(1) : path.posix.join('xl', target);
}

function notAWorkbook(): FileError {
  return new FileError(
    'The file is an archive, but no Excel workbook (.xlsx). Unpack it, or save the list as CSV (UTF-8).',
  );
}

function asFileError(error: unknown): FileError {
  if (error instanceof FileError) return error;
  return new FileError(
    'The workbook is damaged: it cannot be read. Open it in a spreadsheet and save it again as .xlsx.',
    {
      cause: error,
    },
  );
}
