/** What was brought in to replace a catalog's rows: put in their place, or cleared away. Both may be killed anywhere and repeated. */
import { putInPlace } from '../catalog-import/replace-file.ts';
import type { Catalog } from '../catalogs/catalog.ts';
import { catalogKeyOf, type Upload } from './upload.ts';
import type { StepEnd, UploadWork } from './upload-work.ts';

export async function replaceWithUpload(
  { catalogs, clock }: UploadWork,
  upload: Upload,
  replaced: Catalog | undefined,
): Promise<StepEnd> {
  const key = catalogKeyOf(upload);
  if (replaced === undefined || key === undefined) return { failed: { kind: 'catalog_changed' } };
  if (replaced.rowsIn === key.catalogId) {
    // A run before this one has put it in place, and was ended then.
    await catalogs.clearRemoved(replaced, () => undefined);
    return { ended: 'replaced', catalog: replaced };
  }
  const catalog = await putInPlace(catalogs, replaced, key, clock.nowMs());
  return catalog === undefined ? { failed: { kind: 'catalog_changed' } } : { ended: 'replaced', catalog };
}

/** What was to replace a catalog and does not any more, or a catalog whose import failed. */
export async function clearUpload(
  { catalogs, clock }: UploadWork,
  upload: Upload,
  replaced: Catalog | undefined,
): Promise<StepEnd> {
  const key = catalogKeyOf(upload);
  if (key === undefined || replaced?.rowsIn === key.catalogId) return 'done';
  if (upload.replaces === null) {
    // Not where the same file continued it since. What a killed run left of it is cleared, too.
    const status = (await catalogs.findCatalog(key))?.status;
    if (status !== undefined && status !== 'failed') return 'done';
  }
  await catalogs.removeCatalog(key, clock.nowMs());
  // The rows of a replacement are left under the catalog that they were to replace.
  await catalogs.clearRemoved({ ...key, catalogId: upload.replaces ?? key.catalogId }, () => undefined);
  return 'done';
}
