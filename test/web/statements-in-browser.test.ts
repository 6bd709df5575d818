// Slow: starts a browser.
/** Statements in a browser: all of them, a single one, the running one, their files, and their print. */
import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usageKey } from '../../adapters/dynamodb/accounts-table/account-keys.ts';
import { documentsOf } from '../../adapters/dynamodb/client/document-client.ts';
import { writeRequestRow } from '../../adapters/dynamodb/accounts-table/enrichment-rows.ts';
import { DynamoPeopleStore } from '../../adapters/dynamodb/access/dynamo-people-store.ts';
import { DynamoStatementStore } from '../../adapters/dynamodb/billing/dynamo-statement-store.ts';
import { periodAt } from '../../core/billing/meter/periods.ts';
import { numberName, openRequest } from '../../core/sourcing/enrichment/enrichment-request.ts';
import { toManufacturerKey } from '../../core/index/part-keys/manufacturer-name.ts';
import { partKey } from '../../core/index/part-keys/part-number.ts';
import { closeStatements } from '../../core/billing/statements/close-statements.ts';
import { correctStatement } from '../../core/billing/statements/correct-statement.ts';
import { openAccount, OPERATOR, valueOf } from '../support/fixtures/accounts.ts';
import { accessFaults, browserFile, openBrowser } from '../support/processes/open-browser.ts';
import { joinAccount, signInPerson, type PersonSession } from '../support/service/people.ts';
import { startRunningService, type RunningService } from '../support/service/running-service.ts';

/** Text that a customer may use as a name. */
const MARKUP = '<img src=x onerror=alert(1)>';
const PRICE = 60_000;
const RESEARCH = 150_000_000;
const THIS = periodAt(1, Date.now());
const LAST = periodAt(1, periodAt(1, Date.now()).startMs - 1);
const SCREENSHOTS = process.env.SCREENSHOTS === '1' ? path.resolve('docs/reference/dashboard') : undefined;
const executable = await browserFile();

