// Slow: starts a browser.
/**
 * Assistants that know only the URL, and a person who clicks in a real browser: the official clients of
 * both generations, a strict OAuth client, and the authorization scenarios of the official conformance suite.
 */
import {
  Client,
  StreamableHTTPClientTransport,
  type OAuthClientProvider,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as Transport1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import * as oauth from 'oauth4webapi';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DynamoPeopleStore } from '../../adapters/dynamodb/access/dynamo-people-store.ts';
import { revokeClient } from '../../core/access/administration/administer-clients.ts';
import { openAccount, OPERATOR, valueOf, type OpenedAccount } from '../support/fixtures/accounts.ts';
import { startLocalAssistant, type LocalAssistant } from '../support/sign-in/assistant-on-this-computer.ts';
import { REGULATOR } from '../support/fixtures/item-records.ts';
import { accessFaults, browserFile, openBrowser } from '../support/processes/open-browser.ts';
import { invitePerson } from '../support/service/people.ts';
import { startWholeService, type WholeService } from '../support/service/whole-service.ts';
import { runAuthorizationScenarios } from './conformance-suite.ts';

const FOUND = { name: 'lookup_part', arguments: { manufacturer: 'Norvane', part_number: 'nv-7805/2.5' } };
const executable = await browserFile();

describe.skipIf(executable === undefined)('assistant sign-in', () => {
  let service: WholeService;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let assistant: LocalAssistant;
  let opened: OpenedAccount;
  let email: string;
  let isSomebodyThere = true;
  const faults: string[] = [];

  beforeAll(async () => {
    service = await startWholeService(undefined, { signIn: true });
    opened = await openAccount(service.store, service.tables.accountsTable, { name: 'Acme', planCode: 'scale', spendingBySignIn: true, nowMs: Date.now() }); // prettier-ignore
    const people = new DynamoPeopleStore(service.store, service.tables.accountsTable);
    email = (await invitePerson(people, opened.account.accountId)).email;
    assistant = await startLocalAssistant('Desk <b>Assistant</b>');
    browser = await openBrowser(executable ?? '');
    context = await browser.newContext({ viewport: { width: 320, height: 700 }, locale: 'en-GB' });
    page = await context.newPage();
    page.setDefaultTimeout(20_000);
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        faults.push(message.text());
    });
  });
  afterAll(async () => {
    await browser?.close();
    await assistant?.stop();
    await service?.stop();
  });

  async function accessible(): Promise<void> {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await accessFaults(page)).toEqual([]);
    }
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
  }

  /** @returns the parameters with which the browser returns */
  async function decide(url: URL | string, button: 'Allow' | 'Refuse' = 'Allow'): Promise<URLSearchParams> {
    if (!isSomebodyThere) throw new Error('Nobody is there to click');
    const back = assistant.comesBack();
    await page.goto(String(url));
    await page.getByRole('button', { name: button, exact: true }).click();
    return back;
  }

  class Memory {
    readonly redirectUrl = assistant.redirectUri;
    readonly clientMetadata = { client_name: 'Official client', redirect_uris: [assistant.redirectUri] };
    back: URLSearchParams | undefined;
    // The client information, in the form of either generation's provider.
    #client: any;
    #tokens: any;
    #verifier = '';
    #discovery: any;
    state = () => 'a state';
    clientInformation = () => this.#client;
    saveClientInformation = (client: unknown) => void (this.#client = client);
    discoveryState = () => this.#discovery;
    saveDiscoveryState = (state: unknown) => void (this.#discovery = state);
    invalidateCredentials = () => void (this.#tokens = undefined);
    tokens = () => this.#tokens;
    saveTokens = (tokens: unknown) => void (this.#tokens = tokens);
    saveCodeVerifier = (verifier: string) => void (this.#verifier = verifier);
    codeVerifier = () => this.#verifier;
    redirectToAuthorization = async (url: URL) => void (this.back = await decide(url));
  }

  test('emails a link to a person who is not signed in, who returns to the request in the same browser', async () => {
    const verifier = oauth.generateRandomCodeVerifier();
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: assistant.documentUrl,
      redirect_uri: assistant.redirectUri,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    await page.goto(`${service.baseUrl}/v1/oauth/authorize?${query.toString()}`);
    await accessible();
    await page.getByLabel('Email address').fill(email);
    await page.keyboard.press('Enter');
    await page.getByRole('status').waitFor();
    await accessible();
    const letter = await context.newPage();
    await letter.goto(service.links.at(-1) ?? '');
    await letter.getByRole('button', { name: 'Sign in' }).click();
    await letter
      .getByRole('heading', { level: 1, name: 'Let “Desk <b>Assistant</b>” use your product data?' })
      .waitFor();
    await letter.close();
    await page.getByRole('link', { name: 'I have signed in: go on' }).click();
    await accessible();
    expect(await page.getByRole('checkbox', { name: /Spend on enrichment/ }).isChecked()).toBe(false);
    expect(await page.getByRole('checkbox', { name: /Look up items/ }).isChecked()).toBe(true);
    // The page can be used by keyboard only; the buttons are last in the tab order.
    const back = assistant.comesBack();
    await page.getByRole('checkbox', { name: /Spend on enrichment/ }).focus();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Refuse');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Allow');
    await page.keyboard.press('Space');
    expect((await back).get('iss')).toBe(service.baseUrl);
    await page.getByRole('heading', { name: 'Back at the assistant' }).waitFor();
    expect(faults).toEqual([]);
  });

  test('can be refused with one click, and the assistant is notified', async () => {
    const query = `response_type=code&client_id=${encodeURIComponent(assistant.documentUrl)}&redirect_uri=${encodeURIComponent(assistant.redirectUri)}&code_challenge=${'x'.repeat(43)}&code_challenge_method=S256`;
    const back = await decide(`${service.baseUrl}/v1/oauth/authorize?${query}`, 'Refuse');
    expect(back.get('error')).toBe('access_denied');
  });

  describe.each<[string, VersionNegotiationMode]>([
    ['pinned to 2026-07-28', { pin: '2026-07-28' }],
    ['left to choose', 'auto'],
    ['legacy', 'legacy'],
  ])('SDK 2.4, %s', (_, mode) => {
    test('signs in with only the URL, calls a tool, and is refused on its next request once revoked', async () => {
      const memory = new Memory();
      const address = new URL(`${service.baseUrl}/mcp`);
      const transport = () =>
        new StreamableHTTPClientTransport(address, { authProvider: memory as OAuthClientProvider });
      const client = () => new Client({ name: 'judge', version: '1.0.0' }, { versionNegotiation: { mode } });
      const first = transport();
      await expect(client().connect(first)).rejects.toThrow();
      await first.finishAuth(memory.back ?? new URLSearchParams());
      const connected = client();
      await connected.connect(transport());
      expect(await connected.callTool(FOUND)).toMatchObject({ structuredContent: { item: { id: REGULATOR.id } } });
      await expectListedAndRevoke(async () => connected.callTool(FOUND));
      await connected.close();
    });
  });

  test('works with SDK 1.32 from only the address', async () => {
    const memory = new Memory();
    const address = new URL(`${service.baseUrl}/mcp`);
    const transport = () => new Transport1(address, { authProvider: memory });
    const first = transport();
    await expect(new Client1({ name: 'judge', version: '1.0.0' }).connect(first)).rejects.toThrow();
    await first.finishAuth(memory.back?.get('code') ?? '');
    const connected = new Client1({ name: 'judge', version: '1.0.0' });
    await connected.connect(transport());
    expect(await connected.callTool(FOUND)).toMatchObject({ structuredContent: { item: { id: REGULATOR.id } } });
    await connected.close();
  });

  /** The most recently used sign-in is revoked; the call that worked fails then. */
  async function expectListedAndRevoke(call: () => Promise<unknown>): Promise<void> {
    const clients = await opened.store.listClients(opened.account.accountId);
    const latest = clients.filter(({ signIn: grant }) => grant !== undefined).toSorted((a, b) => a.createdAtMs - b.createdAtMs).at(-1); // prettier-ignore
    expect(latest).toMatchObject({ name: 'Official client', scopes: ['items:read', 'items:search', 'catalogs:read', 'usage:read'] }); // prettier-ignore
    valueOf(await revokeClient(opened.store, latest?.clientId ?? '', OPERATOR, Date.now()));
    service.exchanges.splice(0);
    // The client requests consent again, and nobody is there to give it.
    isSomebodyThere = false;
    await expect(call()).rejects.toThrow();
    isSomebodyThere = true;
    expect(service.exchanges[0]).toBe('POST /mcp 401');
    expect(service.exchanges).not.toContain('POST /mcp 200');
  }

  test('lets a strict OAuth client discover, sign in, call, refresh and revoke', async () => {
    const insecure = { [oauth.allowInsecureRequests]: true };
    const resource = new URL(`${service.baseUrl}/mcp`);
    const found = await oauth.processResourceDiscoveryResponse(
      resource,
      await oauth.resourceDiscoveryRequest(resource, insecure),
    );
    const issuer = new URL(found.authorization_servers?.[0] ?? '');
    const server = await oauth.processDiscoveryResponse(
      issuer,
      await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure }),
    );
    expect(server.authorization_response_iss_parameter_supported).toBe(true);
    const client: oauth.Client = { client_id: assistant.documentUrl };
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const url = new URL(server.authorization_endpoint ?? '');
    url.search = new URLSearchParams({
      client_id: client.client_id,
      redirect_uri: assistant.redirectUri,
      response_type: 'code',
      scope: 'items:read items:search',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      resource: resource.href,
    }).toString();
    const back = oauth.validateAuthResponse(server, client, await decide(url), state);
    const options = { additionalParameters: { resource: resource.href }, ...insecure };
    const tokens = await oauth.processAuthorizationCodeResponse(
      server,
      client,
      await oauth.authorizationCodeGrantRequest(server, client, oauth.None(), back, assistant.redirectUri, verifier, options), // prettier-ignore
    );
    expect(tokens.scope).toBe('items:read items:search');
    const call = async (token: string) => {
      const headers = new Headers({ 'content-type': 'application/json', 'mcp-protocol-version': '2025-11-25' });
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: FOUND });
      return (await oauth.protectedResourceRequest(token, 'POST', resource, headers, body, insecure)).json();
    };
    expect(await call(tokens.access_token)).toMatchObject({ result: { structuredContent: { found: true } } });
    const refreshed = await oauth.processRefreshTokenResponse(
      server,
      client,
      await oauth.refreshTokenGrantRequest(server, client, oauth.None(), tokens.refresh_token ?? '', options),
    );
    expect(refreshed.refresh_token).not.toBe(tokens.refresh_token);
    expect(await call(refreshed.access_token)).toMatchObject({ result: { structuredContent: { found: true } } });
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(server, client, oauth.None(), refreshed.refresh_token ?? '', insecure),
    );
    await expect(call(refreshed.access_token)).rejects.toThrow(oauth.WWWAuthenticateChallengeError);
  });

  test('lets a strict OAuth client register itself', async () => {
    const insecure = { [oauth.allowInsecureRequests]: true };
    const issuer = new URL(service.baseUrl);
    const server = await oauth.processDiscoveryResponse(
      issuer,
      await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure }),
    );
    const metadata = { client_name: 'Strict', redirect_uris: [assistant.redirectUri] };
    const registered = await oauth.processDynamicClientRegistrationResponse(
      await oauth.dynamicClientRegistrationRequest(server, metadata, insecure),
    );
    expect(registered).toMatchObject({ ...metadata, token_endpoint_auth_method: 'none' });
  });

  test('passes the authorization scenarios of the official suite without a warning', async () => {
    const { checks, statuses } = await runAuthorizationScenarios(
      service.baseUrl,
      assistant.documentUrl,
      async (url) => {
        await page.goto(url);
        await page.getByRole('button', { name: 'Allow', exact: true }).click();
      },
    );
    expect(checks.filter(({ passed }) => !passed)).toEqual([]);
    expect(statuses).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS']);
  });

  test('causes no error in a browser or a function', () => {
    expect(faults).toEqual([]);
    expect(service.logged.filter((line) => line.startsWith('req_'))).toEqual([]);
  });
});
