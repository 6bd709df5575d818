/** Builds those parts of a transaction that write a row only if it has not changed since it was read. */
import type { Row } from './row-key.ts';
import type { TransactItem } from './transact-write.ts';

/** Puts a row that must not exist yet. */
export function putNew(tableName: string, row: Row): TransactItem {
  return { Put: { TableName: tableName, Item: row, ConditionExpression: 'attribute_not_exists(pk)' } };
}

/**
 * Changes a row if its revision is as it was read. Sets only these attributes, because requests add names of assistants
 * to a client's row.
 */
export function changeOver(tableName: string, { pk, sk, ...attributes }: Row, revision: number): TransactItem {
  const set = Object.entries({ ...attributes, revision: revision + 1 });
  return {
    Update: {
      TableName: tableName,
      Key: { pk, sk },
      UpdateExpression: `SET ${set.map((_, index) => `#a${index} = :a${index}`).join(', ')}`,
      ConditionExpression: '#revision = :revision',
      ExpressionAttributeNames: {
        ...Object.fromEntries(set.map(([name], index) => [`#a${index}`, name])),
        '#revision': 'revision',
      },
      ExpressionAttributeValues: {
        ...Object.fromEntries(set.map(([, value], index) => [`:a${index}`, value])),
        ':revision': revision,
      },
    },
  };
}
