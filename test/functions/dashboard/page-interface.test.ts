import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DynamoAdministrationStore } from '../../../adapters/dynamodb/access/dynamo-administration-store.ts';
import { DynamoAssistantSignInStore } from '../../../adapters/dynamodb/access/dynamo-assistant-sign-in-store.ts';
import { DynamoCatalogStore } from '../../../adapters/dynamodb/catalogs/dynamo-catalog-store.ts';
import { DynamoItemWriter } from '../../../adapters/dynamodb/index/dynamo-item-writer.ts';
import { installOptions } from '../../../core/api/front-door/install-options.ts';
import { grantConsent } from '../../../core/access/oauth/grant-consent.ts';
import type { Member } from '../../../core/access/people/person.ts';
import { removeMember } from '../../../core/access/people/administer-members.ts';
import { newBrowserCookie, SESSION_COOKIE, writeSessionCookie } from '../../../core/access/people/session.ts';
import { makeLink } from '../../../core/access/people/sign-in.ts';
import { setAccount } from '../../../core/access/administration/administer-accounts.ts';
import { hashSecret } from '../../../core/access/people/session.ts';
import { NOON_MS, openAccount, OPERATOR, valueOf, type WantedAccount } from '../../support/fixtures/accounts.ts';
import { catalogRow, newCatalog } from '../../support/fixtures/catalog-rows.ts';
import { SIGN_IN_REQUEST } from '../../support/sign-in/sign-ins.ts';
import { REGULATOR } from '../../support/fixtures/item-records.ts';
import { observe } from '../../support/stores/observed-client.ts';
import {
  GATEWAY_ORIGIN,
  openPageInterface,
  PAGE_ORIGIN,
  type PageInterface,
} from '../../support/service/page-interface.ts';
import { invitePerson, joinAccount, signInPerson } from '../../support/service/people.ts';

/** Markup, a script, a formula and a path out of a folder are stored and shown as text. */
const HOSTILE = `<img src=x onerror=alert(1)></script><script>alert(1)</script> ../../x =1+1`;

let page: PageInterface;
let minutes = 0;
beforeAll(async () => {
  page = await openPageInterface(() => NOON_MS + minutes * 60_000);
  await new DynamoItemWriter(page.client, page.tables.productIndexTable).writeItem(REGULATOR);
});
afterAll(async () => page.stop());
beforeEach(() => {
  // Sign-in attempts are counted per minute.
  minutes += 1;
});

const now = () => NOON_MS + minutes * 60_000;

async function newCustomer(changes: WantedAccount = {}) {
  const wanted = { name: HOSTILE, spendingCapCents: 5_000, ...changes };
  const opened = await openAccount(page.client, page.tables.accountsTable, wanted);
  const owner = await invitePerson(page.people, opened.account.accountId, 'owner', now());
  const session = await signInPerson(page.people, owner, now());
  return { ...opened, accountId: opened.account.accountId, owner, session };
}

/**
 * Lets a member connect an assistant.
 * @returns the client id of the sign-in
 */
async function newSignIn(accountId: string, { personId }: Pick<Member, 'personId'>): Promise<string> {
  const administration = new DynamoAdministrationStore(page.client, page.tables.accountsTable);
  const signIns = new DynamoAssistantSignInStore(page.client, page.tables.accountsTable);
  const parts = { signIns, administration, people: page.people, issuer: PAGE_ORIGIN };
  const given = { accountId, personId, scopes: ['usage:read'] } as const;
  valueOf(await grantConsent(parts, SIGN_IN_REQUEST, given, now()));
  const clients = await administration.listClients(accountId);
  return clients.find(({ signIn: grant }) => grant?.personId === personId)?.clientId ?? '';
}

async function newMember(accountId: string) {
  const member = await invitePerson(page.people, accountId, 'member', now());
  return { member, session: await signInPerson(page.people, member, now()) };
}

