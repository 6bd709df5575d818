/**
 * Makes the calls of the models' programs, on ways through the models that a seed chooses, on the real stores: each
 * answer is the model's, and after each write the stored rows read back as the model's rows. So the conditional writes
 * of models and stores cannot part.
 */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { researchLoadKey, usageKey } from '../../adapters/dynamodb/accounts-table/account-keys.ts';
import { writeMemberRow } from '../../adapters/dynamodb/accounts-table/people-rows.ts';
import { DynamoAdministrationStore } from '../../adapters/dynamodb/access/dynamo-administration-store.ts';
import { DynamoAssistantSignInStore } from '../../adapters/dynamodb/access/dynamo-assistant-sign-in-store.ts';
import { DynamoClientStore } from '../../adapters/dynamodb/access/dynamo-client-store.ts';
import { doubtRow } from '../../adapters/dynamodb/billing/doubt-rows.ts';
import { voidAttribute } from '../../adapters/dynamodb/billing/usage-rows.ts';
import { DynamoEnrichmentStore } from '../../adapters/dynamodb/sourcing/dynamo-enrichment-store.ts';
import { writeDueRow, writeRequestRow } from '../../adapters/dynamodb/accounts-table/enrichment-rows.ts';
import { DynamoDoubtStore } from '../../adapters/dynamodb/billing/dynamo-doubt-store.ts';
import { DynamoStatementStore } from '../../adapters/dynamodb/billing/dynamo-statement-store.ts';
import { usageAsRead, writeStatementRow } from '../../adapters/dynamodb/billing/statement-rows.ts';
import { randomAlphanumeric } from '../../core/identifiers.ts';
import type { UsageSnapshot } from '../../core/billing/accounts/usage.ts';
import type { AssistantClient } from '../../core/access/oauth/assistant-sign-in-store.ts';
import { OUTBOX_SHARD_COUNT, type DueWork } from '../../core/sourcing/enrichment/enrichment-store.ts';
import { DAY_MS } from '../../core/time.ts';
import { callerIn, NOON_MS } from '../support/fixtures/callers.ts';
import { testClient } from '../support/stores/dynamodb-client.ts';
import { seededRandom } from '../support/stores/faulty-client.ts';
import { openTables, type OpenTables } from '../support/stores/tables.ts';
import { closingWorld, type ClosingRows } from './closing-model.ts';
import { walkRandomly } from './explore.ts';
import { keyWorld, signInWorld, SIGN_IN_CODE, type KeyRows, type SignInRows } from './key-model.ts';
import { worldModel, type Answer, type PortCall, type World, type WorldCall } from './programs.ts';
import { RESEARCH_NUMBER, researchWorld, type ResearchRows } from './research-model.ts';

const WAYS = 12;
/** The models' account; each way has another, so that all share one table. */
const MODEL_ACCOUNT = '0123456789';
const PERIOD = '2026-11';
const MEMBER = {
  email: 'a@example.com',
  role: 'owner',
  notices: [],
  ...{ invitedAtMs: NOON_MS, acceptedAtMs: NOON_MS, signedInAtMs: NOON_MS },
} as const;

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

interface Opened<Rows> {
  /** Answers a call by the method of the store that it is a call of. */
  call(call: PortCall): Promise<unknown>;
  /** Reads the part of the rows that the calls change. */
  read(): Promise<Partial<Rows>>;
}

type Open<Rows> = (rows: Rows, accountId: string) => Promise<Opened<Rows>>;

function putting(row: object): Promise<unknown> {
  return client.send(new PutCommand({ TableName: table, Item: { ...row } }));
}

function called(store: object, { method, args }: PortCall): Promise<unknown> {
  const methods = store as Record<string, (...given: readonly unknown[]) => Promise<unknown>>;
  return methods[method]?.(...args) ?? Promise.reject(new Error(`The store has no ${method}`));
}

