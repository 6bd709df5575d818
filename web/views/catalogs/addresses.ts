/** The addresses of the catalogs, an upload and the rows of a catalog: they include filter, page and open sheet. */
import type { RowGroup } from '../../../core/catalogs/rows/row-groups.ts';
import { addressOf } from '../../parts/route.ts';

const VIEW = 'catalogs';

/** The filters of the rows: a group, or the rows whose own words contradict their part. */
export type ShownGroup = RowGroup | 'check';

export function addressOfCatalogs(before?: number): string {
  return addressOf(VIEW, { before: before === undefined ? undefined : String(before) });
}

interface ShownMatches {
  /** A text of the matches; all match the empty one. */
  readonly find?: string | undefined;
  /** `again`: only those to look at again. */
  readonly look?: string | undefined;
  /** The position after which they begin. */
  readonly after?: string | undefined;
}

export function addressOfRemembered({ find, look, after }: ShownMatches = {}): string {
  return addressOf(VIEW, { remembered: 'all', find: find === '' ? undefined : find, look, after });
}

/**
 * @param becomes the catalog that the file replaces; without it, the file becomes a new one
 * @param rows the group whose example rows are shown; without it, a few of each
 */
export function addressOfUpload(uploadId: string, becomes?: string, rows?: RowGroup): string {
  return addressOf(VIEW, { upload: uploadId, becomes, rows });
}

interface ShownRows {
  readonly group?: ShownGroup | undefined;
  /** The position after which the shown rows begin. */
  readonly after?: string | undefined;
  /** The row whose sheet is open. */
  readonly fix?: number | undefined;
  readonly isResearchOpen?: boolean;
}

export function addressOfCatalog(catalogId: string, shown: ShownRows = {}): string {
  return addressOf(VIEW, {
    list: catalogId,
    show: shown.group,
    after: shown.after,
    fix: shown.fix === undefined ? undefined : String(shown.fix),
    ask: shown.isResearchOpen === true ? 'research' : undefined,
  });
}
