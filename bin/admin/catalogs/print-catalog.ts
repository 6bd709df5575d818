/** A catalog and its rows on a screen and as JSON. */
import { nameCandidate, type Catalog, type CatalogRow } from '../../../functions/core/catalogs/catalog.ts';
import { showCatalog } from '../../../functions/core/catalogs/list-catalogs.ts';
import { printFields, printTable } from '../console/print.ts';

export function printCatalog(catalog: Catalog): void {
  const { rows, ...fields } = showCatalog(catalog);
  const { total, ...counts } = rows;
  printFields({
    catalog: fields.id,
    name: fields.name,
    status: fields.status,
    ...(catalog.failure === null ? {} : { failure: catalog.failure }),
    created: fields.created_at,
    completed: fields.completed_at,
    rows: total,
    ...Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)),
  });
}

export function printRows(rows: readonly CatalogRow[]): void {
  printTable(
    [
      'Row',
      'Outcome',
      { heading: 'Item number', minor: true },
      'Supplier',
      'Part number',
      { heading: 'GTIN', minor: true },
      { heading: 'Item', minor: true },
      { heading: 'Reason', minor: true },
    ],
    rows.map(({ row, outcome, itemNumber, supplier, partNumber, gtin, itemId, reason, candidates }) => [
      row,
      outcome,
      itemNumber,
      supplier,
      partNumber,
      gtin,
      itemId,
      [reason, ...candidates.map(nameCandidate)].filter(Boolean).join('; '),
    ]),
  );
}

export function rowJson({
  row,
  outcome,
  itemNumber,
  supplier,
  partNumber,
  gtin,
  itemId,
  reason,
  candidates,
}: CatalogRow) {
  return {
    row,
    outcome,
    your_item_number: itemNumber,
    supplier,
    supplier_part_number: partNumber,
    gtin,
    item_id: itemId,
    reason,
    candidates: candidates.map(({ manufacturer, partNumber: part_number }) => ({ manufacturer, part_number })),
  };
}
