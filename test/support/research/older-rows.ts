/** Rows as the release before wrote them, put in the place of today's. */
import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { enrichKey, outboxKey } from '../../../adapters/dynamodb/accounts-table/account-keys.ts';
import type { ResearchMessage } from '../../../core/enrichment/enrichment-queue.ts';
import { nameOf, type AskedItem, type ResearchHarness } from './research-harness.ts';

/** A request whose row has no number and is not counted; its outbox row and its message, which comes back, name none. */
export async function makeRequestOlder(
  { client, tables }: ResearchHarness,
  accountId: string,
  item: AskedItem,
): Promise<ResearchMessage> {
  const TableName = tables.accountsTable;
  const { number, ...name } = nameOf(item);
  const Key = { ...enrichKey(accountId, { ...name, number }) };
  const { Item = {} } = await client.send(new GetCommand({ TableName, Key }));
  const { number: _number, counted: _counted, ...row } = Item;
  const attempt = String(row['attempt']);
  const dueAtMs = Number(row['due_at_ms']);
  const older = { ...name, number: null };
  const due = { ...outboxKey(accountId, older, dueAtMs), account_id: accountId, ...name, attempt, due_at_ms: dueAtMs };
  for (const Item of [{ ...row, ...enrichKey(accountId, older) }, due])
    await client.send(new PutCommand({ TableName, Item }));
  await client.send(new DeleteCommand({ TableName, Key }));
  return { accountId, ...older, attempt };
}

/** An account whose terms hold no bounds on research. */
export async function makeAccountOlder({ client, tables }: ResearchHarness, accountId: string): Promise<void> {
  await client.send(
    new UpdateCommand({
      TableName: tables.accountsTable,
      Key: { pk: `ACCOUNT#${accountId}`, sk: 'ACCOUNT' },
      UpdateExpression: 'REMOVE terms.open_parts, terms.not_found_parts_per_day',
    }),
  );
}
