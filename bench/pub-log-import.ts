/**
 * `npm run bench:sources [rows] [minutes]`: imports a file in the format of the PUB LOG's part table on the embedded
 * engine, by the operator's command in a separate process. The command is killed three times and repeated, and
 * interrupted after the given minutes. Reports the rate, the memory over time and the row where each run resumed, then
 * compares the index with the rows of the file that were reached. The exit code is 1 if they disagree. `npm run
 * bench:sources table` measures the memory of the whole manufacturer table, 4.16 million codes.
 */
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { CompactTable } from '../bin/admin/sourcing/import/compact-table.ts';
import { program, readWholeNumber } from '../bin/program/program.ts';
import { partKey } from '../core/index/part-keys/part-number.ts';
import { createSeededRandom } from '../local/demo/seeded-random.ts';
import { testClient } from '../test/support/stores/dynamodb-client.ts';
import { checkIndex } from '../test/support/index/index-check.ts';
import { openOperator } from '../test/support/processes/operator.ts';
import { programFile } from '../test/support/processes/programs.ts';

const readRows = readWholeNumber(1, 100_000_000);
const [asked, minutes] = program('npm run bench:sources --', 'Import a file in the shape of the PUB LOG’s part table')
  .argument(
    '[rows]',
    'rows of the file; `table` shows what the whole manufacturer table takes in memory',
    (text) => (text === 'table' ? text : readRows(text)),
    1_000_000,
  )
  .argument('[minutes]', 'after which the import is interrupted', readWholeNumber(1, 1_440), 10)
  .parse().processedArgs as [number | 'table', number];
const rows = asked === 'table' ? 0 : asked;
const MANUFACTURERS = 100_000;
const KILLS = 3;
const MEGABYTE = 2 ** 20;
/** The numbers of codes and rows in the published tables. */
const ALL_MANUFACTURERS = 4_160_000;
const ALL_ROWS = 16_576_322;

if (asked === 'table') {
  tellTable();
  process.exit();
}
const operator = await openOperator();
const failures: string[] = [];
try {
  await makeFiles();
  const admin = await programFile('admin');
  const startedMs = performance.now();
  const share = (minutes * 60_000) / (KILLS + 1);
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const run = startImport(admin);
    await wait(share * kill - (performance.now() - startedMs));
    run.kill('SIGKILL');
    await tell(run, `killed after ${seconds(startedMs)} s`);
  }
  const last = startImport(admin);
  await Promise.race([last.ended, wait(Math.max(0, minutes * 60_000 - (performance.now() - startedMs)))]);
  last.kill('SIGINT');
  const report = await tell(last, `interrupted after ${seconds(startedMs)} s`);
  const rate = report.lines / Number(seconds(startedMs));
  console.log(
    `${report.lines} rows in ${seconds(startedMs)} s, starts and kills included: ${rate.toFixed(1)} rows a second.`,
  );
  console.log(`At this rate ${ALL_ROWS} rows would take ${(ALL_ROWS / rate / 3_600).toFixed(0)} hours.`);
  await compare(report.lines);
} finally {
  await operator.stop();
}
for (const failure of failures) console.error(`WRONG: ${failure}`);
console.log(failures.length === 0 ? 'Everything agrees.' : `${failures.length} disagreements.`);
process.exit(failures.length === 0 ? 0 : 1);

function seconds(sinceMs: number): string {
  return ((performance.now() - sinceMs) / 1000).toFixed(0);
}

function manufacturerCode(manufacturer: number): string {
  return `0${manufacturer.toString(36).toUpperCase().padStart(4, '0')}`;
}

/** Every twentieth row repeats an earlier part number under another stock number, as the real table often does. */
function partOf(row: number): { niin: string; number: string; code: string; isLeftOut: boolean } {
  const random = createSeededRandom(row % 20 === 19 ? row - 10 : row);
  const number = `${random.integer(10, 99)}-${random.integer(100_000, 999_999)}-${random.integer(1, 9)}`;
  const isLeftOut = random.integer(0, 9) === 0;
  return {
    niin: String(1_000_000 + row).padStart(9, '0'),
    number,
    code: manufacturerCode(random.integer(0, MANUFACTURERS - 1)),
    isLeftOut,
  };
}

async function makeFiles(): Promise<void> {
  const heading =
    '"NIIN","PART_NUMBER","CAGE_CODE","CAGE_STATUS","RNCC","RNVC","DAC","RNAAC","RNFC","RNSC","RNJC","SADC","HCC","MSDS","MEDALS"';
  await write('V_FLIS_PART.CSV', heading, rows, (row) => {
    const { niin, number, code, isLeftOut } = partOf(row);
    return `"${niin}","${number}","${code}","A","3","${isLeftOut ? 9 : 2}","5","TX","","","","","","",""`;
  });
  const manufacturers =
    '"CAGE_CODE","CAGE_STATUS","TYPE","CAO","COMPANY","CITY","STATE_PROVINCE","ZIP_POSTAL_ZONE","COUNTRY"';
  await write(
    'P_CAGE.CSV',
    manufacturers,
    MANUFACTURERS,
    (manufacturer) =>
      `"${manufacturerCode(manufacturer)}","A","A","S2101A","${manufacturerName(manufacturer)}","ERIE","PA","16501","UNITED STATES"`,
  );
}

