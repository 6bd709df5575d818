// Slow: starts a browser.
import { describe, expect, test } from 'vitest';
import { accessFaults, browserFile, openBrowser } from './open-browser.ts';

const executable = await browserFile();

/** White on gray halfway through the transition is hardly readable; before and after it is. */
const SLOW_COLOURS = `<!doctype html><html lang="en"><title>Slow</title><style>
  button { background: #fff; color: #000; transition: background 1s linear, color 1s linear }
  @media (prefers-color-scheme: dark) { button { background: #000; color: #fff } }
</style><main><h1>Slow</h1><button>Change</button></main>`;

describe.skipIf(executable === undefined)('the problems that axe finds', () => {
  test('are those of a page’s final colors, not of a transition', async () => {
    const browser = await openBrowser(executable ?? '');
    try {
      const page = await browser.newPage({ colorScheme: 'light' });
      await page.setContent(SLOW_COLOURS);
      expect(await accessFaults(page)).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await accessFaults(page)).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});
