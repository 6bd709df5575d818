import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { askModel, ModelError } from '../../eval/chat-model.ts';
import { readEvalSettings } from '../../eval/eval-settings.ts';
import { startStandIn } from '../../eval/stand-in-model.ts';

const KEY = 'sk-never-shown';
let server: Server | undefined;

afterEach(() => {
  server?.close();
  server = undefined;
});

async function endpoint(listener: RequestListener): Promise<string> {
  const listening = createServer(listener);
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}/v1/`;
}

const ask = (baseUrl: string) =>
  askModel({ baseUrl, apiKey: KEY, model: 'any' }, [{ role: 'user', content: 'Thanks.' }], []);

describe('a chat model', () => {
  test('receives the key, the model, the messages and the tools', async () => {
    const asked: unknown[] = [];
    const url = await endpoint((request, response) => {
      request.on('data', (data) => asked.push(request.url, request.headers.authorization, JSON.parse(String(data))));
      request.on('end', () => response.end('{"choices":[{"message":{"content":"Yes."}}]}'));
    });
    expect(await ask(url)).toEqual({ content: 'Yes.', toolCalls: [], inputTokens: 0, outputTokens: 0 });
    const body = { model: 'any', messages: [{ role: 'user', content: 'Thanks.' }], tools: [] };
    expect(asked).toEqual(['/v1/chat/completions', `Bearer ${KEY}`, body]);
  });

  test.each([
    [401, '{"error":{"message":"bad key sk-never-shown"}}', 'The endpoint answered 401.'],
    [200, '<html>', 'not a chat completion'],
    [200, '{"choices":[]}', 'not a chat completion'],
  ])('whose endpoint answers %i %s ends the run, and its text is not shown', async (status, text, problem) => {
    const url = await endpoint((_, response) => response.writeHead(status).end(text));
    const error: unknown = await ask(url).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ModelError);
    expect(String(error)).toContain(problem);
    expect(String(error)).not.toContain(KEY);
  });

  test('with an unreachable endpoint ends the run', async () => {
    await expect(ask('http://127.0.0.1:9/v1')).rejects.toThrow('cannot be reached');
  });
});

describe('the stand-in model', () => {
  test('calls only tools that it was given, and refuses any request except a chat', async () => {
    const standIn = await startStandIn();
    try {
      const settings = { baseUrl: standIn.baseUrl, apiKey: undefined, model: 'stand-in' };
      const turn = await askModel(settings, [{ role: 'user', content: 'What is 02009990000012?' }], []);
      expect(turn.toolCalls).toEqual([]);
      expect(turn.inputTokens).toBeGreaterThan(0);
      const bad = await fetch(`${standIn.baseUrl}/chat/completions`, { method: 'POST', body: '{}' });
      expect(bad.status).toBe(400);
    } finally {
      await standIn.stop();
    }
  });
});

describe('the environment of the eval', () => {
  const GIVEN = { EVAL_BASE_URL: 'https://models.example/v1', EVAL_MODEL: 'any', EVAL_API_KEY: KEY };

  test('has prices in USD for a million tokens, stored as whole nano-USD for one', () => {
    const { prices } = readEvalSettings({ ...GIVEN, EVAL_INPUT_PRICE: '0.15', EVAL_OUTPUT_PRICE: '2.5' });
    expect(prices).toEqual({ inputNanoUsd: 150, outputNanoUsd: 2500 });
  });

  test.each([
    ['EVAL_BASE_URL', undefined],
    ['EVAL_BASE_URL', 'ftp://models.example'],
    ['EVAL_MODEL', undefined],
    ['EVAL_INPUT_PRICE', '-1'],
    ['EVAL_OUTPUT_PRICE', '1e3'],
  ])('is refused if %s is %s, without its values', (name, value) => {
    const read = () => readEvalSettings({ ...GIVEN, [name]: value });
    expect(read).toThrow(name);
    expect(read).not.toThrow(KEY);
  });
});
