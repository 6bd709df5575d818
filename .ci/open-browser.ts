/**
 * Opens and closes a browser that the tests of the dashboard use, and prints its version: `chromium` or `firefox-esr`.
 */
import { tmpdir } from 'node:os';
import { browserFile, openBrowser } from '../test/support/processes/open-browser.ts';
import { firefoxFile, openFirefox } from '../test/support/processes/open-firefox.ts';

const name = process.argv[2] ?? 'chromium';
const file = name === 'chromium' ? await browserFile() : firefoxFile();
if (file === undefined) throw new Error(`There is no ${name}.`);
const browser = name === 'chromium' ? await openBrowser(file) : (await openFirefox(file, tmpdir(), 'light')).browser;
console.log(`${name} opens: ${await browser.version()}, ${file}`);
await browser.close();
