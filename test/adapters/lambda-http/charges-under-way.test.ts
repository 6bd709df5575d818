import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { DynamoAccountReports } from '../../../adapters/dynamodb/access/dynamo-account-reports.ts';
import { DynamoItemWriter } from '../../../adapters/dynamodb/index/dynamo-item-writer.ts';
import { createHttpHandler } from '../../../adapters/lambda-http/create-http-handler.ts';
import type { ToolDependencies } from '../../../adapters/lambda-http/tool-dependencies.ts';
import { answerPlainly } from '../../../core/api/refusals/error-response.ts';
import { UnansweredDebitError } from '../../../core/billing/meter/take-back.ts';
import { prepareDebit, type BillableCaller, type UsageDebit } from '../../../core/billing/meter/usage-debit.ts';
import { createMcpHandler } from '../../../functions/mcp/create-mcp-handler.ts';
import { openAccount } from '../../support/fixtures/accounts.ts';
import { callerIn, NOON_MS } from '../../support/fixtures/callers.ts';
import { REGULATOR } from '../../support/fixtures/item-records.ts';
import { valueOf } from '../../support/fixtures/value-of.ts';
import { callHandler, recordedLog } from '../../support/service/gateway.ts';
import { handlerDependencies } from '../../support/service/handler-on-tables.ts';
import { toolCall } from '../../support/service/mcp-service.ts';
import { ownEnd } from '../../support/service/own-end.ts';
import { directClient, testClient } from '../../support/stores/dynamodb-client.ts';
import { openTables } from '../../support/stores/tables.ts';

afterEach(() => vi.restoreAllMocks());

/** Dependencies whose store answers nothing until `answer` is called, and the messages that they log. */
function openSilent() {
  const written: string[] = [];
  const keep = (text: unknown) => written.push(String(text)) > 0;
  for (const stream of [process.stdout, process.stderr]) vi.spyOn(stream, 'write').mockImplementation(keep);
  for (const name of ['log', 'info', 'error'] as const) vi.spyOn(console, name).mockImplementation(keep);
  let answer = (): void => undefined;
  const silence = new Promise<void>((resolve) => (answer = resolve));
  const refusal = { statusCode: 400, body: { __type: 'com.amazonaws#ResourceNotFoundException', message: 'no table' } };
  const sent: string[] = [];
  const call = (operation: string) => {
    sent.push(operation);
    return silence.then(() => refusal);
  };
  const client = directClient(call, { maxAttempts: 1 });
  const tables = { accountsTable: 'Accounts', productIndexTable: 'ProductIndex' };
  return {
    dependencies: handlerDependencies({ tables, client, meterClient: client }, {}),
    messages: () =>
      written
        .filter((line) => line.includes('"request failed"'))
        .map((line) => (JSON.parse(line) as { error: { message: string } }).error.message),
    answer,
    /** What was sent to the store. */
    sent,
    /** Whether a failure was counted. */
    counted: (metric: string) => written.some((line) => line.includes(`"${metric}"`)),
  };
}

/** Answers a call that is handled so. */
async function answerCall(
  dependencies: ToolDependencies,
  handle: () => Promise<never>,
  time: { readonly remainingMs?: number } = {},
): Promise<void> {
  const route = { allow: 'GET', origin: 'unchecked', errors: answerPlainly, handle } as const;
  const handler = createHttpHandler(dependencies, () => route);
  expect((await callHandler(handler, { path: '/', ...time })).statusCode).toBe(500);
}

const PLACE = { accountId: 'acc_0123456789', clientId: 'cli_1', keyHash: '00' };
const SEEN = {
  fingerprint: 'f',
  requestId: 'req_0',
  tokens: 70,
  items: 1,
  over: undefined,
  atMs: NOON_MS,
  isKept: false,
};

/** Every write of a call that charges. */
function chargeEverything({ ports }: ToolDependencies): Promise<unknown>[] {
  const reserve = { kind: 'debit', debit: debitOf(0, 2) } as const;
  return [
    ports.usageStore.debit(debitOf(30)),
    ports.enrichment.commit({ accountId: 'acc_0123456789', changes: [], usage: reserve }),
    ports.receipts.keep(PLACE, SEEN),
  ];
}

function debitOf(tokens: number, parts = 0): UsageDebit {
  const caller = callerIn() as ReturnType<typeof callerIn> & BillableCaller;
  return valueOf(prepareDebit(caller, { tokens, items: 2, parts }, NOON_MS));
}

test('a call that fails while its charge is written reports the charge once, with its ids and amounts', async () => {
  const { dependencies, messages } = openSilent();
  const debit = debitOf(30);
  await answerCall(dependencies, async () => {
    void dependencies.ports.usageStore.debit(debit);
    throw new Error('The time is over');
  });
  const reported = `Debit ${debit.mark.id} of 30 tokens and 2 items on acc_0123456789 2026-11 client others may stand: its call ended`;
  expect(messages()).toEqual(['The time is over', expect.stringContaining(reported)]);
  await answerCall(dependencies, () => Promise.reject(new Error('Another')));
  expect(messages()).toHaveLength(3);
});

