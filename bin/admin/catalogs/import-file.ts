/**
 * The import of one file: it is opened and prepared, then the catalog that an earlier run left unfinished is found, or a new one is
 * created, and the rows that are missing are brought in. A catalog resumes only with the very same list, read the same way.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FileError } from '../../../functions/adapters/files/file-error.ts';
import { openTable, type TableOptions } from '../../../functions/adapters/files/open-table.ts';
import {
  readPreparedFile,
  writePreparedFile,
  type PreparedFile,
} from '../../../functions/adapters/files/prepared-file.ts';
import { periodAt } from '../../../functions/core/billing/periods.ts';
import type { Catalog } from '../../../functions/core/catalogs/catalog.ts';
import type { CatalogStore } from '../../../functions/core/catalogs/catalog-store.ts';
import { importCatalog, type ImportEnd, type ImportPorts } from '../../../functions/core/catalogs/import-catalog.ts';
import type { LayoutOptions } from '../../../functions/core/catalogs/list-layout.ts';
import { rowAllowanceAt, type RowBound } from '../../../functions/core/catalogs/row-allowance.ts';
import { openList, type OpenList } from '../../../functions/core/catalogs/open-list.ts';
import { cleanText } from '../../../functions/core/clean-text.ts';
import type { TableFile } from '../../../functions/core/files/table-file.ts';
import type { ProductIndex } from '../../../functions/core/products/product-index.ts';
import { OperatorError } from '../console/operator-error.ts';
import { printable } from '../console/printable.ts';
import { startProgress } from '../console/progress.ts';
import { stopOnInterrupt } from '../console/stop-on-interrupt.ts';
import { STANDARD_INPUT, withInputFile } from '../import/spool-input.ts';
import { describeLayoutError, describeList, usedColumns, type UsedColumn } from './list-words.ts';

const NAME_CHARACTERS = 200;
const CATALOGS_A_PAGE = 50;
/** Headings kept for an export: as many as rows have cells kept. */
const MAX_HEADINGS = 1_000;
const MAX_HEADING_CHARACTERS = 200;

/** How a file is to be read, where it does not tell itself. */
export interface FileReading extends TableOptions, LayoutOptions {
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
  return withList(ports.products, wanted, async (list) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'product-data-list-'));
    try {
      const file = await orOperatorError(wanted.path, () =>
        writePreparedFile(list.table, list.layout, path.join(folder, 'rows.jsonl')),
      );
      return await importPrepared(ports, wanted, { ...list, file });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}

export interface FileList extends OpenList {
  readonly table: TableFile;
}

/** Opens a list for as long as `use` runs. @throws {OperatorError} when it cannot be read or understood */
export async function withList<T>(
  products: ProductIndex,
  reading: FileReading,
  use: (list: FileList) => Promise<T>,
): Promise<T> {
  return withInputFile(reading.path, async (file) => {
    const table = await orOperatorError(reading.path, () => openTable(file, { ...reading, name: reading.path }));
    const list = await orOperatorError(reading.path, () => openList(table, products, reading));
    if (!list.ok) throw new OperatorError(`${printable(reading.path)}: ${describeLayoutError(list.reason)}`);
    return use({ table, ...list.value });
  });
}

async function orOperatorError<T>(file: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof FileError) throw new OperatorError(`${printable(file)}: ${error.message}`);
    throw error;
  }
}

interface PreparedList extends FileList {
  readonly file: PreparedFile;
}

async function importPrepared(ports: ImportPorts, wanted: FileImport, list: PreparedList): Promise<ImportedFile> {
  const { catalogs, clock } = ports;
  const { accountId, bound } = wanted;
  const fingerprint = fingerprintOf(list);
  const unfinished = wanted.isNew ? undefined : await findUnfinished(catalogs, accountId, fingerprint);
  const fileName = wanted.path === STANDARD_INPUT ? 'standard input' : path.basename(wanted.path);
  const name = cleanText(wanted.catalogName ?? fileName, NAME_CHARACTERS) || 'catalog';
  const catalog =
    unfinished ??
    (await catalogs.createCatalog({
      accountId,
      name,
      fingerprint,
      headings: list.layout.headings
        .slice(0, MAX_HEADINGS)
        .map((text) => text.slice(0, MAX_HEADING_CHARACTERS).toWellFormed()),
      nowMs: clock.nowMs(),
    }));
  const end = await importRows(ports, list, bound, catalog);
  const now = await catalogs.findCatalog(catalog);
  if (end === 'allowance_used' && bound !== undefined) throw allowanceUsed(bound, catalog, clock.nowMs());
  if (end === 'overtaken' || end === 'allowance_used' || now === undefined) throw overtaken(catalog, now);
  return {
    catalog: now,
    end,
    firstRow: catalog.imported.rows + 1,
    columns: usedColumns(list.reading.columns, list.layout.headings),
    understood: describeList(list.table, list),
  };
}

/** Of the rows and of what their columns are taken for. */
function fingerprintOf({ file, layout, reading }: PreparedList): string {
  return createHash('sha256')
    .update(JSON.stringify([file.sha256, layout.headings, reading.columns]))
    .digest('hex');
}

async function importRows(
  ports: ImportPorts,
  { file, layout, reading }: PreparedList,
  bound: RowBound | undefined,
  catalog: Catalog,
): Promise<ImportEnd> {
  const progress = startProgress(file.bytes);
  const interrupt = stopOnInterrupt(() => progress.say('Stopping after the rows under way…'));
  const { rows } = catalog.imported;
  progress.say(`${catalog.catalogId}: ${rows === 0 ? 'importing' : `resuming after row ${rows}`}`);
  try {
    return await importCatalog(ports, {
      catalog,
      headings: layout.headings,
      columns: reading.columns,
      rows: readPreparedFile(file.path, catalog.imported.bytes),
      stop: interrupt.signal,
      allowanceAt: (nowMs) => bound && rowAllowanceAt(bound, nowMs),
      onProgress: (reached) => progress.update(reached.bytes, `${reached.rows} rows`),
    });
  } finally {
    progress.stop();
    interrupt.release();
  }
}

/** The newest catalog of the account that was begun from the same list, read the same way, and not finished. */
async function findUnfinished(
  store: CatalogStore,
  accountId: string,
  fingerprint: string,
): Promise<Catalog | undefined> {
  for (let before = Number.MAX_SAFE_INTEGER; ;) {
    const page = await store.listCatalogs(accountId, { before, limit: CATALOGS_A_PAGE });
    const found = page.find((catalog) => catalog.fingerprint === fingerprint && isUnfinished(catalog));
    const last = page.at(-1);
    if (found !== undefined || last === undefined) return found;
    before = last.sequence;
  }
}

function isUnfinished({ status }: Catalog): boolean {
  return status === 'queued' || status === 'processing' || status === 'failed';
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
