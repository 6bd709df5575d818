/** Puts imported rows in the place of a catalog's rows, or clears them away. Both may be killed anywhere and repeated. */
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
    // An earlier run has put it in place and was then killed.
    await catalogs.clearRemoved(replaced, () => undefined);
    return { ended: 'replaced', catalog: replaced };
  }
  const catalog = await putInPlace(catalogs, replaced, key, clock.nowMs());
  return catalog === undefined ? { failed: { kind: 'catalog_changed' } } : { ended: 'replaced', catalog };
}

/** Clears an abandoned replacement, or a catalog whose import failed. */
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
