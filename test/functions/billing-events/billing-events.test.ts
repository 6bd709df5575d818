/**
 * The billing system's events on real tables: their effect in any order and number, and the refusal of forged ones.
 */
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DynamoPaymentStore } from '../../../adapters/dynamodb/access/dynamo-payment-store.ts';
import type { GatewayResult } from '../../../adapters/lambda-http/exchange.ts';
import type { ServedLine } from '../../../adapters/lambda-http/request-log.ts';
import { openRateCounter } from '../../../adapters/dynamodb/open-stores.ts';
import { RateWindows } from '../../../core/billing/rate-limit/rate-window.ts';
import { billingStateAt } from '../../../core/billing/accounts/account.ts';
import { setAccount } from '../../../core/access/administration/administer-accounts.ts';
import { notePaymentFailed, notePaymentSettled } from '../../../core/access/administration/administer-payments.ts';
import { setBillingCustomer } from '../../../core/access/payments/set-billing-customer.ts';
import { DAY_MS } from '../../../core/time.ts';
import { createBillingEventsHandler } from '../../../functions/billing-events/create-billing-events-handler.ts';
import { billingEventsDependencies } from '../../../functions/billing-events/dependencies.ts';
import { stageSettings } from '../../../lib/settings/stage-settings.ts';
import { rightsOf, templateOf } from '../../lib/stack-template.ts';
import { NOON_MS, openAccount, OPERATOR, valueOf, type OpenedAccount } from '../../support/fixtures/accounts.ts';
import { testClient } from '../../support/stores/dynamodb-client.ts';
import { injectFaults, type FaultPlan } from '../../support/stores/faulty-client.ts';
import { noteRights } from '../../support/stores/noted-rights.ts';
import { openTables, type OpenTables } from '../../support/stores/tables.ts';
import { pointAfter } from '../../support/cases.ts';

const SECRET = 'whsec_of_the_endpoint';
const SAID = { who: 'olga', because: 'by phone' };

let tables: OpenTables;
let client: ReturnType<typeof testClient>;
let payments: DynamoPaymentStore;
let customers = 0;
let events = 0;
const lines: ServedLine[] = [];
const faults: unknown[] = [];

beforeAll(async () => {
  tables = await openTables();
  client = testClient(tables.endpoint);
  payments = new DynamoPaymentStore(client, tables.accountsTable);
});
afterAll(async () => {
  client.destroy();
  await tables.stop();
});
beforeEach(() => [lines, faults].forEach((list: unknown[]) => void list.splice(0)));

interface Sent {
  readonly nowMs?: number;
  readonly method?: string;
  readonly path?: string;
  readonly secret?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly client?: ReturnType<typeof testClient>;
  readonly livemode?: 'on' | 'off';
  readonly from?: string;
  /** The windows of a process that has already answered; by default each message reaches a new one. */
  readonly rates?: RateWindows;
}

/** Sends the request as the gateway passes it on. */
async function post(body: string | Uint8Array, sent: Sent = {}): Promise<GatewayResult> {
  const { nowMs = NOON_MS, method = 'POST', path = '/v1/billing/events', secret = SECRET } = sent;
  const seconds = Math.floor(nowMs / 1000);
  const signature = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex');
  const environment = {
    STAGE: 'test',
    ACCOUNTS_TABLE: tables.accountsTable,
    BASE_URL: 'https://mcp.test.example',
    ALLOWED_ORIGINS: 'https://dashboard.test.example',
    DOCS_BASE_URL: 'https://docs.test.example',
    SUPPORT_EMAIL: 'support@test.example',
    SERVICE_NAME: 'Product Data',
    BILLING_SECRET_NAME: 'product-data/test/billing-events',
    BILLING_LIVEMODE: sent.livemode ?? 'on',
    IP_LIMIT_PER_MINUTE: '240',
  };
  const dependencies = billingEventsDependencies(environment, sent.client ?? client);
  const handler = createBillingEventsHandler({
    ...dependencies,
    rates: sent.rates ?? dependencies.rates,
    readSecret: async () => SECRET,
    clock: { nowMs: () => nowMs },
    log: { requestServed: (line) => void lines.push(line), internalError: (_, error) => void faults.push(error) },
  });
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'stripe-signature': `t=${seconds},v1=${signature}`,
    ...sent.headers,
  };
  const event = {
    version: '2.0',
    rawPath: path,
    rawQueryString: '',
    headers: Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)),
    body: Buffer.from(body).toString('base64'),
    isBase64Encoded: true,
    requestContext: { http: { method, path, sourceIp: sent.from ?? '3.18.12.63' } },
  };
  return (handler as unknown as (event: object, context: object) => Promise<GatewayResult>)(event, {});
}

