// Slow: starts a browser.
/**
 * The screen of requests in Chromium, at one fixed moment: a stand-in replaces CloudWatch Logs, everything else is
 * the dashboard's own.
 */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Page } from 'playwright-core';
import { DynamoAssistantSignInStore } from '../../adapters/dynamodb/access/dynamo-assistant-sign-in-store.ts';
import { DynamoAdministrationStore } from '../../adapters/dynamodb/access/dynamo-administration-store.ts';
import { grantConsent } from '../../core/access/oauth/grant-consent.ts';
import { PAGE_ORIGIN } from '../support/service/page-interface.ts';
import { signInPerson } from '../support/service/people.ts';
import { requestLine } from '../support/fixtures/request-lines.ts';
import { valueOf } from '../support/fixtures/value-of.ts';
import { openPagesInChromium, type PagesInChromium } from '../support/page/page-in-chromium.ts';
import { logRealisticCalls } from '../support/page/realistic-calls.ts';
import {
  openNewAccount,
  openRealisticAccount,
  SHOWN_MS,
  type RealisticAccount,
} from '../support/page/realistic-account.ts';
import { accessFaults, browserFile } from '../support/processes/open-browser.ts';
import { SIGN_IN_REQUEST } from '../support/sign-in/sign-ins.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const MARKUP = '<img src=x onerror=alert(2)>';
const ID = 'req_Qx81mT4vB2kLp0sWn7Za';
const WAIT_MS = 120_000;
const executable = await browserFile();

