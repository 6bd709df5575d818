/**
 * `npm run deploy:emulated`: deploys the development stage with AWS's command line to MiniStack, an emulator that
 * others wrote, and does an operator's first hour there. Everything is on 127.0.0.1 and ends with the run. What the
 * engine does not show is printed as "not proven here". Exit codes: 0 every step passed, 1 a step failed, 3 skipped
 * because this machine has no Python 3.10.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { program } from '../bin/program/program.ts';
// This process calls the gateway by its name too.
import './emulated/localhost-names.mjs';
import { installEngine, startEngine } from './emulated/engine.ts';
import { firstHour, notProven } from './emulated/first-hour.ts';
import { findPython } from './python-programs.ts';

const EXIT_SKIPPED = 3;

const command = program('npm run deploy:emulated --', 'Deploy to an AWS emulator and do the first hour there')
  .option('--keep', 'keep the folder with the logs')
  .parse();
const { keep } = command.opts<{ keep?: true }>();

const python = await findPython();
if (python === undefined) {
  console.log('SKIPPED: the emulator needs Python 3.10 or newer, and this machine has none. Nothing was deployed.');
  process.exit(EXIT_SKIPPED);
}

const interrupt = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupt.abort());

const startedMs = performance.now();
const folder = await mkdtemp(path.join(tmpdir(), 'emulated-'));
let failed = false;
try {
  console.log('Installing the emulator (once), and starting it.');
  const engine = await startEngine(await installEngine(python), folder);
  try {
    failed = await runSteps(engine);
  } finally {
    await engine.stop();
  }
} finally {
  if (keep === true || failed) console.log(`Logs: ${folder}`);
  else await rm(folder, { recursive: true, force: true });
}
console.log('\nNot proven here:');
for (const line of notProven()) console.log(`  - ${line}`);
console.log(`\n${failed ? 'FAILED' : 'Passed'} after ${seconds(startedMs)} s. This has not run on AWS.`);
process.exit(failed ? 1 : 0);

async function runSteps(engine: Awaited<ReturnType<typeof startEngine>>): Promise<boolean> {
  for (const { name, run } of firstHour({ engine, folder, signal: interrupt.signal })) {
    const stepMs = performance.now();
    try {
      interrupt.signal.throwIfAborted();
      const seen = await run();
      console.log(`ok      ${seconds(stepMs).padStart(4)} s  ${name}: ${seen}`);
    } catch (error) {
      const problem = interrupt.signal.aborted ? 'interrupted' : error instanceof Error ? error.message : String(error);
      console.log(`FAILED  ${seconds(stepMs).padStart(4)} s  ${name}: ${problem}`);
      return true;
    }
  }
  return false;
}

function seconds(sinceMs: number): string {
  return ((performance.now() - sinceMs) / 1_000).toFixed(0);
}
