/**
 * A process of the HTTP API's function with separate clients, for tests of money when a process or its storage fails.
 */
import { createV1Handler } from '../../../functions/v1/create-v1-handler.ts';
import { NOON_MS, type OpenedAccount } from '../fixtures/accounts.ts';
import { testClient } from '../stores/dynamodb-client.ts';
import { injectFaults, type FaultPlan } from '../stores/faulty-client.ts';
import type { OpenTables } from '../stores/tables.ts';
import { callHandler, recordedLog, type HandlerAnswer } from './gateway.ts';
import { handlerDependencies } from './handler-on-tables.ts';

export interface ApiProcess {
  /** Sends a request of the client with an Idempotency-Key, unless that is null. */
  send(
    opened: Pick<OpenedAccount, 'client' | 'secret'>,
    pathAndQuery: string,
    wanted?: { readonly key?: string | null; readonly body?: unknown },
  ): Promise<HandlerAnswer>;
  readonly clock: { nowMs: number };
  readonly faults: ReturnType<typeof injectFaults>;
}

interface ApiProcessOptions {
  readonly plan?: FaultPlan;
  readonly testItemsPerDay?: string;
  /** Awaited before each call of the storage, with its number from 1. */
  readonly beforeCall?: (call: number, operation: string) => Promise<void>;
}

/** The Idempotency-Key of requests that name none. */
const USUAL_KEY = 'check-0023';

export function openApiProcess(tables: OpenTables, options: ApiProcessOptions = {}): ApiProcess {
  const { plan = () => undefined, testItemsPerDay = 'unlimited', beforeCall } = options;
  const [client, meterClient] = [testClient(tables.endpoint), testClient(tables.endpoint, { maxAttempts: 1 })];
  const faults = injectFaults(plan, client, meterClient);
  let calls = 0;
  for (const each of [client, meterClient])
    each.middlewareStack.add(
      (next, { commandName = '' }) =>
        async (args) => {
          calls += 1;
          await beforeCall?.(calls, commandName.replace(/Command$/, ''));
          return next(args);
        },
      { step: 'initialize', name: 'beforeCall' },
    );
  const clock = { nowMs: NOON_MS };
  const dependencies = handlerDependencies(
    { tables, client, meterClient },
    {
      environment: { TEST_RECORDS_PER_DAY: testItemsPerDay },
      nowMs: () => clock.nowMs,
      log: recordedLog(),
      ports: { researchQueue: { send: async () => undefined } },
    },
  );
  const handler = createV1Handler(dependencies);
  return {
    clock,
    faults,
    send: ({ client: { clientId }, secret }, pathAndQuery, { key = USUAL_KEY, body } = {}) => {
      const [path = '', query = ''] = pathAndQuery.split('?', 2);
      return callHandler(handler, {
        method: body === undefined ? 'GET' : 'POST',
        path,
        query,
        headers: {
          authorization: `Bearer ${clientId}:${secret}`,
          ...(key !== null && { 'idempotency-key': key }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    },
  };
}
