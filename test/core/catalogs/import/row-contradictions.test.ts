/** Judges the reader of a row's own words on rows that were made before it (test/fixtures/contradictions/README.md). */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { contradictionsOf } from '../../../../core/catalogs/import/row-contradictions.ts';

interface MadeRow {
  readonly kind?: string;
  readonly near?: boolean;
  readonly title: string;
  readonly description?: string | null;
  readonly specifications?: Readonly<Record<string, string | number>>;
  readonly cells: Readonly<Record<string, string>>;
}

const COLUMNS = { itemNumber: [], supplier: [0], partNumber: [1], gtin: [] };

function madeRows(name: string): readonly MadeRow[] {
  const file = fileURLToPath(new URL(`../../../fixtures/contradictions/${name}.jsonl`, import.meta.url));
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as MadeRow);
}

function said({ title, description = null, specifications, cells }: MadeRow): readonly string[] {
  const headings = ['Manufacturer', 'MPN', ...Object.keys(cells)];
  const item = { title, description, attributes: specifications === undefined ? null : { specifications } };
  return contradictionsOf(['Norvane', 'N-1', ...Object.values(cells)], headings, COLUMNS, item).map(
    ({ property, says, part }) => `${property}: ${says} / ${part ?? '?'}`,
  );
}

test('contradictions are found in nine of ten planted rows, and in eight of ten of each kind', () => {
  const found = new Map<string, { all: number; found: number }>();
  for (const row of madeRows('planted')) {
    const counted = found.get(row.kind ?? '') ?? { all: 0, found: 0 };
    const isFound = said(row).length > 0;
    if (!isFound && process.env['SHOW'] !== undefined) console.log('MISSED', JSON.stringify(row));
    found.set(row.kind ?? '', { all: counted.all + 1, found: counted.found + (isFound ? 1 : 0) });
  }
  if (process.env['SHOW'] !== undefined) console.log('FOUND', JSON.stringify([...found]));
  const kinds = [...found.values()];
  expect(kinds).toHaveLength(6);
  for (const [kind, { all, found: of }] of found) expect(of / all, kind).toBeGreaterThan(0.8);
  expect(kinds.reduce((sum, one) => sum + one.found, 0) / 2_000).toBeGreaterThan(0.9);
});

test('at most one of a hundred clean rows is said to contradict its part', () => {
  const alarms = madeRows('clean').filter((row) => said(row).length > 0);
  if (process.env['SHOW'] !== undefined)
    for (const row of alarms) console.log('ALARM', said(row).join(' | '), JSON.stringify(row));
  expect(alarms.length).toBeLessThanOrEqual(20);
});

/** Both figures are of rows that a person judged by the values of real items. */
test('rows as designers and distributors write them of real items are judged as a person judged them', () => {
  const rows = madeRows('judged');
  expect(rows).toHaveLength(300);
  const planted = rows.filter(({ kind }) => kind !== undefined);
  const found = planted.filter((row) => said(row).length > 0);
  const alarms = rows.filter((row) => row.kind === undefined && said(row).length > 0);
  if (process.env['SHOW'] !== undefined) console.log('JUDGED', planted.length, found.length, alarms.length);
  expect(found.length / planted.length).toBeGreaterThan(0.9);
  expect(alarms).toEqual([]);
  for (const kind of ['package', 'voltage', 'current', 'pins']) {
    const of = planted.filter((row) => row.kind === kind);
    expect(of.filter((row) => said(row).length > 0).length / of.length, kind).toBeGreaterThan(0.8);
  }
});

/** Their judge had not read the reader. */
test('rows of real items that were judged without the reader are judged as a person judged them', () => {
  const rows = madeRows('judged-later');
  const planted = rows.filter(({ kind }) => kind !== undefined);
  const alarms = rows.filter((row) => row.kind === undefined && said(row).length > 0);
  const byKind = [...Map.groupBy(planted, ({ kind }) => kind).values()];
  const shares = byKind.map((of) => of.filter((row) => said(row).length > 0).length / of.length);
  expect([rows.length, planted.length, byKind.length]).toEqual([119, 66, 6]);
  expect(alarms).toEqual([]);
  expect(Math.min(...shares)).toBeGreaterThan(0.9);
});

test('a column of pins, and a unit in a heading, count as what they say', () => {
  const item = { title: 'LDO 5 V 100 mA, SOT-23-5', cells: {} };
  expect(said({ ...item, cells: { Pins: '5', 'Voltage (V)': '5', 'Current [mA]': '100' } })).toEqual([]);
  expect(said({ ...item, cells: { 'Anzahl Pins': '8' } })).toEqual(['pins: 8 pins / 5 pins']);
  const padded = { title: 'Switch, VSON-10', cells: {} };
  expect(said({ ...padded, cells: { Pins: '11' } })).toEqual([]);
  expect(said({ ...padded, cells: { Pins: '12' } })).toHaveLength(1);
  expect(said({ ...item, cells: { 'Voltage (V)': '3,3' } })).toEqual(['voltage: 3.3 V / 5 V']);
  expect(said({ ...item, cells: { Position: '8', 'Pin 1 X': '3', 'Price (EUR)': '12' } })).toEqual([]);
});

