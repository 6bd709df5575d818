/**
 * Installs the emulator into a virtual environment in node_modules/.cache, from pinned hashes, and runs it on a free
 * port of 127.0.0.1. Its functions are processes of the Node that runs this program.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { openSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { installPrograms } from '../python-programs.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const REQUIREMENTS = path.join(import.meta.dirname, 'requirements.txt');
const NAMES = path.join(import.meta.dirname, 'localhost-names.mjs');
const START_WITHIN_MS = 60_000;

export const REGION = 'eu-central-1';
export const ACCOUNT = '000000000000';

export interface Engine {
  readonly url: string;
  /** The environment of an operator's shell: nothing in it reaches a real AWS account. */
  readonly environment: NodeJS.ProcessEnv;
  stop(): Promise<void>;
}

/** @returns the folder with its programs */
export function installEngine(python: string): Promise<string> {
  return installPrograms(python, 'emulated', REQUIREMENTS);
}

/** @param bin from installEngine @param folder for its log and its files */
export async function startEngine(bin: string, folder: string): Promise<Engine> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const environment = operatorEnvironment(bin, url, folder);
  const log = openSync(path.join(folder, 'engine.log'), 'a');
  // The engine's workers are CommonJS files here: a package.json further up, as in a shared /tmp, must not make modules
  // of them.
  writeFileSync(path.join(folder, 'package.json'), '{"type":"commonjs"}\n');
  const child = spawn(path.join(bin, 'python'), ['-m', 'ministack'], {
    cwd: folder,
    // Its own group, so that the processes of functions end with it.
    detached: true,
    stdio: ['ignore', log, log],
    env: {
      ...environment,
      GATEWAY_PORT: String(port),
      BIND_HOST: '127.0.0.1',
      MINISTACK_HOST: 'localhost',
      MINISTACK_REGION: REGION,
      MINISTACK_ACCOUNT_ID: ACCOUNT,
      SFTP_ENABLED: '0',
      IOT_MTLS_ENABLED: '0',
      DOCKER_HOST: 'tcp://127.0.0.1:9',
      S3_DATA_DIR: path.join(folder, 's3'),
      STATE_DIR: path.join(folder, 'state'),
    },
  });
  endsWithThisProcess(child);
  const stop = () => stopGroup(child);
  const until = Date.now() + START_WITHIN_MS;
  while (!(await answers(url))) {
    if (child.exitCode !== null || Date.now() > until) {
      await stop();
      throw new Error(`The emulator did not start: see ${path.join(folder, 'engine.log')}.`);
    }
    await sleep(200);
  }
  return { url, environment, stop };
}

function operatorEnvironment(bin: string, url: string, folder: string): NodeJS.ProcessEnv {
  const { PATH = '', HOME = '' } = process.env;
  return {
    HOME,
    TMPDIR: folder,
    PATH: [path.join(ROOT, 'node_modules/.bin'), path.dirname(process.execPath), bin, PATH].join(path.delimiter),
    AWS_ENDPOINT_URL: url,
    AWS_ACCESS_KEY_ID: ACCOUNT,
    AWS_SECRET_ACCESS_KEY: 'emulated',
    AWS_REGION: REGION,
    AWS_DEFAULT_REGION: REGION,
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_CONFIG_FILE: path.join(folder, 'no-config'),
    AWS_SHARED_CREDENTIALS_FILE: path.join(folder, 'no-credentials'),
    CDK_DISABLE_CLI_TELEMETRY: 'true',
    NODE_OPTIONS: `--import=${NAMES}`,
    NO_COLOR: '1',
    CI: 'true',
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function answers(url: string): Promise<boolean> {
  return fetch(`${url}/_ministack/health`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Ends the engine also when this process is killed: a watcher sees its standard input close. */
function endsWithThisProcess({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  const end = `process.stdin.resume().on('end', () => { try { process.kill(-${pid}, 'SIGKILL'); } catch {} });`;
  spawn(process.execPath, ['-e', end], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] }).unref();
}

async function stopGroup(child: ChildProcess): Promise<void> {
  const { pid } = child;
  if (pid === undefined) return;
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    try {
      process.kill(-pid, signal);
    } catch {
      return;
    }
    for (let tries = 0; tries < 50; tries += 1) {
      try {
        process.kill(-pid, 0);
      } catch {
        return;
      }
      await sleep(100);
    }
  }
}
