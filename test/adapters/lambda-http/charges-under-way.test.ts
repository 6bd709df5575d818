import { afterEach, expect, test, vi } from 'vitest';
import { createHttpHandler } from '../../../adapters/lambda-http/create-http-handler.ts';
import type { ToolDependencies } from '../../../adapters/lambda-http/tool-dependencies.ts';
import { answerPlainly } from '../../../core/api/refusals/error-response.ts';
import { prepareDebit, type BillableCaller, type UsageDebit } from '../../../core/billing/meter/usage-debit.ts';
import { callerIn, NOON_MS } from '../../support/fixtures/callers.ts';
import { valueOf } from '../../support/fixtures/value-of.ts';
import { callHandler } from '../../support/service/gateway.ts';
import { handlerDependencies } from '../../support/service/handler-on-tables.ts';
import { directClient } from '../../support/stores/dynamodb-client.ts';

afterEach(() => vi.restoreAllMocks());

/** Dependencies whose store answers nothing until `answer` is called, and the messages that they log. */
function openSilent(): { dependencies: ToolDependencies; messages: () => string[]; answer: () => void } {
  const written: string[] = [];
  const keep = (text: unknown) => written.push(String(text)) > 0;
  for (const stream of [process.stdout, process.stderr]) vi.spyOn(stream, 'write').mockImplementation(keep);
  for (const name of ['log', 'info', 'error'] as const) vi.spyOn(console, name).mockImplementation(keep);
  let answer = (): void => undefined;
  const silence = new Promise<void>((resolve) => (answer = resolve));
  const refusal = { statusCode: 400, body: { __type: 'com.amazonaws#ResourceNotFoundException', message: 'no table' } };
  const client = directClient(() => silence.then(() => refusal), { maxAttempts: 1 });
  const tables = { accountsTable: 'Accounts', productIndexTable: 'ProductIndex' };
  return {
    dependencies: handlerDependencies({ tables, client, meterClient: client }, {}),
    messages: () =>
      written
        .filter((line) => line.includes('"request failed"'))
        .map((line) => (JSON.parse(line) as { error: { message: string } }).error.message),
    answer,
  };
}

/** Answers a call that is handled so. */
async function answerCall(dependencies: ToolDependencies, handle: () => Promise<never>): Promise<void> {
  const route = { allow: 'GET', origin: 'unchecked', errors: answerPlainly, handle } as const;
  const handler = createHttpHandler(dependencies, () => route);
  expect((await callHandler(handler, { path: '/' })).statusCode).toBe(500);
}

function debitOf(tokens: number): UsageDebit {
  const caller = callerIn() as ReturnType<typeof callerIn> & BillableCaller;
  return valueOf(prepareDebit(caller, { tokens, items: 2, parts: 0 }, NOON_MS));
}

test('a call that fails while its charge is written reports the charge once, with its ids and amounts', async () => {
  const { dependencies, messages } = openSilent();
  const debit = debitOf(30);
  await answerCall(dependencies, async () => {
    void dependencies.services.usageStore.debit(debit);
    throw new Error('The time is over');
  });
  const reported = `Debit ${debit.mark.id} of 30 tokens and 2 items on acc_0123456789 2026-11 client others may stand: its call ended`;
  expect(messages()).toEqual(['The time is over', expect.stringContaining(reported)]);
  await answerCall(dependencies, () => Promise.reject(new Error('Another')));
  expect(messages()).toHaveLength(3);
});

test('a call that fails while it requests research, or keeps a receipt, reports the charge', async () => {
  const { dependencies, messages } = openSilent();
  const { enrichment, receipts } = dependencies.services;
  const place = { accountId: 'acc_0123456789', clientId: 'cli_1', keyHash: '00' };
  const seen = {
    fingerprint: 'f',
    requestId: 'req_0',
    tokens: 70,
    items: 1,
    over: undefined,
    atMs: NOON_MS,
    isKept: false,
  };
  await answerCall(dependencies, async () => {
    void enrichment.commit({ accountId: 'acc_0123456789', changes: [], usage: { kind: 'debit', debit: debitOf(0) } });
    void receipts.keep(place, seen);
    throw new Error('The time is over');
  });
  expect(messages().slice(1)).toEqual([
    expect.stringContaining('of 0 tokens and 2 items'),
    expect.stringContaining('The charge of 70 tokens by request req_0'),
  ]);
});

test('a charge whose outcome is known is not reported when its call fails', async () => {
  const { dependencies, messages, answer } = openSilent();
  answer();
  await answerCall(dependencies, async () => {
    await expect(dependencies.services.usageStore.debit(debitOf(30))).rejects.toThrow('no table');
    throw new Error('Another');
  });
  expect(messages()).toEqual(['Another']);
});