test('a memory and a frequency contradict only if each side states one of its own', () => {
  const eeprom = { title: 'I2C EEPROM, 8Kb, SO8', cells: {} };
  expect(said({ ...eeprom, cells: { Description: 'EEPROM 1 KB SO-8' } })).toEqual([]);
  expect(said({ ...eeprom, cells: { Description: 'EEPROM 16Kbit' } })).toEqual([
    'memory size: 2 kB (16 kbit) / 1 kB (8 kbit)',
  ]);
  expect(said({ ...eeprom, cells: { Description: 'EEPROM 400 kHz I2C' } })).toEqual([]);
  const buck = { title: 'Buck converter 1.2 V 1.5 MHz', cells: {} };
  expect(said({ ...buck, cells: { Description: 'Buck 1.2 V, 1.6 MHz' } })).toEqual([]);
  expect(said({ ...buck, cells: { Description: 'Buck 1.2 V, 3 MHz' } })).toEqual(['frequency: 3 MHz / 1.5 MHz']);
  expect(said({ ...buck, cells: { Description: 'Buck 1.2 V, 3 MHz, sync 4 MHz' } })).toEqual([]);
});

test('a voltage or a current is held against the same side of a part', () => {
  const module = { title: 'DC/DC converter, 4.5-9V input, 12V fixed output voltage, 165mA', cells: {} };
  expect(said({ ...module, cells: { Vout: '5 V' } })).toEqual(['voltage: 5 V / 12 V']);
  expect(said({ ...module, cells: { 'Ausgangsspannung (V)': '12', Iout: '165 mA' } })).toEqual([]);
  expect(said({ ...module, cells: { Iout: '500mA' } })).toEqual(['current: 500 mA / 165 mA']);
  expect(said({ ...module, cells: { 'Input voltage': '5 V' } })).toEqual([]);
  expect(said({ ...module, cells: { Vin: '24 V' } })).toEqual(['voltage: 24 V / 4.5 V to 9 V']);
  expect(said({ ...module, cells: { Description: 'DC/DC 5 V 165 mA' } })).toEqual([]);
  const bridge = { title: 'USB bridge, 3.3V output, 5V supply', cells: {} };
  expect(said({ ...bridge, cells: { Description: 'IO voltage 5 V' } })).toEqual([]);
  expect(said({ title: 'Buck, 4.5-60V input, adjustable output voltage 0.8V', cells: { Vout: '5 V' } })).toEqual([]);
});

test('the only voltage of a linear regulator is the one that it makes', () => {
  const ldo = { title: 'LDO regulator, 2.5V-6V input voltage range, 1.8V fixed positive output, 600mA', cells: {} };
  expect(said({ ...ldo, cells: { Value: '3.3V' } })).toEqual(['voltage: 3.3 V / 1.8 V']);
  expect(said({ ...ldo, cells: { Value: '1.8V' } })).toEqual([]);
  expect(said({ ...ldo, cells: { Description: 'LDO 1.8 V, 6 V max' } })).toEqual([]);
  expect(said({ ...ldo, cells: { Description: 'LDO, max 5 V' } })).toEqual([]);
  const old = { title: 'Positive 1.5A 35V linear regulator, fixed output 12V', cells: {} };
  for (const Description of ['Regulator 5 V out', 'Regulator 5 V'])
    expect(said({ ...old, cells: { Description } })).toEqual(['voltage: 5 V / 12 V']);
  expect(said({ ...old, cells: { Description: 'Regulator 35 V' } })).toEqual([]);
});

test('bits of a converter and the accuracy of a sensor are compared, other bits are not', () => {
  const adc = { title: '16 bit ADC, I2C, MSOP-8', cells: {} };
  expect(said({ ...adc, cells: { Resolution: '14 bit' } })).toEqual(['resolution: 14 bit / 16 bit']);
  expect(said({ ...adc, cells: { Description: 'ADC 16-bit' } })).toEqual([]);
  expect(said({ title: '32 bit microcontroller', cells: { Description: '12 bit ADC' } })).toEqual([]);
  const sensor = { title: 'Humidity and temperature sensor, ±2%RH, ±0.2°C', cells: {} };
  expect(said({ ...sensor, cells: { Accuracy: '±3 %RH' } })).toEqual(['tolerance: ±3 %RH / ±2%RH']);
  expect(said({ ...sensor, cells: { Accuracy: '+/-2 % r.H.', More: '±0,2 °C' } })).toEqual([]);
  expect(said({ ...sensor, cells: { Humidity: '3 %RH' } })).toEqual([]);
});

