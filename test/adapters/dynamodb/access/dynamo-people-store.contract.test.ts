import { QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DynamoAdministrationStore } from '../../../../adapters/dynamodb/access/dynamo-administration-store.ts';
import { DynamoPeopleStore } from '../../../../adapters/dynamodb/access/dynamo-people-store.ts';
import { DynamoRateCounter } from '../../../../adapters/dynamodb/billing/dynamo-rate-counter.ts';
import { setAccount } from '../../../../core/access/administration/administer-accounts.ts';
import { erasePerson, removeMember, setMemberRole } from '../../../../core/access/people/administer-members.ts';
import {
  csrfTokenOf,
  hashSecret,
  isCsrfToken,
  newBrowserCookie,
  readSignedIn,
  writeSessionCookie,
} from '../../../../core/access/people/session.ts';
import { LINK_MS, makeLink, orderLink, signIn } from '../../../../core/access/people/sign-in.ts';
import { memberStoreContract } from '../../../core/access/people/member-store-contract.ts';
import { NOON_MS, openAccount, OPERATOR, valueOf } from '../../../support/fixtures/accounts.ts';
import { testClient } from '../../../support/stores/dynamodb-client.ts';
import { invitePerson, signInPerson } from '../../../support/service/people.ts';
import { openTables, type OpenTables } from '../../../support/stores/tables.ts';
import { HOUR_MS } from '../../../../core/time.ts';

let tables: OpenTables;
let client: ReturnType<typeof testClient>;
let store: DynamoPeopleStore;

beforeAll(async () => {
  tables = await openTables();
  client = testClient(tables.endpoint);
  store = new DynamoPeopleStore(client, tables.accountsTable);
});
afterAll(async () => {
  client.destroy();
  await tables.stop();
});

const newAccount = async () => (await openAccount(client, tables.accountsTable)).account.accountId;

async function auditOf(accountId: string) {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: tables.accountsTable,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :audit)',
      ExpressionAttributeValues: { ':pk': `ACCOUNT#${accountId}`, ':audit': 'AUDIT#' },
    }),
  );
  return Items;
}

/** A sign-in link for the address, requested by a browser. */
async function link(email: string, browser: string, nowMs = NOON_MS) {
  return makeLink(store, { email, browserSha256: hashSecret(browser), askedAtMs: nowMs }, nowMs);
}

memberStoreContract(async () => ({
  store,
  accountId: await newAccount(),
  linesOf: async (accountId) =>
    (await auditOf(accountId)).map(({ what }) => String(what)).filter((what) => what.startsWith('member.')),
}));

describe('the members of an account', () => {
  test('include the last owner, who cannot be removed, demoted or erased, even by two owners concurrently', async () => {
    const accountId = await newAccount();
    const [one, other] = [await invitePerson(store, accountId), await invitePerson(store, accountId)];
    const removals = await Promise.all([
      removeMember(store, one, { who: other.personId }, NOON_MS),
      removeMember(store, other, { who: one.personId }, NOON_MS),
    ]);
    expect(removals.filter(({ ok }) => ok)).toHaveLength(1);
    const [last] = (await store.readMembers(accountId))?.members ?? [];
    if (last === undefined) throw new Error('nobody is left');
    const refused = { ok: false, reason: { kind: 'last_owner', accountId } };
    expect(await removeMember(store, last, OPERATOR, NOON_MS)).toEqual(refused);
    expect(await setMemberRole(store, last, 'member', OPERATOR, NOON_MS)).toEqual(refused);
    expect(await erasePerson(store, last.email, OPERATOR, NOON_MS)).toEqual(refused);
    await setAccount(
      new DynamoAdministrationStore(client, tables.accountsTable),
      accountId,
      { status: 'closed' },
      OPERATOR,
      NOON_MS,
    );
    expect(await erasePerson(store, last.email, OPERATOR, NOON_MS)).toEqual({ ok: true, value: [accountId] });
  });

  test('leave nothing but an id in the audit trail if they are erased', async () => {
    const accountId = await newAccount();
    await invitePerson(store, accountId);
    const member = await invitePerson(store, accountId, 'member');
    await signInPerson(store, member);
    await link(member.email, newBrowserCookie());
    valueOf(await erasePerson(store, member.email, OPERATOR, NOON_MS));
    const { Items = [] } = await client.send(new ScanCommand({ TableName: tables.accountsTable }));
    const rest = Items.filter((row) => JSON.stringify(row).includes(member.personId));
    expect(rest.map(({ sk }) => String(sk).split('#')[0])).toEqual(['AUDIT', 'AUDIT', 'AUDIT']);
    expect(JSON.stringify(Items)).not.toContain(member.email);
    expect(JSON.stringify(Items)).not.toContain(hashSecret(member.email));
  });
});

