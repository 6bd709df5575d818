// Slow: starts a browser.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { documentsOf } from '../../adapters/dynamodb/client/document-client.ts';
import { DynamoCatalogStore } from '../../adapters/dynamodb/catalogs/dynamo-catalog-store.ts';
import { writeRequestRow } from '../../adapters/dynamodb/accounts-table/enrichment-rows.ts';
import { DynamoPeopleStore } from '../../adapters/dynamodb/access/dynamo-people-store.ts';
import { endRequest, numberName, openRequest } from '../../core/sourcing/enrichment/enrichment-request.ts';
import { inviteMember } from '../../core/access/people/administer-members.ts';
import { recordBounce } from '../../core/access/people/record-bounce.ts';
import { toManufacturerKey } from '../../core/index/part-keys/manufacturer-name.ts';
import { partKey } from '../../core/index/part-keys/part-number.ts';
import { installOptions } from '../../core/api/front-door/install-options.ts';
import { openAccount, OPERATOR, valueOf } from '../support/fixtures/accounts.ts';
import { joinAccount } from '../support/service/people.ts';
import { catalogRow, newCatalog } from '../support/fixtures/catalog-rows.ts';
import { REGULATOR } from '../support/fixtures/item-records.ts';
import { loadForLists } from '../support/index/list-imports.ts';
import { messyParts } from '../support/fixtures/messy-list.ts';
import { accessFaults, browserFile, openBrowser, noteFaults } from '../support/processes/open-browser.ts';
import {
  bearerKey,
  startRunningService,
  type RunningKey,
  type RunningService,
} from '../support/service/running-service.ts';

const OWNER = 'owner@page.example';
const NAME = '<b onmouseover=alert(1)>Acme</b>';
/** Text that a customer or an assistant may use as a name. */
const MARKUP = '<img src=x onerror=alert(2)>';
const WAIT_MS = 120_000;
const executable = await browserFile();

