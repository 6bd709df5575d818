/**
 * Replaces the file of a catalog, which keeps its id. The new rows are imported into a replacement that no reader sees.
 * One write then switches the catalog to them. Safe to kill and to repeat with the same file; the catalog is unchanged
 * until that write.
 */
import { attemptAgain } from '../../decide-again.ts';
import type { Catalog, CatalogKey } from '../rows/catalog.ts';
import type { CatalogStore } from '../rows/catalog-store.ts';
import { keptHeadings, type ReadyFile, type WantedCatalog } from './import-file.ts';

/**
 * Returns the unfinished replacement by the same file, read the same way; otherwise creates one. Removes replacements
 * by other files.
 */
export async function replacementFor(
  catalogs: CatalogStore,
  catalog: Catalog,
  { prepared, layout, table }: Pick<ReadyFile, 'prepared' | 'layout' | 'table'>,
  { nowMs, createdBy }: Pick<WantedCatalog, 'nowMs' | 'createdBy'>,
): Promise<Catalog> {
  const started = (await catalogs.listReplacements(catalog.accountId)).filter(
    ({ replaces }) => replaces === catalog.catalogId,
  );
  const same = started.find(({ fingerprint, status }) => fingerprint === prepared.sha256 && status !== 'cancelled');
  for (const other of started) if (other !== same) await catalogs.removeCatalog(other, nowMs);
  const { accountId, name, catalogId: replaces } = catalog;
  const { delimiter } = table;
  const made = { accountId, name, replaces, fingerprint: prepared.sha256, headings: keptHeadings(layout.headings) };
  const by = createdBy === undefined ? {} : { createdBy };
  return same ?? catalogs.createCatalog({ ...made, ...by, delimiter, nowMs });
}

/**
 * Switches the catalog to a complete replacement and deletes the former rows.
 * @returns the catalog's current state; undefined if the replacement is not complete or the catalog's rows have changed
 * meanwhile
 */
export async function putInPlace(
  catalogs: CatalogStore,
  catalog: Catalog,
  key: CatalogKey,
  nowMs: number,
): Promise<Catalog | undefined> {
  const done = await attemptAgain(async () => {
    const replacement = await catalogs.findCatalog(key);
    if (replacement?.status !== 'complete') return { catalog: undefined };
    // A match that is forgotten may have changed the replacement's rows since its counts were read.
    if (!(await catalogs.switchRows(catalog, replacement, nowMs))) return undefined;
    await catalogs.clearRemoved(catalog, () => undefined);
    return { catalog: await catalogs.findCatalog(catalog) };
  });
  return done?.catalog;
}
