/**
 * Kills or interrupts a command of the operator at a chosen write, and never after a chosen time: another machine would
 * have finished by then, or not have started.
 */
import path from 'node:path';
import { onTestFailed } from 'vitest';
import { createSeededRandom, type SeededRandom } from '../../../local/demo/seeded-random.ts';
import { LOCAL_FOLDER, readLocalEndpoints, writeLocalEndpoints } from '../../../local/endpoints.ts';
import { PausedStore, type Moment } from '../stores/paused-store.ts';
import type { Operator, RunningCommand } from './operator.ts';

/** Puts a store that can be paused between the operator's commands and the tables. */
export async function pauseStoreOf({ folder, tables }: Operator): Promise<PausedStore> {
  const local = path.join(folder, LOCAL_FOLDER);
  const endpoints = await readLocalEndpoints(local);
  if (endpoints === undefined) throw new Error('The operator has no local service.');
  const store = await PausedStore.open(tables.endpoint);
  await writeLocalEndpoints(local, { ...endpoints, dynamodb: store.url });
  return store;
}

/** Resolves when the running command has come to the moment, and waits there. @throws if it ended before */
export async function reach(running: RunningCommand, store: PausedStore, moment: Moment): Promise<void> {
  const early = running.result.then(({ exitCode, stdout, stderr }) => {
    throw new Error(`Ended with ${exitCode} before ${JSON.stringify(moment)}: ${stdout} ${stderr}`);
  });
  await Promise.race([store.pauseAt(moment), early]);
}

/** Kills the running command at the moment. @throws if it ended before */
export async function killAt(running: RunningCommand, store: PausedStore, moment: Moment): Promise<void> {
  await reach(running, store, moment);
  running.kill('SIGKILL');
  const { exitCode } = await running.result;
  if (exitCode !== null) throw new Error(`Ended with ${exitCode} at ${JSON.stringify(moment)}`);
  store.drop();
}

/** Chooses moments at random. A failed test prints the seed, with which KILL_SEED repeats them. */
export function randomMoments(): SeededRandom {
  const seed = Number(process.env['KILL_SEED'] ?? Date.now());
  onTestFailed(() => console.error(`The moments were chosen with KILL_SEED=${seed}`));
  return createSeededRandom(seed);
}
