import { CloudWatchLogsClient } from '@aws-sdk/client-cloudwatch-logs';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { InsightsLog } from '../../../../adapters/cloudwatch/insights-log.ts';
import { logSearchSlotKey } from '../../../../adapters/dynamodb/accounts-table/account-keys.ts';
import { DynamoSearchStore } from '../../../../adapters/dynamodb/dashboard/dynamo-search-store.ts';
import { newAccountId } from '../../../../core/identifiers.ts';
import { askLog, followLog, type LogPorts } from '../../../../core/dashboard/request-log/ask-log.ts';
import {
  GIVE_UP_AFTER_MS,
  KEPT_MS,
  FOLLOWED_MS,
  SEARCH_SLOTS,
  STARTING_MS,
} from '../../../../core/dashboard/request-log/search-turns.ts';
import { DAY_MS } from '../../../../core/time.ts';
import { requestLine } from '../../../support/fixtures/request-lines.ts';
import { startLogsStandIn, type LogsStandIn } from '../../../support/service/logs-stand-in.ts';
import { testClient } from '../../../support/stores/dynamodb-client.ts';
import { faultScript, injectFaults } from '../../../support/stores/faulty-client.ts';
import { openTables, type OpenTables } from '../../../support/stores/tables.ts';

let tables: OpenTables;
let standIn: LogsStandIn;
let parts: LogPorts;
let nowMs = Date.parse('2026-11-23T14:03:00.000Z');
const logClients: CloudWatchLogsClient[] = [];

beforeAll(async () => {
  tables = await openTables();
});
afterAll(async () => {
  for (const one of logClients) one.destroy();
  await standIn.stop();
  await tables.stop();
});
beforeEach(async () => {
  await standIn?.stop();
  standIn = await startLogsStandIn();
  const credentials = { accessKeyId: 'x', secretAccessKey: 'x' };
  const logs = new CloudWatchLogsClient({
    endpoint: standIn.endpoint,
    region: 'us-east-1',
    credentials,
    maxAttempts: 1,
  });
  logClients.push(logs);
  const documents = testClient(tables.endpoint);
  const TableName = tables.accountsTable;
  for (let slot = 0; slot < SEARCH_SLOTS; slot += 1)
    await documents.send(new DeleteCommand({ TableName, Key: logSearchSlotKey(slot) }));
  const searches = new DynamoSearchStore(documents, TableName);
  parts = { log: new InsightsLog(logs, ['McpLogs']), searches };
  standIn.answerWith('Running');
});

const MONDAY = 'session-of-monday';
const TUESDAY = 'session-of-tuesday';

interface AskedFor {
  readonly accountId: string;
  readonly session?: string;
  readonly asked?: string;
}

let counted = 0;
function ask({ accountId, session = MONDAY, asked = 'day' }: AskedFor, by: LogPorts = parts) {
  const search = { accountId, fromMs: nowMs - DAY_MS, toMs: nowMs };
  const mayStart = async () => void (counted += 1);
  return askLog(by, { accountId, sessionSha256: session }, search, asked, mayStart, nowMs);
}

async function started(asked: AskedFor): Promise<string> {
  const result = await ask(asked);
  if (result.kind === 'busy') throw new Error('It is busy.');
  return result.searchId;
}

const follow = ({ accountId, session = MONDAY }: AskedFor, searchId: string) =>
  followLog(parts, { accountId, sessionSha256: session }, searchId, nowMs);

