/** Attacks on the authorization request and its answer. Attacks on codes and tokens are in sign-in-tokens.test.ts. */
import { Parser } from 'htmlparser2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ClientDocuments, type FetchedDocument } from '../../core/access/oauth/client-documents.ts';
import { readAuthorizationRequest, writeAuthorizationQuery } from '../../core/access/oauth/authorization-request.ts';
import type { AuthorizationRequest } from '../../core/access/oauth/oauth-client.ts';
import { setAccount } from '../../core/access/administration/administer-accounts.ts';
import { erasePerson, removeMember } from '../../core/access/people/administer-members.ts';
import type { Member } from '../../core/access/people/person.ts';
import { RateWindows } from '../../core/billing/rate-limit/rate-window.ts';
import { NOON_MS, OPERATOR, valueOf } from '../support/fixtures/accounts.ts';
import { formOf, openConsentPages, type ConsentPages, type SignedInPerson } from '../support/sign-in/consent-pages.ts';
import { SETTINGS } from '../support/service/mcp-service.ts';
import { DESKTOP } from '../support/sign-in/oauth-clients.ts';
import { joinAccount, signInPerson } from '../support/service/people.ts';
import { SIGN_IN_REQUEST } from '../support/sign-in/sign-ins.ts';

const HOSTILE = `"><img src=x onerror=alert(1)></script><script>alert(1)</script>' onfocus='alert(1)`;

let pages: ConsentPages;
beforeAll(async () => {
  pages = await openConsentPages(() => NOON_MS);
});
afterAll(() => pages.stop());

async function asked(customer: SignedInPerson, request = SIGN_IN_REQUEST) {
  return { ...formOf(await pages.ask(request, customer.session.cookieHeader)), decision: 'allow', permission: 'usage' };
}

async function expectNothing({ accountId }: SignedInPerson, answer: { status: number; headers: object }) {
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.headers).not.toHaveProperty('location');
  expect(await pages.signIns(accountId)).toEqual([]);
}

describe('a consent that the person did not give (CSRF)', () => {
  test.each([
    ['of another page', { origin: 'https://evil.example' }],
    ['of an opaque page', { origin: 'null' }],
    ['of this host over another port', { origin: `${SETTINGS.baseUrl}:8443` }],
    ['without an origin', { origin: '' }],
    ['as JSON', { 'content-type': 'application/json' }],
    ['as text', { 'content-type': 'text/plain' }],
  ])('by a form %s is refused', async (_, headers) => {
    const victim = await pages.customer();
    const form = await asked(victim);
    await expectNothing(victim, await pages.answer(SIGN_IN_REQUEST, form, victim.session.cookieHeader, headers));
  });

  test.each([
    ['without its token', { token: '' }],
    ['with a made-up token', { token: 'x'.repeat(43) }],
    ['without a decision', { decision: '' }],
    ['with another decision', { decision: 'ALLOW' }],
  ])('through a form %s is refused', async (_, changed) => {
    const victim = await pages.customer();
    const form = { ...(await asked(victim)), ...changed };
    await expectNothing(victim, await pages.answer(SIGN_IN_REQUEST, form, victim.session.cookieHeader));
  });

  test.each<[string, Partial<AuthorizationRequest>]>([
    ['another assistant', { client: { ...DESKTOP, clientId: 'https://evil.example/client.json' } }],
    ['another redirect', { redirectUri: 'http://127.0.0.1:1/callback' }],
    ['more scopes', { scopes: ['usage:read', 'enrich:write'] }],
    ['another state', { state: 'other' }],
    ['another verifier', { codeChallenge: 'x'.repeat(43) }],
  ])('with the token of one request is refused for %s', async (_, changed) => {
    const victim = await pages.customer({ spendingBySignIn: true });
    const request = { ...SIGN_IN_REQUEST, scopes: ['usage:read'] } as const;
    const form = await asked(victim, request);
    await expectNothing(victim, await pages.answer({ ...request, ...changed }, form, victim.session.cookieHeader));
  });

  test('with the token of one account is refused for another account of the same person', async () => {
    const victim = await pages.customer();
    const other = await pages.customer();
    const email = victim.member.email;
    const member = { accountId: other.accountId, email, role: 'member' } as const;
    await joinAccount(pages.people, member, NOON_MS);
    const form = { ...(await asked(victim)), account_id: other.accountId };
    await expectNothing(other, await pages.answer(SIGN_IN_REQUEST, form, victim.session.cookieHeader));
  });
});