test('a flat case of a power part is told from one with a tab, and from no other flat one', () => {
  const flat = { title: 'N-channel MOSFET 100 V, PG-TDSON-8', cells: {} };
  expect(said({ ...flat, cells: { Package: 'TO-220' } })).toEqual(['package: TO-220 / ?']);
  for (const Package of ['TDSON-8', 'PowerPAK SO-8', 'SuperSO8', 'TO-220, TDSON-8'])
    expect(said({ ...flat, cells: { Package } })).toEqual([]);
  const tab = { title: 'N-channel MOSFET 100 V, TO-220-3', cells: {} };
  expect(said({ ...tab, cells: { Footprint: 'DirectFET' } })).toEqual(['package: DirectFET / ?']);
  expect(said({ ...tab, cells: { Footprint: 'TO-220AB' } })).toEqual([]);
});

test('the attributes of a part in a cell of JSON count as columns', () => {
  const usb = { title: 'USB bridge, QFN-16', cells: {} };
  expect(said({ ...usb, cells: { attributes: '{"package":"QFN","pins":20}' } })).toEqual(['pins: 20 pins / 16 pins']);
  expect(said({ ...usb, cells: { attributes: '{"pins":16,"price":20}' } })).toEqual([]);
  expect(said({ ...usb, cells: { attributes: '{"pins":16' } })).toEqual([]);
});

test('a row of another kind of part, or of another thread, contradicts its part', () => {
  const resistor = { title: 'Thick film resistor, 10 kΩ, 0805', cells: {} };
  expect(said({ ...resistor, cells: { Bezeichnung: 'Keramikkondensator' } })).toEqual([
    'kind: Keramikkondensator / resistor',
  ]);
  for (const fits of ['Chipwiderstand', 'Widerstände für Relais', 'für die Steuerung', 'Wärmewiderstand', 'résistance'])
    expect([fits, said({ ...resistor, cells: { Bezeichnung: fits } })]).toEqual([fits, []]);
  const both = { title: 'MOSFET with Schottky diode', cells: { Description: 'Transistor' } };
  expect(said(both)).toEqual([]);
  const regulator = { title: 'LDO regulator, stable', description: 'For ceramic capacitors', cells: {} };
  expect(said({ ...regulator, cells: { Description: 'Capacitor' } })).toEqual([]);
  const screw = { title: 'Cylinder head screw M4 x 10', cells: {} };
  expect(said({ ...screw, cells: { Bezeichnung: 'Schraube M5x10' } })).toEqual(['thread: M5 / M4']);
  expect(said({ ...screw, cells: { Bezeichnung: 'Mutter M4' } })).toEqual(['kind: Mutter / screw']);
  for (const fits of ['Schraube M4x10', 'Zylinderschraube M 4', 'Cortex-M3 board', 'M.2', 'M3-2026'])
    expect([fits, said({ ...screw, cells: { Bezeichnung: fits } })]).toEqual([fits, []]);
  expect(said({ title: 'Spacer M2.5', cells: { Text: 'M2,5 x 6' } })).toEqual([]);
  expect(said({ title: 'Spacer M2.5', cells: { Text: 'M2.6' } })).toEqual(['thread: M2.6 / M2.5']);
});

test('sizes by their names are compared, whatever is between name and number', () => {
  const valve = { title: 'Ball valve, DN 25, PN16', specifications: { protection: 'IP65' }, cells: {} };
  expect(said({ ...valve, cells: { Bezeichnung: 'Kugelhahn DN50' } })).toEqual(['nominal width: DN50 / DN25']);
  expect(said({ ...valve, cells: { Description: 'Valve DN-15 PN 40' } })).toEqual([
    'nominal width: DN15 / DN25',
    'nominal pressure: PN40 / PN16',
  ]);
  expect(said({ ...valve, cells: { Description: 'Valve IP44' } })).toEqual(['protection: IP44 / ?']);
  for (const fits of ['DN25', 'Reduzierung DN25/DN50', 'P/N 40', 'PN: 1234', 'NPN 40', 'IP 65, DN 25', 'DN 7'])
    expect([fits, said({ ...valve, cells: { Description: fits } })]).toEqual([fits, []]);
});

