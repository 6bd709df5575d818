/** The rights that a call of DynamoDB needs: one for each table that it touches, and in transactions one for each kind of write. */
import { localArn } from '../template/local-account.ts';
import type { NeededRight } from './local-rights.ts';

interface Call {
  readonly TableName?: string;
  readonly RequestItems?: Readonly<Record<string, unknown>>;
  readonly TransactItems?: readonly Readonly<Record<string, { readonly TableName?: string }>>[];
}

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
      Object.entries(item).map(([kind, { TableName }]) => right(TRANSACTION_ACTIONS[kind] ?? kind, TableName)),
    );
  }
  if (call.RequestItems !== undefined) {
    return Object.keys(call.RequestItems).map((tableName) => right(operation, tableName));
  }
  return [right(operation, call.TableName)];
}

function right(operation: string, tableName = ''): NeededRight {
  return { action: `dynamodb:${operation}`, arn: localArn('dynamodb', `table/${tableName}`) };
}