interface Told {
  readonly type?: string;
  readonly invoice?: string;
  readonly customer: string;
  readonly id?: string;
  readonly more?: object;
}

/** An event as the billing system writes it, shortened. */
function eventOf({ type = 'invoice.payment_failed', invoice = 'in_1', customer, id, more }: Told): string {
  events += 1;
  return JSON.stringify({
    id: id ?? `evt_${events}`,
    object: 'event',
    api_version: '2026-07-29',
    created: NOON_MS / 1000,
    data: { object: { id: invoice, object: 'invoice', customer, status: 'open', attempt_count: 1 } },
    livemode: true,
    type,
    ...more,
  });
}

async function newCustomer(): Promise<OpenedAccount & { readonly accountId: string; readonly customer: string }> {
  const opened = await openAccount(client, tables.accountsTable);
  const { accountId } = opened.account;
  customers += 1;
  const customer = `cus_${customers}`;
  valueOf(await setBillingCustomer(payments, accountId, customer, OPERATOR, NOON_MS));
  return { ...opened, accountId, customer };
}

const accountOf = async (accountId: string) => {
  const stored = await payments.readAccount(accountId);
  if (stored === undefined) throw new Error('the account is not stored');
  return stored.value;
};
const stateOf = async (accountId: string, nowMs: number) => billingStateAt(await accountOf(accountId), nowMs);
const trailOf = async ({ store, accountId }: Awaited<ReturnType<typeof newCustomer>>) =>
  (await store.listAuditLines(accountId, 50)).filter(({ who }) => who === 'billing system').toReversed();

