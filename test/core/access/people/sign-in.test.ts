import { describe, expect, test } from 'vitest';
import { newPersonId, type Person } from '../../../../core/access/people/person.ts';
import type { PeopleStore, RedeemResult, StoredLink } from '../../../../core/access/people/people-store.ts';
import { browserHash, hashSecret, newBrowserCookie, newSecret } from '../../../../core/access/people/session.ts';
import { LINK_MS, makeLink, signIn } from '../../../../core/access/people/sign-in.ts';
import { NOON_MS } from '../../../support/fixtures/callers.ts';

const PERSON: Person = {
  personId: newPersonId(),
  email: 'a@b.example',
  accountIds: ['acc_invited000', 'acc_member0000'],
  undeliverableSinceMs: null,
};
const REQUEST = { email: PERSON.email, browserSha256: 'ab', askedAtMs: NOON_MS };

function storeWith(
  person: Partial<Person> | undefined,
  { redeemed = 'signed_in', isMember = true }: { redeemed?: RedeemResult; isMember?: boolean } = {},
) {
  const links: StoredLink[] = [];
  const spent: unknown[] = [];
  const value = person && { value: { ...PERSON, ...person }, revision: 1 };
  const store = {
    findPerson: async () => value,
    readPerson: async () => value,
    readMemberships: async () => [
      { accountId: 'acc_invited000', acceptedAtMs: null },
      { accountId: 'acc_member0000', acceptedAtMs: isMember ? NOON_MS : null },
    ],
    putLink: async (link: StoredLink) => void links.push(link),
    redeemLink: async (link: unknown, { memberOf }: { readonly memberOf: string | null }) => {
      spent.push({ link, memberOf });
      return redeemed;
    },
  } as unknown as PeopleStore;
  return { store, links, spent };
}

describe('a sign-in link', () => {
  test('is stored as a hash, for the browser that asked, and ends 15 minutes after it was asked for', async () => {
    const { store, links } = storeWith({});
    const token = (await makeLink(store, REQUEST, NOON_MS + LINK_MS - 1)) ?? '';
    const [personId, secret = ''] = token.split('.');
    expect(personId).toBe(PERSON.personId);
    expect(links).toEqual([
      { personId, tokenSha256: hashSecret(secret), browserSha256: 'ab', validUntilMs: NOON_MS + LINK_MS },
    ]);
  });

  test.each<[string, Partial<Person> | undefined, object, number]>([
    ['an unknown address', undefined, {}, 0],
    ['a person without an account or invitation', { accountIds: [] }, {}, 0],
    ['an address whose email bounces', { undeliverableSinceMs: 1 }, {}, 0],
    ['a request that waited longer than a link may', {}, {}, LINK_MS],
  ])('is not made for %s', async (_whom, person, more, waitedMs) => {
    const { store, links } = storeWith(person);
    expect(await makeLink(store, { ...REQUEST, ...more }, NOON_MS + waitedMs)).toBeUndefined();
    expect(links).toEqual([]);
  });

  test('is made for an address whose email bounces if the person’s own browser asks', async () => {
    const { store } = storeWith({ undeliverableSinceMs: 1 });
    expect(await makeLink(store, { ...REQUEST, isKnownBrowser: true }, NOON_MS)).toBeDefined();
  });
});

describe('signing in by a link', () => {
  const TOKEN = `${PERSON.personId}.${newSecret()}`;
  const BROWSER = newBrowserCookie();

  test('starts a session in the first account that the person belongs to, not in one that invited them', async () => {
    const { store, spent } = storeWith({});
    expect(await signIn(store, TOKEN, BROWSER, NOON_MS)).toMatchObject({
      ok: true,
      value: { isMember: true, cookie: { personId: PERSON.personId, accountId: 'acc_member0000' } },
    });
    expect(spent).toMatchObject([{ memberOf: 'acc_member0000', link: { browserSha256: browserHash(BROWSER) } }]);
  });

  test('accepts no invitation', async () => {
    const { store, spent } = storeWith({}, { isMember: false });
    expect(await signIn(store, TOKEN, BROWSER, NOON_MS)).toMatchObject({ value: { isMember: false } });
    expect(spent).toMatchObject([{ memberOf: null }]);
  });

  test.each<[RedeemResult, string]>([
    ['unknown_link', 'link_invalid'],
    ['changed_meanwhile', 'link_invalid'],
    ['other_browser', 'other_browser'],
  ])('is refused without saying whether the person exists: %s', async (redeemed, kind) => {
    const { store } = storeWith({}, { redeemed });
    expect(await signIn(store, TOKEN, BROWSER, NOON_MS)).toEqual({ ok: false, reason: { kind } });
  });

  test.each(['', 'a.b', `${TOKEN}.c`, `acc_1.${newSecret()}`])(
    'spends no link for text in another form: %s',
    async (text) => {
      const { store, spent } = storeWith({});
      expect(await signIn(store, text, BROWSER, NOON_MS)).toEqual({ ok: false, reason: { kind: 'link_invalid' } });
      expect(spent).toEqual([]);
    },
  );

  test('takes a browser without a cookie for another browser, never for the one that asked', async () => {
    const { store, spent } = storeWith({}, { redeemed: 'other_browser' });
    await signIn(store, TOKEN, undefined, NOON_MS);
    expect(spent).toMatchObject([{ link: { browserSha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string } }]);
  });
});
