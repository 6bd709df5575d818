/**
 * Compares the deployed MCP and HTTP API functions with the same look-ups on the official SDK 2.4 with the same AWS
 * clients, from the import to the first answer, in a fresh process of Lambda's Node. All use the embedded engine on
 * this machine, so network time is excluded. The first request is a tools/call, or in another process a tools/list. The
 * SDK is bundled twice: plainly, as its users do, and like this server.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import path from 'node:path';
import { DynamoItemWriter } from '../adapters/dynamodb/index/dynamo-item-writer.ts';
import { bundleFunction } from '../lib/constructs/function-code.ts';
import { generateDemoItems } from '../local/demo/generate-demo-items.ts';
import { openAccount } from '../test/support/fixtures/accounts.ts';
import { functionEnvironment } from '../test/support/service/handler-on-tables.ts';
import { testClient } from '../test/support/stores/dynamodb-client.ts';
import { openTables, type OpenTables } from '../test/support/stores/tables.ts';
import { benchEvents } from './baselines/bench-events.ts';
import { medians } from '../test/support/measure/median.ts';
import { bundle, bundlePlainly, measureBaseline, temporaryFolder } from './run-baseline.ts';

const PEER = path.join(import.meta.dirname, 'baselines', 'official-sdk-on-aws.ts');
const SIDES = {
  ours: { entry: path.resolve(import.meta.dirname, '../functions/mcp/handler.ts'), make: bundleFunction },
  /** The HTTP API; the first request of its processes is a look-up. */
  v1: { entry: path.resolve(import.meta.dirname, '../functions/v1/handler.ts'), make: bundleFunction },
  peer: { entry: PEER, make: bundlePlainly },
  peerBundledLikeOurs: { entry: PEER, make: bundleFunction },
} as const;
type Side = keyof typeof SIDES;

type Started<Wanted extends Side> = Readonly<Record<Wanted, Readonly<Record<string, number>>>>;
export type ColdStarts = Started<'ours' | 'peer' | 'peerBundledLikeOurs'>;
/** `load` is the five-minute load average of the machine at the end of the measurement. */
export type ApiColdStart = Started<'ours' | 'v1'> & { readonly load: number };

export function compareColdStart(rounds: number): Promise<ColdStarts> {
  return compareSides(rounds, ['ours', 'peer', 'peerBundledLikeOurs']);
}

/** The HTTP API's function compared with the MCP function. */
export async function compareApiColdStart(rounds: number): Promise<ApiColdStart> {
  const started = await compareSides(rounds, ['ours', 'v1']);
  return { ...started, load: loadavg()[1] ?? Number.NaN };
}

async function compareSides<Wanted extends Side>(rounds: number, wanted: readonly Wanted[]): Promise<Started<Wanted>> {
  const tables = await openTables();
  const folder = temporaryFolder();
  try {
    const task = await writeTask(tables, folder);
    const environment = {
      ...functionEnvironment(tables),
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'bench',
      AWS_SECRET_ACCESS_KEY: 'bench',
      AWS_ENDPOINT_URL_DYNAMODB: tables.endpoint,
    };
    const sides = wanted.map((side) => ({
      side,
      ...bundle(SIDES[side].entry, folder, SIDES[side].make),
    }));
    const measured = new Map<Wanted, Record<string, number>[]>(sides.map(({ side }) => [side, []]));
    for (let round = 0; round < rounds; round += 1) {
      for (const { side, file } of sides) {
        const measure = side === 'v1' ? measureApi : measureBoth;
        measured.get(side)?.push(await measure(file, task, environment));
      }
    }
    const entries = sides.map(({ side, bytes }) => [
      side,
      { bundleBytes: bytes, ...medians(measured.get(side) ?? []) },
    ]);
    return Object.fromEntries(entries) as Started<Wanted>;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await tables.stop();
  }
}

function measureApi(
  file: string,
  task: string,
  environment: Readonly<Record<string, string>>,
): Promise<Record<string, number>> {
  return measureBaseline('cold-api', file, task, environment);
}

async function measureBoth(
  file: string,
  task: string,
  environment: Readonly<Record<string, string>>,
): Promise<Record<string, number>> {
  const called = await measureBaseline('cold-call', file, task, environment);
  const listed = await measureBaseline('cold-list', file, task, environment);
  const { firstAnswerMs: firstListMs = Number.NaN, firstAnswerCpuMs: firstListCpuMs = Number.NaN } = listed;
  return { ...called, firstListMs, firstListCpuMs };
}

async function writeTask(tables: OpenTables, folder: string): Promise<string> {
  const client = testClient(tables.endpoint);
  const terms = { requestsPerMinute: 30_000 };
  const key = await openAccount(client, tables.accountsTable, { terms, nowMs: Date.now() });
  const item = generateDemoItems().findLast((record) => record.manufacturer !== null && record.mpn !== null);
  if (item === undefined) throw new Error('The demo index has parts.');
  await new DynamoItemWriter(client, tables.productIndexTable).writeItem(item);
  client.destroy();
  const part = { manufacturer: item.manufacturer ?? '', part_number: item.mpn ?? '' };
  const events = benchEvents(`Bearer ${key.client.clientId}:${key.secret}`, part);
  const file = path.join(folder, 'task.json');
  writeFileSync(file, JSON.stringify({ fixture: { records: [] }, events, expected: item.id }));
  return file;
}
