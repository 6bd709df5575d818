/**
 * Opens a real, headless Firefox, the one that Debian installs, and drives it by WebDriver BiDi. Files that pages save
 * go to a folder.
 */
import { existsSync } from 'node:fs';
import { launch, type Browser, type Page } from 'puppeteer-core';

const INSTALLED = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'];

/**
 * Returns the path of Firefox; undefined if there is none, where its tests are skipped: no npm package has it, unlike
 * Chromium.
 */
export function firefoxFile(): string | undefined {
  return INSTALLED.find((place) => existsSync(place));
}

/**
 * Opens a page that asks for little motion.
 * @param savesTo the folder of the files that pages save
 * @param scheme the colours that it asks for: a preference of the browser, since BiDi has no command for it
 */
export async function openFirefox(
  executablePath: string,
  savesTo: string,
  scheme: 'light' | 'dark',
): Promise<{ browser: Browser; page: Page }> {
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    timeout: PATIENT_MS,
    protocolTimeout: PATIENT_MS,
    extraPrefsFirefox: {
      'ui.prefersReducedMotion': 1,
      // 0 is dark, 1 light.
      'layout.css.prefers-color-scheme.content-override': scheme === 'dark' ? 0 : 1,
    },
  });
  const context = await browser.createBrowserContext({ downloadBehavior: { policy: 'allow', downloadPath: savesTo } });
  return { browser, page: await context.newPage() };
}

/** A busy machine takes many times as long as a quiet one. */
const PATIENT_MS = 300_000;