describe('consent in a browser that did not start the request', () => {
  test('is refused for another person, and for the same person signed in twice', async () => {
    const attacker = await pages.customer();
    const victim = await pages.customer();
    const form = await asked(attacker);
    await expectNothing(victim, await pages.answer(SIGN_IN_REQUEST, form, victim.session.cookieHeader));
    const again = await signInPerson(pages.people, attacker.member, NOON_MS);
    await expectNothing(attacker, await pages.answer(SIGN_IN_REQUEST, form, again.cookieHeader));
  });

  test('without a session leads to signing in, not to a code', async () => {
    const victim = await pages.customer();
    const answer = await pages.answer(SIGN_IN_REQUEST, await asked(victim));
    await expectNothing(victim, answer);
    expect(answer.body).toContain('Sign in to connect an assistant');
  });

  test('cannot start from a link that another person’s page sends', async () => {
    pages.mailed.length = 0;
    const sent = await pages.link(SIGN_IN_REQUEST, { email: 'a@b.example' }, { origin: 'https://evil.example' });
    expect(sent.status).toBe(403);
    expect(pages.mailed).toEqual([]);
  });
});

describe('consent by a person without permission', () => {
  test('allows nothing if the member is removed before they answer', async () => {
    const owner = await pages.customer();
    const invited = { accountId: owner.accountId, email: 'gone@x.example', role: 'member' } as const;
    const member = await joinAccount(pages.people, invited, NOON_MS);
    const removed = { ...owner, member, session: await signInPerson(pages.people, member, NOON_MS) };
    const form = await asked(removed);
    valueOf(await removeMember(pages.people, member, OPERATOR, NOON_MS));
    await expectNothing(removed, await pages.answer(SIGN_IN_REQUEST, form, removed.session.cookieHeader));
  });

  test('allows nothing if the account is suspended before they answer', async () => {
    const customer = await pages.customer();
    const form = await asked(customer);
    const changes = { status: 'suspended' } as const;
    valueOf(await setAccount(pages.administration, customer.accountId, changes, OPERATOR, NOON_MS));
    const answer = await pages.answer(SIGN_IN_REQUEST, form, customer.session.cookieHeader);
    await expectNothing(customer, answer);
    expect(answer.body).toContain('no assistant can be connected to it');
  });

  test.each<[string, (member: Member) => Promise<{ readonly ok: boolean }>]>([
    ['removed', (member) => removeMember(pages.people, member, OPERATOR, NOON_MS)],
    ['erased', ({ email }) => erasePerson(pages.people, email, OPERATOR, NOON_MS)],
  ])(
    'ends, with an audit line, what a person allowed before they were %s, and keeps what others allowed',
    async (_, end) => {
      const owner = await pages.customer();
      const email = `leaves-${Math.random()}@x.example`;
      const invited = { accountId: owner.accountId, email, role: 'member' } as const;
      const member = await joinAccount(pages.people, invited, NOON_MS);
      const leaving = { ...owner, member, session: await signInPerson(pages.people, member, NOON_MS) };
      for (const customer of [owner, leaving, leaving]) {
        const answer = await pages.answer(SIGN_IN_REQUEST, await asked(customer), customer.session.cookieHeader);
        expect(answer.status).toBe(303);
      }
      expect((await end(member)).ok).toBe(true);
      const left = (await pages.signIns(owner.accountId)).filter(({ revokedAtMs }) => revokedAtMs === null);
      expect(left.map(({ signIn: grant }) => grant?.personId)).toEqual([owner.member.personId]);
      const lines = await pages.administration.listAuditLines(owner.accountId, 50);
      expect(lines.filter(({ what }) => what === 'client.revoked')).toMatchObject([
        { who: OPERATOR.who, details: { because: 'member removed' } },
        { who: OPERATOR.who, details: { because: 'member removed' } },
      ]);
    },
  );
});

