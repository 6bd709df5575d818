import { describe, expect, test } from 'vitest';
import type { ClientRecord } from '../../../../core/billing/accounts/caller.ts';
import { createAccount, setAccount } from '../../../../core/access/administration/administer-accounts.ts';
import type { Scope } from '../../../../core/billing/accounts/scopes.ts';
import { readClientId } from '../../../../core/identifiers.ts';
import { consentedScopes, consentOffer } from '../../../../core/access/oauth/consent-offer.ts';
import { consentToken, isConsentToken } from '../../../../core/access/oauth/consent-token.ts';
import { grantConsent, type ConsentPorts } from '../../../../core/access/oauth/grant-consent.ts';
import { CONTINUE_PATH, pendingCookie, pendingQuery } from '../../../../core/access/oauth/pending-request.ts';
import type { AuthorizationRequest } from '../../../../core/access/oauth/oauth-client.ts';
import { newPersonId } from '../../../../core/access/people/person.ts';
import { csrfTokenOf } from '../../../../core/access/people/session.ts';
import { callerIn, NOON_MS } from '../../../support/fixtures/callers.ts';
import { MemoryAdministration } from '../../../support/stores/memory-administration.ts';
import { MemorySignIns } from '../../../support/stores/memory-sign-ins.ts';
import { DESKTOP } from '../../../support/sign-in/oauth-clients.ts';
import { valueOf } from '../../../support/fixtures/value-of.ts';
import { DAY_MS } from '../../../../core/time.ts';

const OPERATOR = { who: 'test' };
const ISSUER = 'https://mcp.example.com';
const EVERYTHING: readonly Scope[] = ['items:read', 'items:search', 'catalogs:read', 'usage:read', 'enrich:write'];
const REQUEST: AuthorizationRequest = {
  client: DESKTOP,
  redirectUri: 'https://assistant.example/callback',
  state: 'a state',
  scopes: EVERYTHING,
  codeChallenge: 'x'.repeat(43),
};

async function opened(changes: object = { planCode: 'growth' }) {
  const administration = new MemoryAdministration();
  const store = new MemorySignIns(administration);
  const wanted = { name: 'x', ...changes };
  const { accountId } = valueOf(await createAccount(administration, wanted, OPERATOR, NOON_MS));
  const person = { accountId, personId: newPersonId() };
  store.addMember(person);
  const parts: ConsentPorts = { signIns: store, people: store, administration, issuer: ISSUER };
  const consent = (
    scopes: readonly Scope[] = ['usage:read', 'items:read'],
    { request = REQUEST, by = parts }: { readonly request?: AuthorizationRequest; readonly by?: ConsentPorts } = {},
  ) => grantConsent(by, request, { ...person, scopes }, NOON_MS);
  const signIns = async () =>
    (await administration.listClients(accountId)).filter(({ signIn }) => signIn !== undefined);
  const set = async (changed: Parameters<typeof setAccount>[2]) =>
    valueOf(await setAccount(administration, accountId, changed, OPERATOR, NOON_MS));
  return { administration, store, person, parts, consent, signIns, set };
}
const refused = (kind: string, more: object = {}) => ({ ok: false, reason: { kind, ...more } });

