// Slow: starts a browser.
/**
 * The catalog screens in Chromium: the catalogs, the check of a file, and the workbench of a catalog, as the design
 * describes them.
 */
import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentsOf } from '../../adapters/dynamodb/client/document-client.ts';
import { DynamoItemWriter } from '../../adapters/dynamodb/index/dynamo-item-writer.ts';
import { DynamoPeopleStore } from '../../adapters/dynamodb/access/dynamo-people-store.ts';
import { researchParts } from '../../local/demo/research-parts.ts';
import { openAccount, valueOf } from '../support/fixtures/accounts.ts';
import { recordOf } from '../support/fixtures/item-records.ts';
import { makeWorkbook } from '../support/fixtures/make-workbook.ts';
import { MESSY_FILE, messyParts, partOf } from '../support/fixtures/messy-list.ts';
import { loadForLists } from '../support/index/list-imports.ts';
import { accessFaults, browserFile, openBrowser, noteFaults } from '../support/processes/open-browser.ts';
import { joinAccount, signInPerson } from '../support/service/people.ts';
import { startRunningService, type RunningService } from '../support/service/running-service.ts';

const OWNER = 'Jürgen.Löwe@grosshandel.example';
const ACCOUNT = 'Löwe Großhandel – شركة النور';
/** Names that a file, a sheet, a column or a cell may have. */
const MARKUP = '<img src=x onerror=alert(1)>';
const BOM = `../../Stückliste ${MARKUP}.xlsx`;
const SHEET = `<b onclick=alert(2)>BOM & "قائمة"</b>`;
const MESSY = 'قائمة الأجزاء – Löwe.csv';
const WAIT_MS = 120_000;
const WIDTHS = [390, 768, 1280];
const executable = await browserFile();

const WUERTH = recordOf({
  id: 'itm_Wuerth01',
  manufacturer: 'Würth Elektronik',
  mpn: '7447709100',
  title: 'Speicherdrossel 10 µH',
  attributes: { lifecycle: { status: 'obsolete', last_ship: '2024-01-31' } },
});
const NOOR = recordOf({
  id: 'itm_Noor0001',
  manufacturer: 'النور للإلكترونيات',
  mpn: 'NR-100',
  title: 'مقاومة ١٠ كيلو أوم',
});

