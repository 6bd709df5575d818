// Slow: starts a browser.
/** What every public page keeps to in Chromium, on a desktop and on a phone, by keyboard and without scripts. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Page } from 'playwright-core';
import { TOOL_GUIDE } from '../../../core/api/front-door/tool-guide.ts';
import { openPagesInChromium, type PagesInChromium } from '../../support/page/page-in-chromium.ts';
import { loadShownRecord } from '../../support/page/realistic-account.ts';
import { accessFaults, browserFile } from '../../support/processes/open-browser.ts';
import { PAGE_ORIGIN } from '../../support/service/page-interface.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 900 };
const GUIDES = ['connect', 'tools', 'lists', 'research', 'billing', 'api', 'measured'].map((name) => `/docs/${name}`);
const PAGES = ['/', '/plans', '/errors', ...GUIDES];
/** Code that scrolls sideways, by its first words. */
const SCROLLING_CODE = `[...document.querySelectorAll('main pre')]
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
  .map(({ textContent }) => textContent.slice(0, 60))`;
/** Where the columns of the tables of names, types and meanings begin. */
const COLUMNS = `[...document.querySelectorAll('main table')]
  .map((table) => [...table.querySelectorAll('thead th')])
  .filter((heads) => heads.map(({ innerText }) => innerText).join() === 'Name,Type,Meaning')
  .map((heads) => heads.map((head) => Math.round(head.getBoundingClientRect().x)).join())`;
const executable = await browserFile();

