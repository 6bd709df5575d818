/**
 * Synthesizes the template of a local service once for all services of a test run that differ only in their port,
 * because a synthesis takes three seconds of processor time. `npm start` and its test synthesize for each start.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { synthesize, type SynthesisOrder } from '../../../local/synthesize.ts';

/** The placeholder of a service’s port in the template; the system never assigns this port. */
const ANY_PORT = '1';
const LOOK_AGAIN_MS = 100;

/** Replaces `synthesize` for a `baseUrl` with a port. Outside a test run, it just calls `synthesize`. */
export async function synthesizeOnce(order: SynthesisOrder): Promise<void> {
  // vitest.config.ts creates and removes it.
  const { RUN_FOLDER: runFolder } = process.env;
  if (runFolder === undefined) return synthesize(order);
  const { app, outputFolder, context } = order;
  const baseUrl = String(context['baseUrl']);
  const { port } = new URL(baseUrl);
  const general = { ...context, baseUrl: baseUrl.replace(`:${port}`, `:${ANY_PORT}`) };
  await cp(await assemblyOf(runFolder, app, general), outputFolder, { recursive: true });
  for (const name of (await readdir(outputFolder)).filter((file) => file.endsWith('.template.json'))) {
    const file = path.join(outputFolder, name);
    const template = await readFile(file, 'utf8');
    const ownPort = new RegExp(`(://(?:127\\.0\\.0\\.1|localhost)):${ANY_PORT}(?!\\d)`, 'g');
    await writeFile(file, template.replaceAll(ownPort, `$1:${port}`));
  }
}

/** The folder of the assembly; the first process that needs it creates it, and the others wait. */
async function assemblyOf(runFolder: string, app: string, context: SynthesisOrder['context']): Promise<string> {
  const name = createHash('sha256')
    .update(JSON.stringify([app, context]))
    .digest('hex')
    .slice(0, 16);
  const [made, making] = [path.join(runFolder, name), path.join(runFolder, `${name}-making`)];
  while (!existsSync(made)) {
    if (await isFirst(making)) {
      try {
        await synthesize({ app, outputFolder: path.join(making, 'assembly'), context });
        await rename(path.join(making, 'assembly'), made);
      } catch (error) {
        await rm(making, { recursive: true });
        throw error;
      }
    } else await wait(LOOK_AGAIN_MS);
  }
  return made;
}

async function isFirst(folder: string): Promise<boolean> {
  return mkdir(folder).then(
    () => true,
    () => false,
  );
}
