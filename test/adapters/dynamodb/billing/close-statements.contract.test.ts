/**
 * Statements on real tables: each is closed once, over the row that it states, with any number of closers and any crash
 * of one.
 */
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usageKey } from '../../../../adapters/dynamodb/accounts-table/account-keys.ts';
import { DynamoAssistantStore } from '../../../../adapters/dynamodb/access/dynamo-assistant-store.ts';
import { DynamoClientStore } from '../../../../adapters/dynamodb/access/dynamo-client-store.ts';
import { DynamoStatementStore } from '../../../../adapters/dynamodb/billing/dynamo-statement-store.ts';
import { DynamoUsageStore } from '../../../../adapters/dynamodb/billing/dynamo-usage-store.ts';
import { setAccount } from '../../../../core/access/administration/administer-accounts.ts';
import type { BillableCaller } from '../../../../core/billing/meter/usage-debit.ts';
import { meterCall } from '../../../../core/billing/meter/meter-call.ts';
import {
  closeStatements,
  LATE_DEBITS_MS,
  openStatement,
} from '../../../../core/billing/statements/close-statements.ts';
import { correctStatement } from '../../../../core/billing/statements/correct-statement.ts';
import { otherUse, type Statement } from '../../../../core/billing/statements/statement.ts';
import type { StatementStore } from '../../../../core/billing/statements/statement-store.ts';
import { OPERATOR, type WantedAccount } from '../../../support/fixtures/accounts.ts';
import { valueOf } from '../../../support/fixtures/value-of.ts';
import { ResearchHarness } from '../../../support/research/research-harness.ts';
import { testClient } from '../../../support/stores/dynamodb-client.ts';
import { injectFaults, type FaultPlan } from '../../../support/stores/faulty-client.ts';

const NOVEMBER = Date.UTC(2026, 10, 18, 12);
const DECEMBER = Date.UTC(2026, 11, 1);
const CLOSING = DECEMBER + LATE_DEBITS_MS;
const TERMS = { tokensIncluded: 100, overagePriceNanoUsdPerToken: 30_001, monthlyFeeCents: 9_900 };

