/**
 * Makes the writes of the models of usage rows and receipts, on ways through the models that a seed chooses, on the
 * real store: each is taken or refused as in the model, and after each the stored rows read back as the model's rows.
 *
 * A model's row remembers two debits, and a stored one sixteen. So seven debits that were taken back since are put on
 * the stored list with each of the model's, and two of the model's fill it.
 */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DOUBT_PREFIX, receiptKey, usageKey } from '../../adapters/dynamodb/accounts-table/account-keys.ts';
import { queryAccountRows } from '../../adapters/dynamodb/accounts-table/query-account-rows.ts';
import { doubtPut, readDoubtRow } from '../../adapters/dynamodb/billing/doubt-rows.ts';
import { DynamoReceiptStore } from '../../adapters/dynamodb/billing/dynamo-receipt-store.ts';
import { DynamoUsageStore } from '../../adapters/dynamodb/billing/dynamo-usage-store.ts';
import { readReceiptRow } from '../../adapters/dynamodb/billing/receipt-rows.ts';
import { takeBackItems } from '../../adapters/dynamodb/billing/take-back-with-receipt.ts';
import { RECENT_DEBITS } from '../../adapters/dynamodb/billing/usage-rows.ts';
import { usageTakeBackUpdate } from '../../adapters/dynamodb/billing/take-back-updates.ts';
import { transactWrite } from '../../adapters/dynamodb/client/transact-write.ts';
import type { PeriodDebit } from '../../core/billing/meter/usage-debit.ts';
import { randomAlphanumeric } from '../../core/identifiers.ts';
import { testClient } from '../support/stores/dynamodb-client.ts';
import { seededRandom } from '../support/stores/faulty-client.ts';
import { openTables, type OpenTables } from '../support/stores/tables.ts';
import { walkRandomly, type Model, type Walked } from './explore.ts';
import { RECEIPT_PLACE, receiptModel, type ReceiptState, type ReceiptStep } from './receipt-model.ts';
import { MODEL_REMEMBERS, takeBackModel, type TakeBackState } from './take-back-model.ts';
import { applyWrite, NEW_ROW, type ModelRow, type RowWrite } from './usage-row.ts';

const WAYS = 3_000;
const PERIOD = '2026-11';
/** A model's debit 3 is stored as 300, and the seven others of its group as 301 to 307. */
const APART = 100;
const OTHERS = RECENT_DEBITS.length / MODEL_REMEMBERS - 1;

let tables: OpenTables;
let client: ReturnType<typeof testClient>;
let table: string;

beforeAll(async () => {
  tables = await openTables();
  client = testClient(tables.endpoint);
  table = tables.accountsTable;
});
afterAll(async () => {
  client.destroy();
  await tables.stop();
});

async function readItem(key: object): Promise<Record<string, unknown> | undefined> {
  const { Item } = await client.send(new GetCommand({ TableName: table, Key: { ...key }, ConsistentRead: true }));
  return Item;
}

async function readRow(accountId: string): Promise<ModelRow> {
  const item = (await readItem(usageKey(accountId, PERIOD))) ?? {};
  const voids = Object.keys(item).flatMap((name) => (/^v\d+$/.test(name) ? [Number(name.slice(1))] : []));
  const doubts = (await queryAccountRows(client, table, accountId, DOUBT_PREFIX)).map(readDoubtRow);
  const modelIds = (ids: readonly number[]) =>
    ids.map((id) => id / APART).filter((id) => id > 0 && Number.isInteger(id));
  return {
    open: item['price'] !== undefined,
    tokens: Number(item['tokens'] ?? 0),
    calls: Number(item['calls'] ?? 0),
    recent: modelIds(RECENT_DEBITS.map((name) => Number(item[name] ?? 0))),
    voids: modelIds(voids).sort(),
    doubts: modelIds(doubts.map(({ debitId }) => debitId)).sort(),
  };
}

/** What seven debits that were written and taken back leave on the list. */
async function rememberOthers(accountId: string, id: number): Promise<void> {
  const names = Object.fromEntries(RECENT_DEBITS.map((name) => [`#${name}`, name]));
  const sets = RECENT_DEBITS.map((name, place) =>
    place < OTHERS ? `#${name} = :o${place}` : `#${name} = if_not_exists(#${RECENT_DEBITS[place - OTHERS]}, :none)`,
  );
  const others = Object.fromEntries(Array.from({ length: OTHERS }, (_, place) => [`:o${place}`, id + place + 1]));
  await client.send(
    new UpdateCommand({
      TableName: table,
      Key: { ...usageKey(accountId, PERIOD) },
      UpdateExpression: `SET ${sets.join(', ')}`,
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: { ...others, ':none': 0 },
    }),
  );
}

function storedId(id: number | undefined): number | undefined {
  return id === undefined ? undefined : id * APART;
}

async function writeOnStore(accountId: string, { debit, decided }: RowWrite): Promise<boolean> {
  const { id, after, minute } = debit.mark;
  const stored: PeriodDebit = {
    ...debit,
    accountId,
    mark: { id: id * APART, minute, after: storedId(after) },
  };
  if (decided === undefined) {
    const result = await new DynamoUsageStore(client, table).debit(stored);
    return result.kind === 'debited';
  }
  const known = { ...decided.known, absentAfter: storedId(decided.known.absentAfter) };
  const update = usageTakeBackUpdate(table, stored, { step: decided.step, known }, new Map());
  if (decided.step === 'doubt')
    return (await transactWrite(client, [{ Update: update }, doubtPut(table, stored)])).kind === 'written';
  return client.send(new UpdateCommand(update)).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ConditionalCheckFailedException) return false;
      throw error;
    },
  );
}

