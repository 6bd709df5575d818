/**
 * `npm run bench:catalogs [-- --rows 2000]`: imports 50,000 rows, made from real parts with duplicates, blanks, wrong
 * GTINs and broken lines, in separate processes. It measures the peak memory at 5,000 and at 50,000 rows, kills an
 * import three times and resumes it, and compares the counts with a recount that shares no code with the importer. The
 * exit code is 1 if they disagree. The emulator shares the machine and decides the rows a second; the processor time of
 * the import's own process, its calls and its units do not depend on it.
 *
 * The real parts are next to a checkout (test/support/fixtures/real-parts.ts); without them, generated parts are used.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { batchWrite } from '../adapters/dynamodb/client/batch-write.ts';
import { DynamoCatalogStore } from '../adapters/dynamodb/catalogs/dynamo-catalog-store.ts';
import type { Catalog } from '../core/catalogs/rows/catalog.ts';
import { newAccountId } from '../core/identifiers.ts';
import { disagreements, storedRows } from '../test/support/fixtures/catalog-rows.ts';
import { testClient } from '../test/support/stores/dynamodb-client.ts';
import { recordOf } from '../test/support/fixtures/item-records.ts';
import { rowsOf } from '../test/support/index/loaded-index.ts';
import { observe } from '../test/support/stores/observed-client.ts';
import { realParts, realPartsAvailable } from '../test/support/fixtures/real-parts.ts';
import { openTables } from '../test/support/stores/tables.ts';
import type { ImportReport, ImportTask } from './catalog-import-process.ts';
import { makeCatalogFile, type ExpectedCounts } from './make-catalog-file.ts';
import { program, readWholeNumber } from '../bin/program/program.ts';

const { rows: ROWS } = program(
  'npm run bench:catalogs --',
  'Measure the import of many rows, killed three times and resumed',
)
  .option('--rows <count>', 'rows of the larger file', readWholeNumber(1_000, 1_000_000), 50_000)
  .parse()
  .opts<{ readonly rows: number }>();
const FEW_ROWS = ROWS / 10;
const KILLS = 3;
const PROCESS = fileURLToPath(new URL('catalog-import-process.ts', import.meta.url));

const tables = await openTables();
const client = testClient(tables.endpoint);
const store = new DynamoCatalogStore(client, tables.accountsTable);
const accountId = newAccountId();
const folder = await mkdtemp(path.join(tmpdir(), 'catalogs-'));
const failures: string[] = [];

try {
  const parts = realPartsAvailable ? realParts() : generatedParts();
  await loadIndex(parts);
  console.log(`Index: ${parts.length} ${realPartsAvailable ? 'real' : 'generated'} parts.`);
  const few = await importAll('few.csv', makeCatalogFile(parts, FEW_ROWS));
  const many = await importAll('many.csv', makeCatalogFile(parts, ROWS));
  console.log(`Peak memory: ${few.report.peakMb} MB at ${FEW_ROWS} rows, ${many.report.peakMb} MB at ${ROWS}.`);
  await killAndResume('many.csv', many.catalog);
  await readPages(many.catalog);
} finally {
  client.destroy();
  await tables.stop();
  await rm(folder, { recursive: true });
}
for (const failure of failures) console.error(`WRONG: ${failure}`);
console.log(failures.length === 0 ? 'Everything agrees.' : `${failures.length} disagreements.`);
// The embedded engine ends with the process.
process.exit(failures.length === 0 ? 0 : 1);

function generatedParts() {
  return Array.from({ length: 5_000 }, (_, index) =>
    recordOf({
      id: `itm_G${String(index).padStart(7, '0')}`,
      manufacturer: `Manufacturer ${index % 50}`,
      mpn: `GP-${index}X`,
    }),
  );
}

/** Loads only the rows that look-ups read. Search, which is not used here, has a hundred more rows for each part. */
async function loadIndex(parts: ReturnType<typeof realParts>): Promise<void> {
  const rows = [...rowsOf(parts)].filter(({ pk }) => !pk.startsWith('TERM#'));
  for (let place = 0; place < rows.length; place += 500) {
    const group = rows.slice(place, place + 500);
    await batchWrite(
      client,
      tables.productIndexTable,
      group.map((put) => ({ put })),
    );
  }
}

interface Imported {
  readonly report: ImportReport;
  readonly catalog: Catalog;
}

