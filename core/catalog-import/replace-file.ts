/**
 * Another file in the place of a catalog's: the catalog keeps its id. The new rows are brought in where no reader sees them (a replacement), and
 * put in the place of the former ones in one write. May be killed anywhere and repeated with the same file; until that write the catalog is as it was.
 */
import type { Catalog } from '../catalogs/catalog.ts';
import type { CatalogStore } from '../catalogs/catalog-store.ts';
import { compareLists, type ListComparison } from './compare-files.ts';
import type { ImportEnd, ImportPorts } from './import-catalog.ts';
import { importRows, keptHeadings, type ImportRun, type ReadyList } from './import-file.ts';
import type { ListFile } from '../table-files/catalog-file.ts';

/** The replacement that was begun with the same file, read the same way; else a new one. What was begun with another is given up. */
export async function replacementFor(
  { catalogs, clock }: Pick<ImportPorts, 'catalogs' | 'clock'>,
  catalog: Catalog,
  { prepared, layout }: Pick<ReadyList, 'prepared' | 'layout'>,
): Promise<Catalog> {
  const begun = (await catalogs.listReplacements(catalog.accountId)).filter(
    ({ replaces }) => replaces === catalog.catalogId,
  );
  const same = begun.find(({ fingerprint, status }) => fingerprint === prepared.sha256 && status !== 'cancelled');
  for (const other of begun) if (other !== same) await catalogs.removeCatalog(other, clock.nowMs());
  const { accountId, name, catalogId: replaces } = catalog;
  const made = { accountId, name, replaces, fingerprint: prepared.sha256, headings: keptHeadings(layout.headings) };
  return same ?? catalogs.createCatalog({ ...made, nowMs: clock.nowMs() });
}

/** Brings in the rows of the replacement that are missing. What a person decided on a statement of the former rows counts in the new file too. */
export async function importReplacement(
  ports: ImportPorts,
  file: ListFile,
  replacement: Catalog,
  run: ImportRun,
): Promise<ImportEnd> {
  return replacement.status === 'complete' ? 'complete' : importRows(ports, file, replacement, run);
}

export interface ReplacedCatalog {
  readonly catalog: Catalog;
  readonly replacement: Catalog;
}

/** What would change. Nothing is changed yet. */
export function compareReplacement(
  catalogs: CatalogStore,
  { catalog, replacement }: ReplacedCatalog,
): Promise<ListComparison> {
  return compareLists(catalogs, catalog, replacement);
}

/**
 * Puts a complete replacement in its place, and clears the former rows.
 * @returns the catalog as it is now; undefined when it was changed meanwhile, and has other rows than the replacement was made for
 */
export async function putInPlace(
  { catalogs, clock }: Pick<ImportPorts, 'catalogs' | 'clock'>,
  { catalog, replacement }: ReplacedCatalog,
): Promise<Catalog | undefined> {
  const complete = await catalogs.findCatalog(replacement);
  if (complete?.status !== 'complete' || !(await catalogs.switchRows(catalog, complete, clock.nowMs())))
    return undefined;
  await catalogs.clearRemoved(catalog, () => undefined);
  return catalogs.findCatalog(catalog);
}
