/**
 * Stores the vocabulary of the index in packed rows of one partition. Imports add new words; a re-index rewrites it.
 */
import { createHash } from 'node:crypto';
import { QueryCommand, ScanCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import {
  isVocabularyWord,
  MIN_RECORDS_OF_WORD,
  packWords,
  unpackWords,
  Vocabulary,
} from '../../../core/index/words/vocabulary.ts';
import { batchGet } from '../client/batch-get.ts';
import { batchWrite } from '../client/batch-write.ts';
import type { Row, RowKey } from '../client/row-key.ts';

const PARTITION = 'VOCABULARY';
const STAMP: RowKey = { pk: 'VOCABULARY#STAMP', sk: 'STAMP' };
const WORD_PARTITION = /^TERM#w:(.*)$/su;

type Counts = Iterable<readonly [word: string, records: number]>;

export async function readVocabulary(client: DynamoDBDocumentClient, tableName: string): Promise<Vocabulary> {
  const rows = await readRows(client, tableName);
  return new Vocabulary(rows.flatMap(({ words }) => unpackWords(String(words))));
}

/** Returns what changes with every change of the vocabulary; undefined before the first. Half a read unit. */
export async function readVocabularyStamp(client: DynamoDBDocumentClient, tableName: string): Promise<unknown> {
  const rows = await batchGet(client, tableName, [STAMP], { consistent: false });
  return [...rows.values()][0]?.['at'];
}

/** Written after the rows: a process that is killed between them leaves the change to the hourly read. */
function stampRow(rows: readonly Row[]) {
  return {
    ...STAMP,
    at: digestOf(
      rows
        .map(({ sk }) => sk)
        .toSorted()
        .join(' '),
    ),
  };
}

/** Adds the words of an import that the vocabulary lacks. Safe to repeat: the same words make the same rows. */
export async function addToVocabulary(
  client: DynamoDBDocumentClient,
  tableName: string,
  counts: Counts,
): Promise<void> {
  const rows = await readRows(client, tableName);
  const known = new Vocabulary(rows.flatMap(({ words }) => unpackWords(String(words))));
  const added = [...counts].filter(([word, records]) => isKept(word, records) && !known.has(word)).toSorted();
  const packed = packWords(added).map((words) => wordsRow(`ADDED#${digestOf(words)}`, words));
  await batchWrite(
    client,
    tableName,
    packed.map((put) => ({ put })),
  );
  await batchWrite(client, tableName, [{ put: stampRow([...rows, ...packed]) }]);
}

/** Rewrites the vocabulary from the posting lists. The old one stays in use until this is done. */
export async function rebuildVocabulary(
  client: DynamoDBDocumentClient,
  tableName: string,
  stop: AbortSignal,
  onScanned: (rows: number) => void,
): Promise<boolean> {
  const before = await readRows(client, tableName);
  const counts = await countWords(client, tableName, stop, onScanned);
  if (counts === undefined) return false;
  const rows = packWords(counts).map((words) => wordsRow(`ALL#${digestOf(words)}`, words));
  const current = new Set(rows.map(({ sk }) => sk));
  await batchWrite(
    client,
    tableName,
    rows.map((put) => ({ put })),
  );
  const stale = before.filter(({ sk }) => !current.has(sk));
  await batchWrite(
    client,
    tableName,
    stale.map(({ pk, sk }) => ({ delete: { pk, sk } })),
  );
  await batchWrite(client, tableName, [{ put: stampRow(rows) }]);
  return true;
}

/** Counts without holding rows in memory, because a scan returns the rows of one list consecutively. */
async function countWords(
  client: DynamoDBDocumentClient,
  tableName: string,
  stop: AbortSignal,
  onScanned: (rows: number) => void,
): Promise<Counts | undefined> {
  const counts: (readonly [string, number])[] = [];
  let [list, records] = ['', 0];
  const end = () => {
    const [, word = ''] = WORD_PARTITION.exec(list) ?? [];
    if (isKept(word, records)) counts.push([word, records]);
  };
  let start: Record<string, unknown> | undefined;
  do {
    if (stop.aborted) return undefined;
    const page = await client.send(
      new ScanCommand({ TableName: tableName, ProjectionExpression: 'pk', ...(start && { ExclusiveStartKey: start }) }),
    );
    for (const { pk } of (page.Items ?? []) as { readonly pk: string }[]) {
      if (pk !== list) {
        end();
        [list, records] = [pk, 0];
      }
      records += 1;
    }
    onScanned(page.Items?.length ?? 0);
    start = page.LastEvaluatedKey;
  } while (start !== undefined);
  end();
  return counts.toSorted();
}

async function readRows(client: DynamoDBDocumentClient, tableName: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const page = await client.send(
      new QueryCommand({
        TableName: tableName,
        KeyConditionExpression: 'pk = :vocabulary',
        ExpressionAttributeValues: { ':vocabulary': PARTITION },
        ...(start && { ExclusiveStartKey: start }),
      }),
    );
    rows.push(...((page.Items ?? []) as Row[]));
    start = page.LastEvaluatedKey;
  } while (start !== undefined);
  return rows;
}

function isKept(word: string, records: number): boolean {
  return records >= MIN_RECORDS_OF_WORD && isVocabularyWord(word);
}

function wordsRow(sk: string, words: string) {
  return { pk: PARTITION, sk, words };
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
