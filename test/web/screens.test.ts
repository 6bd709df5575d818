/** What each screen of the dashboard promises, in Chromium at one fixed moment, on a desk and on a phone, with names in several scripts and names that are markup. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openPagesInChromium, type PagesInChromium } from '../support/page/page-in-chromium.ts';
import { openNewAccount, openPastDueAccount, openRealisticAccount } from '../support/page/realistic-account.ts';
import { accessFaults, browserFile } from '../support/processes/open-browser.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const MARKUP = '<img src=x onerror=alert(2)>';
const VIEWS = [
  '',
  '/research',
  '/keys',
  '/keys?new=key',
  '/assistants',
  '/members',
  '/members?invite=person',
  '/settings',
  '/trail',
];
const executable = await browserFile();

describe.skipIf(executable === undefined)('a screen of the dashboard', () => {
  let pages: PagesInChromium;
  let owner = '';
  let beginner = '';
  let debtor = '';

  beforeAll(async () => {
    pages = await openPagesInChromium(executable ?? '');
    const names = { keyNames: [MARKUP, 'مفتاح', 'Ärzte-Übersicht'], assistantNames: [MARKUP] };
    owner = (await openRealisticAccount(pages.dashboard, names)).owner.email;
    beginner = (await openNewAccount(pages.dashboard)).owner.email;
    debtor = (await openPastDueAccount(pages.dashboard)).owner.email;
  });
  afterAll(() => pages?.stop());

  test.each([320, 390, 1280])(
    'fits a width of %i px, is accessible there, and runs nothing of the names in it',
    async (width) => {
      const { page, context, faults } = await pages.open('/dashboard', owner, { viewport: { width, height: 900 } });
      for (const view of VIEWS) {
        await page.goto(`https://mcp.test.example/dashboard${view}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        expect([view, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([view, width]);
        expect([view, await accessFaults(page)]).toEqual([view, []]);
      }
      expect(faults).toEqual([]);
      await context.close();
    },
  );

  test('shows the same again after a reload: view, tab, measure and open dialog', async () => {
    const { page, context } = await pages.open('/dashboard/keys?state=revoked', owner);
    for (const [address, shown] of [
      ['/keys?state=revoked', 'Test key'],
      ['?measure=calls', 'ERP nightly sync'],
      ['/keys?new=key', 'Make the key'],
      ['/trail?words=renamed', 'Key renamed'],
    ] as const) {
      await page.goto(`https://mcp.test.example/dashboard${address}`);
      await page.getByText(shown).first().waitFor();
      await page.reload();
      await page.getByText(shown).first().waitFor();
    }
    await context.close();
  });

  test('draws the days of the period: today is named, days to come are empty, round values, the day when the included tokens ran out', async () => {
    const { page, context } = await pages.open('/dashboard', owner);
    await page.locator('.chart').waitFor();
    expect(await page.locator('.chart .day').count()).toBe(23);
    const words = await page
      .locator('.chart > text, .chart > g > text')
      .allTextContents()
      .then((all) => all.map((word) => word.replaceAll('\u00A0', ' ')));
    expect(words.filter((word) => /^\d+k?$|today|Nov/.test(word))).toEqual(
      expect.arrayContaining(['0', '1 Nov', '8', '15', 'today', '29']),
    );
    expect(words).not.toContain('22');
    await page.getByText(/included tokens used up, 2\d\sNov/).waitFor();
    expect(await page.locator('.chart .grid').count()).toBeLessThanOrEqual(4);
    await context.close();
  });

  test('tells a new account its first steps, and one whose payment failed what is refused and what to do', async () => {
    const first = await pages.open('/dashboard', beginner);
    await first.page.getByText('1 of 4 done').waitFor();
    await first.page.getByRole('link', { name: 'Make a key' }).waitFor();
    expect(await accessFaults(first.page)).toEqual([]);
    await first.context.close();
    const failed = await pages.open('/dashboard', debtor);
    const alert = failed.page.getByRole('alert').filter({ hasText: 'Your payment failed. Live keys are refused.' });
    const card = alert.getByRole('link', { name: 'Write to support@test.example to update the card' });
    expect(await card.getAttribute('href')).toBe('mailto:support@test.example');
    expect(await failed.page.getByRole('link', { name: /^(Terms|Privacy|Card and invoices)$/ }).count()).toBe(0);
    expect(await accessFaults(failed.page)).toEqual([]);
    await failed.context.close();
  });
});