describe.skipIf(executable === undefined)('the screen of requests', () => {
  let pages: PagesInChromium;
  let account: RealisticAccount;
  let beginner = '';

  beforeAll(async () => {
    pages = await openPagesInChromium(executable ?? '');
    const { dashboard } = pages;
    account = await openRealisticAccount(dashboard, { keyNames: [MARKUP, 'Ärzte-Übersicht'] });
    const { accountId, member } = account;
    const administration = new DynamoAdministrationStore(dashboard.client, dashboard.tables.accountsTable);
    const signIns = new DynamoAssistantSignInStore(dashboard.client, dashboard.tables.accountsTable);
    const oauth = { signIns, administration, people: dashboard.people, issuer: PAGE_ORIGIN };
    const asked = { ...SIGN_IN_REQUEST, client: { ...SIGN_IN_REQUEST.client, name: MARKUP } };
    valueOf(
      await grantConsent(oauth, asked, { accountId, personId: member.personId, scopes: ['usage:read'] }, SHOWN_MS),
    );
    const ids = await logRealisticCalls(dashboard, accountId);
    const clients = await administration.listClients(accountId);
    const signIn = clients.find(({ signIn: grant }) => grant !== undefined)?.clientId ?? '';
    for (const client of [ids.get(MARKUP) ?? '', signIn])
      dashboard.callLogs.write(
        'McpLogs',
        requestLine({
          ...{ account: accountId, client, atMs: SHOWN_MS - 60_000, tool: 'get_usage', asked: MARKUP },
          ...{ outcome: 'invalid_parameter', why: { field: MARKUP } },
        }),
      );
    beginner = (await openNewAccount(dashboard)).owner.email;
  });
  afterAll(() => pages?.stop());
  // Each test starts another search, so that the results of an earlier test are not reused.
  beforeEach(() => pages.dashboard.callLogs.answerWith('Complete'));

  const open = async (address = '', email = account.owner.email, width = 1280) => {
    const opened = await pages.open(`/dashboard/requests${address}`, email, { viewport: { width, height: 900 } });
    opened.page.setDefaultTimeout(WAIT_MS);
    return opened;
  };
  const rows = (page: Page) => page.locator('tbody tr');
  const row = (page: Page, words: string) => rows(page).filter({ hasText: words }).first();

  test('shows time, tool with sizes, key, outcome, cost and id', async () => {
    const { page, context, faults } = await open();
    const answered = row(page, ID);
    await answered.waitFor();
    expect((await answered.innerText()).replaceAll(/\s+/g, ' ')).toBe(
      `2 min ago lookup_part manufacturer, part number Claude Code, Jürgen Müller Found 164 ${ID}`,
    );
    await row(page, 'Not found, free').waitFor();
    await row(page, 'Research asked for').waitFor();
    await row(page, 'HTTP API · 62 parts').waitFor();
    // Of a list it says how many; a test key's find is free.
    await row(page, '50 parts').getByText('48 of 50 found', { exact: true }).waitFor();
    await row(page, 'get_item').getByText('Found, free', { exact: true }).waitFor();
    await row(page, 'search_items').getByText('words, limit', { exact: true }).waitFor();
    await page.getByText(/^12 requests\. Billed calls \d+ of 12\./).waitFor();
    await page.getByText(/^As of 14:03\. New ones take/).waitFor();
    // Screen readers announce it.
    await page.getByRole('status').getByText('12 requests', { exact: true }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  test('says for a refused call what to do, in the words of the error reference, and links its entry', async () => {
    const { page, context } = await open('?result=refused');
    const tooLarge = row(page, 'Batch too large');
    await tooLarge.getByText('The call names 62 parts; your plan allows 50 per call. Split the batch.').waitFor();
    expect(await tooLarge.getByRole('link', { name: 'More about batch_too_large' }).getAttribute('href')).toBe(
      `${PAGE_ORIGIN}/errors#batch_too_large`,
    );
    await row(page, 'Permission missing').getByText('This key or token may not ask for research.').waitFor();
    const permissions = row(page, 'Permission missing').getByRole('link', { name: 'Permissions of ERP nightly sync' });
    expect(await permissions.getAttribute('href')).toBe('/dashboard/keys');
    await row(page, 'Unknown method').getByText('Nothing is wrong with the account').waitFor();
    expect(await page.locator('tbody').getByText('Refused, free').count()).toBe(await rows(page).count());
    await context.close();
  });

  test('is filtered by result, key, tool and time, all kept in the address over a reload', async () => {
    const { page, context } = await open();
    await rows(page).first().waitFor();
    const shows = async (count: number, address: RegExp) => {
      const words = new RegExp(`^${count} requests?\\. Billed`);
      await page.getByText(words).waitFor();
      expect(page.url()).toMatch(address);
      await page.reload();
      await page.getByText(words).waitFor();
      expect(page.url()).toMatch(address);
    };
    await page.getByRole('link', { name: 'Not found', exact: true }).click();
    await shows(1, /result=not_found/);
    await page.getByRole('link', { name: 'Found', exact: true }).click();
    await shows(4, /result=found/);
    await page.getByLabel('Key', { exact: true }).selectOption('ERP nightly sync');
    await shows(1, /key=cli_live_\w+&result=found$/);
    expect(await page.getByLabel('Key', { exact: true }).locator('option:checked').textContent()).toBe(
      'ERP nightly sync',
    );
    await page.getByLabel('Time').selectOption('Last 7 days');
    await shows(361, /time=week&key=/);
    await page.getByLabel('Time').selectOption('2026-11-21');
    await shows(60, /time=2026-11-21/);
    await page.goto(`${PAGE_ORIGIN}/dashboard/requests`);
    await page.getByLabel('Tool').selectOption('search_items');
    await shows(1, /tool=search_items/);
    await page.goBack();
    await page.getByText(/^12 requests\. Billed/).waitFor();
    await context.close();
  });

  test('takes a filter that is chosen as soon as it is drawn', async () => {
    const { page, context } = await open();
    await page.addInitScript(() => {
      const observer = new MutationObserver(() => {
        const tool = document.querySelector<HTMLSelectElement>('select[aria-label="Tool"]');
        if (tool === null) return;
        observer.disconnect();
        tool.value = 'search_items';
        tool.dispatchEvent(new Event('change', { bubbles: true }));
      });
      observer.observe(document, { childList: true, subtree: true });
    });
    await page.reload();
    await page.getByText(/^1 request\. Billed/).waitFor();
    expect(page.url()).toMatch(/tool=search_items/);
    await context.close();
  });

  test('puts calls that are alike on one line, which opens in place by keyboard; the tick turns it off, also over a reload', async () => {
    const { page, context } = await open('?time=2026-11-21');
    const group = row(page, '60 × Found');
    await group.waitFor();
    expect(await rows(page).count()).toBe(1);
    expect((await group.locator('td').first().innerText()).replaceAll(/\s+/g, ' ')).toBe('21 Nov, 01:59 to 02:03');
    await group.getByRole('button', { name: 'Show 60 calls' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Hide 60 calls', expanded: true }).waitFor();
    expect(await rows(page).count()).toBe(61);
    await page.getByLabel('Calls that are alike on one line').uncheck();
    for (let times = 0; times < 2; times += 1) {
      await page.getByText(/^Page 1 of 2\./).waitFor();
      expect(await rows(page).count()).toBe(50);
      await page.reload();
    }
    await context.close();
  });

  test('shows fifty a page, with addresses for the older and the newer ones', async () => {
    const { page, context } = await open('?time=week&grouped=no');
    await page.getByText(/^372 requests\. Billed/).waitFor();
    await page.getByText(/^Page 1 of 8\./).waitFor();
    expect(await rows(page).count()).toBe(50);
    await page.getByRole('link', { name: 'Older' }).click();
    await page.getByText(/^Page 2 of 8\./).waitFor();
    await page.reload();
    await page.getByText(/^Page 2 of 8\./).waitFor();
    expect(page.url()).toMatch(/page=2&grouped=no$/);
    await page.getByRole('link', { name: 'Newer' }).click();
    await page.getByText(/^Page 1 of 8\./).waitFor();
    await page.getByLabel('Calls that are alike on one line').check();
    await page.waitForURL((url) => !url.search.includes('grouped'));
    await context.close();
  });

  test('finds a request by its complete id in all seven days, and refuses an invalid id in place', async () => {
    const { page, context } = await open('?result=found');
    const box = page.getByRole('searchbox', { name: 'Request id' });
    await box.fill(` ${ID} `);
    await page.getByText(/^1 request\. Billed/).waitFor();
    expect(page.url()).toBe(`${PAGE_ORIGIN}/dashboard/requests?time=week&request=${ID}`);
    await page.reload();
    await page.getByText(/^1 request\. Billed/).waitFor();
    expect(await box.inputValue()).toBe(ID);
    await box.fill('');
    await page
      .getByText(/372 requests\. Billed/)
      .first()
      .waitFor();
    await box.fill('LM317T" or "');
    await box.press('Enter');
    await page.getByRole('alert').getByText('A request id is req_').waitFor();
    expect(await box.getAttribute('aria-invalid')).toBe('true');
    await context.close();
  });

  test('ignores an invalid filter in the address', async () => {
    const { page, context } = await open(
      `?${new URLSearchParams({ tool: MARKUP, key: '" or', time: 'ever', request: 'x', result: 'all' }).toString()}`,
    );
    await page.getByText(/^12 requests\. Billed/).waitFor();
    await context.close();
  });

  test('copies the id of a request, and confirms it', async () => {
    const { page, context } = await open();
    await page.getByRole('button', { name: `Copy ${ID}` }).click();
    await row(page, ID).getByText('Copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(ID);
    await context.close();
  });

  test('exports the filtered requests as a file, without another search', async () => {
    const { page, context } = await open('?result=refused&tool=lookup_parts');
    await page.getByText(/^1 request\. Billed/).waitFor();
    const before = pages.dashboard.callLogs.started.length;
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('requests-2026-11-23.csv');
    const text = await readFile(await file.path(), 'utf8');
    expect(text).toContain('lookup_parts,items: 62 entries,متجر الويب,cli_live_');
    expect(text.trim().split('\r\n')).toHaveLength(2);
    expect(pages.dashboard.callLogs.started).toHaveLength(before);
    await context.close();
  });

  test('explains why nothing could be exported', async () => {
    const { page, context } = await open('?result=refused&tool=lookup_parts&time=hour');
    await page.getByText(/^1 request\. Billed/).waitFor();
    await page.route('**/dashboard/api/requests?*', (route) => route.abort());
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('alert').getByText('The service cannot be reached.').waitFor();
    await context.close();
  });

  test('explains the empty screen before the first call, and clears a filter without results', async () => {
    const first = await open('', beginner);
    await first.page.getByRole('heading', { name: 'No request in this time' }).waitFor();
    expect(await accessFaults(first.page)).toEqual([]);
    await first.page.getByRole('link', { name: 'Show 7 days' }).click();
    await vi.waitFor(() => expect(first.page.url()).toMatch(/time=week/));
    await first.context.close();
    const { page, context } = await open('?tool=list_my_catalogs');
    await page.getByRole('heading', { name: 'No such request' }).waitFor();
    expect(await accessFaults(page)).toEqual([]);
    await page.getByRole('link', { name: 'Clear the filter' }).click();
    await page.getByText(/^12 requests\. Billed/).waitFor();
    await context.close();
  });

  test('shows that a search is running, and then its results', async () => {
    pages.dashboard.callLogs.answerWith('Scheduled', ...Array<'Running'>(6).fill('Running'), 'Complete');
    const { page, context } = await open('?tool=lookup_part');
    await page.getByRole('status').getByText('Searching the log…').waitFor();
    expect(await accessFaults(page)).toEqual([]);
    await page.getByRole('status').getByText('Still searching.').waitFor();
    await page.getByText(/^3 requests\. Billed calls \d of 3\./).waitFor();
    await context.close();
  });

  test.each([
    ['Failed', 'The log could not be searched.'],
    ['Timeout', 'The log could not be searched.'],
  ] as const)('shows that a search ended as %s, and repeats it on request', async (status, words) => {
    pages.dashboard.callLogs.answerWith(status);
    const { page, context } = await open('?tool=lookup_parts');
    await page.getByRole('alert').getByText(words).waitFor();
    expect(await accessFaults(page)).toEqual([]);
    pages.dashboard.callLogs.answerWith('Complete');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText(/^2 requests\. Billed calls \d of 2\./).waitFor();
    await context.close();
  });

  test('waits for another member’s search, and then runs its own', async () => {
    const { dashboard } = pages;
    dashboard.callLogs.answerWith('Running', 'Complete');
    const theirs = await signInPerson(dashboard.people, account.member, SHOWN_MS);
    const { json } = await dashboard.get('/requests', theirs, 'time=hour');
    const { page, context } = await open('?time=hour');
    await page.getByRole('status').getByText('Another search is running.').waitFor();
    for (let reads = 0; reads < 2; reads += 1)
      await dashboard.get('/requests/found', theirs, `search_id=${json.data.search_id}`);
    await row(page, ID).waitFor();
    await context.close();
  });

  test('shows markup of keys, assistants and the log as text', async () => {
    const { page, context, faults } = await open('?tool=get_usage&grouped=no');
    await page.getByText(/^2 requests\. Billed calls \d of 2\./).waitFor();
    const text = await page.locator('tbody').innerText();
    expect(text.split(MARKUP)).toHaveLength(9);
    expect(text).toContain('mia@nordhafen.example');
    expect(await page.locator('main img').count()).toBe(0);
    expect(faults).toEqual([]);
    await context.close();
  });

  test.each([
    [320, 'light'],
    [390, 'light'],
    [390, 'dark'],
    [768, 'light'],
    [1280, 'light'],
    [1280, 'dark'],
  ] as const)('fits a width of %i px and is accessible there, %s', async (width, colorScheme) => {
    const { page, context } = await pages.open('/dashboard/requests', account.owner.email, {
      viewport: { width, height: 900 },
      colorScheme,
    });
    await row(page, ID).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    expect(await accessFaults(page)).toEqual([]);
    // Cards and table alike: nothing is cut off, every cell is visible.
    const card = row(page, 'Batch too large');
    for (const words of ['lookup_parts', 'متجر الويب', '62 parts', 'req_', '25 min ago'])
      expect([words, await card.getByText(words).first().isVisible()]).toEqual([words, true]);
    // The message has the width of its call, not of a narrow column.
    const served = await card.locator('.served').boundingBox();
    expect(served?.width).toBeGreaterThan(175);
    await page.goto(`${PAGE_ORIGIN}/dashboard/requests?time=week`);
    await row(page, '60 × Found').getByRole('button', { name: 'Show 60 calls' }).click();
    await page.locator('tr.inner').first().waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    expect(await accessFaults(page)).toEqual([]);
    await context.close();
  });

  test('is loaded when it is opened: no other view searches the log, and the first view stays one call', async () => {
    const { page, context } = await pages.open('/dashboard', account.owner.email);
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await page.waitForLoadState('networkidle');
    const before = pages.dashboard.callLogs.started.length;
    expect(asked.filter((path) => path.startsWith('/dashboard/api/'))).toEqual(['/dashboard/api/overview']);
    await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Requests' }).click();
    await row(page, ID).waitFor();
    expect(asked.filter((path) => path.startsWith('/dashboard/api/')).slice(1)).toEqual([
      '/dashboard/api/requests',
      '/dashboard/api/requests/found',
    ]);
    expect(pages.dashboard.callLogs.started.length).toBe(before + 1);
    await context.close();
  });
});
