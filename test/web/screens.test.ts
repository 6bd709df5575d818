// Slow: starts a browser.
/**
 * The guarantees of each screen of the dashboard, in Chromium at a fixed time, on a desktop and on a phone, with names
 * in several scripts and names that are markup.
 */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openPagesInChromium, type PagesInChromium } from '../support/page/page-in-chromium.ts';
import type { Page } from 'playwright-core';
import type { OverviewData } from '../../web/api-data.ts';
import {
  openNewAccount,
  openPastDueAccount,
  openRealisticAccount,
  SHOWN_MS,
} from '../support/page/realistic-account.ts';
import { openRealisticLists } from '../support/page/realistic-lists.ts';
import { signInPerson } from '../support/service/people.ts';
import { accessFaults, browserFile } from '../support/processes/open-browser.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const PHONE = { width: 390, height: 844 };
const MARKUP = '<img src=x onerror=alert(2)>';
/** The views, each with the element that is drawn last. */
const VIEWS = [
  ['', 'Show as a table'],
  ['/research', 'Show as a table'],
  ['/keys', 'Secrets are stored as hashes'],
  ['/keys?state=revoked', 'Test key'],
  ['/assistants', 'openai-mcp'],
  ['/members', 'khalid@nordhafen.example'],
  ['/settings', 'Spending by assistants that sign in'],
  ['/statements', 'Not issued: the period runs'],
  ['/trail', 'Account opened'],
  ['/catalogs', 'Stückliste Löwe'],
] as const;
type Scheme = 'light' | 'dark';
/** Colors are the same on every width, and the layout in both schemes, so each is checked where it is used most. */
const SCHEMES: Readonly<Record<number, readonly Scheme[]>> = { 390: ['light', 'dark'], 768: ['light'], 1280: ['dark'] };
const KEYED = 'ERP nightly sync';
const executable = await browserFile();

