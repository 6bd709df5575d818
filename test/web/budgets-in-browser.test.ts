// Slow: starts a browser.
/** Budgets on Keys, Assistants and Requests, in Chromium at a fixed time: seen by all members, set by owners. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { DynamoAdministrationStore } from '../../adapters/dynamodb/access/dynamo-administration-store.ts';
import { openBudgetedAccount, type BudgetedAccount } from '../support/page/budgeted-account.ts';
import { logRealisticCalls } from '../support/page/realistic-calls.ts';
import { openPagesInChromium, type PagesInChromium } from '../support/page/page-in-chromium.ts';
import { accessFaults, browserFile } from '../support/processes/open-browser.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
] as const;
const MARKUP = '<img src=x onerror=alert(2)>';
const executable = await browserFile();

describe.skipIf(executable === undefined)('a budget on the page', () => {
  let pages: PagesInChromium;
  let account: BudgetedAccount;

  beforeAll(async () => {
    pages = await openPagesInChromium(executable ?? '');
    account = await openBudgetedAccount(pages.dashboard, { keyNames: [MARKUP] });
  });
  afterAll(() => pages?.stop());

  const idOf = (name: string) => account.ids.get(name) ?? '';
  const open = async (address: string, who: 'owner' | 'member' = 'owner', options: BrowserContextOptions = {}) =>
    pages.open(`/dashboard${address}`, account[who].email, options);
  const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
  const budgetsStored = async () => {
    const store = new DynamoAdministrationStore(pages.dashboard.client, pages.dashboard.tables.accountsTable);
    return (await store.readAccount(account.accountId))?.value;
  };

  test.each(SIZES)(
    'shows each screen at $width px, in light and dark, without a fault of access, and scrolls nothing sideways',
    async (viewport) => {
      const { page, context, faults } = await open('/keys', 'owner', { viewport });
      for (const [address, shown] of [
        ['/keys', 'left until 1'],
        [`/keys?budget=${idOf('ChatGPT, Einkauf')}`, 'refused until'],
        [`/keys?budget=${idOf('ERP nightly sync')}`, 'no bound'],
        [`/keys?budget=${idOf(MARKUP)}`, 'no bound'],
        ['/assistants', 'as every sign-in without its own'],
        [`/assistants?budget=${idOf('member')}`, 'Charged and reserved'],
        [`/assistants?budget=${idOf('owner')}`, 'Now it has the budget of every sign-in'],
        ['/assistants?budget=all', 'Each sign-in has it by itself'],
      ] as const) {
        await page.goto(`https://mcp.test.example/dashboard${address}`);
        await page.getByText(shown).filter({ visible: true }).first().waitFor();
        expect([address, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([
          address,
          viewport.width,
        ]);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          expect([address, colorScheme, await accessFaults(page)]).toEqual([address, colorScheme, []]);
        }
      }
      expect(faults).toEqual([]);
      await context.close();
    },
  );

  test('fits every width of a desktop', async () => {
    const { page, context } = await open('/keys');
    for (const view of ['keys', 'assistants'])
      for (const width of [901, 1024, 1200, 1240, 1241]) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(`https://mcp.test.example/dashboard/${view}`);
        await page.getByText('Used up').first().waitFor();
        expect([view, width, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([
          view,
          width,
          width,
        ]);
      }
    await context.close();
  });

  test('says of each key what is used, what is left and until when; amber from 80 %, red at its end, and the cap over all', async () => {
    const { page, context } = await open('/keys');
    await page.getByText('Used up').first().waitFor();
    const textOf = async (name: string) =>
      (await rowOf(page, name).locator('.budget').innerText()).replaceAll(/\s+/g, ' ');
    expect(await textOf('ERP nightly sync')).toMatch(/^No budget [\d,]+ tokens this period$/);
    expect(await textOf('Claude Code')).toBe(
      '2.09 M of 4 M tokens each period · 1.90 M left until 1 Dec and $3.15 of $10.00 research',
    );
    expect(await textOf('ChatGPT')).toBe('50k of 50k tokens Used up each day · refused until 00:00 UTC, in 9 h 57 min');
    expect(await textOf('متجر الويب')).toBe('164k of 200k tokens 81 % each day · 36,388 left until 00:00 UTC');
    expect(await textOf('BOM checker')).toBe('No budget The real index, never billed, 2,000 items a day');
    expect(await rowOf(page, 'ChatGPT').locator('.meter rect').getAttribute('class')).toBe('fbad');
    expect(await rowOf(page, 'متجر الويب').locator('.meter rect').getAttribute('class')).toBe('fwarn');
    const firstActions = await page.locator('td.actions .row > :first-child').allInnerTexts();
    expect(firstActions.slice(0, 4)).toEqual(['Raise', 'Set a budget', 'Budget', 'Budget']);
    await page.getByText('The account’s cap is over all budgets').waitFor();
    const banner = page.getByRole('alert').filter({ hasText: 'ChatGPT, Einkauf has used its budget of today' });
    expect(await banner.getByRole('link', { name: 'See the refused calls' }).getAttribute('href')).toBe(
      `/dashboard/requests?key=${idOf('ChatGPT, Einkauf')}&result=refused`,
    );
    await banner.getByRole('link', { name: 'Raise the budget' }).click();
    await page.getByRole('dialog', { name: 'Budget of ChatGPT, Einkauf' }).waitFor();
    await context.close();
  });

  test.each(SIZES)(
    'is raised by keyboard alone at $width px: now and after change with each key, the call works again, and Undo sets it back',
    async (viewport) => {
      const { page, context, faults } = await open('/keys', 'owner', { viewport });
      await page.getByRole('link', { name: 'Raise the budget of ChatGPT, Einkauf' }).focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog');
      await dialog.waitFor();
      const after = async () =>
        Object.fromEntries(
          (await dialog.locator('.ba tbody tr').all()).length === 0
            ? []
            : await Promise.all(
                (await dialog.locator('.ba tbody tr').all()).map(async (line) => [
                  await line.locator('th').innerText(),
                  (await line.locator('td').allInnerTexts()).map((text) => text.replaceAll('\u00A0', ' ')),
                ]),
              ),
        );
      await dialog.getByLabel('Tokens', { exact: true }).focus();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type('15');
      expect(await after()).toMatchObject({
        Tokens: ['50,000 a day', '15 a day'],
        'Its calls': [expect.stringMatching(/^refused/), expect.stringMatching(/^refused/)],
      });
      await page.keyboard.type('0,000');
      expect(await after()).toMatchObject({
        Tokens: ['50,000 a day', '150,000 a day'],
        'Tokens used': ['50,000 today (100 %)', '50,000 today (33 %)'],
        'Tokens left': ['0', expect.stringMatching(/^100,000, about \d+ records$/)],
        'Its calls': ['refused until 00:00 UTC', 'answered from the next call on'],
      });
      expect(await dialog.getByLabel('Research money').isDisabled()).toBe(true);
      await dialog.getByText('It lacks the permission Spend.').waitFor();
      await page.keyboard.press('Enter');
      await page.getByText('The budget is 150,000 tokens each day.').waitFor();
      expect(await page.getByRole('dialog').count()).toBe(0);
      expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe(
        'Budget of ChatGPT, Einkauf',
      );
      expect([...((await budgetsStored())?.budgets?.values() ?? [])]).toContainEqual({
        every: 'day',
        tokens: 150_000,
        researchCents: null,
      });
      await page.getByRole('button', { name: 'Undo' }).focus();
      await page.keyboard.press('Enter');
      await rowOf(page, 'ChatGPT').getByText('Used up').waitFor();
      expect([...((await budgetsStored())?.budgets?.values() ?? [])]).toContainEqual({
        every: 'day',
        tokens: 50_000,
        researchCents: null,
      });
      expect(faults).toEqual([]);
      await context.close();
    },
  );

  test('refuses what is no budget beside its field, and stores nothing', async () => {
    const { page, context } = await open(`/keys?budget=${idOf('Claude Code, Jürgen Müller')}`);
    const dialog = page.getByRole('dialog');
    const before = await budgetsStored();
    for (const [tokens, research, field, told] of [
      ['1.5', '10.00', 'Tokens', 'a whole number of tokens'],
      ['-1', '10.00', 'Tokens', 'a whole number of tokens'],
      ['4,000,000', '1,2,3', 'Research money', 'an amount of dollars and cents'],
      ['', '', 'Tokens', 'Give tokens, research money or both'],
      ['999,999,999,999', '', 'Tokens', 'that plan and spending cap allow'],
      ['', '900', 'Research money', 'more than the spending cap'],
    ] as const) {
      await dialog.getByLabel('Tokens', { exact: true }).fill(tokens);
      await dialog.getByLabel('Research money').fill(research);
      await dialog.getByRole('button', { name: 'Set the budget' }).click();
      const input = dialog.getByLabel(field, { exact: true });
      await dialog.locator('.field.wrong').filter({ hasText: field }).getByText(told).waitFor();
      expect(await input.getAttribute('aria-invalid')).toBe('true');
    }
    await page.keyboard.press('Escape');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await budgetsStored()).toEqual(before);
    await context.close();
  });

  test('of a sign-in is removed, and then it has that of every sign-in; that one is changed too, and the trail says what was', async () => {
    const { page, context } = await open('/assistants');
    await rowOf(page, 'mia@').getByRole('link', { name: 'Budget of Desk Assistant' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove the budget' }).click();
    await rowOf(page, 'mia@').getByText('as every sign-in without its own').waitFor();
    await page.getByRole('link', { name: 'Change the budget of every sign-in without its own' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Billing period').click();
    await dialog.getByLabel('Tokens', { exact: true }).fill('300000');
    await dialog.getByRole('button', { name: 'Set the budget' }).click();
    await page.getByText('Each sign-in without a budget of its own: 300,000 tokens each billing period.').waitFor();
    await rowOf(page, 'mia@').getByText('400k of 300k tokens').waitFor();
    await page.getByText('Desk Assistant, mia@nordhafen.example has used its budget of this period').waitFor();
    await page.goto('https://mcp.test.example/dashboard/trail');
    await page.getByText('1,000,000 tokens and $5.00 of research each billing period').first().waitFor();
    await page.getByText('100,000 tokens each day').first().waitFor();
    await context.close();
  });

  test('is given to a new key before its secret is shown', async () => {
    const { page, context } = await open('/keys?new=key');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Night run');
    await dialog.getByLabel('Budget', { exact: true }).selectOption('day');
    await dialog.getByLabel('Tokens', { exact: true }).fill('x');
    await dialog.getByRole('button', { name: 'Make the key' }).click();
    await dialog.getByText('a whole number of tokens').waitFor();
    await dialog.getByLabel('Tokens', { exact: true }).fill('20 000');
    await dialog.getByRole('button', { name: 'Make the key' }).click();
    await page.getByText('Its budget: 20,000 tokens each day.').waitFor();
    await page.getByLabel('I have stored it').check();
    await page.getByRole('button', { name: 'Done' }).click();
    await rowOf(page, 'Night run').getByText('0 of 20k tokens').waitFor();
    await context.close();
  });

  test('is reached from a call that it refused, and from the page of errors', async () => {
    const why = { limit: 50_000, limitOf: 'tokens a day of the budget', used: 50_000, asked: 164 };
    await logRealisticCalls(pages.dashboard, account.accountId, [
      { agoMs: 60_000, by: 'ChatGPT', tool: 'lookup_part', asked: 'gtin', outcome: 'spending_cap_reached', why },
    ]);
    const { page, context } = await open(`/requests?result=refused`);
    await page.getByText('Budget used up').waitFor();
    await page.getByRole('link', { name: 'Raise the budget of ChatGPT, Einkauf' }).click();
    await page.getByRole('dialog', { name: 'Budget of ChatGPT, Einkauf' }).waitFor();
    await page.goto('https://mcp.test.example/errors#spending_cap_reached');
    const leads = page.locator('#spending_cap_reached').getByRole('link');
    expect(await leads.allInnerTexts()).toEqual(['Raise the budget', 'Change your cap', 'See the refused calls']);
    expect(await leads.first().getAttribute('href')).toBe('https://mcp.test.example/dashboard/keys');
    await context.close();
  });

  test('is seen by a member, who finds no form by any address', async () => {
    const { page, context } = await open(`/keys?budget=${idOf('ChatGPT, Einkauf')}`, 'member');
    await rowOf(page, 'ChatGPT').getByText('Used up').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.getByRole('link', { name: /budget/i }).count()).toBe(0);
    await page.goto('https://mcp.test.example/dashboard/assistants?budget=all');
    await page.getByText('Each sign-in without a budget of its own').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.getByRole('link', { name: /budget/i }).count()).toBe(0);
    await context.close();
  });
});