function attributesOf(html: string): readonly string[] {
  const names: string[] = [];
  new Parser({ onattribute: (name) => void names.push(name) }).end(html);
  return names;
}

describe('text from strangers', () => {
  test('stays text on the page, and appears nowhere else: the name and address of an assistant, and the name of an account', async () => {
    const customer = await pages.customer({ name: HOSTILE });
    const client = { ...DESKTOP, name: HOSTILE, uri: `https://x.example/${HOSTILE}`, verifiedDomain: HOSTILE };
    const request = { ...SIGN_IN_REQUEST, client, state: HOSTILE };
    for (const page of [await pages.ask(request, customer.session.cookieHeader), await pages.ask(request)]) {
      // The only picture is the mark of the service.
      expect(page.body).not.toMatch(/<img (?!src="\/dashboard\/assets\/mark\.svg" )|<script/);
      // Read as a browser does: text in an attribute opens no other attribute.
      expect(attributesOf(page.body).filter((name) => name.startsWith('on'))).toEqual([]);
      expect(page.body).toContain('&lt;script>alert(1)');
      expect(JSON.stringify(page.headers)).not.toContain('script>');
    }
  });
});

describe('the consent page', () => {
  test.each([
    ['https://assistant.example/callback', 'https://assistant.example'],
    ['http://127.0.0.1:49152/callback', 'http://127.0.0.1:49152'],
    ['cursor://assistant.example/callback', 'cursor:'],
  ])(
    'cannot be framed, runs nothing, and sends its form only to the service and to %s',
    async (redirectUri, source) => {
      const { session } = await pages.customer();
      const { headers } = await pages.ask({ ...SIGN_IN_REQUEST, redirectUri }, session.cookieHeader);
      const policy = Object.fromEntries(
        (headers['content-security-policy'] ?? '').split('; ').map((one) => one.split(/ (.*)/s).slice(0, 2)),
      ) as Record<string, string>;
      expect(policy).toEqual({
        'default-src': "'none'",
        'style-src': "'self'",
        'img-src': "'self'",
        'form-action': `'self' ${source}`,
        'base-uri': "'none'",
        'frame-ancestors': "'none'",
      });
      expect(headers).toMatchObject({
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
        'cache-control': 'no-store',
      });
    },
  );
});

describe('a client document', () => {
  test('whose redirect URIs change before the person answers leads nowhere', async () => {
    let redirectUris = [...DESKTOP.redirectUris];
    const fetch = async (): Promise<FetchedDocument> => ({
      kind: 'fetched',
      body: JSON.stringify({ client_id: DESKTOP.clientId, redirect_uris: redirectUris }),
      headers: { 'cache-control': 'no-store' },
    });
    const documents = new ClientDocuments(fetch, new RateWindows({ count: async () => 1 }));
    const query = writeAuthorizationQuery(SIGN_IN_REQUEST);
    // Each of the two requests of the browser reads the same query.
    const read = () =>
      readAuthorizationRequest(query, SETTINGS, (id, nowMs) => documents.read(new URL(id), nowMs), NOON_MS);
    expect(await read()).toMatchObject({ ok: true });
    redirectUris = ['https://evil.example/callback'];
    expect(await read()).toMatchObject({ ok: false, reason: { kind: 'foreign_redirect_uri' } });
  });
});
