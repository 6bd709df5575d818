/** What an operator decides about a charge in doubt: once, in agreement with the row and with the statement. */
import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { statementKey, usageKey } from '../../../../adapters/dynamodb/accounts-table/account-keys.ts';
import { doubtPut } from '../../../../adapters/dynamodb/billing/doubt-rows.ts';
import { DynamoDoubtStore } from '../../../../adapters/dynamodb/billing/dynamo-doubt-store.ts';
import { usageDebitUpdate } from '../../../../adapters/dynamodb/billing/usage-updates.ts';
import { transactWrite } from '../../../../adapters/dynamodb/client/transact-write.ts';
import {
  resolveDoubt,
  type Resolution,
  type WantedResolution,
} from '../../../../core/billing/meter/charge-in-doubt.ts';
import { prepareDebit, usageKeyOf, type BillableCaller } from '../../../../core/billing/meter/usage-debit.ts';
import { NOON_MS, openAccount, type OpenedAccount } from '../../../support/fixtures/accounts.ts';
import { DynamoClientStore } from '../../../../adapters/dynamodb/access/dynamo-client-store.ts';
import { DynamoAdministrationStore } from '../../../../adapters/dynamodb/access/dynamo-administration-store.ts';
import { valueOf } from '../../../support/fixtures/value-of.ts';
import { testClient } from '../../../support/stores/dynamodb-client.ts';
import { openTables, type OpenTables } from '../../../support/stores/tables.ts';

const CHARGE = { tokens: 120, items: 1 };
const WHO = { who: 'olga' };

let tables: OpenTables;
let client: ReturnType<typeof testClient>;
let store: DynamoDoubtStore;

beforeAll(async () => {
  tables = await openTables();
  client = testClient(tables.endpoint);
  store = new DynamoDoubtStore(client, tables.accountsTable);
});
afterAll(() => tables.stop());

/** An account with some landed calls, and one debit that may be recorded as in doubt. */
async function accountWith({
  landed = 2,
  isRecorded = true,
  kind = 'live',
}: { landed?: number; isRecorded?: boolean; kind?: 'live' | 'trial' } = {}) {
  const opened = await openAccount(client, tables.accountsTable, {
    kind,
    terms: { overagePriceNanoUsdPerToken: 50_000 },
    ...(kind === 'trial' && { planCode: null, trialAllowanceItems: 9 }),
  });
  const debits = [];
  for (let call = 0; call < landed; call += 1) {
    const debit = await debitOf(opened);
    await client.send(new UpdateCommand(usageDebitUpdate(tables.accountsTable, debit)));
    debits.push(debit);
  }
  const [first] = debits;
  const debit = first ?? (await debitOf(opened));
  if (isRecorded) await transactWrite(client, [doubtPut(tables.accountsTable, debit)]);
  const { accountId } = opened.account;
  const key = usageKeyOf(debit);
  const place = { accountId, usageKey: key, debitId: debit.mark.id };
  const resolve = (resolution: Resolution, stated?: WantedResolution['stated']) =>
    resolveDoubt(store, place, { resolution, stated }, WHO, NOON_MS);
  const row = async () => {
    const { Item = {} } = await client.send(
      new GetCommand({ TableName: tables.accountsTable, Key: usageKey(accountId, key), ConsistentRead: true }),
    );
    return Item;
  };
  return { accountId, place, resolve, row, debit };
}

async function debitOf({ client: key }: OpenedAccount) {
  const caller = await new DynamoClientStore(client, tables.accountsTable).readCaller(key, NOON_MS);
  return valueOf(prepareDebit(caller as unknown as BillableCaller, { ...CHARGE, parts: 0 }, NOON_MS));
}

const reasonOf = (result: Awaited<ReturnType<typeof resolveDoubt>>) => (result.ok ? undefined : result.reason.kind);

