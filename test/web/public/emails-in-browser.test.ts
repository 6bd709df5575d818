// Slow: starts a browser.
/** Every email as a mail program shows it: narrow and wide, in light and in dark. */
import axe from 'axe-core';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { EMAILS } from '../../support/fixtures/emails.ts';
import { browserFile, openBrowser } from '../../support/processes/open-browser.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const FAULTS = `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa'], resultTypes: ['violations'] })
  .then(({ violations }) => violations.map(({ id }) => id))`;
const executable = await browserFile();

describe.skipIf(executable === undefined)('an email', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await openBrowser(executable ?? '');
  });
  afterAll(() => browser?.close());

  test.each(EMAILS)('about %s fits every width, and is readable in every scheme', async (_name, { html }) => {
    const page = await browser.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.setContent(html);
    await page.evaluate(axe.source);
    for (const width of [320, 390, 640, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect([width, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([width, width]);
    }
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect([colorScheme, await page.evaluate(FAULTS)]).toEqual([colorScheme, []]);
    }
    // Nothing is loaded, so nobody learns that it was read.
    expect(asked).toEqual([]);
    await page.close();
  });
});
