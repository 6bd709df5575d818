import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { DynamoAdministrationStore } from '../../../adapters/dynamodb/access/dynamo-administration-store.ts';
import { clientAttributes, PLACES } from '../../../adapters/dynamodb/billing/usage-rows.ts';
import { setBudget } from '../../../core/access/administration/administer-budgets.ts';
import { DynamoCatalogStore } from '../../../adapters/dynamodb/catalogs/dynamo-catalog-store.ts';
import { DynamoNoticeStore } from '../../../adapters/dynamodb/access/dynamo-notice-store.ts';
import { DynamoPeopleStore } from '../../../adapters/dynamodb/access/dynamo-people-store.ts';
import { writeRequestRow } from '../../../adapters/dynamodb/accounts-table/enrichment-rows.ts';
import { createSesClient, SesMailer } from '../../../adapters/mail/ses-mailer.ts';
import { DOUBT_MS } from '../../../core/dashboard/mail/send-email.ts';
import { endRequest, numberName, openRequest } from '../../../core/sourcing/enrichment/enrichment-request.ts';
import {
  inviteMember,
  listMembers,
  setMemberRole,
  setNotices,
} from '../../../core/access/people/administer-members.ts';
import { clearBounce } from '../../../core/access/people/record-bounce.ts';
import { NOTICE_KINDS, type MemberRole, type NoticeKind } from '../../../core/access/people/person.ts';
import { toManufacturerKey } from '../../../core/index/part-keys/manufacturer-name.ts';
import { partKey } from '../../../core/index/part-keys/part-number.ts';
import { createMailHandler } from '../../../functions/mail/create-mail-handler.ts';
import { createNoticeWatchHandler } from '../../../functions/notice-watch/create-notice-watch-handler.ts';
import { noticeWatchDependencies } from '../../../functions/notice-watch/dependencies.ts';
import { NOON_MS, openAccount, OPERATOR, valueOf } from '../../support/fixtures/accounts.ts';
import { newCatalog } from '../../support/fixtures/catalog-rows.ts';
import { joinAccount } from '../../support/service/people.ts';
import { testClient } from '../../support/stores/dynamodb-client.ts';
import { startSes, type SesStandIn } from '../../support/service/ses-stand-in.ts';
import { openTables, type OpenTables } from '../../support/stores/tables.ts';
import { MINUTE_MS } from '../../../core/time.ts';

const PERIOD = '2026-11';

let tables: OpenTables;
let client: ReturnType<typeof testClient>;
let people: DynamoPeopleStore;
let ses: SesStandIn;
let nowMs = NOON_MS;
let accounts = 0;
const queue: string[] = [];
const faults: unknown[] = [];

beforeAll(async () => {
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  tables = await openTables();
  client = testClient(tables.endpoint);
  people = new DynamoPeopleStore(client, tables.accountsTable);
  ses = await startSes();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await ses.stop();
  client.destroy();
  await tables.stop();
});
beforeEach(() => {
  nowMs += 86_400_000 / 24;
  for (const list of [queue, faults, ses.taken, ses.events]) list.splice(0);
});

/** Kills a process before or after one of its actions; it does nothing after that. */
class Killing {
  #left: number;
  isDead = false;
  constructor(step = Infinity) {
    this.#left = step;
  }
  /** Wraps a port, so that the process can be killed before and after each call. */
  through<Port extends object>(port: Port): Port {
    return new Proxy(port, {
      get: (target, name) => {
        const method: unknown = Reflect.get(target, name, target);
        if (typeof method !== 'function' || name === 'list')
          return method instanceof Function ? method.bind(target) : method;
        return async (...args: unknown[]) => {
          this.#pass();
          const result: unknown = await (method as (...given: unknown[]) => unknown).apply(target, args);
          this.#pass();
          return result;
        };
      },
    });
  }
  #pass(): void {
    this.#left -= 1;
    if (this.#left < 0) this.isDead = true;
    if (this.isDead) throw new Error('killed');
  }
}

