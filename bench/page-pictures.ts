/**
 * `npm run docs:pictures [-- WORD…]`: takes pictures of the dashboard and the public pages, of an account with
 * realistic data at a fixed time. Those that a document shows go to docs/reference/dashboard/, the others to
 * .local/pictures/. Words select the pictures by their names.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { program } from '../bin/program/program.ts';
import type { Page } from 'playwright-core';
import { logRealisticCalls } from '../test/support/page/realistic-calls.ts';
import { browserFile, settled } from '../test/support/processes/open-browser.ts';
import { openPagesInChromium } from '../test/support/page/page-in-chromium.ts';
import {
  loadShownRecord,
  openRealisticAccount,
  openNewAccount,
  openPastDueAccount,
} from '../test/support/page/realistic-account.ts';
import { openRealisticLists } from '../test/support/page/realistic-lists.ts';

const { args: words } = program('npm run docs:pictures --', 'Take the pictures of the dashboard anew')
  .argument('[names...]', 'words of the names of the pictures that are wanted')
  .parse();
/** The pictures that docs/reference/dashboard.md shows. */
const DOCUMENTED: ReadonlySet<string> = new Set(['overview', 'requests', 'statement-light', 'catalog']);
// Read by Chromium, which is started below.
process.env['FONTCONFIG_FILE'] ??= path.join(import.meta.dirname, 'fonts.conf');
const PHONE = { width: 390, height: 844 };

interface Picture {
  readonly name: string;
  readonly address: string;
  readonly who?: 'owner' | 'new' | 'past-due' | 'nobody';
  readonly dark?: boolean;
  readonly phone?: boolean;
  /** The steps before the picture is taken. */
  readonly act?: (page: Page) => Promise<unknown>;
  /** The text to wait for before the picture; by default, the first heading. */
  readonly shows?: string;
}

const LIST = '/dashboard/catalogs?list=LIST';

/** `LIST` and `UPLOAD` in an address are the ids of the realistic ones. */
const PICTURES: readonly Picture[] = [
  { name: 'landing', address: '/', who: 'nobody' },
  { name: 'plans', address: '/plans', who: 'nobody' },
  { name: 'errors', address: '/errors#past_due', who: 'nobody' },
  { name: 'not-found', address: '/nowhere', who: 'nobody' },
  { name: 'sign-in', address: '/dashboard', who: 'nobody' },
  {
    name: 'sign-in-sent',
    address: '/dashboard',
    who: 'nobody',
    async act(page) {
      await page.getByLabel('Email address').fill('juergen.mueller@nordhafen.example');
      await page.getByRole('button', { name: 'Send me a link' }).click();
    },
    shows: 'Look into your mail',
  },
  { name: 'sign-in-expired', address: '/dashboard/sign-in', who: 'nobody' },
  { name: 'overview', address: '/dashboard' },
  { name: 'overview-dark', address: '/dashboard', dark: true },
  { name: 'overview-phone', address: '/dashboard', phone: true },
  { name: 'first-run', address: '/dashboard', who: 'new' },
  { name: 'payment-failed', address: '/dashboard', who: 'past-due' },
  { name: 'requests', address: '/dashboard/requests', shows: 'as of' },
  { name: 'requests-phone', address: '/dashboard/requests?result=refused', phone: true, dark: true, shows: 'as of' },
  { name: 'keys', address: '/dashboard/keys' },
  { name: 'key-new', address: '/dashboard/keys?new=key' },
  {
    name: 'key-made',
    address: '/dashboard/keys?new=key',
    who: 'new',
    async act(page) {
      await page.getByLabel('Name').fill('Claude Code, Anna');
      await page.getByRole('button', { name: 'Make the key' }).click();
    },
    shows: 'Copy the secret now',
  },
  { name: 'keys-phone', address: '/dashboard/keys', dark: true, phone: true },
  { name: 'assistants', address: '/dashboard/assistants' },
  {
    name: 'assistant-revoke',
    address: '/dashboard/assistants',
    act: (page) => page.getByRole('link', { name: 'Revoke ChatGPT' }).click(),
    shows: 'Revoke the access of ChatGPT?',
  },
  { name: 'catalogs', address: '/dashboard/catalogs', shows: 'Stückliste Löwe' },
  { name: 'catalogs-empty', address: '/dashboard/catalogs', who: 'new', shows: 'No lists yet' },
  { name: 'check-list', address: '/dashboard/catalogs?upload=UPLOAD', shows: 'Lager' },
  {
    name: 'catalog',
    address: LIST,
    act: (page) => page.getByLabel('Select all suggestions that are nearly as written').check(),
    shows: 'selected',
  },
  { name: 'catalog-phone', address: LIST, phone: true, shows: 'A-1002' },
  {
    name: 'catalog-fix',
    address: `${LIST}&fix=15`,
    dark: true,
    async act(page) {
      await page.getByLabel('Search the index').fill('machine screw');
      await page.keyboard.press('Enter');
    },
    shows: 'MS-1241-A',
  },
  { name: 'catalog-research', address: `${LIST}&ask=research`, shows: 'At most' },
  { name: 'statements', address: '/dashboard/statements' },
  { name: 'members', address: '/dashboard/members' },
  { name: 'settings', address: '/dashboard/settings' },
  { name: 'research', address: '/dashboard/research' },
  { name: 'trail', address: '/dashboard/trail' },
];

const executable = await browserFile();
if (executable === undefined) throw new Error('There is no Chromium on this computer.');
const wanted = PICTURES.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
/** The variable PICTURES names a folder for all of them. */
function folderOf(name: string): string {
  const folder = DOCUMENTED.has(name) ? 'docs/reference/dashboard' : '.local/pictures';
  return path.resolve(process.env['PICTURES'] ?? folder);
}

for (const { name } of PICTURES) mkdirSync(folderOf(name), { recursive: true });
const pages = await openPagesInChromium(executable);
try {
  await loadShownRecord(pages.dashboard);
  const realistic = await openRealisticAccount(pages.dashboard);
  const { listId, checkedId } = await openRealisticLists(pages, realistic);
  await logRealisticCalls(pages.dashboard, realistic.accountId);
  const emails = {
    owner: realistic.owner.email,
    new: (await openNewAccount(pages.dashboard)).owner.email,
    'past-due': (await openPastDueAccount(pages.dashboard)).owner.email,
    nobody: undefined,
  };
  for (const { name, address, who = 'owner', dark = false, phone = false, act, shows } of wanted) {
    const place = address.replace('LIST', listId).replace('UPLOAD', checkedId);
    const { page, context } = await pages.open(place, emails[who], {
      colorScheme: dark ? 'dark' : 'light',
      ...(phone && { viewport: PHONE }),
    });
    await page.getByRole('heading').first().waitFor();
    await act?.(page);
    if (shows !== undefined) await page.getByText(shows).first().waitFor();
    await settled(page);
    // On a picture of the full page, the bottom of the screen would be in the middle.
    const isScreen = phone || (await page.locator('dialog[open]').count()) > 0;
    await page.screenshot({ path: path.join(folderOf(name), `${name}.png`), fullPage: !isScreen });
    await context.close();
    console.log(name);
  }
} finally {
  await pages.stop();
}
// The storage engine keeps its port open.
process.exit();