const openKey: Open<KeyRows> = async ({ key }, accountId) => {
  const store = new DynamoAdministrationStore(client, table);
  const line = { who: 'test', what: 'client.created', details: {}, atMs: NOON_MS } as const;
  await store.createAccount({ ...callerIn().account, accountId }, { ...line, what: 'account.created' });
  await store.createClient(key, line, 1);
  const stores = { readCaller: new DynamoClientStore(client, table) } as const;
  return {
    call: (call) => called(call.method in stores ? stores.readCaller : store, call),
    async read() {
      const { value, revision } = (await store.readClient(key.client)) ?? {};
      const lines = await store.listAuditLines(accountId, 100);
      const audit: Record<string, number> = {};
      for (const { what } of lines) if (!what.endsWith('.created')) audit[what] = (audit[what] ?? 0) + 1;
      return { ...(value !== undefined && { key: value }), ...(revision !== undefined && { revision }), audit };
    },
  };
};

const openSignIn: Open<SignInRows> = async ({ key }, accountId) => {
  const administration = new DynamoAdministrationStore(client, table);
  const signIns = new DynamoAssistantSignInStore(client, table);
  const line = { who: 'test', what: 'client.created', details: {}, atMs: NOON_MS } as const;
  await administration.createAccount({ ...callerIn().account, accountId }, { ...line, what: 'account.created' });
  await signIns.createSignIn(key.client as AssistantClient, SIGN_IN_CODE, line, 1);
  const { personId = '' } = key.client.signIn ?? {};
  await putting(writeMemberRow({ ...MEMBER, accountId, personId }));
  return {
    call: (call) => called(['readClient', 'changeClient'].includes(call.method) ? administration : signIns, call),
    async read() {
      const stored = await signIns.readSignIn(key.client);
      return { codeUsedAtMs: stored?.code.usedAtMs ?? null, chain: stored?.chain ?? null };
    },
  };
};

const openResearch: Open<ResearchRows> = async (_, accountId) => {
  const store = new DynamoEnrichmentStore(client, table);
  const dueRows = async (nowMs: number) => {
    const shards = Array.from({ length: OUTBOX_SHARD_COUNT }, (_one, shard) => store.readDue(shard, nowMs, 100));
    return (await Promise.all(shards)).flat().filter((due) => due.accountId === accountId);
  };
  return {
    call: (call) => (call.method === 'readDue' ? dueRows(call.args[1] as number) : called(store, call)),
    async read() {
      const { requests, load } = await store.readBeforeRequest(accountId, [RESEARCH_NUMBER], NOON_MS);
      const usage = await store.readUsage(accountId, PERIOD);
      const [due] = await dueRows(NOON_MS + 1_000 * DAY_MS);
      return {
        request: requests[0] ?? null,
        usage: (usage ?? null) as ResearchRows['usage'],
        open: load.open,
        due: due === undefined ? null : { attempt: due.attempt, dueAtMs: due.dueAtMs },
      };
    },
  };
};

const openClosing: Open<ClosingRows> = async ({ usage, requests, statements, charge }, accountId) => {
  const voided = { [voidAttribute(charge.debitId)]: charge.minute };
  await putting({ ...usageKey(accountId, PERIOD), ...usageAsRead(usage), ...voided });
  await putting({ ...researchLoadKey(accountId), open: Object.keys(requests).length });
  await putting(doubtRow(charge));
  for (const request of Object.values(requests)) {
    await putting(writeRequestRow(request));
    await putting(writeDueRow(request as DueWork));
  }
  for (const statement of Object.values(statements)) await putting(writeStatementRow(statement));
  const stores = {
    statements: new DynamoStatementStore(client, table),
    research: new DynamoEnrichmentStore(client, table),
    doubts: new DynamoDoubtStore(client, table),
  };
  const place = { accountId, usageKey: PERIOD, debitId: charge.debitId };
  return {
    call(call) {
      if (['readDoubt', 'resolve'].includes(call.method)) return called(stores.doubts, call);
      return called(['commit', 'readRequests'].includes(call.method) ? stores.research : stores.statements, call);
    },
    async read() {
      const stated = await stores.statements.listStatements(accountId);
      const doubt = await stores.doubts.readDoubt(place);
      return {
        usage: doubt.row.usage as ClosingRows['usage'],
        statements: Object.fromEntries(stated.map((one) => [one.periodKey, one])),
        ...(doubt.charge !== undefined && { charge: doubt.charge }),
      };
    },
  };
};

