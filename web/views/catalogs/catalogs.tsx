/**
 * The catalog views: all catalogs, the upload of a file until its import, and the workbench of one catalog. The
 * address selects the view.
 */
import { useRef } from 'preact/hooks';
import { useRoute } from '../../parts/route.ts';
import { CatalogList } from './catalog-list.tsx';
import { UploadSteps } from './upload/upload-steps.tsx';
import { RememberedMatches } from './remembered.tsx';
import { Workbench } from './workbench/workbench.tsx';

export function CatalogsView() {
  const { query } = useRoute();
  /** The files that were chosen in this tab, by upload id. */
  const files = useRef(new Map<string, File>());
  const { upload, list, remembered } = query;
  if (remembered !== undefined) return <RememberedMatches />;
  if (upload !== undefined) return <UploadSteps key={upload} uploadId={upload} files={files.current} />;
  if (list !== undefined) return <Workbench key={list} catalogId={list} files={files.current} />;
  return <CatalogList files={files.current} />;
}
