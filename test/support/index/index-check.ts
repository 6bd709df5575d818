/** Compares every row of a ItemIndex with what its CORE rows imply. It scans, which only a test may do. */
import { ScanCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { countApart, keyEntries, namesOf } from '../../../adapters/dynamodb/index/key-entries.ts';
import { indexKeysOf } from '../../../adapters/dynamodb/index/item-index-key-updates.ts';
import {
  alikeKey,
  apartKeys,
  coreKey,
  itemIdOf,
  keyRow,
  numberListKey,
  postingKey,
  postingName,
} from '../../../adapters/dynamodb/index/item-index-keys.ts';
import { coreJson, readCore, readStoredItem, recordRows } from '../../../adapters/dynamodb/index/item-index-rows.ts';
import { rowId, type Row } from '../../../adapters/dynamodb/client/row-key.ts';
import { positionOf } from '../../../core/index/items/item-position.ts';
import { ITEM_SECTIONS, type ItemRecord } from '../../../core/index/items/item-record.ts';
import { manufacturersOf, partKeyOf } from '../../../core/index/items/item-identity.ts';
import { termsOf, titleTermsOf } from '../../../core/index/search/search-terms.ts';
import { quantitiesOf } from '../../../core/index/items/item-quantities.ts';
import { bucketTerms } from '../../../core/index/search/quantity-buckets.ts';
import { withLifecycle } from '../../../core/index/items/item-lifecycle.ts';
import { signatureOf } from '../../../core/index/search/term-signature.ts';

export interface IndexState {
  readonly records: ReadonlyMap<string, ItemRecord>;
  /** One line for each row that is missing, superfluous, or wrong. */
  readonly faults: readonly string[];
}

export async function checkIndex(client: DynamoDBDocumentClient, tableName: string): Promise<IndexState> {
  const rows = new Map((await scan(client, tableName)).map((row) => [rowId(row), row]));
  const items = new Map<string, ItemRecord>();
  const expected = new Map<string, unknown>();
  const faults: string[] = [];
  for (const row of rows.values()) {
    const itemId = itemIdOf(row);
    if (itemId === undefined || row.sk !== 'CORE') continue;
    expect(expected, row, 'any');
    const core = readCore(itemId, row);
    if (core.pending.size > 0) faults.push(`${itemId} has ${core.pending.size} postings pending`);
    const { item } = readStoredItem(itemId, ITEM_SECTIONS, rows);
    if (item === undefined) continue;
    if (item === 'torn') faults.push(`${itemId} is torn`);
    else items.set(itemId, item);
  }
  for (const item of items.values()) {
    expectRowsOf(expected, item);
    faults.push(...expectFiled(rows, expected, item));
  }
  const apart = itemsApart(expected);
  for (const row of rows.values()) if (row.sk === 'KEY') faults.push(...strayEntries(row, items, apart));
  faults.push(...differences(rows, expected));
  return { records: items, faults };
}

/**
 * Adds the entries of an item under each of its keys: in the key row, as a copy or by its names, or stored separately,
 * as its CORE row says.
 */
function expectFiled(rows: ReadonlyMap<string, Row>, expected: Map<string, unknown>, item: ItemRecord): string[] {
  const apart = (rows.get(rowId(coreKey(item.id)))?.['apart'] ?? new Set()) as ReadonlySet<string>;
  const { large } = recordRows(item, [], {});
  const names = namesOf(item, large);
  const part = partKeyOf(item);
  if (part !== undefined && manufacturersOf(item).length > 0) {
    const alike = alikeKey(item.mpn ?? '', item.id);
    expect(expected, alike, { ...alike, names: names.slice(0, 3) });
  }
  if (part !== undefined) {
    const place = numberListKey(part, item.id);
    expect(expected, place, {
      ...place,
      names: names.slice(0, 3),
      at: positionOf(item),
      sig: signatureOfRecord(item),
    });
  }
  return indexKeysOf(item).flatMap((key) => {
    const row = keyRow(key);
    expect(expected, row, 'any');
    const entry = rows.get(rowId(row))?.[item.id];
    if (apart.has(row.pk)) {
      for (const place of apartKeys(key, manufacturersOf(item), item.id)) expect(expected, place, { ...place, names });
      return entry === undefined ? [] : [`${item.id} stands twice under ${row.pk}`];
    }
    const isRight = entry === coreJson(withLifecycle(item), large) || JSON.stringify(entry) === JSON.stringify(names);
    return isRight ? [] : [`wrong: ${item.id} in ${row.pk}`];
  });
}

/** Returns the items that should be stored separately from their key's row, by its partition. */
function itemsApart(expected: ReadonlyMap<string, unknown>): ReadonlyMap<string, ReadonlySet<string>> {
  const items = new Map<string, Set<string>>();
  for (const place of expected.keys()) {
    const [pk, sk] = JSON.parse(place) as [string, string];
    if (sk.startsWith('ITEM#')) items.set(pk, (items.get(pk) ?? new Set()).add(sk.slice(-12)));
  }
  return items;
}

/** Returns entries that the row should not have, and a wrong count of those stored separately. */
function strayEntries(
  row: Row,
  items: ReadonlyMap<string, ItemRecord>,
  apart: ReadonlyMap<string, ReadonlySet<string>>,
): string[] {
  const id = rowId(row);
  const stray = keyEntries(row).filter(({ itemId }) => {
    const item = items.get(itemId);
    return item === undefined || !indexKeysOf(item).some((key) => rowId(keyRow(key)) === id);
  });
  const miscounted =
    countApart(row) === (apart.get(row.pk)?.size ?? 0) ? [] : [`${id} counts ${countApart(row)} apart`];
  return [...stray.map(({ itemId }) => `too much: ${itemId} in ${id}`), ...miscounted];
}

function expectRowsOf(expected: Map<string, unknown>, item: ItemRecord): void {
  const terms = termsOf(item);
  for (const section of recordRows(item, terms, {}).sections.values()) expect(expected, section, section);
  const sig = signatureOfRecord(item);
  for (const term of terms) {
    const key = postingKey(postingName(term, positionOf(item)));
    expect(expected, key, { ...key, sig });
  }
}

function signatureOfRecord(item: ItemRecord): Uint8Array {
  return signatureOf([...termsOf(item), ...bucketTerms(quantitiesOf(item))], titleTermsOf(item));
}

function expect(expected: Map<string, unknown>, key: { pk: string; sk: string }, content: unknown): void {
  expected.set(rowId(key), content);
}

function differences(rows: ReadonlyMap<string, Row>, expected: ReadonlyMap<string, unknown>): string[] {
  const missing = [...expected.keys()].filter((id) => !rows.has(id)).map((id) => `missing ${id}`);
  const found = [...rows].flatMap(([id, row]) => {
    // A key row stays when its last item leaves it; its entries are checked above.
    if (!expected.has(id)) return row.sk === 'KEY' || row.pk.startsWith('VOCABULARY') ? [] : [`too much: ${id}`];
    const content = expected.get(id);
    return content === 'any' || canonical(row) === canonical(content) ? [] : [`wrong: ${id}`];
  });
  return [...missing, ...found];
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