describe('a search of the request log', () => {
  test('runs until its query is complete, and returns the results', async () => {
    const accountId = newAccountId();
    const other = newAccountId();
    const line = requestLine({ account: accountId, atMs: nowMs - 1_000, tool: 'lookup_part', outcome: 'answered' });
    standIn.write(
      'McpLogs',
      line,
      requestLine({ account: other, atMs: nowMs - 1_000, outcome: 'answered', tool: 'x' }),
    );
    standIn.answerWith('Scheduled', 'Running', 'Complete');
    const id = await started({ accountId });
    expect((await follow({ accountId }, id)).kind).toBe('searching');
    expect((await follow({ accountId }, id)).kind).toBe('searching');
    expect(await follow({ accountId }, id)).toEqual({ kind: 'found', lines: [line], startedAtMs: nowMs });
  });

  test('is kept for a minute: a repeat starts no query and is not counted', async () => {
    const accountId = newAccountId();
    standIn.answerWith('Complete');
    const id = await started({ accountId });
    expect(await started({ accountId })).toBe(id);
    await follow({ accountId }, id);
    counted = 0;
    nowMs += KEPT_MS - 1;
    expect(await started({ accountId })).toBe(id);
    expect((await follow({ accountId }, id)).kind).toBe('found');
    expect([standIn.started.length, counted]).toEqual([1, 0]);
    nowMs += 1;
    expect((await follow({ accountId }, id)).kind).toBe('unknown');
    expect(await started({ accountId })).not.toBe(id);
    expect([standIn.started.length, counted]).toEqual([2, 1]);
  });

  test('is shown only to the session that started it, and to no other account', async () => {
    const accountId = newAccountId();
    standIn.answerWith('Complete');
    const id = await started({ accountId });
    expect(await follow({ accountId, session: TUESDAY }, id)).toEqual({ kind: 'unknown' });
    expect(await follow({ accountId: newAccountId() }, id)).toEqual({ kind: 'unknown' });
    expect((await follow({ accountId }, id)).kind).toBe('found');
    expect(await follow({ accountId, session: TUESDAY }, id)).toEqual({ kind: 'unknown' });
  });

  test('lets no other session of the account search at the same time, but the next one after it', async () => {
    const accountId = newAccountId();
    const id = await started({ accountId });
    expect(await ask({ accountId, session: TUESDAY })).toEqual({ kind: 'busy' });
    standIn.started[0]?.statuses.splice(0, 1, 'Complete');
    await follow({ accountId }, id);
    expect((await ask({ accountId, session: TUESDAY })).kind).toBe('searching');
    expect(standIn.most()).toBe(1);
  });

  test('is stopped if its session starts another', async () => {
    const accountId = newAccountId();
    const first = await started({ accountId });
    const second = await started({ accountId, asked: 'week' });
    expect(standIn.stopped).toEqual([standIn.started[0]?.queryId]);
    expect(await follow({ accountId }, first)).toEqual({ kind: 'failed', why: 'replaced' });
    expect((await follow({ accountId }, second)).kind).toBe('searching');
    expect(standIn.most()).toBe(1);
  });

  test('runs once per account, even if several sessions start one', async () => {
    const accountId = newAccountId();
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) => ask({ accountId, session: `session-${index}` })),
    );
    expect(outcomes.filter(({ kind }) => kind === 'searching')).toHaveLength(1);
    expect(standIn.most()).toBe(1);
    // The same applies if an earlier search is already stored.
    nowMs += FOLLOWED_MS;
    const again = await Promise.all(
      Array.from({ length: 20 }, (_, index) => ask({ accountId, session: `session-${index}`, asked: 'week' })),
    );
    expect(again.filter(({ kind }) => kind === 'searching')).toHaveLength(1);
    expect(standIn.most()).toBe(1);
  });

  test.each(['Failed', 'Timeout', 'Cancelled'] as const)(
    'that ended as %s has failed, and can be repeated',
    async (status) => {
      const accountId = newAccountId();
      standIn.answerWith(status);
      const id = await started({ accountId });
      expect(await follow({ accountId }, id)).toEqual({ kind: 'failed', why: 'failed' });
      expect(await follow({ accountId }, id)).toEqual({ kind: 'failed', why: 'failed' });
      expect(await started({ accountId })).not.toBe(id);
    },
  );

  test('that has not ended after a minute is stopped', async () => {
    const accountId = newAccountId();
    const id = await started({ accountId });
    nowMs += GIVE_UP_AFTER_MS;
    expect(await follow({ accountId }, id)).toEqual({ kind: 'failed', why: 'too_slow' });
    expect([standIn.stopped.length, standIn.running()]).toEqual([1, 0]);
  });

  test('that the log refuses for its own limit is busy, and takes no slot', async () => {
    const accountId = newAccountId();
    standIn.refuseNext('LimitExceededException');
    expect(await ask({ accountId })).toEqual({ kind: 'busy' });
    expect((await ask({ accountId })).kind).toBe('searching');
  });

  test('that cannot be started fails, and takes no slot', async () => {
    const accountId = newAccountId();
    standIn.refuseNext('AccessDeniedException');
    await expect(ask({ accountId })).rejects.toThrow();
    expect((await ask({ accountId })).kind).toBe('searching');
  });
});

describe('a running search of the request log', () => {
  test('keeps its slot for as long as it is polled', async () => {
    const accountId = newAccountId();
    const id = await started({ accountId });
    for (let second = 0; second < 50; second += 5) {
      nowMs += 5_000;
      expect((await follow({ accountId }, id)).kind).toBe('searching');
      expect(await ask({ accountId, session: TUESDAY })).toEqual({ kind: 'busy' });
    }
    expect(standIn.stopped).toEqual([]);
  });

  test('gives its slot to another session if nobody polls it, and is stopped', async () => {
    const accountId = newAccountId();
    const id = await started({ accountId });
    nowMs += FOLLOWED_MS;
    expect((await ask({ accountId, session: TUESDAY })).kind).toBe('searching');
    expect(standIn.stopped).toHaveLength(1);
    expect(await follow({ accountId }, id)).toEqual({ kind: 'failed', why: 'replaced' });
  });

  test('is stopped if it cannot be stored', async () => {
    const accountId = newAccountId();
    const holdSlot = () => Promise.reject(new Error('The store does not answer.'));
    const failing = {
      ...parts,
      searches: new Proxy(parts.searches, {
        get: (target, name) =>
          name === 'holdSlot' ? holdSlot : (Reflect.get(target, name) as () => unknown).bind(target),
      }),
    };
    await expect(ask({ accountId }, failing)).rejects.toThrow('does not answer');
    expect([standIn.stopped.length, standIn.running()]).toEqual([1, 0]);
  });
});