/** Runs the watch over one account of this file. */
async function watch(accountId: string, killing = new Killing()): Promise<void> {
  const environment = { ACCOUNTS_TABLE: tables.accountsTable, MAIL_QUEUE_URL: 'http://127.0.0.1:9/queue' };
  const { ports } = noticeWatchDependencies(environment, client);
  const list = async function* () {
    for await (const one of ports.watch.list()) if (one.accountId === accountId) yield one;
  };
  const through = {
    ...ports,
    watch: { list, write: killing.through({ write: ports.watch.write.bind(ports.watch) }).write },
    people: killing.through(ports.people),
    mail: killing.through({ send: async (order: object) => void queue.push(JSON.stringify(order)) }),
  };
  const log = { done: () => undefined, internalError: (_: string, error: unknown) => void faults.push(error) };
  await createNoticeWatchHandler({ ports: through, clock: { nowMs: () => nowMs }, log })().catch(() => undefined);
}

/** Delivers every message once; a failed one stays in the queue. */
async function deliver(killing = new Killing()): Promise<void> {
  const mailer = new SesMailer(
    { from: 'Us <us@test.example>', configurationSet: 'emails' },
    createSesClient(ses.endpoint),
  );
  const handler = createMailHandler({
    ports: {
      people: killing.through(people),
      notices: killing.through(new DynamoNoticeStore(client, tables.accountsTable)),
      mailer: killing.through(mailer),
      settings: {
        dashboardUrl: 'https://page.test.example/dashboard',
        supportEmail: 'support@test.example',
        serviceName: 'Product Data',
      },
      clock: { nowMs: () => nowMs },
    },
    log: { handled: () => undefined, internalError: (error) => void faults.push(error) },
  });
  for (const body of queue.splice(0)) {
    const { batchItemFailures } = await handler({ Records: [{ messageId: 'm', body } as never] });
    if (batchItemFailures.length > 0 || killing.isDead) queue.push(body);
  }
}

/** Lets a failing message go through five deliveries, two minutes apart, with SES's events in between. */
async function settle(): Promise<void> {
  for (let delivery = 0; delivery < 4; delivery += 1) {
    queue.push(...ses.events.splice(0));
    await deliver();
    nowMs += 2 * MINUTE_MS;
  }
}

/** Gives the account's key a budget by day, and lets it use these tokens of it. */
async function useOfBudget(accountId: string, tokens: number, budget = 1_000): Promise<void> {
  const store = new DynamoAdministrationStore(client, tables.accountsTable);
  const [key] = await store.listClients(accountId);
  const { clientId = '', number = '' } = key ?? {};
  valueOf(await setBudget(store, { clientId }, { every: 'day', tokens: budget, researchCents: null }, OPERATOR, nowMs));
  await use(accountId, tokens, 0, {
    [PLACES]: 1,
    [clientAttributes(number).tokens]: tokens,
    [clientAttributes(number, new Date(nowMs).getUTCDate()).tokens]: tokens,
  });
}

async function newOwner(wanted: { local?: string; notices?: readonly NoticeKind[]; role?: MemberRole } = {}) {
  const { local = 'owner', notices = NOTICE_KINDS, role = 'owner' } = wanted;
  accounts += 1;
  const { account } = await openAccount(client, tables.accountsTable, { name: `Acme ${accounts}`, nowMs });
  const { accountId } = account;
  const email = `${local}-${accounts}@customer.example`;
  const member = await joinAccount(people, { accountId, email, role }, nowMs - 10 * MINUTE_MS);
  valueOf(await setNotices(people, member, notices, OPERATOR, nowMs - 10 * MINUTE_MS));
  return { ...account, email, member };
}

async function use(accountId: string, tokens: number, tokensIncluded = 1_000, ofClients = {}): Promise<void> {
  const figures = {
    tokens,
    items: Math.ceil(tokens / 10),
    calls: 1,
    price: 1_000,
    included: tokensIncluded,
    committed: 0,
    ...ofClients,
  };
  const Item = { pk: `ACCOUNT#${accountId}`, sk: `USAGE#${PERIOD}`, ...figures };
  await client.send(new PutCommand({ TableName: tables.accountsTable, Item }));
}

const subjects = () =>
  ses.taken.map(({ to, subject }) => `${to.split('-')[0]}: ${subject.split(': ').slice(1).join(': ')}`);

