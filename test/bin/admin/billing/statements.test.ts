import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usageKey } from '../../../../adapters/dynamodb/accounts-table/account-keys.ts';
import { DynamoClientStore } from '../../../../adapters/dynamodb/access/dynamo-client-store.ts';
import { DynamoUsageStore } from '../../../../adapters/dynamodb/billing/dynamo-usage-store.ts';
import type { BillableCaller } from '../../../../core/billing/meter/usage-debit.ts';
import { meterCall } from '../../../../core/billing/meter/meter-call.ts';
import { periodAt } from '../../../../core/billing/meter/periods.ts';
import { openAccount, type OpenedAccount } from '../../../support/fixtures/accounts.ts';
import { testClient } from '../../../support/stores/dynamodb-client.ts';
import { openOperator, type Operator } from '../../../support/processes/operator.ts';

/** A time in the period before the running one. */
const LAST_MONTH = periodAt(1, periodAt(1, Date.now()).startMs - 1);
const PERIOD = LAST_MONTH.key;
const TERMS = { tokensIncluded: 100, overagePriceNanoUsdPerToken: 30_001, monthlyFeeCents: 9_900 };

let operator: Operator;
let acme: OpenedAccount;

beforeAll(async () => {
  operator = await openOperator();
  const client = testClient(operator.tables.endpoint);
  const table = operator.tables.accountsTable;
  const nowMs = LAST_MONTH.startMs + 1_000;
  acme = await openAccount(client, table, { name: '=Acme, Ltd', terms: TERMS, nowMs });
  const caller = await new DynamoClientStore(client, table).readCaller(acme.client, nowMs);
  if (caller === undefined) throw new Error('the caller is not stored');
  const usageStore = new DynamoUsageStore(testClient(operator.tables.endpoint, { maxAttempts: 1 }), table);
  await meterCall(usageStore, caller as BillableCaller, { tokens: 1_100, items: 3 }, nowMs);
});
afterAll(() => operator.stop());

const ofAcme = () => acme.account.accountId;
const addToCommitted = (amount: number) =>
  testClient(operator.tables.endpoint).send(
    new UpdateCommand({
      TableName: operator.tables.accountsTable,
      Key: usageKey(ofAcme(), PERIOD),
      UpdateExpression: 'ADD committed :amount',
      ExpressionAttributeValues: { ':amount': amount },
    }),
  );
const exported = async (name: string, ...options: string[]) => {
  const file = path.join(operator.folder, name);
  await operator.json('statements', 'export', file, '--account', ofAcme(), ...options);
  return readFile(file, 'utf8');
};

