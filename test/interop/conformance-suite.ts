/** Runs the official conformance suite against a server and reads its report. */
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as z from 'zod';

const PROGRAM = path.resolve(import.meta.dirname, '../../node_modules/@modelcontextprotocol/conformance/dist/index.js');

const checksSchema = z.array(
  z.looseObject({ id: z.string(), status: z.string(), errorMessage: z.string().optional() }),
);

export interface Check {
  /** `<scenario> <check id>`; a repeated check appears several times. */
  readonly name: string;
  readonly passed: boolean;
  readonly problem: string;
}

/** Runs every check of every scenario that the suite has for the version. */
export async function runConformanceSuite(url: string, protocolVersion: string): Promise<readonly Check[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'conformance-'));
  try {
    const options = ['server', '--url', url, '--suite', 'all', '--spec-version', protocolVersion, '-o', folder];
    // The suite ends with 1 if any check failed; its report decides here.
    await new Promise<void>((resolve) =>
      execFile(process.execPath, [PROGRAM, ...options], { timeout: 120_000 }, () => resolve()),
    );
    const scenarios = await readdir(folder);
    return (await Promise.all(scenarios.map((scenario) => readChecks(folder, scenario)))).flat();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Runs both scenarios for authorization servers. One of them prints an address for a person, and waits for the
 * browser to return.
 * @param clientId of a client that may be redirected to any port of this computer, at /callback
 */
export async function runAuthorizationScenarios(
  issuer: string,
  clientId: string,
  visit: (url: string) => Promise<void>,
): Promise<{ readonly checks: readonly Check[]; readonly statuses: readonly string[] }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'conformance-'));
  try {
    const [port, resource] = [String(await freePort()), `${issuer}/mcp`];
    const options = ['--url', issuer, '--client-id', clientId, '--resource', resource, '--port', port, '-o', folder];
    const suite = spawn(process.execPath, [PROGRAM, 'authorization', ...options], { stdio: ['ignore', 'pipe', 'inherit'], timeout: 60_000 }); // prettier-ignore
    let said = '';
    let visited: Promise<void> | undefined;
    suite.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const url = /^http\S+[/]v1[/]oauth[/]authorize\?\S+$/m.exec(said)?.[0];
      if (url !== undefined && said.includes(`${url}\n`)) visited ??= visit(url);
    });
    await new Promise((resolve) => suite.once('exit', resolve));
    await visited;
    const scenarios = await readdir(folder);
    const checks = (await Promise.all(scenarios.map((scenario) => readChecks(folder, scenario)))).flat();
    return { checks, statuses: checks.map(({ problem, name }) => problem.slice(name.length + 2).trim()) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The folders are named `server-<scenario>-<time of the run>`. */
async function readChecks(folder: string, scenarioFolder: string): Promise<readonly Check[]> {
  const scenario = scenarioFolder.replace(/^(authorization-)?server-/, '').replace(/-\d{4}-\d{2}-\d{2}T[\d-]+Z$/, '');
  const report: unknown = JSON.parse(await readFile(path.join(folder, scenarioFolder, 'checks.json'), 'utf8'));
  return checksSchema.parse(report).map(({ id, status, errorMessage = '' }) => ({
    name: `${scenario} ${id}`,
    passed: status === 'SUCCESS',
    problem: `${scenario} ${id}: ${status} ${errorMessage}`,
  }));
}
