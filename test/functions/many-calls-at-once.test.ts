/**
 * Many calls at once in one process, as on instances that serve several and in the local run: each is answered with its
 * own data, each account is billed for its own calls, and only the charge of a call whose time is over is reported.
 */
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterEach, expect, test } from 'vitest';
import { DynamoAccountReports } from '../../adapters/dynamodb/access/dynamo-account-reports.ts';
import { DynamoItemWriter } from '../../adapters/dynamodb/index/dynamo-item-writer.ts';
import { createMcpHandler } from '../../functions/mcp/create-mcp-handler.ts';
import { createV1Handler } from '../../functions/v1/create-v1-handler.ts';
import { UnansweredDebitError } from '../../core/billing/meter/take-back.ts';
import { NOON_MS, openAccount, valueOf, type OpenedAccount } from '../support/fixtures/accounts.ts';
import { recordOf } from '../support/fixtures/item-records.ts';
import { callHandler, recordedLog, type HandlerAnswer } from '../support/service/gateway.ts';
import { handlerDependencies } from '../support/service/handler-on-tables.ts';
import { toolCall } from '../support/service/mcp-service.ts';
import { ownEnd } from '../support/service/own-end.ts';
import { testClient } from '../support/stores/dynamodb-client.ts';
import { openTables } from '../support/stores/tables.ts';

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const one of undo.splice(0).toReversed()) await one();
});

interface Wanted {
  /** The tool of an MCP call, or the path of a request to the HTTP API. */
  readonly to: string;
  readonly args?: object;
  readonly key?: string;
  /** What the answer must contain. */
  readonly shows: string;
  /** Whether a charge is written, if only a reserve without tokens. */
  readonly charges: boolean;
}

/** Sixteen calls of one account, each on the account's own part. */
function callsOf(partNumber: string, itemId: string): readonly Wanted[] {
  const part = { manufacturer: 'Norvane', part_number: partNumber };
  const missing = { manufacturer: 'Norvane', part_number: `NONE-${partNumber}` };
  const path = `/v1/items/lookup?manufacturer=Norvane&mpn=${partNumber}`;
  const paid = { shows: itemId, charges: true };
  const found = { to: 'lookup_part', args: part, ...paid };
  return [
    found,
    found,
    found,
    { to: 'lookup_parts', args: { items: [part, missing] }, ...paid },
    { to: 'lookup_parts', args: { items: [part, part] }, ...paid },
    { to: 'search_items', args: { query: partNumber }, ...paid },
    { to: 'search_items', args: { query: `resistor ${partNumber}` }, ...paid },
    { to: 'get_item', args: { item_id: itemId }, ...paid },
    { to: 'get_item', args: { item_id: itemId }, ...paid },
    { to: path, ...paid },
    { to: path, key: `key-of-${partNumber}`, ...paid },
    { to: 'request_enrichment', args: { items: [missing] }, shows: 'queued', charges: true },
    { to: 'lookup_part', args: missing, shows: 'false', charges: false },
    { to: 'get_usage', shows: 'tokens_included', charges: false },
    { to: 'list_my_catalogs', shows: 'catalogs', charges: false },
    { to: '/v1/usage', shows: 'tokens_included', charges: false },
  ];
}

const CALLS = 64;

/**
 * A process that serves both interfaces and holds its charges back, or its reads of items, each until it is let go on.
 */
async function openProcess(holding: 'charges' | 'reads of items' = 'charges') {
  const tables = await openTables();
  const [client, meterClient] = [testClient(tables.endpoint), testClient(tables.endpoint, { maxAttempts: 1 })];
  const held: { readonly input: string; readonly goOn: () => void }[] = [];
  let holds = true;
  const hold = (store: DynamoDBDocumentClient, isHeld: (commandName: string, input: string) => boolean) =>
    store.middlewareStack.add(
      (next, { commandName = '' }) =>
        async (call) => {
          const input = JSON.stringify(call.input);
          if (holds && isHeld(commandName, input)) await new Promise<void>((goOn) => held.push({ input, goOn }));
          return next(call);
        },
      { step: 'initialize', name: 'holdCharges' },
    );
  if (holding === 'charges') {
    hold(client, (name) => name === 'TransactWriteItemsCommand');
    hold(meterClient, () => true);
  } else hold(client, (_name, input) => input.includes(tables.productIndexTable));
  const log = recordedLog();
  const dependencies = handlerDependencies(
    { tables, client, meterClient },
    { nowMs: () => NOON_MS, log, ports: { researchQueue: { send: async () => undefined } } },
  );
  const [mcp, v1] = [createMcpHandler(dependencies), createV1Handler(dependencies)];
  const goOn = (all = held.splice(0)) => {
    holds = false;
    for (const { goOn: one } of all) one();
  };
  undo.push(
    () => tables.stop(),
    () => goOn(),
  );
  return {
    tables,
    log,
    held,
    goOn,
    send: ({ client: { clientId }, secret }: OpenedAccount, { to, args = {}, key }: Wanted, remainingMs?: number) => {
      const credential = `${clientId}:${secret}`;
      const [path = '', query = ''] = to.split('?', 2);
      const time = remainingMs === undefined ? {} : { remainingMs };
      if (to.startsWith('/')) {
        const headers = { authorization: `Bearer ${credential}`, ...(key !== undefined && { 'idempotency-key': key }) };
        return callHandler(v1, { path, query, headers, ...time });
      }
      const { headers, body } = toolCall(to, args, credential);
      const sent = { 'content-type': 'application/json', ...headers };
      return callHandler(mcp, { method: 'POST', path: '/mcp', headers: sent, body: JSON.stringify(body), ...time });
    },
  };
}