describe('a consent', () => {
  test('stores an assistant sign-in without a token, and sends a code to the assistant', async () => {
    const { consent, store, person, administration } = await opened();
    const location = valueOf(await consent());
    expect(location).toMatch(/^https:\/\/assistant\.example\/callback\?code=cod_/);
    const { code = '', ...answer } = Object.fromEntries(new URL(location).searchParams);
    expect(answer).toEqual({ state: 'a state', iss: ISSUER });
    const identity = readClientId(code.slice('cod_'.length).split('.')[0] ?? '');
    expect(await store.readSignIn(identity ?? callerIn().client)).toMatchObject({
      client: {
        ...identity,
        kind: 'live',
        accountId: person.accountId,
        name: 'Desk Assistant',
        scopes: ['items:read', 'usage:read'],
        createdAtMs: NOON_MS,
        revokedAtMs: null,
        assistantNames: new Set(),
        signIn: { personId: person.personId, oauthClientId: DESKTOP.clientId, tokenAtMs: null },
      },
      code: {
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
        redirectUri: REQUEST.redirectUri,
        codeChallenge: REQUEST.codeChallenge,
        validUntilMs: NOON_MS + 60_000,
        usedAtMs: null,
      },
      chain: undefined,
    });
    const [line] = (await administration.listAuditLines(person.accountId, 5)).filter(({ what }) => what.startsWith('client')); // prettier-ignore
    expect(line).toEqual({
      who: person.personId,
      what: 'client.created',
      details: {
        client_id: identity?.clientId,
        kind: 'live',
        sign_in: true,
        name: 'Desk Assistant',
        scopes: 'items:read usage:read',
      },
      atMs: NOON_MS,
    });
  });

  test('on an account without a plan lets the assistant call on the trial', async () => {
    const { consent, signIns } = await opened({});
    await consent();
    expect(await signIns()).toMatchObject([
      { kind: 'trial', clientId: expect.stringMatching(/^cli_trial_/) as string },
    ]);
  });

  test('keeps 80 characters of the assistant’s name, on one line', async () => {
    const { consent, signIns } = await opened();
    await consent(['items:read'], { request: { ...REQUEST, client: { ...DESKTOP, name: `a\n${'x'.repeat(100)}` } } });
    expect(await signIns()).toMatchObject([{ name: `a ${'x'.repeat(78)}` }]);
  });

  test('takes over the number of the person’s last sign-in with the assistant, and with it budget and use', async () => {
    const { consent, signIns } = await opened();
    await consent();
    await consent();
    await consent(undefined, { request: { ...REQUEST, client: { ...DESKTOP, clientId: 'https://other.example/c' } } });
    const other = { ...DESKTOP, clientId: 'https://other.example/d', name: 'Another' };
    await consent(undefined, { request: { ...REQUEST, client: other } });
    expect((await signIns()).map(({ number }) => number)).toEqual(['00', '00', '00', '01']);
  });

  test('with more than eight assistants shares the numbers of those that the person signed in with least recently', async () => {
    const { consent, signIns, store, person, parts, administration } = await opened();
    const signIn = (name: string) =>
      consent(undefined, {
        request: { ...REQUEST, client: { ...DESKTOP, clientId: `https://${name}.example/c`, name } },
      });
    for (const name of 'abcdefghij') await signIn(name);
    await signIn('a');
    await signIn('k');
    expect((await signIns()).map(({ number }) => number).join(' ')).toBe('00 01 02 03 04 05 06 07 00 01 00 02');
    expect((await administration.readAccount(person.accountId))?.value.clientsNumbered).toBe(8);
    const other = { ...person, personId: newPersonId() };
    store.addMember(other);
    valueOf(await grantConsent(parts, REQUEST, { ...other, scopes: ['items:read'] }, NOON_MS));
    expect((await signIns()).at(-1)?.number).toBe('08');
  });

  test('beyond the numbers of an account is refused where a budget bounds every sign-in, because it would escape it', async () => {
    const { consent, signIns, administration, person } = await opened();
    const change = async (changed: object) => {
      const stored = await administration.readAccount(person.accountId);
      if (stored === undefined) throw new Error('There is no account');
      const audit = { who: 'test', what: 'account.set', details: {}, atMs: NOON_MS } as const;
      await administration.changeAccount({ ...stored.value, ...changed }, stored.revision, audit);
    };
    await change({ clientsNumbered: 62 ** 2, signInBudget: { every: 'day', tokens: 10, researchCents: null } });
    expect(await consent()).toEqual(refused('beyond_budgets'));
    await change({ signInBudget: null });
    await consent();
    expect(await signIns()).toMatchObject([{ kind: 'live' }]);
  });

  test('allows only the requested scopes', async () => {
    const { consent, signIns } = await opened();
    const request = { ...REQUEST, scopes: ['items:read', 'usage:read'] } as const;
    expect(await consent([], { request })).toEqual(refused('nothing_allowed'));
    expect(await consent(['catalogs:read'], { request })).toEqual(refused('nothing_allowed'));
    await consent(['catalogs:read', 'usage:read'], { request });
    expect(await signIns()).toMatchObject([{ scopes: ['usage:read'] }]);
  });

  test('to spend is valid if the plan has research and an owner has enabled it', async () => {
    const { consent, signIns, set } = await opened();
    expect(await consent(['enrich:write'])).toEqual(refused('nothing_allowed'));
    await set({ spendingBySignIn: true });
    await consent(['enrich:write']);
    expect(await signIns()).toMatchObject([{ scopes: ['enrich:write'] }]);
    const trial = await opened({ spendingBySignIn: true });
    expect(await trial.consent(['enrich:write'])).toEqual(refused('nothing_allowed'));
  });

  test('of a person who is not a member, or for a deleted account, allows nothing', async () => {
    const { consent, store, person, parts } = await opened();
    store.addMember({ ...person, personId: newPersonId() });
    store.removeMember(person);
    expect(await consent()).toEqual(refused('not_a_member'));
    const people = { readMembers: async () => undefined };
    expect(await consent(undefined, { by: { ...parts, people } })).toEqual(refused('not_a_member'));
  });

  test('on an inactive account allows nothing', async () => {
    const { consent, signIns, set } = await opened();
    await set({ status: 'suspended' });
    expect(await consent()).toEqual(refused('account_not_active'));
    expect(await signIns()).toEqual([]);
  });

  test('is limited to a hundred active ones per account; ended ones do not count', async () => {
    const { consent, parts, person } = await opened();
    const signIn = { personId: person.personId, oauthClientId: 'x', tokenAtMs: NOON_MS };
    const inForce: ClientRecord = { ...callerIn().client, accountId: person.accountId, signIn };
    const beside = (...others: readonly ClientRecord[]) => {
      const administration = { listClients: async () => [...Array<ClientRecord>(99).fill(inForce), ...others] };
      return consent(undefined, { by: { ...parts, administration } });
    };
    expect(await beside(inForce)).toEqual(refused('too_many_sign_ins', { most: 100 }));
    expect(await beside()).toMatchObject({ ok: true });
    const over = { ...inForce, signIn: { ...signIn, tokenAtMs: NOON_MS - 90 * DAY_MS } };
    for (const other of [{ ...inForce, revokedAtMs: 0 }, over, callerIn().client])
      expect(await beside(other)).toMatchObject({ ok: true });
  });

  test('is decided again if the account changed meanwhile, and gives up after five times', async () => {
    const { consent, parts, store, person, signIns } = await opened();
    let writes = 0;
    const storeAfter = (lost: number): ConsentPorts['signIns'] => ({
      createSignIn: async (...sent) => {
        writes += 1;
        return writes > lost && store.createSignIn(...sent);
      },
    });
    expect(await consent(undefined, { by: { ...parts, signIns: storeAfter(4) } })).toMatchObject({ ok: true });
    expect(await signIns()).toHaveLength(1);
    writes = 0;
    const never = { ...parts, signIns: storeAfter(Infinity) };
    expect(await consent(undefined, { by: never })).toEqual(refused('changed_meanwhile'));
    expect(writes).toBe(5);
    // A member who is removed between two attempts is not a member in the second.
    const removing = { createSignIn: async () => (store.removeMember(person), false) };
    expect(await consent(undefined, { by: { ...parts, signIns: removing } })).toEqual(refused('not_a_member'));
  });
});