describe('the billing system', () => {
  test('reports a failed payment: the grace period starts, its end makes the account past due, a settlement ends both, and the audit trail has every step', async () => {
    const opened = await newCustomer();
    const { accountId, customer } = opened;
    const failed = eventOf({ customer });
    expect(await post(failed)).toMatchObject({ statusCode: 200, body: '{"received":true}' });
    expect(await stateOf(accountId, NOON_MS + 14 * DAY_MS - 1)).toBe('active');
    expect(await stateOf(accountId, NOON_MS + 14 * DAY_MS)).toBe('past_due');
    await post(eventOf({ customer, type: 'invoice.paid' }), { nowMs: NOON_MS + 20 * DAY_MS });
    expect(await stateOf(accountId, NOON_MS + 99 * DAY_MS)).toBe('active');
    expect(await trailOf(opened)).toMatchObject([
      {
        what: 'payment.failed',
        details: { invoice: 'in_1', event: (JSON.parse(failed) as { id: string }).id, payments_missing_after: 1 },
        atMs: NOON_MS,
      },
      { what: 'payment.settled', details: { invoice: 'in_1', grace_ends_at_after: null }, atMs: NOON_MS + 20 * DAY_MS },
    ]);
    expect(lines).toMatchObject([
      { status: 200, outcome: 'answered', billingEvent: 'noted', account: accountId },
      { status: 200, outcome: 'answered', billingEvent: 'noted', account: accountId },
    ]);
  });

  test('may report events in any order and number: the invoices still unpaid decide', async () => {
    const told = [
      { id: 'evt_a1', invoice: 'in_a', type: 'invoice.payment_failed' },
      { id: 'evt_a2', invoice: 'in_a', type: 'invoice.payment_failed' },
      { id: 'evt_a3', invoice: 'in_a', type: 'invoice.paid' },
      { id: 'evt_b1', invoice: 'in_b', type: 'invoice.payment_failed' },
      { id: 'evt_b2', invoice: 'in_b', type: 'invoice.voided' },
      { id: 'evt_c1', invoice: 'in_c', type: 'invoice.paid' },
    ];
    for (const order of orders(told, 12)) {
      const { accountId: whole, customer } = await newCustomer();
      for (const one of [...order, ...order.slice(0, 3)]) await post(eventOf({ customer, ...one }));
      expect(await stateOf(whole, NOON_MS + 99 * DAY_MS)).toBe('active');
      expect((await accountOf(whole)).unpaid).toBeUndefined();
    }
    for (const order of orders(
      told.filter(({ id }) => id !== 'evt_b2'),
      12,
    )) {
      const { accountId, customer: other } = await newCustomer();
      for (const one of order) await post(eventOf({ customer: other, ...one }));
      expect((await accountOf(accountId)).unpaid).toEqual(['in_b']);
      expect(await stateOf(accountId, NOON_MS + 99 * DAY_MS)).toBe('past_due');
    }
  });

  test('may report several events of one account concurrently', async () => {
    const { accountId, customer } = await newCustomer();
    const invoices = ['in_1', 'in_2', 'in_3', 'in_4'];
    const answers = await Promise.all(invoices.map((invoice) => post(eventOf({ customer, invoice }))));
    const again = await Promise.all(invoices.map((invoice) => post(eventOf({ customer, invoice }))));
    for (const { statusCode } of [...answers, ...again]) expect([200, 409]).toContain(statusCode);
    for (const invoice of invoices) await post(eventOf({ customer, invoice }));
    expect((await accountOf(accountId)).unpaid?.toSorted()).toEqual(invoices);
    await Promise.all(invoices.map((invoice) => post(eventOf({ customer, invoice, type: 'invoice.paid' }))));
    for (const invoice of invoices) await post(eventOf({ customer, invoice, type: 'invoice.paid' }));
    expect((await accountOf(accountId)).unpaid).toBeUndefined();
    expect(faults).toEqual([]);
  });

  test('neither extends a grace period by retrying, nor ends a failure that an operator reported', async () => {
    const { accountId, customer, store } = await newCustomer();
    await post(eventOf({ customer }));
    await post(eventOf({ customer }), { nowMs: NOON_MS + 3 * DAY_MS });
    expect((await accountOf(accountId)).graceEndsAtMs).toBe(NOON_MS + 14 * DAY_MS);
    valueOf(await notePaymentFailed(store, accountId, SAID, NOON_MS));
    await post(eventOf({ customer, type: 'invoice.paid' }));
    expect((await accountOf(accountId)).unpaid).toEqual(['operator']);
    valueOf(await notePaymentSettled(store, accountId, SAID, NOON_MS));
    expect(await stateOf(accountId, NOON_MS + 99 * DAY_MS)).toBe('active');
  });

  test('does not override a state that an operator set', async () => {
    const { accountId, customer, store } = await newCustomer();
    valueOf(await setAccount(store, accountId, { billingState: 'past_due' }, OPERATOR, NOON_MS));
    await post(eventOf({ customer }));
    await post(eventOf({ customer, type: 'invoice.paid' }));
    expect(await stateOf(accountId, NOON_MS)).toBe('past_due');
  });

  test.each<[string, (store: OpenedAccount['store'], accountId: string) => Promise<unknown>]>([
    ['payments settled', (store, accountId) => notePaymentSettled(store, accountId, SAID, NOON_MS + 1)],
    [
      'accounts set --billing-state',
      (store, accountId) => setAccount(store, accountId, { billingState: 'active' }, OPERATOR, NOON_MS + 1),
    ],
  ])('does not undo an operator’s settlement (%s) by retrying the same invoices', async (_, settle) => {
    const { accountId, customer, store } = await newCustomer();
    for (const invoice of ['in_1', 'in_2']) await post(eventOf({ customer, invoice }));
    valueOf(await notePaymentFailed(store, accountId, SAID, NOON_MS));
    await settle(store, accountId);
    for (const invoice of ['in_1', 'in_2']) await post(eventOf({ customer, invoice }), { nowMs: NOON_MS + 3 * DAY_MS });
    expect(await stateOf(accountId, NOON_MS + 99 * DAY_MS)).toBe('active');
    expect(await accountOf(accountId)).not.toHaveProperty('unpaid');
    await post(eventOf({ customer, invoice: 'in_3' }), { nowMs: NOON_MS + 3 * DAY_MS });
    expect((await accountOf(accountId)).unpaid).toEqual(['in_3']);
  });

  test('may report an account without a plan: the grace period starts only when the account is billed again', async () => {
    const { accountId, customer, store } = await newCustomer();
    valueOf(await setAccount(store, accountId, { planCode: null }, OPERATOR, NOON_MS));
    await post(eventOf({ customer }));
    expect(await accountOf(accountId)).toMatchObject({ unpaid: ['in_1'] });
    expect(await accountOf(accountId)).not.toHaveProperty('graceEndsAtMs');
    const back = NOON_MS + 60 * DAY_MS;
    valueOf(await setAccount(store, accountId, { planCode: 'growth' }, OPERATOR, back));
    expect(await stateOf(accountId, back + 14 * DAY_MS - 1)).toBe('active');
    expect(await stateOf(accountId, back + 14 * DAY_MS)).toBe('past_due');
    await post(eventOf({ customer, type: 'invoice.paid' }), { nowMs: back });
    expect(await stateOf(accountId, back + 14 * DAY_MS)).toBe('active');
  });

  test('may report an account without a plan whose payment arrives before its next plan: nothing is missing', async () => {
    const { accountId, customer, store } = await newCustomer();
    valueOf(await setAccount(store, accountId, { billingState: 'trial_ended' }, OPERATOR, NOON_MS));
    await post(eventOf({ customer }));
    await post(eventOf({ customer, type: 'invoice.paid' }));
    valueOf(await setAccount(store, accountId, { planCode: 'growth' }, OPERATOR, NOON_MS));
    expect(await stateOf(accountId, NOON_MS + 99 * DAY_MS)).toBe('active');
  });

  test('lists at most fifty missing payments of an account, so that its row stays small', async () => {
    const { accountId, customer, store } = await newCustomer();
    for (let count = 1; count <= 51; count += 1) await post(eventOf({ customer, invoice: `in_${count}` }));
    expect((await accountOf(accountId)).unpaid).toHaveLength(50);
    valueOf(await notePaymentSettled(store, accountId, SAID, NOON_MS));
    expect(await accountOf(accountId)).not.toHaveProperty('unpaid');
  });

  test('repeats an event after a crash at any point, and the event takes effect once', async () => {
    const counted = await newCustomer();
    const counting = testClient(tables.endpoint, { maxAttempts: 1 });
    const { callCount } = await dying(() => undefined, eventOf(counted), counting);
    expect(callCount).toBe(4);
    for (const fault of ['crash', 'crash-after', 'answer-lost', 'throttled'] as const)
      for (let at = 1; at <= callCount; at = pointAfter(at)) {
        const opened = await newCustomer();
        const event = eventOf(opened);
        await dying(({ call }) => (call === at ? fault : undefined), event);
        expect((await post(event)).statusCode).toBe(200);
        expect([fault, at, (await accountOf(opened.accountId)).unpaid]).toEqual([fault, at, ['in_1']]);
        expect(await trailOf(opened)).toHaveLength(1);
      }
  });
});

