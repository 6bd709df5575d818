/**
 * For any history of two months with budgets, the tokens by key of the statements, with those of others, are the
 * account's and those that were charged, to the token. The meter's own writes are carried out in memory, with lost
 * requests and answers and processes that die.
 */
import { expect, test } from 'vitest';
import { DynamoUsageStore } from '../../../../adapters/dynamodb/billing/dynamo-usage-store.ts';
import { readPeriodRow } from '../../../../adapters/dynamodb/billing/usage-rows.ts';
import { usageSettleUpdate } from '../../../../adapters/dynamodb/billing/usage-updates.ts';
import { DynamoDoubtStore } from '../../../../adapters/dynamodb/billing/dynamo-doubt-store.ts';
import { usageKey } from '../../../../adapters/dynamodb/accounts-table/account-keys.ts';
import { createAccount, setAccount } from '../../../../core/access/administration/administer-accounts.ts';
import { setBudget } from '../../../../core/access/administration/administer-budgets.ts';
import { createClient, revokeClient, rotateClient } from '../../../../core/access/administration/administer-clients.ts';
import { grantConsent } from '../../../../core/access/oauth/grant-consent.ts';
import { newPersonId } from '../../../../core/access/people/person.ts';
import type { ClientRecord } from '../../../../core/billing/accounts/caller.ts';
import { resolveDoubt } from '../../../../core/billing/meter/charge-in-doubt.ts';
import { meterCall } from '../../../../core/billing/meter/meter-call.ts';
import { periodAt } from '../../../../core/billing/meter/periods.ts';
import {
  prepareDebit,
  repriceDebit,
  usageKeyOf,
  type BillableCaller,
  type UsageDebit,
} from '../../../../core/billing/meter/usage-debit.ts';
import { takenAmounts, UnansweredDebitError } from '../../../../core/billing/meter/take-back.ts';
import { draftStatement } from '../../../../core/billing/statements/draft-statement.ts';
import { keyUseOf } from '../../../../core/billing/statements/key-use.ts';
import { otherUse } from '../../../../core/billing/statements/statement.ts';
import { DAY_MS, HOUR_MS } from '../../../../core/time.ts';
import { createSeededRandom, type SeededRandom } from '../../../../local/demo/seeded-random.ts';
import { cases } from '../../../support/cases.ts';
import { OPERATOR, valueOf } from '../../../support/fixtures/accounts.ts';
import { MemoryAdministration } from '../../../support/stores/memory-administration.ts';
import { MemorySignIns } from '../../../support/stores/memory-sign-ins.ts';
import { SIGN_IN_REQUEST } from '../../../support/sign-in/sign-ins.ts';
import { DESKTOP } from '../../../support/sign-in/oauth-clients.ts';
import { clientOf, RowsInMemory, type Fault } from '../../../support/stores/rows-in-memory.ts';

const START_MS = Date.UTC(2026, 10, 26);
const STEPS = 60;
const MONTHS = ['2026-11', '2026-12'];
const FAULTS: readonly Fault[] = ['request_lost', 'answer_lost', 'killed'];
/** A fault of the service: what is taken back stays in the figures of the client. */
type Planted = 'budget_kept';

