/**
 * Reads the list of part numbers by look-alike form, only when a part number was not found or when a hyphen may
 * distinguish two parts.
 */
import { QueryCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { ANY_CHARACTER, lookAlikeForm } from '../../../core/index/part-keys/look-alike.ts';
import type { NumberAlike, NumberReach } from '../../../core/index/items/item-index.ts';
import { alikePartition, NUMBER_LIST_CHARACTERS } from './item-index-keys.ts';
import type { Row } from '../client/row-key.ts';

/** Usually at most 4 kB, half a read unit; more if names are long. */
const ROWS = 24;
/** Between two different part numbers there may be many entries of the same number. */
const LONGER_ROWS = 60;
/** Sorts after every character. */
const LAST = '\u{10FFFF}';

export async function readNumbersAlike(
  client: DynamoDBDocumentClient,
  tableName: string,
  number: string,
  reach: NumberReach,
): Promise<readonly NumberAlike[]> {
  // If the requested part number has a wildcard, the query uses the characters before it.
  const [form = ''] = lookAlikeForm(number).split(ANY_CHARACTER);
  if ([...form].length < NUMBER_LIST_CHARACTERS) return [];
  const list = { TableName: tableName, KeyConditionExpression: 'pk = :list AND sk BETWEEN :from AND :to' };
  const read = async (from: string, to: string, Limit: number, ScanIndexForward: boolean) => {
    const ExpressionAttributeValues = { ':list': alikePartition(form), ':from': from, ':to': to };
    const { Items = [] } = await client.send(
      new QueryCommand({ ...list, ExpressionAttributeValues, Limit, ScanIndexForward }),
    );
    const numbers = Items.map((row) => readNames(row as Row));
    return ScanIndexForward ? numbers : numbers.toReversed();
  };
  // A space follows the part number in its entries; longer part numbers that begin with it sort after it.
  const longer = (limit: number) => read(`${form}!`, `${form}${LAST}`, limit, true);
  switch (reach) {
    case 'longer':
      return longer(LONGER_ROWS);
    case 'around':
      return read(' ', `${form}${LAST}`, ROWS, false);
    case 'both':
      return (await Promise.all([read(' ', `${form} ${LAST}`, ROWS, false), longer(ROWS)])).flat();
  }
}

function readNames(row: Row): NumberAlike {
  const [number, manufacturer, brand] = row['names'] as readonly [string, string | null, string | null];
  return { number, manufacturer, brand };
}