test('the function uses exactly the permissions of its role, in any partition', async () => {
  const billingEvents = { secretName: 'product-data/production/billing-events' };
  const template = templateOf({ ...stageSettings('production'), billingEvents });
  const { customer } = await newCustomer();
  const own = testClient(tables.endpoint);
  const { allowed, used, refused } = noteRights(own, rightsOf(template, 'BillingEvents'));
  await post(eventOf({ customer }), { client: own, secret: 'whsec_guessed' });
  for (const type of ['invoice.payment_failed', 'invoice.paid'])
    for (const whose of [customer, 'cus_nobody']) await post(eventOf({ customer: whose, type }), { client: own });
  own.destroy();
  expect(refused).toEqual([]);
  expect([...used].toSorted()).toEqual(allowed);
});

async function dying(plan: FaultPlan, event: string, own = testClient(tables.endpoint, { maxAttempts: 1 })) {
  const injected = injectFaults(plan, own);
  await post(event, { client: own });
  own.destroy();
  return injected;
}

/** A fixed sample of all orders. */
function orders<T>(list: readonly T[], count: number): readonly (readonly T[])[] {
  return Array.from({ length: count }, (_, place) =>
    list.toSorted((a, b) => hash(`${place}${JSON.stringify(a)}`) - hash(`${place}${JSON.stringify(b)}`)),
  );
}
const hash = (text: string) => createHmac('sha256', 'order').update(text).digest().readUInt32BE();

