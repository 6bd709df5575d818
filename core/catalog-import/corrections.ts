/**
 * What a person corrected in a catalog, kept when its file is replaced: a row of the new file that has the same number of the customer's and names
 * the same part gets the item that the person gave it. Memory grows with the corrected rows alone.
 */
import type { ProductIndex } from '../items/product-index.ts';
import type { Catalog, CatalogRow } from '../catalogs/catalog.ts';
import type { NamedRow } from '../table-files/named-row.ts';
import type { CatalogReader, MatchedItem } from '../catalogs/catalog-store.ts';
import type { RowMatch } from './match-rows.ts';
import type { ListColumns } from '../table-files/prepared-file.ts';
import { readRow } from '../table-files/read-row.ts';
import type { RowColumns } from '../table-files/recognize-columns.ts';

const PAGE_ROWS = 1_000;
const ITEMS_A_READ = 100;

export class Corrections {
  readonly #items: ReadonlyMap<string, MatchedItem>;

  private constructor(items: ReadonlyMap<string, MatchedItem>) {
    this.#items = items;
  }

  /** @param list the file that replaces the catalog's */
  static async read(
    { catalogs, products }: { readonly catalogs: CatalogReader; readonly products: ProductIndex },
    catalog: Catalog,
    list: ListColumns,
  ): Promise<Corrections> {
    const columns = formerColumns(list, catalog.headings);
    const itemIds = new Map<string, string>();
    for (let after = 0; ;) {
      const rows = await catalogs.readRows(catalog, { after, limit: PAGE_ROWS });
      const last = rows.at(-1);
      if (last === undefined) break;
      for (const row of rows) {
        if (!row.isCorrected || row.itemId === null || row.cells === null) continue;
        itemIds.set(nameOf(readRow(row.cells, columns, catalog.headings).named), row.itemId);
      }
      after = last.row;
    }
    return new Corrections(await itemsThatStand(products, itemIds));
  }

  /** One match a row, in their order: a correction counts before what the row says. */
  apply(rows: readonly NamedRow[], matches: readonly RowMatch[]): readonly RowMatch[] {
    return matches.map((match, place): RowMatch => {
      const row = rows[place];
      const item = row === undefined ? undefined : this.#items.get(nameOf(row));
      return item === undefined ? match : { kind: 'found', item, by: 'correction' };
    });
  }
}

function nameOf({ itemNumber, supplier, partNumber, gtin }: Pick<CatalogRow, keyof NamedRow>): string {
  return JSON.stringify([itemNumber, supplier, partNumber, gtin]);
}

/** Where the columns of the new file stood in the former one, by their headings. */
function formerColumns({ headings, columns }: ListColumns, former: readonly string[]): RowColumns {
  const placesOf = (field: keyof RowColumns): readonly number[] =>
    columns[field].map((place) => former.indexOf(headings[place] ?? '')).filter((place) => place >= 0);
  return {
    itemNumber: placesOf('itemNumber'),
    supplier: placesOf('supplier'),
    partNumber: placesOf('partNumber'),
    gtin: placesOf('gtin'),
  };
}

async function itemsThatStand(
  products: ProductIndex,
  itemIds: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, MatchedItem>> {
  const wanted = [...new Set(itemIds.values())];
  const known = new Map<string, MatchedItem>();
  for (let place = 0; place < wanted.length; place += ITEMS_A_READ) {
    const items = await products.readItems(wanted.slice(place, place + ITEMS_A_READ), []);
    for (const { id, updated_at } of items.values()) known.set(id, { id, updated_at });
  }
  return new Map([...itemIds].flatMap(([name, id]) => (known.has(id) ? [[name, known.get(id)!]] : [])));
}
