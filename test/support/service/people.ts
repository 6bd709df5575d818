/** Creates members for tests: operators invite them, and their browsers accept and sign in. */
import type { DynamoPeopleStore } from '../../../adapters/dynamodb/access/dynamo-people-store.ts';
import { acceptInvitation, inviteMember } from '../../../core/access/people/administer-members.ts';
import type { Member, MemberRole } from '../../../core/access/people/person.ts';
import {
  hashSecret,
  newBrowserCookie,
  SESSION_COOKIE,
  writeSessionCookie,
  type SessionCookie,
} from '../../../core/access/people/session.ts';
import { makeLink, signIn } from '../../../core/access/people/sign-in.ts';
import { OPERATOR } from '../fixtures/accounts.ts';
import { valueOf } from '../fixtures/value-of.ts';

let invited = 0;

/** Creates a new person who is a member of the account. */
export async function invitePerson(
  store: DynamoPeopleStore,
  accountId: string,
  role: MemberRole = 'owner',
  nowMs = Date.now(),
): Promise<Member> {
  invited += 1;
  const email = `person-${invited}-${accountId.slice(-6).toLowerCase()}@customer.example`;
  return joinAccount(store, { accountId, email, role }, nowMs);
}

/** Invites the person, known or not, who accepts. */
export async function joinAccount(
  store: DynamoPeopleStore,
  wanted: { readonly accountId: string; readonly email: string; readonly role: MemberRole },
  nowMs = Date.now(),
): Promise<Member> {
  const { accountId, personId } = valueOf(await inviteMember(store, wanted, OPERATOR, nowMs));
  return valueOf(await acceptInvitation(store, { accountId, personId }, nowMs));
}

export interface PersonSession {
  readonly cookie: SessionCookie;
  /** The value of the session's cookie. */
  readonly cookieText: string;
  /** The cookie as the browser sends it. */
  readonly cookieHeader: string;
}

/** Returns the result of a click on a new link in the same browser. */
export async function signInPerson(
  store: DynamoPeopleStore,
  { email }: Pick<Member, 'email'>,
  nowMs = Date.now(),
): Promise<PersonSession> {
  const browser = newBrowserCookie();
  const token = await makeLink(store, { email, browserSha256: hashSecret(browser), askedAtMs: nowMs }, nowMs);
  const { cookie } = valueOf(await signIn(store, token ?? '', browser, nowMs));
  const cookieText = writeSessionCookie(cookie);
  return { cookie, cookieText, cookieHeader: `${SESSION_COOKIE}=${cookieText}` };
}
