/** The operator's command line, in this process or in a separate one, pointed at new tables. */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { endpointsPath, LOCAL_FOLDER, writeLocalEndpoints } from '../../../local/endpoints.ts';
import { onScreen, type CommandResult } from './operator-screen.ts';
import { programFile } from './programs.ts';
import { openTables, type OpenTables } from '../stores/tables.ts';

export interface RunningCommand {
  readonly result: Promise<CommandResult>;
  kill(signal: NodeJS.Signals): void;
}

export interface Operator {
  readonly tables: OpenTables;
  /** A folder for files of the test. */
  readonly folder: string;
  /** Runs a command in a separate process, so that it can be stopped or run in parallel with others. */
  start(...args: string[]): RunningCommand;
  /** Runs a command in this process, one after another. */
  run(...args: string[]): Promise<CommandResult>;
  /** Returns the JSON that the command prints. */
  json(...args: string[]): Promise<unknown>;
  stop(): Promise<void>;
}

export async function openOperator(secretsManager = 'http://127.0.0.1:9'): Promise<Operator> {
  const tables = await openTables();
  const folder = await mkdtemp(path.join(tmpdir(), 'operator-'));
  await mkdir(path.join(folder, LOCAL_FOLDER));
  await writeLocalEndpoints(path.join(folder, LOCAL_FOLDER), {
    baseUrl: 'http://127.0.0.1:3000',
    dynamodb: tables.endpoint,
    sqs: 'http://127.0.0.1:9',
    secretsManager,
    outputs: {
      ProductIndexTable: tables.productIndexTable,
      AccountsTable: tables.accountsTable,
      BaseUrl: 'http://127.0.0.1:3000',
      SigningSecretId: 'signing-secret',
      ResearchQueueUrl: 'http://127.0.0.1:9/queue',
    },
    pid: process.pid,
  });
  const start = (...args: string[]): RunningCommand => startCommand(folder, args);
  const run = (...args: string[]): Promise<CommandResult> => onScreen({ folder }, ...args);
  return {
    tables,
    folder,
    start,
    run,
    json: async (...args) => {
      const { exitCode, stdout, stderr } = await run(...args, '--json');
      if (exitCode !== 0) throw new Error(`${args.join(' ')}: exit code ${exitCode}: ${stdout} ${stderr}`);
      return JSON.parse(stdout) as unknown;
    },
    stop: async () => {
      await tables.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Removes the traces of the local service, as `npm start` does when it ends. */
export async function forgetLocalService({ folder }: Operator): Promise<void> {
  await rm(endpointsPath(path.join(folder, LOCAL_FOLDER)));
}

/** @param environment in addition to that of the test */
export function startCommand(
  folder: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): RunningCommand {
  const starting = programFile('admin').then((program) =>
    spawn(process.execPath, [program, ...args], {
      cwd: folder,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
  return {
    result: starting.then(resultOf),
    kill: (signal) => void starting.then((child) => child.kill(signal)),
  };
}

function resultOf(child: ChildProcessByStdio<null, Readable, Readable>): Promise<CommandResult> {
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode) => resolve({ exitCode, stdout, stderr }));
  });
}
