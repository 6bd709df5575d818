/** A list of 300 rows as companies have them: fifteen groups of twenty, each with what it should come out as. */
import type { RowOutcome } from '../../core/catalogs/catalog.ts';
import type { ItemRecord } from '../../core/items/item-record.ts';
import { recordOf } from './item-records.ts';

export const EACH = 20;

/** Thirteen digits with a right check digit, the first of them zeros when `zeros` says so. */
function barcode(number: number, zeros = 0): string {
  const body =
    '0'.repeat(zeros) +
    String(40_0638_0000_00 + number)
      .slice(zeros)
      .padStart(12 - zeros, '1');
  const sum = [...body].reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3), 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}

export function partOf(group: string, at: number): ItemRecord {
  const number = group.charCodeAt(0) * 100 + at;
  const zeros = group === 'E' ? 4 : 0;
  return recordOf({
    id: `itm_${group}${String(at).padStart(7, '0')}`,
    manufacturer: at % 2 === 0 ? 'Norvane' : 'Kestrel',
    mpn: `${group}X${number}-${group}TR`,
    gtin: `0${barcode(number, zeros)}`,
  });
}

type MadeRow = readonly [supplier: string, number: string, gtin: string];

interface Group {
  readonly title: string;
  readonly row: (part: ItemRecord, at: number) => MadeRow;
  readonly outcome: RowOutcome;
  /** Which part the row means, whatever it comes out as; undefined: none of the index. */
  readonly means: 'its part' | 'nothing';
  readonly says?: string;
  /** Whether the part that is meant is among the candidates. */
  readonly isHeld?: boolean;
}

const wrongDigit = (gtin: string) => gtin.slice(1, -1) + String((Number(gtin.at(-1)) + 1) % 10);
const ean = (part: ItemRecord) => (part.gtin ?? '').slice(1);
export const maker = (part: ItemRecord) => part.manufacturer ?? '';
export const mpn = (part: ItemRecord) => part.mpn ?? '';

export const GROUPS: Readonly<Record<string, Group>> = {
  A: {
    title: 'maker and number',
    row: (part) => [maker(part), mpn(part), ''],
    outcome: 'cache_hit',
    means: 'its part',
  },
  B: {
    title: 'written otherwise',
    row: (part) => [maker(part).toUpperCase(), mpn(part).toLowerCase().replace('-', ' '), 'n/a'],
    ...{ outcome: 'cache_hit', means: 'its part' },
  },
  C: { title: 'barcode alone', row: (part) => ['-', 'tbd', ean(part)], outcome: 'cache_hit', means: 'its part' },
  D: {
    title: 'barcode in scientific notation',
    row: (part) => [maker(part), mpn(part), '4,00638E+12'],
    ...{ outcome: 'cache_hit', means: 'its part', says: 'scientific notation' },
  },
  E: {
    title: 'zeros eaten from the barcode',
    row: (part) => ['', '', String(Number(ean(part)))],
    ...{ outcome: 'cache_hit', means: 'its part', says: 'zeros were restored' },
  },
  F: {
    title: 'wrong check digit',
    row: (part) => [maker(part), mpn(part), wrongDigit(part.gtin ?? '')],
    ...{ outcome: 'cache_hit', means: 'its part', says: 'wrong check digit' },
  },
  G: {
    title: 'barcode of another part',
    row: (part, at) => [maker(part), mpn(part), ean(partOf('A', (at + 1) % EACH))],
    ...{ outcome: 'not_found', means: 'its part', says: 'another part', isHeld: true },
  },
  H: {
    title: 'a distributor’s number',
    row: (part) => [maker(part), `595-${mpn(part)}`, ''],
    ...{ outcome: 'not_found', means: 'its part', says: 'order number of Mouser', isHeld: true },
  },
  I: {
    title: 'number without its ending',
    row: (part) => [maker(part), mpn(part).slice(0, -3), ''],
    ...{ outcome: 'not_found', means: 'its part', says: 'begin alike', isHeld: true },
  },
  J: {
    title: 'another maker',
    row: (part) => ['Somebody Else', mpn(part), '#N/V'],
    ...{ outcome: 'not_found', means: 'its part', says: 'of another maker', isHeld: true },
  },
  K: {
    title: 'no maker ("diverse")',
    row: (part) => ['diverse', mpn(part), ''],
    ...{ outcome: 'error', means: 'its part', says: 'manufacturer is missing', isHeld: true },
  },
  L: {
    title: 'a part that the index does not have',
    row: (_, at) => ['Nobody & Sons', `ZQ/${at}-${at}7`, ''],
    ...{ outcome: 'not_found', means: 'nothing', says: 'no such number' },
  },
  M: {
    title: 'a part once more',
    row: (_, at) => [maker(partOf('A', at)), mpn(partOf('A', at)), ''],
    ...{ outcome: 'duplicate', means: 'nothing', says: 'same part as row' },
  },
  N: {
    title: 'totals, blank rows, headings',
    row: (_, at) => (at % 2 === 0 ? ['Zwischensumme', '', ''] : ['', '', '']),
    ...{ outcome: 'skipped', means: 'nothing' },
  },
  O: {
    title: 'names no part',
    row: () => ['Norvane', 'siehe Anlage'.slice(0, 0), '12345'],
    ...{ outcome: 'error', means: 'nothing', says: 'part_number is missing' },
  },
};

export const HEADING = 'Our number;Maker;MPN;EAN;Qty';
export const names = Object.keys(GROUPS);
/** The groups mixed, a row of each in turn: the duplicates stand behind what they repeat. */
export const LIST = Array.from({ length: EACH }, (_, at) =>
  names.map((group) => ({ group, at, part: partOf(group, at), made: GROUPS[group]?.row(partOf(group, at), at) ?? [] })),
).flat();
const textOf = ({ group, at, made }: (typeof LIST)[number]) =>
  group === 'N' && made[0] === '' ? ';;;;' : `${group === 'N' ? '' : `${group}-${at}`};${made.join(';')};${at}`;
export const MESSY_FILE = `${HEADING}\n${LIST.map(textOf).join('\n')}\n`;

/** The parts that an index holds for it. */
export function messyParts(): readonly ItemRecord[] {
  return names.flatMap((group) => Array.from({ length: EACH }, (_, at) => partOf(group, at)));
}
