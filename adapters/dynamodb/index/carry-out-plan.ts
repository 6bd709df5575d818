/**
 * Carries out the change of one item (docs/decisions/0032-one-transaction-per-item.md).
 *
 * A change that fits into one transaction is one transaction. A larger change is announced in the CORE row first, with
 * the postings that may then exist. Every later part is a transaction that checks that the announcement is still in
 * place. A writer that was overtaken therefore writes nothing more, and the next writer, even after a crash, learns
 * from CORE what to clear away.
 */
import { ConditionalCheckFailedException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { randomAlphanumeric } from '../../../core/identifiers.ts';
import { MAX_TRANSACT_ITEMS, transactWrite, type TransactItem } from '../client/transact-write.ts';
import { coreKey, type PostingName } from './item-index-keys.ts';
import type { WritePlan } from './item-index-plan.ts';
import { fencedRow } from './item-index-rows.ts';

/**
 * Concurrent writers of one row succeed in turn, so a hundred consecutive conflicts, which last half a minute, mean
 * that something is wrong.
 */
const MAX_ATTEMPTS = 100;

interface Target {
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
}

/** @returns false when another writer overtook the plan; the next writer deletes what the plan has written so far */
export async function carryOutPlan(target: Target, plan: WritePlan): Promise<boolean> {
  const revision = randomAlphanumeric(16);
  const { body, puts, deletes } = plan;
  const all = [...body, ...puts.values(), ...deletes.values()];
  if (all.length < MAX_TRANSACT_ITEMS) {
    return transact(target.client, [coreWrite(target, plan, plan.from, revision, []), ...all]);
  }
  return carryOutInParts(target, plan, revision);
}

async function carryOutInParts(target: Target, plan: WritePlan, announced: string): Promise<boolean> {
  const { client } = target;
  if (!(await announce(target, plan, announced))) return false;
  if (!(await writeGuarded(target, plan.itemId, announced, [...plan.puts.values()]))) return false;
  // The revision is new, because a plan made from the announcement does not know what is committed here.
  const committed = randomAlphanumeric(16);
  const core = coreWrite(target, plan, announced, committed, [...plan.deletes.keys()]);
  if (!(await transact(client, [core, ...plan.body]))) return false;
  // From here on the change is in effect. A writer that overtakes this one now has read the pending postings, and
  // deletes them.
  if (await writeGuarded(target, plan.itemId, committed, [...plan.deletes.values()]))
    await finish(target, plan, committed);
  return true;
}

/** Each transaction succeeds only while no other writer has touched the CORE row. */
async function writeGuarded(
  target: Target,
  itemId: string,
  revision: string,
  items: readonly TransactItem[],
): Promise<boolean> {
  const guard = { ConditionCheck: { TableName: target.tableName, Key: coreKey(itemId), ...revisionIs(revision) } };
  const atOnce = MAX_TRANSACT_ITEMS - 1;
  for (let start = 0; start < items.length; start += atOnce) {
    if (!(await transact(target.client, [guard, ...items.slice(start, start + atOnce)]))) return false;
  }
  return true;
}

/**
 * @param pending postings that may exist in addition to those of the row; if there are any, a deleted item leaves a
 * tombstone
 */
function coreWrite(
  { tableName: TableName }: Target,
  { itemId, core }: WritePlan,
  from: string | undefined,
  revision: string,
  pending: readonly PostingName[],
): TransactItem {
  if (core === undefined && pending.length === 0) {
    return { Delete: { TableName, Key: coreKey(itemId), ...revisionIs(from) } };
  }
  return { Put: { TableName, Item: fencedRow(core ?? coreKey(itemId), revision, pending), ...revisionIs(from) } };
}

function announce({ client, tableName }: Target, plan: WritePlan, revision: string): Promise<boolean> {
  const { ConditionExpression, ExpressionAttributeValues } = revisionIs(plan.from);
  const pending = plan.puts.size > 0 ? { ':pending': new Set(plan.puts.keys()) } : undefined;
  return sendUpdate(
    client,
    new UpdateCommand({
      TableName: tableName,
      Key: coreKey(plan.itemId),
      UpdateExpression: `SET revision = :mine${pending === undefined ? '' : ' ADD pending :pending'}`,
      ConditionExpression,
      ExpressionAttributeValues: { ...ExpressionAttributeValues, ...pending, ':mine': revision },
    }),
  );
}

async function finish(target: Target, plan: WritePlan, revision: string): Promise<void> {
  const { client, tableName: TableName } = target;
  const key = { TableName, Key: coreKey(plan.itemId), ...revisionIs(revision) };
  if (plan.core === undefined) await transact(client, [{ Delete: key }]);
  else await sendUpdate(client, new UpdateCommand({ ...key, UpdateExpression: 'REMOVE pending' }));
}

async function transact(client: DynamoDBDocumentClient, items: readonly TransactItem[]): Promise<boolean> {
  return (await transactWrite(client, items, { maxAttempts: MAX_ATTEMPTS })).kind === 'written';
}

async function sendUpdate(client: DynamoDBDocumentClient, command: UpdateCommand): Promise<boolean> {
  try {
    await client.send(command);
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException || error instanceof TransactionConflictException) return false;
    throw error;
  }
}

function revisionIs(revision: string | undefined) {
  return revision === undefined
    ? { ConditionExpression: 'attribute_not_exists(pk)' }
    : { ConditionExpression: 'revision = :revision', ExpressionAttributeValues: { ':revision': revision } };
}