describe('the searches of all accounts', () => {
  test('do not count one that found no slot', async () => {
    await Promise.all(Array.from({ length: SEARCH_SLOTS }, () => ask({ accountId: newAccountId() })));
    counted = 0;
    expect(await ask({ accountId: newAccountId() })).toEqual({ kind: 'busy' });
    expect(counted).toBe(0);
  });

  const many = () => Promise.all(Array.from({ length: 3 * SEARCH_SLOTS }, () => ask({ accountId: newAccountId() })));

  test('never exceed the number of slots, however many members search', async () => {
    const outcomes = await many();
    expect(outcomes.filter(({ kind }) => kind === 'searching')).toHaveLength(SEARCH_SLOTS);
    expect([standIn.most(), standIn.running()]).toEqual([SEARCH_SLOTS, SEARCH_SLOTS]);
  });

  test('have room again once a search has ended', async () => {
    const accountId = newAccountId();
    const id = await started({ accountId });
    await many();
    expect(await ask({ accountId: newAccountId() })).toEqual({ kind: 'busy' });
    standIn.started[0]?.statuses.splice(0, 1, 'Complete');
    await follow({ accountId }, id);
    expect((await ask({ accountId: newAccountId() })).kind).toBe('searching');
    expect(await ask({ accountId: newAccountId() })).toEqual({ kind: 'busy' });
  });

  test('have room again once abandoned searches expire, whose queries are stopped first', async () => {
    await many();
    nowMs += FOLLOWED_MS - 1;
    expect(await ask({ accountId: newAccountId() })).toEqual({ kind: 'busy' });
    nowMs += 1;
    const outcomes = await many();
    expect(outcomes.filter(({ kind }) => kind === 'searching')).toHaveLength(SEARCH_SLOTS);
    expect(standIn.stopped).toHaveLength(SEARCH_SLOTS);
    expect(standIn.most()).toBe(SEARCH_SLOTS);
  });
});

class Killed extends Error {}

/** The parts of a process that stops after this many calls of them. */
function killedAfter(calls: number): LogPorts {
  let left = calls;
  const dying = <Part extends object>(part: Part): Part =>
    new Proxy(part, {
      get: (target, name) => {
        const method = Reflect.get(target, name) as (...values: unknown[]) => unknown;
        return (...values: unknown[]) => {
          left -= 1;
          if (left < 0) throw new Killed();
          return method.apply(target, values);
        };
      },
    });
  return { log: dying(parts.log), searches: dying(parts.searches) };
}

describe('a killed process', () => {
  // The calls are: read, write, take a slot, start, store the query, read, write.
  test.each([1, 2, 3, 4, 5, 6])('after %i steps frees its account and its slot in the end', async (steps) => {
    const accountId = newAccountId();
    await expect(ask({ accountId }, killedAfter(steps))).rejects.toThrow(Killed);
    nowMs += STARTING_MS;
    const again = await ask({ accountId });
    expect(again.kind).toBe('searching');
    const others = await Promise.all(
      Array.from({ length: SEARCH_SLOTS - 1 }, () => ask({ accountId: newAccountId() })),
    );
    expect(others.map(({ kind }) => kind)).toEqual(others.map(() => 'searching'));
    // A started query that was stored nowhere runs to its own end.
    expect(standIn.running()).toBe(SEARCH_SLOTS + (steps === 4 ? 1 : 0));
  });

  test.each([
    ['the row of the account', { 1: 'answer-lost' }],
    ['the slot', { 2: 'answer-lost' }],
    ['both', { 1: 'answer-lost', 3: 'answer-lost' }],
  ] as const)(
    'runs once and holds one slot when the answer to writing %s is lost and the client repeats it',
    async (_what, faults) => {
      const accountId = newAccountId();
      const documents = testClient(tables.endpoint);
      const { injected } = injectFaults(faultScript({ PutItem: faults }), documents);
      const searches = new DynamoSearchStore(documents, tables.accountsTable);
      const result = await ask({ accountId }, { ...parts, searches });
      expect(injected).toHaveLength(Object.keys(faults).length);
      expect([result.kind, standIn.started.length]).toEqual(['searching', 1]);
      const others = await Promise.all(
        Array.from({ length: SEARCH_SLOTS - 1 }, () => ask({ accountId: newAccountId() })),
      );
      expect(others.map(({ kind }) => kind)).toEqual(others.map(() => 'searching'));
      standIn.started[0]?.statuses.splice(0, 1, 'Complete');
      if (result.kind === 'searching') expect((await follow({ accountId }, result.searchId)).kind).toBe('found');
    },
  );

  test('counts until its time has expired', async () => {
    const accountId = newAccountId();
    await expect(ask({ accountId }, killedAfter(4))).rejects.toThrow(Killed);
    nowMs += STARTING_MS - 1;
    expect(await ask({ accountId, session: TUESDAY })).toEqual({ kind: 'busy' });
    expect(await ask({ accountId, asked: 'week' })).toEqual({ kind: 'busy' });
  });
});
