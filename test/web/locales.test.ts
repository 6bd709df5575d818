// Slow: starts a browser.
/** The dashboard in browsers of every locale, including names that are not BCP 47 tags. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildPages } from '../../lib/constructs/build-pages.ts';
import { browserFile, openBrowser } from '../support/processes/open-browser.ts';
import { openPageInterface, PAGE_ORIGIN, type PageInterface } from '../support/service/page-interface.ts';

const executable = await browserFile();

describe.skipIf(executable === undefined)('the dashboard', () => {
  let folder: string;
  let dashboard: PageInterface;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'pages-'));
    buildPages(folder);
    dashboard = await openPageInterface(() => Date.now(), path.join(folder, 'pages'));
  });
  afterAll(async () => {
    await dashboard?.stop();
    await rm(folder, { recursive: true });
  });

  /** @returns the script errors, once the page shows its first view */
  async function openDashboard(browser: Browser, script = ''): Promise<readonly string[]> {
    const page = await browser.newPage();
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(String(error)));
    await page.addInitScript(script);
    await page.route('**', async (route) => {
      const request = route.request();
      const sent = { method: request.method(), path: new URL(request.url()).pathname, headers: request.headers() };
      const { statusCode, headers, body } = await dashboard.send(sent);
      await route.fulfill({ status: statusCode, headers: { ...headers }, body });
    });
    await page.goto(`${PAGE_ORIGIN}/dashboard`);
    await page
      .getByRole('heading', { level: 1, name: 'Sign in' })
      .waitFor({ timeout: 30_000 })
      .catch(() => faults.push('The page stays blank.'));
    await page.close();
    return faults;
  }

  test.each(['C', 'POSIX', 'de_DE.UTF-8', 'ar_EG.UTF-8'])('opens in a browser started with LANG=%s', async (lang) => {
    const browser = await openBrowser(executable ?? '', { LANG: lang, LC_ALL: lang });
    try {
      expect(await openDashboard(browser)).toEqual([]);
    } finally {
      await browser.close();
    }
  });

  test('opens with any locale name of the browser', async () => {
    const browser = await openBrowser(executable ?? '');
    try {
      for (const locale of [
        'en-US@posix',
        'C',
        'c',
        '',
        'de_DE',
        'en-US.UTF-8',
        'zz-ZZ',
        'sr-Latn-RS',
        'x'.repeat(500),
      ])
        expect([
          locale,
          await openDashboard(
            browser,
            `Object.defineProperty(navigator, 'language', { get: () => ${JSON.stringify(locale)} })`,
          ),
        ]).toEqual([locale, []]);
    } finally {
      await browser.close();
    }
  });
});
