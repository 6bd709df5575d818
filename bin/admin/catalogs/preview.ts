/** `catalogs import --preview`: shows how the file is read and how its first rows would match. It stores nothing. */
import type { OpenList } from '../../../core/catalogs/import/open-file.ts';
import { previewList, type ListPreview } from '../../../core/catalogs/import/preview-file.ts';
import type { MatchPorts } from '../../../core/catalogs/import/match-list-rows.ts';
import { describeList, usedColumns } from './list-words.ts';

export interface DescribedPreview extends Pick<ListPreview, 'rows' | 'outcomes'> {
  readonly understood: readonly string[];
  readonly columns: ReturnType<typeof usedColumns>;
}

export async function describePreview(ports: MatchPorts, accountId: string, list: OpenList): Promise<DescribedPreview> {
  const { layout, reading } = list;
  const { rows, outcomes } = await previewList(ports, accountId, list);
  return { understood: describeList(list), columns: usedColumns(reading.columns, layout.headings), rows, outcomes };
}
