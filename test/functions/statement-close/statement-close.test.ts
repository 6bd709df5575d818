/**
 * The scheduled close on real tables: it closes every account, even if one of them fails or the process dies anywhere.
 */
import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usageKey } from '../../../adapters/dynamodb/accounts-table/account-keys.ts';
import { DynamoStatementStore } from '../../../adapters/dynamodb/billing/dynamo-statement-store.ts';
import { writeRequestRow } from '../../../adapters/dynamodb/accounts-table/enrichment-rows.ts';
import { numberName, openRequest } from '../../../core/sourcing/enrichment/enrichment-request.ts';
import { RESEARCH_PRICE_NANO_USD } from '../../../core/money.ts';
import { toManufacturerKey } from '../../../core/index/part-keys/manufacturer-name.ts';
import { partKey } from '../../../core/index/part-keys/part-number.ts';
import { LATE_DEBITS_MS } from '../../../core/billing/statements/close-statements.ts';
import { DAY_MS } from '../../../core/time.ts';
import { createStatementCloseHandler } from '../../../functions/statement-close/create-statement-close-handler.ts';
import {
  statementCloseDependencies,
  type StatementCloseDependencies,
} from '../../../functions/statement-close/dependencies.ts';
import { rightsOf, stageTemplate } from '../../lib/stack-template.ts';
import { openAccount } from '../../support/fixtures/accounts.ts';
import { testClient } from '../../support/stores/dynamodb-client.ts';
import { injectFaults, type FaultPlan } from '../../support/stores/faulty-client.ts';
import { noteRights } from '../../support/stores/noted-rights.ts';
import { openTables, type OpenTables } from '../../support/stores/tables.ts';
import { pointAfter } from '../../support/cases.ts';

const NOVEMBER = Date.UTC(2026, 10, 18, 12);
const DECEMBER = Date.UTC(2026, 11, 1);
const CLOSING = DECEMBER + LATE_DEBITS_MS;
const PERIOD = '2026-11';
const PRICE = 30_000;
/** More parts than one row of a statement contains. */
const PARTS = 151;

let tables: OpenTables;
let client: ReturnType<typeof testClient>;
let store: DynamoStatementStore;

beforeAll(async () => {
  tables = await openTables();
  client = testClient(tables.endpoint);
  store = new DynamoStatementStore(client, tables.accountsTable);
});
afterAll(async () => {
  client.destroy();
  await tables.stop();
});

type Line = Parameters<StatementCloseDependencies['log']['stopped']> | readonly [string, ...unknown[]];

/** Runs the function once, over the named accounts or over all. */
async function run(wanted: { nowMs?: number; only?: readonly string[]; plan?: FaultPlan } = {}) {
  const { nowMs = CLOSING, only, plan = () => undefined } = wanted;
  const own = testClient(tables.endpoint, { maxAttempts: 1 });
  const faults = injectFaults(plan, own);
  const environment = { STAGE: 'test', ACCOUNTS_TABLE: tables.accountsTable };
  const { accounts, store: statements } = statementCloseDependencies(environment, own);
  const lines: Line[] = [];
  const list = async function* () {
    for await (const accountId of accounts.list()) if (only === undefined || only.includes(accountId)) yield accountId;
  };
  const handler = createStatementCloseHandler({
    accounts: { list },
    store: statements,
    clock: { nowMs: () => nowMs },
    log: {
      closed: ({ accountId, periodKey }) => void lines.push(['closed', accountId, periodKey]),
      stopped: (accountId, { kind }, isStuck) => void lines.push(['stopped', accountId, kind, isStuck]),
      internalError: (accountId) => void lines.push(['fault', accountId]),
      done: (read) => void lines.push(['done', read]),
    },
  });
  const failure = await handler().then(
    () => undefined,
    (error: unknown) => (error as Error).message,
  );
  own.destroy();
  return { lines, failure, callCount: faults.callCount };
}

const put = (Item: object) => client.send(new PutCommand({ TableName: tables.accountsTable, Item: { ...Item } }));

async function newAccount({ tokens = 500, parts = 0, reserved = 0 } = {}): Promise<string> {
  const terms = { tokensIncluded: 100, overagePriceNanoUsdPerToken: PRICE };
  const { account } = await openAccount(client, tables.accountsTable, { terms, nowMs: NOVEMBER });
  const { accountId } = account;
  const charged = parts * RESEARCH_PRICE_NANO_USD;
  const research = charged + reserved;
  await put({
    ...usageKey(accountId, PERIOD),
    ...{ price: PRICE, included: 100, tokens, items: 1, calls: 1 },
    ...{ research, charged, reserved, committed: tokens * PRICE + research },
  });
  await Promise.all(Array.from({ length: parts }, (_, place) => putFound(accountId, `P-${place}`, NOVEMBER + place)));
  return accountId;
}

async function putFound(accountId: string, number: string, atMs: number): Promise<void> {
  const part = numberName({ manufacturerKey: toManufacturerKey('Acme'), part: partKey(number) }, number);
  const asked = { manufacturer: 'Acme', partNumber: number, description: null };
  const request = openRequest(
    { accountId, ...part, attempt: 'attempt', asked, usageKey: PERIOD, counted: true },
    undefined,
    atMs,
  );
  await put(writeRequestRow({ ...request, state: 'found', charged: true, chargedOn: { usageKey: PERIOD, atMs } }));
}

const addToCommitted = (accountId: string, amount: number) =>
  client.send(
    new UpdateCommand({
      TableName: tables.accountsTable,
      Key: usageKey(accountId, PERIOD),
      UpdateExpression: 'ADD committed :amount',
      ExpressionAttributeValues: { ':amount': amount },
    }),
  );