describe('an attacker', () => {
  const untouched = async (accountId: string) => {
    expect(await accountOf(accountId)).not.toHaveProperty('graceEndsAtMs');
    expect(await accountOf(accountId)).not.toHaveProperty('unpaid');
  };

  test.each<[string, Sent]>([
    ['another secret', { secret: 'whsec_guessed' }],
    ['no signature', { headers: { 'stripe-signature': undefined } }],
    ['a signature of another time', { headers: { 'stripe-signature': `t=${NOON_MS / 1000},v1=${'0'.repeat(64)}` } }],
  ])('with %s changes nothing, learns nothing, and only counts at its address', async (_, sent) => {
    const { accountId, customer } = await newCustomer();
    const own = testClient(tables.endpoint);
    const counted = injectFaults(() => undefined, own);
    const known = await post(eventOf({ customer }), { ...sent, client: own });
    const unknown = await post(eventOf({ customer: 'cus_nobody' }), { ...sent, client: own });
    own.destroy();
    expect([known.statusCode, counted.callCount]).toEqual([403, 2]);
    const told = ({ body }: GatewayResult) => body.replace(/req_\w+/, '');
    expect(told(known)).toBe(told(unknown));
    await untouched(accountId);
  });

  test('is refused after 240 messages a minute at its address, before the signature is verified; the billing system’s own are not counted', async () => {
    const { accountId, customer } = await newCustomer();
    const from = '203.0.113.9';
    const nowMs = NOON_MS + 60_000;
    const rates = new RateWindows(openRateCounter({ client, accounts: tables.accountsTable }));
    for (let sent = 0; sent < 250; sent += 1)
      expect((await post(eventOf({ customer, type: 'invoice.created' }), { from, nowMs, rates })).statusCode).toBe(200);
    const forged = () => post(eventOf({ customer }), { from, nowMs, rates, secret: 'whsec_guessed' });
    for (let sent = 0; sent < 240; sent += 1) expect((await forged()).statusCode).toBe(403);
    const over = await forged();
    expect([over.statusCode, over.headers['retry-after']]).toEqual([429, '60']);
    expect(lines.at(-1)?.outcome).toBe('rate_limited_address');
    expect((await post(eventOf({ customer }), { from, nowMs, rates })).statusCode).toBe(429);
    await untouched(accountId);
    expect((await post(eventOf({ customer }), { from: '203.0.113.10', nowMs, rates })).statusCode).toBe(200);
    expect((await post(eventOf({ customer }), { from, nowMs: nowMs + 60_000, rates })).statusCode).toBe(200);
  });

  test('cannot replay a captured message, within five minutes or later', async () => {
    const { accountId, customer } = await newCustomer();
    const failed = eventOf({ customer });
    await post(failed);
    await post(eventOf({ customer, type: 'invoice.paid' }), { nowMs: NOON_MS + 1_000 });
    // The attacker sends the captured bytes and header at another time.
    const seconds = NOON_MS / 1000;
    const v1 = createHmac('sha256', SECRET).update(`${seconds}.${failed}`).digest('hex');
    const headers = { 'stripe-signature': `t=${seconds},v1=${v1}` };
    expect((await post(failed, { headers, nowMs: NOON_MS + 299_000 })).statusCode).toBe(200);
    expect(lines.at(-1)?.billingEvent).toBe('repeated');
    expect((await post(failed, { headers, nowMs: NOON_MS + 301_000 })).statusCode).toBe(403);
    expect(lines.at(-1)?.billingEvent).toBe('too_old');
    await untouched(accountId);
  });

  test('cannot combine another event’s body with a signature or add to the body', async () => {
    const { accountId, customer } = await newCustomer();
    const harmless = eventOf({ customer, type: 'customer.updated' });
    const seconds = NOON_MS / 1000;
    const v1 = createHmac('sha256', SECRET).update(`${seconds}.${harmless}`).digest('hex');
    const headers = { 'stripe-signature': `t=${seconds},v1=${v1}` };
    for (const body of [eventOf({ customer }), `${harmless} `, harmless.replace('customer.updated', 'invoice.paid')])
      expect((await post(body, { headers })).statusCode).toBe(403);
    await untouched(accountId);
  });

  test.each<[string, Sent, number]>([
    ['a body of another type', { headers: { 'content-type': 'text/plain' } }, 415],
    ['a body without a type', { headers: { 'content-type': undefined } }, 415],
    ['a form', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }, 415],
    ['another method', { method: 'GET' }, 405],
    ['a method override', { method: 'PUT' }, 405],
    ['a subpath', { path: '/v1/billing/events/x' }, 404],
    ['a page of another origin', { headers: { origin: 'https://evil.example' } }, 403],
  ])('with %s is refused although the signature is valid', async (_, sent, status) => {
    const { accountId, customer } = await newCustomer();
    expect((await post(eventOf({ customer }), sent)).statusCode).toBe(status);
    await untouched(accountId);
  });

  test('cannot make the function read more than 256 kB', async () => {
    const { accountId, customer } = await newCustomer();
    const most = eventOf({ customer, type: 'customer.updated' });
    const padded = (bytes: number) => most.padEnd(bytes, ' ');
    expect((await post(padded(256 * 1024))).statusCode).toBe(200);
    expect((await post(padded(256 * 1024 + 1))).statusCode).toBe(413);
    await untouched(accountId);
  });
});