test('lengths of screws, and those that are named, are compared', () => {
  const screw = { title: 'Machine screw, M6', specifications: { length: '40 mm' }, cells: {} };
  expect(said({ ...screw, cells: { Bezeichnung: 'Schraube M6x16' } })).toEqual(['length: 16 mm / ?']);
  expect(said({ ...screw, cells: { 'Länge (mm)': '25' } })).toEqual(['length: 25 mm / ?']);
  expect(said({ title: 'Screw M6 x 20', cells: { Text: 'M6x16 A2' } })).toEqual(['length: 16 mm / 20 mm']);
  for (const fits of ['M6 x 40', 'M6x1.0', 'M6 x 40 mm', 'M6', 'overall length 2 m'])
    expect([fits, said({ ...screw, cells: { Text: fits } })]).toEqual([fits, []]);
  expect(said({ ...screw, cells: { Length: '4 cm' } })).toEqual([]);
});

test('threads in inches are compared with each other, and with metric ones', () => {
  const screw = { title: 'Machine screw, 1/4-20 UNC, 20 mm', cells: {} };
  expect(said({ ...screw, cells: { Text: 'Schraube M6' } })).toEqual(['thread: M6 / 1/4-20 UNC']);
  expect(said({ ...screw, cells: { Text: 'Screw 10-32 UNF' } })).toEqual(['thread: 10-32 UNF / 1/4-20 UNC']);
  expect(said({ ...screw, cells: { Text: 'Screw 1/4"-20 unc' } })).toEqual([]);
});

test('a power is compared if it is what both sides are named by', () => {
  const panel = { title: 'LED panel light, 36 W, 4000 K', cells: {} };
  expect(said({ ...panel, cells: { Text: 'LED-Panel 18W' } })).toEqual(['power: 18 W / 36 W']);
  for (const fits of ['LED-Panel 36 W', 'Panel 36W, replaces 72W', 'Panel 18W equivalent', 'Panel'])
    expect([fits, said({ ...panel, cells: { Text: fits } })]).toEqual([fits, []]);
  expect(said({ title: 'Resistor 10k 0.25W', cells: { Text: '10k 1/4W' } })).toEqual([]);
  expect(said({ title: 'MOSFET 60 V 150 W', cells: { Text: 'MOSFET 60V 2.5W' } })).toEqual([]);
});

test.each([
  ['MLCC 10 uF X7R 16 V', 'Capacitor 10 uF, 16 V, X5R', ['dielectric: X7R / X5R']],
  ['MLCC 100 pF NPO', 'Capacitor 100 pF, C0G', []],
  ['MLCC 100 pF np0', 'Capacitor 100 pF, Y5V', ['dielectric: C0G / Y5V']],
  ['MLCC X5R or better', 'Capacitor 10 uF, X7R', []],
  ['MLCC X7R', 'Capacitor 10 uF', []],
  ['Kit X7R-100', 'Capacitor 10 uF, X5R', []],
])('the dielectric of “%s” is held against “%s”', (cell, title, contradictions) => {
  expect(said({ title, cells: { Description: cell } })).toEqual(contradictions);
});

test.each([
  ['ersetzt durch CP 1432', 'CP 1432'],
  ['Achtung: wird ab 2027 ersetzt durch Typ CP-1432 X.', 'CP-1432 X'],
  ['durch Nr. 61094.1 ersetzt', '61094.1'],
  ['replaced by the new MS-1191/2, see drawing', 'MS-1191/2'],
  ['Superseded by: TQ1005', 'TQ1005'],
  ['remplacé par CP 1432', 'CP 1432'],
  ['remplace\u0301e par CP 1432', 'CP 1432'],
  ['sustituido por CP 1432', 'CP 1432'],
  ['sostituita da CP 1432', 'CP 1432'],
  ['ersetzt', undefined],
  ['ersetzt CP 1432', undefined],
  ['ersetzt durch neues Teil', undefined],
  ['ersetzt durch Pos. 1204', undefined],
  ['ersetzt durch Rev. 2024', undefined],
  ['replaced by 2026-12-31', undefined],
  ['replaced by 1000 pcs', undefined],
  ['replaced by 100 nF', undefined],
  ['replaced by 4700pF', undefined],
  ['replaced by SOT-23', undefined],
  ['replaced by 0805', undefined],
  ['replaced by M8x40', undefined],
  ['must not be replaced by CP 1432', undefined],
  ['kann durch CP 1432 ersetzt werden', undefined],
  ['can be replaced by CP 1432', undefined],
  ['ersetzt durch N 1000', undefined],
  ['ersetzt durch Norvane N-1000', undefined],
  ['ersetzt durch NV N-1000', undefined],
])('a remark “%s” names the replacement %s', (remark, number) => {
  const item = { title: 'Pump', description: null, attributes: null, mpn: 'N-1000' };
  const cells = ['Norvane', 'N-1000', remark];
  expect(contradictionsOf(cells, ['Manufacturer', 'MPN', 'Remark'], COLUMNS, item)).toEqual(
    number === undefined ? [] : [{ property: 'replacement', says: number, part: null }],
  );
});
