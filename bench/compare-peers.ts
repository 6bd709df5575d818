/**
 * Compares this server with its alternatives, the official SDK 2.4 and mcp-handler 2.4, each with this server's tool
 * schemas and the same items in memory. Rounds are interleaved, so that other load on the machine affects all of them;
 * medians are kept.
 */
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { generateDemoItems } from '../local/demo/generate-demo-items.ts';
import { benchEvents } from './baselines/bench-events.ts';
import { CLIENT_ID, CLIENT_SECRET } from './baselines/bench-fixture.ts';
import { medians } from '../test/support/measure/median.ts';
import { bundle, measureBaseline, temporaryFolder } from './run-baseline.ts';

export const BASELINES = ['ours', 'official-sdk', 'mcp-handler'] as const;
export type Baseline = (typeof BASELINES)[number];
export type Measured = Readonly<Record<string, number>>;

interface PeerRounds {
  readonly cold: number;
  readonly warm: number;
}

export async function comparePeers(rounds: PeerRounds): Promise<Readonly<Record<Baseline, Measured>>> {
  const folder = temporaryFolder();
  try {
    const task = writeTask(folder);
    const bundles = BASELINES.map((name) => ({ name, ...bundle(baselineFile(name), folder) }));
    const cold = new Map<Baseline, Measured[]>();
    const warm = new Map<Baseline, Measured[]>();
    for (let round = 0; round < rounds.cold; round += 1) {
      for (const { name, file } of bundles) add(cold, name, await measureBaseline('cold-call', file, task));
      if (round >= rounds.warm) continue;
      for (const { name, file } of bundles) add(warm, name, await measureBaseline('warm', file, task));
    }
    const entries = bundles.map(({ name, bytes }) => [
      name,
      { bundleBytes: bytes, ...medians(cold.get(name) ?? []), ...medians(warm.get(name) ?? []) },
    ]);
    return Object.fromEntries(entries) as Record<Baseline, Measured>;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Counts the promises and the bytes that a call of each kind makes in this server: the same on every machine, the bytes
 * but for a few.
 */
export async function countCalls(): Promise<Measured> {
  const folder = temporaryFolder();
  try {
    return await measureBaseline('counts', bundle(baselineFile('ours'), folder).file, writeTask(folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function baselineFile(name: string): string {
  return path.join(import.meta.dirname, 'baselines', `${name}.ts`);
}

function add(rounds: Map<Baseline, Measured[]>, name: Baseline, measured: Measured): void {
  rounds.set(name, [...(rounds.get(name) ?? []), measured]);
}

function writeTask(folder: string): string {
  const items = generateDemoItems();
  const asked = items.findLast((item) => item.manufacturer !== null && item.mpn !== null);
  if (asked === undefined) throw new Error('The demo index has parts.');
  const part = { manufacturer: asked.manufacturer ?? '', part_number: asked.mpn ?? '' };
  const events = benchEvents(`Bearer ${CLIENT_ID}:${CLIENT_SECRET}`, part);
  const file = path.join(folder, 'task.json');
  writeFileSync(file, JSON.stringify({ fixture: { records: items }, events, expected: asked.id }));
  return file;
}
