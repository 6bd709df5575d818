/**
 * The import of one file: it is opened and prepared, then the catalog that an earlier run left unfinished is found, or a new one is
 * created, and the rows that are missing are brought in. A catalog resumes only with the very same list, read the same way.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LocalListFile } from '../../../functions/adapters/files/local-list-file.ts';
import { periodAt } from '../../../functions/core/billing/periods.ts';
import type { Catalog } from '../../../functions/core/catalogs/catalog.ts';
import type { ImportEnd, ImportPorts } from '../../../functions/core/catalogs/import-catalog.ts';
import { catalogFor, importRows, prepareList, type ListOptions } from '../../../functions/core/catalogs/import-list.ts';
import type { ListFile } from '../../../functions/core/catalogs/list-file.ts';
import type { LayoutError } from '../../../functions/core/catalogs/list-layout.ts';
import { openList, type OpenList } from '../../../functions/core/catalogs/open-list.ts';
import { rowAllowanceAt, type RowBound } from '../../../functions/core/catalogs/row-allowance.ts';
import { cleanText } from '../../../functions/core/clean-text.ts';
import { FileError } from '../../../functions/core/files/file-error.ts';
import type { ProductIndex } from '../../../functions/core/products/product-index.ts';
import type { Result } from '../../../functions/core/result.ts';
import { OperatorError } from '../console/operator-error.ts';
import { printable } from '../console/printable.ts';
import { startProgress } from '../console/progress.ts';
import { stopOnInterrupt } from '../console/stop-on-interrupt.ts';
import { STANDARD_INPUT, withInputFile } from '../import/spool-input.ts';
import { describeLayoutError, describeList, usedColumns, type UsedColumn } from './list-words.ts';

const NAME_CHARACTERS = 200;

/** How a file is to be read, where it does not tell itself. */
export interface FileReading extends ListOptions {
  /** `-` is standard input. */
  readonly path: string;
}

export interface FileImport extends FileReading {
  readonly accountId: string;
  /** Bounds the rows of a billing period; absent: no bound. */
  readonly bound?: RowBound;
  /** What the customer calls the catalog; the name of the file when not given. */
  readonly catalogName: string | undefined;
  /** Create a new catalog, whatever was left unfinished. */
  readonly isNew: boolean;
}

export interface ImportedFile {
  /** As it is stored when the import has ended. */
  readonly catalog: Catalog;
  readonly end: Exclude<ImportEnd, 'overtaken' | 'allowance_used'>;
  /** 1 when no earlier run had begun. */
  readonly firstRow: number;
  readonly columns: readonly UsedColumn[];
  /** What was understood of the file, one line each. */
  readonly understood: readonly string[];
}

/** @throws {OperatorError} when the file cannot be imported, or another process is importing it */
export async function importFile(ports: ImportPorts, wanted: FileImport): Promise<ImportedFile> {
  return withListFile(wanted.path, async (file) => {
    const list = understood(wanted.path, await prepareList(ports.products, file, optionsOf(wanted)));
    const { accountId, isNew } = wanted;
    const catalog = await catalogFor(ports, list, { accountId, name: nameOf(wanted), isNew });
    const end = await importWithProgress(ports, file, { catalog, bytes: list.prepared.bytes, bound: wanted.bound });
    const now = await ports.catalogs.findCatalog(catalog);
    if (end === 'allowance_used' && wanted.bound !== undefined)
      throw allowanceUsed(wanted.bound, catalog, ports.clock.nowMs());
    if (end === 'overtaken' || end === 'allowance_used' || now === undefined) throw overtaken(catalog, now);
    return {
      catalog: now,
      end,
      firstRow: catalog.imported.rows + 1,
      columns: usedColumns(list.reading.columns, list.layout.headings),
      understood: describeList(list),
    };
  });
}

/** Opens a list to look at it. @throws {OperatorError} when it cannot be read or understood */
export async function withList<T>(
  products: ProductIndex,
  reading: FileReading,
  use: (list: OpenList) => Promise<T>,
): Promise<T> {
  const options = optionsOf(reading);
  return withListFile(reading.path, async (file) =>
    use(understood(reading.path, await openList(await file.openTable(options), products, options))),
  );
}

/** The file with a place for its prepared form, for as long as `use` runs. @throws {OperatorError} when it cannot be read */
async function withListFile<T>(file: string, use: (file: ListFile) => Promise<T>): Promise<T> {
  return withInputFile(file, async (readable) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'product-data-list-'));
    try {
      return await use(new LocalListFile(readable, folder));
    } catch (error) {
      if (error instanceof FileError) throw new OperatorError(`${printable(file)}: ${error.message}`);
      throw error;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}

function understood<T>(file: string, list: Result<T, LayoutError>): T {
  if (list.ok) return list.value;
  throw new OperatorError(`${printable(file)}: ${describeLayoutError(list.reason)}`);
}

/** The name of the file tells its format, also where it is read from elsewhere. */
function optionsOf(reading: FileReading): ListOptions {
  return { ...reading, name: reading.path };
}

function nameOf({ path: file, catalogName }: FileImport): string {
  const fileName = file === STANDARD_INPUT ? 'standard input' : path.basename(file);
  return cleanText(catalogName ?? fileName, NAME_CHARACTERS) || 'catalog';
}

interface RunningImport {
  readonly catalog: Catalog;
  /** Of the prepared form. */
  readonly bytes: number;
  readonly bound: RowBound | undefined;
}

async function importWithProgress(
  ports: ImportPorts,
  file: ListFile,
  { catalog, bytes, bound }: RunningImport,
): Promise<ImportEnd> {
  const progress = startProgress(bytes);
  const interrupt = stopOnInterrupt(() => progress.say('Stopping after the rows under way…'));
  const { rows } = catalog.imported;
  progress.say(`${catalog.catalogId}: ${rows === 0 ? 'importing' : `resuming after row ${rows}`}`);
  try {
    return await importRows(ports, file, catalog, {
      stop: interrupt.signal,
      allowanceAt: (nowMs) => bound && rowAllowanceAt(bound, nowMs),
      onProgress: (reached) => progress.update(reached.bytes, `${reached.rows} rows`),
    });
  } finally {
    progress.stop();
    interrupt.release();
  }
}

function allowanceUsed(account: RowBound, { accountId, catalogId }: Catalog, nowMs: number): OperatorError {
  const { catalogRowsPerMonth, name } = account.terms;
  const next = new Date(periodAt(account.anchorDay, nowMs).endMs).toISOString().slice(0, 10);
  return new OperatorError(
    `${catalogId}: the account (plan ${printable(name)}) may import ${catalogRowsPerMonth} rows in a billing period, and the next rows are beyond that. What came in stays; the ` +
      `same command brings in the rest from ${next} on, or after \`accounts set ${accountId} --catalog-rows-per-month …\`.`,
  );
}

function overtaken({ catalogId }: Catalog, now: Catalog | undefined): OperatorError {
  if (now === undefined) return new OperatorError(`${catalogId} was deleted while it was imported.`);
  return new OperatorError(
    `Another process is importing ${catalogId}: only one import of a catalog continues, and it is not this one.`,
  );
}
