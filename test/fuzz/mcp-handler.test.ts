/**
 * Requests that no real client writes, through the whole function with its real adapters: 2,000 of them here, 100,000
 * with `npm run fuzz`. Never a 500, a hang or an unhandled rejection; always the documented form; and at the end the
 * money adds up.
 */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { cases } from '../support/cases.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SCOPES } from '../../core/billing/accounts/scopes.ts';
import { createClient } from '../../core/access/administration/administer-clients.ts';
import { DynamoClientStore } from '../../adapters/dynamodb/access/dynamo-client-store.ts';
import { DynamoItemWriter } from '../../adapters/dynamodb/index/dynamo-item-writer.ts';
import { OPERATOR, openAccount, valueOf, type OpenedAccount } from '../support/fixtures/accounts.ts';
import { openHandler, TEST_ORIGIN, type TestHandler } from '../support/service/handler-on-tables.ts';
import { testClient } from '../support/stores/dynamodb-client.ts';
import { callHandler } from '../support/service/gateway.ts';
import { REGULATOR } from '../support/fixtures/item-records.ts';
import { openTables, type OpenTables } from '../support/stores/tables.ts';
import { arbitraryRequest, type FuzzedRequest } from './arbitrary-request.ts';
import { faultsOfAnswer, tokensBilled } from './judge-answer.ts';

const CASES = Number(process.env['FUZZ_CASES'] ?? cases(2_000));
/** The requests are sent concurrently, as API Gateway would. */
const TOGETHER = 8;
/** The timeout catches a response that never arrives. */
const TIME_LIMIT_MS = 60_000;

let tables: OpenTables;
let account: OpenedAccount;
let handler: TestHandler;
let credentials: readonly string[];

beforeAll(async () => {
  tables = await openTables();
  const client = testClient(tables.endpoint);
  const { accountsTable } = tables;
  account = await openAccount(client, accountsTable, { terms: { requestsPerMinute: 30_000 }, nowMs: Date.now() });
  const limited = await newKey('live', ['usage:read']);
  const sandbox = await newKey('test', SCOPES);
  const good = `Bearer ${account.client.clientId}:${account.secret}`;
  credentials = [...Array<string>(40).fill(good), limited, sandbox, `${good}x`, 'Bearer a.b.c', 'Basic eDp5', ''];
  const meterClient = testClient(tables.endpoint, { maxAttempts: 1 });
  await new DynamoItemWriter(client, tables.productIndexTable).writeItem(REGULATOR);
  handler = openHandler({ client, meterClient, tables });
});
afterAll(async () => {
  await tables.stop();
});

async function newKey(kind: 'live' | 'test', scopes: OpenedAccount['client']['scopes']): Promise<string> {
  const { accountId } = account.account;
  const made = await createClient(account.store, { accountId, kind, name: kind, scopes }, OPERATOR, Date.now());
  const key = valueOf(made);
  return `Bearer ${key.client.clientId}:${key.secret}`;
}

test(
  `${CASES} damaged requests get their documented responses`,
  async () => {
    let billed = 0;
    const request = arbitraryRequest(credentials, TEST_ORIGIN);
    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: TOGETHER, maxLength: TOGETHER }), async (requests) => {
        const tokens = await Promise.all(requests.map(judge));
        billed += tokens.reduce((sum, each) => sum + each, 0);
      }),
      { numRuns: Math.ceil(CASES / TOGETHER), endOnFailure: true },
    );
    expect(handler.faults).toEqual([]);
    expect(billed).toBeGreaterThan(0);
    expect(await tokensOnTheAccount()).toBe(billed);
  },
  60_000 + CASES * 50,
);

async function judge(request: FuzzedRequest): Promise<number> {
  const answer = await withinTime(
    callHandler((event: APIGatewayProxyEventV2) => handler.invoke(event), { path: '/mcp', ...request }),
  );
  const faults = faultsOfAnswer(request, answer);
  if (faults.length > 0) {
    throw new Error(`${faults.join('; ')}\n${Buffer.from(request.body).toString()}\n${JSON.stringify(answer)}`);
  }
  return tokensBilled(answer);
}

async function withinTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer within the time limit')), TIME_LIMIT_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Returns the usage rows; test keys are not counted there, and their calls bill nothing. */
async function tokensOnTheAccount(): Promise<number> {
  const store = new DynamoClientStore(testClient(tables.endpoint), tables.accountsTable);
  const stored = await store.readCaller(account.client, Date.now());
  return [...(stored?.usage.periods.values() ?? [])].reduce((sum, period) => sum + period.tokens, 0);
}
