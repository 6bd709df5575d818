/**
 * The import of one list, from the file as it came to the last row (docs/guides/import-catalogs.md, "Importing in slices"). An operator's command runs it at one
 * go. A function in the cloud runs it in slices that fit its time: the first turns the file into its prepared form, later ones
 * resume behind the last stored row, by its byte. All that a slice needs to know stands in the catalog's head and in the prepared form.
 */
import type { TableOptions } from '../table-files/table-file.ts';
import type { ProductIndex } from '../items/product-index.ts';
import { fail, succeed, type Result } from '../result.ts';
import type { Catalog, CatalogKey, ImportPlace } from '../catalogs/catalog.ts';
import type { CatalogStore } from '../catalogs/catalog-store.ts';
import { importCatalog, type CatalogImport, type ImportEnd, type ImportPorts } from './import-catalog.ts';
import type { ListFile } from '../table-files/catalog-file.ts';
import type { LayoutError, LayoutOptions } from '../table-files/file-layout.ts';
import { openList, type OpenList } from './open-file.ts';
import { readListColumns, readListRows, writePreparedList, type PreparedList } from '../table-files/prepared-file.ts';

const CATALOGS_A_PAGE = 50;
/** Headings kept for an export: as many as rows have cells kept. */
const MAX_HEADINGS = 1_000;
const MAX_HEADING_CHARACTERS = 200;

/** How a list is to be read, where it does not tell itself. */
export interface ListOptions extends TableOptions, LayoutOptions {}

export interface ReadyList extends OpenList {
  readonly prepared: PreparedList;
}

/** Opens a list, understands it, and keeps its prepared form. @throws {FileError} when it cannot be read to its end */
export async function prepareList(
  products: ProductIndex,
  file: ListFile,
  options: ListOptions,
): Promise<Result<ReadyList, LayoutError>> {
  const list = await openList(await file.openTable(options), products, options);
  if (!list.ok) return list;
  const { table, layout, reading, numbersRun } = list.value;
  const prepared = await writePreparedList(file, table, layout, { columns: reading.columns, numbersRun });
  return succeed({ ...list.value, prepared });
}

export interface WantedCatalog {
  readonly accountId: string;
  readonly name: string;
  /** Create a new catalog, whatever was left unfinished. */
  readonly isNew: boolean;
}

/** The newest catalog of the account that was begun from the same list, read the same way, and not finished; else a new one. */
export async function catalogFor(
  { catalogs, clock }: Pick<ImportPorts, 'catalogs' | 'clock'>,
  { prepared, layout }: Pick<ReadyList, 'prepared' | 'layout'>,
  { accountId, name, isNew }: WantedCatalog,
): Promise<Catalog> {
  const unfinished = isNew ? undefined : await findUnfinished(catalogs, accountId, prepared.sha256);
  const made = { accountId, name, fingerprint: prepared.sha256, headings: keptHeadings(layout.headings) };
  return unfinished ?? catalogs.createCatalog({ ...made, nowMs: clock.nowMs() });
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

export type ImportRun = Pick<CatalogImport, 'stop' | 'allowanceAt' | 'onProgress'>;

/** Brings in the rows that the catalog does not have yet, from the prepared form, until the end or until `stop`. */
export async function importRows(
  ports: ImportPorts,
  file: ListFile,
  catalog: Catalog,
  run: ImportRun,
): Promise<ImportEnd> {
  return importCatalog(ports, {
    ...run,
    ...(await readListColumns(file)),
    catalog,
    rows: readListRows(file, catalog.imported.bytes),
  });
}

export interface ListSlice {
  /** What an earlier slice began; undefined in the first. */
  readonly begun: CatalogKey | undefined;
  /**
   * Finds or creates what the rows go into, once the list is prepared, and keeps it for later slices: two slices that begin at once are to get the
   * same. Undefined when there is nothing to bring in. A catalog that was begun from one list is never continued from another.
   */
  readonly begin: (list: ReadyList) => Promise<CatalogKey | undefined>;
  readonly options: ListOptions;
  /** Aborted when the slice has to end: some ten seconds before its function is ended. Turning a file into its prepared form is not cut short. */
  readonly stop: AbortSignal;
  readonly allowanceAt?: CatalogImport['allowanceAt'];
  /** How rows are brought in; as those of a catalog of their own when not given. */
  readonly bringIn?: (catalog: Catalog, run: ImportRun) => Promise<ImportEnd>;
}

export type SliceEnd =
  /** There is more to do: run another slice. */
  | { readonly kind: 'more'; readonly reached: ImportPlace }
  | { readonly kind: 'ended'; readonly end: Exclude<ImportEnd, 'stopped'>; readonly catalog: Catalog }
  /** The file is no list that is understood as it is; the same file may be, with other options. Nothing was begun. */
  | { readonly kind: 'not_understood'; readonly error: LayoutError }
  | { readonly kind: 'not_begun' }
  | { readonly kind: 'no_such_catalog' };

/**
 * One slice of an import. May be killed and repeated, also after the end; of two at once one continues and the other ends `overtaken`.
 * @throws {FileError} when the file cannot be read; nothing was imported then
 */
export async function importSlice(ports: ImportPorts, file: ListFile, slice: ListSlice): Promise<SliceEnd> {
  const begun = slice.begun === undefined ? await beginImport(ports, file, slice) : succeed(slice.begun);
  if (!begun.ok) return begun.reason;
  const catalog = await ports.catalogs.findCatalog(begun.value);
  if (catalog === undefined) return { kind: 'no_such_catalog' };
  if (catalog.status === 'complete') return { kind: 'ended', end: 'complete', catalog };
  const bringIn = slice.bringIn ?? ((into, run) => importRows(ports, file, into, run));
  const end = await bringIn(catalog, {
    stop: slice.stop,
    ...(slice.allowanceAt && { allowanceAt: slice.allowanceAt }),
    onProgress: () => undefined,
  });
  const now = (await ports.catalogs.findCatalog(catalog)) ?? catalog;
  return end === 'stopped' ? { kind: 'more', reached: now.imported } : { kind: 'ended', end, catalog: now };
}

async function beginImport(
  { products }: ImportPorts,
  file: ListFile,
  { options, begin }: ListSlice,
): Promise<Result<CatalogKey, SliceEnd>> {
  const list = await prepareList(products, file, options);
  if (!list.ok) return fail({ kind: 'not_understood', error: list.reason });
  const key = await begin(list.value);
  return key === undefined ? fail({ kind: 'not_begun' }) : succeed(key);
}