test('a call that fails while it requests research, or keeps a receipt, reports the charge, even before it is sent', async () => {
  const { dependencies, messages, sent } = openSilent();
  await answerCall(dependencies, async () => {
    for (const one of chargeEverything(dependencies)) one.catch(() => undefined);
    expect(sent).toEqual([]);
    throw new Error('The time is over');
  });
  expect(messages().slice(1)).toEqual([
    expect.stringContaining('of 30 tokens and 2 items'),
    expect.stringContaining('of 0 tokens and 2 items and 30 cents of research on acc_0123456789'),
    expect.stringContaining('The charge of 70 tokens by request req_0'),
  ]);
  await expect.poll(() => sent.length).toBe(3);
});

test('a call whose time ended while it read charges nothing when the read returns', async () => {
  const { dependencies, messages, answer, sent, counted } = openSilent();
  answer();
  const { remainingMs, end } = ownEnd(onTestFinished);
  const [begun, read] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const late = Promise.withResolvers<PromiseSettledResult<unknown>[]>();
  const answering = answerCall(
    dependencies,
    async () => {
      begun.resolve();
      await read.promise;
      late.resolve(Promise.allSettled(chargeEverything(dependencies)));
      throw new Error('Nobody waits for this');
    },
    { remainingMs },
  );
  await begun.promise;
  end();
  await answering;
  read.resolve();
  const refused = { status: 'rejected', reason: expect.objectContaining({ name: 'CallIsOverError' }) };
  expect(await late.promise).toEqual([refused, refused, refused]);
  expect(sent).toEqual([]);
  expect(messages()).toEqual([expect.stringContaining('aborted')]);
  expect(counted('MeterFailed')).toBe(false);
});

test('a charge that the store refused or took back is not reported when its call fails', async () => {
  const { dependencies, messages, answer } = openSilent();
  answer();
  await answerCall(dependencies, async () => {
    await expect(dependencies.ports.usageStore.debit(debitOf(30))).rejects.toThrow('no table');
    throw new Error('Another');
  });
  expect(messages()).toEqual(['Another']);
});

test('a charge that is written, and whose call ends before its answer, is reported', async () => {
  const tables = await openTables();
  onTestFinished(() => tables.stop());
  const honest = testClient(tables.endpoint);
  const [client, meterClient] = [testClient(tables.endpoint), testClient(tables.endpoint, { maxAttempts: 1 })];
  valueOf(await new DynamoItemWriter(honest, tables.productIndexTable).writeItem(REGULATOR));
  const { account, client: key, secret } = await openAccount(honest, tables.accountsTable, { nowMs: NOON_MS });
  // The statistic of the assistant is written in parallel with the charge, and its store does not answer.
  const statistic = Promise.withResolvers<void>();
  const silence = Promise.withResolvers<void>();
  client.middlewareStack.add(
    (next) => async (call) => {
      const input = JSON.stringify(call.input);
      if (/Update/.test(input) && /(?:ASSISTANT|ACTIVITY)#/.test(input)) {
        statistic.resolve();
        await silence.promise;
      }
      return next(call);
    },
    { step: 'initialize', name: 'holdStatistic' },
  );
  const charged = Promise.withResolvers<void>();
  meterClient.middlewareStack.add(
    (next) => async (call) => {
      const response = await next(call);
      // After all that waits for the response.
      setImmediate(charged.resolve);
      return response;
    },
    { step: 'initialize', name: 'noteCharge' },
  );
  const log = recordedLog();
  const handler = createMcpHandler(handlerDependencies({ tables, client, meterClient }, { nowMs: () => NOON_MS, log }));
  const { remainingMs, end } = ownEnd(onTestFinished);
  const part = { manufacturer: 'Norvane', part_number: 'NV-7805/2.5' };
  const { headers, body } = toolCall('lookup_part', part, `${key.clientId}:${secret}`);
  const answering = callHandler(handler, {
    method: 'POST',
    path: '/mcp',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    remainingMs,
  });
  await Promise.all([statistic.promise, charged.promise]);
  end();
  expect((await answering).statusCode).toBe(500);
  const reports = new DynamoAccountReports(honest, tables.accountsTable);
  const [period] = (await reports.readUsageHistory(account.accountId)).periods.values();
  expect(period?.tokens).toBeGreaterThan(0);
  const errors = log.faults.flatMap((fault) => (fault instanceof UnansweredDebitError ? [fault.message] : []));
  expect(errors).toEqual([expect.stringContaining(`of ${period?.tokens} tokens and 1 items on ${account.accountId}`)]);
  silence.resolve();
});
