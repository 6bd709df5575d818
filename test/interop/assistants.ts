/**
 * `npm run judges:assistants`: runs agent frameworks as their users configure them, each in its agent loop with a
 * scripted model, against the service of `npm start`. Installs them from npm into a separate package. Writes
 * docs/evidence/assistants.md, and runs the programs of docs/guides/connect.md. The exit code is 1 if a part of an
 * answer did not reach a model.
 */
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import * as z from 'zod';
import { bearerKey, startRunningService } from '../support/service/running-service.ts';
import { assistantsPage, type JudgedAssistant } from './assistants-page.ts';
import { guidePrograms } from './guide-programs.ts';
import {
  judge,
  judgeLong,
  JUDGED_ID,
  LONG_SCRIPT,
  LONG_SIZES,
  SCRIPT,
  seedJudgedParts,
  type LongVerdict,
} from './judged-talk.ts';
import type { ToolTurn } from './scripted-language-model.ts';

const FOLDER = path.resolve(import.meta.dirname, 'assistants');
const PAGE = path.resolve(import.meta.dirname, '../../docs/evidence/assistants.md');
const PATIENCE_MS = 120_000;

const ASSISTANTS: readonly { name: string; module: string; packages: readonly string[]; options?: unknown }[] = [
  { name: 'AI SDK', module: 'ai-sdk', packages: ['@ai-sdk/mcp', 'ai'] },
  { name: 'OpenAI Agents', module: 'openai-agents', packages: ['@openai/agents'] },
  { name: 'LangChain', module: 'langchain', packages: ['@langchain/mcp-adapters', 'langchain'] },
  { name: 'Mastra', module: 'mastra', packages: ['@mastra/mcp', '@mastra/core'] },
  ...(['auto', 'legacy'] as const).flatMap((mode) =>
    (['content', 'structuredContent'] as const).map((shows) => ({
      name: `Official SDK, ${mode === 'auto' ? '2026-07-28' : '2025-11-25'}, shows \`${shows}\``,
      module: 'official-sdk',
      packages: ['@modelcontextprotocol/client'],
      options: { mode, shows },
    })),
  ),
];

/** The guide's programs whose scripted model plays here, by their headings. */
const MODULES: Readonly<Record<string, string>> = {
  'The official SDK': 'official-sdk',
  'AI SDK': 'ai-sdk',
  'OpenAI Agents': 'openai-agents',
  LangChain: 'langchain',
};

execFileSync('npm', ['ci', '--silent', '--no-audit', '--no-fund'], { cwd: FOLDER, stdio: 'inherit' });
const versions = z
  .object({ dependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(path.join(FOLDER, 'package.json'), 'utf8'))).dependencies;

const service = await startRunningService(seedJudgedParts);
const judged: JudgedAssistant[] = [];
let programsWork = true;
try {
  for (const { name, module, packages, options } of ASSISTANTS) {
    const versioned = packages.map((each) => `${each} ${versions[each] ?? '?'}`).join(', ');
    const verdict = judge(await converse(module, options, SCRIPT));
    const long: LongVerdict[] = [];
    for (const [place, size] of LONG_SIZES.entries())
      long.push(judgeLong((await converse(module, options, LONG_SCRIPT.slice(place, place + 1))).at(-1) ?? '', size));
    judged.push({ name, versions: versioned, ...verdict, long });
    console.log(name, JSON.stringify(verdict.reached), `${verdict.recordBytes} bytes`, long.join(', '));
  }
  for (const { heading, program } of guidePrograms()) {
    const works = (await runProgram(program, MODULES[heading] ?? heading)).join().includes(JUDGED_ID);
    programsWork &&= works;
    console.log(`Guide, ${heading}: ${works ? 'works' : 'FAILED'}`);
  }
} finally {
  await service.stop();
}
writeFileSync(PAGE, assistantsPage(judged));
const arrives = ({ reached, long }: JudgedAssistant) => Object.values(reached).every(Boolean) && !long.includes('lost');
process.exit(programsWork && judged.every(arrives) ? 0 : 1);

function converse(module: string, options: unknown, script: readonly ToolTurn[]): Promise<readonly string[]> {
  const target = { url: `${service.baseUrl}/mcp`, authorization: bearerKey(service) };
  const parameters = ['run-one.mjs', module, ...(options === undefined ? [] : [JSON.stringify(options)])];
  return runInNode24(parameters, { target, script });
}

/** A program of the guide, with the address and the credentials of the running service. */
function runProgram(program: string, module: string): Promise<readonly string[]> {
  const filled = program
    .replaceAll('http://127.0.0.1:3000', service.baseUrl)
    .replaceAll('<CLIENT_ID>', service.clientId)
    .replaceAll('<CLIENT_SECRET>', service.clientSecret);
  return runInNode24(['run-guide.mjs', module], { program: filled, script: SCRIPT.slice(1, 2) });
}

async function runInNode24(parameters: readonly string[], input: object): Promise<readonly string[]> {
  const child = spawn(path.join(FOLDER, 'node_modules/.bin/node'), parameters, { cwd: FOLDER, timeout: PATIENCE_MS });
  child.stdin.end(JSON.stringify(input));
  const [printed, complaints] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const last = printed.trim().split('\n').at(-1) ?? '';
  try {
    return z.array(z.string()).parse(JSON.parse(last));
  } catch {
    throw new Error(`${parameters.join(' ')} did not come to its end:\n${complaints.slice(-2000)}`);
  }
}
