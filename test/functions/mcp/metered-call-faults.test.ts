/**
 * A metered call through the whole function while its storage fails: never data without its charge, and a charge
 * without data only if the process died.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DynamoAccountReports } from '../../../adapters/dynamodb/access/dynamo-account-reports.ts';
import { DynamoItemWriter } from '../../../adapters/dynamodb/index/dynamo-item-writer.ts';
import { openAccount } from '../../support/fixtures/accounts.ts';
import { openHandler } from '../../support/service/handler-on-tables.ts';
import { gatewayEvent } from '../../support/service/gateway-event.ts';
import { testClient } from '../../support/stores/dynamodb-client.ts';
import { injectFaults, type Fault, type FaultPlan } from '../../support/stores/faulty-client.ts';
import { REGULATOR } from '../../support/fixtures/item-records.ts';
import { toolCall } from '../../support/service/mcp-service.ts';
import { openTables, type OpenTables } from '../../support/stores/tables.ts';
import { pointAfter } from '../../support/cases.ts';

const LOOKUP = { manufacturer: 'Norvane', part_number: 'nv 7805/2.5' };

interface Outcome {
  readonly status: number;
  readonly delivered: boolean;
  readonly errorCode: string | undefined;
  readonly charges: number;
  readonly calls: number;
  /** Counts the tokens of all assistants of the key. */
  readonly assistants: { readonly calls: number; readonly tokens: number };
}

let tables: OpenTables;
let store: ReturnType<typeof testClient>;

beforeAll(async () => {
  tables = await openTables();
  store = testClient(tables.endpoint);
  await new DynamoItemWriter(store, tables.productIndexTable).writeItem(REGULATOR);
});
afterAll(() => tables.stop());

/**
 * Runs one look-up by a new account in a new process. The SDK's client may retry reads; the meter's client may retry
 * nothing.
 */
async function lookUpWith(plan: FaultPlan): Promise<Outcome> {
  const nowMs = Date.now();
  const opened = await openAccount(store, tables.accountsTable, { spendingCapCents: 100, nowMs });
  const [client, meterClient] = [testClient(tables.endpoint), testClient(tables.endpoint, { maxAttempts: 1 })];
  const faults = injectFaults(plan, client, meterClient);
  const handler = openHandler({ tables, client, meterClient });
  const { body, headers } = toolCall('lookup_part', LOOKUP, `${opened.client.clientId}:${opened.secret}`);
  const event = gatewayEvent({
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: Buffer.from(JSON.stringify(body)),
  });
  const answer = await handler.invoke(event);
  const json = JSON.parse(answer.body) as {
    result?: { structuredContent?: { found: boolean }; _meta?: Record<string, { code?: string }> };
    error?: { data: { errors: { code: string }[] } };
  };
  const reports = new DynamoAccountReports(store, tables.accountsTable);
  const { periods } = await reports.readUsageHistory(opened.account.accountId);
  const days = await reports.listAssistantDays(opened.account.accountId);
  return {
    status: answer.statusCode,
    delivered: json.result?.structuredContent?.found === true,
    errorCode: json.error?.data.errors[0]?.code ?? json.result?._meta?.['com.service/error']?.code,
    charges: [...periods.values()].reduce((sum, { calls }) => sum + calls, 0),
    calls: faults.callCount,
    assistants: {
      calls: days.reduce((sum, day) => sum + day.calls, 0),
      tokens: days.reduce((sum, day) => sum + day.tokens, 0),
    },
  };
}

describe('a metered call', () => {
  test('that dies before or after any of its storage calls is billed at most once', async () => {
    const { calls } = await lookUpWith(() => undefined);
    expect(calls).toBeGreaterThanOrEqual(6);
    for (const fault of ['crash', 'crash-after'] as const) {
      for (let at = 1; at <= calls; at = pointAfter(at)) {
        const outcome = await lookUpWith(({ call }) => (call === at ? fault : undefined));
        expect([fault, at, outcome.charges]).toEqual([
          fault,
          at,
          outcome.charges <= 1 ? outcome.charges : 'at most one',
        ]);
        if (outcome.delivered) expect([fault, at, outcome.charges]).toEqual([fault, at, 1]);
        else expect([outcome.status, outcome.errorCode]).toEqual([500, 'internal_error']);
      }
    }
  });

  test.each<Fault>(['answer-lost', 'answer-timed-out', 'reset', 'timeout'])(
    'whose meter write gets no response (%s) fails and takes its charge back, from its assistant too',
    async (fault) => {
      let met = 0;
      const meters = ({ operation, input }: Parameters<FaultPlan>[0]) =>
        operation === 'UpdateItem' && JSON.stringify(input).includes('USAGE#') && (met += 1) === 1;
      const outcome = await lookUpWith((call) => (meters(call) ? fault : undefined));
      expect(outcome).toMatchObject({ status: 500, delivered: false, errorCode: 'internal_error', charges: 0 });
      expect(outcome.assistants).toEqual({ calls: 1, tokens: 0 });
    },
  );

  test.each<Fault>(['throttled', 'throttling', 'conflict'])(
    'with %s on every second write is served, or fails as an internal error, never as cap or rate limit',
    async (fault) => {
      const outcome = await lookUpWith(({ operation, occurrence }) =>
        operation === 'UpdateItem' && occurrence % 2 === 1 ? fault : undefined,
      );
      if (outcome.delivered) expect(outcome.charges).toBe(1);
      else expect(outcome).toMatchObject({ errorCode: 'internal_error', charges: 0 });
    },
  );
});
