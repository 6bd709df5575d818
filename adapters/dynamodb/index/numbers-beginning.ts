/** Reads the ordered list of part numbers for a search: all part numbers with one prefix, as a list of postings. */
import { QueryCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { START, type ItemPosition } from '../../../core/index/items/item-position.ts';
import { isBeginning, MAX_BEGINNING_NUMBERS, type Beginning } from '../../../core/index/search/beginning-term.ts';
import type { Posting, PostingPage } from '../../../core/index/search/posting-index.ts';
import type { Row } from '../client/row-key.ts';
import { numberListPartition } from './item-index-keys.ts';

/** Measured on real parts, with names and signature. */
const NUMBER_ROW_BYTES = 190;

/** Returns postings by position, after `after`. */
export async function readNumbersBeginning(
  client: DynamoDBDocumentClient,
  tableName: string,
  beginning: Beginning,
  after: ItemPosition = START,
): Promise<PostingPage> {
  const query = new QueryCommand({
    TableName: tableName,
    KeyConditionExpression: 'pk = :list AND begins_with(sk, :part)',
    ExpressionAttributeValues: { ':list': numberListPartition(beginning.part), ':part': beginning.part },
    Limit: MAX_BEGINNING_NUMBERS,
  });
  const answer = await client.send(query);
  const rows = (answer.Items ?? []) as Row[];
  const postings = rows
    .filter((row) => isBeginning(numberKey(row), beginning))
    .map((row): Posting => ({ position: row['at'] as ItemPosition, signature: row['sig'] as Uint8Array }))
    .filter(({ position }) => position > after)
    .sort((a, b) => (a.position < b.position ? -1 : 1));
  const isCut = answer.LastEvaluatedKey !== undefined;
  return { postings, isLast: true, isCut, bytes: rows.length * NUMBER_ROW_BYTES };
}

function numberKey({ sk }: Row): string {
  return sk.slice(0, -' itm_00000000'.length);
}