describe('statements', () => {
  test('are not closed if the books differ: the difference is named, and the exit code is 2', async () => {
    await addToCommitted(7);
    const said = await operator.run('statements', 'close', ofAcme());
    await addToCommitted(-7);
    expect(said.exitCode).toBe(2);
    expect(said.stdout.replaceAll(/\s+/g, ' ')).toContain('committed is 33001107 nano-USD and should be 33001100 (+7)');
    expect(await operator.json('statements', 'list', ofAcme())).toEqual([]);
  });

  test('are closed once, and shown with their parts', async () => {
    const closed = await operator.json('statements', 'close');
    expect(closed).toMatchObject({
      closed: [{ period: PERIOD, total_nano_usd: 99_030_001_000, total_cents: 9_903 }],
      stopped: [],
    });
    expect(await operator.json('statements', 'close', ofAcme())).toEqual({ closed: [], stopped: [] });
    expect(await operator.json('statements', 'list', ofAcme())).toMatchObject([{ period: PERIOD, total_cents: 9_903 }]);
    const { stdout } = await operator.run('statements', 'show', ofAcme(), PERIOD);
    expect(stdout).toMatch(/Tokens beyond the plan, \d{4}-\d\d +1,000 +\$0\.030001 +\$0\.03\n/);
    expect(stdout).toMatch(/Total +\S* *\$99\.030001 +\$99\.03\n/);
    expect((await operator.run('audit', 'show', ofAcme())).stdout).toContain('Statement written');
  });

  test('are corrected by a line in the next one, which the running period shows', async () => {
    const correct = (...options: string[]) => operator.run('statements', 'correct', ofAcme(), PERIOD, ...options);
    expect((await correct('--amount', '-1.50', '--reason', 'Outage')).exitCode).toBe(0);
    expect((await correct('--amount', '-1.50', '--reason', 'Outage')).stderr).toContain('already exists');
    expect((await correct('--amount', '0', '--reason', 'Nothing')).exitCode).toBe(1);
    expect(await operator.json('statements', 'show', ofAcme(), '--open')).toMatchObject({
      closed_at: null,
      research_reserved_nano_usd: 0,
      lines: [
        { kind: 'monthly_fee', amount_cents: 9_900 },
        { kind: 'correction', amount_cents: -150 },
      ],
      total_cents: 9_750,
    });
    expect(await operator.json('statements', 'show', ofAcme(), PERIOD)).toMatchObject({ total_cents: 9_903 });
  });

  test('are exported as CSV without formulas, as JSON, and for Stripe under stable ids', async () => {
    const csv = await exported('statements.csv');
    expect(csv.split('\r\n')[2]).toMatch(/,"'=Acme, Ltd",.*_overage,overage,.*,1000,30001000,3,usd$/);
    expect(JSON.parse(await exported('statements.json', '--form', 'json'))).toMatchObject([{ total_cents: 9_903 }]);
    const stripe = ['--form', 'stripe-invoice-items', '--period', PERIOD];
    const refused = await operator.run('statements', 'export', '-', ...stripe, '--account', ofAcme());
    expect(refused.stderr).toContain(`${ofAcme()} has no Stripe customer id.`);
    const customers = path.join(operator.folder, 'customers.json');
    await writeFile(customers, JSON.stringify({ [ofAcme()]: 'cus_Acme1' }));
    const sent = await exported('items.jsonl', ...stripe, '--customers', customers);
    expect(await exported('items.jsonl', ...stripe, '--customers', customers)).toBe(sent);
    expect(
      sent
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toMatchObject([
      { path: '/v1/invoiceitems', body: { customer: 'cus_Acme1', amount: 9_900 } },
      { path: '/v1/invoiceitems', body: { customer: 'cus_Acme1', amount: 3 } },
    ]);
    expect(await operator.json('payments', 'customer', ofAcme(), 'cus_Acme1')).toMatchObject({
      billing_customer: 'cus_Acme1',
    });
    const { stdout } = await operator.run('payments', 'customer', ofAcme(), 'cus_Acme1');
    expect(stdout).toMatch(/--form stripe-invoice-items --period \d{4}-\d\d --account /);
    expect(await exported('items.jsonl', ...stripe)).toBe(sent);
    expect((await operator.run('payments', 'customer', ofAcme(), 'acme')).stderr).toContain('looks like cus_…');
    expect(await exported('none.csv', '--period', '2001-01')).toMatch(/^\uFEFFstatement,[^\n]*\n$/);
  });

  test.each(['stripe-invoice-items', 'stripe-meter-events'])(
    'are exported as %s for one period only, so that none is billed again a year later',
    async (form) => {
      const file = path.join(operator.folder, `${form}.jsonl`);
      const { stderr, exitCode } = await operator.run('statements', 'export', file, '--form', form);
      expect([exitCode, stderr.replaceAll(/\s+/g, ' ')]).toEqual([1, expect.stringContaining('needs --period')]);
      await expect(readFile(file)).rejects.toThrow('ENOENT');
    },
  );

  test('that do not exist are refused with a message', async () => {
    const { stderr, exitCode } = await operator.run('statements', 'show', ofAcme(), '2001-01');
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('has no statement for 2001-01')]);
    expect((await operator.run('statements', 'show', ofAcme(), '2026-13')).stderr).toContain('as 2026-11');
  });
});
