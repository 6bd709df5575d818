/**
 * Describes a table with the keys of every table of the stack, for engines and copies that are created without a
 * template.
 */
import { CreateTableCommand } from '@aws-sdk/client-dynamodb';

export function newTable(tableName: string): CreateTableCommand {
  return new CreateTableCommand({
    TableName: tableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: ['pk', 'sk'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' as const })),
    KeySchema: [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ],
  });
}
