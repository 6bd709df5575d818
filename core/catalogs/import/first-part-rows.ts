/**
 * Decides when two rows of a file name the same part: they match the same item or, if the index has none, the same part
 * key. Two spellings of a part number are therefore one part; two similar part numbers are two parts.
 */
import type { Part } from '../../index/lookup/find-part.ts';
import type { CatalogRow, RowsKey } from '../rows/catalog.ts';
import type { CatalogReader } from '../rows/catalog-store.ts';
import { FirstRows } from '../rows/first-rows.ts';
import { readRowParts, type RowMatch } from './match-rows.ts';

const PAGE_ROWS = 1_000;

export function identityOf(match: RowMatch & { kind: 'found' | 'missing' }): string {
  return match.kind === 'found' ? itemIdentity(match.item.id) : partIdentity(match.lookedUp);
}

/** Reads back the parts that the first `rows` rows of a catalog name, to restore the state of an interrupted import. */
export async function readFirstRows(store: CatalogReader, key: RowsKey, rows: number): Promise<FirstRows> {
  const firstRows = new FirstRows();
  for (let after = 0; after < rows;) {
    const page = await store.readRows(key, { after, limit: Math.min(PAGE_ROWS, rows - after) });
    for (const row of page) for (const identity of identitiesOfRow(row)) firstRows.firstRow(identity, row.row);
    const last = page.at(-1);
    if (last === undefined) break;
    after = last.row;
  }
  return firstRows;
}

/** A row that was not found at import still counts under the part that it names, even if the part was found later. */
function identitiesOfRow(row: CatalogRow): string[] {
  switch (row.outcome) {
    case 'cache_hit':
      return row.itemId === null ? [] : [itemIdentity(row.itemId)];
    case 'not_found':
    case 'enriched':
    case 'refreshed': {
      const parts = readRowParts(row);
      const part = parts.ok ? (parts.value.part ?? parts.value.barcode) : undefined;
      const identity = part === undefined ? [] : [partIdentity(part)];
      return row.itemId === null ? identity : [...identity, itemIdentity(row.itemId)];
    }
    case 'error':
    case 'duplicate':
    case 'skipped':
    case 'cancelled':
      return [];
  }
}

function itemIdentity(itemId: string): string {
  return `item ${itemId}`;
}

function partIdentity(part: Part): string {
  return part.by === 'gtin' ? `gtin ${part.gtin}` : `part ${part.manufacturerKey}#${part.part}`;
}