describe('a charge in doubt', () => {
  test('that is taken back is subtracted once, however often it is resolved', async () => {
    const { resolve, row, accountId, place } = await accountWith();
    const outcomes = await Promise.all([resolve('taken_back'), resolve('taken_back'), resolve('taken_back')]);
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, true, true]);
    expect(await row()).toMatchObject({ calls: 1, tokens: 120, items: 1, committed: 6_000_000 });
    expect(reasonOf(await resolve('stands'))).toBe('already_resolved');
    const audit = await new DynamoAdministrationStore(client, tables.accountsTable).listAuditLines(accountId, 9);
    expect(audit.filter(({ what }) => what === 'usage.doubt_resolved')).toMatchObject([
      { who: 'olga', details: { period: '2026-11', debit: place.debitId, tokens: 120, resolution: 'taken_back' } },
    ]);
  });

  test('that stands changes no figure', async () => {
    const { resolve, row, accountId } = await accountWith();
    const before = await row();
    expect((await resolve('stands')).ok).toBe(true);
    expect(await row()).toEqual(before);
    expect(await store.listCharges(accountId)).toMatchObject([{ resolution: 'stands' }]);
    expect(reasonOf(await resolve('taken_back'))).toBe('already_resolved');
  });

  test('is taken back from a trial', async () => {
    const { resolve, row } = await accountWith({ kind: 'trial' });
    expect((await resolve('taken_back')).ok).toBe(true);
    expect(await row()).toMatchObject({ calls: 1, items: 1 });
  });

  test('is not taken back from a row that has less', async () => {
    const { resolve, row } = await accountWith({ landed: 0 });
    expect(reasonOf(await resolve('taken_back'))).toBe('charge_not_on_row');
    expect(await row()).toEqual({});
    const { accountId, place, debit } = await accountWith({ landed: 1 });
    await client.send(
      new UpdateCommand({
        TableName: tables.accountsTable,
        Key: usageKey(accountId, place.usageKey),
        UpdateExpression: 'SET committed = :less',
        ExpressionAttributeValues: { ':less': CHARGE.tokens * 50_000 - 1 },
      }),
    );
    const charge = { ...place, amounts: { calls: 1, ...CHARGE, committed: 6_000_000 }, minute: debit.mark.minute };
    const audit = { who: 'olga', what: 'usage.doubt_resolved', details: {}, atMs: NOON_MS } as const;
    expect(await store.resolve({ ...charge, resolution: 'taken_back' }, true, audit)).toBe(false);
  });

  test('of a period with a statement is not taken back, also if the statement is written meanwhile', async () => {
    const { resolve, accountId, place, row } = await accountWith();
    const before = await row();
    const { charge } = await store.readDoubt(place);
    await client.send(
      new PutCommand({ TableName: tables.accountsTable, Item: { ...statementKey(accountId, place.usageKey) } }),
    );
    expect(reasonOf(await resolve('taken_back'))).toBe('period_stated');
    if (charge === undefined) throw new Error('The charge is not recorded');
    const audit = { who: 'olga', what: 'usage.doubt_resolved', details: {}, atMs: NOON_MS } as const;
    expect(await store.resolve({ ...charge, resolution: 'taken_back' }, true, audit)).toBe(false);
    expect(await row()).toEqual(before);
    expect((await resolve('stands')).ok).toBe(true);
  });
});

describe('a charge that the store did not record', () => {
  test('is resolved with the amounts and the client of the log, and its debit cannot be written afterward', async () => {
    const { resolve, row, debit } = await accountWith({ isRecorded: false });
    const stated = { ...CHARGE, share: { number: '00', day: null } };
    expect(reasonOf(await resolve('taken_back'))).toBe('unknown_charge');
    expect((await resolve('taken_back', stated)).ok).toBe(true);
    expect((await resolve('taken_back', stated)).ok).toBe(true);
    expect(await row()).toMatchObject({ calls: 1, tokens: 120, items: 1, committed: 6_000_000, T00: 120 });
    await expect(client.send(new UpdateCommand(usageDebitUpdate(tables.accountsTable, debit)))).rejects.toThrow(
      'conditional',
    );
  });

  test.each([
    ['no client, although clients have all of the row', undefined],
    ['a client that has less', { number: '01', day: null }],
  ])('is not taken back from %s, so that the sums by client stay those of the account', async (_, share) => {
    const { resolve, row } = await accountWith({ isRecorded: false });
    const before = await row();
    expect(reasonOf(await resolve('taken_back', { ...CHARGE, share }))).toBe('charge_not_on_row');
    expect(await row()).toEqual(before);
  });

  test('that stands is recorded, and only its debit becomes void', async () => {
    const { resolve, row, debit, accountId } = await accountWith({ isRecorded: false });
    const before = await row();
    expect((await resolve('stands', CHARGE)).ok).toBe(true);
    expect(await row()).toEqual({ ...before, [`v${debit.mark.id}`]: debit.mark.minute });
    expect(await store.listCharges(accountId)).toMatchObject([{ amounts: CHARGE, resolution: 'stands' }]);
  });

  test('is not resolved if its debit is void: the service took it back', async () => {
    const { resolve, accountId, place, row } = await accountWith({ isRecorded: false });
    await client.send(
      new UpdateCommand({
        TableName: tables.accountsTable,
        Key: usageKey(accountId, place.usageKey),
        UpdateExpression: 'SET #void = :minute',
        ExpressionAttributeNames: { '#void': `v${place.debitId}` },
        ExpressionAttributeValues: { ':minute': 1 },
      }),
    );
    const before = await row();
    expect(reasonOf(await resolve('taken_back', CHARGE))).toBe('already_void');
    expect(await row()).toEqual(before);
  });
});
