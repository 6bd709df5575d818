/**
 * Plays a month from a trial to its statement, with the time passed in: the statement equals what get_usage returns
 * in the last second.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DynamoClientStore } from '../../../../adapters/dynamodb/access/dynamo-client-store.ts';
import { DynamoStatementStore } from '../../../../adapters/dynamodb/billing/dynamo-statement-store.ts';
import { DynamoUsageStore } from '../../../../adapters/dynamodb/billing/dynamo-usage-store.ts';
import { setAccount } from '../../../../core/access/administration/administer-accounts.ts';
import { createClient } from '../../../../core/access/administration/administer-clients.ts';
import type { AccessTokenVerifier } from '../../../../core/access/auth/access-token.ts';
import { authenticateCaller } from '../../../../core/access/auth/authenticate-caller.ts';
import { SCOPES } from '../../../../core/billing/accounts/scopes.ts';
import { capStanding } from '../../../../core/billing/meter/cap-standing.ts';
import type { BillableCaller } from '../../../../core/billing/meter/usage-debit.ts';
import { meterCall } from '../../../../core/billing/meter/meter-call.ts';
import { usageReport } from '../../../../core/billing/meter/usage-report.ts';
import type { ClientIdentity } from '../../../../core/identifiers.ts';
import {
  closeStatements,
  LATE_DEBITS_MS,
  openStatement,
} from '../../../../core/billing/statements/close-statements.ts';
import { OPERATOR, valueOf } from '../../../support/fixtures/accounts.ts';
import { ResearchHarness } from '../../../support/research/research-harness.ts';
import { testClient } from '../../../support/stores/dynamodb-client.ts';

const day = (date: number) => Date.UTC(2026, 10, date, 12);
const DECEMBER = Date.UTC(2026, 11, 1);
/** No call here causes a refusal. */
const NO_TOKENS: AccessTokenVerifier = {
  verify: async () => {
    throw new Error('no token was given');
  },
};
const TERMS = { tokensIncluded: 1_000, overagePriceNanoUsdPerToken: 30_001, monthlyFeeCents: 9_900 };

let harness: ResearchHarness;
beforeAll(async () => {
  harness = await ResearchHarness.open();
});
afterAll(() => harness.close());

test('the statement of a month with a trial, a plan change, caps, a suspension and late research states what the dashboard showed', async () => {
  const table = harness.tables.accountsTable;
  const store = new DynamoStatementStore(harness.client, table);
  const opened = await harness.openAccount({ planCode: null, kind: 'trial', nowMs: day(2) });
  const { accountId } = opened.account;
  const set = async (changes: Parameters<typeof setAccount>[2], nowMs: number) =>
    valueOf(await setAccount(harness.administration, accountId, changes, OPERATOR, nowMs));
  const callerOf = async (client: ClientIdentity, nowMs: number) => {
    const caller = await new DynamoClientStore(harness.client, table).readCaller(client, nowMs);
    if (caller === undefined) throw new Error('the caller is not stored');
    return caller as BillableCaller;
  };
  const usageStore = new DynamoUsageStore(testClient(harness.tables.endpoint, { maxAttempts: 1 }), table);
  const use = async (client: ClientIdentity, tokens: number, nowMs: number) =>
    (await meterCall(usageStore, await callerOf(client, nowMs), { tokens, items: 1 }, nowMs)).ok;

  expect(await use(opened.client, 5_000, day(3))).toBe(true);
  await set({ planCode: 'starter', terms: TERMS, spendingCapCents: 10 }, day(5));
  const wanted = { accountId, kind: 'live', name: 'Live', scopes: SCOPES } as const;
  const { client, secret } = valueOf(await createClient(harness.administration, wanted, OPERATOR, day(5)));
  const clients = new DynamoClientStore(harness.client, table);
  const called = (nowMs: number) =>
    authenticateCaller(
      { kind: 'key', clientId: client.clientId, identity: client, secret },
      { clients, tokens: NO_TOKENS },
      nowMs,
    );
  expect(await use(client, 3_000, day(6))).toBe(true);
  expect(await use(client, 3_000, day(7))).toBe(false);
  await set({ spendingCapCents: 100_000 }, day(8));
  expect(await use(client, 3_000, day(9))).toBe(true);
  await set({ planCode: 'scale', terms: { monthlyFeeCents: 50_000 }, spendingCapCents: 1 }, day(10));
  expect(await use(client, 1, day(11))).toBe(false);
  await set({ spendingCapCents: null }, day(12));
  expect(await use(client, 7, day(13))).toBe(true);
  await set({ status: 'suspended' }, day(14));
  expect(await called(day(15))).toMatchObject({ reason: { kind: 'account_not_active', status: 'suspended' } });
  await set({ status: 'active' }, day(16));
  expect(await called(day(16))).toMatchObject({ ok: true });
  harness.nowMs = DECEMBER - 5_000;
  await harness.ask(client.clientId, [{ manufacturer: 'Acme', part_number: 'LATE-1' }]);
  await set({ name: 'Suspended Ltd' }, day(28));

  expect((await closeStatements(store, accountId, OPERATOR, DECEMBER + LATE_DEBITS_MS))?.stopped?.kind).toBe(
    'research_open',
  );
  harness.nowMs = DECEMBER + 60_000;
  await harness.workAll();
  await set({ status: 'suspended' }, DECEMBER + 120_000);

  const lastMs = DECEMBER - 1;
  const shown = await callerOf(client, lastMs);
  const running = (await openStatement(store, accountId, lastMs))?.statement;
  const [statement] = (await closeStatements(store, accountId, OPERATOR, DECEMBER + LATE_DEBITS_MS))?.statements ?? [];
  expect(statement).toMatchObject({
    planCode: 'starter',
    tokens: 6_007,
    calls: 4,
    overageTokens: 5_007,
    partsFound: 1,
    totalNanoUsd: 99_000_000_000 + 5_007 * 30_001 + 150_000_000,
  });
  expect({ ...running, closedAtMs: 0, accountName: '' }).toEqual({ ...statement, closedAtMs: 0, accountName: '' });
  expect(capStanding(shown, lastMs).spentNanoUsd).toBe(5_007 * 30_001 + 150_000_000);
  expect(usageReport(shown, 'https://page.example', lastMs)).toMatchObject({
    tokens_used: 6_007,
    tokens_overage: 5_007,
  });

  // A month in which the account is suspended throughout has only the fee of its current plan.
  const january = Date.UTC(2027, 0, 1) + LATE_DEBITS_MS;
  expect((await closeStatements(store, accountId, OPERATOR, january))?.statements).toMatchObject([
    { periodKey: '2026-12', planCode: 'scale', calls: 0, totalCents: 50_000 },
  ]);
});
