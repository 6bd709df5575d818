/** The ordered list of numbers, read only when a number was not found: what begins with it, and what it begins with. */
import { QueryCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { PartKey } from '../../../core/part-keys/part-number.ts';
import type { NumberAlike } from '../../../core/items/product-index.ts';
import { NUMBER_LIST_CHARACTERS, numberListPartition } from './product-index-keys.ts';
import type { Row } from '../client/row-key.ts';

/** Some 4 kB each: half a read unit, a unit where names are long. */
const ROWS_AFTER = 36;
const ROWS_BEFORE = 24;
/** A number of fewer characters is the beginning of too many others to say anything. */
const MIN_BEGINNING = 4;
/** Sorts after every character. */
const LAST = '\u{10FFFF}';

/** In order: numbers that begin with the asked one, then those that it begins with, the longest first. */
export async function readNumbersAlike(
  client: DynamoDBDocumentClient,
  tableName: string,
  part: PartKey,
): Promise<readonly NumberAlike[]> {
  if ([...part].length < NUMBER_LIST_CHARACTERS) return [];
  const list = { TableName: tableName, KeyConditionExpression: 'pk = :list AND sk BETWEEN :from AND :to' };
  const between = (from: string, to: string) => ({
    ExpressionAttributeValues: { ':list': numberListPartition(part), ':from': from, ':to': to },
  });
  const [longer, shorter] = await Promise.all([
    // A space follows the number in its own entries; longer numbers that begin with it sort after it.
    client.send(new QueryCommand({ ...list, ...between(`${part}!`, `${part}${LAST}`), Limit: ROWS_AFTER })),
    client.send(new QueryCommand({ ...list, ...between(' ', part), Limit: ROWS_BEFORE, ScanIndexForward: false })),
  ]);
  const beginnings = (shorter.Items ?? []).filter((row) => isBeginning(numberKey(row as Row), part));
  return [...(longer.Items ?? []), ...beginnings].map((row) => readNames(row as Row));
}

function numberKey({ sk }: Row): string {
  return sk.slice(0, -' itm_00000000'.length);
}

function isBeginning(number: string, part: string): boolean {
  return number.length >= MIN_BEGINNING && part.startsWith(number);
}

function readNames(row: Row): NumberAlike {
  const [number, manufacturer, brand] = row['names'] as readonly [string, string | null, string | null];
  return { number, manufacturer, brand };
}
