// Slow: starts processes.
/** What makes a simulation worth its name: it replays, it finds what is planted, and it notices what is not its own. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PLANTED } from './planted.ts';
import { startSimulation } from './start-simulation.ts';

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(path.join(tmpdir(), 'simulation-'))));
afterAll(() => rm(folder, { recursive: true }));

const RUN = ['--seed', '7', '--days', '0.3'];

async function logOf(name: string, options: readonly string[], environment = {}): Promise<string> {
  const file = path.join(folder, name);
  await startSimulation([...RUN, '--log', file, ...options], environment);
  return readFile(file, 'utf8');
}

describe('a simulation', () => {
  test('writes the same log byte for byte in two processes, of any time zone, language and speed', async () => {
    const one = await logOf('one', [], { TZ: 'UTC', LANG: 'C' });
    const other = await logOf('other', ['--disturb'], {
      TZ: 'Pacific/Auckland',
      LANG: 'tr_TR.UTF-8',
      LC_ALL: 'tr_TR.UTF-8',
    });
    expect(one.split('\n').length).toBeGreaterThan(1_000);
    expect(other).toBe(one);
  });

  test('writes another log for another seed', async () => {
    const other = await logOf('seed-8', ['--seed', '8']);
    expect(other).not.toBe(await logOf('seed-7', []));
  });

  test('differs from run to run as soon as one random value is not of its seed', async () => {
    expect(await logOf('leak', ['--leak', 'chance'])).not.toBe(await logOf('no-leak', []));
  });

  test('ends as soon as something waits for real time', async () => {
    const { exitCode, output } = await startSimulation([...RUN, '--leak', 'timers']);
    expect(output).toContain('Something waits outside the simulation: Timeout');
    expect(exitCode).toBe(1);
  });

  test('replays a seed alone as it ran after others', async () => {
    const { output } = await startSimulation(['--seed', '6', '--seeds', '2', '--days', '0.3']);
    const after = /^seed 7: .* log ([0-9a-f]{16})$/m.exec(output)?.[1];
    const alone = await startSimulation(RUN);
    expect(after).toBe(/^seed 7: .* log ([0-9a-f]{16})$/m.exec(alone.output)?.[1]);
  });

  test.each(PLANTED)('finds %s within twenty seeds', async (planted) => {
    const { exitCode, output } = await startSimulation(['--days', '0.5', '--planted', '--only', planted]);
    expect(output).toMatch(new RegExp(`^${planted}: found with seed \\d+ at step \\d+: BrokenPromise: `, 'm'));
    expect(exitCode).toBe(0);
  });
});
