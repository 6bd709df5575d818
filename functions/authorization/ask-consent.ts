/** Asks the person signed in in this browser for consent to an assistant, or to sign in first. */
import type { BrowserRequest, HttpResponse } from '../../core/http/http-message.ts';
import type { Account } from '../../core/billing/accounts/account.ts';
import { accountIdSchema } from '../../core/identifiers.ts';
import { consentToken } from '../../core/access/oauth/consent-token.ts';
import type { AuthorizationRequest } from '../../core/access/oauth/oauth-client.ts';
import type { PeopleStore } from '../../core/access/people/people-store.ts';
import type { Member } from '../../core/access/people/person.ts';
import { readSignedIn, SESSION_COOKIE, type SignedIn } from '../../core/access/people/session.ts';
import { consentPage } from './consent-page.tsx';
import { askForAddressPage } from './link-page.tsx';
import type { PeopleDependencies } from './people-dependencies.ts';

/** Each account takes two reads, and a longer list would not help the person. */
const MAX_SHOWN_ACCOUNTS = 20;

export async function askConsent(
  { people }: Pick<PeopleDependencies, 'people'>,
  request: AuthorizationRequest,
  http: BrowserRequest,
  nowMs: number,
): Promise<HttpResponse> {
  const signedIn = await readSignedIn(people, http.cookies.get(SESSION_COOKIE), nowMs);
  if (!signedIn.ok) return askForAddressPage(request);
  const wanted = new URLSearchParams(http.query).get('account') ?? undefined;
  return askOnPage(people, request, signedIn.value, wanted);
}

/** @param wantedAccountId from a form or a URL; the person's membership is read */
export async function askOnPage(
  people: PeopleStore,
  request: AuthorizationRequest,
  signedIn: SignedIn,
  wantedAccountId: string | undefined,
  refused: { readonly refusal?: string; readonly status?: number } = {},
): Promise<HttpResponse> {
  const { account: first, member, cookie } = signedIn;
  const accounts = await accountsOf(people, signedIn);
  const account = accounts.find(({ accountId }) => accountId === wantedAccountId) ?? first;
  const token = consentToken(cookie, request, account.accountId);
  return consentPage({ request, email: member.email, account, accounts, token, ...refused });
}

/** Returns the account if the person is a member of it now. */
export async function accountOf(
  people: PeopleStore,
  { session }: SignedIn,
  accountId: string,
): Promise<{ readonly account: Account; readonly member: Member } | undefined> {
  if (!accountIdSchema.safeParse(accountId).success) return undefined;
  const { session: still, member, account } = await people.readSession(session, accountId);
  return still === undefined || member === undefined || account === undefined ? undefined : { account, member };
}

async function accountsOf(people: PeopleStore, signedIn: SignedIn): Promise<readonly Account[]> {
  const { account: first, member } = signedIn;
  const person = await people.readPerson(member.personId);
  const others = (person?.value.accountIds ?? []).filter((accountId) => accountId !== first.accountId);
  const found = await Promise.all(
    others.slice(0, MAX_SHOWN_ACCOUNTS).map((accountId) => accountOf(people, signedIn, accountId)),
  );
  return [first, ...found.flatMap((one) => (one === undefined ? [] : [one.account]))];
}