describe('a sign-in link', () => {
  const fresh = async () => {
    const accountId = await newAccount();
    const member = await invitePerson(store, accountId);
    const browser = newBrowserCookie();
    return { accountId, member, browser, token: (await link(member.email, browser)) ?? '' };
  };

  test('signs in once, and the second click is refused', async () => {
    const { accountId, browser, token, member } = await fresh();
    const first = valueOf(await signIn(store, token, browser, NOON_MS + 1));
    expect(first.cookie).toMatchObject({ accountId, personId: member.personId });
    expect(await signIn(store, token, browser, NOON_MS + 2)).toEqual({ ok: false, reason: { kind: 'link_invalid' } });
  });

  test('signs in one of two concurrent clicks', async () => {
    const { browser, token } = await fresh();
    const clicks = await Promise.all([0, 1].map(() => signIn(store, token, browser, NOON_MS)));
    expect(clicks.filter(({ ok }) => ok)).toHaveLength(1);
  });

  test('signs in nobody in another browser, and stays unused', async () => {
    const { browser, token } = await fresh();
    const stolen = await signIn(store, token, newBrowserCookie(), NOON_MS);
    expect(stolen).toEqual({ ok: false, reason: { kind: 'other_browser' } });
    expect(await signIn(store, token, undefined, NOON_MS)).toEqual({ ok: false, reason: { kind: 'other_browser' } });
    expect((await signIn(store, token, browser, NOON_MS)).ok).toBe(true);
  });

  test('is valid for 15 minutes', async () => {
    const { browser, token } = await fresh();
    const late = await signIn(store, token, browser, NOON_MS + LINK_MS);
    expect(late).toEqual({ ok: false, reason: { kind: 'link_invalid' } });
  });

  test('does not sign in a member who was removed meanwhile', async () => {
    const { accountId, member, browser, token } = await fresh();
    await invitePerson(store, accountId);
    valueOf(await removeMember(store, member, OPERATOR, NOON_MS));
    expect(await signIn(store, token, browser, NOON_MS)).toEqual({ ok: false, reason: { kind: 'link_invalid' } });
    expect(await link(member.email, browser)).toBeUndefined();
  });

  test('is not created for an unknown address or an old request', async () => {
    const { member, browser } = await fresh();
    expect(await link('nobody@nowhere.example', browser)).toBeUndefined();
    const order = { email: member.email, browserSha256: hashSecret(browser), askedAtMs: NOON_MS };
    expect(await makeLink(store, order, NOON_MS + LINK_MS)).toBeUndefined();
  });

  test('starts a session whose secret no browser sent', async () => {
    const { browser, token } = await fresh();
    const { cookie } = valueOf(await signIn(store, token, browser, NOON_MS));
    expect(cookie.secret).not.toBe(browser);
    expect((await readSignedIn(store, browser, NOON_MS)).ok).toBe(false);
  });

  test('is sent to an inbox five times an hour from one network, known or not', async () => {
    const counter = new DynamoRateCounter(client, tables.accountsTable);
    const sent: unknown[] = [];
    const mail = { send: async (order: unknown) => void sent.push(order) };
    const browser = { cookieText: undefined, sourceAddress: '192.0.2.1' };
    for (let index = 0; index < 6; index += 1) {
      const ordered = await orderLink({ counter, mail, people: store }, 'flooded@x.example', browser, NOON_MS);
      expect(ordered.ok).toBe(index < 5);
      if (ordered.ok) expect(ordered.value).toMatch(/^[A-Za-z0-9_-]{43}$/);
      expect(sent).toHaveLength(Math.min(5, index + 1));
    }
    await orderLink({ counter, mail, people: store }, 'flooded@x.example', browser, NOON_MS + HOUR_MS);
    expect(sent).toHaveLength(6);
  });
});

