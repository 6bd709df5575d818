/**
 * The form of every response on /mcp, for any request (docs/reference/http.md), as one function that finds the errors
 * in a response.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { GatewayResult } from '../../adapters/lambda-http/exchange.ts';
import { ERROR_CODES } from '../../core/error-codes.ts';
import { toolList } from '../../tools/docs/tool-entries.ts';
import type { FuzzedRequest } from './arbitrary-request.ts';

type Json = Record<string, unknown>;

const STATUSES = new Set([200, 202, 204, 400, 401, 403, 404, 405, 413, 415, 429]);
const RPC_CODES_ON_200 = new Set([-32601, -32602]);
const ajv = new Ajv2020({ strict: false });
const validators = new Map<string, ValidateFunction>(
  toolList().map((tool) => [String(tool['name']), ajv.compile(tool['outputSchema'] as Json)]),
);

/** Returns the errors in words; an empty list if there are none. */
export function faultsOfAnswer(request: FuzzedRequest, answer: GatewayResult): readonly string[] {
  const faults: string[] = [];
  const demand = (holds: boolean, what: string) => void (holds || faults.push(what));
  const requestId = answer.headers['x-request-id'] ?? '';
  demand(STATUSES.has(answer.statusCode), `status ${answer.statusCode}`);
  demand(/^req_[A-Za-z0-9]{20}$/.test(requestId), 'X-Request-Id');
  for (const value of Object.values(answer.headers))
    demand(/^[\x20-\x7e]*$/.test(value), 'a header that HTTP cannot carry');
  if (answer.statusCode === 202 || answer.statusCode === 204) {
    demand(answer.body === '', 'a body on 202 or 204');
    return faults;
  }
  const body = parsedObject(answer.body);
  demand(body !== undefined && body['jsonrpc'] === '2.0', 'not one JSON-RPC message');
  if (body === undefined) return faults;
  if (answer.statusCode === 200) demand(sameId(request, body['id']), 'the id is not the request’s');
  if ('error' in body) judgeError(body, answer, requestId, demand);
  else judgeResult(body['result'], request, answer, requestId, demand);
  return faults;
}

/** Returns the tokens that a response reports as billed. */
export function tokensBilled(answer: GatewayResult): number {
  const figures = member(member(member(parsedObject(answer.body), 'result'), '_meta'), 'com.service/usage');
  return Number(figures?.['tokens_billed'] ?? 0);
}

type Demand = (holds: boolean, what: string) => void;

function judgeError(body: Json, { statusCode, headers }: GatewayResult, requestId: string, demand: Demand): void {
  const error = member(body, 'error') ?? {};
  const data = member(error, 'data') ?? {};
  const [entry = {}, ...more] = (data['errors'] ?? []) as Json[];
  const code = String(entry['code']);
  demand(!('result' in body), 'both result and error');
  demand(data['data'] === null && more.length === 0, 'not the envelope');
  demand(code in ERROR_CODES, `code ${code} is not in the catalogue`);
  demand(typeof entry['message'] === 'string' && entry['message'] === error['message'], 'two messages');
  demand(entry['field'] === null || typeof entry['field'] === 'string', 'field');
  demand(String(entry['doc_url']).endsWith(`/errors#${code}`), 'doc_url');
  demand(member(data, 'meta')?.['request_id'] === requestId, 'another request id');
  demand(statusCode !== 200 || RPC_CODES_ON_200.has(Number(error['code'])), `code ${String(error['code'])} on 200`);
  demand(statusCode !== 401 || headers['www-authenticate']?.startsWith('Bearer ') === true, '401 without a challenge');
  demand(statusCode !== 405 || headers['allow'] === 'POST', '405 without Allow');
}

function judgeResult(
  result: unknown,
  request: FuzzedRequest,
  answer: GatewayResult,
  requestId: string,
  demand: Demand,
): void {
  demand(answer.statusCode === 200, `a result under ${answer.statusCode}`);
  const sent = parsedObject(Buffer.from(request.body).toString('utf8')) ?? {};
  if (sent['method'] !== 'tools/call') return;
  const tool = member(result, '') ?? (result as Json);
  const meta = member(tool, '_meta') ?? {};
  const [text, copy] = (tool['content'] ?? []) as Json[];
  demand(text?.['type'] === 'text' && String(text['text']).trim() !== '', 'no summary');
  demand(meta['com.service/request_id'] === requestId, 'another request id in the result');
  demand(member(meta, 'com.service/usage') !== undefined, 'no usage figures');
  if (tool['isError'] === true) {
    const error = member(meta, 'com.service/error') ?? {};
    demand(!('structuredContent' in tool), 'a tool error with structured content');
    demand(String(error['code']) in ERROR_CODES && error['code'] !== 'internal_error', 'no catalogue code');
    demand(tokensBilled(answer) === 0, 'a tool error that was billed');
    return;
  }
  const name = String(member(sent, 'params')?.['name']);
  // There is a line for each item: JSON has line breaks only between values.
  const joined = String(copy?.['text']).replaceAll('\n', '');
  demand(joined === JSON.stringify(tool['structuredContent']), 'the text is not the structure');
  demand(validators.get(name)?.(tool['structuredContent']) === true, `${name} does not agree with its output schema`);
}

function sameId(request: FuzzedRequest, id: unknown): boolean {
  return parsedObject(Buffer.from(request.body).toString('utf8'))?.['id'] === id;
}

function parsedObject(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
  } catch {
    return undefined;
  }
}

function member(value: unknown, key: string): Json | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const found = (value as Json)[key];
  return typeof found === 'object' && found !== null ? (found as Json) : undefined;
}