describe('statements', () => {
  let harness: ResearchHarness;
  let store: DynamoStatementStore;
  let table: string;

  beforeAll(async () => {
    harness = await ResearchHarness.open();
    table = harness.tables.accountsTable;
    store = new DynamoStatementStore(harness.client, table);
  });
  afterAll(() => harness.close());

  const open = (wanted: WantedAccount = {}) => harness.openAccount({ terms: TERMS, nowMs: NOVEMBER, ...wanted });
  type Opened = Awaited<ReturnType<typeof open>>;
  const use = async ({ client }: Opened, tokens: number, nowMs = NOVEMBER) => {
    const caller = await new DynamoClientStore(harness.client, table).readCaller(client, nowMs);
    if (caller === undefined) throw new Error('the caller is not stored');
    const usageStore = new DynamoUsageStore(testClient(harness.tables.endpoint, { maxAttempts: 1 }), table);
    return meterCall(usageStore, caller as BillableCaller, { tokens, items: 1 }, nowMs);
  };
  const research = async ({ client }: Opened, partNumber: string, nowMs = NOVEMBER) => {
    harness.nowMs = nowMs;
    await harness.ask(client.clientId, [{ manufacturer: 'Acme', part_number: partNumber }]);
  };
  const settle = async (nowMs: number) => {
    harness.nowMs = nowMs;
    await harness.workAll();
  };
  const close = ({ account }: Opened, nowMs = CLOSING, statements: StatementStore = store) =>
    closeStatements(statements, account.accountId, OPERATOR, nowMs);
  /** A separate closer whose calls meet the faults of the plan. */
  const closerWith = (plan: FaultPlan) => {
    const faulty = testClient(harness.tables.endpoint, { maxAttempts: 1 });
    return { faults: injectFaults(plan, faulty), statements: new DynamoStatementStore(faulty, table) };
  };
  const linesOf = async ({ account }: Opened) =>
    (await store.readTrail(account.accountId, 0)).filter(({ what }) => what === 'statement.closed');

  test('are closed once, when a period is over and late debits can no longer reach it', async () => {
    const opened = await open();
    await use(opened, 150);
    await use(opened, 51);
    expect(await close(opened, CLOSING - 1)).toEqual({ statements: [], stopped: undefined });
    const closed = await close(opened);
    expect(closed?.statements).toMatchObject([
      {
        periodKey: '2026-11',
        planCode: 'growth',
        tokens: 201,
        calls: 2,
        overageTokens: 101,
        overageNanoUsd: 101 * 30_001,
        monthlyFeeNanoUsd: 99_000_000_000,
        totalNanoUsd: 99_003_030_101,
        totalCents: 9_900,
      },
    ]);
    expect(await close(opened)).toEqual({ statements: [], stopped: undefined });
    expect(await store.listStatements(opened.account.accountId)).toEqual(closed?.statements);
    expect(await linesOf(opened)).toMatchObject([{ who: 'test', details: { period: '2026-11', total_cents: 9_900 } }]);
  });

  test('wait for research of the period, and list each found part with its date, charged in the period of its request', async () => {
    const opened = await open();
    await research(opened, 'FOUND-1');
    await research(opened, 'FOUND-2', DECEMBER - 1_000);
    expect((await close(opened))?.stopped).toEqual({
      kind: 'research_open',
      periodKey: '2026-11',
      endMs: DECEMBER,
      reservedNanoUsd: 300_000_000,
    });
    await settle(DECEMBER + 60_000);
    const [statement] = (await close(opened))?.statements ?? [];
    expect(statement).toMatchObject({ partsFound: 2, researchNanoUsd: 300_000_000, totalNanoUsd: 99_300_000_000 });
    const parts = statement === undefined ? [] : await store.readStatedParts(statement);
    expect(parts.map(({ manufacturer, partNumber }) => [manufacturer, partNumber])).toEqual([
      ['Acme', 'FOUND-1'],
      ['Acme', 'FOUND-2'],
    ]);
    expect(parts.every(({ foundAtMs }) => foundAtMs >= DECEMBER)).toBe(true);
    await use(opened, 1, DECEMBER + 1);
    const december = (await openStatement(store, opened.account.accountId, CLOSING))?.statement;
    expect(december).toMatchObject({ periodKey: '2026-12', researchNanoUsd: 0, partsFound: 0 });
  });

  test('exist once, even if a closer dies at any point or two close concurrently', async () => {
    const steps = await open();
    await use(steps, 500);
    const counting = closerWith(() => undefined);
    await close(steps, CLOSING, counting.statements);
    const { callCount } = counting.faults;
    expect(callCount).toBeGreaterThan(5);
    for (const fault of ['crash', 'crash-after', 'answer-lost'] as const)
      for (let at = 1; at <= callCount; at += 1) {
        const opened = await open();
        await use(opened, 500);
        const dying = closerWith(({ call }) => (call === at ? fault : undefined));
        await close(opened, CLOSING, dying.statements).catch(() => undefined);
        await Promise.all([close(opened), close(opened)]);
        expect(await store.listStatements(opened.account.accountId)).toMatchObject([
          { periodKey: '2026-11', tokens: 500 },
        ]);
        expect(await linesOf(opened)).toHaveLength(1);
      }
  });

  test('are not written if the row and the found parts disagree, and the error says by how much', async () => {
    const opened = await open();
    await use(opened, 500);
    const Key = usageKey(opened.account.accountId, '2026-11');
    const add = (amount: number) =>
      harness.client.send(
        new UpdateCommand({
          TableName: table,
          Key,
          UpdateExpression: 'ADD committed :one',
          ExpressionAttributeValues: { ':one': amount },
        }),
      );
    await add(1);
    const expectedNanoUsd = 500 * 30_001;
    expect(await close(opened)).toEqual({
      statements: [],
      stopped: {
        kind: 'differs',
        periodKey: '2026-11',
        endMs: DECEMBER,
        differences: [{ figure: 'committed', expectedNanoUsd, foundNanoUsd: expectedNanoUsd + 1 }],
      },
    });
    expect(await store.listStatements(opened.account.accountId)).toEqual([]);
    await add(-1);
    expect((await close(opened))?.statements).toHaveLength(1);
  });

  test('are written only if their row is unchanged: a debit in between is read again', async () => {
    const opened = await open();
    await use(opened, 500);
    let isLate = true;
    const racing: StatementStore = Object.assign(Object.create(store) as StatementStore, {
      listOpenCorrections: async (accountId: string) => {
        if (isLate) await use(opened, 7);
        isLate = false;
        return store.listOpenCorrections(accountId);
      },
    });
    for (const name of [
      'readAccount',
      'readTrail',
      'readUsageHistory',
      'readChargedParts',
      'readClientDays',
      'listStatements',
      'writeStatement',
    ] as const)
      Object.assign(racing, { [name]: store[name].bind(store) });
    expect((await close(opened, CLOSING, racing))?.statements).toMatchObject([{ tokens: 507, calls: 2 }]);
  });

  test('include each earlier correction once', async () => {
    const opened = await open();
    const { accountId } = opened.account;
    await use(opened, 500);
    const wanted = { accountId, periodKey: '2026-11', amountCents: -250, reason: 'Outage of 12 November' };
    expect(await correctStatement(store, wanted, OPERATOR, CLOSING)).toEqual({
      ok: false,
      reason: { kind: 'no_statement' },
    });
    const [first] = (await close(opened))?.statements ?? [];
    valueOf(await correctStatement(store, wanted, OPERATOR, CLOSING));
    expect(await correctStatement(store, wanted, OPERATOR, CLOSING + 1)).toMatchObject({
      reason: { kind: 'corrected_already' },
    });
    expect(await store.readStatement(accountId, '2026-11')).toEqual(first);
    const january = Date.UTC(2027, 0, 1) + LATE_DEBITS_MS;
    const [second] = (await close(opened, january))?.statements ?? [];
    expect(second).toMatchObject({
      periodKey: '2026-12',
      calls: 0,
      totalCents: 9_900 - 250,
      corrections: [{ amountCents: -250 }],
    });
    const [third] = (await close(opened, Date.UTC(2027, 1, 1) + LATE_DEBITS_MS))?.statements ?? [];
    expect(third).toMatchObject({ periodKey: '2027-01', corrections: [], totalCents: 9_900 });
  });

  test('state the terms of their period, even if they are closed late', async () => {
    const opened = await open();
    const { accountId } = opened.account;
    await use(opened, 500);
    const set = (changes: Parameters<typeof setAccount>[2], nowMs: number) =>
      setAccount(harness.administration, accountId, changes, OPERATOR, nowMs);
    valueOf(await set({ planCode: 'scale', terms: { monthlyFeeCents: 50_000 } }, NOVEMBER + 1_000));
    valueOf(await set({ planCode: null, name: 'Renamed' }, Date.UTC(2027, 0, 10)));
    const closed = await close(opened, Date.UTC(2027, 2, 1) + LATE_DEBITS_MS);
    expect(closed?.statements).toMatchObject([
      {
        periodKey: '2026-11',
        planCode: 'growth',
        accountName: 'Test account',
        totalNanoUsd: 99_000_000_000 + 400 * 30_001,
      },
      { periodKey: '2026-12', planCode: 'scale', accountName: 'Test account', totalCents: 50_000 },
    ]);
  });

  test('state the tokens of each key as the meter counted them, its calls as its assistants made them, and with the rest the billed calls and all calls of the account', async () => {
    const opened = await open();
    await use(opened, 500);
    await use(opened, 100);
    const activity = new DynamoAssistantStore(harness.client, table);
    const { accountId, clientId } = opened.client;
    const add = (day: string, tokens: number) => {
      const amounts = { calls: 1, billed: tokens > 200 ? 1 : 0, tokens };
      return activity.addToDay({ accountId, clientId, name: 'claude 1' }, day, amounts, Date.parse(day));
    };
    for (const [day, tokens] of [
      ['2026-10-31', 9],
      ['2026-11-01', 200],
      ['2026-11-30', 300],
      ['2026-12-01', 9],
    ] as const)
      await add(day, tokens);
    const { statements = [] } = (await close(opened)) ?? {};
    expect(statements).toMatchObject([
      {
        billedCalls: 2,
        calls: 3,
        keys: [{ clientId, name: 'Test key', tokens: 600, billedCalls: 1, calls: 2 }],
      },
    ]);
    expect(otherUse(statements[0] as Statement)).toEqual({ tokens: 0, billedCalls: 1, calls: 1 });
  });

  test('are not written if nothing was billed, or for an unknown account', async () => {
    const trial = await open({ planCode: null, terms: {}, kind: 'trial' });
    expect(await close(trial, Date.UTC(2027, 5, 1))).toEqual({ statements: [], stopped: undefined });
    expect(await closeStatements(store, 'acc_nobodyhere', OPERATOR, CLOSING)).toBeUndefined();
    const { Item } = await harness.client.send(
      new GetCommand({ TableName: table, Key: { pk: `ACCOUNT#${trial.account.accountId}`, sk: 'STATEMENT#2026-11' } }),
    );
    expect(Item).toBeUndefined();
  });
});