describe('a dashboard session', () => {
  const signedIn = async (nowMs = NOON_MS) => {
    const accountId = await newAccount();
    await invitePerson(store, accountId);
    const member = await invitePerson(store, accountId, 'member', nowMs);
    return { accountId, member, ...(await signInPerson(store, member, nowMs)) };
  };

  test('names the person and the account', async () => {
    const { accountId, member, cookieText } = await signedIn();
    const found = valueOf(await readSignedIn(store, cookieText, NOON_MS + 1));
    expect(found.account.accountId).toBe(accountId);
    expect(found.member).toMatchObject({ personId: member.personId, role: 'member', signedInAtMs: NOON_MS });
  });

  test('is stored as a hash', async () => {
    const { cookie } = await signedIn();
    const { Items = [] } = await client.send(new ScanCommand({ TableName: tables.accountsTable }));
    expect(JSON.stringify(Items)).not.toContain(cookie.secret);
  });

  test('ends after 12 hours without use, and after 7 days at most', async () => {
    const { cookieText } = await signedIn();
    let nowMs = NOON_MS;
    for (; nowMs < NOON_MS + 7 * 24 * HOUR_MS; nowMs += 11 * HOUR_MS)
      expect((await readSignedIn(store, cookieText, nowMs)).ok).toBe(true);
    expect(await readSignedIn(store, cookieText, NOON_MS + 7 * 24 * HOUR_MS)).toMatchObject({
      reason: { kind: 'session_ended' },
    });
    const idle = await signedIn();
    expect((await readSignedIn(store, idle.cookieText, NOON_MS + 12 * HOUR_MS)).ok).toBe(false);
  });

  test('ends by signing out and by an operator, and opens no account that its person was removed from', async () => {
    const ended = await signedIn();
    await store.endSession({ personId: ended.member.personId, secretSha256: hashSecret(ended.cookie.secret) });
    expect((await readSignedIn(store, ended.cookieText, NOON_MS)).ok).toBe(false);
    const removed = await signedIn();
    valueOf(await removeMember(store, removed.member, OPERATOR, NOON_MS));
    expect((await readSignedIn(store, removed.cookieText, NOON_MS)).ok).toBe(false);
    const byOperator = await signedIn();
    expect(await store.endSessions(byOperator.member.personId)).toBe(1);
    expect((await readSignedIn(store, byOperator.cookieText, NOON_MS)).ok).toBe(false);
  });

  test('stays ended if it is used after its end', async () => {
    const { cookieText, cookie, member } = await signedIn();
    const { session } = valueOf(await readSignedIn(store, cookieText, NOON_MS));
    await store.endSession({ personId: member.personId, secretSha256: hashSecret(cookie.secret) });
    await store.touchSession(session, NOON_MS + 1);
    expect((await readSignedIn(store, cookieText, NOON_MS)).ok).toBe(false);
  });

  test('shows only accounts of its person', async () => {
    const { cookie } = await signedIn();
    const foreign = writeSessionCookie({ ...cookie, accountId: await newAccount() });
    expect(await readSignedIn(store, foreign, NOON_MS)).toEqual({ ok: false, reason: { kind: 'not_a_member' } });
  });

  test('has its own token for changes', async () => {
    const [one, other] = [await signedIn(), await signedIn()];
    expect(isCsrfToken(one.cookie, csrfTokenOf(one.cookie))).toBe(true);
    expect(isCsrfToken(one.cookie, csrfTokenOf(other.cookie))).toBe(false);
    expect(isCsrfToken(one.cookie, undefined)).toBe(false);
  });
});