describe('a message with a valid signature', () => {
  test.each<[string, object]>([
    ['of another type', { type: 'invoice.created' }],
    ['of a type that only resembles a known one', { type: 'invoice.payment_failed ' }],
    ['of an account connected to the billing system’s own', { account: 'acct_1' }],
    ['of an invoice without a customer', { data: { object: { id: 'in_1', object: 'invoice', customer: null } } }],
  ])('%s is accepted, and changes nothing', async (_, more) => {
    const { accountId, customer } = await newCustomer();
    expect((await post(eventOf({ customer, more }))).statusCode).toBe(200);
    expect(lines.at(-1)).toMatchObject({ outcome: 'answered', billingEvent: 'other' });
    expect(await accountOf(accountId)).not.toHaveProperty('unpaid');
  });

  test.each(['on', 'off'] as const)(
    'of the other mode is refused, and changes nothing: live mode %s',
    async (livemode) => {
      const { accountId, customer } = await newCustomer();
      const answer = await post(eventOf({ customer, more: { livemode: livemode === 'off' } }), { livemode });
      expect(answer.statusCode).toBe(403);
      expect(answer.body).toContain(`accepts events of ${livemode === 'on' ? 'live' : 'test'} mode only`);
      expect(lines.at(-1)).toMatchObject({ billingEvent: 'other_mode' });
      expect(await accountOf(accountId)).not.toHaveProperty('unpaid');
      expect((await post(eventOf({ customer, more: { livemode: livemode === 'on' } }), { livemode })).statusCode).toBe(
        200,
      );
      expect((await accountOf(accountId)).unpaid).toEqual(['in_1']);
    },
  );

  test('of a customer of no account is accepted, and changes no account', async () => {
    const { accountId, customer } = await newCustomer();
    expect((await post(eventOf({ customer: 'cus_nobody' }))).statusCode).toBe(200);
    expect(lines.at(-1)).toMatchObject({ billingEvent: 'unknown_customer' });
    valueOf(await setBillingCustomer(payments, accountId, null, OPERATOR, NOON_MS));
    expect((await post(eventOf({ customer }))).statusCode).toBe(200);
    expect(lines.at(-1)).toMatchObject({ billingEvent: 'unknown_customer' });
    expect(await accountOf(accountId)).not.toHaveProperty('unpaid');
  });

  test.each<[string, string | Uint8Array]>([
    ['that is not JSON', '{"id":'],
    ['that is not UTF-8', Buffer.from([0x7b, 0xff, 0x7d])],
    ['that is a list', '[]'],
    ['without its mode', eventOf({ customer: 'cus_x', more: { livemode: undefined } })],
    [
      'with an invalid event id',
      JSON.stringify({ object: 'event', id: '../evt', type: 'invoice.paid', livemode: true }),
    ],
    [
      'with an invalid invoice',
      JSON.stringify({
        object: 'event',
        id: 'evt_x',
        type: 'invoice.paid',
        livemode: true,
        data: { object: { id: 7 } },
      }),
    ],
    [
      'with a customer that could name another row',
      JSON.stringify({
        ...{ object: 'event', id: 'evt_x', type: 'invoice.paid', livemode: true },
        data: { object: { object: 'invoice', id: 'in_1', customer: 'cus_1#ACCOUNT' } },
      }),
    ],
  ])('%s is refused in fixed words', async (_, body) => {
    const answer = await post(body);
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain('The body is not an event that can be read.');
    expect(lines.at(-1)).not.toHaveProperty('account');
  });
});