describe.skipIf(executable === undefined)('the dashboard in a browser', () => {
  let service: RunningService;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let key: RunningKey;
  let second = '';
  const faults: string[] = [];

  beforeAll(async () => {
    service = await startRunningService(async ({ client, outputs }) => {
      const documents = documentsOf(client);
      const { AccountsTable = '', ProductIndexTable = '' } = outputs;
      await loadForLists(documents, ProductIndexTable, messyParts());
      const opened = await openAccount(documents, AccountsTable, {
        name: NAME,
        planCode: 'starter',
        terms: { tokensIncluded: 0 },
        spendingCapCents: 10_000,
        nowMs: Date.now(),
      });
      const { accountId } = opened.account;
      key = { clientId: opened.client.clientId, clientSecret: opened.secret };
      const people = new DynamoPeopleStore(documents, AccountsTable);
      await joinAccount(people, { accountId, email: OWNER, role: 'owner' });
      const catalogs = new DynamoCatalogStore(documents, AccountsTable);
      const catalog = await newCatalog(catalogs, accountId, '../../<i>parts</i>.csv');
      const candidates = [{ manufacturer: REGULATOR.manufacturer, partNumber: REGULATOR.mpn ?? '' }];
      const own = { itemNumber: MARKUP, partNumber: 'LM317X', reason: MARKUP, gtin: MARKUP };
      const rows = [catalogRow(1, { supplier: '<script>alert(1)</script>', ...own, candidates })];
      const [from, to] = [
        { rows: 0, bytes: 0 },
        { rows: 1, bytes: 9 },
      ];
      await catalogs.appendRows({ ...catalog, into: 'importing', runId: 'run', from, to, rows });
      await catalogs.completeImport(catalog, to, Date.now());
      for (const [part, state] of ['found', 'not_found', 'failed', 'open'].entries()) {
        const row = researchRow(accountId, `${MARKUP}${part}`, state as 'found');
        await documents.send(new PutCommand({ TableName: AccountsTable, Item: row }));
      }
      const other = await openAccount(documents, AccountsTable, { name: MARKUP, nowMs: Date.now() });
      second = other.account.accountId;
      await joinAccount(people, { accountId: second, email: OWNER, role: 'owner' });
      const bounced = { accountId, email: 'away@page.example', role: 'member' } as const;
      valueOf(await inviteMember(people, bounced, OPERATOR, Date.now()));
      await recordBounce(people, bounced.email, Date.now());
    });
    browser = await openBrowser(executable ?? '');
    context = await browser.newContext({ viewport: { width: 1100, height: 900 }, locale: 'en-GB' });
    page = await context.newPage();
    noteFaults(page, faults);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  async function call(credential: RunningKey, name = 'lookup_part'): Promise<{ status: number; text: string }> {
    const args = name === 'get_usage' ? {} : { manufacturer: REGULATOR.manufacturer, part_number: REGULATOR.mpn };
    const answer = await fetch(`${service.baseUrl}/mcp`, {
      method: 'POST',
      headers: {
        authorization: bearerKey(credential),
        'content-type': 'application/json',
        'mcp-protocol-version': '2025-11-25',
        'user-agent': `${MARKUP}/2.0`,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
    });
    return { status: answer.status, text: await answer.text() };
  }

  /** The link of the latest email. */
  async function linkOfEmail(known: number): Promise<string> {
    const folder = path.join(service.folder, 'mail');
    const emails = await vi.waitFor(
      async () => {
        const found = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.txt')).sort();
        expect(found.length).toBeGreaterThan(known);
        return found;
      },
      { timeout: WAIT_MS, interval: 100 },
    );
    const email = await readFile(path.join(folder, emails.at(-1) ?? ''), 'utf8');
    return /http\S+sign-in#\S+/.exec(email)?.[0] ?? '';
  }

  async function show(view: string): Promise<void> {
    await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: view, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: view }).waitFor();
  }

  async function accessible(): Promise<void> {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await accessFaults(page)).toEqual([]);
    }
    await page.emulateMedia({ colorScheme: 'light' });
  }

  /** Ends the session, as another tab or an operator would. */
  async function endSession(): Promise<void> {
    await page.evaluate(
      `fetch('/dashboard/api/overview').then((answer) => answer.json()).then(({ data }) => fetch('/dashboard/api/sign-out', {
        method: 'POST', headers: { 'content-type': 'application/json', 'x-csrf-token': data.csrf_token }, body: '{}' }))`,
    );
  }

  /**
   * Signs in again through the dialog: the link opens the same address, and the dialog of this tab closes by itself.
   */
  async function signInAgain(): Promise<void> {
    const emails = (await readdir(path.join(service.folder, 'mail'))).filter((file) => file.endsWith('.txt')).length;
    await page.getByLabel('Email address').fill(OWNER);
    await page.getByRole('button', { name: 'Send me a link' }).click();
    const other = await context.newPage();
    await other.goto(await linkOfEmail(emails));
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.waitForURL(page.url());
    await other.close();
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor({ state: 'detached' });
  }

  test('opens every public page with its content', async () => {
    for (const [address, heading] of [
      ['/', 'Product data your assistant can trust'],
      ['/plans', 'Plans'],
      ['/errors#csrf_invalid', 'Errors'],
      ['/docs/connect', 'Connect an assistant'],
      ['/docs/tools', 'Tools'],
      ['/docs/api', 'HTTP API'],
      ['/docs/billing', 'Billing'],
      ['/docs/research', 'Research'],
      ['/docs/lists', 'Files and catalogs'],
    ] as const) {
      await page.goto(`${service.baseUrl}${address}`);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    }
    for (const address of ['/', '/plans', '/docs/connect', '/docs/api', '/docs/measured', '/nowhere']) {
      await page.goto(`${service.baseUrl}${address}`);
      await accessible();
    }
    await page.goto(`${service.baseUrl}/errors#csrf_invalid`);
    expect(await page.locator('#csrf_invalid').count()).toBe(1);
    await accessible();
    const { status } = await fetch(`${service.baseUrl}/mcp`, { headers: { accept: 'text/html' } });
    expect(status).toBe(405);
  });

  test('signs a member in with one click on the emailed link', async () => {
    await page.goto(`${service.baseUrl}/dashboard`);
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await accessible();
    await page.getByLabel('Email address').fill(OWNER);
    await page.keyboard.press('Enter');
    await page.getByText('an email with a link is on its way').waitFor();
    await page.goto(await linkOfEmail(0));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor();
    // The browser keeps the requested address only until the sign-in.
    expect(await page.evaluate('localStorage.length')).toBe(0);
    const cookies = await context.cookies();
    expect(cookies.map(({ name, httpOnly, secure, sameSite }) => ({ name, httpOnly, secure, sameSite }))).toEqual([
      { name: '__Host-session', httpOnly: true, secure: true, sameSite: 'Lax' },
    ]);
    // Markup in the account's name is text.
    await page.getByRole('button', { name: NAME }).waitFor();
  });

  test('shows changed usage after a call', async () => {
    await page.getByText('Waiting for a call').waitFor();
    await accessible();
    expect((await call(key)).status).toBe(200);
    // The open page notices by itself.
    await page.getByText('Show as a table').waitFor({ timeout: WAIT_MS });
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    expect(await page.getByText('Get started').count()).toBe(0);
    expect(await page.locator('.chart .day').count()).toBeGreaterThan(0);
    await accessible();
  });

  test('creates a key that works immediately, and revokes an assistant', async () => {
    await show('Keys');
    await page.getByRole('link', { name: 'New key' }).click();
    await accessible();
    await page.getByLabel('Name').fill(MARKUP);
    await page.getByRole('button', { name: 'Make the key' }).click();
    const clientId = await page.locator('#client-id').innerText();
    const made = { clientId, clientSecret: await page.locator('#client-secret').innerText() };
    const rowOf = (id: string) => page.getByRole('row').filter({ has: page.getByTitle(id) });
    const offered = installOptions({ baseUrl: service.baseUrl, serviceName: 'Product Data' }, made);
    for (const { client, link, text } of offered) {
      await page.getByLabel('Connect with it').selectOption(client);
      const section = page.locator('#connect-text');
      expect(await section.locator('code').innerText()).toBe(text);
      expect(await section.locator('a').evaluateAll((links) => links.map((one) => one.getAttribute('href')))).toEqual(
        link === undefined ? [] : [link],
      );
    }
    await page.getByText('Waiting for the first call with this key').waitFor();
    await accessible();
    expect((await call(made)).status).toBe(200);
    await page.getByText('First call seen').waitFor({ timeout: WAIT_MS });
    expect(await page.getByRole('button', { name: 'Done' }).isDisabled()).toBe(true);
    await page.getByLabel('I have stored it').check();
    await page.getByRole('button', { name: 'Done' }).click();
    await vi.waitFor(
      async () => {
        await page.reload();
        await show('Assistants');
        await rowOf(clientId).waitFor({ timeout: 5_000 });
      },
      { timeout: WAIT_MS },
    );
    await accessible();
    await rowOf(clientId).getByRole('link', { name: 'Revoke' }).click();
    await page.getByText('No other assistant uses it.').waitFor();
    await accessible();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke the key' }).click();
    await rowOf(clientId).getByText('Revoked', { exact: true }).waitFor();
    expect((await call(made)).status).toBe(401);
  });

  test('shows research by day and outcome, with its cost', async () => {
    await show('Research');
    await page.getByRole('cell', { name: 'Found', exact: true }).waitFor();
    const figures = await page.locator('.figures > div').allInnerTexts();
    expect(figures.map((text) => text.replaceAll(/\s+/g, ' '))).toEqual([
      'Found 1 $0.15 charged',
      'Open 1 $0.15 reserved',
      'Not found 1 free; asked again after 30 days',
      'Ended without a result 1 free',
    ]);
    expect(await page.locator('.chart').count()).toBe(1);
    expect(await page.locator('.main').innerText()).toMatch(/again from \d{1,2}\s[A-Z]/);
    expect(await page.locator('.main').innerText()).toMatch(/expected by \d\d:\d\d|takes longer than usual/);
    // The table is above the chart.
    expect(
      await page.evaluate(
        'document.querySelector("table").compareDocumentPosition(document.querySelector(".chart")) & 4',
      ),
    ).toBe(4);
    expect(await page.getByRole('rowheader', { name: MARKUP }).count()).toBe(4);
    await page.getByText('Show as a table').click();
    await accessible();
    await show('Overview');
    await page.getByRole('navigation', { name: 'Measure' }).getByRole('link', { name: 'Research' }).click();
    await page.getByText('Ended without a result').first().waitFor();
  });

  test('changes roles and emails, keeps the last owner, and closes a dialog with Escape', async () => {
    await show('Members');
    await page.getByText('Mail to this address came back on').waitFor();
    const own = page.getByRole('row', { name: OWNER });
    expect(await own.getByRole('button', { name: /^Make member.*an account needs an owner/ }).isDisabled()).toBe(true);
    await own.getByText('The last owner stays: make somebody else an owner first.').waitFor();
    expect(await own.getByRole('link').count()).toBe(0);
    const other = page.getByRole('row', { name: 'away@page.example' });
    await other.getByRole('link', { name: /^Make owner/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog').waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('alertdialog').count()).toBe(0);
    expect(await page.evaluate('document.activeElement.textContent')).toContain('Make owner');
    await other.getByRole('link', { name: /^Make owner/ }).click();
    await accessible();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Make an owner' }).click();
    await page.getByText('away@page.example is an owner now.').waitFor();
    // An invited owner is not an owner yet.
    expect(await own.getByRole('button', { name: /^Make member/ }).isDisabled()).toBe(true);
    await page.getByLabel('An import ended').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await page.reload();
    expect(await page.getByLabel('An import ended').isChecked()).toBe(true);
  });

  test('opens another account of the same member, and the first one again', async () => {
    await page.getByRole('button', { name: NAME }).click();
    await accessible();
    await page.getByRole('button', { name: `Open ${MARKUP}` }).click();
    await page.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor();
    await page.getByRole('button', { name: MARKUP }).click();
    await page.getByRole('button', { name: `Open ${NAME}` }).click();
    await page.getByText('Show as a table').waitFor();
  });

  test('lets the keyboard skip the navigation', async () => {
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.closest("main") !== null')).toBe(true);
  });

  test('lowers a cap that refuses the next call', async () => {
    await show('Plan and cap');
    const change = page.getByRole('button', { name: 'Change the cap' });
    await page.getByLabel('Cap a period').fill('nothing');
    await change.click();
    await page.getByText('It must be an amount of dollars').waitFor();
    await page.getByLabel('Cap a period').fill('');
    await change.click();
    await page.getByText('To have no cap, remove it.').waitFor();
    await page.getByRole('radio', { name: 'No cap' }).check();
    await change.click();
    await page.getByText('Every token beyond the plan is then charged').waitFor();
    await accessible();
    await page.getByLabel('To confirm, type').fill('Another name');
    await page.getByRole('button', { name: 'Remove the cap' }).click();
    await page.getByText('Type the name of the account as it is above.').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('radio', { name: 'A cap' }).check();
    await page.getByLabel('Cap a period').fill('12,50');
    await change.click();
    expect(await page.getByRole('dialog').locator('.keyval').innerText()).toMatch(
      /Cap now\s+\$100\.00\s+New cap\s+\$12\.50/,
    );
    await accessible();
    await page.getByRole('button', { name: 'Lower to $12.50' }).click();
    await page.getByText('The cap is $12.50 a period.').waitFor();
    await page.getByRole('radio', { name: 'Nothing beyond the plan' }).check();
    await change.click();
    await page.getByRole('button', { name: 'Lower to $0.00' }).click();
    await page.getByText('The cap is $0.00 a period.').waitFor();
    expect((await call(key)).text).toContain('spending_cap_reached');
    await accessible();
    await show('Audit trail');
    await page.getByRole('cell', { name: OWNER }).first().waitFor();
    await page.getByText('$12.50 → $0.00').waitFor();
    await accessible();
  });

  test('shows requests from the service’s log: answered ones with their key, refused ones with advice', async () => {
    await show('Requests');
    const row = (words: string) => page.getByRole('row').filter({ hasText: words }).first();
    await row('Cap reached')
      .getByText(/Raise or remove the cap/)
      .waitFor();
    // The key was created and revoked on the dashboard, and its name is a script.
    await row(MARKUP).getByText('lookup_part').waitFor();
    await row(MARKUP).getByText('Found', { exact: true }).waitFor();
    await row(MARKUP).getByText('manufacturer, part number', { exact: true }).waitFor();
    await accessible();
    await page.getByRole('link', { name: 'Refused' }).click();
    await page.getByText(/^1 request\. Billed calls \d of 1\./).waitFor();
    expect(await page.locator('main').innerText()).not.toContain(REGULATOR.mpn);
    await accessible();
  });

  test('fits a screen of 320 pixels', async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    for (const view of ['', 'requests', 'assistants', 'keys', 'catalogs', 'research', 'members', 'settings', 'trail']) {
      await page.goto(`${service.baseUrl}/dashboard/${view}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect([view, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([view, 320]);
    }
    await page.setViewportSize({ width: 1100, height: 900 });
  });

  test('asks for a sign-in if the session ends in an open tab, and loses nothing typed', async () => {
    await show('Keys');
    await page.getByRole('link', { name: 'New key' }).click();
    await page.getByLabel('Name').fill('Half typed');
    await endSession();
    await page.getByRole('button', { name: 'Make the key' }).click();
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
    await page.getByRole('button', { name: /^Copy req_/ }).waitFor();
    await accessible();
    await page.getByRole('button', { name: 'I have signed in: continue' }).click();
    await page.getByText('Nobody is signed in yet.').waitFor();
    await signInAgain();
    expect(await page.getByLabel('Name').inputValue()).toBe('Half typed');
    await page.getByRole('button', { name: 'Make the key' }).click();
    await page.locator('#client-secret').waitFor();
  });

  test('runs no stored script, breaks no policy and loads nothing from another origin', () => {
    expect(faults).toEqual([]);
  });
});

function researchRow(accountId: string, partNumber: string, state: 'found' | 'not_found' | 'failed' | 'open') {
  const name = numberName({ manufacturerKey: toManufacturerKey('Norvane'), part: partKey(partNumber) }, partNumber);
  const asked = { manufacturer: MARKUP, partNumber, description: null };
  const nowMs = Date.now() - 60_000;
  const usageKey = new Date(nowMs).toISOString().slice(0, 7);
  const attempt = { accountId, ...name, attempt: 'attempt', asked, usageKey, counted: true };
  const opened = openRequest(attempt, undefined, nowMs);
  if (state === 'open') return writeRequestRow(opened);
  const ends = {
    found: { kind: 'found', itemId: REGULATOR.id, charge: true },
    not_found: { kind: 'not_found' },
    failed: { kind: 'failed', cause: 'given_up' },
  } as const;
  return writeRequestRow(endRequest(opened, ends[state], nowMs).request);
}
