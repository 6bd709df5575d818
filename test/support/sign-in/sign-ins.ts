/** The token endpoint with sign-in enabled, an MCP function on the same tables, and members who consent. */
import { createHash } from 'node:crypto';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { DynamoAdministrationStore } from '../../../adapters/dynamodb/access/dynamo-administration-store.ts';
import { DynamoAssistantSignInStore } from '../../../adapters/dynamodb/access/dynamo-assistant-sign-in-store.ts';
import { DynamoPeopleStore } from '../../../adapters/dynamodb/access/dynamo-people-store.ts';
import type { Scope } from '../../../core/billing/accounts/scopes.ts';
import { grantConsent } from '../../../core/access/oauth/grant-consent.ts';
import type { AuthorizationRequest } from '../../../core/access/oauth/oauth-client.ts';
import { createTokenHandler } from '../../../functions/token/create-token-handler.ts';
import { openAccount, type OpenedAccount, type WantedAccount } from '../fixtures/accounts.ts';
import { callHandler, recordedLog, type HandlerAnswer, type RecordedLog } from '../service/gateway.ts';
import { SETTINGS, tokenEndpointOf, type McpService } from '../service/mcp-service.ts';
import { DESKTOP } from './oauth-clients.ts';
import { invitePerson } from '../service/people.ts';
import { valueOf } from '../fixtures/value-of.ts';

export const VERIFIER = 'v'.repeat(43);
const RESOURCE = `${SETTINGS.baseUrl}/mcp`;

export const SIGN_IN_REQUEST: AuthorizationRequest = {
  client: DESKTOP,
  redirectUri: 'https://assistant.example/callback',
  state: 'state',
  scopes: ['items:read', 'items:search', 'catalogs:read', 'usage:read', 'enrich:write'],
  codeChallenge: createHash('sha256').update(VERIFIER).digest('base64url'),
};

type Form = Readonly<Record<string, string | undefined>>;

export interface SignIns {
  readonly administration: DynamoAdministrationStore;
  readonly people: DynamoPeopleStore;
  readonly signIns: DynamoAssistantSignInStore;
  readonly log: RecordedLog;
  /** Creates an account with a member. */
  open(wanted?: WantedAccount): Promise<OpenedAccount & { readonly personId: string }>;
  /**
   * Stores the assistant sign-in, as the consent page does after the click.
   * @returns the parameters of the redirect
   */
  consent(
    who: { readonly account: { readonly accountId: string }; readonly personId: string },
    scopes?: readonly Scope[],
    changes?: Partial<AuthorizationRequest>,
  ): Promise<URLSearchParams>;
  /** Redeems a code as its client does. */
  redeem(code: string, changes?: Form): Promise<HandlerAnswer>;
  refresh(refreshToken: string, changes?: Form): Promise<HandlerAnswer>;
  post(form: Form, path?: string): Promise<HandlerAnswer>;
}

/** @param tokenStore only for the token endpoint; tests inject faults into it */
export function openSignIns(service: McpService, tokenStore: DynamoDBDocumentClient = service.store): SignIns {
  const table = service.tables.accountsTable;
  const administration = new DynamoAdministrationStore(service.store, table);
  const people = new DynamoPeopleStore(service.store, table);
  const signIns = new DynamoAssistantSignInStore(service.store, table);
  const log = recordedLog();
  const { clock } = service;
  const signIn = { signIns: new DynamoAssistantSignInStore(tokenStore, table), administration };
  const handler = createTokenHandler({ ...tokenEndpointOf(service), log, signIn });
  const post = (form: Form, path = '/v1/oauth/token') =>
    callHandler(handler, {
      method: 'POST',
      path,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(
        Object.entries(form).filter((entry): entry is [string, string] => entry[1] !== undefined),
      ).toString(),
    });
  return {
    administration,
    people,
    signIns,
    log,
    post,
    async open(wanted = {}) {
      const opened = await openAccount(service.store, table, wanted);
      const { personId } = await invitePerson(people, opened.account.accountId, 'owner', clock.nowMs);
      return { ...opened, personId };
    },
    async consent({ account, personId }, scopes = ['items:read', 'items:search', 'usage:read'], changes = {}) {
      const given = { accountId: account.accountId, personId, scopes };
      const parts = { signIns, people, administration, issuer: SETTINGS.baseUrl };
      const location = valueOf(await grantConsent(parts, { ...SIGN_IN_REQUEST, ...changes }, given, clock.nowMs));
      return new URL(location).searchParams;
    },
    redeem: (code, changes = {}) =>
      post({
        grant_type: 'authorization_code',
        client_id: DESKTOP.clientId,
        code,
        code_verifier: VERIFIER,
        redirect_uri: SIGN_IN_REQUEST.redirectUri,
        resource: RESOURCE,
        ...changes,
      }),
    refresh: (refresh_token, changes = {}) =>
      post({ grant_type: 'refresh_token', client_id: DESKTOP.clientId, refresh_token, resource: RESOURCE, ...changes }),
  };
}
