// Slow: starts a browser.
/** What the dashboard shows when something fails, in Chromium: what failed, that nothing is lost, and a way on. */
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { VIEW_PATHS } from '../../core/dashboard/views/page-address.ts';
import { openPagesInChromium, type PagesInChromium } from '../support/page/page-in-chromium.ts';
import { openRealisticAccount } from '../support/page/realistic-account.ts';
import { accessFaults, browserFile } from '../support/processes/open-browser.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const executable = await browserFile();

describe.skipIf(executable === undefined)('a failure', () => {
  let pages: PagesInChromium;
  let owner = '';
  beforeAll(async () => {
    pages = await openPagesInChromium(executable ?? '');
    owner = (await openRealisticAccount(pages.dashboard)).owner.email;
  });
  afterAll(() => pages?.stop());

  const failing = (route: Route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/json',
      body: JSON.stringify({
        data: null,
        errors: [{ code: 'internal_error', message: 'Something went wrong on our side.', field: null }],
        meta: { request_id: 'req_p0LsW2nb' },
      }),
    });

  /** Opens a page whose requests to a path fail until `mend` is called. */
  async function openFailing(address: string, api: string, fail: (route: Route) => Promise<void>) {
    const { page, context } = await pages.open('/dashboard/statements', owner);
    page.setDefaultTimeout(120_000);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await context.route(`**/dashboard/api${api}*`, fail);
    await page.goto(new URL(address, page.url()).href);
    return { page, mend: () => context.unroute(`**/dashboard/api${api}*`) };
  }

  async function accessible(page: Page): Promise<void> {
    for (const [width, colorScheme] of [
      [1280, 'light'],
      [1280, 'dark'],
      [390, 'light'],
      [390, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme });
      expect([width, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([width, width]);
      expect([width, colorScheme, await accessFaults(page)]).toEqual([width, colorScheme, []]);
    }
  }

  test('of a part of the page stands in its place, with Retry, the request and a way on; no toast says it', async () => {
    const { page, mend } = await openFailing('/dashboard/catalogs', '/catalogs', failing);
    await page.getByRole('heading', { name: 'The catalogs could not be read' }).waitFor();
    await page.getByText('req_p0LsW2nb').first().waitFor();
    await page.getByRole('heading', { level: 1, name: 'Catalogs' }).waitFor();
    expect(await page.locator('.toast').count()).toBe(0);
    expect(await page.locator('.empty .btn').first().innerText()).toBe('Try again');
    await accessible(page);
    await mend();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'No catalogs yet' }).waitFor();
  });

  test('to reach the service for a part is tried again by itself, and the words of a refused field are of the page', async () => {
    const { page, mend } = await openFailing('/dashboard/catalogs', '/catalogs', (route) => route.abort());
    await page.getByRole('heading', { name: 'The catalogs could not be read' }).waitFor();
    await page.getByText(/^We try again by ourselves in \d+ s\.$/).waitFor();
    await mend();
    await page.getByRole('heading', { name: 'No catalogs yet' }).waitFor();
    await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Keys' }).click();
    await page.getByRole('link', { name: 'New key' }).first().click();
    await page.getByRole('button', { name: 'Make the key' }).click();
    await page.getByRole('alert').getByText('Write something here.').waitFor();
    expect(await page.getByLabel('Name').evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true);
    await accessible(page);
  });

  test('to reach the service shows the brand and tries again by itself', async () => {
    const { page, mend } = await openFailing('/dashboard', '/overview', (route) => route.abort());
    await page.getByRole('heading', { level: 1, name: 'The service does not answer' }).waitFor();
    await page.getByText(/^We try again by ourselves in \d+ s\.$/).waitFor();
    expect(await page.locator('.brand').count()).toBe(1);
    expect(await page.locator('.card .btn').first().innerText()).toBe('Try again now');
    await accessible(page);
    await mend();
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
  });

  test('to find a view is a 404 with a heading, never the Overview; every view of the menu is found', async () => {
    const { page } = await pages.open('/dashboard/statements', owner);
    const answer = await page.goto(new URL('/dashboard/catalogues', page.url()).href);
    expect(answer?.status()).toBe(404);
    await page.getByRole('heading', { level: 1, name: 'No such page' }).waitFor();
    expect(await page.locator('.empty .btn').first().innerText()).toBe('Catalogs');
    await page.getByText(answer?.headers()['x-request-id'] ?? 'no id').waitFor();
    await accessible(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    const views = await page
      .locator('.side .nav a[href^="/dashboard/"]')
      .evaluateAll((links) => links.map((link) => (link as unknown as { pathname: string }).pathname.split('/')[2]));
    expect(VIEW_PATHS.filter((view) => view !== 'sign-in').toSorted()).toEqual(views.toSorted());
  });
});