describe('the permissions on the consent page', () => {
  const account = (researchAllowed: boolean, spendingBySignIn: boolean) =>
    callerIn({ terms: { researchAllowed }, account: { spendingBySignIn } }).account;

  test('are the requested ones, in a fixed order; all except spending are ticked', () => {
    expect(consentOffer(['enrich:write', 'usage:read', 'items:search'], account(true, true))).toEqual([
      { permission: 'look_up', state: 'ticked' },
      { permission: 'usage', state: 'ticked' },
      { permission: 'enrich', state: 'unticked' },
    ]);
    expect(consentOffer(['catalogs:read'], account(true, true))).toEqual([{ permission: 'catalogs', state: 'ticked' }]);
  });

  test.each([
    [true, true, 'unticked'],
    [true, false, 'spending_not_switched_on'],
    [false, true, 'plan_without_research'],
    [false, false, 'plan_without_research'],
  ] as const)(
    'with research in the plan (%s) and spending allowed by an owner (%s) show spending as %s',
    (plan, owner, state) => {
      const spender = account(plan, owner);
      expect(consentOffer(['enrich:write'], spender)).toEqual([{ permission: 'enrich', state }]);
      expect(consentedScopes(['enrich:write'], spender, ['enrich'])).toEqual(
        state === 'unticked' ? ['enrich:write'] : [],
      );
    },
  );

  test('are granted only if ticked and requested', () => {
    const asked: readonly Scope[] = ['usage:read', 'items:search'];
    const consented = (ticked: readonly string[]) => consentedScopes(asked, account(true, true), ticked);
    expect(consented(['look_up', 'usage'])).toEqual(['items:search', 'usage:read']);
    expect(consented(['usage', 'usage', 'catalogs', 'enrich', 'USAGE', 'toString'])).toEqual(['usage:read']);
    expect(consented([])).toEqual([]);
    // A permission that is not offered is not granted by ticking it with one that is.
    const both: readonly Scope[] = ['usage:read', 'enrich:write'];
    expect(consentedScopes(both, account(true, false), ['usage', 'enrich'])).toEqual(['usage:read']);
  });
});

