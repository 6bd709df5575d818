// Slow: starts processes.
/**
 * The client programs of docs/guides/connect.md. Programs whose packages are installed run unchanged against the
 * service of `npm start`, with a scripted model in place of the provider's. `npm run judges:assistants` installs the
 * other frameworks and runs the remaining ones.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startRunningService, type RunningService } from '../support/service/running-service.ts';
import { guidePrograms, type GuideProgram } from './guide-programs.ts';
import { JUDGED_ID, SCRIPT, seedJudgedParts } from './judged-talk.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** The expression that names a model, with the package that it needs and the key that its provider reads. */
const MODELS: Readonly<Record<string, { readonly package: string; readonly key: string }>> = {
  'openai/gpt-5': { package: 'ai', key: 'AI_GATEWAY_API_KEY' },
  'gpt-5': { package: '@openai/agents', key: 'OPENAI_API_KEY' },
  'openai:gpt-5': { package: '@langchain/openai', key: 'OPENAI_API_KEY' },
};

const programs = guidePrograms();
const runnable = programs.filter(({ imports }) =>
  imports.every((name) => existsSync(path.join(ROOT, 'node_modules', name))),
);

let service: RunningService;

beforeAll(async () => {
  service = await startRunningService(seedJudgedParts);
});
afterAll(() => service.stop());

test('the guide has programs for four clients, of which two run here', () => {
  expect(programs.map(({ heading }) => heading)).toEqual(['The official SDK', 'AI SDK', 'OpenAI Agents', 'LangChain']);
  expect(runnable.map(({ heading }) => heading)).toEqual(['The official SDK', 'AI SDK']);
});

describe.each(programs)('the program for $heading', ({ imports, installs, model, keys }) => {
  test('follows a command that installs its imports', () => {
    expect(installs).toEqual(expect.arrayContaining([...imports]));
  });

  test('follows the key that its model needs, and no other', () => {
    const needed = model === undefined ? undefined : MODELS[model];
    expect(keys).toEqual(needed === undefined ? [] : [needed.key]);
    if (needed !== undefined) expect(installs).toContain(needed.package);
  });
});

test.each(runnable)('the program for $heading finds the item', async (program) => {
  expect(await run(program)).toContain(JUDGED_ID);
});

/** Returns what the program printed, or what its model received. */
async function run({ program, model }: GuideProgram): Promise<string> {
  const filled = program
    .replaceAll('http://127.0.0.1:3000', service.baseUrl)
    .replaceAll('<CLIENT_ID>', service.clientId)
    .replaceAll('<CLIENT_SECRET>', service.clientSecret)
    .replace(`model: '${model}'`, 'model: globalThis.scriptedModel');
  const prelude =
    model === undefined
      ? ''
      : `import { scriptedLanguageModel } from './test/interop/scripted-language-model.ts';
         globalThis.scriptedModel = scriptedLanguageModel('v3', ${JSON.stringify(SCRIPT.slice(1, 2))});\n`;
  const last = model === undefined ? '' : '\nconsole.log(globalThis.scriptedModel.given.join());';
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module'], { cwd: ROOT });
  child.stdin.end(prelude + filled + last);
  const [printed, complaints] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect(complaints).not.toContain('Error');
  return printed;
}
