/**
 * Determines the permissions that a DynamoDB call needs: one for each table, and in transactions one for each write.
 * Each has the partition keys in the call, which policies compare as `dynamodb:LeadingKeys`; a call without keys, such
 * as a scan, has none.
 */
import { localArn } from '../template/local-account.ts';
import type { NeededRight } from './local-rights.ts';

type Row = Readonly<Record<string, { readonly S?: string } | undefined>>;

interface Addressed {
  readonly TableName?: string;
  readonly Key?: Row;
  readonly Item?: Row;
}

interface Write {
  readonly PutRequest?: { readonly Item: Row };
  readonly DeleteRequest?: { readonly Key: Row };
}

interface Call extends Addressed {
  readonly RequestItems?: Readonly<Record<string, { readonly Keys?: readonly Row[] } | readonly Write[]>>;
  readonly TransactItems?: readonly Readonly<Record<string, Addressed>>[];
  readonly KeyConditionExpression?: string;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues?: Row;
}

/** The partition key of every table of the stack. */
const PARTITION_KEY = 'pk';

const TRANSACTION_ACTIONS: Readonly<Record<string, string>> = {
  Get: 'GetItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};

export function dynamoDbRights(operation: string, call: Call): NeededRight[] {
  if (call.TransactItems !== undefined) {
    return call.TransactItems.flatMap((item) =>
      Object.entries(item).map(([kind, { TableName, Key, Item }]) =>
        right(TRANSACTION_ACTIONS[kind] ?? kind, TableName, [Key ?? Item]),
      ),
    );
  }
  if (call.RequestItems !== undefined) {
    return Object.entries(call.RequestItems).map(([tableName, asked]) => right(operation, tableName, rowsOf(asked)));
  }
  const { Key, Item, KeyConditionExpression } = call;
  if (KeyConditionExpression !== undefined) return [right(operation, call.TableName, [queriedRow(call)])];
  return [right(operation, call.TableName, [Key ?? Item])];
}

function rowsOf(asked: { readonly Keys?: readonly Row[] } | readonly Write[]): readonly (Row | undefined)[] {
  if (!isWrites(asked)) return asked.Keys ?? [];
  return asked.map(({ PutRequest, DeleteRequest }) => PutRequest?.Item ?? DeleteRequest?.Key);
}

function isWrites(asked: { readonly Keys?: readonly Row[] } | readonly Write[]): asked is readonly Write[] {
  return Array.isArray(asked);
}

/** Returns the partition that a query's key condition names, as a row of it. */
function queriedRow(call: Call): Row {
  const { KeyConditionExpression = '', ExpressionAttributeNames = {}, ExpressionAttributeValues = {} } = call;
  for (const [, name = '', value = ''] of KeyConditionExpression.matchAll(/(#?\w+)\s*=\s*(:\w+)/g)) {
    if ((ExpressionAttributeNames[name] ?? name) === PARTITION_KEY)
      return { [PARTITION_KEY]: ExpressionAttributeValues[value] };
  }
  return {};
}

function right(operation: string, tableName: string | undefined, rows: readonly (Row | undefined)[]): NeededRight {
  const leadingKeys = rows.flatMap((row) => row?.[PARTITION_KEY]?.S ?? []);
  return { action: `dynamodb:${operation}`, arn: localArn('dynamodb', `table/${tableName ?? ''}`), leadingKeys };
}
