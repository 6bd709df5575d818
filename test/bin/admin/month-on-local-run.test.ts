// Slow: starts processes.
/** docs/operate/month.md from its first line to its last, command by command, on the run that the page starts. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { finishedMonth } from '../../../local/demo/open-demo-month.ts';
import { startLocalRun, type LocalRun } from '../../local/local-run.ts';
import { asOnMonthPage } from '../../support/page/month-page.ts';
import { startCommand } from '../../support/processes/operator.ts';

const PAGE = path.resolve(import.meta.dirname, '../../../docs/operate/month.md');
const START = 'npm start -- ';
const ADMIN = 'npm run admin -- ';

let folder = '';
let service: LocalRun;
let steps: readonly { readonly command: string; readonly output: string }[];

beforeAll(async () => {
  const page = await readFile(PAGE, 'utf8');
  steps = [...page.matchAll(/```\n\$ (.*)\n([\s\S]*?)```/g)].map(([, command = '', output = '']) => ({
    command,
    output,
  }));
  folder = await mkdtemp(path.join(tmpdir(), 'month-'));
  service = await startLocalRun(folder, (steps[0]?.command ?? '').replace(START, '').split(' '));
  await service.untilSaid('Ctrl-C stops the service');
});

afterAll(async () => {
  service.send('SIGINT');
  await service.ended;
  await rm(folder, { recursive: true, force: true });
});

/** The page shows the months of the year when it was written. */
function inThisMonth(command: string, nowMs: number): string {
  return command.replaceAll('2026-10', finishedMonth(nowMs).key);
}

test('each command of the page has the output of the page', async () => {
  expect(steps[0]?.command).toBe('npm start -- --fresh --month');
  expect(steps.length).toBeGreaterThan(10);
  for (const { command, output } of steps.slice(1)) {
    const nowMs = Date.now();
    const words = inThisMonth(command, nowMs)
      .replace(ADMIN, '')
      .matchAll(/'([^']*)'|(\S+)/g);
    const args = [...words].map(([, quoted, plain]) => quoted ?? plain ?? '');
    const { exitCode, stdout } = await startCommand(folder, [...args, '--who', 'olga']).result;
    expect({ command, exitCode, output: asOnMonthPage(`${stdout.trimEnd()}\n`, nowMs) }).toEqual({
      command,
      exitCode: 0,
      output,
    });
  }
});
