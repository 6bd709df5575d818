/**
 * Imports one file, from the original to the last row (docs/architecture.md#an-uploaded-row-file-by-file). An
 * operator's command imports it in one run. A Lambda function runs in slices that fit its timeout: the first writes the
 * file's prepared form, later ones resume at the byte after the last stored row. A slice needs only the catalog's head
 * and the prepared form.
 */
import type { ItemIndex } from '../../index/items/item-index.ts';
import { succeed, type Result } from '../../result.ts';
import type { Catalog, CatalogKey } from '../rows/catalog.ts';
import type { CatalogStore } from '../rows/catalog-store.ts';
import { importCatalog, type CatalogImport, type ImportEnd, type ImportPorts } from './import-catalog.ts';
import type { CatalogFile } from '../files/catalog-file.ts';
import type { LayoutProblem } from '../files/file-layout.ts';
import { openFile, type FileOptions, type OpenFile } from './open-file.ts';
import { readFileColumns, readFileRows, writePreparedFile, type PreparedFile } from '../files/prepared-file.ts';

const CATALOGS_A_PAGE = 50;
/** The most headings that are stored for an export. */
const MAX_HEADINGS = 1_000;
const MAX_HEADING_CHARACTERS = 200;

export interface ReadyFile extends OpenFile {
  readonly prepared: PreparedFile;
}

/**
 * Opens a file, recognizes its columns and stores its prepared form.
 * @throws {FileError} if the file cannot be read to its end
 */
export async function prepareFile(
  index: ItemIndex,
  file: CatalogFile,
  options: FileOptions,
): Promise<Result<ReadyFile, LayoutProblem>> {
  const opened = await openFile(file, index, options);
  if (!opened.ok) return opened;
  const { table, layout, reading, numbersRun } = opened.value;
  const prepared = await writePreparedFile(file, table, layout, { columns: reading.columns, numbersRun });
  return succeed({ ...opened.value, prepared });
}

export interface WantedCatalog {
  readonly accountId: string;
  readonly name: string;
  /** Creates a new catalog even if an unfinished one exists. */
  readonly isNew: boolean;
  readonly nowMs: number;
  /** The id of the person who uploaded the file. */
  readonly createdBy?: string;
}

/** Returns the newest unfinished catalog of the same file, read the same way; otherwise creates one. */
export async function catalogFor(
  catalogs: CatalogStore,
  { prepared, layout, table }: Pick<ReadyFile, 'prepared' | 'layout' | 'table'>,
  { accountId, name, isNew, nowMs, createdBy }: WantedCatalog,
): Promise<Catalog> {
  const unfinished = isNew ? undefined : await findUnfinished(catalogs, accountId, prepared.sha256);
  const { delimiter } = table;
  const made = { accountId, name, fingerprint: prepared.sha256, headings: keptHeadings(layout.headings), delimiter };
  return unfinished ?? catalogs.createCatalog({ ...made, ...(createdBy !== undefined && { createdBy }), nowMs });
}

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

export function keptHeadings(headings: readonly string[]): readonly string[] {
  return headings.slice(0, MAX_HEADINGS).map((text) => text.slice(0, MAX_HEADING_CHARACTERS).toWellFormed());
}

export interface ImportRun extends Pick<CatalogImport, 'stop' | 'allowanceAt' | 'isUnpaid' | 'onProgress'> {
  /** The catalog as it was just created or found; read if absent. */
  readonly begun?: Catalog | undefined;
}

export interface SliceEnd {
  /** `stopped`: more remains; run another slice. */
  readonly end: ImportEnd;
  /** The catalog's current state; undefined if it was deleted. */
  readonly catalog: Catalog | undefined;
}

/**
 * Imports the rows that the catalog does not have yet from the prepared form, until the end or `stop`. Safe to kill and
 * to repeat, even after the end; of two concurrent slices one continues and the other ends as `overtaken`.
 */
export async function importSlice(
  ports: ImportPorts,
  file: CatalogFile,
  key: CatalogKey,
  { begun, ...run }: ImportRun,
): Promise<SliceEnd> {
  const catalog = begun ?? (await ports.catalogs.findCatalog(key));
  if (catalog === undefined) return { end: 'overtaken', catalog };
  if (catalog.status === 'complete') return { end: 'complete', catalog };
  const rows = readFileRows(file, catalog.imported.bytes);
  const end = await importCatalog(ports, { ...run, ...(await readFileColumns(file)), catalog, rows });
  return { end, catalog: await ports.catalogs.findCatalog(key) };
}
