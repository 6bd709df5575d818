// Slow: starts a browser.
/**
 * Decisions on the rows of a catalog, in Chromium: rows stay where they are, every act has its undo, and the row's own
 * cells are always seen.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { DynamoItemWriter } from '../../adapters/dynamodb/index/dynamo-item-writer.ts';
import { DAY_MS, MINUTE_MS } from '../../core/time.ts';
import { recordOf } from '../support/fixtures/item-records.ts';
import { valueOf } from '../support/fixtures/value-of.ts';
import { openPagesInChromium, type PagesInChromium } from '../support/page/page-in-chromium.ts';
import { openRealisticAccount, SHOWN_MS } from '../support/page/realistic-account.ts';
import { accessFaults, browserFile } from '../support/processes/open-browser.ts';
import { signInPerson } from '../support/service/people.ts';
import { uploadPageOf } from '../support/service/upload-page.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

/** Manufacturer, part number, title. */
const INDEXED: readonly (readonly [string, string, string, string?])[] = [
  ['Texas Instruments', 'TLV75533PDBVR', 'LDO regulator, 3.3 V, 500 mA, SOT-23-5'],
  ['Texas Instruments', 'OPA2325ID', 'Operational amplifier, 10 MHz, CMOS, SOIC-8'],
  ['Texas Instruments', 'LM317KCT', 'Adjustable regulator, 1.5 A, TO-220'],
  ['Murata', 'GRM21BR71H104KA01L', 'Ceramic capacitor, 100 nF, 50 V, X7R, 0805'],
  ['Yageo', 'RC0805FR-0710KL', 'Thick film resistor, 10 kΩ, 1 %, 0805', 'nrnd'],
  ['Yageo', 'RC1206FR-0710KL', 'Thick film resistor, 10 kΩ, 1 %, 1206'],
  ['STMicroelectronics', 'L7805CV-DG', 'Linear regulator, 5 V, 1.5 A, TO-220, dual gauge'],
  ['STMicroelectronics', 'L7805CV-XX', 'Linear regulator, 5 V, 1.5 A, 2 %, TO-220'],
  ['Norvane', 'NV-77-OLD', 'Contactor, 24 V', 'obsolete'],
  ['onsemi', 'FDS9435A', 'P-channel MOSFET, 30 V, 5.3 A, SO-8'],
];
const MARKUP = '<img src=x onerror=alert(3)>';
const HEADING = 'Unsere Art.-Nr.;Hersteller;Hersteller-Teilenummer;EAN;Bezeichnung;Menge';
const LIST = `${HEADING}
A-1001;TI;OPA2325ID;;Op-Amp rail-to-rail;10
A-1008;Yageo;RC1206FR-0710KL;;Widerstand 10k 1 % 0805;40
A-1022;;TLV75533PDBVR;;LDO 3,3 V 500 mA;20
A-1023;Murata;GRM21BR71H104KA;;Keramik 100 nF 50 V 0805;500
A-1024;Yageo;RCO805FR-0710KL;;Widerstand 10k 1 % 0805;500
A-1025;ST;L7805CV;;Festspannungsregler 5 V;5
A-1026;شركة النور;R-ÄÖ-77;;${MARKUP} مقاومة;5
A-1027;;;4,00638E+12;Schraube M4 per EAN;5
A-1030;TI;OPA2325ID;;nochmal;1
A-1033;Würth Elektronik;7447709100;;Speicherdrossel 10 µH;30
A-1035;unknown;n/a;;Kleinteile;1
;Fairchild;FDS9435A;;P-MOSFET SO-8;4
;;;;Mechanik;
`;
/** With one more suggestion that is nearly as written, where the list above has one that only looks alike. */
const NEARER = LIST.replace('A-1024;Yageo;RCO805FR', 'A-1024;Yaggeo;RC0805FR');
const EARLIER = `${HEADING}\nA-1032;Texas Instruments;LM317K;;Spannungsregler;10\n`;
const LATER = `${HEADING}\nA-1032;Texas Instruments;LM317K;;Spannungsregler;12\nA-1001;TI;OPA2325ID;;;1\n`;
const WAIT_MS = 120_000;
const DESKTOP = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };
/**
 * Settles once the Undo of a row that has just changed answers a click, whatever the speed of the browser: its own
 * timers run in order.
 */
const ARMED = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 700))))';
const executable = await browserFile();

