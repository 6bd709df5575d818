// Slow: starts a browser.
/**
 * The whole way in Firefox, by keyboard alone and with little motion: sign in, upload, check, import, decide, export.
 * Names are German and Arabic.
 */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import axe from 'axe-core';
import type { Browser, ElementHandle, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { DynamoPeopleStore } from '../../../adapters/dynamodb/access/dynamo-people-store.ts';
import { documentsOf } from '../../../adapters/dynamodb/client/document-client.ts';
import { openAccount } from '../../support/fixtures/accounts.ts';
import { manufacturer, messyParts, mpn, partOf } from '../../support/fixtures/messy-list.ts';
import { loadForLists } from '../../support/index/list-imports.ts';
import { firefoxFile, openFirefox } from '../../support/processes/open-firefox.ts';
import { joinAccount } from '../../support/service/people.ts';
import { startRunningService, type RunningService } from '../../support/service/running-service.ts';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

const OWNER = 'juergen.loewe@grosshandel.example';
const ACCOUNT = 'Löwe Großhandel – شركة النور';
const FILE = 'قائمة الأجزاء – Löwe.csv';
/** A busy machine takes many times as long as a quiet one. */
const PATIENT = { timeout: 300_000, interval: 100 };
const MAX_TABS = 150;
/** Node.DOCUMENT_POSITION_PRECEDING */
const PRECEDING = 2;
const executable = firefoxFile();

/** One row that the index has, and two with a number without its ending. */
const rows = [partOf('A', 0), partOf('I', 0), partOf('I', 1)].map((part, place) =>
  [`Größe-${place + 1}`, manufacturer(part), place === 0 ? mpn(part) : mpn(part).slice(0, -3), '٥'].join(';'),
);
const LIST = `Our number;Manufacturer;MPN;Menge\n${rows.join('\n')}\n`;

describe.skipIf(executable === undefined).each(['light', 'dark'] as const)('in Firefox, %s', (scheme) => {
  let service: RunningService;
  let browser: Browser;
  let page: Page;
  let folder = '';
  const faults: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'firefox-'));
    await writeFile(path.join(folder, FILE), LIST);
    service = await startRunningService(async ({ client, outputs }) => {
      const documents = documentsOf(client);
      const { AccountsTable = '', ProductIndexTable = '' } = outputs;
      await loadForLists(documents, ProductIndexTable, messyParts());
      const wanted = { name: ACCOUNT, planCode: 'starter', spendingCapCents: 10_000, nowMs: Date.now() } as const;
      const { account } = await openAccount(documents, AccountsTable, wanted);
      const people = new DynamoPeopleStore(documents, AccountsTable);
      await joinAccount(people, { accountId: account.accountId, email: OWNER, role: 'owner' });
    });
    ({ browser, page } = await openFirefox(executable ?? '', folder, scheme));
    page.setDefaultTimeout(PATIENT.timeout);
    await page.setViewport({ width: 1280, height: 900 });
    page.on('pageerror', (error) => faults.push(String(error)));
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Waits until the page answers with what is expected; a page that is being replaced answers nothing. */
  const seen = (expression: string, expected: unknown = true): Promise<void> =>
    vi.waitFor(async () => expect(await page.evaluate(expression)).toEqual(expected), PATIENT);
  const named = (selector: string, name: string) => {
    const isNamed = `(node.getAttribute('aria-label') ?? node.textContent).trim() === ${JSON.stringify(name)}`;
    return `[...document.querySelectorAll('${selector}')].find((node) => ${isNamed})`;
  };
  const isThere = (selector: string, name: string) => seen(`${named(selector, name)} !== undefined`);
  const focusedName = () =>
    page.evaluate(
      `(document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '').trim()`,
    );

  /**
   * Moves the focus by Tab, or back by Shift and Tab, to what the expression names, without a way through the browser's
   * own controls.
   */
  async function reach(expression: string): Promise<void> {
    await seen(`(${expression}) != null`);
    const way = `(document.activeElement ?? document.body).compareDocumentPosition(${expression})`;
    for (let steps = 0; steps < MAX_TABS; steps += 1) {
      const [isThereNow, position] = (await page.evaluate(`[document.activeElement === (${expression}), ${way}]`)) as [
        boolean,
        number,
      ];
      if (isThereNow) return;
      const isBefore = (position & PRECEDING) !== 0;
      if (isBefore) await page.keyboard.down('Shift');
      await page.keyboard.press('Tab');
      if (isBefore) await page.keyboard.up('Shift');
    }
    throw new Error(`Tab never reached ${expression}; the focus is on ${String(await focusedName())}.`);
  }

  async function press(selector: string, name: string): Promise<void> {
    await reach(named(selector, name));
    await page.keyboard.press('Enter');
  }

  /** Returns the rules of axe that the page breaks, at both widths; nothing is wider than the page. */
  async function faultsOfPage(): Promise<readonly unknown[]> {
    await page.evaluate(axe.source);
    const found: unknown[] = [];
    for (const width of [390, 1280]) {
      await page.setViewport({ width, height: 900 });
      await seen('innerWidth', width);
      const isWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
      if (isWide === true) found.push(`wider than ${width}`);
      found.push(
        await page.evaluate(
          'axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations.map(({ id }) => id))',
        ),
      );
    }
    return found.flat();
  }

  test('a member signs in by the emailed link', async () => {
    await page.goto(`${service.baseUrl}/dashboard`);
    await reach('document.querySelector("input[name=email]")');
    await page.keyboard.type(OWNER);
    await page.keyboard.press('Enter');
    await isThere('h1', 'Look into your mail');
    const mail = path.join(service.folder, 'mail');
    const sent = await vi.waitFor(async () => {
      const [file] = (await readdir(mail)).filter((name) => name.endsWith('.txt'));
      return /http\S+sign-in#\S+/.exec(await readFile(path.join(mail, file ?? ''), 'utf8'))![0];
    }, PATIENT);
    await page.goto(sent);
    await press('button', 'Sign in');
    await isThere('h1', 'Welcome');
    expect(await page.evaluate('matchMedia("(prefers-reduced-motion: reduce)").matches')).toBe(true);
    expect(await page.evaluate('matchMedia("(prefers-color-scheme: dark)").matches')).toBe(scheme === 'dark');
    expect(await page.evaluate('document.body.innerText')).toContain(ACCOUNT);
    expect(await faultsOfPage()).toEqual([]);
  });

  test('a file is uploaded, checked and imported', async () => {
    await press('a', 'Catalogs');
    const input = (await page.waitForSelector('input[type=file]')) as ElementHandle<HTMLInputElement>;
    await input.uploadFile(path.join(folder, FILE));
    await isThere('button', 'Import 3 rows, 2 to decide');
    expect(await faultsOfPage()).toEqual([]);
    await press('button', 'Import 3 rows, 2 to decide');
    await isThere('h1', FILE);
    // The page moves the focus here once the rows are shown.
    await seen('document.activeElement?.tagName', 'H1');
  });

  test('rows are decided, and the focus leads on', async () => {
    await press('button', 'Accept the suggestion for Größe-2');
    await isThere('button', 'Undo Größe-2: back to undecided');
    await vi.waitFor(async () => expect(await focusedName()).toBe('Accept the suggestion for Größe-3'), PATIENT);
    await page.keyboard.press('Enter');
    await isThere('button', 'Undo Größe-3: back to undecided');
    await vi.waitFor(async () => expect(await focusedName()).toMatch(/^Undo Größe-3/), PATIENT);
    expect(await faultsOfPage()).toEqual([]);
  });

  test('the catalog is exported, with what was decided', async () => {
    await press('button', 'Export');
    const text = await vi.waitFor(async () => {
      const [saved] = (await readdir(folder)).filter((file) => file !== FILE && file.endsWith('.csv'));
      const read = await readFile(path.join(folder, saved ?? 'none'), 'utf8');
      expect(read).toContain('Größe-3');
      return read;
    }, PATIENT);
    for (const place of [0, 1]) expect(text).toContain(mpn(partOf('I', place)));
    expect(faults).toEqual([]);
  });
});
