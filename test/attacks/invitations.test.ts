/**
 * An owner who invites strangers to sign members of other companies out, to see their data, or to make them members
 * against their will.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DynamoAssistantSignInStore } from '../../adapters/dynamodb/access/dynamo-assistant-sign-in-store.ts';
import { DynamoAdministrationStore } from '../../adapters/dynamodb/access/dynamo-administration-store.ts';
import { grantConsent } from '../../core/access/oauth/grant-consent.ts';
import { newBrowserCookie, hashSecret, SESSION_COOKIE, writeSessionCookie } from '../../core/access/people/session.ts';
import { makeLink } from '../../core/access/people/sign-in.ts';
import { NOON_MS, openAccount } from '../support/fixtures/accounts.ts';
import { openPageInterface, PAGE_ORIGIN, type PageInterface } from '../support/service/page-interface.ts';
import { invitePerson, signInPerson, type PersonSession } from '../support/service/people.ts';
import { SIGN_IN_REQUEST } from '../support/sign-in/sign-ins.ts';

const VIEWS = ['/overview', '/members', '/trail', '/research', '/catalogs', '/uploads'];

let page: PageInterface;
let minutes = 0;
const now = () => NOON_MS + minutes * 60_000;
beforeAll(async () => {
  page = await openPageInterface(now);
});
afterAll(async () => page.stop());

async function newCompany() {
  minutes += 61;
  const { account } = await openAccount(page.client, page.tables.accountsTable, { name: `Company ${minutes}` });
  const owner = await invitePerson(page.people, account.accountId, 'owner', now());
  const session = await signInPerson(page.people, owner, now());
  return { accountId: account.accountId, name: account.name, owner, session };
}
type Company = Awaited<ReturnType<typeof newCompany>>;

const codeOf = (answer: { json: any }) => answer.json?.errors?.[0]?.code as string | undefined;
const invite = (by: Company, email: string, role = 'member') =>
  page.post('/members/invite', { email, role }, by.session);
const remove = (by: Company, person_id: string) => page.post('/members/remove', { person_id }, by.session);
const accept = (by: PersonSession, { accountId }: Pick<Company, 'accountId'>) =>
  page.post('/invitations/accept', { account_id: accountId }, by);
/** The same browser with another account selected. */
function lookingAt({ cookie }: PersonSession, { accountId }: Pick<Company, 'accountId'>): PersonSession {
  const cookieText = writeSessionCookie({ ...cookie, accountId });
  return { cookie: { ...cookie, accountId }, cookieText, cookieHeader: `${SESSION_COOKIE}=${cookieText}` };
}
const sees = async (session: PersonSession) => (await page.get('/overview', session)).statusCode;