const tokensStated = async (accountId: string) => (await store.listStatements(accountId)).map(({ tokens }) => tokens);

describe('the scheduled close', () => {
  test('closes each due period of every account once', async () => {
    const accountIds = await Promise.all(Array.from({ length: 40 }, () => newAccount()));
    expect((await run({ nowMs: CLOSING - 1 })).lines).toEqual([['done', 40]]);
    const { lines, failure } = await run();
    expect(failure).toBeUndefined();
    expect(lines.filter(([kind]) => kind === 'closed').map(([, accountId]) => accountId)).toEqual(
      accountIds.toSorted(),
    );
    expect((await run()).lines).toEqual([['done', 40]]);
    expect(await Promise.all(accountIds.map(tokensStated))).toEqual(accountIds.map(() => [500]));
  });

  test('leaves an account whose figures disagree open, reports it in every run until they agree, and closes the others', async () => {
    const [wrong, right] = [await newAccount(), await newAccount()];
    await addToCommitted(wrong, 1);
    const only = [wrong, right];
    expect((await run({ only })).lines).toEqual(
      expect.arrayContaining([
        ['closed', right, PERIOD],
        ['stopped', wrong, 'differs', true],
      ]),
    );
    expect((await run({ only })).lines).toContainEqual(['stopped', wrong, 'differs', true]);
    await addToCommitted(wrong, -1);
    expect((await run({ only })).lines).toContainEqual(['closed', wrong, PERIOD]);
  });

  test('waits for research without an alarm until no request can be open any more', async () => {
    const waiting = await newAccount({ reserved: RESEARCH_PRICE_NANO_USD });
    const only = [waiting];
    expect((await run({ only })).lines[0]).toEqual(['stopped', waiting, 'research_open', false]);
    const sevenDays = await run({ only, nowMs: DECEMBER + 8 * DAY_MS - 1 });
    expect(sevenDays.lines[0]).toEqual(['stopped', waiting, 'research_open', false]);
    const eightDays = await run({ only, nowMs: DECEMBER + 8 * DAY_MS });
    expect(eightDays.lines[0]).toEqual(['stopped', waiting, 'research_open', true]);
  });

  test('fails as a whole if an account cannot be read, after it has closed the others', async () => {
    const [broken, whole] = [await newAccount(), await newAccount()];
    await client.send(
      new UpdateCommand({
        TableName: tables.accountsTable,
        Key: usageKey(broken, PERIOD),
        UpdateExpression: 'SET tokens = :text',
        ExpressionAttributeValues: { ':text': 'many' },
      }),
    );
    const { lines, failure } = await run({ only: [broken, whole] });
    expect(failure).toBe('Accounts whose periods could not be closed: 1');
    expect(lines).toEqual(
      expect.arrayContaining([
        ['fault', broken],
        ['closed', whole, PERIOD],
        ['done', 2],
      ]),
    );
    expect(await tokensStated(whole)).toEqual([500]);
  });

  test('writes each statement and its parts once, wherever it dies', async () => {
    const counted = await newAccount({ parts: PARTS });
    const { callCount } = await run({ only: [counted] });
    // The calls are the list, seven reads, two rows of parts, and the statement.
    expect(callCount).toBeGreaterThan(8);
    for (const fault of ['crash', 'crash-after', 'answer-lost'] as const)
      for (let at = 1; at <= callCount; at = pointAfter(at)) {
        const accountId = await newAccount({ parts: PARTS });
        await run({ only: [accountId], plan: ({ call }) => (call === at ? fault : undefined) });
        const between = await store.listStatements(accountId);
        if (between[0] !== undefined) expect(await store.readStatedParts(between[0])).toHaveLength(PARTS);
        await Promise.all([run({ only: [accountId] }), run({ only: [accountId] })]);
        const statements = await store.listStatements(accountId);
        expect([fault, at, statements.map(({ partsFound }) => partsFound)]).toEqual([fault, at, [PARTS]]);
        const parts = statements[0] === undefined ? [] : await store.readStatedParts(statements[0]);
        expect(new Set(parts.map(({ partNumber }) => partNumber)).size).toBe(PARTS);
        expect(parts).toHaveLength(PARTS);
        const closings = (await store.readTrail(accountId, 0)).filter(({ what }) => what === 'statement.closed');
        expect(closings).toHaveLength(1);
      }
  });

  test('uses only the permissions of its role, in any partition', async () => {
    const accountId = await newAccount({ parts: 1 });
    const own = testClient(tables.endpoint);
    const { allowed, used, refused } = noteRights(own, rightsOf(stageTemplate('production'), 'StatementClose'));
    const environment = { STAGE: 'test', ACCOUNTS_TABLE: tables.accountsTable };
    const { accounts, store: statements } = statementCloseDependencies(environment, own);
    const log = {
      closed: () => undefined,
      stopped: () => undefined,
      internalError: () => undefined,
      done: () => undefined,
    };
    const list = async function* () {
      for await (const one of accounts.list()) if (one === accountId) yield one;
    };
    await createStatementCloseHandler({
      accounts: { list },
      store: statements,
      clock: { nowMs: () => CLOSING },
      log,
    })();
    own.destroy();
    expect(await tokensStated(accountId)).toEqual([500]);
    expect(refused).toEqual([]);
    // The right to update is used only when a correction is applied, which this test does not do.
    expect([...used].toSorted()).toEqual(allowed.filter((one) => one !== 'dynamodb:UpdateItem'));
  });
});
