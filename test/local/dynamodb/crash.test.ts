// Slow: starts processes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmbeddedDynamoDb } from '../../../local/dynamodb/embedded-dynamodb.ts';
import { testClient } from '../../support/stores/dynamodb-client.ts';

const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 6);

let path: string;

beforeAll(async () => {
  path = await mkdtemp(join(tmpdir(), 'crash-'));
});
afterAll(() => rm(path, { recursive: true }));

/**
 * Runs transfers and kills their process at a random moment after its first acknowledgements, on a machine of any
 * speed.
 * @returns the transfers that it acknowledged
 */
async function transferUntilKilled(round: number): Promise<string[]> {
  const program = fileURLToPath(import.meta.resolve('./transfers-until-killed.ts'));
  const child = spawn(process.execPath, ['--import', 'tsx', program, path, String(round)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const acknowledged: string[] = [];
  const enough = 1 + Math.floor(Math.random() * 40);
  for await (const line of createInterface({ input: child.stdout })) {
    acknowledged.push(line);
    if (acknowledged.length === enough) setTimeout(() => child.kill('SIGKILL'), Math.random() * 30);
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  expect(child.signalCode).toBe('SIGKILL');
  return acknowledged;
}

async function readRows(pk: string): Promise<Record<string, unknown>[]> {
  const engine = await startEmbeddedDynamoDb({ path });
  const client = testClient(engine.endpoint);
  const rows: Record<string, unknown>[] = [];
  const query = {
    TableName: 'Transfers',
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': pk },
    ConsistentRead: true,
  };
  for await (const page of paginateQuery({ client }, query)) rows.push(...(page.Items ?? []));
  client.destroy();
  await engine.stop();
  return rows;
}

/** The balance of every account according to the journal. */
function balancesOf(journal: readonly Record<string, unknown>[]): Record<string, number> {
  const balances: Record<string, number> = {};
  for (const { from, to, amount } of journal as { from: number; to: number; amount: number }[]) {
    balances[from] = (balances[from] ?? 0) - amount;
    balances[to] = (balances[to] ?? 0) + amount;
  }
  return balances;
}

test(
  'a process killed during transfers leaves only complete transfers, and all that were acknowledged',
  async () => {
    const acknowledged: string[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      acknowledged.push(...(await transferUntilKilled(round)));
      const journal = await readRows('JOURNAL');
      const accounts = await readRows('ACCOUNT');
      expect(Object.fromEntries(accounts.map(({ sk, balance }) => [sk, balance]))).toEqual(balancesOf(journal));
      const written = new Set(journal.map(({ sk }) => sk));
      expect(acknowledged.filter((number) => !written.has(number))).toEqual([]);
    }
    expect(acknowledged.length).toBeGreaterThanOrEqual(ROUNDS);
    console.log(`${ROUNDS} kills, ${acknowledged.length} transfers acknowledged, none torn or lost`);
  },
  ROUNDS * 30_000,
);
