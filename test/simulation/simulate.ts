/**
 * `npm run simulate -- --seed 7 --days 3`: runs the service in one process for days of simulated time. The seed draws
 * what everybody does, the order of all requests to the cloud and of their answers, every id and secret, and every
 * fault; the same seed gives the same run, byte for byte. `--seeds 100` runs as many seeds from `--seed` on, `--log
 * FILE` writes every call, request, fault and answer, `--planted` looks for planted faults.
 *
 * Real: the functions with the dependencies that they build in production, the SDK's clients with their repeats and
 * time-outs, every store over the embedded DynamoDB. Simulated: time, chance, the network, Lambda's instances, SQS, and
 * what research providers answer. Operators run the functions of core/ behind `npm run admin`, not its command line;
 * the sweeper runs every ten minutes instead of every minute. Outside: access tokens and the pages of sign-in, mail,
 * imports of files, the request log, and the inside of DynamoDB, which here carries out one request at a time.
 */
import './simulated-time.ts';
import { appendFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { PLANTED, type Planted } from './planted.ts';
import { disturb, leak, realNode } from './simulated-time.ts';

/** Each planted fault must be found with so many seeds. */
const PLANTED_SEEDS = 20;

Object.assign(process.env, {
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'simulated',
  AWS_SECRET_ACCESS_KEY: 'simulated',
  AWS_EC2_METADATA_DISABLED: 'true',
});

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    days: { type: 'string', default: '1' },
    log: { type: 'string' },
    planted: { type: 'boolean', default: false },
    // For its tests.
    only: { type: 'string' },
    disturb: { type: 'boolean', default: false },
    leak: { type: 'string' },
  },
});

if (values.disturb) disturb();
if (values.leak === 'timers' || values.leak === 'chance') leak(values.leak);

const { runSimulation } = await import('./run-simulation.ts');

let lines: string[] = [];
const { log } = values;
const flush = () => {
  if (log !== undefined && lines.length > 0) appendFileSync(log, lines.join(''));
  lines = [];
};
if (log !== undefined) writeFileSync(log, '');
const keep = (line: string) => {
  lines.push(`${line}\n`);
  if (lines.length === 1_000) flush();
};

const first = Number(values.seed);
const seeds = Array.from(
  { length: Number(values.planted ? PLANTED_SEEDS : values.seeds) },
  (_, place) => first + place,
);
const days = Number(values.days);

async function find(planted: Planted): Promise<void> {
  for (const seed of seeds) {
    const { broken } = await runSimulation({ seed, days, planted });
    if (broken !== undefined) return void realNode.write(`${planted}: found with seed ${seed} at ${broken}\n`);
  }
  process.exitCode = 1;
  realNode.write(`${planted}: NOT FOUND with ${seeds.length} seeds\n`);
}

async function check(seed: number): Promise<void> {
  const startedMs = realNode.performanceNow();
  const run = await runSimulation({ seed, days, keep: log === undefined ? undefined : keep });
  flush();
  const seconds = ((realNode.performanceNow() - startedMs) / 1000).toFixed(1);
  const { steps, requests, mostTogether, mostAccounts, kills, digest, broken } = run;
  realNode.write(
    `seed ${seed}: ${days} days, ${steps} steps, ${requests} requests, at most ${mostTogether} processes and ${mostAccounts} accounts together, ${kills} kills, ${seconds} s, log ${digest}\n`,
  );
  for (const counts of [run.counts, run.faults])
    realNode.write(`  ${[...counts].map(([name, count]) => `${name} ${count}`).join(', ')}\n`);
  if (broken === undefined) return;
  process.exitCode = 1;
  realNode.write(`  BROKEN at ${broken}\n  npm run simulate -- --seed ${seed} --days ${days}\n`);
}

if (values.planted) for (const planted of PLANTED.filter((one) => (values.only ?? one) === one)) await find(planted);
else for (const seed of seeds) await check(seed);