describe.skipIf(executable === undefined)('a screen of the dashboard', () => {
  let pages: PagesInChromium;
  /** Addresses with an open dialog or sheet, and a text of it. */
  let dialogs: readonly (readonly [string, string])[] = [];
  let owner = '';
  let beginner = '';
  let debtor = '';
  let list = '';

  beforeAll(async () => {
    pages = await openPagesInChromium(executable ?? '');
    const names = { keyNames: [MARKUP, 'مفتاح', 'Ärzte-Übersicht'], assistantNames: [MARKUP] };
    const realistic = await openRealisticAccount(pages.dashboard, names);
    owner = realistic.owner.email;
    const { listId, checkedId } = await openRealisticLists(pages, realistic);
    list = listId;
    const { json } = await pages.dashboard.get(
      '/overview',
      await signInPerson(pages.dashboard.people, realistic.owner, SHOWN_MS),
    );
    const overview = json.data as OverviewData;
    const key = overview.keys.find(({ name }) => name === KEYED)?.client_id ?? '';
    const { client_id: id = '' } = overview.assistants.find(({ name }) => name === 'openai-mcp') ?? {};
    dialogs = [
      ['/keys?new=key', 'Make the key'],
      [`/keys?rotate=${key}`, 'Make a new secret'],
      [`/keys?rename=${key}`, `Rename ${KEYED}`],
      [`/keys?revoke=${key}`, 'Revoke the key'],
      [`/assistants?revoke=${id}&name=openai-mcp`, 'Also cut off: mcp-remote'],
      ['/members?invite=person', 'Email address'],
      [`/members?role=${realistic.member.personId}`, 'Make an owner'],
      [`/members?remove=${realistic.member.personId}`, 'Remove'],
      [`/catalogs?list=${listId}`, 'A-1002'],
      [`/catalogs?list=${listId}&fix=15`, 'Schraube per EAN'],
      [`/catalogs?list=${listId}&ask=research`, 'At most (3'],
      [`/catalogs?upload=${checkedId}`, 'What the columns mean'],
    ];
    beginner = (await openNewAccount(pages.dashboard)).owner.email;
    debtor = (await openPastDueAccount(pages.dashboard)).owner.email;
  });
  afterAll(() => pages?.stop());

  test.each([320, 390, 768, 1280])(
    'fits a width of %i px, with its dialog open too, is accessible in light and dark, and runs nothing in its names',
    async (width) => {
      const { page, context, faults } = await pages.open('/dashboard', owner, { viewport: { width, height: 900 } });
      for (const [view, shown] of [...VIEWS, ...dialogs]) {
        await page.goto(`https://mcp.test.example/dashboard${view}`);
        await page.getByText(shown).filter({ visible: true }).first().waitFor();
        expect([view, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([view, width]);
        expect([view, await faultsIn(page, SCHEMES[width] ?? [])]).toEqual([view, []]);
      }
      expect(faults).toEqual([]);
      await context.close();
    },
  );

  test.each([320, 390, 768, 1280])(
    'without a sign-in fits a width of %i px, and is accessible in light and dark',
    async (width) => {
      const { page, context, faults } = await pages.open('/', undefined, { viewport: { width, height: 900 } });
      for (const view of [
        '/',
        '/plans',
        '/errors#past_due',
        '/docs/connect',
        '/docs/measured',
        '/nowhere',
        '/dashboard',
      ]) {
        await page.goto(`https://mcp.test.example${view}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        expect([view, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([view, width]);
        expect([view, await faultsIn(page, SCHEMES[width] ?? [])]).toEqual([view, []]);
      }
      expect(faults).toEqual([]);
      await context.close();
    },
  );

  test('shows the same after a reload: view, tab, measure and open dialog', async () => {
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

  test('shows the days of the period: today is named, future days are empty, values are round, and the day the included tokens ran out is marked', async () => {
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
    await page.getByText(/^Period 1\sNov – 30\sNov\s2026, Growth plan$/).waitFor();
    expect(await page.locator('.chart .grid').count()).toBeLessThanOrEqual(4);
    await context.close();
  });

  test('describes the changes of the audit trail in words, time first, by kind; the export applies the filter, and no name in it is read as markup', async () => {
    const { page, context } = await pages.open('/dashboard/trail', owner);
    await page.getByText('Pump spares.csv, 4 rows').waitFor();
    expect(await page.getByRole('columnheader').allInnerTexts()).toEqual(['When', 'Who', 'What', 'Details']);
    const table = await page.getByRole('table').innerText();
    expect(table).toContain(`${MARKUP}, live key: look up`);
    expect(table).not.toMatch(/(upl|cat|cli|per|itm)_|[a-z]_[a-z]|undefined|NaN/);
    await page.getByRole('link', { name: 'Money' }).click();
    await page.getByText('2 of 2 changes').waitFor();
    await page.getByRole('row').filter({ hasText: 'Spending cap changed' }).getByText('$10.00 → $25.00').waitFor();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export 2 changes' }).click();
    const file = await downloading;
    expect(file.suggestedFilename()).toBe('audit trail, money.csv');
    const lines = (await readFile(await file.path(), 'utf8')).split('\r\n');
    expect(lines.map((line) => line.split(',')[2])).toEqual([
      'What',
      'Spending cap changed',
      'Account opened',
      undefined,
    ]);
    await page.goto('https://mcp.test.example/dashboard/trail?kind=keys&words=img');
    await page.getByText('1 of 1 change', { exact: true }).waitFor();
    await context.close();
  });

  test('offers the rare actions of a catalog behind “…”, and says that support renames and deletes it', async () => {
    for (const viewport of [PHONE, { width: 1280, height: 900 }]) {
      const { page, context } = await pages.open('/dashboard/catalogs', owner, { viewport });
      await page.getByRole('button', { name: 'More for Stückliste Löwe.csv' }).click();
      const menu = page.locator('.menu:popover-open');
      expect((await menu.locator('a, button').allInnerTexts()).map((text) => text.replace('\n', ' '))).toEqual([
        'Replace by a new file Stückliste Löwe.csv',
        'Export Stückliste Löwe.csv',
        'Rename: write to us about Stückliste Löwe.csv',
        'Delete: write to us about Stückliste Löwe.csv',
      ]);
      expect(await menu.getByRole('link', { name: 'Delete' }).getAttribute('href')).toBe(
        `mailto:support@test.example?subject=${encodeURIComponent(`Delete the catalog ${list}`)}`,
      );
      expect(await faultsIn(page, ['light', 'dark'])).toEqual([]);
      const downloading = page.waitForEvent('download');
      await menu.getByRole('button', { name: 'Export' }).click();
      expect((await downloading).suggestedFilename()).toBe('Stückliste Löwe-results.csv');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'More for Stückliste Löwe.csv' }).click();
      const choosing = page.waitForEvent('filechooser');
      await menu.getByRole('button', { name: 'Replace by a new file' }).click();
      await choosing;
      await context.close();
    }
  });

  test('names assistants by their usual names, those that share a key, and the start of the figures', async () => {
    const { page, context } = await pages.open('/dashboard/assistants', owner);
    const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'ChatGPT openai-mcp' }) });
    await row.getByText('key, shared by two').waitFor();
    await page.getByText('Billed calls, of all, and tokens are those of the last 30 days.').waitFor();
    await context.close();
  });

  test('shows invitations in a separate color, why the last owner stays, and one main button for all forms of a view', async () => {
    const { page, context } = await pages.open('/dashboard/members', owner);
    const invited = page.getByRole('row', { name: /khalid@/ });
    expect(await invited.locator('.badge.info').innerText()).toBe('Invited, not here yet');
    await invited.getByRole('link', { name: 'Send again' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite somebody' });
    expect(await dialog.getByLabel('Email address').inputValue()).toBe('khalid@nordhafen.example');
    expect(await faultsIn(page, ['light', 'dark'])).toEqual([]);
    await dialog.getByRole('button', { name: 'Send the invitation' }).click();
    await page.getByText('An email to khalid@nordhafen.example is on its way.').waitFor();
    const last = page.getByRole('row', { name: /juergen/ });
    expect(await last.getByRole('button', { name: /an account needs an owner$/ }).isDisabled()).toBe(true);
    await last.getByText('The last owner stays').waitFor();
    for (const [view, main] of [
      ['/members', ['Invite']],
      ['/settings', ['Change the cap']],
    ] as const) {
      await page.goto(`https://mcp.test.example/dashboard${view}`);
      await page.getByRole('button', { name: 'Save' }).waitFor();
      expect(await page.locator('main .btn.primary').allInnerTexts()).toEqual(main);
    }
    await context.close();
  });

  test('omits on a phone the missing values of a catalog, and the lifecycle states that no source names', async () => {
    const { page, context } = await pages.open('/dashboard/catalogs', owner, { viewport: PHONE });
    await page.getByText('not a catalog yet').first().waitFor();
    expect(await page.getByRole('table').innerText()).not.toContain('–');
    await page.setViewportSize({ width: 1280, height: 900 });
    expect(await page.getByRole('table').innerText()).toContain('–');
    await page.goto(`https://mcp.test.example/dashboard/catalogs?list=${list}`);
    await page.getByText('A-1002').waitFor();
    await page.getByText('Counting which parts').waitFor({ state: 'detached' });
    expect(await page.getByText('by state').count()).toBe(0);
    await context.close();
  });

  test('shows the same amount left of the cap everywhere, and never more than there is', async () => {
    const { page, context } = await pages.open('/dashboard', owner);
    for (const view of ['', '/settings', `/catalogs?list=${list}&ask=research`]) {
      await page.goto(`https://mcp.test.example/dashboard${view}`);
      // What is left of $25.00 is rounded down.
      await page.getByText('$14.56', { exact: true }).first().waitFor();
      expect(await page.locator('body').innerText()).not.toContain('$14.57');
    }
    await context.close();
  });

  test('starts below the top bar of a phone if it is short', async () => {
    const { page, context } = await pages.open('/dashboard/statements', owner, {
      viewport: { width: 390, height: 1_400 },
    });
    const { y } = (await page.getByRole('heading', { level: 1, name: 'Statements' }).boundingBox()) ?? { y: 1_400 };
    expect(y).toBeLessThan(120);
    await context.close();
  });

  test('says how many rows the sheet has that is read, and where its heading is', async () => {
    const [upload = ''] = dialogs.flatMap(([view]) => (view.includes('upload=') ? [view] : []));
    const { page, context } = await pages.open(`/dashboard${upload}`, owner);
    const shown = page.locator('#sheets, section:has(> header #sheets)').getByText('5 rows under a heading in row 1');
    await shown.waitFor();
    expect(await page.getByRole('radio', { name: 'Deckblatt' }).isChecked()).toBe(false);
    await context.close();
  });

  test('shows a new account its first steps, and an account with a failed payment what is refused and the next step', async () => {
    const first = await pages.open('/dashboard', beginner);
    await first.page.getByText('1 of 4 done').waitFor();
    await first.page.getByText(/^Three steps are left until your own parts are matched/).waitFor();
    await first.page.getByRole('link', { name: 'Make a key' }).waitFor();
    expect(await accessFaults(first.page)).toEqual([]);
    await first.context.close();
    const failed = await pages.open('/dashboard', debtor);
    const alert = failed.page.getByRole('alert').filter({ hasText: 'Your payment failed. Live keys are refused.' });
    await alert.getByText('To update the card, write to support@test.example.').waitFor();
    const card = alert.getByRole('link', { name: 'Write to us' });
    expect(await card.getAttribute('href')).toBe('mailto:support@test.example');
    await failed.page.setViewportSize({ width: 320, height: 700 });
    for (const link of await alert.getByRole('link').all()) {
      const { x, width } = (await link.boundingBox()) ?? { x: 320, width: 320 };
      expect(x + width).toBeLessThan(320);
    }
    expect(await failed.page.getByRole('link', { name: /^(Terms|Privacy|Card and invoices)$/ }).count()).toBe(0);
    expect(await accessFaults(failed.page)).toEqual([]);
    await failed.context.close();
  });

  test('shows a new key’s id and secret in full on a phone', async () => {
    const { page, context } = await pages.open('/dashboard/keys?new=key', beginner, { viewport: PHONE });
    await page.getByLabel('Name').fill('Phone');
    await page.getByRole('button', { name: 'Make the key' }).click();
    await page.getByText('Copy the secret now').waitFor();
    for (const id of ['client-id', 'client-secret'])
      expect(
        await page.evaluate(
          `(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)(document.getElementById('${id}'))`,
        ),
      ).toBe(true);
    await context.close();
  });
});

async function faultsIn(page: Page, schemes: readonly Scheme[]): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    faults.push(...(await accessFaults(page)).map((fault) => `${colorScheme}: ${fault}`));
  }
  return faults;
}
