/**
 * `npm run bench:lists`: measures the memory and the time of an import for every kind of file, at 5,000 and 50,000
 * rows, each in a separate process. The index is empty, so that each row gets an explanation, and nothing is stored;
 * `npm run bench:catalogs` stores rows.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { makeWorkbook } from '../test/support/fixtures/make-workbook.ts';
import { takeNothing } from '../bin/program/program.ts';

takeNothing('npm run bench:lists --', 'Measure memory and time of the import of every kind of list');

const ROWS = [5_000, 50_000];
const PROCESS = fileURLToPath(new URL('list-memory-process.ts', import.meta.url));
const HEADINGS = ['Our number', 'Manufacturer', 'MPN', 'EAN', 'Description'];

/**
 * Makes a table with many texts that occur only once, as part numbers do: the worst case for a workbook's shared
 * strings.
 */
function tableOf(rows: number): readonly (readonly string[])[] {
  const made = Array.from({ length: rows }, (_, row) => [
    `N-${row}`,
    `Mäker ${row % 500}`,
    `P-${row}/Q-${row % 97}`,
    String(4_006_381_000_000 + row),
    `Résistance à couche ${row}, 1 %, 0603`,
  ]);
  return [HEADINGS, ...made];
}

type Table = ReturnType<typeof tableOf>;
const csv = (table: Table) => `${table.map((row) => row.join(';')).join('\r\n')}\r\n`;
const jsonLines = (table: Table) =>
  table
    .slice(1)
    .map((row) => JSON.stringify(Object.fromEntries(HEADINGS.map((name, at) => [name, row[at]]))))
    .join('\n');
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

const KINDS: Readonly<Record<string, readonly [ending: string, make: (table: Table) => string | Uint8Array]>> = {
  'CSV, UTF-8': ['csv', csv],
  'CSV, UTF-16 (little end first)': ['csv', (table) => utf16(csv(table))],
  'CSV, UTF-16 (big end first)': ['csv', (table) => utf16(csv(table)).swap16()],
  'CSV, latin-1': ['csv', (table) => Buffer.from(csv(table), 'latin1')],
  'CSV, gzip': ['csv.gz', (table) => gzipSync(csv(table))],
  'JSON Lines': ['jsonl', jsonLines],
  'JSON Lines, gzip': ['jsonl.gz', (table) => gzipSync(jsonLines(table))],
  'workbook, shared strings': ['xlsx', (table) => makeWorkbook([{ name: 'List', rows: table }])],
  'workbook, texts in cells': ['xlsx', (table) => makeWorkbook([{ name: 'List', rows: table, isInline: true }])],
};

const folder = await mkdtemp(path.join(tmpdir(), 'list-memory-'));
try {
  console.log(`| kind | ${ROWS.map((rows) => `${rows} rows: MB, s`).join(' | ')} |`);
  console.log(`|---|${ROWS.map(() => '---').join('|')}|`);
  for (const [kind, [ending, make]] of Object.entries(KINDS)) {
    const measured: string[] = [];
    for (const rows of ROWS) {
      const file = path.join(folder, `list.${ending}`);
      await writeFile(file, make(tableOf(rows)));
      const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', PROCESS, file, folder]);
      const { peakMb, seconds, imported } = JSON.parse(stdout) as Record<'peakMb' | 'seconds' | 'imported', number>;
      if (imported !== rows) throw new Error(`${kind}: ${imported} rows were imported, not ${rows}.`);
      measured.push(`${peakMb}, ${seconds.toFixed(1)}`);
    }
    console.log(`| ${kind} | ${measured.join(' | ')} |`);
  }
} finally {
  await rm(folder, { recursive: true });
}
