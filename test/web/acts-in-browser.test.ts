// Slow: starts a browser.
/**
 * The dashboard's behavior in Chromium: copying, pointing, waiting and leaving, by mouse, keyboard and touch. Its
 * time is passed in.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { HOUR_MS } from '../../core/time.ts';
import { openPagesInChromium, type OpenedPage, type PagesInChromium } from '../support/page/page-in-chromium.ts';
import {
  loadShownRecord,
  openNewAccount,
  openPastDueAccount,
  openRealisticAccount,
  SHOWN_MS,
} from '../support/page/realistic-account.ts';
import { openRealisticLists } from '../support/page/realistic-lists.ts';
import { browserFile, settled } from '../support/processes/open-browser.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const ORIGIN = 'https://mcp.test.example';
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const executable = await browserFile();

/** The beginnings of the blocks of code that lie under their button. */
const UNDER_THE_BUTTON = `[...document.querySelectorAll('main .code')].flatMap((box) => {
  const [code, button] = ['pre', '.btn'].map((part) => box.querySelector(part).getBoundingClientRect());
  const isBeside = code.right <= button.left || code.bottom <= button.top || code.top >= button.bottom;
  return button.width === 0 || isBeside ? [] : [box.textContent.trim().slice(0, 40)];
})`;

describe.skipIf(executable === undefined)('the dashboard', () => {
  let pages: PagesInChromium;
  let owner = '';
  let member = '';
  let beginner = '';
  let listId = '';

  beforeAll(async () => {
    pages = await openPagesInChromium(executable ?? '');
    await loadShownRecord(pages.dashboard);
    const realistic = await openRealisticAccount(pages.dashboard);
    owner = realistic.owner.email;
    member = realistic.member.email;
    ({ listId } = await openRealisticLists(pages, realistic));
    beginner = (await openNewAccount(pages.dashboard)).owner.email;
  });
  afterAll(() => pages?.stop());

  /** Opens a page with a separate clock, and waits until `shown` is visible. */
  async function withClock(address: string, shown: string, email?: string): Promise<OpenedPage> {
    const opened = await pages.open('/plans', email);
    await opened.page.clock.install({ time: SHOWN_MS });
    await opened.page.goto(`${ORIGIN}${address}`);
    await opened.page.getByText(shown).first().waitFor();
    return opened;
  }

  /** Stops the page's clock, once nothing moves on the page, until the test moves the clock. */
  async function stopClock(page: Page): Promise<void> {
    await settled(page);
    await page.clock.pauseAt(SHOWN_MS + HOUR_MS);
  }

  test('copies an id by its button, and confirms that for two seconds, to screen readers too', async () => {
    const { page, context } = await withClock('/dashboard/keys', 'ERP nightly sync', owner);
    await stopClock(page);
    const row = page.getByRole('row').filter({ has: page.getByText('ERP nightly sync', { exact: true }) });
    const id = await row.locator('code').innerText();
    const said = row.getByRole('status');
    expect(await said.textContent()).toBe('');
    await row.getByRole('button', { name: `Copy ${id}` }).click();
    await expect.poll(() => said.textContent()).toBe('Copied');
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(id);
    await page.clock.runFor(1_900);
    expect(await said.textContent()).toBe('Copied');
    await page.clock.runFor(200);
    await expect.poll(() => said.textContent()).toBe('');
    await context.close();
  });

  test('copies a new key’s secret and command in full, puts the secret into no link, and closes only after the tick', async () => {
    const { page, context } = await pages.open('/dashboard/keys?new=key', beginner);
    await page.getByLabel('Name').fill('مفتاح Ärzte');
    await page.getByRole('button', { name: 'Make the key' }).click();
    const secret = await page.locator('#client-secret').innerText();
    await page.getByRole('button', { name: 'Copy the client secret' }).click();
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(secret);
    await page.getByRole('button', { name: 'Copy the text for Claude Code' }).click();
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toContain(secret);
    const links = await page.getByRole('link').evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''));
    expect(links.filter((href) => decodeURIComponent(href).includes(secret))).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await page.getByRole('button', { name: 'Done' }).isDisabled()).toBe(true);
    await page.getByLabel('I have stored it').check();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(secret);
    await context.close();
  });

  test('shows the sums of a day on hover and by keyboard, next to it and inside the chart, and hides them on leave', async () => {
    const { page, context } = await pages.open('/dashboard', owner);
    const days = page.locator('.chart .day');
    const tip = page.locator('.chart .tip');
    const chart = (await page.locator('.chart').boundingBox()) ?? { x: 0, width: 0 };
    for (const index of [1, 22]) {
      const day = (await days.nth(index).locator('.hit').boundingBox()) ?? { x: 0, y: 0, width: 0 };
      await page.mouse.move(day.x + day.width / 2, day.y + 20);
      await tip.waitFor();
      const sums = (await tip.locator('text').allTextContents()).map((text) => text.replaceAll('\u00A0', ' '));
      expect(sums.slice(0, 2)).toEqual([index === 1 ? '2 Nov' : '23 Nov', expect.stringMatching(/^\d+k tokens$/)]);
      expect(sums).toEqual(expect.arrayContaining(['ERP nightly sync', 'متجر الويب']));
      const box = (await tip.boundingBox()) ?? { x: -1, width: 0 };
      expect(box.x).toBeGreaterThanOrEqual(chart.x);
      expect(box.x + box.width).toBeLessThanOrEqual(chart.x + chart.width);
    }
    await page.getByRole('heading', { level: 1 }).hover();
    await tip.waitFor({ state: 'detached' });
    await days.first().focus();
    await page.keyboard.press('Tab');
    await tip.getByText('2 Nov').waitFor();
    expect(await days.nth(1).getAttribute('aria-label')).toMatch(/^2 November: [\d,]+ tokens$/);
    await context.close();
  });

  test('offers another sign-in link after a minute, shows the address, and accepts a different one', async () => {
    const { page, context } = await withClock('/dashboard', 'Email address');
    await stopClock(page);
    const mailed = pages.dashboard.mailed.length;
    await page.getByLabel('Email address').fill('nobody@unknown.example');
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await page.getByText('nobody@unknown.example').waitFor();
    const again = page.getByRole('button', { name: /^Send it again/ });
    expect([await again.innerText(), await again.isDisabled()]).toEqual(['Send it again in 60 s', true]);
    await page.clock.runFor(58_000);
    expect([await again.innerText(), await again.isDisabled()]).toEqual([
      expect.stringMatching(/^Send it again in [1-3] s$/),
      true,
    ]);
    await page.clock.runFor(4_000);
    await expect.poll(() => again.innerText()).toBe('Send it again');
    await again.click();
    await page.getByText('Sent again.').waitFor();
    expect(pages.dashboard.mailed.length).toBe(mailed + 2);
    expect(await again.isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Another address' }).click();
    expect(await page.getByLabel('Email address').inputValue()).toBe('');
    await context.close();
  });

  test('explains a used or expired link, and offers a new one there without showing an address', async () => {
    const { page, context } = await pages.open('/dashboard/sign-in#used');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
    // The title follows the heading in an effect.
    await expect.poll(() => page.title()).toContain('This link no longer works');
    expect(await page.getByLabel('Email address').inputValue()).toBe('');
    await page.getByLabel('Email address').fill(owner);
    await page.getByRole('button', { name: 'Send me a new link' }).click();
    await page.getByRole('heading', { name: 'Look into your mail' }).waitFor();
    await page.getByText('Send it again in').waitFor();
    await context.close();
  });

  test('offers, for a link that no longer works, the address that this browser requested within the hour, until somebody signs in or enters another', async () => {
    const { page, context } = await pages.open('/dashboard');
    const offered = async () => {
      await page.goto('https://mcp.test.example/dashboard/sign-in#used');
      await page.reload();
      await page.getByRole('button', { name: 'Sign in' }).click();
      return page.getByLabel('Email address').inputValue();
    };
    const ask = async () => {
      await page.goto('https://mcp.test.example/dashboard');
      await page.getByLabel('Email address').fill('somebody@nordhafen.example');
      await page.getByRole('button', { name: 'Send me a link' }).click();
      await page.getByText('Send it again in').waitFor();
    };
    await ask();
    expect(await offered()).toBe('somebody@nordhafen.example');
    await page.clock.setFixedTime(SHOWN_MS + 61 * 60_000);
    expect(await offered()).toBe('');
    await page.clock.setFixedTime(SHOWN_MS);
    await ask();
    await page.getByRole('button', { name: 'Another address' }).click();
    expect(await offered()).toBe('');
    await context.close();
  });

  test('confirms a change for ten seconds, and shows a refusal at its field until it is fixed', async () => {
    const { page, context } = await withClock('/dashboard/keys', 'ERP nightly sync', owner);
    const toast = page.locator('.toast-place');
    await page.getByRole('button', { name: 'More for BOM checker, test' }).click();
    await page.getByRole('link', { name: 'Rename' }).click();
    await page.getByLabel('Name', { exact: true }).fill('   ');
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.locator('.dialog .wrong-text:not(:empty)').waitFor();
    expect(await toast.innerText()).toBe('');
    await page.getByLabel('Name', { exact: true }).fill('Prüfer für Stücklisten');
    await stopClock(page);
    await page.getByRole('button', { name: 'Rename' }).click();
    await toast.getByText('The key is named Prüfer für Stücklisten now.').waitFor();
    expect(await toast.getAttribute('role')).toBe('status');
    await page.clock.runFor(9_900);
    expect(await toast.innerText()).toContain('Prüfer');
    await page.clock.runFor(200);
    await expect.poll(() => toast.innerText()).toBe('');
    await context.close();
  });

  test('keeps the keyboard inside the sheet of a row and a dialog, and returns it to where it was', async () => {
    const { page, context } = await pages.open(`/dashboard/catalogs?list=${listId}`, owner);
    const fix = page.getByRole('link', { name: 'Fix A-1014' });
    await fix.focus();
    await page.keyboard.press('Enter');
    const sheet = page.getByRole('dialog', { name: 'Which part is A-1014?' });
    await sheet.getByText('Schraube per EAN').waitFor();
    expect(await walked(page)).toEqual(expect.arrayContaining(['Close', 'Search the index', 'Cancel']));
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    expect(await focused(page)).toBe('Fix A-1014');
    await page.goto(`${ORIGIN}/dashboard/keys`);
    await page.getByRole('link', { name: 'New key' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'New key' }).waitFor();
    expect(await walked(page)).toEqual(expect.arrayContaining(['Close', 'Name', 'Cancel', 'Make the key']));
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await focused(page)).toBe('New key');
    // The focused element is visible.
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineWidth')).toBe('2px');
    await context.close();
  });

  test('animates a dialog, but nothing for people who prefer reduced motion', async () => {
    for (const [reducedMotion, moves] of [
      ['reduce', false],
      ['no-preference', true],
    ] as const) {
      const { page, context } = await pages.open('/dashboard/keys', owner, { reducedMotion });
      await page.evaluate(`window.began = 0; addEventListener('animationstart', () => (window.began += 1), true)`);
      await page.getByRole('link', { name: 'New key' }).click();
      await page.getByRole('dialog').waitFor();
      await settled(page);
      expect([reducedMotion, Number(await page.evaluate('window.began')) > 0]).toEqual([reducedMotion, moves]);
      await context.close();
    }
  });

  test('has large touch targets on a phone, tables that keep their roles, and page actions of full width', async () => {
    const { page, context } = await pages.open('/dashboard/keys', owner, PHONE);
    for (const view of ['', '/keys', '/assistants', '/members', `/catalogs?list=${listId}`, '/settings']) {
      await page.goto(`${ORIGIN}/dashboard${view}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await settled(page);
      const small = await page
        .locator('.btn:visible, .bottom a:visible, .tabs a:visible')
        .evaluateAll((all) =>
          all
            .map((one) => [
              one.textContent?.trim() || one.getAttribute('aria-label'),
              one.getBoundingClientRect().height,
            ])
            .filter(([, height]) => Number(height) < 38),
        );
      expect([view, small]).toEqual([view, []]);
    }
    await page.goto(`${ORIGIN}/dashboard/keys`);
    const action = (await page.getByRole('link', { name: 'New key' }).boundingBox()) ?? { width: 0, height: 0 };
    expect([action.width, action.height]).toEqual([390 - 2 * 16, 44]);
    const table = page.getByRole('table', { name: 'Keys' });
    expect(await table.getByRole('row').count()).toBeGreaterThan(4);
    expect(await table.getByRole('rowheader').count()).toBeGreaterThan(4);
    await page.goto(`${ORIGIN}/dashboard/assistants`);
    for (const revoke of await page.getByRole('link', { name: /^Revoke/ }).all())
      expect(await revoke.isVisible()).toBe(true);
    await context.close();
  });

  test('sticks tabs and bulk bar below the top on a phone, and shows a toast above the tabs', async () => {
    const { page, context } = await pages.open(`/dashboard/catalogs?list=${listId}`, owner, PHONE);
    await page.getByLabel('Select all suggestions that are nearly as written').check();
    await page.evaluate('window.scrollTo(0, 900)');
    const bar = page.locator('.stick');
    await expect.poll(async () => Math.round((await bar.boundingBox())?.y ?? -1)).toBe(56);
    await page.goto(`${ORIGIN}/dashboard/members`);
    await page.getByLabel('Research ended').check();
    await page.getByRole('button', { name: 'Save' }).click();
    const toast = page.locator('.toast');
    await toast.waitFor();
    const [said, tabs] = [await toast.boundingBox(), await page.locator('.bottom').boundingBox()];
    expect((said?.y ?? 0) + (said?.height ?? 0)).toBeLessThan(tabs?.y ?? 0);
    await context.close();
  });

  test('shows keys to members without controls, and marks operators in the audit trail', async () => {
    const { page, context } = await pages.open('/dashboard/keys', member);
    await page.getByText('ERP nightly sync').waitFor();
    expect(await page.getByRole('link', { name: /^(New key|Rotate|Revoke)\b/ }).count()).toBe(0);
    await page.goto(`${ORIGIN}/dashboard/trail`);
    await page.getByText('$10.00 → $25.00').waitFor();
    const opened = page.getByRole('row').filter({ has: page.getByText('Account opened') });
    expect(await opened.locator('.badge').innerText()).toBe('operator');
    await page.getByText('ERP nightly sync, live key: look up, usage').first().waitFor();
    await context.close();
  });

  test('warns which other assistants lose access with a key, and Cancel changes nothing', async () => {
    const { page, context } = await pages.open('/dashboard/assistants', owner);
    await page.getByRole('link', { name: 'Revoke ChatGPT' }).click();
    await page.getByText('Also cut off: mcp-remote').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    expect(await page.getByRole('link', { name: 'Revoke ChatGPT' }).isVisible()).toBe(true);
    await context.close();
  });

  test('shows the headline and example of the home page above the fold, and highlights the entry of /errors in its address', async () => {
    for (const viewport of [PHONE.viewport, { width: 1280, height: 900 }]) {
      const { page, context } = await pages.open('/', undefined, { viewport });
      const top = async (selector: string) => (await page.locator(selector).boundingBox())?.y ?? Infinity;
      expect(await top('h1')).toBeLessThan(viewport.height / 2);
      expect(await top('.chat')).toBeLessThan(viewport.height);
      await page.getByText('I need a part: adjustable voltage regulator').waitFor();
      await context.close();
    }
    const { page, context } = await pages.open('/errors#past_due');
    const colour = (id: string) => page.evaluate(`getComputedStyle(document.getElementById('${id}')).borderTopColor`);
    expect(await colour('past_due')).not.toBe(await colour('conflict'));
    await context.close();
  });

  test('keeps Copy beside the code of the public pages, which scrolls, and offers none for the example', async () => {
    for (const viewport of [PHONE.viewport, { width: 1280, height: 900 }]) {
      const { page, context } = await pages.open('/plans', undefined, { viewport });
      for (const view of ['/', '/docs/connect', '/docs/tools']) {
        await page.goto(`${ORIGIN}${view}`);
        await page.getByRole('button', { name: 'Copy' }).first().waitFor();
        expect([view, await page.evaluate(UNDER_THE_BUTTON)]).toEqual([view, []]);
      }
      await page.goto(`${ORIGIN}/`);
      await page.getByRole('button', { name: 'Copy' }).first().waitFor();
      expect(await page.locator('.chat').getByRole('button').count()).toBe(0);
      await context.close();
    }
  });
});

describe.skipIf(executable === undefined)('a stage that names a billing portal and terms', () => {
  test('links to it next to a failed payment, on the plan and below the navigation, and to its own page where the stage names none', async () => {
    const pages = await openPagesInChromium(executable ?? '', {
      BILLING_PORTAL_URL: 'https://billing.test.example/p',
      TERMS_URL: 'https://company.test.example/terms',
    });
    const { owner } = await openPastDueAccount(pages.dashboard);
    const { page } = await pages.open('/dashboard', owner.email);
    const href = (name: string) => page.getByRole('link', { name, exact: true }).getAttribute('href');
    expect(await href('Update the card')).toBe('https://billing.test.example/p');
    expect(await href('Terms')).toBe('https://company.test.example/terms');
    expect(await href('Privacy')).toMatch(/\/privacy$/);
    await page.goto(`${ORIGIN}/dashboard/settings`);
    await expect.poll(() => href('Card and invoices')).toBe('https://billing.test.example/p');
    await pages.stop();
  });
});

function focused(page: Page): Promise<unknown> {
  return page.evaluate(
    `(document.activeElement.getAttribute('aria-label') ?? document.activeElement.labels?.[0]?.firstChild?.textContent ?? document.activeElement.textContent).trim()`,
  );
}

/** Returns the elements that Tab reaches in one round; none of them may be behind the dialog. */
async function walked(page: Page): Promise<readonly unknown[]> {
  const met: unknown[] = [];
  for (let steps = 0; steps < 40; steps += 1) {
    await page.keyboard.press('Tab');
    const isInside = await page.evaluate(
      `document.activeElement === document.body || document.activeElement.closest('dialog[open]') !== null`,
    );
    expect(isInside).toBe(true);
    met.push(await focused(page));
  }
  return met;
}
