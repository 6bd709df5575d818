/** `catalogs import --preview`: shows how the file is read and how its first rows would match. It stores nothing. */
import type { OpenFile } from '../../../core/catalogs/import/open-file.ts';
import { previewFile, type FilePreview } from '../../../core/catalogs/import/preview-file.ts';
import type { MatchPorts } from '../../../core/catalogs/import/match-file-rows.ts';
import { usedColumns } from './file-labels.ts';

export interface DescribedPreview extends Pick<FilePreview, 'rows' | 'outcomes'> {
  readonly understood: readonly string[];
  readonly columns: ReturnType<typeof usedColumns>;
}

export async function describePreview(
  ports: MatchPorts,
  accountId: string,
  opened: OpenFile,
  understood: readonly string[],
): Promise<DescribedPreview> {
  const { layout, reading } = opened;
  const { rows, outcomes } = await previewFile(ports, accountId, opened);
  const telling = rows.filter(({ isTelling }) => isTelling);
  return { understood, columns: usedColumns(reading.columns, layout.headings), rows: telling, outcomes };
}
