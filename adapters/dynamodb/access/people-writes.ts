/**
 * Builds the writes of people and members: a change of a person's row or of the account's on the condition that its
 * revision is as it was read, new rows, and the mark for the notice watch.
 */
import type { Person } from '../../../core/access/people/person.ts';
import { accountKey, watchKey } from '../accounts-table/account-keys.ts';
import { writePersonRow } from '../accounts-table/people-rows.ts';
import type { Row, RowKey } from '../client/row-key.ts';
import type { TransactItem } from '../client/transact-write.ts';

/** Every change of members changes the account's revision, so that one of two concurrent changes is decided again. */
export function countAccount(tableName: string, accountId: string, revision: number): TransactItem {
  return update(tableName, accountKey(accountId), {
    set: { revision: revision + 1 },
    condition: 'revision = :was',
    values: { ':was': revision },
  });
}

/**
 * From now on the notice watch checks whether the account's owners need a notice. Does nothing if the account is
 * already watched.
 */
export function watch(tableName: string, accountId: string, sinceMs: number): TransactItem {
  return {
    Update: {
      TableName: tableName,
      Key: { ...watchKey(accountId) },
      UpdateExpression:
        'SET account_id = :id, since_ms = if_not_exists(since_ms, :since), revision = if_not_exists(revision, :first)',
      ExpressionAttributeValues: { ':id': accountId, ':since': sinceMs, ':first': 1 },
    },
  };
}

export function putPerson(tableName: string, person: Person, revision: number): TransactItem {
  const Item = { ...writePersonRow(person), revision: revision + 1 };
  if (revision === 0) return putNew(tableName, Item);
  return {
    Put: {
      TableName: tableName,
      Item,
      ConditionExpression: 'revision = :was',
      ExpressionAttributeValues: { ':was': revision },
    },
  };
}

export function putNew(tableName: string, row: Row): TransactItem {
  return { Put: { TableName: tableName, Item: row, ConditionExpression: 'attribute_not_exists(pk)' } };
}

export function update(
  tableName: string,
  key: RowKey,
  wanted: {
    readonly set: Readonly<Record<string, unknown>>;
    readonly condition: string;
    readonly values?: Readonly<Record<string, unknown>>;
  },
): TransactItem {
  const set = Object.entries(wanted.set);
  return {
    Update: {
      TableName: tableName,
      Key: { pk: key.pk, sk: key.sk },
      UpdateExpression: `SET ${set.map((_, index) => `#a${index} = :a${index}`).join(', ')}`,
      ConditionExpression: wanted.condition,
      ExpressionAttributeNames: Object.fromEntries(set.map(([name], index) => [`#a${index}`, name])),
      ExpressionAttributeValues: {
        ...Object.fromEntries(set.map(([, value], index) => [`:a${index}`, value])),
        ...wanted.values,
      },
    },
  };
}