describe('a customer of the billing system', () => {
  test('belongs to one account until that releases it', async () => {
    const [first, second] = [await newCustomer(), await newCustomer()];
    const take = () => setBillingCustomer(payments, second.accountId, first.customer, OPERATOR, NOON_MS);
    expect(await take()).toEqual({ ok: false, reason: { kind: 'customer_taken' } });
    await post(eventOf({ customer: first.customer }));
    expect(await accountOf(second.accountId)).not.toHaveProperty('unpaid');
    await post(eventOf({ customer: first.customer, type: 'invoice.paid' }));
    valueOf(await setBillingCustomer(payments, first.accountId, null, OPERATOR, NOON_MS));
    valueOf(await take());
    expect(await payments.findAccount(second.customer)).toBeUndefined();
    await post(eventOf({ customer: first.customer, invoice: 'in_2' }));
    expect([(await accountOf(first.accountId)).unpaid, (await accountOf(second.accountId)).unpaid]).toEqual([
      undefined,
      ['in_2'],
    ]);
  });

  test.each([null, 'cus_other'])(
    'is not exchanged for %s while one of its invoices is unpaid, whose payment would get lost',
    async (wanted) => {
      const { accountId, customer, store } = await newCustomer();
      const change = () =>
        setBillingCustomer(payments, accountId, wanted && `${wanted}${accountId.slice(4)}`, OPERATOR, NOON_MS);
      await post(eventOf({ customer }));
      expect(await change()).toEqual({ ok: false, reason: { kind: 'invoices_unpaid', invoices: 1 } });
      await post(eventOf({ customer, type: 'invoice.voided' }));
      valueOf(await notePaymentFailed(store, accountId, SAID, NOON_MS));
      expect((await change()).ok).toBe(true);
      expect((await accountOf(accountId)).unpaid).toEqual(['operator']);
    },
  );

  test('set again changes nothing, and adds no audit line', async () => {
    const { accountId, customer, store } = await newCustomer();
    valueOf(await setBillingCustomer(payments, accountId, customer, OPERATOR, NOON_MS));
    const set = (await store.listAuditLines(accountId, 50)).filter(({ what }) => what === 'account.set');
    expect(set).toMatchObject([{ details: { billing_customer_before: null, billing_customer_after: customer } }]);
  });
});
