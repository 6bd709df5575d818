/**
 * Requests and submits the pages between an assistant and a member's consent as a browser does, on real tables.
 */
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { DynamoAdministrationStore } from '../../../adapters/dynamodb/access/dynamo-administration-store.ts';
import { DynamoAssistantSignInStore } from '../../../adapters/dynamodb/access/dynamo-assistant-sign-in-store.ts';
import { DynamoRegisteredClientStore } from '../../../adapters/dynamodb/access/dynamo-registered-client-store.ts';
import { DynamoPeopleStore } from '../../../adapters/dynamodb/access/dynamo-people-store.ts';
import { DynamoRateCounter } from '../../../adapters/dynamodb/billing/dynamo-rate-counter.ts';
import { answerConsent } from '../../../functions/authorization/answer-consent.ts';
import { askConsent } from '../../../functions/authorization/ask-consent.ts';
import { askLink } from '../../../functions/authorization/ask-link.ts';
import type { PeopleDependencies } from '../../../functions/authorization/people-dependencies.ts';
import type { ClientRecord } from '../../../core/billing/accounts/caller.ts';
import type { BrowserRequest, HttpResponse } from '../../../core/http/http-message.ts';
import type { EmailOrder } from '../../../core/dashboard/mail/email-order.ts';
import type { AuthorizationRequest } from '../../../core/access/oauth/oauth-client.ts';
import type { Member, MemberRole } from '../../../core/access/people/person.ts';
import { RateWindows } from '../../../core/billing/rate-limit/rate-window.ts';
import { openAccount, type WantedAccount } from '../fixtures/accounts.ts';
import { testClient } from '../stores/dynamodb-client.ts';
import { SETTINGS } from '../service/mcp-service.ts';
import { invitePerson, signInPerson, type PersonSession } from '../service/people.ts';
import { openTables } from '../stores/tables.ts';

type Form = Readonly<Record<string, string | readonly string[]>>;

export interface SignedInPerson {
  readonly accountId: string;
  readonly member: Member;
  readonly session: PersonSession;
}

export interface ConsentPages {
  readonly client: DynamoDBDocumentClient;
  readonly table: string;
  readonly administration: DynamoAdministrationStore;
  readonly people: DynamoPeopleStore;
  readonly registered: DynamoRegisteredClientStore;
  readonly mailed: EmailOrder[];
  /** Creates a new account with a signed-in member. */
  customer(wanted?: WantedAccount, role?: MemberRole): Promise<SignedInPerson>;
  ask(request: AuthorizationRequest, cookies?: string, query?: string): Promise<HttpResponse>;
  answer(
    request: AuthorizationRequest,
    form: Form,
    cookies?: string,
    headers?: Readonly<Record<string, string>>,
  ): Promise<HttpResponse>;
  /** Requests a sign-in link. */
  link(request: AuthorizationRequest, form: Form, headers?: Readonly<Record<string, string>>): Promise<HttpResponse>;
  /** Returns the account's assistant sign-ins, active or not. */
  signIns(accountId: string): Promise<readonly ClientRecord[]>;
  stop(): Promise<void>;
}

export async function openConsentPages(nowMs: () => number): Promise<ConsentPages> {
  const tables = await openTables();
  const client = testClient(tables.endpoint);
  const table = tables.accountsTable;
  const people = new DynamoPeopleStore(client, table);
  const administration = new DynamoAdministrationStore(client, table);
  const registered = new DynamoRegisteredClientStore(client, table);
  const counter = new DynamoRateCounter(client, table);
  const mailed: EmailOrder[] = [];
  const dependencies: PeopleDependencies = {
    settings: SETTINGS,
    people,
    consent: {
      signIns: new DynamoAssistantSignInStore(client, table),
      people,
      administration,
      issuer: SETTINGS.baseUrl,
    },
    registered,
    mail: { send: async (order) => void mailed.push(order) },
    rates: new RateWindows(counter),
    counter,
  };
  return {
    client,
    table,
    administration,
    people,
    registered,
    mailed,
    async customer(wanted = {}, role = 'owner') {
      const { account } = await openAccount(client, table, wanted);
      const member = await invitePerson(people, account.accountId, role, nowMs());
      return { accountId: account.accountId, member, session: await signInPerson(people, member, nowMs()) };
    },
    ask: (request, cookies, query = '') =>
      askConsent(dependencies, request, httpOf({ method: 'GET', cookies, query }), nowMs()),
    answer: (request, form, cookies, headers = {}) =>
      answerConsent(dependencies, request, httpOf({ method: 'POST', cookies, form, headers }), nowMs()),
    link: (request, form, headers = {}) =>
      askLink(dependencies, request, httpOf({ method: 'POST', form, headers }), nowMs()),
    signIns: async (accountId) =>
      (await administration.listClients(accountId)).filter(({ signIn: grant }) => grant !== undefined),
    stop: async () => {
      client.destroy();
      await tables.stop();
    },
  };
}

function httpOf(sent: {
  readonly method: string;
  readonly cookies?: string | undefined;
  readonly query?: string;
  readonly form?: Form;
  readonly headers?: Readonly<Record<string, string>>;
}): BrowserRequest {
  const { method, cookies = '', query = '', form = {}, headers = {} } = sent;
  const fields = Object.entries(form).flatMap(([name, given]) => [given].flat().map((value) => [name, value]));
  return {
    method,
    path: '/v1/oauth/authorize',
    query,
    sourceAddress: '203.0.113.7',
    headers: {
      origin: SETTINGS.baseUrl,
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    cookies: new Map(
      cookies
        .split('; ')
        .map((cookie): [string, string] => [cookie.split('=')[0] ?? '', cookie.slice(cookie.indexOf('=') + 1)]),
    ),
    body: Buffer.from(new URLSearchParams(fields as [string, string][]).toString()),
  };
}

/** Returns the fields of the page's form, as a browser would send them unchanged. */
export function formOf(page: HttpResponse): { readonly token: string; readonly account_id: string } {
  const field = (name: string): string => new RegExp(`name="${name}" value="([^"]*)"`).exec(page.body)?.[1] ?? '';
  return { token: field('token'), account_id: field('account_id') };
}

/** Returns the ticked permissions. */
export function tickedOn(page: HttpResponse): readonly string[] {
  return [...page.body.matchAll(/name="permission" value="([^"]*)" checked/g)].map(([, value]) => value ?? '');
}
