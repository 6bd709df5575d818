/**
 * This server against what people would use instead, each with our tool schemas and the same records in memory: the official SDK 2.4 and
 * mcp-handler 2.4. Rounds are interleaved, so that whatever else the machine does meets all of them; medians are kept.
 */
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { generateDemoItems } from '../local/demo/generate-demo-items.ts';
import { benchEvents } from './contenders/bench-events.ts';
import { CLIENT_ID, CLIENT_SECRET } from './contenders/bench-fixture.ts';
import { medians } from './median.ts';
import { bundle, measureContender, temporaryFolder } from './run-contender.ts';

export const CONTENDERS = ['ours', 'official-sdk', 'mcp-handler'] as const;
export type Contender = (typeof CONTENDERS)[number];
export type Measured = Readonly<Record<string, number>>;

export interface PeerRounds {
  readonly cold: number;
  readonly warm: number;
}

export async function comparePeers(rounds: PeerRounds): Promise<Readonly<Record<Contender, Measured>>> {
  const folder = temporaryFolder();
  try {
    const task = writeTask(folder);
    const bundles = CONTENDERS.map((name) => ({ name, ...bundle(contenderFile(name), folder) }));
    const cold = new Map<Contender, Measured[]>();
    const warm = new Map<Contender, Measured[]>();
    for (let round = 0; round < rounds.cold; round += 1) {
      for (const { name, file } of bundles) add(cold, name, await measureContender('cold', file, task));
      if (round >= rounds.warm) continue;
      for (const { name, file } of bundles) add(warm, name, await measureContender('warm', file, task));
    }
    const entries = bundles.map(({ name, bytes }) => [
      name,
      { bundleBytes: bytes, ...medians(cold.get(name) ?? []), ...medians(warm.get(name) ?? []) },
    ]);
    return Object.fromEntries(entries) as Record<Contender, Measured>;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function contenderFile(name: string): string {
  return path.join(import.meta.dirname, 'contenders', `${name}.ts`);
}

function add(rounds: Map<Contender, Measured[]>, name: Contender, measured: Measured): void {
  rounds.set(name, [...(rounds.get(name) ?? []), measured]);
}

function writeTask(folder: string): string {
  const records = generateDemoItems();
  const asked = records.findLast((record) => record.manufacturer !== null && record.mpn !== null);
  if (asked === undefined) throw new Error('The demo index has parts.');
  const part = { manufacturer: asked.manufacturer ?? '', part_number: asked.mpn ?? '' };
  const events = benchEvents(`Bearer ${CLIENT_ID}:${CLIENT_SECRET}`, part);
  const file = path.join(folder, 'task.json');
  writeFileSync(file, JSON.stringify({ fixture: { records }, events, expected: asked.id }));
  return file;
}