describe.skipIf(executable === undefined)('a public page', () => {
  let pages: PagesInChromium;

  beforeAll(async () => {
    pages = await openPagesInChromium(executable ?? '');
    await loadShownRecord(pages.dashboard);
  });
  afterAll(() => pages?.stop());

  const goTo = async (page: Page, path: string) => {
    await page.goto(`${PAGE_ORIGIN}${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  };

  test.each([PHONE, DESKTOP])(
    'has no fault of access at $width px in light and dark, scrolls neither itself nor its code sideways, and logs no error',
    async (viewport) => {
      const { page, context, faults } = await pages.open('/plans', undefined, { viewport });
      const errors: string[] = [];
      page.on('console', (message) => message.type() === 'error' && errors.push(`${page.url()}: ${message.text()}`));
      for (const path of PAGES) {
        await goTo(page, path);
        expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, viewport.width]);
        expect([path, await page.evaluate(SCROLLING_CODE)]).toEqual([path, []]);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          expect([path, colorScheme, await accessFaults(page)]).toEqual([path, colorScheme, []]);
        }
      }
      expect([faults, errors]).toEqual([[], []]);
      await context.close();
    },
  );

  test('has on a phone a menu of all pages, opened and closed by keyboard alone, and without a script too', async () => {
    const { page, context } = await pages.open('/docs/tools', undefined, { viewport: PHONE });
    const all = page.getByRole('navigation', { name: 'All pages' });
    await page.getByRole('button', { name: 'Menu' }).focus();
    await page.keyboard.press('Enter');
    await all.waitFor();
    const links = await all.getByRole('link').allInnerTexts();
    expect(links).toEqual(expect.arrayContaining(['Connect', 'Plans', 'Ask for an account', 'Sign in', 'HTTP API']));
    const paths = await all.getByRole('link').evaluateAll((found) => found.map((link) => link.getAttribute('href')));
    expect(paths).toEqual(expect.arrayContaining([...GUIDES, '/errors']));
    expect(await all.getByRole('link', { name: 'Tools' }).getAttribute('aria-current')).toBe('page');
    expect(await accessFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await all.waitFor({ state: 'hidden' });
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Menu');
    await context.close();

    const plain = await pages.open('/docs/tools', undefined, { viewport: PHONE, javaScriptEnabled: false });
    await plain.page.getByRole('button', { name: 'Menu' }).click();
    await plain.page.getByRole('navigation', { name: 'All pages' }).waitFor();
    expect(await plain.page.getByRole('button', { name: 'Copy' }).count()).toBe(0);
    await plain.context.close();
  });

  test('says everywhere that an account is asked for, and beside the tools that there are no prices and no stock', async () => {
    const { page, context } = await pages.open('/', undefined);
    for (const path of ['/', '/plans']) {
      await goTo(page, path);
      await page.getByRole('link', { name: 'Ask for an account' }).first().waitFor();
      expect([path, await page.getByText('Start free').count()]).toEqual([path, 0]);
    }
    // A bill of materials, research, and what replaces a part: each beside a picture of markup.
    await goTo(page, '/');
    expect(await page.locator('.split').count()).toBe(3);
    for (const [path, words] of [
      ['/', 'No prices and no stock'],
      ['/docs/tools', 'No tool returns prices or stock'],
      ['/docs/api', 'no prices or stock'],
    ] as const) {
      await goTo(page, path);
      await page.locator('main').getByText(words).first().waitFor();
    }
    await context.close();
  });

  test('of the tools says of each when to use it, what it takes, a question with its answer, its cost and its errors', async () => {
    const { page, context } = await pages.open('/docs/tools', undefined);
    const sections = (await page.locator('main article').innerHTML()).split(/<h2 id="/);
    for (const { name } of TOOL_GUIDE) {
      const html = sections.find((section) => section.startsWith(`${name}"`)) ?? '';
      const missing = [
        /<\/h2>\s*<p><strong>Use it<\/strong> /,
        /<strong>Permission<\/strong>: <code>/,
        /<strong>Cost<\/strong>: /,
        /<th>Name<\/th>\s*<th>Type<\/th>\s*<th>Meaning<\/th>|No arguments/,
        /<strong>“.+”<\/strong> is asked as[\s\S]*<pre[\s\S]*and answered[\s\S]*<pre/,
        /href="\/errors#/,
      ].filter((wanted) => !wanted.test(html));
      expect([name, missing]).toEqual([name, []]);
    }
    await context.close();
  });

  test('begins the columns of name, type and meaning at the same place in all its tables', async () => {
    const { page, context } = await pages.open('/docs/tools', undefined, { viewport: DESKTOP });
    for (const path of ['/docs/tools', '/docs/api']) {
      await goTo(page, path);
      const columns = await page.evaluate<readonly string[]>(COLUMNS);
      expect([path, columns.length > 4, new Set(columns).size]).toEqual([path, true, 1]);
    }
    await context.close();
  });

  test('lists its sections, each with an address, and marks the one in sight; on a phone the list is folded', async () => {
    const { page, context } = await pages.open('/docs/tools', undefined, { viewport: DESKTOP });
    const list = page.getByRole('navigation', { name: 'On this page' });
    for (const [path, section] of [
      ['/docs/tools', 'search_items'],
      ['/docs/api', 'Look many parts up'],
    ] as const) {
      await goTo(page, path);
      const titles = await page.locator('main article h2').allInnerTexts();
      expect([path, await list.getByRole('link').allInnerTexts()]).toEqual([path, titles]);
      const wanted = titles.find((title) => title === section) ?? titles[3] ?? '';
      await list.getByRole('link', { name: wanted, exact: true }).click();
      await list.locator('[aria-current]').getByText(wanted, { exact: true }).waitFor();
      expect(new URL(page.url()).hash).not.toBe('');
    }
    await page.setViewportSize(PHONE);
    await goTo(page, '/docs/tools');
    expect(await list.isVisible()).toBe(false);
    const folded = page.locator('details.onpage-m');
    await folded.locator('summary').focus();
    await page.keyboard.press('Enter');
    await folded.getByRole('link', { name: 'search_items', exact: true }).click();
    expect(new URL(page.url()).hash).toBe('#search_items');
    await context.close();
  });

  test('copies a block of code, and says so', async () => {
    const { page, context } = await pages.open('/docs/api', undefined, { viewport: PHONE });
    const code = page.locator('main .code').first();
    await code.getByRole('button', { name: 'Copy' }).click();
    await code.getByRole('status').getByText('Copied', { exact: true }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe((await code.locator('pre').innerText()).trim());
    await context.close();
  });
});