describe('an owner gets an email', () => {
  test('about tokens, an import and research, each once, however often the functions run', async () => {
    const { accountId, email } = await newOwner();
    await use(accountId, 850);
    const catalogs = new DynamoCatalogStore(client, tables.accountsTable);
    const catalog = await newCatalog(catalogs, accountId, '<b>parts</b>.csv');
    await catalogs.completeImport(catalog, { rows: 0, bytes: 0 }, nowMs - 2 * MINUTE_MS);
    await research(accountId, nowMs - 2 * MINUTE_MS);
    await watch(accountId);
    await watch(accountId);
    queue.push(...queue);
    await settle();
    await watch(accountId);
    await settle();
    expect(subjects().toSorted()).toEqual([
      'owner: 80 % of the included tokens are used: 850 of 1,000.',
      'owner: <b>parts</b>.csv is imported',
      'owner: Research of 1 part ended: 0 found, 1 not found.',
    ]);
    expect(ses.taken.every(({ to }) => to === email)).toBe(true);
    expect(faults).toEqual([]);
    await use(accountId, 1_000);
    await watch(accountId);
    await settle();
    expect(subjects().at(-1)).toBe('owner: The included tokens are used up: 1,000 of 1,000.');
    expect(ses.taken).toHaveLength(4);
  });

  test('about a budget at 80 % and at its end, each once a day, and about a raised one again', async () => {
    const { accountId } = await newOwner({ notices: ['budget'] });
    const isTold = async () => {
      await watch(accountId);
      await watch(accountId);
      queue.push(...queue);
      await settle();
      return subjects();
    };
    await useOfBudget(accountId, 790);
    expect(await isTold()).toEqual([]);
    await useOfBudget(accountId, 850);
    expect(await isTold()).toEqual(['owner: 80 % of the budget of “Test key” is used: 850 of 1,000 tokens.']);
    await useOfBudget(accountId, 1_000);
    expect((await isTold()).slice(1)).toEqual(['owner: The budget of “Test key” is used up: 1,000 of 1,000 tokens.']);
    await useOfBudget(accountId, 1_000, 1_200);
    expect((await isTold()).slice(2)).toEqual([
      'owner: 80 % of the budget of “Test key” is used: 1,000 of 1,200 tokens.',
    ]);
    nowMs += 24 * 60 * MINUTE_MS;
    await useOfBudget(accountId, 1_000, 1_200);
    expect((await isTold()).slice(3)).toEqual([
      'owner: 80 % of the budget of “Test key” is used: 1,000 of 1,200 tokens.',
    ]);
    expect(faults).toEqual([]);
  });

  test('only about the chosen events, and none once they are not an owner', async () => {
    const { accountId, member } = await newOwner({ notices: ['cap'] });
    const second = { accountId, email: `second-${accounts}@customer.example`, role: 'owner' } as const;
    const other = await joinAccount(people, second, nowMs);
    await use(accountId, 900);
    await watch(accountId);
    await settle();
    expect(subjects()).toEqual(['second: 80 % of the included tokens are used: 900 of 1,000.']);
    valueOf(await setMemberRole(people, other, 'member', OPERATOR, nowMs));
    valueOf(await setNotices(people, member, ['tokens'], OPERATOR, nowMs));
    await use(accountId, 1_000);
    await watch(accountId);
    await settle();
    expect(subjects().slice(1)).toEqual(['owner: The included tokens are used up: 1,000 of 1,000.']);
  });

  test('never for a suspended account', async () => {
    const { accountId } = await newOwner();
    await use(accountId, 1_000);
    const { setAccount } = await import('../../../core/access/administration/administer-accounts.ts');
    const store = new DynamoAdministrationStore(client, tables.accountsTable);
    valueOf(await setAccount(store, accountId, { status: 'suspended' }, OPERATOR, nowMs));
    await watch(accountId);
    await settle();
    expect(ses.taken).toEqual([]);
  });
});

describe('a process killed between any two lines', () => {
  test('of the watch leaves the email to the next run: late, never twice', async () => {
    let step = 0;
    for (let isDead = true; isDead; step += 1) {
      ses.taken.splice(0);
      const { accountId, email } = await newOwner();
      await use(accountId, 900);
      const killing = new Killing(step);
      await watch(accountId, killing);
      await settle();
      await watch(accountId);
      await settle();
      expect([step, ses.taken.map(({ to }) => to)]).toEqual([step, [email]]);
      ({ isDead } = killing);
    }
    // The calls are: members read, two writes, one message; each is killed before and after.
    expect(step).toBeGreaterThan(8);
  });

  test('of the watch leaves the email about a budget to the next run: late, never twice', async () => {
    let step = 0;
    for (let isDead = true; isDead; step += 1) {
      ses.taken.splice(0);
      const { accountId, email } = await newOwner({ notices: ['budget'] });
      await useOfBudget(accountId, 1_000);
      const killing = new Killing(step);
      await watch(accountId, killing);
      await settle();
      await watch(accountId);
      await settle();
      expect([step, ses.taken.map(({ to }) => to)]).toEqual([step, [email]]);
      ({ isDead } = killing);
    }
    expect(step).toBeGreaterThan(8);
  });

  test('of the mail function leaves the email to another delivery: late, never twice', async () => {
    let step = 0;
    let late = 0;
    for (let isDead = true; isDead; step += 1) {
      ses.taken.splice(0);
      const { accountId, email } = await newOwner();
      await use(accountId, 900);
      await watch(accountId);
      const killing = new Killing(step);
      await deliver(killing);
      if (ses.taken.length === 0) late += 1;
      await settle();
      expect([step, ses.taken.map(({ to }) => to)]).toEqual([step, [email]]);
      expect(queue).toEqual([]);
      ({ isDead } = killing);
    }
    expect(step).toBeGreaterThan(10);
    expect(late).toBeGreaterThan(4);
  });
});

