/**
 * Exports a catalog as a file: its own columns and the outcome of each filtered row, with the
 * separator of the uploaded file.
 */
import type { CatalogData } from '../../../core/dashboard/views/catalog-data.ts';
import type { CatalogExportData } from '../../api-data.ts';
import { readInTurn } from '../../parts/api.ts';
import { downloadText } from '../../parts/download.ts';
import type { ShownGroup } from './addresses.ts';
import { fileName } from './file-name.ts';

export async function downloadCatalog(catalog: CatalogData, group: ShownGroup | undefined): Promise<void> {
  const parts: string[] = [];
  let next: Readonly<Record<string, string>> | undefined = {};
  while (next !== undefined) {
    const part: CatalogExportData = await readInTurn('/catalogs/export', {
      catalog_id: catalog.id,
      group,
      ...next,
    });
    parts.push(part.csv);
    next = part.next_cursor === null ? undefined : { cursor: String(part.next_cursor), state: part.state };
  }
  downloadText(fileName(catalog.name, group), parts);
}
