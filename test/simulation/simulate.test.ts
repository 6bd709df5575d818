/** A short run of the whole service; same-seed.test.ts has longer ones. */
import { describe, expect, test } from 'vitest';
import { startSimulation } from './start-simulation.ts';

describe('a simulated day of the service', () => {
  test('breaks no promise about money while processes wait together and faults are injected', async () => {
    const { exitCode, output } = await startSimulation(['--seed', '5', '--days', '0.4']);
    expect(output).toMatch(/^seed 5: 0\.4 days, \d+ steps, .* log [0-9a-f]{16}$/m);
    expect(output).not.toContain('BROKEN');
    const [, processes, accounts] = /at most (\d+) processes and (\d+) accounts together/.exec(output) ?? [];
    expect(Number(processes)).toBeGreaterThanOrEqual(3);
    expect(Number(accounts)).toBe(3);
    expect(output).toContain('answer lost');
    expect(exitCode).toBe(0);
  });
});
