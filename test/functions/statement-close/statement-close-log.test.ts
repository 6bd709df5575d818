import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { statementCloseDependencies } from '../../../functions/statement-close/dependencies.ts';

let written: string[];

beforeEach(() => {
  written = [];
  const keep = (text: unknown) => void written.push(...String(text).split('\n').filter(Boolean));
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((text) => {
      keep(text);
      return true;
    });
  for (const name of ['log', 'info', 'error'] as const) vi.spyOn(console, name).mockImplementation(keep);
});
afterEach(() => vi.restoreAllMocks());

const lines = () => written.map((line) => JSON.parse(line) as Record<string, unknown>);
const differences = [{ figure: 'committed', expectedNanoUsd: 2, foundNanoUsd: 3 }] as const;
const STOPPED = { kind: 'differs', periodKey: '2026-11', endMs: 0, differences } as const;

test('a close that failed permanently is logged as an error with its figures, and the alarm counts it', () => {
  const { log } = statementCloseDependencies({ STAGE: 'production', ACCOUNTS_TABLE: 'Accounts' });
  log.stopped('acc_1', STOPPED, true);
  log.stopped('acc_2', STOPPED, true);
  log.done(7);
  expect(lines()).toMatchObject([
    { level: 'ERROR', message: 'statement stopped', account: 'acc_1', period: '2026-11', why: 'differs', differences },
    { level: 'ERROR', account: 'acc_2' },
    { message: 'periods closed', accounts: 7 },
    { service: 'statement-close', stage: 'production', StatementsStopped: 2 },
  ]);
});

test('a close that waits for research is not an error, and the alarm ends with the next run', () => {
  const { log } = statementCloseDependencies({ STAGE: 'production', ACCOUNTS_TABLE: 'Accounts' });
  log.stopped('acc_1', STOPPED, true);
  log.done(1);
  written = [];
  log.stopped('acc_1', { kind: 'research_open', periodKey: '2026-11', endMs: 0, reservedNanoUsd: 150_000_000 }, false);
  log.done(1);
  expect(lines()).toHaveLength(2);
  expect(lines()).toMatchObject([
    { level: 'INFO', message: 'statement stopped', why: 'research_open', reservedNanoUsd: 150_000_000 },
    { message: 'periods closed', stuck: 0 },
  ]);
});
