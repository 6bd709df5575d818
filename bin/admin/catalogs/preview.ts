/** `catalogs import --preview`: what is understood of the file, and how its first rows would match. Nothing is stored. */
import type { OpenList } from '../../../functions/core/catalogs/open-list.ts';
import { previewList, type ListPreview } from '../../../functions/core/catalogs/preview-list.ts';
import type { ProductIndex } from '../../../functions/core/products/product-index.ts';
import { describeList, usedColumns } from './list-words.ts';

export interface DescribedPreview extends ListPreview {
  readonly understood: readonly string[];
  readonly columns: ReturnType<typeof usedColumns>;
}

export async function describePreview(products: ProductIndex, list: OpenList): Promise<DescribedPreview> {
  const { layout, reading } = list;
  return {
    understood: describeList(list),
    columns: usedColumns(reading.columns, layout.headings),
    ...(await previewList(products, list)),
  };
}