function tokensBilled({ json }: HandlerAnswer): number {
  return (json.meta?.usage ?? json.result._meta['com.service/usage']).tokens_billed as number;
}

test(`${CALLS} calls of four accounts are answered right and billed exactly; of one whose time is over, the charge is reported`, async () => {
  const service = await openProcess();
  const store = testClient(service.tables.endpoint);
  const writer = new DynamoItemWriter(store, service.tables.productIndexTable);
  const customers = await Promise.all(
    ['RA', 'RB', 'RC', 'RD'].map(async (letters, at) => {
      const [id, mpn] = [`itm_Many000${at}`, `${letters}-101`];
      valueOf(await writer.writeItem(recordOf({ id, manufacturer: 'Norvane', mpn, title: `Resistor ${mpn}` })));
      return { opened: await openAccount(store, service.tables.accountsTable), calls: callsOf(mpn, id) };
    }),
  );
  const [{ opened: slow }] = customers as [(typeof customers)[number]];
  const { remainingMs, end } = ownEnd((restore) => undo.push(restore));

  const sent = customers.flatMap(({ opened, calls }) =>
    calls.map((wanted, at) => {
      const answer = service.send(opened, wanted, opened === slow && at === 0 ? remainingMs : undefined);
      return { opened, wanted, answer };
    }),
  );
  expect(sent).toHaveLength(CALLS);
  const charges = sent.filter(({ wanted }) => wanted.charges).length;
  await expect.poll(() => service.held.length, { timeout: 30_000 }).toBe(charges);
  end();
  const [ended, ...others] = sent as [(typeof sent)[number], ...typeof sent];
  expect((await ended.answer).statusCode).toBe(500);
  const [timeOver, reported, ...more] = service.log.faults.map((fault) => fault as Error);
  expect([timeOver?.name, reported instanceof UnansweredDebitError, more]).toEqual(['TimeoutError', true, []]);
  const [, debitId = '', tokensReported] =
    /^Debit (\d+) of (\d+) tokens and 1 items/.exec(reported?.message ?? '') ?? [];
  expect(reported?.message).toContain(` on ${slow.account.accountId} `);
  const reports = new DynamoAccountReports(store, service.tables.accountsTable);
  const periodsOf = async ({ account }: OpenedAccount) => [
    ...(await reports.readUsageHistory(account.accountId)).periods.values(),
  ];
  // The reported charge stands: its write goes on after the call has ended.
  service.goOn(service.held.filter(({ input }) => input.includes(debitId)));
  await expect.poll(async () => (await periodsOf(slow)).map(({ tokens }) => tokens)).toEqual([Number(tokensReported)]);
  service.goOn();

  const answered = await Promise.all(others.map(async (each) => ({ ...each, answer: await each.answer })));
  for (const { wanted, answer } of answered) {
    expect(JSON.stringify(answer.json)).toContain(wanted.shows);
    expect(tokensBilled(answer) > 0).toBe(wanted.charges && wanted.to !== 'request_enrichment');
  }
  expect(service.log.faults).toHaveLength(2);
  for (const { opened, calls } of customers) {
    const own = answered.filter((each) => each.opened === opened);
    const doubted = opened === slow ? Number(tokensReported) : 0;
    expect(await periodsOf(opened)).toEqual([
      expect.objectContaining({
        tokens: own.reduce((sum, { answer }) => sum + tokensBilled(answer), doubted),
        calls: calls.filter((wanted) => wanted.charges).length,
      }),
    ]);
  }
});

test('a read that outlasts its call bills nothing when it returns', async () => {
  const service = await openProcess('reads of items');
  const store = testClient(service.tables.endpoint);
  const { productIndexTable, accountsTable } = service.tables;
  const item = recordOf({ id: 'itm_Many0009', manufacturer: 'Norvane', mpn: 'RE-101', title: 'Resistor RE-101' });
  valueOf(await new DynamoItemWriter(store, productIndexTable).writeItem(item));
  const opened = await openAccount(store, accountsTable);
  const { remainingMs, end } = ownEnd((restore) => undo.push(restore));
  const late = callsOf('RE-101', 'itm_Many0009').filter(({ charges }) => charges);
  const answers = late.map((wanted) => service.send(opened, wanted, remainingMs));
  await expect.poll(() => service.held.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(late.length);
  end();
  for (const { statusCode } of await Promise.all(answers)) expect(statusCode).toBe(500);

  service.goOn();
  const [free] = callsOf('RE-101', 'itm_Many0009').filter(({ to }) => to === 'get_usage') as [Wanted];
  // The next call thaws the process; each of its requests to the store lets the late ones go on.
  for (let calls = 0; calls < 20; calls += 1) await service.send(opened, free);
  const reports = new DynamoAccountReports(store, accountsTable);
  const { periods } = await reports.readUsageHistory(opened.account.accountId);
  expect([...periods.values()].map(({ tokens, calls, researchNanoUsd }) => [tokens, calls, researchNanoUsd])).toEqual(
    [],
  );
  expect(service.log.faults.map((fault) => (fault as Error).name)).toEqual(late.map(() => 'TimeoutError'));
});