describe.skipIf(executable === undefined)('statements in a browser', () => {
  let service: RunningService;
  let browser: Browser;
  let page: Page;
  let member: PersonSession;
  const faults: string[] = [];

  beforeAll(async () => {
    let owner: PersonSession | undefined;
    service = await startRunningService(async ({ client, outputs: { AccountsTable: table = '' } }) => {
      const documents = documentsOf(client);
      const nowMs = LAST.startMs + 1_000;
      const terms = { tokensIncluded: 1_000_000, overagePriceNanoUsdPerToken: PRICE, monthlyFeeCents: 4_900 };
      const { account } = await openAccount(documents, table, { name: 'Acme Ltd', planCode: 'starter', terms, nowMs });
      const { accountId } = account;
      const put = (Item: object) => documents.send(new PutCommand({ TableName: table, Item: { ...Item } }));
      const tokens = 1_234_567;
      const figures = { price: PRICE, included: 1_000_000, fee: 49_000_000_000, tokens, items: 8_000, calls: 5_120 };
      const research = { research: RESEARCH, charged: RESEARCH, reserved: 0, committed: tokens * PRICE + RESEARCH };
      await put({ ...usageKey(accountId, LAST.key), ...figures, ...research });
      const running = { ...figures, tokens: 1_281_520, research: 2 * RESEARCH, reserved: 2 * RESEARCH, charged: 0 };
      await put({
        ...usageKey(accountId, THIS.key),
        ...{ ...running, committed: running.tokens * PRICE + 2 * RESEARCH },
      });
      const number = `${MARKUP}-1`;
      const request = openRequest(
        {
          ...{ accountId, attempt: 'attempt', usageKey: LAST.key, counted: true },
          ...numberName({ manufacturerKey: toManufacturerKey('Acme'), part: partKey(number) }, number),
          asked: { manufacturer: MARKUP, partNumber: number, description: null },
        },
        undefined,
        nowMs,
      );
      const chargedOn = { usageKey: LAST.key, atMs: nowMs };
      await put(writeRequestRow({ ...request, state: 'found', charged: true, chargedOn }));
      const store = new DynamoStatementStore(documents, table);
      await closeStatements(store, accountId, OPERATOR, LAST.endMs + 3_600_000);
      const correction = { accountId, periodKey: LAST.key, amountCents: -500, reason: MARKUP };
      valueOf(await correctStatement(store, correction, OPERATOR, Date.now()));
      const people = new DynamoPeopleStore(documents, table);
      owner = await signInPerson(
        people,
        await joinAccount(people, { accountId, email: 'o@page.example', role: 'owner' }),
      );
      member = await signInPerson(
        people,
        await joinAccount(people, { accountId, email: 'm@page.example', role: 'member' }),
      );
    });
    browser = await openBrowser(executable ?? '');
    page = await newPage(owner);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  async function newPage(session: PersonSession | undefined): Promise<Page> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' });
    const [name = '', value = ''] = session?.cookieHeader.split(/=(.*)/s) ?? [];
    const cookie = { name, value, url: service.baseUrl.replace('http:', 'https:'), httpOnly: true, secure: true };
    await context.addCookies([{ ...cookie, sameSite: 'Lax' }]);
    const opened = await context.newPage();
    opened.on('pageerror', (error) => faults.push(String(error)));
    opened.on('dialog', (dialog) => {
      faults.push(`A script of stored text ran: ${dialog.message()}`);
      void dialog.dismiss();
    });
    return opened;
  }

  async function accessible(name: string): Promise<void> {
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      expect([width, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([width, width]);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect([width, colorScheme, await accessFaults(page)]).toEqual([width, colorScheme, []]);
        if (width === 1280) await picture(`${name}-${colorScheme}`);
      }
    }
    await page.emulateMedia({ colorScheme: 'light' });
  }

  const cellsOf = async (table: string) => {
    const rows = await page.getByRole('table', { name: table }).getByRole('row').all();
    return Promise.all(rows.map((row) => row.locator('th, td').allInnerTexts()));
  };

  async function fileOf(): Promise<{ readonly name: string; readonly cells: readonly (readonly string[])[] }> {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as CSV' }).click(),
    ]);
    const text = await readFile(await download.path(), 'utf8');
    return { name: download.suggestedFilename(), cells: text.split('\r\n').map((line) => line.split(',')) };
  }

  async function picture(name: string): Promise<void> {
    if (SCREENSHOTS === undefined) return;
    mkdirSync(SCREENSHOTS, { recursive: true });
    await page.screenshot({ path: path.join(SCREENSHOTS, `${name}.png`), fullPage: true });
  }

  test('show an owner the running period with its correction, and the past months', async () => {
    await page.goto(`${service.baseUrl}/dashboard/statements`);
    const rows = page.getByRole('table', { name: 'Statements' }).getByRole('row');
    await rows.nth(2).waitFor();
    expect(await rows.count()).toBe(3);
    expect(await rows.nth(1).innerText()).toContain('$60.89');
    expect(await rows.nth(1).innerText()).toContain('Not issued: the period runs; $0.30 reserved');
    expect(await rows.nth(2).innerText()).toContain('$63.22');
    await accessible('statements');
  });

  test('show for one statement its lines, its parts as text, and a file with the same content', async () => {
    await page.getByRole('row').nth(2).getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: /^Statement, / }).waitFor();
    const lines = page.getByRole('table', { name: 'Lines' });
    expect(await lines.getByRole('row').last().innerText()).toMatch(/Total\s+\$63\.22402\s+\$63\.22/);
    await page.getByText(`${MARKUP}-1`).waitFor();
    // Each line shows how its amount is computed.
    expect((await cellsOf('Lines')).slice(1, -1)).toEqual([
      ['Monthly fee', '1', '$49.00', '$49.00'],
      ['Tokens beyond the plan', '234,567 × $0.06 per 1,000', '$14.07402', '$14.07'],
      ['Parts found by research', '1 × $0.15', '$0.15', '$0.15'],
    ]);
    await accessible('statement');
    const { name, cells } = await fileOf();
    expect(name).toMatch(/^st_\w+_\d{4}-\d\d\.csv$/);
    expect(cells.map((line) => line.at(-2))).toEqual(['amount_cents', '4900', '1407', '15', undefined]);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: /^Statement, / }).waitFor();
  });

  test('show for the running period what would be stated, what is reserved, and a file that no statement is taken for', async () => {
    const last = page.url();
    await page.goto(`${service.baseUrl}/dashboard/statements?period=open`);
    await page.getByRole('heading', { level: 1, name: 'The running period' }).waitFor();
    expect((await cellsOf('Lines')).slice(1)).toEqual([
      ['Monthly fee', '1', '$49.00', '$49.00'],
      ['Tokens beyond the plan', '281,520 × $0.06 per 1,000', '$16.8912', '$16.89'],
      [`Correction of ${LAST.key}: ${MARKUP}`, '1', '-$5.00', '-$5.00'],
      ['Total', '', '$60.8912', '$60.89'],
    ]);
    await page.getByText('Not issued: the period runs', { exact: true }).filter({ visible: true }).waitFor();
    await page.getByText('$0.30 reserved, charged only if found', { exact: true }).waitFor();
    await accessible('statement-open');
    const { name, cells } = await fileOf();
    expect(name).toMatch(/^st_\w+_\d{4}-\d\d_running\.csv$/);
    expect(cells.slice(1, 4).map(([statement, ...others]) => [statement, others.at(-2)])).toEqual([
      ['running', '4900'],
      ['running', '1689'],
      ['running', '-500'],
    ]);
    await page.goto(last);
    await page.getByRole('heading', { level: 1, name: /^Statement, / }).waitFor();
  });

  test('are tables on A4, whose rows stay whole, and name issuer, number and day', async () => {
    await page.setViewportSize({ width: 794, height: 1123 });
    await page.emulateMedia({ media: 'print' });
    for (const [element, property, value] of [
      ['table', 'display', 'table'],
      ['thead', 'display', 'table-header-group'],
      ['tr', 'display', 'table-row'],
      ['tr', 'breakInside', 'avoid'],
    ] as const)
      expect([
        element,
        await page.evaluate(`getComputedStyle(document.querySelector('article ${element}')).${property}`),
      ]).toEqual([element, value]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(794);
    expect(await page.locator('.btn, .crumbs, .side, .topbar, .bottom').filter({ visible: true }).count()).toBe(0);
    // The empty cell of the total keeps its place: each amount stands under its heading.
    const rightsOf = (row: string) =>
      page
        .locator(`table:has(caption:text("Lines")) ${row} > *`)
        .evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().right)));
    expect(await rightsOf('tbody tr:last-child')).toEqual(await rightsOf('thead tr'));
    await picture('statement-paper');
    await page.emulateMedia({ media: 'screen' });
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  test('print alone: no navigation, no buttons, black on white', async () => {
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await page.getByRole('navigation', { name: 'Account' }).isVisible()).toBe(false);
    expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
    expect(await page.getByRole('table', { name: 'Lines' }).isVisible()).toBe(true);
    // The head of the paper: who issued it, its number and its day.
    const head = page.locator('.issuer');
    expect(await head.isVisible()).toBe(true);
    expect(await head.innerText()).toMatch(/Statement st_\w+_\d{4}-\d\d\s+Issued \d+/);
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)');
    expect(await page.evaluate('getComputedStyle(document.querySelector("th")).backgroundColor')).toBe(
      'rgb(248, 248, 250)',
    );
    const widest = await page.evaluate('document.querySelector("article").getBoundingClientRect().width');
    expect(Number(widest)).toBeGreaterThan(1_200);
    await picture('statement-print');
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
  });

  test('are hidden from members, who are referred to the owners', async () => {
    const other = await newPage(member);
    await other.goto(`${service.baseUrl}/dashboard/statements?period=${LAST.key}`);
    await other.getByText('Owners see the statements').waitFor();
    expect(await other.getByText('$63.22').count()).toBe(0);
    expect(faults).toEqual([]);
  });
});
