/**
 * The import of one file: finds the catalog that an earlier run left unfinished, or begins one, and brings in the rows that are missing.
 * A catalog goes on only with the very same file, read the same way.
 */
import path from 'node:path';
import type { Catalog } from '../../../functions/core/catalogs/catalog.ts';
import type { CatalogStore } from '../../../functions/core/catalogs/catalog-store.ts';
import { importCatalog, type ImportEnd, type ImportPorts } from '../../../functions/core/catalogs/import-catalog.ts';
import type { ChosenColumn } from '../../../functions/core/catalogs/recognise-columns.ts';
import { cleanText } from '../../../functions/core/clean-text.ts';
import { OperatorError } from '../console/operator-error.ts';
import { startProgress } from '../console/progress.ts';
import { stopOnInterrupt } from '../console/stop-on-interrupt.ts';
import { openCatalogSource, SourceFault, type CatalogSource } from './catalog-source.ts';
import { scanFile, type ScannedFile } from './scan-file.ts';

const NAME_CHARACTERS = 200;
const CATALOGS_A_PAGE = 50;

export interface FileImport {
  readonly accountId: string;
  readonly path: string;
  /** The name of the file when not given. */
  readonly name: string | undefined;
  readonly chosen: readonly ChosenColumn[];
  readonly format: 'csv' | 'jsonl' | undefined;
  /** Begin a new catalog, whatever was left unfinished. */
  readonly isNew: boolean;
}

export interface ImportedFile {
  /** As it is stored when the import has ended. */
  readonly catalog: Catalog;
  readonly end: Exclude<ImportEnd, 'overtaken'>;
  /** 1 when no earlier run had begun. */
  readonly firstRow: number;
  readonly columns: CatalogSource['columns'];
}

/** @throws {OperatorError} when the file cannot be imported, or somebody else is importing it */
export async function importFile(ports: ImportPorts, wanted: FileImport): Promise<ImportedFile> {
  const { catalogs, clock } = ports;
  const { accountId } = wanted;
  const file = await scanFile(wanted.path);
  const source = await openCatalogSource(file, wanted);
  const { fingerprint, columns } = source;
  const unfinished = wanted.isNew ? undefined : await findUnfinished(catalogs, accountId, fingerprint);
  const name = cleanText(wanted.name ?? path.basename(wanted.path), NAME_CHARACTERS) || 'catalog';
  const catalog = unfinished ?? (await catalogs.createCatalog({ accountId, name, fingerprint, nowMs: clock.nowMs() }));
  const end = await bringIn(ports, { file, source, catalog });
  const now = await catalogs.findCatalog(catalog);
  if (end === 'overtaken' || now === undefined) throw overtaken(catalog, now);
  return { catalog: now, end, firstRow: catalog.imported.rows + 1, columns };
}

interface Run {
  readonly file: ScannedFile;
  readonly source: CatalogSource;
  readonly catalog: Catalog;
}

async function bringIn(ports: ImportPorts, { file, source, catalog }: Run): Promise<ImportEnd> {
  const progress = startProgress(file.bytes);
  const interrupt = stopOnInterrupt(() => progress.say('Stopping after the rows under way…'));
  progress.say(
    `${catalog.catalogId}: ${catalog.imported.rows === 0 ? 'importing' : `going on after row ${catalog.imported.rows}`}`,
  );
  try {
    return await importCatalog(ports, {
      catalog,
      rows: source.rows(catalog.imported.bytes),
      stop: interrupt.signal,
      onProgress: ({ rows, bytes }) => progress.update(bytes, `${rows} rows`),
    });
  } catch (error) {
    if (!(error instanceof SourceFault)) throw error;
    await ports.catalogs.failImport(catalog, error.message, ports.clock.nowMs());
    throw new OperatorError(`${catalog.catalogId} has failed: ${error.message}.`);
  } finally {
    progress.stop();
    interrupt.release();
  }
}

/** The newest catalog of the account that was begun from the same file, read the same way, and not brought to its end. */
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

function overtaken({ catalogId }: Catalog, now: Catalog | undefined): OperatorError {
  if (now === undefined) return new OperatorError(`${catalogId} was deleted while it was imported.`);
  return new OperatorError(
    `Somebody else is importing ${catalogId}: one import of a catalog gets on, and it is not this one.`,
  );
}
