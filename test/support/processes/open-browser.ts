/**
 * Opens a real, headless Chromium: on Linux from an npm package, elsewhere an installed one, if any. The arguments that
 * the package suggests are not used, because they disable web security.
 */
import { existsSync } from 'node:fs';
import chromiumPackage from '@sparticuz/chromium';
import axe from 'axe-core';
import { chromium, type Browser, type Page } from 'playwright-core';

const INSTALLED = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/usr/bin/google-chrome',
  '/usr/bin/chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const WAIT_MS = 120_000;

/**
 * Returns the path of the browser; undefined if there is none, where tests are skipped.
 * @throws {Error} in CI, where a missing browser must not pass for green
 */
export async function browserFile({ CI = '' }: NodeJS.ProcessEnv = process.env): Promise<string | undefined> {
  const file = await findBrowser();
  if (file === undefined && !['', '0', 'false'].includes(CI.toLowerCase()))
    throw new Error('No browser is installed, and CI must not skip the tests of the dashboard: .ci/install-browser');
  return file;
}

async function findBrowser(): Promise<string | undefined> {
  if (process.platform === 'linux' && process.arch === 'x64')
    return chromiumPackage.executablePath().catch(() => INSTALLED.find((file) => existsSync(file)));
  return INSTALLED.find((file) => existsSync(file));
}

/** @param environment in addition to this process's own variables */
export async function openBrowser(
  executablePath: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<Browser> {
  const args = ['--no-sandbox', '--no-zygote', '--disable-gpu'];
  const browser = await chromium.launch({
    executablePath,
    headless: true,
    args,
    env: { ...process.env, ...environment },
  });
  // On a busy machine, a step of a page takes longer than Playwright's thirty seconds.
  browser.on('context', (context) => context.setDefaultTimeout(WAIT_MS));
  return browser;
}

/**
 * Colors in transition have neither the old nor the new contrast. This polls, because `finished` of an animation that
 * restarts never settles.
 */
const SETTLED = `(async () => {
  const painted = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  do await painted();
  while (document.getAnimations().some(({ playState }) => playState === 'running'));
})()`;

/** Waits until nothing moves any more. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(SETTLED);
}

/** Returns axe's findings about the page once its colors have settled: one line per rule, with the elements. */
export async function accessFaults(page: Page): Promise<readonly string[]> {
  await page.evaluate(SETTLED);
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(
    'axe.run(document, { resultTypes: ["violations"] })',
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/**
 * Records the page's faults: script errors, console messages, and dialogs, which only a script in stored text opens.
 */
export function noteFaults(page: Page, faults: string[]): void {
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    // The browser's own message about a refused request is not an error of the page.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      faults.push(message.text());
  });
  page.on('dialog', (dialog) => {
    faults.push(`A script of stored text ran: ${dialog.message()}`);
    void dialog.dismiss();
  });
}
