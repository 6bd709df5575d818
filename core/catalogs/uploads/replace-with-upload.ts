/** Replaces a catalog's rows with imported ones, or removes imported ones. Both are safe to kill and to repeat. */
import { putInPlace } from '../import/replacement.ts';
import type { Catalog } from '../rows/catalog.ts';
import { catalogKeyOf, type Upload } from './upload.ts';
import type { StepEnd, UploadImportPorts } from './upload-work.ts';

export async function replaceWithUpload(
  { catalogs, clock }: UploadImportPorts,
  upload: Upload,
  replaced: Catalog | undefined,
): Promise<StepEnd> {
  const key = catalogKeyOf(upload);
  if (replaced === undefined || key === undefined) return { kind: 'failed', problem: { kind: 'catalog_changed' } };
  if (replaced.rowsIn === key.catalogId) {
    // An earlier run made the replacement and was then killed.
    await catalogs.clearRemoved(replaced, () => undefined);
    return { kind: 'ended', end: 'replaced', catalog: replaced };
  }
  const catalog = await putInPlace(catalogs, replaced, key, clock.nowMs());
  if (catalog === undefined) return { kind: 'failed', problem: { kind: 'catalog_changed' } };
  return { kind: 'ended', end: 'replaced', catalog };
}

/** Removes an abandoned replacement, or a catalog with a failed import. */
export async function clearUpload(
  { catalogs, clock }: UploadImportPorts,
  upload: Upload,
  replaced: Catalog | undefined,
): Promise<StepEnd> {
  const key = catalogKeyOf(upload);
  if (key === undefined || replaced?.rowsIn === key.catalogId) return { kind: 'unchanged', work: 'done' };
  if (upload.replaces === null) {
    // The catalog stays if the same file has continued its import. What a killed run left of it is removed too.
    const status = (await catalogs.findCatalog(key))?.status;
    if (status !== undefined && status !== 'failed') return { kind: 'unchanged', work: 'done' };
  }
  await catalogs.removeCatalog(key, clock.nowMs());
  // The rows of a replacement are stored under the catalog that they were to replace.
  await catalogs.clearRemoved({ ...key, catalogId: upload.replaces ?? key.catalogId }, () => undefined);
  return { kind: 'unchanged', work: 'done' };
}
