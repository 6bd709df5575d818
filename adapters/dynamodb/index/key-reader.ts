/** Reads the items of keys: the key row, and the rows of items that do not fit into it. */
import { QueryCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { ManufacturerKey } from '../../../core/index/part-keys/manufacturer-name.ts';
import type { IndexKey, KeyEntry } from '../../../core/index/items/item-index.ts';
import { countApart, keyEntries, readEntry, type NamesEntry } from './key-entries.ts';
import { apartPrefix, keyRow } from './item-index-keys.ts';
import { rowId, type Row, type RowKey } from '../client/row-key.ts';

/**
 * The most items outside the key row that are all read; above it, only those of the requested manufacturer, under its
 * usual spellings. About 100 kB.
 */
const MAX_APART = 1_000;

type Rows = ReadonlyMap<string, Row>;
type Spellings = (manufacturer: ManufacturerKey) => readonly ManufacturerKey[];

export class KeyReader {
  readonly #client: DynamoDBDocumentClient;
  readonly #tableName: string;

  constructor(client: DynamoDBDocumentClient, tableName: string) {
    this.#client = client;
    this.#tableName = tableName;
  }

  /** The rows to read for the keys; hand them to `entriesOf`. */
  rowsOf(keys: readonly IndexKey[]): readonly RowKey[] {
    return keys.map(keyRow);
  }

  /**
   * The entries of each key, in their order; reads further rows where items do not fit into the key row.
   * @param spellings the keys that a manufacturer's items are likely filed under
   */
  async entriesOf(
    keys: readonly IndexKey[],
    rows: Rows,
    { consistent, spellings }: { readonly consistent: boolean; readonly spellings: Spellings },
  ): Promise<readonly (readonly KeyEntry[])[]> {
    return Promise.all(
      keys.map(async (key) => {
        const row = rows.get(rowId(keyRow(key)));
        const prefixes = apartPrefixes(key, countApart(row), spellings);
        const apart = await Promise.all(prefixes.map((prefix) => this.#readApart(key, prefix, consistent)));
        return eachItemOnce([...keyEntries(row), ...apart.flat()]);
      }),
    );
  }

  async #readApart(key: IndexKey, prefix: string, consistent: boolean): Promise<readonly KeyEntry[]> {
    const entries: KeyEntry[] = [];
    let start: Record<string, unknown> | undefined;
    do {
      const page = await this.#client.send(
        new QueryCommand({
          TableName: this.#tableName,
          KeyConditionExpression: 'pk = :key AND begins_with(sk, :apart)',
          ExpressionAttributeValues: { ':key': keyRow(key).pk, ':apart': prefix },
          ConsistentRead: consistent,
          Limit: MAX_APART,
          ...(start && { ExclusiveStartKey: start }),
        }),
      );
      for (const row of page.Items ?? []) entries.push(readApartRow(row as Row));
      start = page.LastEvaluatedKey;
    } while (start !== undefined && entries.length < MAX_APART);
    return entries;
  }
}

/**
 * Returns the prefixes of items outside the key row: of all or, if there are too many, of those of the requested
 * manufacturer.
 */
function apartPrefixes(key: IndexKey, count: number, spellings: Spellings): readonly string[] {
  if (count === 0) return [];
  const isOfManufacturer = key.by === 'part' && count > MAX_APART;
  return isOfManufacturer
    ? spellings(key.manufacturerKey).map((manufacturer) => apartPrefix(manufacturer))
    : [apartPrefix(undefined)];
}

function readApartRow(row: Row): KeyEntry {
  return readEntry(row.sk.slice(-'itm_00000000'.length), row['names'] as NamesEntry);
}

/** The first entry of an item is its newest form; an item of two manufacturers may have two rows. */
function eachItemOnce(entries: readonly KeyEntry[]): readonly KeyEntry[] {
  const byItem = new Map<string, KeyEntry>();
  for (const entry of entries) if (!byItem.has(entry.itemId)) byItem.set(entry.itemId, entry);
  return [...byItem.values()];
}
