/**
 * Takes the pictures of docs/reference/dashboard/ anew, of an account with realistic data at one fixed moment: `npm run docs:pictures`, or with words
 * of the names of those that are wanted.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { program } from '../bin/program/program.ts';
import { browserFile, settled } from '../test/support/processes/open-browser.ts';
import { openPagesInChromium } from '../test/support/page/page-in-chromium.ts';
import {
  loadShownRecord,
  openRealisticAccount,
  openNewAccount,
  openPastDueAccount,
} from '../test/support/page/realistic-account.ts';

const { args: words } = program('npm run docs:pictures --', 'Take the pictures of the dashboard anew')
  .argument('[names...]', 'words of the names of the pictures that are wanted')
  .parse();
const FOLDER = path.resolve(process.env['PICTURES'] ?? 'docs/reference/dashboard');
const PHONE = { width: 390, height: 844 };

interface Picture {
  readonly name: string;
  readonly address: string;
  readonly who?: 'owner' | 'new' | 'past-due' | 'nobody';
  readonly dark?: boolean;
  readonly phone?: boolean;
}

const PICTURES: readonly Picture[] = [
  { name: 'landing', address: '/', who: 'nobody' },
  { name: 'plans', address: '/plans', who: 'nobody' },
  { name: 'errors', address: '/errors#past_due', who: 'nobody' },
  { name: 'not-found', address: '/nowhere', who: 'nobody' },
  { name: 'sign-in', address: '/dashboard', who: 'nobody' },
  { name: 'overview', address: '/dashboard' },
  { name: 'overview-dark', address: '/dashboard', dark: true },
  { name: 'overview-phone', address: '/dashboard', phone: true },
  { name: 'first-run', address: '/dashboard', who: 'new' },
  { name: 'payment-failed', address: '/dashboard', who: 'past-due' },
  { name: 'keys', address: '/dashboard/keys' },
  { name: 'key-new', address: '/dashboard/keys?new=key' },
  { name: 'assistants', address: '/dashboard/assistants' },
  { name: 'members', address: '/dashboard/members' },
  { name: 'settings', address: '/dashboard/settings' },
  { name: 'research', address: '/dashboard/research' },
  { name: 'trail', address: '/dashboard/trail' },
];

const executable = await browserFile();
if (executable === undefined) throw new Error('There is no Chromium on this computer.');
const wanted = PICTURES.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
mkdirSync(FOLDER, { recursive: true });
const pages = await openPagesInChromium(executable);
try {
  await loadShownRecord(pages.dashboard);
  const emails = {
    owner: (await openRealisticAccount(pages.dashboard)).owner.email,
    new: (await openNewAccount(pages.dashboard)).owner.email,
    'past-due': (await openPastDueAccount(pages.dashboard)).owner.email,
    nobody: undefined,
  };
  for (const { name, address, who = 'owner', dark = false, phone = false } of wanted) {
    const { page, context } = await pages.open(address, emails[who], {
      colorScheme: dark ? 'dark' : 'light',
      ...(phone && { viewport: PHONE }),
    });
    await page.getByRole('heading').first().waitFor();
    await settled(page);
    await page.screenshot({ path: path.join(FOLDER, `${name}.png`), fullPage: true });
    await context.close();
    console.log(name);
  }
} finally {
  await pages.stop();
}
// The storage engine keeps its port open.
process.exit();