describe('SES', () => {
  test('accepts an email and loses its response: the email is recognized by its event and not sent again', async () => {
    const { accountId } = await newOwner({ local: 'lost' });
    await use(accountId, 900);
    await watch(accountId);
    await deliver();
    expect(queue).toHaveLength(1);
    await settle();
    nowMs += 2 * DOUBT_MS;
    await deliver();
    expect([ses.taken.length, queue]).toEqual([1, []]);
  });

  test('refuses an email: it is retried with the next delivery, immediately', async () => {
    const { accountId } = await newOwner({ local: 'refused' });
    await use(accountId, 900);
    await watch(accountId);
    await deliver();
    await deliver();
    expect(faults.map((error) => (error as Error).name)).toEqual(['EmailRefusedError', 'EmailRefusedError']);
    expect(queue).toHaveLength(1);
  });

  test.each(['bounce', 'complain'])(
    'reports a %s: owners see it and get no more emails until an operator ends that; an invitation is still sent',
    async (local) => {
      const { accountId, email, member } = await newOwner({ local });
      const since = async () =>
        (await listMembers(people, accountId))?.map(({ undeliverableSinceMs }) => undeliverableSinceMs);
      await use(accountId, 900);
      await watch(accountId);
      await deliver();
      expect(await since()).toEqual([null]);
      queue.push(
        ...ses.events.splice(0),
        JSON.stringify({ kind: 'link', email, browserSha256: 'a'.repeat(64), askedAtMs: nowMs }),
      );
      const heardMs = nowMs;
      await deliver();
      await use(accountId, 1_000);
      await watch(accountId);
      await settle();
      expect(ses.taken).toHaveLength(1);
      expect(await since()).toEqual([heardMs]);
      const { account: other } = await openAccount(client, tables.accountsTable, { nowMs });
      valueOf(await inviteMember(people, { accountId: other.accountId, email, role: 'owner' }, OPERATOR, nowMs));
      queue.push(JSON.stringify({ kind: 'invitation', accountId: other.accountId, personId: member.personId }));
      await deliver();
      expect([ses.taken.length, await since()]).toEqual([1, [heardMs]]);
      expect(await clearBounce(people, email)).toBe(true);
      queue.push(JSON.stringify({ kind: 'invitation', accountId: other.accountId, personId: member.personId }));
      await deliver();
      expect(ses.taken).toHaveLength(2);
      expect(await since()).toEqual([null]);
    },
  );

  test('reports a mailbox that is full for now: that has no effect', async () => {
    const { accountId } = await newOwner({ local: 'full' });
    await use(accountId, 900);
    await watch(accountId);
    await settle();
    await use(accountId, 1_000);
    await watch(accountId);
    await settle();
    expect(ses.taken).toHaveLength(2);
  });
});

async function research(accountId: string, endedMs: number): Promise<void> {
  const part = numberName({ manufacturerKey: toManufacturerKey('Acme'), part: partKey('X1') }, 'X1');
  const asked = { manufacturer: 'Acme', partNumber: 'X1', description: null };
  const opened = openRequest(
    { accountId, ...part, attempt: 'attempt', asked, usageKey: PERIOD, counted: true },
    undefined,
    endedMs - MINUTE_MS,
  );
  const { request } = endRequest(opened, { kind: 'not_found' }, endedMs);
  await client.send(new PutCommand({ TableName: tables.accountsTable, Item: { ...writeRequestRow(request) } }));
}