/**
 * Returns those of many ways that show something which no earlier one did: the store need not go through all of them.
 */
async function waysThatDiffer<State>(
  model: Model<State>,
  shown: (walked: Walked<State>) => readonly string[],
): Promise<readonly Walked<State>[]> {
  const known = new Set<string>();
  const chosen: Walked<State>[] = [];
  for (let seed = 1; seed <= WAYS; seed += 1) {
    const walked = await walkRandomly(model, seededRandom(seed));
    const all = shown(walked);
    if (all.some((one) => !known.has(one))) chosen.push(walked);
    for (const one of all) known.add(one);
  }
  return chosen;
}

/** Each write with what its condition looks at. */
function writesOnRow(walked: Walked<TakeBackState>): readonly string[] {
  const row = structuredClone(NEW_ROW);
  return walked.flatMap(({ write }) => {
    if (write === undefined) return [];
    const { debit, decided } = write as RowWrite;
    const { id } = debit.mark;
    const { step = 'debit', known } = decided ?? {};
    const { recent, voids, calls, open } = row;
    const list = [recent.length, recent.indexOf(id), recent.indexOf(known?.absentAfter ?? 0), known?.isWritten];
    const isTaken = applyWrite(row, write as RowWrite, MODEL_REMEMBERS);
    return [JSON.stringify([step, isTaken, list, voids.includes(id), calls === 1, open])];
  });
}

function writesOfReceipts(walked: Walked<ReceiptState>): readonly string[] {
  return walked.flatMap(({ write, state }, place) => {
    if (write === undefined) return [];
    const step = write as ReceiptStep;
    const before = walked[place - 1]?.state;
    const found = before?.receipt;
    const seen = step.kind === 'keep' ? step.seen : step.receipt.seen;
    const mine = step.kind === 'keep' ? '' : step.receipt.receipt.requestId;
    const isOf = found === undefined ? 'none' : found.requestId === seen?.requestId ? 'seen' : found.requestId === mine;
    const isVoid = step.kind !== 'keep' && before?.voids.includes(step.id - 1);
    const isChanged = JSON.stringify([before?.tokens, before?.voids, found]) !== receiptRows(state);
    const decided = step.kind === 'take back' ? [step.decided.step, step.decided.known.isWritten] : [];
    const over = found?.over === seen?.requestId;
    return [
      JSON.stringify([
        step.kind,
        decided,
        seen?.isKept,
        isOf,
        found?.isKept,
        over,
        isVoid,
        before?.calls === 1,
        isChanged,
      ]),
    ];
  });
}

function receiptRows({ tokens, voids, receipt }: ReceiptState): string {
  return JSON.stringify([tokens, voids, receipt]);
}

test.each([
  ['without a cap', [1, 1, 2], 99],
  ['with a cap', [1, 2, 1], 3],
] as const)('debits are written and taken back on the store as in the model, %s', async (_, amounts, cap) => {
  const ways = await waysThatDiffer(takeBackModel(amounts, cap, { kills: 1, losses: 2 }), writesOnRow);
  expect(ways.length).toBeGreaterThan(20);
  for (const walked of ways) {
    const accountId = `acc_${randomAlphanumeric(10)}`;
    const row = structuredClone(NEW_ROW);
    const labels: string[] = [];
    for (const { label, write } of walked) {
      labels.push(label);
      if (write === undefined) continue;
      const modelWrite = write as RowWrite;
      const isTaken = applyWrite(row, modelWrite, MODEL_REMEMBERS);
      const way = labels.join(' → ');
      if (isTaken && modelWrite.decided === undefined)
        await rememberOthers(accountId, modelWrite.debit.mark.id * APART);
      expect(await writeOnStore(accountId, modelWrite), way).toBe(isTaken);
      expect(await readRow(accountId), way).toEqual(row);
    }
  }
});

test('debits with receipts are written, kept and taken back on the store as in the model', async () => {
  const ways = await waysThatDiffer(receiptModel([1, 2, 3], 1), writesOfReceipts);
  expect(ways.length).toBeGreaterThan(20);
  for (const walked of ways) {
    const accountId = `acc_${randomAlphanumeric(10)}`;
    const place = { ...RECEIPT_PLACE, accountId };
    const store = new DynamoReceiptStore(client, table);
    const labels: string[] = [];
    for (const { label, write, state } of walked) {
      labels.push(label);
      if (write === undefined) continue;
      await writeReceipt(store, accountId, write as ReceiptStep);
      const { tokens, calls, voids } = await readRow(accountId);
      const receipt = await readItem(receiptKey(place));
      const way = labels.join(' → ');
      expect({ tokens, calls, receipt: receipt && readReceiptRow(receipt) }, way).toEqual({
        tokens: state.tokens,
        calls: state.calls,
        receipt: state.receipt,
      });
      expect(voids, way).toEqual(state.voids.map((id) => id + 1));
    }
  }
});

async function writeReceipt(store: DynamoReceiptStore, accountId: string, step: ReceiptStep): Promise<void> {
  const place = { ...RECEIPT_PLACE, accountId };
  if (step.kind === 'keep') {
    await store.keep(place, step.seen);
    return;
  }
  const receipt = { ...step.receipt, place };
  const debit: PeriodDebit = {
    kind: 'period',
    accountId,
    mark: { id: step.id * APART, minute: 0, after: undefined },
    periodKey: PERIOD,
    wanted: { tokens: step.tokens, items: 1, parts: 0 },
    frozen: { priceNanoUsdPerToken: 1, tokensIncluded: 0 },
    limits: { kind: 'none' },
  };
  if (step.kind === 'pay') await store.debit(debit, receipt);
  else await transactWrite(client, takeBackItems(table, debit, receipt, { ...step.decided, voids: new Map() }));
}