/** Plays the two months, and returns what a bookkeeper who sees each write finds wrong. */
async function live(random: SeededRandom, planted?: Planted): Promise<readonly string[]> {
  const wrong: string[] = [];
  const anyOf = <T>(list: readonly T[]): T => list[random.integer(0, list.length - 1)] as T;
  const rows = new RowsInMemory();
  const admin = new MemoryAdministration();
  const signIns = new MemorySignIns(admin);
  const startsOnTrial = random.chance(30);
  const { accountId } = valueOf(
    await createAccount(
      admin,
      { name: 'House', planCode: startsOnTrial ? null : 'growth', anchorDay: 1 },
      OPERATOR,
      START_MS,
    ),
  );
  const people = [newPersonId(), newPersonId()];
  for (const personId of people) signIns.addMember({ accountId, personId });
  let nowMs = START_MS;
  const keys = [
    valueOf(
      await createClient(
        admin,
        { accountId, kind: startsOnTrial ? 'trial' : 'live', name: 'First', scopes: [] },
        OPERATOR,
        nowMs,
      ),
    ).client,
  ];
  const account = async () => {
    const stored = await admin.readAccount(accountId);
    if (stored === undefined) throw new Error('There is no account');
    return stored.value;
  };
  const readRow = (key: string) => readPeriodRow(rows.row({ ...usageKey(accountId, key) }) ?? {});
  const callerOf = async (client: ClientRecord): Promise<BillableCaller> => {
    const read = MONTHS.map((key) => [key, readRow(key)] as const);
    const periods = new Map(read.flatMap(([key, { usage }]) => (usage === undefined ? [] : [[key, usage] as const])));
    const counts = new Map(
      read.flatMap(([key, one]) => (one.counts === undefined ? [] : [[key, one.counts] as const])),
    );
    return { account: await account(), client, usage: { periods, trial: undefined, counts } } as BillableCaller;
  };
  /** The tokens of each standing charge, by client and period. */
  const standing = new Map<string, number>();
  const book = (key: string, client: ClientRecord, tokens: number) => {
    const place = `${key} ${client.number ?? 'others'}`;
    standing.set(place, (standing.get(place) ?? 0) + tokens);
  };
  const reserves: { usageKey: string; share: { number: string; day: number | null } | undefined }[] = [];
  const pending: (() => Promise<void>)[] = [];
  const doubts = new DynamoDoubtStore(
    clientOf(rows, () => undefined),
    'rows',
  );

  /** Reads now, and charges when it is its turn. */
  const begin = async (client: ClientRecord): Promise<void> => {
    const caller = await callerOf(client);
    const tokens = random.integer(1, 200);
    const atMs = nowMs;
    const fault = random.chance(20) ? anyOf(FAULTS) : undefined;
    pending.push(async () => {
      let sent = 0;
      const key = periodAt(1, atMs).key;
      const before = readRow(client.kind === 'trial' ? 'TRIAL' : key).usage?.tokens ?? 0;
      const isDebit = (input: object) => 'UpdateExpression' in input && String(input.UpdateExpression).includes('#d1');
      const faulty = clientOf(rows, (input) => (isDebit(input) && (sent += 1) === 1 ? fault : undefined));
      if (planted !== undefined) keepOfClients(faulty);
      let asked = 0;
      const store = new DynamoUsageStore(faulty, 'rows', () => (fault === 'killed' ? (asked += 1) * 60_000 : 0));
      let written: UsageDebit | undefined;
      const noting = { debit: (debit: UsageDebit) => store.debit((written = debit)) };
      const budget = caller.account.budgets?.get(client.number ?? '');
      try {
        const paid = await meterCall(noting, caller, { tokens, items: 1 }, atMs);
        if (paid.ok && client.kind === 'live') {
          book(key, client, tokens);
          const used = readRow(key).counts?.clients.get(client.number ?? '')?.tokens ?? 0;
          if (budget?.every === 'period' && budget.tokens !== null && used > budget.tokens)
            wrong.push(`${client.number} has ${used} of ${budget.tokens}`);
        }
      } catch (error) {
        if (client.kind === 'trial' || written === undefined) return;
        const stands = (readRow(key).usage?.tokens ?? 0) !== before;
        if (stands && !(error instanceof UnansweredDebitError)) wrong.push('A charge stands silently');
        if (!stands) return;
        // An operator reads the report and takes it back, or it stands because nobody looks.
        if (random.chance(50)) book(key, client, tokens);
        else {
          const { share, items } = takenAmounts(written);
          const place = { accountId, usageKey: usageKeyOf(written), debitId: written.mark.id };
          valueOf(
            await resolveDoubt(
              doubts,
              place,
              { resolution: 'taken_back', stated: { tokens, items, share } },
              OPERATOR,
              nowMs,
            ),
          );
        }
      }
    });
  };

  const reserve = async (client: ClientRecord): Promise<void> => {
    const caller = await callerOf(client);
    const store = new DynamoUsageStore(
      clientOf(rows, () => undefined),
      'rows',
      () => 0,
    );
    let debit = prepareDebit(caller, { tokens: 0, items: 0, parts: 1 }, nowMs);
    for (let tries = 0; debit.ok && tries < 5; tries += 1) {
      const result = await store.debit(debit.value);
      if (result.kind === 'debited') {
        const { share } = takenAmounts(debit.value);
        if (debit.value.kind === 'period') reserves.push({ usageKey: usageKeyOf(debit.value), share });
        return;
      }
      if (result.kind !== 'refused') return;
      debit = repriceDebit(debit.value, caller.account, result);
    }
  };

  const settle = (): void => {
    const [held] = reserves.splice(random.integer(0, Math.max(0, reserves.length - 1)), 1);
    if (held === undefined) return;
    const { usageKey: key, share } = held;
    const isToday = share !== undefined && (share.day ?? 0) >= Math.floor(nowMs / DAY_MS);
    const given = share && (isToday ? share : { ...share, day: null });
    rows.send(
      usageSettleUpdate('rows', {
        accountId,
        usageKey: key,
        parts: 1,
        outcome: random.chance(50) ? 'found' : 'released',
        ...(given && { share: given }),
      }),
    );
  };

  const change = async (): Promise<void> => {
    const live = keys.filter(({ kind }) => kind === 'live');
    const client = anyOf(keys);
    const any = random.chance(30)
      ? null
      : {
          every: anyOf(['day', 'period'] as const),
          tokens: random.integer(0, 900),
          researchCents: anyOf([null, 0, 45, 300]),
        };
    switch (random.integer(0, 6)) {
      case 0: {
        const planCode = anyOf(['growth', 'scale', 'starter'] as const);
        valueOf(await setAccount(admin, accountId, { planCode }, OPERATOR, nowMs));
        break;
      }
      case 1:
        if (keys.length < 12)
          keys.push(
            valueOf(
              await createClient(
                admin,
                { accountId, kind: 'live', name: `Key ${keys.length}`, scopes: [] },
                OPERATOR,
                nowMs,
              ),
            ).client,
          );
        break;
      case 2:
        if (client.signIn === undefined && client.revokedAtMs === null)
          await rotateClient(admin, client.clientId, 0, OPERATOR, nowMs);
        break;
      case 3: {
        const name = `Assistant ${random.integer(0, 11)}`;
        const request = {
          ...SIGN_IN_REQUEST,
          client: { ...DESKTOP, clientId: `https://${random.integer(0, 11)}.example/c`, name },
        };
        const given = { accountId, personId: anyOf(people), scopes: ['items:read'] as const };
        await grantConsent(
          { signIns: signIns, people: signIns, administration: admin, issuer: 'https://x.example' },
          request,
          given,
          nowMs,
        );
        const known = new Set(keys.map(({ clientId }) => clientId));
        keys.push(
          ...(await admin.listClients(accountId)).filter(
            ({ clientId, kind }) => kind === 'live' && !known.has(clientId),
          ),
        );
        break;
      }
      case 4:
        await setBudget(admin, { signInsOf: accountId }, any, OPERATOR, nowMs);
        break;
      case 5:
        if (random.chance(20)) await revokeClient(admin, client.clientId, OPERATOR, nowMs);
        break;
      default:
        if (live.length > 0) await setBudget(admin, { clientId: anyOf(live).clientId }, any, OPERATOR, nowMs);
    }
  };

  for (let step = 0; step < STEPS; step += 1) {
    nowMs += random.integer(0, 5) * HOUR_MS;
    const turn = random.integer(1, 100);
    if (turn <= 45) await begin(anyOf(keys));
    else if (turn <= 75) await pending.splice(random.integer(0, Math.max(0, pending.length - 1)), 1)[0]?.();
    else if (turn <= 82) await reserve(anyOf(keys));
    else if (turn <= 88) settle();
    else await change();
  }
  for (const finish of pending) await finish();
  const clients = await admin.listClients(accountId);
  for (const key of MONTHS) {
    const row = rows.row({ ...usageKey(accountId, key) }) ?? {};
    for (const [name, value] of Object.entries(row))
      if (typeof value === 'number' && value < 0) wrong.push(`${key} ${name} ${value}`);
    const { usage, counts } = readPeriodRow(row);
    const period = periodAt(1, Date.parse(`${key}-15`));
    const keysUsed = keyUseOf(period, { clients, days: [] }, counts);
    const statement = draftStatement(
      { account: await account(), period, usage, found: [], keys: keysUsed, corrections: [] },
      period.endMs,
    );
    const others = otherUse(statement)?.tokens ?? (keysUsed.length === 0 ? statement.tokens : 0);
    const byKeys = keysUsed.reduce((sum, one) => sum + one.tokens, 0);
    const booked = [...standing]
      .filter(([place]) => place.startsWith(key))
      .reduce((sum, [, tokens]) => sum + tokens, 0);
    if (statement.tokens !== booked)
      wrong.push(`${key}: the statement has ${statement.tokens}, charged were ${booked}`);
    if (byKeys + others !== statement.tokens)
      wrong.push(`${key}: keys ${byKeys} and others ${others} are not ${statement.tokens}`);
    const isFull = (counts?.places ?? 0) >= 12;
    for (const { clientId, tokens } of isFull ? [] : keysUsed) {
      const number = clients.find((one) => one.clientId === clientId)?.number ?? '';
      const ofNumber = standing.get(`${key} ${number}`) ?? 0;
      if (tokens !== ofNumber) wrong.push(`${key}: client ${number} has ${tokens}, charged were ${ofNumber}`);
    }
  }
  return wrong;
}

