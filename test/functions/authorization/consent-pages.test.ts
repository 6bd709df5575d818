import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { continueRequest } from '../../../functions/authorization/ask-link.ts';
import type { HttpResponse } from '../../../core/http/http-message.ts';
import { writeAuthorizationQuery } from '../../../core/access/oauth/authorization-request.ts';
import type { AuthorizationRequest } from '../../../core/access/oauth/oauth-client.ts';
import { makeLink, signIn } from '../../../core/access/people/sign-in.ts';
import { NOON_MS, openAccount } from '../../support/fixtures/accounts.ts';
import { formOf, openConsentPages, tickedOn, type ConsentPages } from '../../support/sign-in/consent-pages.ts';
import { joinAccount } from '../../support/service/people.ts';
import { SETTINGS } from '../../support/service/mcp-service.ts';
import { REGISTERED } from '../../support/sign-in/oauth-clients.ts';
import { SIGN_IN_REQUEST } from '../../support/sign-in/sign-ins.ts';

const READING = ['look_up', 'catalogs', 'usage'];
const LOCAL: AuthorizationRequest = { ...SIGN_IN_REQUEST, redirectUri: 'http://127.0.0.1:49152/callback' };
const UNPROVEN: AuthorizationRequest = {
  ...SIGN_IN_REQUEST,
  client: REGISTERED,
  redirectUri: 'https://registered.example/callback',
};

let pages: ConsentPages;
let minutes = 0;
beforeAll(async () => {
  pages = await openConsentPages(() => NOON_MS + minutes * 60_000);
});
afterAll(() => pages.stop());
beforeEach(() => {
  // Sign-in attempts are counted per minute.
  minutes += 1;
});

const location = ({ status, headers }: HttpResponse): URL => {
  expect(status).toBe(303);
  return new URL(headers['location'] ?? '', SETTINGS.baseUrl);
};

describe('the consent page', () => {
  test('names the assistant, its redirect, the account and the possible cost', async () => {
    const { session, member } = await pages.customer({ planCode: 'starter', spendingCapCents: 2_500 });
    const page = await pages.ask(SIGN_IN_REQUEST, session.cookieHeader);
    expect(page.status).toBe(200);
    for (const words of [
      'Let “Desk Assistant” use your product data?',
      '<dd>https://assistant.example</dd>',
      '<dd>assistant.example (verified)</dd>',
      '<dt>Leads back to</dt><dd>assistant.example</dd>',
      `You are signed in as ${member.email}.`,
      '<strong>Test account</strong>',
      'its calls use the 1,000,000 tokens that the plan includes a period; beyond them 1,000 tokens cost $0.06.',
      'The spending cap of $25.00 a period holds for it too.',
    ])
      expect(page.body).toContain(words);
    expect(page.body).not.toContain('<script');
  });

  test('offers the requested permissions in the page’s words, ticked except for spending', async () => {
    const { session } = await pages.customer({ spendingBySignIn: true });
    const page = await pages.ask(SIGN_IN_REQUEST, session.cookieHeader);
    for (const words of ['Look up items', 'Read your catalogs', 'See usage', 'Spend on enrichment'])
      expect(page.body).toContain(`<span>${words}<span class="sub">`);
    expect(tickedOn(page)).toEqual(READING);
    expect(page.body).toContain('name="permission" value="enrich"/>');
    expect(page.body).toContain('$0.15 for each part found');
    const less = await pages.ask({ ...SIGN_IN_REQUEST, scopes: ['usage:read'] }, session.cookieHeader);
    expect(tickedOn(less)).toEqual(['usage']);
    expect(less.body).not.toContain('value="look_up"');
  });

  test.each([
    ['an owner has not enabled it', { spendingBySignIn: false }, 'an owner of the account has to switch it on'],
    ['the plan has no research', { planCode: null, spendingBySignIn: true }, 'the plan has no research'],
  ])('offers no spending if %s, and says why', async (_, account, why) => {
    const { session } = await pages.customer(account);
    const page = await pages.ask(SIGN_IN_REQUEST, session.cookieHeader);
    expect(page.body).not.toContain('value="enrich"');
    expect(page.body).toContain(why);
  });

  test('informs the owner of a trial that it costs nothing', async () => {
    const { session } = await pages.customer({ planCode: null });
    const page = await pages.ask(SIGN_IN_REQUEST, session.cookieHeader);
    expect(page.body).toContain('What it may cost: nothing. The account is on its free trial of 200 items.');
  });

  test('warns of a program on the same computer, and of an unverified assistant', async () => {
    const { session } = await pages.customer();
    const local = await pages.ask(LOCAL, session.cookieHeader);
    expect(local.body).toContain('<dd>a program on this computer</dd>');
    expect(local.body).toContain('Any program can use this name');
    const unproven = await pages.ask(UNPROVEN, session.cookieHeader);
    expect(unproven.body).toContain('<dd>not verified</dd>');
    expect(unproven.body).toContain('Nobody has verified who this is.');
    const proven = await pages.ask(SIGN_IN_REQUEST, session.cookieHeader);
    expect(proven.body).not.toContain('class="notice"');
  });

  test('shows a member of two accounts the account that they choose', async () => {
    const { session, member, accountId } = await pages.customer({ name: 'First' });
    const { account: second } = await openAccount(pages.client, pages.table, { name: 'Second', planCode: null });
    const other = { accountId: second.accountId, email: member.email, role: 'member' } as const;
    await joinAccount(pages.people, other, NOON_MS);
    const first = await pages.ask(SIGN_IN_REQUEST, session.cookieHeader);
    expect(first.body).toContain(`<option value="${accountId}" selected>First`);
    expect(first.body).toContain(`<option value="${second.accountId}">Second`);
    const chosen = await pages.ask(SIGN_IN_REQUEST, session.cookieHeader, `account=${second.accountId}`);
    expect(formOf(chosen).account_id).toBe(second.accountId);
    expect(chosen.body).toContain('It may, for Second');
    const answer = await pages.answer(
      SIGN_IN_REQUEST,
      { ...formOf(chosen), decision: 'allow', permission: READING },
      session.cookieHeader,
    );
    expect(location(answer).searchParams.get('code')).not.toBeNull();
    expect(await pages.signIns(accountId)).toEqual([]);
    expect(await pages.signIns(second.accountId)).toMatchObject([{ kind: 'trial' }]);
  });

  test('never shows an account of another member, even if the request names it', async () => {
    const { session, accountId } = await pages.customer({ name: 'Own' });
    const stranger = await pages.customer({ name: 'Foreign' });
    const page = await pages.ask(SIGN_IN_REQUEST, session.cookieHeader, `account=${stranger.accountId}`);
    expect(formOf(page).account_id).toBe(accountId);
    expect(page.body).not.toContain('Foreign');
  });

  test('for a suspended account can only be refused', async () => {
    const { session } = await pages.customer({ status: 'suspended' });
    const page = await pages.ask(SIGN_IN_REQUEST, session.cookieHeader);
    expect(page.body).toContain('The account is suspended: no assistant can be connected to it.');
    expect(page.body).not.toContain('value="allow"');
    expect(page.body).toContain('value="refuse"');
  });
});