/** What a model leaves out of an answer, because its programs do not look at it. */
function comparable(method: string, value: unknown): unknown {
  if (method === 'readCaller') {
    const { client: key, secrets } = value as { client: unknown; secrets: unknown };
    return { client: key, secrets };
  }
  if (method === 'readSignIn') {
    const { client: key, code, chain, isMember } = value as Record<string, unknown>;
    return { client: key, code, chain, isMember };
  }
  if (method === 'readUsageHistory') return (value as UsageSnapshot).periods;
  return value;
}

/** Replaces the account of the model wherever it is named. */
function inAccount<Value>(value: Value, name: string): Value {
  if (typeof value === 'string') return value.replaceAll(MODEL_ACCOUNT, name) as Value;
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Set) return new Set([...value].map((one) => inAccount(one, name))) as Value;
  if (value instanceof Map) return new Map([...value].map((one) => inAccount(one, name))) as Value;
  if (Array.isArray(value)) return value.map((one: unknown) => inAccount(one, name)) as Value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inAccount(one, name)])) as Value;
}

async function answerOf(calling: Promise<unknown>): Promise<Answer> {
  return calling.then(
    (returns) => ({ returns }),
    (error: unknown) => ({ throws: String(error) }),
  );
}

async function walkOnStore<Rows extends object>(world: World<Rows>, open: Open<Rows>, seed: number): Promise<number> {
  const name = randomAlphanumeric(10);
  const walked = await walkRandomly(worldModel(world), seededRandom(seed));
  const opened = await open(inAccount(world.rows, name), `acc_${name}`);
  const labels: string[] = [];
  let made = 0;
  for (const { label, write } of walked) {
    labels.push(label);
    for (const { call, answer, rows } of inAccount((write ?? []) as readonly WorldCall<Rows>[], name)) {
      const way = `seed ${seed}: ${labels.join(' → ')}`;
      const got = await answerOf(opened.call(call));
      if ('throws' in answer || 'throws' in got) expect('throws' in got && 'throws' in answer, way).toBe(true);
      else expect(comparable(call.method, got.returns), way).toEqual(comparable(call.method, answer.returns));
      made += 1;
      if (world.isWrite(call)) expect(rows, way).toMatchObject(await opened.read());
    }
  }
  return made;
}

async function walkWays<Rows extends object>(world: World<Rows>, open: Open<Rows>): Promise<number> {
  let made = 0;
  for (let seed = 1; seed <= WAYS; seed += 1) made += await walkOnStore(world, open, seed);
  return made;
}

const BOUNDS = { kills: 1, losses: 2 };

test('a key is changed in the store as in the model', async () => {
  expect(await walkWays(keyWorld(BOUNDS), openKey)).toBeGreaterThan(5 * WAYS);
});

test('a sign-in is changed in the store as in the model', async () => {
  expect(await walkWays(signInWorld(BOUNDS), openSignIn)).toBeGreaterThan(5 * WAYS);
});

test.each(['two requests', 'settlement', 'a later request'] as const)(
  'research is reserved and settled in the store as in the model of %s',
  async (part) => {
    expect(await walkWays(researchWorld(part, BOUNDS), openResearch)).toBeGreaterThan(5 * WAYS);
  },
);

test.each(['settlements', 'corrections'] as const)(
  'a period is closed in the store as in the model of %s',
  async (part) => {
    expect(await walkWays(closingWorld(part, BOUNDS), openClosing)).toBeGreaterThan(5 * WAYS);
  },
);