/** Plants the fault: takes back from the account only. */
function keepOfClients(client: { readonly send: unknown }): void {
  const { send } = client as { send: (command: { readonly input: object }) => Promise<unknown> };
  const keeping = async (command: { readonly input: { readonly UpdateExpression?: string } }) => {
    const names = (command.input as { ExpressionAttributeNames?: object }).ExpressionAttributeNames ?? {};
    const own = Object.keys(names).find((name) => /^#T/.test(name));
    const isTakeBack =
      command.input.UpdateExpression?.includes(`${own} :add_`) === true &&
      !command.input.UpdateExpression.includes('#d1');
    if (!isTakeBack) return send(command);
    const UpdateExpression = command.input.UpdateExpression?.replace(new RegExp(`(, )?${own} :add_\\w+`), '');
    return send({ ...command, input: { ...command.input, UpdateExpression } });
  };
  Object.assign(client, { send: keeping });
}

const SEED = Number(process.env['CASES_SEED'] ?? 1);

test('the tokens by key of any two random months are those of the account, of its statements, and those that were charged', async () => {
  const found: string[] = [];
  for (let month = 0; month < cases(5_000) && found.length < 3; month += 2) {
    const wrong = await live(createSeededRandom(SEED * 10_007 + month));
    if (wrong.length > 0) found.push(`${month}: ${wrong.join('; ')}`);
  }
  expect(found).toEqual([]);
});

test('a service that takes back from the account and not from its client is found', async () => {
  let found: readonly string[] = [];
  for (let month = 0; month < 400 && found.length === 0; month += 1)
    found = await live(createSeededRandom(month), 'budget_kept');
  expect(found.join(' ')).toMatch(/client|keys/);
});
