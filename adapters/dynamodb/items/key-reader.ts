/**
 * Reading what is filed under keys: the key row, the rows of items that do not fit, and, until the index was gone through, the rows in
 * which the first format filed parts. Old and new rows are read together: looking into the old ones only where the new ones hold nothing would
 * let a number that is written alike win over the one that was asked for.
 */
import { QueryCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { MakerKey } from '../../../core/part-keys/manufacturer-name.ts';
import type { IndexKey, KeyEntry } from '../../../core/items/product-index.ts';
import { FORMAT_MARKER, type SeenFormat } from './index-format.ts';
import { countApart, keyEntries, readEntry, type NamesEntry } from './key-entries.ts';
import { apartPrefix, firstFormatRow, keyRow } from './product-index-keys.ts';
import { rowId, type Row, type RowKey } from '../client/row-key.ts';

/** Items apart that are read whole; of more, those of the asked maker alone, under its usual spellings. Some 100 kB. */
const MAX_APART = 1_000;

type Rows = ReadonlyMap<string, Row>;
export type Spellings = (maker: MakerKey) => readonly MakerKey[];

export class KeyReader {
  readonly #client: DynamoDBDocumentClient;
  readonly #tableName: string;
  readonly #format: SeenFormat;

  constructor(client: DynamoDBDocumentClient, tableName: string, format: SeenFormat) {
    this.#client = client;
    this.#tableName = tableName;
    this.#format = format;
  }

  /** The rows to read for the keys; hand them to `entriesOf`. */
  rowsOf(keys: readonly IndexKey[]): readonly RowKey[] {
    const rows = keys.map(keyRow);
    return this.#format.isComplete ? rows : [...rows, FORMAT_MARKER, ...keys.flatMap(firstFormatRows)];
  }

  /**
   * The entries of each key, in their order; reads on where items stand apart.
   * @param spellings the keys that a maker's items are likely filed under
   */
  async entriesOf(
    keys: readonly IndexKey[],
    rows: Rows,
    { consistent, spellings }: { readonly consistent: boolean; readonly spellings: Spellings },
  ): Promise<readonly (readonly KeyEntry[])[]> {
    this.#format.note(rows.get(rowId(FORMAT_MARKER)));
    return Promise.all(
      keys.map(async (key) => {
        const row = rows.get(rowId(keyRow(key)));
        const prefixes = apartPrefixes(key, countApart(row), spellings);
        const apart = await Promise.all(prefixes.map((prefix) => this.#readApart(key, prefix, consistent)));
        const older = firstFormatRows(key).flatMap((old) => keyEntries(rows.get(rowId(old))));
        return eachItemOnce([...keyEntries(row), ...apart.flat(), ...older]);
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

/** Where the items that stand apart are looked for: all of them, or where they are too many those of the asked maker. */
function apartPrefixes(key: IndexKey, count: number, spellings: Spellings): readonly string[] {
  if (count === 0) return [];
  const isOfMaker = key.by === 'part' && count > MAX_APART;
  return isOfMaker ? spellings(key.maker).map((maker) => apartPrefix(maker)) : [apartPrefix(undefined)];
}

function firstFormatRows(key: IndexKey): readonly RowKey[] {
  return key.by === 'part' ? [firstFormatRow(key.maker, key.part)] : [];
}

function readApartRow(row: Row): KeyEntry {
  return readEntry(row.sk.slice(-'itm_00000000'.length), row['names'] as NamesEntry);
}

/** The first entry of an item is its newest form; under two makers it may stand apart twice. */
function eachItemOnce(entries: readonly KeyEntry[]): readonly KeyEntry[] {
  const byItem = new Map<string, KeyEntry>();
  for (const entry of entries) if (!byItem.has(entry.itemId)) byItem.set(entry.itemId, entry);
  return [...byItem.values()];
}
