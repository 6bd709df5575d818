/** Starts `npm run simulate` in a process of its own, because it replaces Node's clocks. */
import { spawn } from 'node:child_process';
import path from 'node:path';

const PROJECT_FOLDER = path.resolve(import.meta.dirname, '../..');

export interface Simulated {
  readonly exitCode: number | null;
  readonly output: string;
}

/** @param environment added to that of the test */
export async function startSimulation(
  options: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Simulated> {
  const started = spawn(
    process.execPath,
    ['--import', './bin/program/on-node-24.mjs', 'test/simulation/simulate.ts', ...options],
    { cwd: PROJECT_FOLDER, env: { ...process.env, NODE_OPTIONS: '', ...environment } },
  );
  let output = '';
  for (const stream of [started.stdout, started.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const exitCode = await new Promise<number | null>((resolve) => void started.once('close', resolve));
  return { exitCode, output };
}
