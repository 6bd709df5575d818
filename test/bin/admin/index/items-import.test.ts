/**
 * Customers' files of items through the operator's commands: from an empty table to parts that match, and exported
 * again.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testClient } from '../../../support/stores/dynamodb-client.ts';
import { checkIndex } from '../../../support/index/index-check.ts';
import { makeWorkbook } from '../../../support/fixtures/make-workbook.ts';
import { openOperator, type Operator } from '../../../support/processes/operator.ts';
import { onScreen, tooWide } from '../../../support/processes/operator-screen.ts';

const SOURCES = path.resolve(import.meta.dirname, '../../../fixtures/sources');
const sample = (name: string) => path.join(SOURCES, name);

let operator: Operator;
beforeAll(async () => {
  operator = await openOperator();
});
afterAll(() => operator.stop());

async function fileOf(name: string, content: string | Uint8Array): Promise<string> {
  await writeFile(path.join(operator.folder, name), content);
  return name;
}

const items = (...args: string[]) => onScreen(operator, 'items', ...args);
const itemsJson = async (...args: string[]) => JSON.parse((await items(...args, '--json')).stdout) as unknown;

async function stored(of: Operator = operator) {
  const { records, faults } = await checkIndex(testClient(of.tables.endpoint), of.tables.productIndexTable);
  expect(faults).toEqual([]);
  return [...records.values()];
}

describe('a file of items without ids', () => {
  const LIST = [
    'Spare parts 2026,,,',
    'Manufacturer,Part number,Name,EAN',
    'Norvane,NV-1,Pressure gauge,4006381333931',
    'Norvane,NV-2,Pressure gauge 2,',
    'Norvane Inc.,NV-2,Thermometer,',
    'Quilton,Q-1,Bearing,4006381333932',
    ',Q-2,Nobody,',
    'Quilton,Q-3,Bearing,4006381333931',
  ].join('\n');

  test('is previewed as it would be stored, with its problems counted by kind', async () => {
    const checked = await items('import', await fileOf('list.csv', LIST), '--dry-run');
    expect(checked.exitCode).toBe(2);
    expect(tooWide(checked)).toEqual([]);
    expect(checked.stdout).toMatch(
      /Manufacturer {2}Norvane\nMpn {11}NV-1\nGtin {10}04006381333931\nTitle {9}Pressure gauge/,
    );
    expect(checked.stdout).toMatch(/gtin: wrong check digit +1 +6\n/);
    expect(checked.stdout).toContain('Store them:\n  npm run admin -- items import list.csv\n');
    expect(await stored()).toEqual([]);
  });

  test('is stored once, even if it is imported repeatedly, and contradictions are reported', async () => {
    const first = await itemsJson('import', 'list.csv');
    expect(first).toMatchObject({
      ...{ created: 2, changed: 1, unchanged: 0, refused: 3, passed_over: 0, contradictions: 1 },
      contradicting_lines: [{ line: 5, earlier_line: 4, fields: ['title'] }],
      refused_by_kind: [
        { what: 'gtin: wrong check digit', lines: 1, first_line: 6 },
        { what: 'it names no part: add a manufacturer and part number, a GTIN, or an item id', lines: 1 },
        { what: 'the GTIN belongs to another part', lines: 1, first_line: 8 },
      ],
    });
    const records = await stored();
    const next = await items('import', await fileOf('list2.csv', LIST.replace('Pressure gauge,', 'Manometer,')));
    expect(next.stdout).toContain('0 new, 3 changed, 0 unchanged, 3 refused');
    expect(next.stdout).toContain('Look up an item:\n  npm run admin -- items find Norvane NV-1');
    const titles = new Map(records.map(({ id, title }) => [id, title?.replace('Pressure gauge', 'Manometer')]));
    expect(new Map((await stored()).map(({ id, title }) => [id, title]))).toEqual(titles);
  });

  test('may be a workbook with a mapping, whose problems are named with suggestions', async () => {
    const rows = [
      ['Hersteller', 'Nummer', 'kg'],
      ['Quilton', 'W-1', '1,5'],
    ];
    await fileOf('list.xlsx', makeWorkbook([{ name: 'Teile', rows }]));
    const fields = { manufacturer: 'Hersteller', mpn: 'Nummer', weight: { from: 'kg', unit: 'kg', to: 'g' } };
    await fileOf('map.json', JSON.stringify({ decimal: ',', fields }));
    expect((await items('import', 'list.xlsx', '--map', 'map.json')).exitCode).toBe(0);
    expect((await stored()).find(({ mpn }) => mpn === 'W-1')).toMatchObject({ weight: { value: 1500, unit: 'g' } });

    await fileOf('wrong.json', JSON.stringify({ fields: { ...fields, manufactuer: 'x' } }));
    const wrong = await items('import', 'list.xlsx', '--map', 'wrong.json');
    expect(wrong.stderr).toContain('"manufactuer", which is not known (nearest: "manufacturer")');
    await fileOf('other.json', JSON.stringify({ fields: { ...fields, title: 'Numer' } }));
    const other = await itemsJson('import', 'list.xlsx', '--map', 'other.json');
    expect(other).toMatchObject({
      error: { code: 'mapping_does_not_fit', fix: 'The file has: Hersteller, Nummer, kg.' },
    });
  });
});

describe('an open data source', () => {
  test.each([
    [
      [
        'V_FLIS_PART.CSV',
        '--source',
        'pub-log',
        '--table',
        `cage=${sample('P_CAGE.CSV')}`,
        '--table',
        `names=${sample('P_FLIS_NSN.CSV')}`,
      ],
      { created: 3, changed: 1, refused: 1, passed_over: 2 },
      ['Norvane Instruments', 'NV4100-2'],
      'GAGE,PRESSURE,DIAL INDICATING',
    ],
    [['device.txt', '--source', 'gudid'], { created: 3, passed_over: 1 }, ['Medivante', '100-010'], 'Calorin™ CAL-10'],
    [
      ['device-udi-0001-of-0001.json', '--source', 'openfda'],
      { created: 2, refused: 0 },
      ['Venturel Medical', 'VT-2000'],
      'Venturel V-2 "slim"',
    ],
    [
      ['openproductsfacts-products.jsonl', '--source', 'open-products-facts'],
      { created: 2, refused: 1 },
      ['--gtin', '3560700000016'],
      'Piles rechargeables AA',
    ],
    [
      ['en.openproductsfacts.org.products.csv', '--source', 'open-products-facts'],
      { created: 0, changed: 1 },
      ['--query', 'piles'],
      'Piles rechargeables AA',
    ],
  ])('contains %j, which is then found', async ([file = '', ...options], counts, asked, title) => {
    expect(await itemsJson('import', sample(file), ...options)).toMatchObject(counts);
    const found = JSON.stringify(await itemsJson('find', ...asked));
    expect(found).toContain(JSON.stringify(title));
  });

  test('without the table that its mapping needs is refused, with the name of that file', async () => {
    const refused = await items('import', sample('V_FLIS_PART.CSV'), '--source', 'pub-log');
    expect(refused).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('--table cage=P_CAGE.CSV') as string,
    });
    const unknown = await items('import', sample('V_FLIS_PART.CSV'), '--source', 'pub-log', '--table', 'cag=x.csv');
    expect(unknown.stderr).toContain('no table "cag" (nearest: "cage")');
  });
});

test('exported items are imported into an empty table unchanged', async () => {
  const exported = await items('export', 'all.jsonl');
  const records = await stored();
  expect(exported.stdout).toContain(`${records.length} items written to all.jsonl.`);
  const other = await openOperator();
  try {
    await writeFile(path.join(other.folder, 'all.jsonl'), await readFile(path.join(operator.folder, 'all.jsonl')));
    expect((await onScreen(other, 'items', 'import', 'all.jsonl')).exitCode).toBe(0);
    const byId = (all: typeof records) => all.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    expect(byId(await stored(other))).toEqual(byId(records));
  } finally {
    await other.stop();
  }
});
