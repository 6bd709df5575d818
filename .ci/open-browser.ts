/** Opens and closes the browser that the tests of the dashboard use, and prints its version. */
import { browserFile, openBrowser } from '../test/support/processes/open-browser.ts';

const file = await browserFile();
if (file === undefined) throw new Error('There is no browser.');
const browser = await openBrowser(file);
console.log(`Chromium ${browser.version()} opens: ${file}`);
await browser.close();
