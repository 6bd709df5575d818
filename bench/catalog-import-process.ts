/**
 * Runs one import in a separate process, as `admin catalogs import` does. A message names the import; the answer is
 * time and peak memory.
 */
import { refuse, takeNothing } from '../bin/program/program.ts';
import { importFile } from '../bin/admin/catalogs/import-file.ts';
import { DynamoCatalogStore } from '../adapters/dynamodb/catalogs/dynamo-catalog-store.ts';
import { DynamoItemIndex } from '../adapters/dynamodb/index/dynamo-item-index.ts';
import { observe } from '../test/support/stores/observed-client.ts';
import { testClient } from '../test/support/stores/dynamodb-client.ts';

export interface ImportTask {
  readonly endpoint: string;
  readonly accountsTable: string;
  readonly productIndexTable: string;
  readonly accountId: string;
  readonly file: string;
  readonly isNew: boolean;
}

export interface ImportReport {
  readonly seconds: number;
  /** The peak of the resident memory. */
  readonly peakMb: number;
  /** Of this process alone, without its start and without the emulator. */
  readonly processorSeconds: number;
  /** The calls of the tables, by operation, and their capacity units. */
  readonly calls: Readonly<Record<string, number>>;
  readonly readUnits: number;
  readonly writeUnits: number;
}

takeNothing('bench/catalog-import-process.ts', 'Import one catalog: `npm run bench:catalogs` starts it');
if (process.send === undefined) refuse('No import task was given.', 'Run `npm run bench:catalogs`, which starts this.');
process.once('message', (task: ImportTask) => void run(task));

async function run({ endpoint, accountsTable, productIndexTable, accountId, file, isNew }: ImportTask): Promise<void> {
  const client = testClient(endpoint);
  const observation = observe(client);
  observation.rest();
  const startMs = performance.now();
  const startCpu = process.cpuUsage();
  await importFile(
    {
      catalogs: new DynamoCatalogStore(client, accountsTable),
      index: new DynamoItemIndex(client, productIndexTable),
      clock: { nowMs: () => Date.now() },
    },
    { accountId, path: file, catalogName: undefined, chosen: [], isNew },
  );
  const seconds = (performance.now() - startMs) / 1000;
  const { user, system } = process.cpuUsage(startCpu);
  const report: ImportReport = {
    seconds,
    peakMb: Math.round(process.resourceUsage().maxRSS / 1024),
    processorSeconds: (user + system) / 1_000_000,
    calls: countedBy(observation.calls.map(({ operation }) => operation)),
    readUnits: observation.readUnits(),
    writeUnits: observation.writeUnits(),
  };
  process.send?.(report, () => process.exit());
}

function countedBy(names: readonly string[]): Readonly<Record<string, number>> {
  return Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]));
}
