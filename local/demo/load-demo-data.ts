/**
 * Fills empty tables with the demo index, accounts and keys. Safe to repeat after a complete or interrupted run:
 * existing data stays unchanged, missing data is added, and a key with a lost secret gets a new one.
 */
import { createHash } from 'node:crypto';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { documentsOf } from '../../adapters/dynamodb/client/document-client.ts';
import { openItemWriter } from '../../adapters/dynamodb/open-stores.ts';
import type { DynamoItemWriter } from '../../adapters/dynamodb/index/dynamo-item-writer.ts';
import { addToVocabulary } from '../../adapters/dynamodb/index/vocabulary-rows.ts';
import { termsOf, wordsAmong } from '../../core/index/search/search-terms.ts';
import { WordCounter } from '../../core/index/words/vocabulary.ts';
import type { ItemRecord } from '../../core/index/items/item-record.ts';
import { generateDemoItems } from './generate-demo-items.ts';
import type { DemoCredentials, KnownCredentials } from './demo-credentials.ts';
import { openDemoKeys } from './open-demo-keys.ts';

const WRITERS = 8;

interface DemoDataOrder {
  readonly client: DynamoDBClient;
  readonly productIndexTable: string;
  readonly accountsTable: string;
  readonly baseUrl: string;
  readonly nowMs: number;
  /** Credentials that an earlier run wrote; working ones are kept. */
  readonly known?: KnownCredentials | undefined;
  /** Receives the number of stored items and the total. It is not called if all of them were stored before. */
  readonly onProgress: (done: number, total: number) => void;
}

/** @returns the content of `.local/credentials.json` */
export async function loadDemoData(order: DemoDataOrder): Promise<DemoCredentials> {
  const documents = documentsOf(order.client);
  await loadItems(documents, order);
  const keys = await openDemoKeys(documents, order);
  return { base_url: order.baseUrl, ...keys };
}

/** A separate row records that all demo items were stored, so that items deleted since then are not restored. */
async function loadItems(documents: DynamoDBDocumentClient, order: DemoDataOrder): Promise<void> {
  const { productIndexTable, onProgress } = order;
  const items = generateDemoItems();
  const digest = createHash('sha256').update(JSON.stringify(items)).digest('hex');
  const row = { TableName: productIndexTable, Key: { pk: `DEMO#${digest}`, sk: 'LOADED' } };
  if ((await documents.send(new GetCommand({ ...row, ConsistentRead: true }))).Item !== undefined) return;

  const writer = openItemWriter({ client: documents, index: productIndexTable });
  const waiting = items[Symbol.iterator]();
  let done = 0;
  const work = async (): Promise<void> => {
    for (const item of waiting) {
      await writeDemoItem(writer, item);
      done += 1;
      onProgress(done, items.length);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, work));
  const words = new WordCounter();
  for (const item of items) words.count(wordsAmong(termsOf(item)));
  await addToVocabulary(documents, productIndexTable, words.counts());
  await documents.send(new PutCommand({ TableName: productIndexTable, Item: { ...row.Key } }));
}

async function writeDemoItem(writer: DynamoItemWriter, item: ItemRecord): Promise<void> {
  const written = await writer.writeItem(item);
  if (!written.ok) throw new Error(`The demo record ${item.id} was refused: ${written.reason.kind}`);
}
