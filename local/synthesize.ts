/**
 * Makes the template and the bundles by running the CDK app in a separate process: it is the same code as in a deploy,
 * and its memory is released afterwards.
 */
import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { LocalError } from './process/local-error.ts';

const PROJECT_FOLDER = path.resolve(import.meta.dirname, '..');
const BUNDLE_CACHE = path.join(PROJECT_FOLDER, 'node_modules/.cache/bundles');

export interface SynthesisOrder {
  /** The CDK app, relative to the project's folder. */
  readonly app: string;
  /** The folder of the cloud assembly; its content is replaced. */
  readonly outputFolder: string;
  /** What `cdk synth -c name=value` would give. */
  readonly context: Readonly<Record<string, string | readonly string[]>>;
}

/** @throws {LocalError} when the app fails, with its output */
export async function synthesize({ app, outputFolder, context }: SynthesisOrder): Promise<void> {
  await rm(outputFolder, { recursive: true, force: true });
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), app], {
    cwd: PROJECT_FOLDER,
    env: {
      ...process.env,
      // Checking the template's rules takes longer than everything else, and `npx cdk synth` applies them in every
      // check.
      CDK_VALIDATION: 'false',
      CDK_OUTDIR: path.resolve(outputFolder),
      CDK_CONTEXT_JSON: JSON.stringify({ ...(await projectContext()), bundleCache: BUNDLE_CACHE, ...context }),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const exitCode = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  if (exitCode !== 0) throw new LocalError(`The stack could not be synthesized; ${app} said:\n${said.trim()}`);
}

/** The context that the CDK's command line would read from cdk.json. */
async function projectContext(): Promise<Record<string, unknown>> {
  const settings = JSON.parse(await readFile(path.join(PROJECT_FOLDER, 'cdk.json'), 'utf8')) as {
    context: Record<string, unknown>;
  };
  return settings.context;
}