describe.skipIf(executable === undefined)('the workbench', () => {
  let pages: PagesInChromium;
  let owner = '';
  let uploaded = 0;
  /** Uploads files one second apart, so that each is the newest. */
  const bring = async (content: string, name: string, agoMs: number): Promise<string> => {
    uploaded += 1;
    const atMs = SHOWN_MS - agoMs - MINUTE_MS + uploaded * 1_000;
    return pages.at(atMs, async () => {
      const session = await signInPerson(pages.dashboard.people, { email: owner }, atMs);
      const uploads = uploadPageOf(pages.dashboard, () => atMs);
      const { catalog_id: id } = await uploads.bring(session, content, { name });
      return id ?? '';
    });
  };

  beforeAll(async () => {
    pages = await openPagesInChromium(executable ?? '');
    owner = (await openRealisticAccount(pages.dashboard)).owner.email;
    const writer = new DynamoItemWriter(pages.dashboard.client, pages.dashboard.tables.productIndexTable);
    for (const [place, [manufacturer, mpn, title, status]] of INDEXED.entries()) {
      const id = `itm_Bench0${String(place).padStart(2, '0')}`;
      const attributes = status === undefined ? {} : { lifecycle: { status } };
      valueOf(await writer.writeItem(recordOf({ id, manufacturer, mpn, title, confidence: 97, attributes })));
    }
  });
  afterAll(() => pages?.stop());

  const opened = async (address: string, viewport = DESKTOP): Promise<Page> => {
    const { page } = await pages.open(address, owner, { viewport });
    page.setDefaultTimeout(WAIT_MS);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByText('Loading…').waitFor({ state: 'detached' });
    return page;
  };
  /** Opens a new catalog of an account that remembers nothing. */
  const bench = async (viewport = DESKTOP, show = '', list = LIST): Promise<Page> => {
    await pages.at(SHOWN_MS, async () => {
      const session = await signInPerson(pages.dashboard.people, { email: owner }, SHOWN_MS);
      const { json } = await pages.dashboard.get('/catalogs/learned', session);
      const keys = (json.data.learned as { keys: string[] }[]).flatMap(({ keys: of }) => of);
      if (keys.length > 0) await pages.dashboard.post('/catalogs/learned/forget', { keys }, session);
    });
    return opened(`/dashboard/catalogs?list=${await bring(list, 'Stückliste Rev. B.csv', 0)}${show}`, viewport);
  };
  const rowOf = (page: Page, name: string) =>
    page
      .getByRole('table', { name: 'Rows of the catalog' })
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name }) });
  const tab = async (page: Page, name: string) => {
    const link = page.getByRole('navigation', { name: 'Rows by outcome' }).getByRole('link', { name });
    return (await link.innerText()).replaceAll(/\s+/g, ' ').trim();
  };
  const focused = (page: Page) => page.evaluate<string>('document.activeElement.getAttribute("aria-label") ?? ""');
  const accept = (page: Page, name: string) => page.getByRole('button', { name: `Accept the suggestion for ${name}` });

  test('keep an accepted row in its place and height, with Undo, and lead the focus to the next row', async () => {
    const page = await bench();
    const row = rowOf(page, 'A-1023');
    const before = await row.boundingBox();
    await shot(page, 'catalog');
    await accept(page, 'A-1023').click();
    const undo = row.getByRole('button', { name: 'Undo A-1023' });
    await undo.waitFor();
    // The toast stays while it is pointed at.
    await page.locator('.toast').getByText('A-1023 is GRM21BR71H104KA01L now').hover();
    const after = await row.boundingBox();
    expect(Math.abs((after?.height ?? 0) - (before?.height ?? 0))).toBeLessThanOrEqual(1);
    expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThanOrEqual(1);
    expect(await focused(page)).toBe('Accept the suggestion for A-1024');
    expect(await page.locator('tr.is-next').getAttribute('data-row')).toBe('5');
    expect(await row.innerText()).toContain('Accepted just now and remembered.');
    expect(await tab(page, 'To decide')).toBe('To decide 4');
    await shot(page, 'catalog-accepted');
    // The toast's Undo does the same as the row's.
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await accept(page, 'A-1023').waitFor();
    expect(await tab(page, 'To decide')).toBe('To decide 5');
    expect(await row.innerText()).toContain('Ceramic capacitor, 100 nF');
  });

  test('change one row at most by a double click, and lead the focus by keyboard to the last row’s Undo', async () => {
    const page = await bench();
    const at = await accept(page, 'A-1023').boundingBox();
    const [x, y] = [(at?.x ?? 0) + 10, (at?.y ?? 0) + 10];
    // The second half of the double click comes in the moment in which the first has changed the row, on a slow machine
    // too.
    await page.evaluate(`new MutationObserver((_, observer) => {
      const button = document.elementFromPoint(${x}, ${y}).closest('button');
      if (!button?.ariaLabel?.startsWith('Undo A-1023')) return;
      observer.disconnect();
      button.click();
      document.body.dataset.twice = 'clicked';
    }).observe(document.querySelector('tr[data-row="4"]'), { subtree: true, childList: true })`);
    await page.mouse.click(x, y);
    await page.locator('[data-twice=clicked]').waitFor();
    await page.evaluate(ARMED);
    expect(await rowOf(page, 'A-1023').locator('.badge').first().innerText()).toBe('Matched');
    expect(await tab(page, 'To decide')).toBe('To decide 4');
    await expect.poll(() => focused(page)).toBe('Accept the suggestion for A-1024');
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe('Choose the part for A-1025');
    await accept(page, 'Row 12').focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe('It is right: A-1008');
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe('Undo A-1008: back to undecided');
  });

  test('return an accepted row to undecided by its Undo, and forget what was remembered by it', async () => {
    const page = await bench();
    await accept(page, 'A-1024').click();
    const undo = rowOf(page, 'A-1024').getByRole('button', { name: 'Undo A-1024' });
    await undo.waitFor();
    await page.evaluate(ARMED);
    await undo.click();
    await accept(page, 'A-1024').waitFor();
    expect(await focused(page)).toBe('Accept the suggestion for A-1024');
    const later = await bring(`${HEADING}\nA-1024;Yageo;RCO805FR-0710KL;;;1\n`, 'later.csv', 0);
    const next = await opened(`/dashboard/catalogs?list=${later}`);
    expect(await tab(next, 'To decide')).toBe('To decide 1');
  });

  test('show the own words of every row, struck through where they cannot be used', async () => {
    const page = await bench();
    const words = async (name: string) => (await rowOf(page, name).locator('.said').innerText()).split(/\s*\n\s*/);
    expect(await words('A-1023')).toEqual(['Murata', 'GRM21BR71H104KA', 'Keramik 100 nF 50 V 0805']);
    expect(await words('A-1022')).toEqual(['no manufacturer', 'TLV75533PDBVR', 'LDO 3,3 V 500 mA']);
    expect(await rowOf(page, 'A-1026').locator('.said').innerText()).toContain(MARKUP);
    expect(await rowOf(page, 'A-1027').locator('s').allInnerTexts()).toEqual(['4,00638E+12']);
    // Lines that are left out are under their own filter alone.
    expect(await tab(page, 'All')).toBe('All 11');
    expect(await rowOf(page, 'A-1035').count()).toBe(0);
    await page.getByRole('navigation', { name: 'Rows by outcome' }).getByRole('link', { name: 'Left out' }).click();
    await page.getByText('2 rows of 2').waitFor();
    // The focus stays on the chosen filter.
    expect(await page.evaluate('document.activeElement.innerText')).toMatch(/^Left out/);
    expect(await rowOf(page, 'A-1035').locator('s').allInnerTexts()).toEqual(['unknown', 'n/a']);
    expect(await rowOf(page, 'A-1035').innerText()).not.toContain('no manufacturer');
    // The same in a filter, whose rows are read by their outcome.
    await page
      .getByRole('navigation', { name: 'Rows by outcome' })
      .getByRole('link', { name: 'Not in the index' })
      .click();
    await page.getByText('2 rows of 2').waitFor();
    expect(await words('A-1033')).toEqual(['Würth Elektronik', '7447709100', 'Speicherdrossel 10 µH']);
  });

  test('show the title of one part at most in a row; a row with several suggestions is chosen in the sheet', async () => {
    const page = await bench();
    expect(await rowOf(page, 'A-1023').innerText()).toContain('Ceramic capacitor, 100 nF, 50 V, X7R, 0805');
    expect(await rowOf(page, 'A-1023').innerText()).toContain('Record confidence 97');
    const several = rowOf(page, 'A-1025');
    expect(await several.innerText()).toContain('L7805CV-DG');
    expect(await several.innerText()).not.toMatch(/Linear regulator|confidence/);
    await several.getByRole('link', { name: 'Choose the part for A-1025' }).click();
    await page.getByRole('dialog', { name: 'Which part is A-1025?' }).waitFor();
    await page.getByRole('dialog').getByText('Festspannungsregler').waitFor();
    expect(await page.getByRole('dialog').locator('input[type=radio]:checked').count()).toBe(0);
  });

  test('keep matched and duplicate rows on one line of 40 pixels, and the head in sight', async () => {
    const page = await bench();
    for (const name of ['A-1001', 'A-1030']) expect((await rowOf(page, name).boundingBox())?.height).toBeCloseTo(40, 0);
    await page.setViewportSize({ width: 1280, height: 500 });
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    // The page ends at a fraction of a pixel, and scrolls to a whole one.
    const topOf = async (place: string) => Math.round((await page.locator(place).boundingBox())?.y ?? -1);
    for (const place of ['.side', '.stick .tabs', '.stick .bulk'])
      expect([place, (await topOf(place)) >= 0]).toEqual([place, true]);
    expect(await topOf('.bench thead th:nth-child(2)')).toBeGreaterThanOrEqual(90);
    expect(Math.abs(await topOf('.side'))).toBe(0);
    const cut = '.line .said code, .line th, .one strong > :last-child';
    expect(
      await page.locator(cut).evaluateAll((all) => all.map((of) => of.scrollWidth > of.clientWidth + 1)),
    ).not.toContain(true);
  });

  test('accept suggestions that are nearly as written together, and undo all by one request', async () => {
    const page = await bench(DESKTOP, '&show=to_decide', NEARER);
    await page.getByText('5 rows of 5').waitFor();
    await page.getByLabel('Select all suggestions that are nearly as written').check();
    await page.getByRole('button', { name: 'Accept 2 suggestions' }).click();
    await page.getByText('2 rows accepted just now').waitFor();
    await page.getByText('Those with a number of yours are remembered.', { exact: true }).waitFor();
    await shot(page, 'catalog-bulk');
    // They stay in the filter until another page is opened; the counts change immediately.
    expect(await page.locator('tr.is-done').count()).toBe(2);
    expect(await tab(page, 'To decide')).toBe('To decide 3');
    // Another ending, and another manufacturer, are accepted alone.
    for (const name of ['A-1023', 'Row 12']) expect(await accept(page, name).count()).toBe(1);
    const asked: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && asked.push(new URL(request.url()).pathname));
    await page.getByRole('button', { name: 'Undo all 2' }).click();
    await page.getByText('2 of 4 suggestions here are nearly as written').waitFor();
    expect(asked).toEqual(['/dashboard/api/catalogs/undo']);
    expect(await tab(page, 'To decide')).toBe('To decide 5');
    await accept(page, 'Row 12').click();
    await rowOf(page, 'Row 12').getByText('It has no number of yours, so it is not remembered.').waitFor();
  });

  test('count and mark the rows whose own words contradict their part, and take one out that is right, with undo', async () => {
    const page = await bench(DESKTOP, '&show=check');
    await page.getByText('1 row. The part was found by its number').waitFor();
    const row = rowOf(page, 'A-1008');
    expect(await row.innerText()).toContain('The row says 0805; this part is 1206.');
    expect(await row.locator('mark').allInnerTexts()).toEqual(['0805', '1206']);
    await shot(page, 'catalog-check-these');
    await page.getByRole('button', { name: 'It is right: A-1008' }).click();
    await row.getByText('You said just now that it is right.').waitFor();
    expect(await tab(page, 'Check these')).toBe('Check these 0');
    await page.evaluate(ARMED);
    await row.getByRole('button', { name: 'Undo A-1008' }).click();
    await page.getByRole('button', { name: 'It is right: A-1008' }).waitFor();
    expect(await tab(page, 'Check these')).toBe('Check these 1');
  });

  test('say in which file a remembered match was decided, and take it back with Not this', async () => {
    const earlier = await bring(EARLIER, 'messy.csv', DAY_MS);
    const first = await opened(`/dashboard/catalogs?list=${earlier}`);
    await accept(first, 'A-1032').click();
    await rowOf(first, 'A-1032').getByRole('button', { name: 'Undo A-1032' }).waitFor();
    const page = await opened(`/dashboard/catalogs?list=${await bring(LATER, 'later.csv', 0)}`);
    const row = rowOf(page, 'A-1032');
    await row.getByText(/^As you decided in messy\.csv on \d+\sNov$/).waitFor();
    await shot(page, 'catalog-remembered');
    await row.getByRole('button', { name: 'Not this part for A-1032' }).click();
    await row.getByRole('button', { name: 'Undo A-1032: back to the part it had' }).waitFor();
    expect(await tab(page, 'To decide')).toBe('To decide 1');
    await page.evaluate(ARMED);
    await row.getByRole('button', { name: 'Undo A-1032' }).click();
    await expect.poll(() => page.locator('tr.is-done').count()).toBe(0);
    expect(await tab(page, 'To decide')).toBe('To decide 0');
  });

  test('say how the manufacturer is written, the index’s names and the state before Accept, and strike a spoiled number', async () => {
    const rows =
      'A-1040;Yaggeo;RC0805FR-0710KL;;;1\nA-1041;Vischay;LM317KCT;;;1\nA-1042;TI;lm317-kct/old;;;1\nA-1043;Lumiya;2,00000E+12;;LED-Panel;1\nA-1044;Yageo;RCO805FR-0710KL;;;1';
    const id = await bring(`${HEADING}\n${rows}\n`, 'names.csv', 0);
    const page = await opened(`/dashboard/catalogs?list=${id}`);
    await rowOf(page, 'A-1040').getByText('The manufacturer is written otherwise: Yaggeo.').waitFor();
    expect(await rowOf(page, 'A-1040').locator('.cand').innerText()).toMatch(
      /^Yageo RC0805FR-0710KL Not for new designs/,
    );
    expect(await rowOf(page, 'A-1041').locator('.cand').innerText()).toMatch(/^Texas Instruments LM317KCT/);
    expect(await rowOf(page, 'A-1041').getByRole('checkbox').count()).toBe(0);
    expect(await rowOf(page, 'A-1040').getByRole('checkbox').count()).toBe(1);
    // Letters for digits are a guess.
    expect(await accept(page, 'A-1044').count()).toBe(1);
    expect(await rowOf(page, 'A-1044').getByRole('checkbox').count()).toBe(0);
    expect(await rowOf(page, 'A-1042').locator('.cand').innerText()).toMatch(/^Texas Instruments LM317KCT/);
    expect(await rowOf(page, 'A-1043').locator('s').allInnerTexts()).toEqual(['2,00000E+12']);
    await rowOf(page, 'A-1043').getByRole('link', { name: 'Fix A-1043' }).click();
    const sheet = page.getByRole('dialog', { name: 'Which part is A-1043?' });
    expect(await sheet.getByLabel('Search the index').inputValue()).toBe('Lumiya LED-Panel');
  });

  test('say at a row that it is not fitted, check it where it is matched, and accept it alone', async () => {
    const rows =
      'A-1050;TI;OPA2325ID;;Op-Amp, DNP;1\nA-1051;Yaggeo;RC0805FR-0710KL;;nicht bestücken;1\nA-1052;Murata;GRM21BR71H104KA01L;;;1';
    const id = await bring(`${HEADING}\n${rows}\n`, 'not fitted.csv', 0);
    const page = await opened(`/dashboard/catalogs?list=${id}`);
    for (const name of ['A-1050', 'A-1051']) await rowOf(page, name).getByText('Not fitted', { exact: true }).waitFor();
    expect(await rowOf(page, 'A-1052').innerText()).not.toContain('Not fitted');
    expect(await rowOf(page, 'A-1051').getByText('Not fitted “nicht bestücken”', { exact: true }).count()).toBe(1);
    expect(await rowOf(page, 'A-1051').getByRole('checkbox').count()).toBe(0);
    expect(await tab(page, 'Check these')).toBe('Check these 1');
    await page.getByRole('navigation', { name: 'Rows by outcome' }).getByRole('link', { name: 'Check these' }).click();
    const toCheck = '1 matched row here whose own words contradict the part found or say that it is not fitted';
    await page.getByText(toCheck, { exact: true }).waitFor();
    const row = rowOf(page, 'A-1050');
    expect(await row.locator('.badge').first().innerText()).toBe('Check this');
    expect(await row.getByText('Not fitted “Op-Amp, DNP”', { exact: true }).count()).toBe(1);
    expect(await page.getByRole('button', { name: 'It is right: A-1050' }).count()).toBe(1);
    await row.getByRole('link', { name: 'Fix A-1050' }).click();
    const sheet = page.getByRole('dialog', { name: 'Which part is A-1050?' });
    await sheet.getByText('The row says that it is not fitted: “Op-Amp, DNP”.', { exact: true }).waitFor();
    await sheet.getByRole('radio', { name: /OPA2325ID/ }).check();
    await sheet.getByRole('button', { name: 'It is right' }).click();
    await sheet.waitFor({ state: 'detached' });
    await rowOf(page, 'A-1050').getByText('You said just now that it is right.', { exact: true }).waitFor();
    expect(await tab(page, 'Check these')).toBe('Check these 0');
  });

  test('accept one row while Enter is held, although the focus goes on to the next one’s Accept', async () => {
    const page = await bench();
    await accept(page, 'A-1022').focus();
    await page.keyboard.down('Enter');
    await expect.poll(() => focused(page)).toBe('Accept the suggestion for A-1023');
    for (let press = 0; press < 5; press += 1) await page.keyboard.down('Enter');
    await page.evaluate(ARMED);
    await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await page.evaluate(ARMED);
    expect(await focused(page)).toBe('Accept the suggestion for A-1023');
    expect(await tab(page, 'To decide')).toBe('To decide 4');
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe('Accept the suggestion for A-1024');
  });

  test('say on a phone, too, what accepting together uses', async () => {
    const page = await bench(PHONE, '&show=to_decide', NEARER);
    await page.getByLabel('Select all suggestions that are nearly as written').check();
    expect(await page.locator('.bulk').getByText('uses 2 of').isVisible()).toBe(true);
  });

  test('open the sheet with the row’s own cells, its suggestions with titles, a search filled in and nothing chosen', async () => {
    const page = await bench();
    const link = rowOf(page, 'A-1025').getByRole('link', { name: 'Choose the part for A-1025' });
    await link.click();
    const sheet = page.getByRole('dialog', { name: 'Which part is A-1025?' });
    await sheet.getByText('2 suggestions').waitFor();
    const cells = (await sheet.locator('.cells').innerText()).split(/\s*\n\s*/);
    expect(cells.slice(0, 4)).toEqual(['Row', '6 of Stückliste Rev. B.csv', 'Unsere Art.-Nr.', 'A-1025']);
    for (const title of ['Linear regulator, 5 V, 1.5 A, TO-220, dual gauge', 'Record confidence 97'])
      await sheet.getByText(title).first().waitFor();
    expect(await sheet.locator('input[type=radio]:checked').count()).toBe(0);
    const field = sheet.getByLabel('Search the index');
    expect(await field.inputValue()).toBe('ST L7805CV Festspannungsregler 5 V');
    const left = async () =>
      Number(/uses 1 of ([\d,]+) rows left/.exec(await sheet.innerText())?.[1]?.replace(',', ''));
    const before = await left();
    await shot(page, 'catalog-fix');
    // A search without a hit is free; one with hits is not.
    await field.fill('nosuchwordanywhere');
    await page.keyboard.press('Enter');
    await sheet.getByText('Nothing found, so the search was free.').waitFor();
    await field.fill('FDS9435A');
    await page.keyboard.press('Enter');
    await sheet.getByRole('radio', { name: 'onsemi FDS9435A' }).check();
    expect(await left()).toBe(before - 1);
    await sheet.getByRole('button', { name: 'Use FDS9435A' }).waitFor();
    expect(await sheet.getByLabel('Remember for my number A-1025').isChecked()).toBe(true);
    await field.focus();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    expect(await focused(page)).toBe('Choose the part for A-1025');
    // Opened once more on the same day, it shows the suggestions for nothing.
    await link.click();
    await sheet.getByText('2 suggestions').waitFor();
    expect(await left()).toBe(before - 1);
    await sheet.getByRole('radio', { name: /L7805CV-DG/ }).check();
    await sheet.getByRole('button', { name: 'Use L7805CV-DG' }).click();
    await rowOf(page, 'A-1025').getByText('Chosen just now and remembered.', { exact: true }).waitFor();
  });

  test('show the part that a matched row has as Now, and one that fits its words; no part makes it undecided, with undo', async () => {
    const page = await bench(DESKTOP, '&fix=2');
    const sheet = page.getByRole('dialog', { name: 'Which part is A-1008?' });
    await sheet.getByText('It may be, by the words of the row').waitFor();
    await shot(page, 'catalog-fix-matched');
    const now = sheet.locator('fieldset').filter({ hasText: 'Matched with' });
    expect(await now.innerText()).toContain('Now');
    expect(await sheet.getByRole('radio', { name: /RC0805FR-0710KL/ }).isChecked()).toBe(false);
    await sheet.getByText('The row says 0805; this part is 1206.').waitFor();
    expect(await now.locator('mark').allInnerTexts()).toEqual(['1206']);
    await sheet.getByRole('radio', { name: 'None of these' }).check();
    await sheet.getByRole('button', { name: 'Not meant' }).click();
    await sheet.waitFor({ state: 'detached' });
    const undo = rowOf(page, 'A-1008').getByRole('button', { name: /^Undo A-1008/ });
    await undo.waitFor();
    await page.evaluate(ARMED);
    await undo.click();
    await page.getByRole('button', { name: 'It is right: A-1008' }).waitFor();
  });

  test('decide by None of these that a row has no part, so that nothing accepts it any more, with undo', async () => {
    const page = await bench();
    expect(await tab(page, 'To decide')).toBe('To decide 5');
    await rowOf(page, 'A-1023').getByRole('link', { name: 'Fix A-1023' }).click();
    const sheet = page.getByRole('dialog', { name: 'Which part is A-1023?' });
    await sheet.getByRole('radio', { name: 'None of these' }).check();
    expect(await sheet.getByLabel('Remember for my number A-1023').count()).toBe(0);
    await sheet.getByRole('button', { name: 'Not meant' }).click();
    await sheet.waitFor({ state: 'detached' });
    await rowOf(page, 'A-1023').getByText('Not meant, you said just now.').waitFor();
    expect(await rowOf(page, 'A-1023').locator('.badge').first().innerText()).toBe('Not meant');
    expect(await tab(page, 'To decide')).toBe('To decide 4');
    await page.evaluate(ARMED);
    await rowOf(page, 'A-1023').getByRole('button', { name: 'Undo A-1023: back to undecided' }).click();
    await accept(page, 'A-1023').waitFor();
    expect(await tab(page, 'To decide')).toBe('To decide 5');
  });

  test('leave a row as it is that names no part, and cannot remember one without a number', async () => {
    const page = await bench(DESKTOP, '&fix=8');
    const sheet = page.getByRole('dialog', { name: 'Which part is A-1027?' });
    await sheet.locator('.cells').waitFor();
    expect(await sheet.getByRole('button', { name: 'Use this part' }).isDisabled()).toBe(true);
    expect(await sheet.locator('s').allInnerTexts()).toEqual(['4,00638E+12']);
    expect(await sheet.locator('.cells').innerText()).not.toContain('empty');
    expect(await sheet.getByLabel('Search the index').inputValue()).toBe('Schraube M4 per EAN');
    // There is nothing to refuse: what is not fixed stays as it is.
    expect(await sheet.getByRole('radio').count()).toBe(1);
    await sheet.getByRole('radio', { name: 'No part: leave the row as it is' }).check();
    await sheet.getByText('Nothing is remembered without a part.', { exact: true }).waitFor();
    expect(await sheet.getByRole('checkbox').count()).toBe(0);
    await shot(page, 'catalog-fix-miss');
    const asked: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && asked.push(request.url()));
    await sheet.getByRole('button', { name: 'Leave it' }).click();
    await sheet.waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe('Fix A-1027');
    expect(asked).toEqual([]);
    await rowOf(page, 'Row 12').getByRole('link', { name: 'Fix Row 12' }).click();
    const other = page.getByRole('dialog', { name: 'Which part is Row 12?' });
    await other.getByRole('radio', { name: 'onsemi FDS9435A' }).check();
    expect(await other.getByLabel('Remember this').isDisabled()).toBe(true);
  });

  test('say under a miss what research costs, and that a search without a hit was free', async () => {
    const page = await bench(DESKTOP, '&fix=10');
    const sheet = page.getByRole('dialog', { name: 'Which part is A-1033?' });
    await sheet.getByText(/Research can look for it: \$0\.15 if found\.$/).waitFor();
    await sheet.getByLabel('Search the index').fill('nosuchwordanywhere');
    await page.keyboard.press('Enter');
    await sheet.getByText('Nothing found, so the search was free.', { exact: true }).waitFor();
    await sheet.getByRole('radio', { name: 'No part: leave the row as it is' }).check();
    await sheet.getByRole('button', { name: 'Leave it' }).waitFor();
  });

  test('list a part that the sheet shows already not once more among what a search finds', async () => {
    const page = await bench(DESKTOP, '&fix=6');
    const sheet = page.getByRole('dialog', { name: 'Which part is A-1025?' });
    await sheet.getByText('2 suggestions', { exact: true }).waitFor();
    await sheet.getByLabel('Search the index').fill('itm_Bench006');
    await page.keyboard.press('Enter');
    await sheet.getByText('No other part was found: what was found is above.', { exact: true }).waitFor();
    expect(await sheet.getByRole('radio').count()).toBe(3);
  });

  test('say in the sheet that the part of a row is right, with undo', async () => {
    const page = await bench(DESKTOP, '&fix=2');
    const sheet = page.getByRole('dialog', { name: 'Which part is A-1008?' });
    await sheet.getByRole('radio', { name: /RC1206FR-0710KL/ }).check();
    await sheet.getByRole('button', { name: 'It is right' }).click();
    await sheet.waitFor({ state: 'detached' });
    await rowOf(page, 'A-1008').getByText('You said just now that it is right.', { exact: true }).waitFor();
    expect(await tab(page, 'Check these')).toBe('Check these 0');
    await page.evaluate(ARMED);
    await rowOf(page, 'A-1008')
      .getByRole('button', { name: /^Undo A-1008/ })
      .click();
    await page.getByRole('button', { name: 'It is right: A-1008' }).waitFor();
  });

  test('change one row by a double click after which the page scrolls to the next one', async () => {
    const page = await bench();
    await page.setViewportSize({ width: 1280, height: 500 });
    await page.evaluate(`document.querySelector('tr[data-row="4"]').scrollIntoView({ block: 'end' })`);
    // The second half comes on the same spot in the moment in which the first has changed the row, and meets the row
    // after it.
    await page.evaluate(`{
      let spot;
      const noted = ({ clientX, clientY }) => (spot = { clientX, clientY });
      addEventListener('pointerdown', noted, { capture: true, once: true });
      const next = document.querySelector('tr[data-row="5"] .actions .btn');
      let last = scrollY;
      new MutationObserver((_, observer) => {
        const from = last;
        last = scrollY;
        if (document.querySelector('.is-next')?.dataset.row !== '5') return;
        observer.disconnect();
        next.dispatchEvent(new MouseEvent('click', { ...spot, bubbles: true, cancelable: true, detail: 2 }));
        document.body.dataset.scrolled = String(last !== from);
      }).observe(document.querySelector('tbody'), { subtree: true, childList: true, attributes: true });
    }`);
    await accept(page, 'A-1023').click();
    await page.locator('[data-scrolled=true]').waitFor();
    await page.evaluate(ARMED);
    expect(await tab(page, 'To decide')).toBe('To decide 4');
    await accept(page, 'A-1024').click();
    await expect.poll(() => tab(page, 'To decide')).toBe('To decide 3');
  });

  test('accept the next row by a click elsewhere, right after the page scrolled to it', async () => {
    const page = await bench();
    await page.setViewportSize({ width: 1280, height: 500 });
    await page.evaluate(`document.querySelector('tr[data-row="4"]').scrollIntoView({ block: 'end' })`);
    await accept(page, 'A-1023').hover();
    const before = await page.evaluate<number>('scrollY');
    await accept(page, 'A-1023').click();
    await page.locator('tr[data-row="5"].is-next').waitFor();
    expect(await page.evaluate<number>('scrollY')).not.toBe(before);
    // Beside the middle, where the first click was.
    await accept(page, 'A-1024').click({ position: { x: 4, y: 4 } });
    await rowOf(page, 'A-1024').getByRole('button', { name: 'Undo A-1024: back to undecided' }).waitFor();
    expect(await tab(page, 'To decide')).toBe('To decide 3');
  });

  test('head rows without a number of yours by their row, and say of none that it is remembered', async () => {
    const rows = 'Hersteller;Teilenummer;Menge\nYaggeo;RC0805FR-0710KL;1\n;NV-77-OLD;1\n';
    const page = await bench(DESKTOP, '', rows);
    const heads = page.getByRole('table', { name: 'Rows of the catalog' }).getByRole('columnheader');
    expect((await heads.allInnerTexts()).map((text) => text.toLowerCase())).toContain('row');
    expect((await heads.allInnerTexts()).join(' ').toLowerCase()).not.toContain('your number');
    await page.getByText('2 of 2 suggestions here are nearly as written, 1 obsolete', { exact: true }).waitFor();
    await page.getByLabel('Select all suggestions that are nearly as written').check();
    await page.getByRole('button', { name: 'Accept 2 suggestions' }).click();
    await page.getByText('2 rows accepted just now', { exact: true }).waitFor();
    expect(await page.getByText('Those with a number of yours are remembered.').count()).toBe(0);
  });

  test('say of how many rows research asks, and why of no others', async () => {
    const rows = 'A-1060;Norvane;NV-901;;;1\nA-1061;Norvane;NV-902;;DNP;1\n';
    const page = await bench(DESKTOP, '', `${HEADING}\n${rows}`);
    expect(await rowOf(page, 'A-1061').innerText()).not.toContain('Research');
    await page.getByRole('link', { name: 'Research 2 parts', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Research 1 of 2 parts?' });
    const left = '1 row left out: not fitted, or without a manufacturer and part number.';
    await dialog.getByText(left, { exact: true }).waitFor();
    expect(await dialog.getByRole('checkbox').count()).toBe(0);
  });

  test('list what was decided, find it, forget it in its place, and undo that', async () => {
    const page = await bench();
    await accept(page, 'A-1023').click();
    await rowOf(page, 'A-1023').getByRole('button', { name: 'Undo A-1023' }).waitFor();
    const later = await bring(`${HEADING}\nA-1023;Murata;GRM21BR71H104KA;;;1\n`, 'later.csv', 0);
    const listed = await opened('/dashboard/catalogs?remembered=all');
    const match = listed.getByRole('row').filter({ hasText: 'A-1023' });
    await match.getByText('Ceramic capacitor, 100 nF').waitFor();
    expect(await match.innerText()).toMatch(
      /GRM21BR71H104KA[^]*in Stückliste Rev\. B\.csv[^]*juergen\.mueller@[^]*1 later file/,
    );
    await shot(listed, 'remembered');
    await listed.getByLabel('Search the remembered matches').fill('nothing like it');
    await listed.getByText('No such match').waitFor();
    await listed.getByLabel('Search the remembered matches').fill('grm21br');
    await match.getByRole('button', { name: 'Forget the match for A-1023' }).click();
    await match.getByText('Forgotten').waitFor();
    await listed.getByText('A-1023 is forgotten. Undecided again: 1 row.').waitFor();
    await shot(listed, 'remembered-forgotten');
    expect(await listed.evaluate('document.documentElement.scrollWidth')).toBe(DESKTOP.width);
    const undecided = await opened(`/dashboard/catalogs?list=${later}`);
    expect(await tab(undecided, 'To decide')).toBe('To decide 1');
    const forgotten = await opened(
      `/dashboard/catalogs?list=${await bring(`${HEADING}\nA-1023;Murata;GRM21BR71H104KA;;;1\n`, 'a.csv', 0)}`,
    );
    expect(await tab(forgotten, 'To decide')).toBe('To decide 1');
    await match.getByRole('button', { name: 'Undo: remember A-1023 again' }).click();
    await match.getByRole('button', { name: 'Forget the match for A-1023' }).waitFor();
    await listed.getByText('A-1023 is remembered again. Matched again: 1 row.').waitFor();
    await undecided.reload();
    await rowOf(undecided, 'A-1023').waitFor();
    expect(await tab(undecided, 'Matched')).toBe('Matched 1');
    const again = await opened(
      `/dashboard/catalogs?list=${await bring(`${HEADING}\nA-1023;Murata;GRM21BR71H104KA;;;1\n`, 'b.csv', 0)}`,
    );
    expect(await tab(again, 'Matched')).toBe('Matched 1');
    // The index has a part with exactly the stated number now, which is another one.
    const writer = new DynamoItemWriter(pages.dashboard.client, pages.dashboard.tables.productIndexTable);
    valueOf(
      await writer.writeItem(
        recordOf({ id: 'itm_Bench099', manufacturer: 'Murata', mpn: 'GRM21BR71H104KA', title: 'X' }),
      ),
    );
    const which = listed.getByRole('navigation', { name: 'Which matches' });
    await which.getByRole('link', { name: 'To look at again' }).click();
    await match.getByText('The index has a part with exactly the stated number now.').waitFor();
    await listed.getByText('1 to 1 of 1, the newest first').waitFor();
    await shot(listed, 'remembered-to-look-at-again');
    for (const viewport of [DESKTOP, PHONE]) {
      await listed.setViewportSize(viewport);
      for (const colorScheme of ['light', 'dark'] as const) {
        await listed.emulateMedia({ colorScheme });
        expect(await accessFaults(listed)).toEqual([]);
        await shot(listed, `remembered-${viewport.width}-${colorScheme}`);
      }
    }
    // The tests after this one mean the index without it.
    await writer.deleteItem('itm_Bench099');
  });

  test('is preceded by a check that shows what each row would be at any scroll position, and exactly what is imported', async () => {
    const id = await pages.at(SHOWN_MS, async () => {
      const session = await signInPerson(pages.dashboard.people, { email: owner }, SHOWN_MS);
      const uploads = uploadPageOf(pages.dashboard, () => SHOWN_MS);
      const uploaded = await uploads.upload(session, LIST, { name: 'Stückliste Rev. C.csv' });
      await uploads.preview(session, uploaded);
      return uploaded;
    });
    const page = await opened(`/dashboard/catalogs?upload=${id}`);
    await page.getByRole('button', { name: /^Import 11 rows, \d+ to decide$/ }).waitFor();
    await page.getByText(/Importing it uses 11 of the [\d,]+ rows left this period\./).waitFor();
    const would = page.locator('.map tbody td.would').first();
    expect(await page.locator('.map thead th').nth(1).innerText()).toBe('Would be');
    const before = await would.boundingBox();
    await page.evaluate('document.querySelector(".map").scrollLeft = 400');
    const after = await would.boundingBox();
    expect((after?.x ?? 0) - (before?.x ?? 0)).toBeGreaterThanOrEqual(-48);
    expect(after?.x).toBeGreaterThan(230);
    const outcomes = await page.locator('.map tbody .would .badge').allInnerTexts();
    for (const outcome of ['To decide', 'Unusable', 'Not in the index', 'Matched', 'Duplicate', 'Left out'])
      expect(outcomes).toContain(outcome);
    expect(outcomes.length).toBeLessThanOrEqual(10);
    expect(outcomes).toContain('Check this');
    await page.locator('.would').getByText('The row says 0805; this part is 1206.', { exact: true }).waitFor();
    await page.getByText('5 of 6 columns recognised', { exact: true }).waitFor();
    expect(await page.getByLabel('What Bezeichnung means').inputValue()).toBe('description');
    await shot(page, 'catalog-check');
    // Each line of the legend shows rows of its outcome; together they are the rows of the sheet.
    const legend = page.getByRole('navigation', { name: 'Show example rows that would be' });
    const counts = (await legend.getByRole('link').allInnerTexts()).map((text) =>
      Number(/\d+$/.exec(text.trim())?.[0]),
    );
    expect(counts[0]).toBe(13);
    expect(counts.slice(1).reduce((sum, rows) => sum + rows, 0)).toBe(13);
    await legend.getByRole('link', { name: /^Unusable/ }).click();
    await expect.poll(() => page.locator('.map tbody .would .badge').allInnerTexts()).toEqual(['Unusable']);
    expect(await page.locator('.map tbody s').allInnerTexts()).toEqual(['4,00638E+12']);
    await legend.getByRole('link', { name: /^A few of each/ }).click();
    await page.getByText('A spreadsheet changed 1 number in this file').waitFor();
    // A changed column is checked again, and keeps the focus.
    const select = page.getByLabel('What Hersteller means');
    await select.focus();
    await select.selectOption('none');
    const checked = (seen: () => Promise<unknown>) =>
      expect.poll(async () => (await uploadPageOf(pages.dashboard, () => SHOWN_MS).deliverAll(), seen()), {
        timeout: WAIT_MS,
      });
    await checked(() => page.getByLabel('All parts are from one manufacturer').count()).toBe(1);
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('What Hersteller means');
    await page.getByLabel('All parts are from one manufacturer').fill('Texas Instruments');
    await page.getByLabel('All parts are from one manufacturer').press('Enter');
    await checked(() => page.locator('.map tbody .would .badge').allInnerTexts()).toContain('Matched');
    for (const [viewport, colorScheme] of [
      [DESKTOP, 'dark'],
      [PHONE, 'light'],
    ] as const) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      expect([viewport.width, await accessFaults(page)]).toEqual([viewport.width, []]);
      await shot(page, `catalog-check-${viewport.width}-${colorScheme}`);
    }
  });

  test('tell catalogs of one name apart where a file becomes the new version of one', async () => {
    await bring(EARLIER, 'twice.csv', 0);
    await bring(LATER, 'twice.csv', 0);
    const id = await pages.at(SHOWN_MS, async () => {
      const session = await signInPerson(pages.dashboard.people, { email: owner }, SHOWN_MS);
      const uploads = uploadPageOf(pages.dashboard, () => SHOWN_MS);
      const uploaded = await uploads.upload(session, LIST, { name: 'thrice.csv' });
      await uploads.preview(session, uploaded);
      return uploaded;
    });
    const page = await opened(`/dashboard/catalogs?upload=${id}`);
    const options = page.getByLabel('It becomes').locator('option').filter({ hasText: 'twice.csv' });
    await options.first().waitFor({ state: 'attached' });
    const rows = (await options.allInnerTexts()).map((text) => / twice\.csv \(.+, (\d rows?)\)$/.exec(text)?.[1]);
    expect(rows.toSorted()).toEqual(['1 row', '2 rows']);
  });

  test('number the rows to decide in the menu', async () => {
    const page = await bench();
    const badge = page
      .getByRole('navigation', { name: 'Account' })
      .getByRole('link', { name: 'Catalogs' })
      .locator('.badge');
    const before = Number(/\d+/.exec(await badge.innerText())?.[0]);
    await accept(page, 'A-1023').click();
    await expect.poll(async () => /\d+/.exec(await badge.innerText())?.[0]).toBe(String(before - 1));
  });

  for (const viewport of [DESKTOP, PHONE])
    test(`are accessible at ${viewport.width}, in light and dark, with nothing wider than the screen`, async () => {
      const page = await bench(viewport);
      await accept(page, 'A-1023').click();
      await rowOf(page, 'A-1023').getByRole('button', { name: 'Undo A-1023' }).waitFor();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect([colorScheme, await accessFaults(page)]).toEqual([colorScheme, []]);
        await shot(page, `catalog-${viewport.width}-${colorScheme}`);
      }
      await rowOf(page, 'A-1025').getByRole('link', { name: 'Choose the part for A-1025' }).click();
      await page.getByText('2 suggestions', { exact: true }).waitFor();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect([colorScheme, await accessFaults(page)]).toEqual([colorScheme, []]);
        await shot(page, `catalog-fix-${viewport.width}-${colorScheme}`);
      }
      await page.keyboard.press('Escape');
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    });
});

/** Keeps a picture if a folder for pictures is named. */
async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env['SHOTS'];
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `${name}.png`) });
}