async function importAll(name: string, made: { text: string; expected: ExpectedCounts }): Promise<Imported> {
  await writeFile(path.join(folder, name), made.text);
  const report = await start(name, true).report;
  const catalog = await newestCatalog();
  console.log(
    `${name}: ${report.seconds.toFixed(1)} s, ${Math.round(catalog.imported.rows / report.seconds)} rows a second.`,
  );
  console.log(`  ${costsOf(report, catalog.imported.rows)}`);
  console.log(`  counts   ${JSON.stringify(catalog.counts)}`);
  console.log(`  expected ${JSON.stringify(made.expected)}`);
  for (const [outcome, count] of Object.entries(made.expected)) {
    const counted = catalog.counts[outcome as keyof ExpectedCounts];
    if (counted !== count) failures.push(`${name}: ${counted} rows are ${outcome}, ${count} expected`);
  }
  failures.push(...(await disagreements(client, tables.accountsTable, catalog)));
  return { report, catalog };
}

function costsOf({ processorSeconds, calls, readUnits, writeUnits }: ImportReport, rows: number): string {
  const ofThousand = (count: number): string => ((1_000 * count) / rows).toFixed(1);
  const each = Object.entries(calls).map(([operation, count]) => `${operation} ${ofThousand(count)}`);
  const microseconds = Math.round((1_000_000 * processorSeconds) / rows);
  return (
    `of a row ${microseconds} µs of processor time; of 1,000 rows ${each.join(', ')} calls, ` +
    `${ofThousand(readUnits)} read and ${ofThousand(writeUnits)} write units`
  );
}

/** Starts an import in a separate process. `kill` ends it abruptly, as a power cut would. */
function start(name: string, isNew: boolean): { report: Promise<ImportReport>; kill(): Promise<void> } {
  const child = fork(PROCESS, {
    execArgv: ['--import', import.meta.resolve('tsx')],
    stdio: ['ignore', 'inherit', 'ignore', 'ipc'],
  });
  const task: ImportTask = {
    endpoint: tables.endpoint,
    accountsTable: tables.accountsTable,
    productIndexTable: tables.productIndexTable,
    accountId,
    file: path.join(folder, name),
    isNew,
  };
  child.send(task);
  const report = once(child, 'message').then(([message]) => message as ImportReport);
  return {
    report,
    kill: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function newestCatalog(): Promise<Catalog> {
  const [catalog] = await store.listCatalogs(accountId, { before: Number.MAX_SAFE_INTEGER, limit: 1 });
  if (catalog === undefined) throw new Error('There is no catalog.');
  return catalog;
}

async function killAndResume(name: string, whole: Catalog): Promise<void> {
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const running = start(name, kill === 1);
    const until = Math.floor((ROWS * kill) / (KILLS + 1) + (Math.random() * ROWS) / 50);
    while ((await newestCatalog()).catalogId === whole.catalogId || (await newestCatalog()).imported.rows < until) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await running.kill();
    const left = await newestCatalog();
    console.log(`Killed after ${left.imported.rows} rows (${left.status}).`);
    failures.push(...(await disagreements(client, tables.accountsTable, left)));
  }
  const { seconds } = await start(name, false).report;
  const resumed = await newestCatalog();
  const [before, after] = [
    await storedRows(client, tables.accountsTable, whole),
    await storedRows(client, tables.accountsTable, resumed),
  ];
  const same = resumed.status === 'complete' && JSON.stringify(before) === JSON.stringify(after);
  console.log(
    `Resumed to the end in ${seconds.toFixed(1)} s: ${after.length} stored rows, ${same ? 'the same' : 'NOT the same'} catalog.`,
  );
  if (!same) failures.push('the resumed catalog is not the one that was imported without a stop');
}

/** Measures the read units of the first and the last page, of all rows and of a rare outcome. */
async function readPages(catalog: Catalog): Promise<void> {
  const observed = testClient(tables.endpoint);
  const observation = observe(observed);
  const reader = new DynamoCatalogStore(observed, tables.accountsTable);
  for (const outcomes of [undefined, ['skipped' as const]]) {
    const numbers: number[] = [];
    for (let after = 0; ;) {
      const page = await store.readRows(catalog, { outcomes, after, limit: 1_000 });
      if (page.length === 0) break;
      numbers.push(...page.map(({ row }) => row));
      after = page.at(-1)?.row ?? 0;
    }
    const unitsBehind = async (after: number): Promise<number> => {
      observation.reset();
      await reader.readRows(catalog, { outcomes, after, limit: 51 });
      return observation.readUnits();
    };
    const [first, last] = [await unitsBehind(0), await unitsBehind(numbers.at(-51) ?? 0)];
    console.log(
      `${outcomes?.[0] ?? 'all'}: ${numbers.length} rows; first page ${first} read units, last page ${last}.`,
    );
    if (last > first + 1) failures.push('the last page costs more than the first');
  }
  observed.destroy();
}