function manufacturerName(manufacturer: number): string {
  return `${['NORVANE', 'QUILTON', 'HALVERSTROM', 'VENTUREL'][manufacturer % 4]} WORKS ${manufacturer}, INC`;
}

async function write(name: string, heading: string, count: number, lineOf: (row: number) => string): Promise<void> {
  function* chunks(): Generator<string> {
    yield `${heading}\r\n`;
    for (let row = 0; row < count; row += 1_000) {
      yield Array.from({ length: Math.min(1_000, count - row) }, (_, place) => `${lineOf(row + place)}\r\n`).join('');
    }
  }
  await pipeline(Readable.from(chunks()), createWriteStream(path.join(operator.folder, name)));
}

interface Report {
  readonly first_line: number;
  readonly lines: number;
  readonly created: number;
  readonly changed: number;
  readonly refused: number;
}

interface Run {
  readonly ended: Promise<string>;
  readonly memory: readonly number[];
  kill(signal: NodeJS.Signals): void;
  readonly said: { last: string };
}

function startImport(program: string): Run {
  const args = ['items', 'import', 'V_FLIS_PART.CSV', '--source', 'pub-log', '--table', 'cage=P_CAGE.CSV', '--json'];
  const child = spawn(process.execPath, [program, ...args], {
    cwd: operator.folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const memory: number[] = [];
  const said = { last: '' };
  const sampling = setInterval(() => void residentMb(child.pid).then((mb) => mb > 0 && memory.push(mb)), 2_000);
  let stdout = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => {
    const progress = chunk
      .toString()
      .trim()
      .split('\n')
      .findLast((line) => line.includes(' new, '));
    if (progress !== undefined) said.last = progress;
  });
  const ended = new Promise<string>((resolve) => {
    child.once('close', () => {
      clearInterval(sampling);
      resolve(stdout);
    });
  });
  return { ended, memory, said, kill: (signal) => void child.kill(signal) };
}

async function residentMb(pid = 0): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

async function tell({ ended, memory, said }: Run, how: string): Promise<Report> {
  const stdout = await ended;
  const report = (
    stdout === '' ? { first_line: 0, lines: 0, created: 0, changed: 0, refused: 0 } : JSON.parse(stdout)
  ) as Report;
  const spread = [0.25, 0.5, 0.75, 1].map((part) => Math.round(memory[Math.ceil(memory.length * part) - 1] ?? 0));
  const from = report.first_line > 0 ? `; had resumed at row ${report.first_line}, reached ${report.lines}` : '';
  console.log(
    `${how}: ${said.last}${from}; resident MB over the run: ${spread.join(', ')}, at most ${Math.round(Math.max(0, ...memory))}`,
  );
  return report;
}

/**
 * Checks that every part up to the row is stored once, with all its stock numbers. Parts in progress at the
 * interruption may be stored as well.
 */
async function compare(lines: number): Promise<void> {
  const { records: items, faults: wrong } = await checkIndex(
    testClient(operator.tables.endpoint),
    operator.tables.productIndexTable,
  );
  // The stored position of the import does not belong to an item.
  failures.push(...wrong.filter((failure) => !failure.includes('"IMPORT#')).slice(0, 10));
  const byPart = new Map<string, readonly string[]>();
  for (const { manufacturer, mpn, keywords } of items.values()) {
    const key = `${manufacturer} ${partKey(mpn ?? '')}`;
    if (byPart.has(key)) failures.push(`${key} is there twice`);
    byPart.set(key, keywords ?? []);
  }
  let parts = 0;
  // The heading is row 1.
  for (let row = 0; row < lines - 1; row += 1) {
    const { niin, number, code, isLeftOut } = partOf(row);
    if (isLeftOut) continue;
    parts += 1;
    const key = `${manufacturerName(Number.parseInt(code.slice(1), 36))} ${partKey(number)}`;
    if (byPart.get(key)?.includes(niin) !== true) failures.push(`row ${row + 2} is missing`);
  }
  console.log(`${parts} rows held against ${items.size} records.`);
  failures.splice(20);
}

function tellTable(): void {
  const before = process.memoryUsage().arrayBuffers + process.memoryUsage().external;
  const startedMs = performance.now();
  const table = new CompactTable(['COMPANY']);
  for (let manufacturer = 0; manufacturer < ALL_MANUFACTURERS; manufacturer += 1)
    table.set(manufacturerCode(manufacturer), { COMPANY: manufacturerName(manufacturer) });
  const { arrayBuffers, external } = process.memoryUsage();
  const mb = Math.round(Math.max(arrayBuffers, external) / MEGABYTE);
  console.log(
    `${table.size} manufacturer codes: ${mb} MB (${Math.round(before / MEGABYTE)} before), made in ${seconds(startedMs)} s.`,
  );
}
