/**
 * Reads the list of part numbers by look-alike form, only when a part number was not found or when a hyphen may
 * distinguish two parts.
 */
import { QueryCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { ANY_CHARACTER, lookAlikeForm } from '../../../core/index/part-keys/look-alike.ts';
import type { NumberAlike, NumberReach, SeenNumbers } from '../../../core/index/items/item-index.ts';
import type { Listed } from '../../../core/index/items/seen-list.ts';
import { alikePartition, NUMBER_LIST_CHARACTERS } from './item-index-keys.ts';
import type { Row } from '../client/row-key.ts';

/** Usually at most 4 kB, half a read unit; more if names are long. */
const ROWS = 24;
/** Between two different part numbers there may be many entries of the same number. */
const LONGER_ROWS = 60;
/** Sorts after every character. */
const LAST = '\u{10FFFF}';
/** The same where JavaScript sorts. */
const END = '\uFFFF';
/** Texts that JavaScript sorts as DynamoDB does. */
const PLAIN = /^[\0-\uD7FF]*$/;

/** Reads rows of a list, in order. */
type ReadList = (
  from: string,
  to: string,
  limit: number,
  isForward: boolean,
) => Promise<readonly Listed<NumberAlike>[]>;

export async function readNumbersAlike(
  client: DynamoDBDocumentClient,
  tableName: string,
  number: string,
  reach: NumberReach,
  seen?: SeenNumbers,
): Promise<readonly NumberAlike[]> {
  // If the requested part number has a wildcard, the query uses the characters before it.
  const [form = ''] = lookAlikeForm(number).split(ANY_CHARACTER);
  if ([...form].length < NUMBER_LIST_CHARACTERS) return [];
  const list = alikePartition(form);
  const query = { TableName: tableName, KeyConditionExpression: 'pk = :list AND sk BETWEEN :from AND :to' };
  const read: ReadList = async (from, to, Limit, ScanIndexForward) => {
    const ExpressionAttributeValues = { ':list': list, ':from': from, ':to': to };
    const { Items = [] } = await client.send(
      new QueryCommand({ ...query, ExpressionAttributeValues, Limit, ScanIndexForward }),
    );
    const rows = Items.map((row) => ({ place: String(row['sk']), entry: readNames(row as Row) }));
    return ScanIndexForward ? rows : rows.toReversed();
  };
  // A space follows the part number in its entries; longer part numbers that begin with it sort after it.
  const longer = (limit: number) => read(`${form}!`, `${form}${LAST}`, limit, true);
  switch (reach) {
    case 'longer':
      return numbersOf(await longer(LONGER_ROWS));
    case 'around':
      return numbersOf(await read(' ', `${form}${LAST}`, ROWS, false));
    case 'both':
      if (seen !== undefined && PLAIN.test(form)) return readUnseen(read, list, form, seen);
      return numbersOf((await Promise.all([read(' ', `${form} ${LAST}`, ROWS, false), longer(ROWS)])).flat());
  }
}

/** Returns what `both` does, and reads only what was not read before, with what follows it in the list. */
async function readUnseen(
  read: ReadList,
  list: string,
  form: string,
  seen: SeenNumbers,
): Promise<readonly NumberAlike[]> {
  const [place, end] = [`${form} ${END}`, `${form}${END}`];
  const readShorter = async (): Promise<readonly NumberAlike[]> => {
    const rows = await read(' ', `${form} ${LAST}`, ROWS, false);
    seen.remember(list, { from: isCut(rows) ? rows[0]!.place : '', to: place, listed: rows });
    return numbersOf(rows);
  };
  const readLonger = async (): Promise<readonly NumberAlike[]> => {
    const rows = await read(`${form}!`, LAST, ROWS, true);
    seen.remember(list, { from: place, to: isCut(rows) ? rows.at(-1)!.place : END, listed: rows });
    return numbersOf(rows.filter((row) => row.place < end));
  };
  return seen.afterFirst(list, async () => {
    const shorter = seen.upTo(list, place, ROWS) ?? readShorter();
    const longer = seen.behind(list, place, end, ROWS) ?? readLonger();
    return (await Promise.all([shorter, longer])).flat();
  });
}

function isCut(rows: readonly Listed<NumberAlike>[]): boolean {
  return rows.length >= ROWS;
}

function numbersOf(rows: readonly Listed<NumberAlike>[]): readonly NumberAlike[] {
  return rows.map(({ entry }) => entry);
}

function readNames(row: Row): NumberAlike {
  const [number, manufacturer, brand] = row['names'] as readonly [string, string | null, string | null];
  return { number, manufacturer, brand };
}
