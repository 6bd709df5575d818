/**
 * A ItemIndex in an engine inside this process, filled straight into its database, for tests of so many items that
 * regular writes would take minutes. The rows are those that the writer plans for a new item. They are stored in a
 * folder, because the four million rows of 100,000 items would not fit into memory.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { waitUntilTableExists } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { TransactItem } from '../../../adapters/dynamodb/client/transact-write.ts';
import { planWrite } from '../../../adapters/dynamodb/index/item-index-plan.ts';
import { quantitiesOf } from '../../../core/index/items/item-quantities.ts';
import { fencedRow, recordRows } from '../../../adapters/dynamodb/index/item-index-rows.ts';
import { rowId, type Row } from '../../../adapters/dynamodb/client/row-key.ts';
import type { ItemRecord } from '../../../core/index/items/item-record.ts';
import { termsOf } from '../../../core/index/search/search-terms.ts';
import { SIGNATURE_BITS } from '../../../core/index/search/term-signature.ts';
import { engineCalls } from '../../../local/dynamodb/embedded-dynamodb.ts';
import { dynalite, type BatchOperation, type Table, type WireItem } from '../../../local/dynamodb/dynalite.ts';
import { itemPrefix, readTable } from '../../../local/dynamodb/items.ts';
import { newTable } from '../../../local/dynamodb/new-table.ts';
import { openStore } from '../../../local/dynamodb/open-store.ts';
import { directClient } from '../stores/dynamodb-client.ts';

const tableName = 'ProductIndex';
const ROWS_A_BATCH = 5_000;

export interface LoadedIndex {
  readonly tableName: string;
  /** Opens a new client of the engine. */
  client(): DynamoDBDocumentClient;
  load(items: readonly ItemRecord[]): Promise<void>;
  stop(): Promise<void>;
}

export async function openLoadedIndex(): Promise<LoadedIndex> {
  const folder = await mkdtemp(path.join(tmpdir(), 'index-'));
  const store = await openStore(folder);
  const call = engineCalls(store);
  const client = () => directClient(call);
  await client().send(newTable(tableName));
  const waiting = { client: client(), maxWaitTime: 20, minDelay: 0.01, maxDelay: 0.1 };
  await waitUntilTableExists(waiting, { TableName: tableName });
  const table = await readTable(store, tableName);
  return {
    tableName,
    client,
    load: async (items) => {
      let batch: BatchOperation[] = [];
      for (const row of rowsOf(items)) {
        batch.push({ type: 'put', key: `${itemPrefix(tableName)}${keyOf(row, table)}`, value: wireItem(row) });
        if (batch.length < ROWS_A_BATCH) continue;
        await store.db.batch(batch);
        batch = [];
      }
      await store.db.batch(batch);
    },
    stop: async () => {
      await store.lifecycleManager.gracefulClose();
      await rm(folder, { recursive: true });
    },
  };
}

function keyOf({ pk, sk }: Row, table: Table): string {
  return dynalite.createKey({ pk: { S: pk }, sk: { S: sk } }, table);
}

/** Key rows of several items are joined within one load, so a part number must not occur in two loads. */
export function* rowsOf(items: readonly ItemRecord[]): Generator<Row> {
  const keyRows = new Map<string, Row>();
  for (const item of items) {
    const plan = planWrite(undefined, item, recordRows(item, termsOf(item), quantitiesOf(item)), {
      tableName,
      signatureBits: SIGNATURE_BITS,
      keyRows,
    });
    yield fencedRow(plan?.core ?? { pk: '', sk: '' }, 'loaded', []);
    for (const { Put, Update } of [...(plan?.body ?? []), ...(plan?.puts.values() ?? [])]) {
      if (Put !== undefined) yield Put.Item as Row;
      if (Update !== undefined) keyRows.set(rowId(Update.Key as Row), updated(keyRows, Update));
    }
  }
  yield* keyRows.values();
}

type Update = NonNullable<TransactItem['Update']>;

/** Returns the key row after the writer's update, which sets an entry and adds to its counts. */
function updated(keyRows: ReadonlyMap<string, Row>, { Key, ...update }: Update): Row {
  const key = Key as Row;
  const row = { ...key, ...keyRows.get(rowId(key)) } as Row;
  const { ':entry': entry, ...counts } = update.ExpressionAttributeValues ?? {};
  const item = update.ExpressionAttributeNames?.['#item'];
  const added = Object.entries(counts).map(([name, count]) => [
    name.slice(1),
    Number(row[name.slice(1)] ?? 0) + Number(count),
  ]);
  return { ...row, ...(item !== undefined && { [item]: entry as unknown }), ...Object.fromEntries(added) } as Row;
}

/** Returns the wire form of the few types in the rows. */
function wireItem(row: object): WireItem {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, wireValue(value)]));
}

function wireValue(value: unknown): Record<string, unknown> {
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number') return { N: String(value) };
  if (value === null) return { NULL: true };
  if (value instanceof Set) return { SS: [...value] };
  if (value instanceof Uint8Array) return { B: Buffer.from(value).toString('base64') };
  if (Array.isArray(value)) return { L: value.map(wireValue) };
  return { M: wireItem(value as object) };
}
