/**
 * Replaces the file of a catalog, which keeps its id. The new rows are imported into a replacement that no reader sees.
 * One write then switches the catalog to them. Safe to kill and to repeat with the same file; the catalog is unchanged
 * until that write.
 */
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

/** A match that is forgotten may change the replacement's rows between reading its counts and the switch. */
const MAX_ATTEMPTS = 5;

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
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const replacement = await catalogs.findCatalog(key);
    if (replacement?.status !== 'complete') return undefined;
    if (!(await catalogs.switchRows(catalog, replacement, nowMs))) continue;
    await catalogs.clearRemoved(catalog, () => undefined);
    return catalogs.findCatalog(catalog);
  }
  return undefined;
}
