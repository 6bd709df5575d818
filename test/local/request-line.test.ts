/** The line at the terminal for each call, from the log line of a real request. */
import { describe, expect, test } from 'vitest';
import { readServedRequest } from '../../local/lambda/served-request.ts';
import { requestLine } from '../../local/request-line.ts';

const SERVED = {
  level: 'INFO',
  message: 'request served',
  requestId: 'req_AbCdEfGhIjKlMnOpQrSt',
  method: 'POST',
  status: 200,
  milliseconds: 12,
  account: 'acc_DemoGrowth',
  client: 'cli_live_DemoGrowth_x',
  tool: 'lookup_part',
  asked: 'manufacturer(8) part_number(6)',
  tokensBilled: 1_038,
  outcome: 'answered',
};
const line = async (change: object, functionName = 'Mcp') => {
  const served = readServedRequest({ ...SERVED, ...change });
  return served === undefined ? undefined : requestLine(functionName, served, async () => 'live');
};

describe('the line of a call', () => {
  test('names the tool, the key, status, time, tokens and request id', async () => {
    const said = await line({});
    expect(said).toBe('mcp  lookup_part  live  200  12 ms  1,038 tokens  req_AbCdEfGhIjKlMnOpQrSt');
    expect(said?.length).toBeLessThanOrEqual(80);
  });

  test('names the method of a message that calls no tool', async () => {
    expect(await line({ tool: undefined, rpcMethod: 'tools/list', tokensBilled: undefined })).toBe(
      'mcp  tools/list  live  200  12 ms  0 tokens  req_AbCdEfGhIjKlMnOpQrSt',
    );
  });

  test('calls a message that needs no answer a notification', async () => {
    const accepted = { status: 202, tool: undefined, outcome: undefined, tokensBilled: undefined };
    expect(await line(accepted)).toBe('mcp  notification  live  202  12 ms  req_AbCdEfGhIjKlMnOpQrSt');
  });

  test('gives the reason of a refusal, also without a proven key', async () => {
    const refused = {
      status: 401,
      client: undefined,
      tool: undefined,
      outcome: 'unknown_client',
      tokensBilled: undefined,
    };
    expect(await line(refused)).toBe('mcp  POST  401  12 ms  unknown_client  req_AbCdEfGhIjKlMnOpQrSt');
  });

  test('has neither the arguments nor other text of the log', async () => {
    expect(await line({ why: { cap: 1 }, title: 'Regulator' }, 'V1')).toBe(
      'v1  lookup_part  live  200  12 ms  1,038 tokens  req_AbCdEfGhIjKlMnOpQrSt',
    );
  });

  test.each(['Dashboard', 'Discovery', 'StatementClose'])('is not written for %s', async (functionName) => {
    expect(await line({}, functionName)).toBeUndefined();
  });

  test.each([{ message: 'request failed' }, { status: 'x' }])(
    'is not written for another log line: %o',
    async (other) => {
      expect(await line(other)).toBeUndefined();
    },
  );
});
