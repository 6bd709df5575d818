/**
 * Generates the modules that contain the tables of data/. The first line of a table names its columns: a name in
 * brackets may have empty cells, and a column with a name in parentheses (sources, languages) is not packed.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { readManufacturerData } from '../manufacturers/read-manufacturer-data.ts';

const DATA = path.resolve(import.meta.dirname, '../../data');

/** Tables by module. Each folder of core/ has its own module, because folders of one floor do not import each other. */
const TABLES: Readonly<Record<string, readonly string[]>> = {
  'core/index/manufacturers/packed-trade-words.ts': ['manufacturers/trade-words.tsv'],
  'core/catalogs/files/packed-headings.ts': [
    'headings/heading-words.tsv',
    'headings/line-words.tsv',
    'headings/row-words.tsv',
  ],
  'core/index/part-keys/packed-distributors.ts': ['headings/distributor-numbers.tsv'],
  'core/sourcing/item-import/packed-facts.ts': [
    'facts/fact-headings.tsv',
    'facts/lifecycle-words.tsv',
    'facts/rohs-words.tsv',
  ],
};

/** The tables of search words, which are compressed together. */
const WORD_TABLES = [
  'words/abbreviations.tsv',
  'words/bounded-attributes.tsv',
  'words/bounds.tsv',
  'words/exclusions.tsv',
  'words/needs.tsv',
  'words/packages.tsv',
  'words/plain-words.tsv',
  'words/scales.tsv',
  'words/short-manufacturers.tsv',
  'words/singulars.tsv',
  'words/significant-words.tsv',
  'words/units.tsv',
] as const;

/**
 * Returns module texts by path from the root.
 * @throws {Error} for a line with wrong columns or an empty required cell
 */
export function packedFiles(): ReadonlyMap<string, string> {
  return new Map([
    ...Object.entries(TABLES).map(([file, tables]) => [file, moduleOf(tables.map(packedTable))] as const),
    ['core/index/words/packed-words.ts', compressedTables(WORD_TABLES)],
    [
      'core/index/manufacturers/packed-manufacturers.ts',
      moduleOf([`export const PACKED_MANUFACTURERS = '${compressed(readManufacturerData())}';`]),
    ],
    [
      'core/index/words/packed-trade-terms.ts',
      moduleOf([`export const PACKED_TRADE_TERMS = '${compressed(readPacked('words/trade-terms.tsv'))}';`]),
    ],
  ]);
}

function moduleOf(constants: readonly string[]): string {
  return ['/** Made by `npm run data` from data/; change the tables there. */', ...constants, ''].join('\n');
}

/** The functions read these tables at their start, so that their bundles are smaller. */
function compressedTables(tables: readonly string[]): string {
  const names = tables.map(nameOf).join(', ');
  return [
    '/** Made by `npm run data` from data/; change the tables there. */',
    "import { brotliDecompressSync } from 'node:zlib';",
    '',
    `const PACKED = '${compressed(tables.map(readPacked).join('\0'))}';`,
    `export const [${names}] = brotliDecompressSync(Buffer.from(PACKED, 'base64')).toString().split('\\0') as unknown as readonly [${tables.map(() => 'string').join(', ')}];`,
    '',
  ].join('\n');
}

/**
 * Compresses a large table with Brotli, in base64; manufacturer-entries.ts describes the lines of the manufacturers.
 */
function compressed(table: string): string {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
  return brotliCompressSync(table, { params }).toString('base64');
}

function packedTable(table: string): string {
  return `export const ${nameOf(table)} = ${quoted(readPacked(table))};`;
}

function nameOf(table: string): string {
  return path.basename(table, '.tsv').toUpperCase().replaceAll('-', '_');
}

function readPacked(table: string): string {
  return packTable(readFileSync(path.join(DATA, table), 'utf8'), table);
}

/** @throws {Error} for a line with wrong columns or an empty required cell */
export function packTable(text: string, table: string): string {
  const [first = '', ...lines] = text.split('\n').filter((line) => line !== '');
  const columns = first.replace(/^# /, '').split('\t');
  return lines
    .filter((line) => !line.startsWith('#'))
    .map((line) => {
      const cells = line.split('\t');
      const isWhole = cells.every((cell, place) => cell !== '' || columns[place]?.startsWith('[') === true);
      if (cells.length !== columns.length || !isWhole) throw new Error(`${table}: wrong columns: ${line}`);
      return cells.filter((_, place) => columns[place]?.startsWith('(') !== true).join('\t');
    })
    .join('\n');
}

function quoted(text: string): string {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
  return `'${escaped.replaceAll('\t', '\\t').replaceAll('\n', '\\n')}'`;
}
