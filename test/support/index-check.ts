/** Compares every row of a ProductIndex with what its CORE rows say should be there. It scans, as only a test may. */
import { ScanCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { filingsOf } from '../../functions/adapters/dynamodb/product-index-key-updates.ts';
import {
  indexKeyRow,
  itemIdOf,
  postingKey,
  postingName,
} from '../../functions/adapters/dynamodb/product-index-keys.ts';
import { readCore, recordRows, withSections } from '../../functions/adapters/dynamodb/product-index-rows.ts';
import { rowId, type Row } from '../../functions/adapters/dynamodb/row-key.ts';
import { positionOf } from '../../functions/core/products/item-position.ts';
import { ITEM_SECTIONS, type ItemRecord } from '../../functions/core/products/item-record.ts';
import { termsOf } from '../../functions/core/products/search-terms.ts';
import { signatureOf } from '../../functions/core/products/term-signature.ts';

export interface IndexState {
  readonly records: ReadonlyMap<string, ItemRecord>;
  /** One line for each row that is missing, too much, or says the wrong thing. */
  readonly faults: readonly string[];
}

export async function checkIndex(client: DynamoDBDocumentClient, tableName: string): Promise<IndexState> {
  const rows = new Map((await scan(client, tableName)).map((row) => [rowId(row), row]));
  const records = new Map<string, ItemRecord>();
  const expected = new Map<string, unknown>();
  const faults: string[] = [];
  for (const row of rows.values()) {
    const itemId = itemIdOf(row);
    if (itemId === undefined || row.sk !== 'CORE') continue;
    expect(expected, row, 'any');
    const core = readCore(itemId, row);
    if (core.pending.size > 0) faults.push(`${itemId} has ${core.pending.size} postings pending`);
    if (core.record === undefined) continue;
    const record = withSections({ ...core, record: core.record }, ITEM_SECTIONS, (section) =>
      rows.get(rowId({ pk: row.pk, sk: `SECTION#${section}` })),
    );
    if (record === 'torn') faults.push(`${itemId} is torn`);
    else records.set(itemId, record);
  }
  for (const record of records.values()) expectRowsOf(expected, record);
  faults.push(...differences(rows, expected));
  return { records, faults };
}

function expectRowsOf(expected: Map<string, unknown>, record: ItemRecord): void {
  const terms = termsOf(record);
  for (const section of recordRows(record, terms).sections.values()) expect(expected, section, section);
  for (const term of terms) {
    const key = postingKey(postingName(term, positionOf(record)));
    expect(expected, key, { ...key, sig: signatureOf(terms) });
  }
  for (const { key, verbatim } of filingsOf(record)) {
    const row = indexKeyRow(key);
    expect(expected, row, { ...row, ...(expected.get(rowId(row)) as object), [record.id]: verbatim });
  }
}

function expect(expected: Map<string, unknown>, key: { pk: string; sk: string }, content: unknown): void {
  expected.set(rowId(key), content);
}

function differences(rows: ReadonlyMap<string, Row>, expected: ReadonlyMap<string, unknown>): string[] {
  const missing = [...expected.keys()].filter((id) => !rows.has(id)).map((id) => `missing ${id}`);
  const found = [...rows].flatMap(([id, row]) => {
    // A key row stays when its last item leaves it.
    if (!expected.has(id)) return Object.keys(row).some(isContent) ? [`too much: ${id}`] : [];
    const content = expected.get(id);
    return content === 'any' || canonical(row) === canonical(content) ? [] : [`wrong: ${id}`];
  });
  return [...missing, ...found];
}

function isContent(name: string): boolean {
  return !['pk', 'sk', 'changes'].includes(name);
}

function canonical(row: unknown): string {
  const entries = Object.entries(row as object).filter(([name]) => name !== 'changes');
  const comparable = entries.map(([name, value]) => [
    name,
    value instanceof Uint8Array ? [...value] : (value as unknown),
  ]);
  return JSON.stringify(comparable.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)));
}

async function scan(client: DynamoDBDocumentClient, tableName: string): Promise<Row[]> {
  const rows: Row[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const page = await client.send(
      new ScanCommand({ TableName: tableName, ConsistentRead: true, ...(start && { ExclusiveStartKey: start }) }),
    );
    rows.push(...((page.Items ?? []) as Row[]));
    start = page.LastEvaluatedKey;
  } while (start !== undefined);
  return rows;
}