describe('the token of a consent page', () => {
  const secret = 'A'.repeat(43);
  const tokenOfPage = (): string => consentToken({ secret }, REQUEST, 'acc_0123456789');

  test('is valid for the same request of the same session', () => {
    const token = tokenOfPage();
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(isConsentToken(token, consentToken({ secret }, { ...REQUEST }, 'acc_0123456789'))).toBe(true);
  });

  test.each([
    ['session', { secret: 'B'.repeat(43) }, REQUEST, 'acc_0123456789'],
    ['account', { secret }, REQUEST, 'acc_9876543210'],
    ['redirect', { secret }, { ...REQUEST, redirectUri: 'https://evil.example/' }, 'acc_0123456789'],
    ['challenge', { secret }, { ...REQUEST, codeChallenge: 'y'.repeat(43) }, 'acc_0123456789'],
    ['state', { secret }, { ...REQUEST, state: undefined }, 'acc_0123456789'],
  ] as const)('is not valid for another %s', (_, session, request, accountId) => {
    expect(isConsentToken(tokenOfPage(), consentToken(session, request, accountId))).toBe(false);
  });

  test.each([
    ['empty', () => ''],
    ['shorter', (token: string) => token.slice(1)],
    ['longer', (token: string) => `${token} `],
    ['in small letters', (token: string) => token.toLowerCase()],
  ] as const)('is not valid if it is %s', (_, change) => {
    const token = tokenOfPage();
    expect(isConsentToken(token, change(token))).toBe(false);
  });

  test('differs from the token of the dashboard, which is derived from the same secret', () => {
    expect(tokenOfPage()).not.toBe(csrfTokenOf({ secret }));
  });
});

describe('the pending request that a browser keeps during sign-in', () => {
  test('is stored for this host, hidden from scripts and from other sites’ forms, for half an hour', () => {
    expect(pendingCookie('a=b')).toBe('__Host-authorization=a=b; Path=/; Max-Age=1800; Secure; HttpOnly; SameSite=Lax');
    expect(pendingCookie('')).toBe('__Host-authorization=; Path=/; Max-Age=0; Secure; HttpOnly; SameSite=Lax');
  });

  test('continues at the path of the link in the email', () => {
    expect(CONTINUE_PATH).toBe('/v1/oauth/authorize/continue');
  });

  test('is read back as it was written', () => {
    expect(pendingQuery('a=b%20c+d&e=~*._-')).toBe('a=b%20c+d&e=~*._-');
    expect(pendingQuery('x'.repeat(4_000))).toHaveLength(4_000);
  });

  test.each([undefined, '', 'x'.repeat(4_001), 'a=b\nx', '\na=b', 'a=b;c', 'a b', '"a"', 'é=b', 'a=é'])(
    'cannot be %j',
    (cookie) => expect(pendingQuery(cookie)).toBeUndefined(),
  );
});
