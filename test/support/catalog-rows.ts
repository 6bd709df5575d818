/** What a catalog holds in storage, read past the ports; and files of rows for tests. */
import { QueryCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { DynamoCatalogStore } from '../../adapters/dynamodb/catalogs/dynamo-catalog-store.ts';
import {
  countRows,
  ROW_OUTCOMES,
  type Catalog,
  type CatalogKey,
  type CatalogRow,
} from '../../core/catalogs/catalog.ts';
import type { NamedRow } from '../../core/table-files/named-row.ts';
import type { SourceRow } from '../../core/table-files/prepared-file.ts';

function namedRow(cells: Partial<NamedRow>): NamedRow {
  return { itemNumber: null, supplier: null, partNumber: null, gtin: null, ...cells };
}

export function catalogRow(row: number, cells: Partial<CatalogRow> = {}): CatalogRow {
  return {
    ...namedRow({}),
    row,
    outcome: 'not_found',
    itemId: null,
    itemUpdatedAt: null,
    reason: null,
    candidates: [],
    isCorrected: false,
    cells: null,
    ...cells,
  };
}

/** How the lists of tests are laid out. */
export const LIST_OF_TESTS = {
  headings: ['Item number', 'Manufacturer', 'MPN', 'GTIN'],
  columns: { itemNumber: [0], supplier: [1], partNumber: [2], gtin: [3] },
};

/** The rows as a prepared list gives them, every one ten bytes long; only those behind `from`. */
export async function* sourceOf(rows: readonly (Partial<NamedRow> | 'broken')[], from = 0): AsyncGenerator<SourceRow> {
  for (const [index, row] of rows.entries()) {
    if (index < from) continue;
    const endBytes = 10 * (index + 1);
    if (row === 'broken') yield { kind: 'broken', reason: 'cannot be read', endBytes };
    else {
      const { itemNumber, supplier, partNumber, gtin } = namedRow(row);
      yield { kind: 'cells', cells: [itemNumber, supplier, partNumber, gtin].map((cell) => cell ?? ''), endBytes };
    }
  }
}

/** The stored rows of the catalog's partition, raw, in the order of their keys. */
export async function storedRows(
  client: DynamoDBDocumentClient,
  tableName: string,
  { accountId, catalogId, rowsIn = catalogId }: CatalogKey & { readonly rowsIn?: string },
): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const page = await client.send(
      new QueryCommand({
        TableName: tableName,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': `CATALOG#${accountId}#${rowsIn}` },
        ConsistentRead: true,
        ...(from === undefined ? {} : { ExclusiveStartKey: from }),
      }),
    );
    rows.push(...(page.Items ?? []));
    from = page.LastEvaluatedKey;
  } while (from !== undefined);
  return rows.map(({ pk: _, ...row }) => row);
}

/** What disagrees between rows, copies by outcome and the head's counts; empty when nothing does. */
export async function disagreements(
  client: DynamoDBDocumentClient,
  tableName: string,
  key: CatalogKey,
): Promise<string[]> {
  const catalog = await new DynamoCatalogStore(client, tableName).findCatalog(key);
  const stored = await storedRows(client, tableName, catalog ?? key);
  // The customer's own cells stand in the row alone.
  const shape = ({ sk: _, cells: __, ...row }: Record<string, unknown>) => JSON.stringify(row, Object.keys(row).sort());
  const rows = stored.filter(({ sk }) => String(sk).startsWith('ROW#'));
  const copies = new Map(
    stored.filter(({ sk }) => String(sk).startsWith('OUTCOME#')).map((row) => [String(row['sk']), row]),
  );
  const wrong = rows.flatMap((row) => {
    const copyKey = `OUTCOME#${String(row['outcome'])}#${String(row['sk']).slice('ROW#'.length)}`;
    const copy = copies.get(copyKey);
    return copy !== undefined && shape(copy) === shape(row) ? [] : [`${copyKey} is not a copy of its row`];
  });
  if (copies.size !== rows.length) wrong.push(`${rows.length} rows have ${copies.size} copies`);
  const counts = countRows(rows as { outcome: CatalogRow['outcome'] }[]);
  const said = catalog?.counts ?? countRows([]);
  wrong.push(
    ...ROW_OUTCOMES.filter((outcome) => counts[outcome] !== said[outcome]).map(
      (outcome) => `${said[outcome]} rows are said to be ${outcome}, ${counts[outcome]} are`,
    ),
  );
  const missing = rows.filter(({ row }, index) => row !== index + 1).length;
  if (missing > 0) wrong.push(`${missing} rows do not follow the one before`);
  return wrong;
}

export async function newCatalog(store: DynamoCatalogStore, accountId: string, name = 'parts.csv'): Promise<Catalog> {
  return store.createCatalog({
    accountId,
    name,
    fingerprint: 'f',
    headings: LIST_OF_TESTS.headings,
    nowMs: Date.UTC(2026, 10, 18, 12),
  });
}