describe('the response to a consent page', () => {
  test('that allows redirects back with a code, and writes a sign-in with the ticked permissions', async () => {
    const { session, member, accountId } = await pages.customer();
    const form = formOf(await pages.ask(SIGN_IN_REQUEST, session.cookieHeader));
    const allowed = { ...form, decision: 'allow', permission: ['usage', 'look_up'] };
    const answer = await pages.answer(SIGN_IN_REQUEST, allowed, session.cookieHeader);
    const { origin, pathname, searchParams } = location(answer);
    expect(`${origin}${pathname}`).toBe('https://assistant.example/callback');
    expect(searchParams.get('state')).toBe('state');
    expect(searchParams.get('iss')).toBe(SETTINGS.baseUrl);
    expect(await pages.signIns(accountId)).toMatchObject([
      {
        name: 'Desk Assistant',
        scopes: ['items:read', 'items:search', 'usage:read'],
        signIn: { personId: member.personId, oauthClientId: SIGN_IN_REQUEST.client.clientId },
      },
    ]);
    expect(answer.headers['set-cookie']).toMatch(/^__Host-authorization=; .*Max-Age=0/);
  });

  test('allows only the requested scopes: a part of a permission stays a part', async () => {
    const { session, accountId } = await pages.customer();
    const request = { ...SIGN_IN_REQUEST, scopes: ['items:read'] as const };
    const form = formOf(await pages.ask(request, session.cookieHeader));
    const everything = { ...form, decision: 'allow', permission: [...READING, 'enrich', 'constructor'] };
    location(await pages.answer(request, everything, session.cookieHeader));
    expect(await pages.signIns(accountId)).toMatchObject([{ scopes: ['items:read'] }]);
  });

  test('allows spending only if that was offered, even if the form contains it', async () => {
    for (const spendingBySignIn of [false, true]) {
      const { session, accountId } = await pages.customer({ spendingBySignIn });
      const form = formOf(await pages.ask(SIGN_IN_REQUEST, session.cookieHeader));
      const allowed = { ...form, decision: 'allow', permission: ['usage', 'enrich'] };
      location(await pages.answer(SIGN_IN_REQUEST, allowed, session.cookieHeader));
      const scopes = spendingBySignIn ? ['usage:read', 'enrich:write'] : ['usage:read'];
      expect(await pages.signIns(accountId)).toMatchObject([{ scopes }]);
    }
  });

  test('that refuses redirects back with access_denied, signed in or not, and writes nothing', async () => {
    const { session, accountId } = await pages.customer();
    for (const cookies of [session.cookieHeader, undefined]) {
      const { searchParams } = location(await pages.answer(SIGN_IN_REQUEST, { decision: 'refuse' }, cookies));
      expect(Object.fromEntries(searchParams)).toEqual({
        error: 'access_denied',
        state: 'state',
        iss: SETTINGS.baseUrl,
      });
    }
    expect(await pages.signIns(accountId)).toEqual([]);
  });

  test('that allows nothing gets the page again, with an explanation', async () => {
    const { session, accountId } = await pages.customer();
    const form = formOf(await pages.ask(SIGN_IN_REQUEST, session.cookieHeader));
    const answer = await pages.answer(SIGN_IN_REQUEST, { ...form, decision: 'allow' }, session.cookieHeader);
    expect(answer.status).toBe(422);
    expect(answer.body).toContain('role="alert">Tick at least one permission, or refuse.');
    expect(await pages.signIns(accountId)).toEqual([]);
  });
});

