/** Runs the official conformance suite against a server and reads what it checked. Its command line needs Node 22. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as z from 'zod';

const PROGRAM = path.resolve(import.meta.dirname, '../../node_modules/@modelcontextprotocol/conformance/dist/index.js');

const checksSchema = z.array(
  z.looseObject({ id: z.string(), status: z.string(), errorMessage: z.string().optional() }),
);

export interface Check {
  /** `<scenario> <check id>`; a check that the suite made several times is there several times. */
  readonly name: string;
  readonly passed: boolean;
  readonly problem: string;
}

/** Every check of every scenario that the suite has for the revision. */
export async function runConformanceSuite(
  node: string,
  url: string,
  protocolVersion: string,
): Promise<readonly Check[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'conformance-'));
  try {
    const options = ['server', '--url', url, '--suite', 'all', '--spec-version', protocolVersion, '-o', folder];
    // It ends with 1 when any check failed: what failed is judged here, from its report.
    await new Promise<void>((resolve) => execFile(node, [PROGRAM, ...options], { timeout: 120_000 }, () => resolve()));
    const scenarios = await readdir(folder);
    return (await Promise.all(scenarios.map((scenario) => readChecks(folder, scenario)))).flat();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The folders are named `server-<scenario>-<time of the run>`. */
async function readChecks(folder: string, scenarioFolder: string): Promise<readonly Check[]> {
  const scenario = scenarioFolder.replace(/^server-/, '').replace(/-\d{4}-\d{2}-\d{2}T[\d-]+Z$/, '');
  const report: unknown = JSON.parse(await readFile(path.join(folder, scenarioFolder, 'checks.json'), 'utf8'));
  return checksSchema.parse(report).map(({ id, status, errorMessage = '' }) => ({
    name: `${scenario} ${id}`,
    passed: status === 'SUCCESS',
    problem: `${scenario} ${id}: ${status} ${errorMessage}`,
  }));
}