/** Requests a link, and clicks it in the same browser. */
async function linkFor(email: string) {
  const browser = newBrowserCookie();
  const order = { email, browserSha256: hashSecret(browser), askedAtMs: now() };
  const token = (await makeLink(page.people, order, now())) ?? '';
  const click = () =>
    page.send({
      method: 'POST',
      path: '/dashboard/api/sign-in',
      cookies: [`${SESSION_COOKIE}=${browser}`],
      headers: { origin: PAGE_ORIGIN, 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    });
  return { token, click, browser };
}

const cookieOf = (answer: { headers: Readonly<Record<string, string>> }) =>
  (answer.headers['set-cookie'] ?? '').split(';')[0]?.slice(SESSION_COOKIE.length + 1) ?? '';
const codeOf = (answer: { json: any }) => answer.json?.errors?.[0]?.code as string | undefined;

describe('signing in', () => {
  test('returns and queues the same for known and unknown addresses', async () => {
    const { owner } = await newCustomer();
    page.mailed.length = 0;
    const known = await page.post('/sign-in-link', { email: owner.email });
    const unknown = await page.post('/sign-in-link', { email: 'nobody@nowhere.example' });
    const shown = ({ statusCode, json, headers }: typeof known) => ({
      statusCode,
      data: json.data,
      cookie: headers['set-cookie']?.replace(/=[\w-]{43};/, '=…;'),
    });
    expect(shown(known)).toEqual(shown(unknown));
    expect(shown(known)).toEqual({
      statusCode: 202,
      data: { sent: true },
      cookie: `${SESSION_COOKIE}=…; Path=/; Max-Age=604800; Secure; HttpOnly; SameSite=Lax`,
    });
    expect(page.mailed.map(({ kind }) => kind)).toEqual(['link', 'link']);
  });

  test('turns the link into a session with a new secret, so that a planted cookie gains nothing', async () => {
    const { owner } = await newCustomer();
    const { click, browser: fixed } = await linkFor(owner.email);
    const answer = await click();
    expect(answer.statusCode).toBe(200);
    expect(cookieOf(answer)).not.toContain(fixed);
    const withFixed = await page.send({ path: '/dashboard/api/overview', cookies: [`${SESSION_COOKIE}=${fixed}`] });
    expect(withFixed.statusCode).toBe(401);
    const withNew = await page.send({
      path: '/dashboard/api/overview',
      cookies: [`${SESSION_COOKIE}=${cookieOf(answer)}`],
    });
    expect(withNew.json.data.person.email).toBe(owner.email);
  });

  test('opens nothing for a stolen link in another browser', async () => {
    const { owner } = await newCustomer();
    const order = { email: owner.email, browserSha256: hashSecret(newBrowserCookie()), askedAtMs: now() };
    const token = await makeLink(page.people, order, now());
    const answer = await page.post('/sign-in', { token });
    expect([answer.statusCode, codeOf(answer)]).toEqual([401, 'unauthorized']);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  test('starts one session for two concurrent clicks on one link, and none for a third', async () => {
    const { owner } = await newCustomer();
    const { token, click } = await linkFor(owner.email);
    const answers = await Promise.all([click(), click()]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 401]);
    expect(codeOf(await click())).toBe('unauthorized');
    expect(token).not.toBe('');
  });

  test('opens nothing for a link that was requested before its member was removed', async () => {
    const { accountId } = await newCustomer();
    const member = await invitePerson(page.people, accountId, 'member', now());
    const { click } = await linkFor(member.email);
    valueOf(await removeMember(page.people, member, OPERATOR, now()));
    const answer = await click();
    expect([answer.statusCode, codeOf(answer), answer.headers['set-cookie']]).toEqual([401, 'unauthorized', undefined]);
    expect(await linkFor(member.email)).toMatchObject({ token: '' });
  });

  test('is limited per address and per inbox, and the refusal says which', async () => {
    const answers = [];
    for (let index = 0; index < 11; index += 1)
      answers.push(await page.post('/sign-in-link', { email: 'flood@x.example' }));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([
      ...Array<number>(5).fill(202),
      ...Array<number>(6).fill(429),
    ]);
    const messages = answers.slice(5).map(({ json }) => json.errors[0].message as string);
    expect(messages.map((message) => message.slice(0, 13))).toEqual([
      ...Array<string>(5).fill('Five links we'),
      'Too many atte',
    ]);
    expect(page.mailed.filter((order) => order.kind === 'link' && order.email === 'flood@x.example')).toHaveLength(5);
  });

  test('ends immediately by signing out', async () => {
    const { session } = await newCustomer();
    const out = await page.post('/sign-out', {}, session);
    expect(out.headers['set-cookie']).toContain('Max-Age=0');
    expect((await page.get('/overview', session)).statusCode).toBe(401);
  });
});

describe('a change', () => {
  test('without the session’s token gets csrf_invalid, and changes nothing', async () => {
    const { session, store, accountId } = await newCustomer();
    const other = await newCustomer();
    for (const token of ['', 'x', other.session.cookie.secret]) {
      const answer = await page.post('/cap', { cap_cents: 1 }, session, { 'x-csrf-token': token });
      expect([answer.statusCode, codeOf(answer)]).toEqual([403, 'csrf_invalid']);
    }
    expect((await store.readAccount(accountId))?.value.spendingCapCents).toBe(5_000);
  });

  test.each([['https://evil.example'], ['null'], ['https://mcp.test.example.evil.example'], [undefined]])(
    'from the origin %s gets origin_not_allowed before the session is read',
    async (origin) => {
      const { session } = await newCustomer();
      const answer = await page.post('/cap', { cap_cents: 1 }, session, { origin: origin as string });
      expect([answer.statusCode, codeOf(answer)]).toEqual([403, 'origin_not_allowed']);
    },
  );

  test('is accepted from the dashboard at the gateway’s own address while that is an allowed origin', async () => {
    const { session, store, accountId } = await newCustomer();
    const answer = await page.post('/cap', { cap_cents: 4_000 }, session, { origin: GATEWAY_ORIGIN });
    expect(answer.statusCode).toBe(200);
    expect((await store.readAccount(accountId))?.value.spendingCapCents).toBe(4_000);
  });

  test('that is not JSON is refused, because a form of another site cannot send JSON', async () => {
    const { session } = await newCustomer();
    const answer = await page.post('/cap', { cap_cents: 1 }, session, { 'content-type': 'text/plain' });
    expect(codeOf(answer)).toBe('bad_request');
  });

  test('that fails validation names its field in the error', async () => {
    const { session } = await newCustomer();
    const answer = await page.post('/keys', { name: 'x', kind: 'live', permissions: ['everything'] }, session);
    expect(answer.statusCode).toBe(422);
    expect(answer.json).toMatchObject({
      data: null,
      errors: [
        { code: 'validation_failed', field: 'permissions[0]', doc_url: `${PAGE_ORIGIN}/errors#validation_failed` },
      ],
    });
    expect(answer.json.meta.request_id).toBe(answer.headers['x-request-id']);
    for (const [path, input, field] of [
      ['/cap', { cap_cents: -1 }, 'cap_cents'],
      ['/cap', { cap_cents: 1, more: 1 }, 'more'],
      ['/members/invite', { email: 'nobody', role: 'owner' }, 'email'],
      ['/keys/rotate', { client_id: '../../x', overlap_hours: 0 }, 'client_id'],
    ] as const)
      expect((await page.post(path, input, session)).json.errors[0].field).toBe(field);
  });
});

describe('the permissions of roles', () => {
  test('let members read and correct, and owners change keys, cap and members', async () => {
    const { accountId } = await newCustomer();
    const { session } = await newMember(accountId);
    for (const path of ['/overview', '/members', '/trail', '/research', '/catalogs'])
      expect((await page.get(path, session)).statusCode).toBe(200);
    for (const [path, input] of [
      ['/keys', { name: 'x', kind: 'live', permissions: ['usage'] }],
      ['/cap', { cap_cents: null }],
      ['/budget', { client_id: null, every: 'day', tokens: 1 }],
      ['/budget/remove', { client_id: null }],
      ['/members/invite', { email: 'a@b.example', role: 'owner' }],
      ['/members/notices', { notices: [] }],
    ] as const)
      expect([path, codeOf(await page.post(path, input, session))]).toEqual([path, 'forbidden']);
  });

  test('let only owners read statements, by any request', async () => {
    const { accountId, session: owner } = await newCustomer();
    const { session: member } = await newMember(accountId);
    expect((await page.get('/statements', owner)).json.data).toMatchObject({
      open: { plan: 'Growth' },
      statements: [],
    });
    expect((await page.get('/statements/one', owner, 'period=open')).json.data).toMatchObject({
      account_id: accountId,
      closed_at: null,
      csv: expect.stringMatching(/^\uFEFFstatement,account,/),
    });
    for (const [path, query] of [
      ['/statements', ''],
      ['/statements/one', 'period=open'],
      ['/statements/one', 'period=2026-10'],
    ] as const)
      expect([path, codeOf(await page.get(path, member, query))]).toEqual([path, 'forbidden']);
    expect(codeOf(await page.get('/statements/one', owner, 'period=2026-10'))).toBe('not_found');
    for (const period of ['2026-13', '../ACCOUNT', '2026-10#x', ''])
      expect((await page.get('/statements/one', owner, `period=${encodeURIComponent(period)}`)).statusCode).toBe(422);
  });

  test('give a member of one account nothing of another', async () => {
    const mine = await newCustomer();
    const theirs = await newCustomer();
    const catalog = await newCatalog(new DynamoCatalogStore(page.client, page.tables.accountsTable), theirs.accountId);
    const unknown = await page.get('/catalogs/rows', mine.session, 'catalog_id=cat_000001aaaaaaaa');
    for (const [path, query] of [
      ['/catalogs/rows', `catalog_id=${catalog.catalogId}`],
      ['/catalogs/export', `catalog_id=${catalog.catalogId}`],
    ] as const) {
      const answer = await page.get(path, mine.session, query);
      expect(answer.json.errors).toEqual(unknown.json.errors);
    }
    for (const path of ['/keys/revoke', '/keys/rename', '/keys/rotate']) {
      const input = {
        client_id: theirs.client.clientId,
        ...(path === '/keys/rename' && { name: 'x' }),
        ...(path === '/keys/rotate' && { overlap_hours: 0 }),
      };
      expect([path, codeOf(await page.post(path, input, mine.session))]).toEqual([path, 'not_found']);
    }
    const removed = await page.post('/members/remove', { person_id: theirs.owner.personId }, mine.session);
    expect(codeOf(removed)).toBe('not_found');
    const cookie = { ...mine.session.cookie, accountId: theirs.accountId };
    const planted = await page.send({
      path: '/dashboard/api/overview',
      cookies: [`${SESSION_COOKIE}=${writeSessionCookie(cookie)}`],
    });
    expect(planted.statusCode).toBe(401);
    expect(codeOf(await page.post('/account', { account_id: theirs.accountId }, mine.session))).toBe('not_found');
    const accepted = { catalog_id: catalog.catalogId, row: 1, item_id: REGULATOR.id };
    expect(codeOf(await page.post('/catalogs/accept', accepted, mine.session))).toBe('not_found');
    const renamed = { catalog_id: catalog.catalogId, row: 1, supplier: 'a', part_number: 'b', gtin: null };
    expect(codeOf(await page.post('/catalogs/fix', renamed, mine.session))).toBe('not_found');
    const role = { person_id: theirs.owner.personId, role: 'member' };
    expect(codeOf(await page.post('/members/role', role, mine.session))).toBe('not_found');
    for (const path of ['/overview', '/members', '/trail', '/research', '/catalogs', '/accounts'])
      expect(JSON.stringify((await page.get(path, mine.session)).json)).not.toContain(theirs.accountId);
  });

  test('end with the next request after a removal', async () => {
    const { accountId } = await newCustomer();
    const { member, session } = await newMember(accountId);
    valueOf(await removeMember(page.people, member, OPERATOR, now()));
    expect((await page.get('/overview', session)).statusCode).toBe(401);
  });

  test('allow reading, and no changes, on a suspended account', async () => {
    const { accountId, store, session } = await newCustomer();
    valueOf(await setAccount(store, accountId, { status: 'suspended' }, OPERATOR, now()));
    expect((await page.get('/overview', session)).json.data.account.status).toBe('suspended');
    expect(codeOf(await page.post('/cap', { cap_cents: null }, session))).toBe('forbidden');
    expect((await page.post('/account', { account_id: accountId }, session)).statusCode).toBe(200);
    expect((await page.post('/sign-out', {}, session)).statusCode).toBe(200);
  });

  test('show a member of several accounts one at a time', async () => {
    const [first, second] = [await newCustomer(), await newCustomer()];
    const { accountId } = second;
    await joinAccount(page.people, { accountId, email: first.owner.email, role: 'member' }, now());
    const shown = await page.get('/overview', first.session);
    expect(shown.json.data).toMatchObject({ account: { account_id: first.accountId }, person: { accounts: 2 } });
    expect((await page.get('/accounts', first.session)).json.data).toEqual([
      { account_id: first.accountId, name: HOSTILE },
      { account_id: accountId, name: HOSTILE },
    ]);
    const switched = await page.post('/account', { account_id: accountId }, first.session);
    const cookies = [`${SESSION_COOKIE}=${cookieOf(switched)}`];
    const other = await page.send({ path: '/dashboard/api/overview', cookies });
    expect(other.json.data).toMatchObject({ account: { account_id: accountId }, person: { role: 'member' } });
    expect((await page.get('/accounts', second.session)).json.data).toHaveLength(1);
  });
});

describe('an owner', () => {
  test.each([
    ['Growth', true],
    [null, false],
  ])('sees whether the account has a plan: %s', async (plan, hasPlan) => {
    const { session } = await newCustomer({ planCode: plan?.toLowerCase() ?? null });
    const { account } = (await page.get('/overview', session)).json.data;
    expect(account).toMatchObject({ plan: plan ?? 'No plan', has_plan: hasPlan });
  });

  test('creates a key with a secret that is shown once, and gets a notice', async () => {
    const { session, accountId } = await newCustomer();
    page.mailed.length = 0;
    const made = await page.post('/keys', { name: HOSTILE, kind: 'test', permissions: ['look_up', 'usage'] }, session);
    expect(made.json.data).toMatchObject({
      permissions: ['look_up', 'usage'],
      client_secret: expect.stringMatching(/^sec_/),
    });
    expect(page.mailed).toMatchObject([{ kind: 'notice', about: 'new_key', accountId }]);
    const { keys } = (await page.get('/overview', session)).json.data;
    expect(keys).toHaveLength(2);
    expect(JSON.stringify(keys)).not.toContain('client_secret');
    const { client_id, client_secret } = made.json.data;
    const connect = (secret: string) =>
      installOptions(
        { baseUrl: PAGE_ORIGIN, serviceName: 'Product Data' },
        { clientId: client_id, clientSecret: secret },
      );
    expect(made.json.data.connect).toEqual(connect(client_secret));
    expect((await page.post('/keys/rename', { client_id, name: ' New\u0000 name ' }, session)).json.data.name).toBe(
      'New name',
    );
    const rotated = (await page.post('/keys/rotate', { client_id, overlap_hours: 1 }, session)).json.data;
    expect(rotated.client_secret).toMatch(/^sec_/);
    expect(rotated.connect).toEqual(connect(rotated.client_secret));
    expect((await page.post('/keys/revoke', { client_id }, session)).json.data.revoked_at).not.toBeNull();
    expect(codeOf(await page.post('/keys/rotate', { client_id, overlap_hours: 1 }, session))).toBe('conflict');
  });

  test('sets the cap, and is named in the audit trail', async () => {
    const { session, owner } = await newCustomer();
    expect((await page.post('/cap', { cap_cents: 950 }, session)).json.data).toMatchObject({
      cap_usd: '$9.50',
      left_usd: '$9.50',
    });
    const lines = (await page.get('/trail', session)).json.data as { what: string }[];
    expect(lines.find(({ what }) => what === 'account.set')).toMatchObject({
      who: owner.personId,
      what: 'account.set',
      details: { spending_cap_cents_after: 950 },
    });
  });

  test('sets, changes and removes budgets of a key, a sign-in and all sign-ins; a member sees them', async () => {
    const { session, accountId, client, owner } = await newCustomer();
    const { member, session: ofMember } = await newMember(accountId);
    const signIn = await newSignIn(accountId, member);
    const daily = { every: 'day', tokens: 50_000, research_cents: null };
    const set = async (client_id: string | null, budget: object = daily) =>
      (await page.post('/budget', { client_id, ...budget }, session)).json.data;
    expect(await set(client.clientId)).toEqual({ before: null, after: daily });
    expect(await set(client.clientId, { ...daily, tokens: 60_000 })).toMatchObject({ before: daily });
    expect(await set(null, { every: 'period', tokens: null, research_cents: 300 })).toMatchObject({ before: null });
    const shown = async () => (await page.get('/overview', ofMember)).json.data;
    const seen = await shown();
    expect(seen.sign_in_budget).toEqual({ every: 'period', tokens: null, research_cents: 300 });
    expect(seen.keys[0].spending).toEqual({
      budget: { ...daily, tokens: 60_000 },
      as_all_sign_ins: false,
      day: {
        tokens: 0,
        research_cents: 0,
        resets_at: new Date(Math.ceil(now() / 86_400_000) * 86_400_000).toISOString(),
      },
      period: { tokens: 0, research_cents: 0, resets_at: expect.stringMatching(/T00:00:00.000Z$/) },
    });
    expect(seen.assistants[0].spending).toMatchObject({ as_all_sign_ins: true, budget: { research_cents: 300 } });
    await set(signIn);
    expect((await shown()).assistants[0].spending).toMatchObject({ as_all_sign_ins: false, budget: daily });
    for (const client_id of [client.clientId, signIn, null])
      expect((await page.post('/budget/remove', { client_id }, session)).json.data.after).toBeNull();
    const { keys, assistants, sign_in_budget: ofAll } = await shown();
    expect([keys[0].spending.budget, assistants[0].spending.budget, ofAll]).toEqual([null, null, null]);
    const lines = (await page.get('/trail', session)).json.data as { who: string; what: string }[];
    expect(lines.filter(({ what, who }) => what === 'budget.set' && who === owner.personId)).toHaveLength(7);
  });

  test.each([
    ['every', { every: 'month', tokens: 1 }],
    ['every', { tokens: 1 }],
    ['tokens', { every: 'day', tokens: -1 }],
    ['tokens', { every: 'day', tokens: 1.5 }],
    ['tokens', { every: 'day', tokens: '50k' }],
    ['tokens', { every: 'day' }],
    ['tokens', { every: 'day', tokens: 1e12 }],
    ['research_cents', { every: 'period', research_cents: 0.5 }],
    ['research_cents', { every: 'period', research_cents: 5_001 }],
  ])('gets an error at the field %s for the budget %j, and nothing is stored', async (field, budget) => {
    const { session, client } = await newCustomer();
    for (const [path, input] of [
      ['/budget', { client_id: client.clientId, ...budget }],
      ['/keys', { name: 'x', kind: 'live', permissions: ['usage'], budget }],
    ] as const) {
      const { json } = await page.post(path, input, session);
      expect([path, json.errors[0]]).toMatchObject([path, { code: 'validation_failed', field }]);
    }
    const { keys } = (await page.get('/overview', session)).json.data;
    expect(keys).toMatchObject([{ spending: { budget: null } }]);
  });

  test('is needed to change a budget: a key, or the token of a sign-in, gets nothing from the endpoints', async () => {
    const { accountId, client, secret, session } = await newCustomer();
    const { member } = await newMember(accountId);
    const client_id = await newSignIn(accountId, member);
    for (const path of ['/budget', '/budget/remove'])
      for (const authorization of [`Bearer ${client.clientId}:${secret}`, 'Bearer eyJhbGciOiJFUzI1NiJ9.e30.x'])
        expect(
          (await page.post(path, { client_id, every: 'day', tokens: 1 }, undefined, { authorization })).statusCode,
        ).toBe(401);
    const { assistants } = (await page.get('/overview', session)).json.data;
    expect(assistants).toMatchObject([{ spending: { budget: null } }]);
  });

  test.each([
    ['name', { name: 5 }, 'It must be a string.'],
    ['name', { name: '' }, 'Give the key a name.'],
    ['kind', { kind: 'other' }, 'It must be one of: live, test, trial.'],
    ['permissions', { permissions: Array(5).fill('usage') }, 'It must have at most 4 entries.'],
    ['permissions', { permissions: undefined }, 'It is missing.'],
    ['extra', { extra: 1 }, 'It must not have “extra”.'],
  ])('is told in a sentence what is wrong at %s of %j', async (field, change, message) => {
    const { session } = await newCustomer();
    const wanted = { name: 'x', kind: 'live', permissions: ['usage'], ...change };
    expect((await page.post('/keys', wanted, session)).json.errors).toEqual([
      expect.objectContaining({ code: 'validation_failed', field, message }),
    ]);
  });

  test('makes a live key with its budget; a test key cannot have one, nor can the key of another account', async () => {
    const { session } = await newCustomer();
    const stranger = await newCustomer();
    const budget = { every: 'day', tokens: 9, research_cents: 0 };
    const wanted = { name: 'x', permissions: ['usage'], budget };
    const { client_id: made } = (await page.post('/keys', { ...wanted, kind: 'live' }, session)).json.data;
    expect(codeOf(await page.post('/keys', { ...wanted, kind: 'test' }, session))).toBe('conflict');
    const { keys } = (await page.get('/overview', session)).json.data;
    expect(keys).toHaveLength(2);
    expect(keys.find((key: { client_id: string }) => key.client_id === made).spending.budget).toEqual(budget);
    for (const client_id of [stranger.client.clientId, 'cli_live_nothing'])
      for (const [path, input] of [
        ['/budget', { client_id, ...budget }],
        ['/budget/remove', { client_id }],
      ] as const)
        expect((await page.post(path, input, session)).statusCode).toBeGreaterThanOrEqual(404);
    const { keys: others } = (await page.get('/overview', stranger.session)).json.data;
    expect(others).toMatchObject([{ spending: { budget: null } }]);
  });

  test('ends any assistant sign-in; members end their own; nobody ends a key or a sign-in of another account', async () => {
    const { session, accountId, client } = await newCustomer();
    const [one, other] = [await newMember(accountId), await newMember(accountId)];
    const [ofOne, ofOther] = [await newSignIn(accountId, one.member), await newSignIn(accountId, other.member)];
    const revoke = (client_id: string, by = one.session) => page.post('/sign-ins/revoke', { client_id }, by);
    const shown = (await page.get('/overview', one.session)).json.data;
    const people = shown.assistants.map((row: { sign_in_of: { email: string } }) => row.sign_in_of.email);
    expect(people.toSorted()).toEqual([one.member.email, other.member.email].toSorted());
    expect(shown.assistants).toMatchObject(
      Array(2).fill({ name: 'Desk Assistant', last_used_at: null, permissions: ['usage'], revoked: false }),
    );
    expect(shown.keys.map((key: { client_id: string }) => key.client_id)).toEqual([client.clientId]);
    expect(codeOf(await revoke(ofOther))).toBe('forbidden');
    expect(codeOf(await revoke(client.clientId))).toBe('not_found');
    const stranger = await newCustomer();
    expect(codeOf(await revoke(ofOne, stranger.session))).toBe('not_found');
    expect((await revoke(ofOne)).statusCode).toBe(200);
    expect((await revoke(ofOther, session)).statusCode).toBe(200);
    expect((await page.get('/overview', session)).json.data.assistants).toEqual([]);
  });

  test('allows spending to assistants that sign in, with an audit line each time; a member cannot', async () => {
    const { session, accountId } = await newCustomer();
    const spending = async () =>
      (await page.get('/overview', session)).json.data.account.spending_by_sign_in as boolean;
    expect(await spending()).toBe(false);
    for (const allowed of [true, false]) {
      expect((await page.post('/spending-by-sign-in', { allowed }, session)).statusCode).toBe(200);
      expect(await spending()).toBe(allowed);
      const lines = (await page.get('/trail', session)).json.data as { what: string }[];
      expect(lines.find(({ what }) => what === 'account.set')).toMatchObject({
        details: { spending_by_sign_in_before: !allowed, spending_by_sign_in_after: allowed },
      });
      minutes += 1;
    }
    const member = await newMember(accountId);
    expect(codeOf(await page.post('/spending-by-sign-in', { allowed: true }, member.session))).toBe('forbidden');
  });

  test('invites and removes members, and stays as the last owner', async () => {
    const { session, owner } = await newCustomer();
    page.mailed.length = 0;
    const invited = await page.post('/members/invite', { email: 'New.Person@x.example', role: 'member' }, session);
    expect(invited.json.data.email).toBe('new.person@x.example');
    expect(page.mailed).toMatchObject([{ kind: 'invitation' }]);
    const { person_id } = invited.json.data;
    expect((await page.post('/members/remove', { person_id }, session)).statusCode).toBe(200);
    expect(codeOf(await page.post('/members/remove', { person_id: owner.personId }, session))).toBe('conflict');
  });
});

test('rows of a catalog are listed by group with their candidates, accepted, and exported', async () => {
  const { session, accountId } = await newCustomer();
  const store = new DynamoCatalogStore(page.client, page.tables.accountsTable);
  const catalog = await newCatalog(store, accountId, '../../x');
  const candidates = [{ manufacturer: REGULATOR.manufacturer, partNumber: REGULATOR.mpn ?? '' }];
  const rows = [
    catalogRow(1, { itemNumber: HOSTILE, gtin: HOSTILE, supplier: HOSTILE, partNumber: 'nope', candidates }),
  ];
  await store.appendRows({
    ...catalog,
    into: 'importing',
    runId: 'run',
    from: { rows: 0, bytes: 0 },
    to: { rows: 1, bytes: 9 },
    rows,
  });
  const query = `catalog_id=${catalog.catalogId}`;
  const shown = await page.get('/catalogs/rows', session, `${query}&group=to_decide`);
  expect(shown.json.data.rows).toMatchObject([
    { row: 1, supplier: HOSTILE, candidates: [{ part_number: REGULATOR.mpn }] },
  ]);
  const [first] = candidates;
  const fixed = {
    catalog_id: catalog.catalogId,
    row: 1,
    supplier: first?.manufacturer,
    part_number: first?.partNumber,
    gtin: null,
  };
  expect((await page.post('/catalogs/fix', fixed, session)).json.data).toMatchObject({ item_id: REGULATOR.id });
  const exported = (await page.get('/catalogs/export', session, query)).json.data;
  expect(exported.next_cursor).toBeNull();
  expect(exported.csv).toContain(`,${REGULATOR.id},`);
  // The request names another state than that of the first part.
  const other = await page.get('/catalogs/export', session, `${query}&cursor=1&state=rep_000001aaaaaaaa`);
  expect([other.statusCode, codeOf(other)]).toEqual([409, 'conflict']);
});

test('no response of the interface can be displayed as a page: stored markup stays JSON', async () => {
  const { session } = await newCustomer();
  for (const path of ['/overview', '/members', '/nothing']) {
    const { headers } = await page.get(path, session);
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'x-content-type-options': 'nosniff' });
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  }
});

test('the first view takes two round trips to the store', async () => {
  const { session } = await newCustomer();
  const seen = observe(page.client);
  await page.get('/overview', session);
  expect(seen.depth()).toBe(2);
});

test('no internal error and no customer text was logged', () => {
  expect(page.log.faults).toEqual([]);
  expect(JSON.stringify(page.log.lines)).not.toContain('onerror');
});