describe.skipIf(executable === undefined)('the catalog screens in a browser', () => {
  let service: RunningService;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let signedIn: Parameters<BrowserContext['addCookies']>[0][number];
  const faults: string[] = [];

  beforeAll(async () => {
    let cookie = '';
    service = await startRunningService(async ({ client, outputs }) => {
      const documents = documentsOf(client);
      const { AccountsTable = '', ProductIndexTable = '' } = outputs;
      await loadForLists(documents, ProductIndexTable, messyParts());
      const writer = new DynamoItemWriter(documents, ProductIndexTable);
      for (const item of [WUERTH, NOOR]) valueOf(await writer.writeItem(item));
      const { account } = await openAccount(documents, AccountsTable, {
        name: ACCOUNT,
        planCode: 'starter',
        spendingCapCents: 10_000,
        nowMs: Date.now(),
      });
      const people = new DynamoPeopleStore(documents, AccountsTable);
      const member = await joinAccount(people, { accountId: account.accountId, email: OWNER, role: 'owner' });
      cookie = (await signInPerson(people, member)).cookieText;
    });
    browser = await openBrowser(executable ?? '');
    context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      locale: 'de-DE',
      acceptDownloads: true,
    });
    // Some systems report this locale if none is set.
    await context.addInitScript(`Object.defineProperty(navigator, 'language', { get: () => 'en-US@posix' })`);
    const session = { name: '__Host-session', value: cookie, url: service.baseUrl.replace('http:', 'https:') };
    signedIn = { ...session, secure: true, httpOnly: true, sameSite: 'Lax' };
    await context.addCookies([signedIn]);
    page = await context.newPage();
    noteFaults(page, faults);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });
  const tab = (name: string) => page.getByRole('navigation', { name: 'Rows by outcome' }).getByRole('link', { name });
  const tabText = async (name: string) => (await tab(name).innerText()).replaceAll(/\s+/g, ' ').trim();
  const table = () => page.getByRole('table', { name: 'Rows of the catalog' });
  const rowOf = (name: string): Locator =>
    table()
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name }) });

  async function showLists(): Promise<void> {
    await page.goto(`${service.baseUrl}/dashboard/catalogs`);
    await heading('Catalogs').waitFor();
    await page.getByText('Loading…').waitFor({ state: 'detached' });
  }

  async function choose(name: string, content: string | Buffer): Promise<void> {
    const file = { name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) };
    await page.getByLabel('Choose a file').setInputFiles(file);
  }

  /** Drops a file as a file manager would, anywhere on the page. */
  async function drop(name: string, content: string): Promise<void> {
    await page.evaluate(
      `{
        const data = new DataTransfer();
        data.items.add(new File([${JSON.stringify(content)}], ${JSON.stringify(name)}));
        const at = document.querySelector('h1');
        for (const kind of ['dragover', 'drop']) at.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
      }`,
    );
  }

  /** Checks light and dark, on every width, with nothing wider than the screen. */
  async function accessible(name: string): Promise<void> {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect([name, width, colorScheme, await accessFaults(page)]).toEqual([name, width, colorScheme, []]);
      }
    }
    await page.setViewportSize({ width: 320, height: 640 });
    expect([name, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([name, 320]);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1280, height: 900 });
  }

  test('explain the first step to an account without catalogs, and check a dropped file before an import', async () => {
    await showLists();
    await page.getByRole('heading', { name: 'No catalogs yet' }).waitFor();
    await accessible('catalogs-empty');
    await page.getByRole('button', { name: 'Try it with an example file' }).click();
    await heading('Check Example list.csv').waitFor();
    await page.getByText('5 of 6 columns recognised').waitFor();
    await page.getByText('TLV75533PDBVR').first().waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('heading', { name: 'No catalogs yet' }).waitFor();
    await drop(MESSY, MESSY_FILE.replace('Qty', MARKUP));
    await heading(`Check ${MESSY}`).waitFor();
    await page.getByText('The first 100 of 300 rows would be').waitFor();
    await page.getByText('CSV, separated by semicolons, UTF-8.').waitFor();
    await page.getByText('4 of 5 columns recognised').waitFor();
    const first = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: '1', exact: true }) });
    expect((await first.getByRole('cell').allInnerTexts()).map((text) => text.trim())).toEqual([
      'Matched',
      'A-0',
      'Norvane',
      'AX6500-ATR',
      '–',
      '0',
    ]);
    await page.getByText('To decide, with suggestions').waitFor();
    await accessible('upload');
  });

  test('keep a check over a reload; a changed column is checked again, and keeps the focus', async () => {
    await page.reload();
    const column = page.getByLabel(`What ${MARKUP} means`);
    expect(await column.inputValue()).toBe('none');
    await column.focus();
    await column.selectOption('Your number');
    const former = page.getByLabel('What Our number means');
    await expect.poll(() => former.inputValue(), { timeout: WAIT_MS }).toBe('none');
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe(`What ${MARKUP} means`);
    await column.selectOption('Not used');
    await expect.poll(() => former.inputValue(), { timeout: WAIT_MS }).toBe('your_item_number');
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe(`What ${MARKUP} means`);
  });

  test('import a file of 300 messy rows with progress, and then show its rows, those to decide first', async () => {
    await page.getByRole('button', { name: 'Import up to 300 rows' }).click();
    await heading(MESSY).waitFor();
    await page.getByText(/^280 rows, 20 lines left out, uploaded .* by jürgen\.löwe@grosshandel\.example$/i).waitFor();
    const [DUP, LEFT] = [20, 20];
    const counts = {
      All: 280,
      'To decide': 100,
      Matched: 120,
      'Not in the index': 20,
      Unusable: 20,
      Duplicate: DUP,
      'Left out': LEFT,
    };
    for (const [name, rows] of Object.entries(counts)) expect(await tabText(name)).toBe(`${name} ${rows}`);
    const states = await table().locator('tbody .state').allInnerTexts();
    expect([...new Set(states.map((text) => text.trim()))]).toEqual(['To decide']);
    expect(states).toHaveLength(50);
    await page.getByText('50 of 280 rows, those to decide first.').waitFor();
    await accessible('catalog');
  });

  test('keep filter and page in the address, over a reload and the Back button', async () => {
    await tab('Matched').click();
    await page.getByText('50 rows of 120').waitFor();
    await page.getByRole('link', { name: 'Next rows' }).click();
    await page.getByRole('link', { name: 'First rows' }).waitFor();
    await page.getByText('50 rows of 120').waitFor();
    const shown = await table().getByRole('rowheader').allInnerTexts();
    await page.reload();
    await page.getByText('50 rows of 120').waitFor();
    expect(await table().getByRole('rowheader').allInnerTexts()).toEqual(shown);
    expect(await tab('Matched').getAttribute('aria-current')).toBe('true');
    await page.goBack();
    await page.getByRole('link', { name: 'First rows' }).waitFor({ state: 'detached' });
    await page.goBack();
    await page.getByText('50 of 280 rows, those to decide first.').waitFor();
  });

  test('explain in plain words how each row was matched, or why not', async () => {
    await tab('Matched').click();
    await page.getByText('50 rows of 120').waitFor();
    const matched = (await table().locator('.one').allInnerTexts()).join('\n');
    for (const words of ['Another spelling', 'By the barcode']) expect(matched).toContain(words);
    // A way of matching that most rows share is not repeated on each row.
    expect(matched).not.toContain('Matched by');
    await tab('Unusable').click();
    await page.getByText('20 rows of 20').waitFor();
    expect(await table().locator('.why').first().innerText()).toMatch(/^The part number is missing\./);
    for (const raw of ['cache_hit', 'not_found', 'part_number', 'search_items'])
      expect(await page.locator('main').innerText()).not.toContain(raw);
  });

  test('accept suggestions that are nearly as written together, each for a row of the period, and let no others be chosen', async () => {
    await tab('To decide').click();
    await page.getByText('50 rows of 100').waitFor();
    const choices = await table().getByRole('checkbox').count();
    const oneSuggestion = await table()
      .getByRole('button', { name: /^Accept the suggestion for/ })
      .count();
    await page.getByText(`${choices} of ${oneSuggestion} suggestions here are nearly as written`).waitFor();
    expect(choices).toBeGreaterThan(5);
    expect(choices).toBeLessThan(oneSuggestion);
    await page.getByLabel('Select all suggestions that are nearly as written').check();
    await page.getByText(`${choices} selected`).waitFor();
    await accessible('catalog-selected');
    await page.getByRole('button', { name: `Accept ${choices} suggestions` }).click();
    await page.getByText(`${choices} rows are matched now`).waitFor();
    expect(await tabText('Matched')).toBe(`Matched ${120 + choices}`);
    expect(await tabText('To decide')).toBe(`To decide ${100 - choices}`);
    await page.goto(`${service.baseUrl}/dashboard/trail`);
    await page
      .getByText('Part chosen for a row')
      .nth(choices - 1)
      .waitFor();
    await page.goBack();
  });

  test('fix a row in a sheet, by keyboard, with an address and a search that shows its cost; Escape restores the focus', async () => {
    await tab('Not in the index').click();
    await page.getByText('20 rows of 20').waitFor();
    const fix = rowOf('L-0').getByRole('link', { name: 'Fix L-0' });
    await fix.focus();
    await page.keyboard.press('Enter');
    const sheet = page.getByRole('dialog', { name: 'Which part is L-0?' });
    await sheet.getByText('Nobody & Sons').waitFor();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Fix L-0');
    await page.keyboard.press('Enter');
    await sheet.waitFor();
    await page.reload();
    await sheet.getByText('A search that finds nothing is free').waitFor();
    await sheet.getByLabel('Search the index').fill('speicherdrossel');
    await page.keyboard.press('Enter');
    const found = sheet.getByRole('radio', { name: 'Würth Elektronik 7447709100' });
    await found.waitFor();
    expect(await sheet.innerText()).toContain(WUERTH.title);
    expect(await sheet.innerText()).not.toContain('itm_');
    // No part is preselected.
    expect(await found.isChecked()).toBe(false);
    expect(await sheet.getByRole('button', { name: 'Use this part' }).isDisabled()).toBe(true);
    await found.check();
    expect(await sheet.getByRole('checkbox', { name: 'Remember' }).isChecked()).toBe(true);
    await accessible('catalog-fix');
    await sheet.getByRole('button', { name: 'Use 7447709100' }).click();
    await page.getByText('L-0 is 7447709100 now').waitFor();
    await sheet.waitFor({ state: 'detached' });
    await tab('Matched').click();
    await page.getByRole('link', { name: 'Next rows' }).click();
    await page.goto(`${service.baseUrl}/dashboard/catalogs`);
    await page.getByRole('link', { name: MESSY, exact: true }).click();
    await page.getByRole('group', { name: 'States of the matched parts' }).getByText('1 obsolete').waitFor();
  });

  test('export the filtered rows, named after the uploaded file and with its separator', async () => {
    await tab('To decide').click();
    const rows = Number(/\d+/.exec(await page.getByRole('button', { name: /^Export \d+ rows$/ }).innerText())?.[0]);
    const of = async (name: string) => {
      const button = page.getByRole('button', { name, exact: true });
      const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
      return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
    };
    const filtered = await of(`Export ${rows} rows`);
    expect(filtered.name).toBe('قائمة الأجزاء – Löwe-to-decide.csv');
    const lines = parse(filtered.text, { delimiter: ';', bom: true });
    expect(lines).toHaveLength(rows + 1);
    expect(lines[0]?.slice(0, 5)).toEqual(['Our number', 'Manufacturer', 'MPN', 'EAN', MARKUP]);
    // The button of the page exports the whole file under any filter.
    const whole = await of('Export');
    expect(whole.name).toBe('قائمة الأجزاء – Löwe-results.csv');
    const all = parse(whole.text, { delimiter: ';', bom: true });
    // A row for each of the file, and nothing after them.
    expect(all).toHaveLength(301);
  });

  test('offer a workbook’s sheets by name, and make a new catalog or replace another', async () => {
    await showLists();
    const parts = researchParts().slice(0, 3);
    const rows = [
      ['Position', 'Hersteller', 'Hersteller-Teilenummer'],
      ['1', NOOR.manufacturer, NOOR.mpn],
      ['2', 'Würth Elektronik', WUERTH.mpn],
      ...parts.map(({ manufacturer, part_number }, place) => [String(place + 3), manufacturer, part_number]),
    ];
    const notes = [['Notizen'], ['nichts']];
    await choose(
      BOM,
      makeWorkbook([
        { name: 'Notes', rows: notes },
        { name: SHEET, rows },
      ]),
    );
    // The sheet whose headings name parts is read; another one can be chosen.
    await page.getByText('All 5 rows would be').waitFor();
    expect(await page.getByRole('radio', { name: SHEET }).isChecked()).toBe(true);
    await page.getByRole('radio', { name: 'Notes' }).check();
    await page.getByText('We cannot read it yet').waitFor();
    await accessible('upload-not-understood');
    await page.getByRole('radio', { name: SHEET }).check();
    await page.getByText('All 5 rows would be').waitFor();
    expect(await page.getByRole('radio', { name: SHEET }).isChecked()).toBe(true);
    expect(await page.getByLabel('It becomes').locator('option').allInnerTexts()).toEqual([
      'a new catalog',
      `the new version of ${MESSY}`,
    ]);
    await accessible('upload-workbook');
    await page.getByRole('button', { name: 'Import 5 rows' }).click();
    await heading(BOM).waitFor();
    await rowOf('Row 1').locator('.one').getByText('النور للإلكترونيات NR-100').waitFor();
    await rowOf('Row 2').getByText('Obsolete', { exact: true }).waitFor();
    expect(await tabText('Not in the index')).toBe('Not in the index 3');
  });

  test('show the maximum cost of research before it is requested, and then its results in the rows', async () => {
    await page.getByRole('link', { name: 'Research 3 parts' }).click();
    const dialog = page.getByRole('dialog', { name: 'Research 3 parts?' });
    await dialog.getByText('At most (3 × $0.15)').waitFor();
    await dialog.getByText('Left under your cap').waitFor();
    await page.reload();
    await dialog.getByRole('button', { name: 'Research for at most $0.45' }).waitFor();
    await accessible('catalog-research');
    await dialog.getByRole('button', { name: 'Research for at most $0.45' }).click();
    await page.getByText('3 parts are being researched').first().waitFor();
    await table().getByText('Matched, by research').nth(2).waitFor();
    expect(await tabText('Not in the index')).toBe('Not in the index 0');
    await page.getByText('Found by research').first().waitFor();
  });

  test('list each catalog’s status, its matched rows and those to decide, and the rows of the period', async () => {
    await showLists();
    const list = page.getByRole('row').filter({ hasText: MESSY });
    await list.getByText('Ready').waitFor();
    expect(await list.getByText(/^\d+ %$/).innerText()).toMatch(/^\d+ %$/);
    await list.getByRole('link', { name: /^\d+ rows$/ }).waitFor();
    await page.getByText(/^[23]\d\d of 20,000 rows used this period$/).waitFor();
    await accessible('catalogs');
  });

  test('show the changes of a replacement, wait for a confirmation over a reload, and apply it', async () => {
    await page.getByRole('link', { name: BOM, exact: true }).click();
    await heading(BOM).waitFor();
    const newer = 'Position,Hersteller,Hersteller-Teilenummer\n1,Würth Elektronik,7447709100\n';
    const file = { name: 'newer.csv', mimeType: 'text/csv', buffer: Buffer.from(newer) };
    await page.getByLabel('The new version of the file').setInputFiles(file);
    await heading('Check newer.csv').waitFor();
    expect(await page.getByLabel('It becomes').locator('option:checked').innerText()).toBe(`the new version of ${BOM}`);
    await page.getByRole('button', { name: 'Import 1 row' }).click();
    await heading(`Replace ${BOM}?`).waitFor();
    await page.getByText('4 removed').waitFor();
    await accessible('upload-replacement');
    await showLists();
    await page.getByText('Needs your yes').waitFor();
    await page.getByRole('link', { name: `See changes: ${BOM}` }).click();
    // The response arrives after the work is done, so the dashboard never sees the replacement running.
    await page.route('**/uploads/agree', async (route) => {
      const response = await route.fetch();
      await expect
        .poll(async () => (await page.request.get(new URL('/dashboard/api/uploads', page.url()).href)).text())
        .toMatch(/"end":"replaced"/);
      await route.fulfill({ response });
    });
    await page.getByRole('button', { name: 'Put the new rows in place' }).click();
    await page.getByText('The new rows are in place').waitFor();
    await heading(BOM).waitFor();
    await page.getByText('1 row, uploaded').waitFor();
  });

  test('explain a file that is not understood; a session that ends meanwhile asks for a sign-in and keeps every choice', async () => {
    await showLists();
    await choose('names.csv', 'Wer,Was\nNorvane,AX6500-ATR\n');
    await page.getByText('No column was understood as manufacturer and part number').waitFor();
    await page.getByLabel('What Wer means').selectOption('Manufacturer');
    await page.getByText('No column was understood as part number').waitFor();
    await context.clearCookies();
    await page.getByLabel('What Was means').selectOption('Part number');
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
    await context.addCookies([signedIn]);
    await page.getByRole('button', { name: 'I have signed in: continue' }).click();
    expect(await page.getByLabel('What Was means').inputValue()).toBe('supplier_part_number');
    await page.getByRole('button', { name: 'Look again' }).click();
    await page.getByText('Matched').first().waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    await heading('Catalogs').waitFor();
    await page.getByText('names.csv', { exact: true }).waitFor({ state: 'detached' });
  });

  test('continue an incomplete upload with the same file after a reload', async () => {
    const refused = {
      errors: [{ code: 'conflict', message: 'Broken off.', field: null }],
      meta: { request_id: 'req_x' },
    };
    await page.route('**/uploads/part*', (route) => route.fulfill({ status: 409, json: refused }));
    const content = `Manufacturer,MPN\nNorvane,${partOf('A', 0).mpn}\n`;
    await choose('broken.csv', content);
    await page.getByText('Broken off.').waitFor();
    await page.unroute('**/uploads/part*');
    await showLists();
    await page.getByText('Not wholly sent').waitFor();
    await page.getByRole('link', { name: 'Continue: broken.csv' }).click();
    const again = async (text: string) =>
      page
        .getByLabel('The same file again')
        .setInputFiles({ name: 'b', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await again('Manufacturer,MPN\n');
    await page.getByText(`Choose the same file again: ${content.length} bytes.`).waitFor();
    await accessible('upload-broken-off');
    await again(content);
    await page.getByRole('button', { name: 'Import 1 row' }).waitFor();
  });

  test('run no stored script, break no policy and load nothing from another origin', () => {
    expect(faults).toEqual([]);
  });
});