describe('a person who is not signed in', () => {
  const cookieOf = ({ headers }: HttpResponse) => headers['set-cookie']?.split(';')[0] ?? '';

  test('gets a link, and returns to the same request in the same browser', async () => {
    const { member } = await pages.customer();
    const asked = await pages.ask(LOCAL);
    expect(asked.body).toContain('Sign in to connect an assistant');
    const pending = cookieOf(asked);
    pages.mailed.length = 0;
    const sent = await pages.link(LOCAL, { email: ` ${member.email.toUpperCase()} ` });
    expect(sent.status).toBe(202);
    const order = pages.mailed[0];
    if (order?.kind !== 'link') throw new Error('No link was ordered');
    expect(order.email).toBe(member.email);
    const token = (await makeLink(pages.people, order, order.askedAtMs)) ?? '';
    const browser = cookieOf(sent).split('=')[1] ?? '';
    expect((await signIn(pages.people, token, 'another browser', order.askedAtMs)).ok).toBe(false);
    expect((await signIn(pages.people, token, browser, order.askedAtMs)).ok).toBe(true);
    const cookies = new Map([pending.split(/=(.*)/s).slice(0, 2) as [string, string]]);
    const back = location(continueRequest({ cookies }, '/dashboard'));
    expect(`${back.pathname}${back.search}`).toBe(`/v1/oauth/authorize?${writeAuthorizationQuery(LOCAL)}`);
  });

  test('gets the same response for a known and an unknown address', async () => {
    const { member } = await pages.customer();
    const [known, unknown] = [await pages.link(LOCAL, { email: member.email }), await pages.link(LOCAL, { email: 'a@b.example' })]; // prettier-ignore
    expect(known.body).toBe(unknown.body);
    expect(known.status).toBe(unknown.status);
  });

  test('is shown an invalid address, and a refusal after too many attempts', async () => {
    expect((await pages.link(LOCAL, { email: 'nobody' })).body).toContain('Enter a valid email address.');
    for (let sent = 0; sent < 10; sent += 1) await pages.link(LOCAL, { email: 'a@b.example' });
    expect((await pages.link(LOCAL, { email: 'a@b.example' })).body).toContain('Too many attempts: wait');
  });

  test('says when the next link to an inbox is possible instead of sending a sixth', async () => {
    for (let sent = 0; sent < 5; sent += 1) await pages.link(LOCAL, { email: 'sixth@b.example' });
    const answer = await pages.link(LOCAL, { email: 'sixth@b.example' });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatch(/Five links were asked for\. The next one is possible at \d\d:00 UTC\./);
    expect(answer.body).not.toContain('on its way');
  });

  test('is sent to the dashboard if the browser keeps no request, or an invalid one', () => {
    for (const value of [undefined, '', 'a b', 'https://evil.example/', 'x\r\ny', 'x'.repeat(5_000)]) {
      const cookies = new Map(value === undefined ? [] : [['__Host-authorization', value]]);
      expect(continueRequest({ cookies }, '/dashboard').headers['location']).toBe('/dashboard');
    }
  });
});
