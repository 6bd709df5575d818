/**
 * Imports lists as buyers have them: lines that are not wanted, numbers with other separators or in the words beside,
 * makers misspelt or written shorter, and numbers of several records.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isToCheck, nameCandidate, type CatalogRow } from '../../../../core/catalogs/rows/catalog.ts';
import { describeChecks } from '../../../../core/catalogs/rows/describe-contradiction.ts';
import { isNearlyAsWritten } from '../../../../core/catalogs/rows/nearly-as-written.ts';
import { rowMessage } from '../../../../core/catalogs/rows/row-message.ts';
import { isResearched } from '../../../../core/sourcing/enrichment/enrich-catalog.ts';
import { disagreements } from '../../../support/fixtures/catalog-rows.ts';
import { recordOf } from '../../../support/fixtures/item-records.ts';
import { openListHarness, type ListHarness } from '../../../support/index/list-imports.ts';

const brenholt = { manufacturer: 'Brenholt Fastenings Inc.', brand: 'Brenholt' };
const harbour = { manufacturer: 'Oss & Pryde Electric Ltd', brand: 'VoltHarbour' };
const lavenne = { manufacturer: 'Robinetterie Lavenne S.A.', brand: 'Lavenne' };
const quellmar = { manufacturer: 'Quellmar Pumpen GmbH', brand: 'Quellmar' };
const tarnvik = { manufacturer: 'Tarnvik Tools AB', brand: 'Tarnvik' };
const kestmoor = { manufacturer: 'Kestmoor Bearings' };

const ITEMS = [
  { ...brenholt, mpn: 'MS-1191/2', title: 'Brenholt MS-1191/2 machine screw, M4, 40 mm' },
  { ...brenholt, mpn: 'MS 1031', title: 'Brenholt MS 1031 machine screw, M6, 16 mm' },
  { ...harbour, mpn: 'MCB1166.1', title: 'VoltHarbour MCB1166.1 miniature circuit breaker, 16 A' },
  { ...kestmoor, mpn: '61304.1', title: 'Kestmoor 61304.1 deep groove ball bearing' },
  { ...kestmoor, mpn: '61304', title: 'Kestmoor 61304 deep groove ball bearing' },
  { ...lavenne, mpn: 'BV-1233 X', title: 'Lavenne BV-1233 X ball valve, DN 8, 16 bar' },
  { ...quellmar, mpn: 'BV-1473/2', title: 'Quellmar BV-1473/2 ball valve, DN 25, 16 bar' },
  { ...tarnvik, mpn: 'TQ1005 X', title: 'Tarnvik TQ1005 X torque screwdriver' },
  { ...tarnvik, mpn: '40017', title: 'Tarnvik 40017 wrench' },
  { ...tarnvik, mpn: 'TWIN-900', title: 'Tarnvik TWIN-900 gauge, older record', confidence: 41 },
  { ...tarnvik, mpn: 'TWIN-900', title: 'Tarnvik TWIN-900 gauge', confidence: 93 },
  { manufacturer: 'Yarrowby Lighting Co.', brand: 'Lumiya', mpn: 'LP1248.1', title: 'Lumiya LP1248.1 LED panel, 18 W' },
  { manufacturer: 'Halvorine Controls', mpn: 'TC1049', title: 'Halvorine TC1049 temperature controller' },
  { manufacturer: 'Norvane', mpn: '1.5SMC6.8CA', title: 'TVS' },
].map((item, place) => recordOf({ id: `itm_Walk${String(place).padStart(4, '0')}`, ...item }));
const idOf = (mpn: string, title = '') => ITEMS.find((one) => one.mpn === mpn && one.title?.endsWith(title))?.id;

let lists: ListHarness;
beforeAll(async () => {
  lists = await openListHarness();
  await lists.load(ITEMS);
});
afterAll(() => lists.stop());

const HEADING = 'Unsere Art.-Nr.;Hersteller;Bestellnummer;Bezeichnung;Menge;Bemerkung';

async function imported(...lines: readonly string[]) {
  const list = await lists.importList([HEADING, ...lines].join('\r\n'));
  expect(await disagreements(lists.client, lists.tables.accountsTable, list.catalog)).toEqual([]);
  expect(list.catalog.toCheck).toBe(list.rows.filter(isToCheck).length);
  return list.rows;
}

const messageOf = (row: CatalogRow) => rowMessage(row, { research: 'Research it.', mayNameParts: true, nowMs: 0 });

describe('a row that is not fitted', () => {
  test('is matched, says so, and is to check', async () => {
    const [row, other] = await imported(
      'A-1;Quellmar;BV-1473/2;Kugelhahn DN25;2;entfaellt',
      'A-2;Tarnvik;TQ1005 X;Schraubendreher;2;bitte sauber verpacken',
    );
    expect(row).toMatchObject({ outcome: 'cache_hit', itemId: idOf('BV-1473/2'), notFitted: 'entfaellt' });
    expect([row, other].map((one) => isToCheck(one!))).toEqual([true, false]);
    expect(describeChecks(row!)).toEqual(['Not fitted or cancelled, in the row’s own words.']);
    expect(messageOf(row!)).toMatch(/^Not fitted or cancelled, in the row’s own words\./);
    expect(other?.notFitted).toBeUndefined();
    expect(isToCheck({ ...row!, isCorrected: true })).toBe(false);
  });

  test('is to check like a row whose remark names the number that replaces its part', async () => {
    const [row, other] = await imported(
      'A-1;Tarnvik;40017;Schluessel;2;ersetzt durch TQ1005 X',
      'A-2;Tarnvik;TQ1005 X;Schraubendreher;2;ersetzt durch TQ 1005 X',
    );
    expect(row).toMatchObject({ outcome: 'cache_hit', itemId: idOf('40017') });
    expect(describeChecks(row!)).toEqual(['The row says that TQ1005 X replaces its part.']);
    expect([row, other].map((one) => isToCheck(one!))).toEqual([true, false]);
  });

  test('is not researched, and no research is offered for it', async () => {
    const [row, other] = await imported('A-1;Quellmar;ZX-77;Pumpe;1;DNP', 'A-2;Quellmar;ZX-78;Pumpe;1;');
    expect([row, other].map((one) => [one!.outcome, isResearched(one!), isToCheck(one!)])).toEqual([
      ['not_found', false, false],
      ['not_found', true, false],
    ]);
    expect([row, other].map((one) => messageOf(one!)?.includes('Research it.'))).toEqual([false, true]);
  });

  test('is skipped as before if its number says so', async () => {
    const [row] = await imported('A-1;Quellmar;DNP;Kugelhahn DN25;2;entfaellt');
    expect(row).toMatchObject({ outcome: 'skipped', reason: 'the row is not fitted' });
    expect(row?.notFitted).toBeUndefined();
  });
});

describe('a number with other separators', () => {
  test.each([
    ['Brenholt', 'MS1191-2', 'MS-1191/2'],
    ['Brenholt', 'MS 1191.2', 'MS-1191/2'],
    ['Volt Harbour', 'MCB 1166-1', 'MCB1166.1'],
    ['Oss & Pryde Electric', 'MCB1166/1', 'MCB1166.1'],
    ['Kestmoor Bearings', '61.304,1', '61304.1'],
    ['Kestmoor Bearings', '61304-1', '61304.1'],
    ['Kestmoor', '61.304,1', '61304.1'],
    ['Brenhold', 'MS1191-2', 'MS-1191/2'],
    ['Quellmar', 'BV.1473-2', 'BV-1473/2'],
  ])('of %s is suggested alone: %s is %s', async (maker, number, meant) => {
    const [row] = await imported(`A-1;${maker};${number};;1;`);
    expect(row).toMatchObject({ outcome: 'not_found', itemId: null });
    expect(row?.reason).toContain('with other separators');
    expect(row?.candidates.map(({ partNumber }) => partNumber)).toEqual([meant]);
    expect(isNearlyAsWritten(row!, row!.candidates[0]!)).toBe(false);
    expect(isResearched(row!)).toBe(false);
  });

  test('is not suggested if a separator stands in one of them alone, or for another manufacturer', async () => {
    const rows = await imported('A-1;Norvane;1.5SMC68CA;;1;', 'A-2;Brenholt;MS11912;;1;', 'A-3;SKF;MS1191-2;;1;');
    for (const row of rows) expect(row.reason).not.toContain('separators');
  });
});

test('a number in scientific notation is suggested of a manufacturer written shorter, too', async () => {
  const [row, other] = await imported('A-1;Kestmoor;6,1304E+04;;1;', 'A-2;SKF;6,1304E+04;;1;');
  expect([row, other].map((one) => one!.candidates.map(nameCandidate))).toEqual([['Kestmoor Bearings 61304'], []]);
});

describe('a manufacturer', () => {
  test.each([
    ['Brenhold', 'MS 1031', 'Brenholt Fastenings Inc.', 'written otherwise'],
    ['Lumia', 'LP1248.1', 'Lumiya', 'written otherwise'],
    ['Qellmar', 'BV-1473/2', 'Quellmar Pumpen GmbH', 'written otherwise'],
    ['Halvorin', 'TC1049', 'Halvorine Controls', 'written otherwise'],
    ['Halvorine', 'TC1049', 'Halvorine Controls', 'written shorter'],
    ['Kestmoor', '61304.1', 'Kestmoor Bearings', 'written shorter'],
  ])('%s of %s is nearly %s: %s', async (maker, number, meant, says) => {
    const [row] = await imported(`A-1;${maker};${number};;1;`);
    expect(row?.reason).toContain(says);
    expect(row?.candidates).toEqual([{ manufacturer: meant, partNumber: number }]);
    expect(isNearlyAsWritten(row!, row!.candidates[0]!)).toBe(true);
  });

  test.each([
    ['SKF', '61304.1'],
    ['Bosch', 'TQ1005 X'],
    ['Vishay', 'MS 1031'],
  ])('%s of %s is another one, and is not accepted together with others', async (maker, number) => {
    const [row] = await imported(`A-1;${maker};${number};;1;`);
    expect(row?.reason).toContain('of another manufacturer');
    expect(isNearlyAsWritten(row!, row!.candidates[0]!)).toBe(false);
  });
});

describe('a number in the words of a row', () => {
  test.each([
    ['Lavenne', 'Kugelhahn BV-1233 X DN8 Messing', 'Robinetterie Lavenne S.A. BV-1233 X'],
    ['', 'Drehmomentschrauber TQ1005 X Tarnvik', 'Tarnvik Tools AB TQ1005 X'],
    ['', 'LS-Schalter (MCB1166.1), 1P+N', 'Oss & Pryde Electric Ltd MCB1166.1'],
    ['', 'Schlüssel Tarnvik 40017 lang', 'Tarnvik Tools AB 40017'],
    ['', 'Messuhr TWIN-900 Tarnvik', 'Tarnvik Tools AB TWIN-900'],
  ])('of “%s” is suggested: %s', async (maker, words, meant) => {
    const [row] = await imported(`A-1;${maker};;${words};1;`);
    expect(row).toMatchObject({ outcome: 'error', itemId: null });
    expect(row?.reason).toContain('stands in the row’s words');
    expect(row?.candidates.map(nameCandidate)).toEqual([meant]);
    expect(isNearlyAsWritten(row!, row!.candidates[0]!)).toBe(false);
  });

  test.each([
    ['two known numbers', 'Kugelhahn BV-1473/2 statt BV-1233 X'],
    ['a number of digits without its manufacturer', 'Schlüssel 40017 lang'],
    ['no known number', 'Kugelhahn BV-9999 Messing'],
    ['no number', 'Frachtkosten pauschal'],
  ])('is not suggested from %s', async (_, words) => {
    const [row] = await imported(`A-1;;;${words};1;`);
    expect(row?.candidates).toEqual([]);
    expect(row?.outcome).toBe('skipped');
  });

  test('is not suggested for another manufacturer than the row’s', async () => {
    const [row] = await imported('A-1;Bosch;;Drehmomentschrauber TQ1005 X;1;');
    expect(row).toMatchObject({ outcome: 'error', candidates: [] });
  });
});

test('a number of two records is to check, and the more trusted one is taken', async () => {
  const [row, other] = await imported('A-1;Tarnvik;TWIN-900;Messuhr;1;', 'A-2;Tarnvik;TQ1005 X;;1;');
  expect(row).toMatchObject({ outcome: 'cache_hit', itemId: idOf('TWIN-900', 'gauge') });
  expect(describeChecks(row!)).toEqual(['The index has 2 records of this part; the most trusted one was taken.']);
  expect(other?.contradictions).toBeUndefined();
});

test('a size by its name contradicts another one', async () => {
  const [row, same] = await imported('A-1;Quellmar;BV-1473/2;Kugelhahn DN50;2;', 'A-2;Lavenne;BV-1233 X;Hahn DN 8;2;');
  expect(describeChecks(row!)).toEqual(['The row says DN50; this part is DN25.']);
  expect(same?.contradictions).toBeUndefined();
});
