/**
 * Replaces a catalog's file: the catalog keeps its id. The new rows are imported where no reader sees them (a replacement) and
 * take the place of the former ones in one write. Safe to kill and to repeat with the same file; the catalog is unchanged until that write.
 */
import type { Catalog, CatalogKey } from '../catalogs/catalog.ts';
import type { CatalogStore } from '../catalogs/catalog-store.ts';
import { keptHeadings, type ReadyList, type WantedCatalog } from './import-file.ts';

/** The unfinished replacement by the same file, read the same way; otherwise a new one. A replacement by another file is abandoned. */
export async function replacementFor(
  catalogs: CatalogStore,
  catalog: Catalog,
  { prepared, layout, table }: Pick<ReadyList, 'prepared' | 'layout' | 'table'>,
  { nowMs, createdBy }: Pick<WantedCatalog, 'nowMs' | 'createdBy'>,
): Promise<Catalog> {
  const begun = (await catalogs.listReplacements(catalog.accountId)).filter(
    ({ replaces }) => replaces === catalog.catalogId,
  );
  const same = begun.find(({ fingerprint, status }) => fingerprint === prepared.sha256 && status !== 'cancelled');
  for (const other of begun) if (other !== same) await catalogs.removeCatalog(other, nowMs);
  const { accountId, name, catalogId: replaces } = catalog;
  const { delimiter } = table;
  const made = { accountId, name, replaces, fingerprint: prepared.sha256, headings: keptHeadings(layout.headings) };
  const by = createdBy === undefined ? {} : { createdBy };
  return same ?? catalogs.createCatalog({ ...made, ...by, delimiter, nowMs });
}

/**
 * Puts a complete replacement in its place and clears the former rows.
 * @returns the catalog's current state; undefined when it has changed meanwhile and has other rows than the replacement was made for
 */
export async function putInPlace(
  catalogs: CatalogStore,
  catalog: Catalog,
  key: CatalogKey,
  nowMs: number,
): Promise<Catalog | undefined> {
  const replacement = await catalogs.findCatalog(key);
  if (replacement?.status !== 'complete' || !(await catalogs.switchRows(catalog, replacement, nowMs))) return undefined;
  await catalogs.clearRemoved(catalog, () => undefined);
  return catalogs.findCatalog(catalog);
}
