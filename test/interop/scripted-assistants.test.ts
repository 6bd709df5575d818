/**
 * Two assistants in CI, the AI SDK's agent loop over @ai-sdk/mcp 2 and the official client in both eras: the required
 * parts of an answer reach the model. `npm run judges:assistants` runs the assistants of other packages.
 */
import { createMCPClient } from '@ai-sdk/mcp';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { generateText, stepCountIs, type LanguageModel } from 'ai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bearerKey, startRunningService, type RunningService } from '../support/service/running-service.ts';
import { judge, judgeLong, LONG_SCRIPT, LONG_SIZES, SCRIPT, seedJudgedParts } from './judged-talk.ts';
import { scriptedLanguageModel } from './scripted-language-model.ts';

const REACHED = { description: true, id: true, cursor: true, advice: true };

let service: RunningService;

beforeAll(async () => {
  service = await startRunningService(seedJudgedParts);
});
afterAll(() => service.stop());

const url = () => `${service.baseUrl}/mcp`;

test('the AI SDK passes the item, its id, the cursor and the advice to its model', async () => {
  const headers = { authorization: bearerKey(service) };
  const client = await createMCPClient({ transport: { type: 'http', url: url(), headers } });
  const model = scriptedLanguageModel('v3', SCRIPT);
  const tools = await client.tools();
  const stopWhen = stepCountIs(SCRIPT.length + 1);
  await generateText({ model: model as unknown as LanguageModel, tools, prompt: 'Go.', stopWhen });
  await client.close();
  expect(judge(model.given).reached).toEqual(REACHED);
});

describe.each(['auto', 'legacy'] as const)('the official client, %s', (mode) => {
  test.each(['content', 'structuredContent'] as const)('works in a loop that shows %s', async (shows) => {
    const client = new Client({ name: 'script', version: '1.0.0' }, { versionNegotiation: { mode } });
    const requestInit = { headers: { authorization: bearerKey(service) } };
    await client.connect(new StreamableHTTPClientTransport(new URL(url()), { requestInit }));
    const given = ['[]'];
    const shown: unknown[] = [];
    for (const { name, args } of SCRIPT) {
      shown.push((await client.callTool({ name, arguments: args }))[shows]);
      given.push(JSON.stringify(shown));
    }
    await client.close();
    expect(judge(given).reached).toEqual(REACHED);
  });
});

describe.each(['content', 'structuredContent'] as const)('a long response to an assistant that shows %s', (shows) => {
  const answers: string[] = [];
  beforeAll(async () => {
    const client = new Client({ name: 'script', version: '1.0.0' });
    const requestInit = { headers: { authorization: bearerKey(service) } };
    await client.connect(new StreamableHTTPClientTransport(new URL(url()), { requestInit }));
    for (const { name, args } of LONG_SCRIPT) {
      const result = await client.callTool({ name, arguments: args });
      const texts = result.content.map((block) => (block.type === 'text' ? block.text : ''));
      answers.push(shows === 'content' ? texts.join('\n') : JSON.stringify(result.structuredContent));
    }
    await client.close();
  });

  // The cuts are those seen in GitHub Copilot CLI and Cline, Qwen Code, Claude Code and Codex; the last shows
  // everything.
  test.each([
    [8_000, ['says how', 'says how', 'says how']],
    [15_000, ['says how', 'says how', 'says how']],
    [30_000, ['whole', 'says how', 'says how']],
    [53_000, ['whole', 'whole', 'says how']],
    [Infinity, ['whole', 'whole', 'whole']],
  ])('truncated after %d characters is complete or says how to get less', (cut, expected) => {
    const seen = LONG_SIZES.map((size, place) => judgeLong(answers[place]?.slice(0, cut) ?? '', size));
    expect(answers.map(({ length }) => Math.floor(length / 1000))).toEqual(LONG_SIZES);
    expect(seen).toEqual(expected);
  });

  test.runIf(shows === 'content')('keeps, truncated after 8,000 characters, each item of its complete lines', () => {
    const cut = answers[2]?.slice(0, 8_000) ?? '';
    const lines = cut.split('\n').slice(2, -1);
    const records = lines.filter((line) => line.startsWith('{"input_index"'));
    expect(records.length).toBeGreaterThanOrEqual(6);
    for (const [place, line] of records.entries())
      expect(JSON.parse(line.replace(/,$/, ''))).toMatchObject({ input_index: place });
  });
});

test('a conversation that shows only summaries does not pass', async () => {
  const given = [
    '[]',
    JSON.stringify(['Found Norvane NV-4711.', '1 record for “bus transceiver”; more with next_cursor.']),
  ];
  expect(Object.values(judge(given).reached)).toEqual([false, false, false, false]);
});
