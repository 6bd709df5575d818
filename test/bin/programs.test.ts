// Slow: starts processes.
/**
 * Every program of bin/ and bench/ as a separate process, with unknown arguments and with output that is closed early.
 */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DynamoItemWriter } from '../../adapters/dynamodb/index/dynamo-item-writer.ts';
import { readWholeNumber } from '../../bin/program/program.ts';
import { openAccount } from '../support/fixtures/accounts.ts';
import { REGULATOR } from '../support/fixtures/item-records.ts';
import { openOperator, type Operator } from '../support/processes/operator.ts';
import { programFile } from '../support/processes/programs.ts';
import { testClient } from '../support/stores/dynamodb-client.ts';

const PROJECT_FOLDER = path.resolve(import.meta.dirname, '../..');

interface Ended {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Reader {
  readonly cwd?: string;
  /** The part of the output that is read before it is closed. */
  readonly read?: 'all' | 'the first piece' | 'nothing';
}

function run(args: readonly string[], { cwd = PROJECT_FOLDER, read = 'all' }: Reader = {}): Promise<Ended> {
  const env = { ...process.env, SMOKE_CLIENT_SECRET: 'sec_none', CI: '1' };
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const printed = { stdout: '', stderr: '' };
  child.stderr.on('data', (chunk: Buffer) => (printed.stderr += chunk.toString()));
  if (read === 'all') child.stdout.on('data', (chunk: Buffer) => (printed.stdout += chunk.toString()));
  else if (read === 'nothing') child.stdout.destroy();
  else child.stdout.once('data', () => child.stdout.destroy());
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode) => resolve({ exitCode, ...printed }));
  });
}

/**
 * The files that are started, not imported: all directly in bin/, and those of bench/ that run something themselves.
 */
function programs(): readonly string[] {
  const sources = readdirSync(path.join(PROJECT_FOLDER, 'bench'), { recursive: true, encoding: 'utf8' });
  const ofBench = sources
    .map((file) => `bench/${file}`)
    .filter((file) => file.endsWith('.ts'))
    .filter((file) => /^(await|process\.|for \(|try \{|if \(|console\.)/m.test(readFileSync(file, 'utf8')));
  const ofBin = readdirSync(path.join(PROJECT_FOLDER, 'bin')).filter((file) => file.endsWith('.ts'));
  return [...ofBin.map((file) => `bin/${file}`), ...ofBench, 'eval/run-eval.ts'];
}

describe('a program', () => {
  test('in bin/ or bench/ reads its command line before anything else', () => {
    expect(programs().length).toBeGreaterThan(20);
    const unread = programs().filter((file) => {
      const source = readFileSync(file, 'utf8');
      const read = source.search(/\b(program|takeNothing|adminProgram|readRunOptions)\(|process\.argv/);
      const works = source.search(/^(const .*= )?await (?!runProgram)|^for \(/m);
      return read < 0 || (works >= 0 && works < read);
    });
    expect(unread).toEqual([]);
  });

  test.each([
    ['tools/check.ts', ['types']],
    ['tools/check-rooms.ts', ['--no-such-option']],
    ['tools/check-template.ts', ['--no-such-option']],
    ['tools/docs-errors.ts', ['--no-such-option']],
    ['tools/deployed-memory.ts', ['--stage', 'nonsense']],
    ['bin/smoke.ts', ['--ulr', 'http://127.0.0.1:9']],
    ['eval/run-eval.ts', ['--no-such-option']],
    ['bench/bench.ts', ['peers', 'nonsense']],
    ['bench/soak/soak.ts', ['--second', '5']],
    ['bench/soak/soak.ts', ['5', '--seconds', '6']],
    ['bench/mutation.ts', ['core/nonsense']],
    ['bench/relevance/each-query.ts', ['--parts', '/no/such/file.jsonl']],
    ['bench/baselines/measured-process.ts', ['hot']],
  ])('%s refuses %j, and names the next step', async (file, args) => {
    const { exitCode, stdout, stderr } = await run(['--import', 'tsx', file, ...args]);
    expect(exitCode, stderr).toBeGreaterThan(0);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(stderr).toMatch(/--help|npm run|Name /);
    expect(stdout).toBe('');
  });

  test.each(['admin', 'local', 'smoke'] as const)('%s refuses an unknown option', async (name) => {
    const { exitCode, stdout, stderr } = await run([await programFile(name), '--no-such-option']);
    expect(exitCode).toBe(name === 'smoke' ? 2 : 1);
    expect(stderr).toMatch(/--help|--fresh/);
    expect(stdout).toBe('');
  });

  test.each(['', '0', '-5', '2x', '1e3', '86401', '1.5', ' 5', 'NaN', '999999999999'])(
    'refuses "%s" as a number of seconds',
    (text) => {
      expect(() => readWholeNumber(1, 86_400)(text)).toThrow('a whole number from 1 to 86400');
    },
  );
});

describe('a program whose output is closed', () => {
  let operator: Operator;

  beforeAll(async () => {
    operator = await openOperator();
    const client = testClient(operator.tables.endpoint);
    await openAccount(client, operator.tables.accountsTable, { name: 'Acme', nowMs: Date.now() });
    const writer = new DynamoItemWriter(client, operator.tables.productIndexTable);
    for (let number = 100; number < 300; number += 1)
      await writer.writeItem({ ...REGULATOR, id: `itm_Unrea${number}`, mpn: `UNREAD-${number}` });
  });
  afterAll(() => operator.stop());

  test.each([
    [['accounts', 'list']],
    [['accounts', 'list', '--json']],
    [['accounts', 'plans']],
    [['manufacturers', 'list']],
    [['items', 'export', '-']],
    [['--help']],
  ])('ends quietly: admin %j', async (args) => {
    const { exitCode, stderr } = await run([await programFile('admin'), ...args], {
      cwd: operator.folder,
      read: 'nothing',
    });
    expect([exitCode, stderr]).toEqual([0, '']);
  });

  test('ends quietly in the middle of an export', async () => {
    const args = [await programFile('admin'), 'items', 'export', '-'];
    const { exitCode, stderr } = await run(args, { cwd: operator.folder, read: 'the first piece' });
    expect([exitCode, stderr]).toEqual([0, '']);
  });

  test('still does its work', async () => {
    const { exitCode } = await run([await programFile('admin'), 'accounts', 'create', 'Unread Ltd'], {
      cwd: operator.folder,
      read: 'nothing',
    });
    expect(exitCode).toBe(0);
    expect((await operator.run('accounts', 'find', 'Unread Ltd')).stdout).toContain('Unread Ltd');
  });

  test('keeps the exit code of an error', async () => {
    const args = [await programFile('admin'), 'accounts', 'show', 'acc_0000000000', '--json'];
    const { exitCode, stderr } = await run(args, { cwd: operator.folder, read: 'nothing' });
    expect([exitCode, stderr]).toEqual([1, '']);
  });

  test.each(['smoke', 'local'] as const)('ends quietly: %s --help', async (name) => {
    const { exitCode, stderr } = await run([await programFile(name), '--help'], { read: 'nothing' });
    expect([exitCode, stderr]).toEqual([0, '']);
  });
});