describe('an owner who invites and removes a member of another company', () => {
  test('ends none of their sessions, and uses none of their links', async () => {
    const [theirs, mine] = [await newCompany(), await newCompany()];
    const browser = newBrowserCookie();
    const order = { email: theirs.owner.email, browserSha256: hashSecret(browser), askedAtMs: now() };
    const token = await makeLink(page.people, order, now());
    const { person_id } = (await invite(mine, theirs.owner.email)).json.data;
    expect((await remove(mine, person_id)).statusCode).toBe(200);
    expect(await sees(theirs.session)).toBe(200);
    const clicked = await page.send({
      method: 'POST',
      path: '/dashboard/api/sign-in',
      cookies: [`${SESSION_COOKIE}=${browser}`],
      headers: { origin: PAGE_ORIGIN, 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    });
    expect(clicked.statusCode).toBe(200);
  });

  test('does not change where they sign in', async () => {
    const [theirs, mine] = [await newCompany(), await newCompany()];
    await invite(mine, theirs.owner.email, 'owner');
    const again = await signInPerson(page.people, theirs.owner, now());
    expect(again.cookie.accountId).toBe(theirs.accountId);
    expect((await page.get('/accounts', again)).json.data).toMatchObject([{ account_id: theirs.accountId }]);
  });
});

describe('an invitation', () => {
  test('shows nothing else of the account until it is accepted in the dashboard', async () => {
    const company = await newCompany();
    const email = `new-${minutes}@x.example`;
    const invited = (await invite(company, email, 'owner')).json.data;
    expect(invited).toMatchObject({ email, role: 'owner', accepted_at: null, signed_in_at: null });
    const session = await signInPerson(page.people, { email }, now());
    for (const path of VIEWS) expect([path, (await page.get(path, session)).statusCode]).toEqual([path, 401]);
    expect((await page.get('/accounts', session)).json.data).toEqual([]);
    expect(codeOf(await page.post('/account', { account_id: company.accountId }, session))).toBe('not_found');
    expect(codeOf(await page.post('/cap', { cap_cents: 1 }, session))).toBe('unauthorized');
    const shown = (await page.get('/invitations', session)).json.data;
    expect(shown).toMatchObject({
      email,
      invitations: [{ account_id: company.accountId, name: company.name, role: 'owner' }],
    });
    expect(JSON.stringify(shown)).not.toContain(company.owner.email);
    const accepted = await accept(session, company);
    expect(accepted.statusCode).toBe(200);
    expect(accepted.headers['set-cookie']).toContain(company.accountId);
    for (const path of VIEWS) expect([path, (await page.get(path, session)).statusCode]).toEqual([path, 200]);
    const lines = (await page.get('/trail', company.session)).json.data as object[];
    expect(lines).toContainEqual(expect.objectContaining({ what: 'member.accepted', who: invited.person_id }));
  });

  test('does not reveal to its sender, before or after it is withdrawn, whether the address belongs to other accounts', async () => {
    const [theirs, mine] = [await newCompany(), await newCompany()];
    const withoutCookie = async (email: string, cookies: readonly string[]) => {
      const { person_id } = (await invite(mine, email)).json.data;
      await remove(mine, person_id);
      const answer = await page.send({
        method: 'POST',
        path: '/dashboard/api/sign-in',
        cookies,
        headers: { origin: PAGE_ORIGIN, 'content-type': 'application/json' },
        body: JSON.stringify({ token: `${person_id}.${'A'.repeat(43)}` }),
      });
      return [answer.statusCode, answer.json.errors[0].message];
    };
    for (const cookies of [
      [],
      [`${SESSION_COOKIE}=${newBrowserCookie()}`],
      [`${SESSION_COOKIE}=${mine.session.cookieText}`],
    ])
      expect(await withoutCookie(theirs.owner.email, cookies)).toEqual(
        await withoutCookie(`nobody-${minutes}@x.example`, cookies),
      );
  });

  test('of a person who is signed in elsewhere is accepted from there, and adds an account', async () => {
    const [theirs, mine] = [await newCompany(), await newCompany()];
    await invite(mine, theirs.owner.email);
    expect(await sees(lookingAt(theirs.session, mine))).toBe(401);
    expect((await accept(theirs.session, mine)).statusCode).toBe(200);
    expect(await sees(lookingAt(theirs.session, mine))).toBe(200);
    expect(await sees(theirs.session)).toBe(200);
    const ids = ((await page.get('/accounts', theirs.session)).json.data as { account_id: string }[]).map(
      (one) => one.account_id,
    );
    expect(ids).toEqual([theirs.accountId, mine.accountId]);
  });

  test('that is accepted twice, in sequence or concurrently, is accepted once', async () => {
    const [theirs, mine] = [await newCompany(), await newCompany()];
    await invite(mine, theirs.owner.email);
    const answers = await Promise.all([accept(theirs.session, mine), accept(theirs.session, mine)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    const { members = [] } = (await page.people.readMembers(mine.accountId)) ?? {};
    expect(members).toHaveLength(2);
  });

  test('cannot be accepted by anybody else, without the session’s token, or for an unknown account', async () => {
    const [theirs, mine, stranger] = [await newCompany(), await newCompany(), await newCompany()];
    await invite(mine, theirs.owner.email);
    expect(codeOf(await accept(stranger.session, mine))).toBe('not_found');
    expect(codeOf(await accept(theirs.session, { accountId: 'acc_0000000000' }))).toBe('not_found');
    const forged = await page.post('/invitations/accept', { account_id: mine.accountId }, theirs.session, {
      'x-csrf-token': 'x',
    });
    expect(codeOf(forged)).toBe('csrf_invalid');
    expect(await sees(lookingAt(theirs.session, mine))).toBe(401);
  });

  test('that is declined or withdrawn is deleted, and cannot be accepted', async () => {
    const [theirs, mine] = [await newCompany(), await newCompany()];
    await invite(mine, theirs.owner.email);
    const declined = await page.post('/invitations/decline', { account_id: mine.accountId }, theirs.session);
    expect(declined.statusCode).toBe(200);
    expect(codeOf(await accept(theirs.session, mine))).toBe('not_found');
    const { person_id } = (await invite(mine, theirs.owner.email)).json.data;
    await remove(mine, person_id);
    expect(codeOf(await accept(theirs.session, mine))).toBe('not_found');
    expect((await page.get('/invitations', theirs.session)).json.data.invitations).toEqual([]);
  });

  test('cannot be declined to leave an account: a member stays', async () => {
    const company = await newCompany();
    const left = await page.post('/invitations/decline', { account_id: company.accountId }, company.session);
    expect(codeOf(left)).toBe('not_found');
    expect(await sees(company.session)).toBe(200);
  });

  test('of an inactive account cannot be accepted', async () => {
    const [theirs, mine] = [await newCompany(), await newCompany()];
    await invite(mine, theirs.owner.email);
    const administration = new DynamoAdministrationStore(page.client, page.tables.accountsTable);
    const { setAccount } = await import('../../core/access/administration/administer-accounts.ts');
    await setAccount(administration, mine.accountId, { status: 'suspended' }, { who: 'test' }, now());
    expect(codeOf(await accept(theirs.session, mine))).toBe('conflict');
  });

  test('as an owner takes effect only when accepted: the current owner stays', async () => {
    const company = await newCompany();
    const { person_id } = (await invite(company, `second-${minutes}@x.example`, 'owner')).json.data;
    expect(codeOf(await remove(company, company.owner.personId))).toBe('conflict');
    expect(
      codeOf(await page.post('/members/role', { person_id: company.owner.personId, role: 'member' }, company.session)),
    ).toBe('conflict');
    expect((await remove(company, person_id)).statusCode).toBe(200);
  });

  test('allows no assistant', async () => {
    const [theirs, mine] = [await newCompany(), await newCompany()];
    await invite(mine, theirs.owner.email);
    const { personId } = theirs.owner;
    const parts = {
      signIns: new DynamoAssistantSignInStore(page.client, page.tables.accountsTable),
      administration: new DynamoAdministrationStore(page.client, page.tables.accountsTable),
      people: page.people,
      issuer: PAGE_ORIGIN,
    };
    const given = { accountId: mine.accountId, personId, scopes: ['usage:read'] } as const;
    expect(await grantConsent(parts, SIGN_IN_REQUEST, given, now())).toEqual({
      ok: false,
      reason: { kind: 'not_a_member' },
    });
  });
});

describe('a removed member', () => {
  test('no longer sees anything of the account, and keeps every other account in the same session', async () => {
    const [theirs, mine] = [await newCompany(), await newCompany()];
    await invite(mine, theirs.owner.email);
    await accept(theirs.session, mine);
    expect((await remove(mine, theirs.owner.personId)).statusCode).toBe(200);
    expect(await sees(lookingAt(theirs.session, mine))).toBe(401);
    expect(await sees(theirs.session)).toBe(200);
    expect(
      (await page.post('/account', { account_id: theirs.accountId }, lookingAt(theirs.session, mine))).statusCode,
    ).toBe(200);
  });

  test('who is invited again is not a member before they accept again, and neither is their assistant', async () => {
    const [theirs, mine] = [await newCompany(), await newCompany()];
    await invite(mine, theirs.owner.email);
    await accept(theirs.session, mine);
    await remove(mine, theirs.owner.personId);
    await invite(mine, theirs.owner.email);
    expect(await sees(lookingAt(theirs.session, mine))).toBe(401);
    const again = await signInPerson(page.people, theirs.owner, now());
    expect(await sees(lookingAt(again, mine))).toBe(401);
  });
});
