/**
 * Defines checks that call the service as a customer does: a hook runs them before a new version gets traffic, the
 * canary every minute. They spend nothing, because the key is a test key. Without a key, only the checks that need none
 * run.
 */
import { isJsonObject, readJsonText, type JsonObject } from '../json.ts';
import type { CheckedHandler } from './checked-handler.ts';

export interface CheckRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Absent for a GET. */
  readonly body?: string;
}

export interface CheckAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface CustomerCheck {
  readonly handler: CheckedHandler;
  readonly name: string;
  readonly request: CheckRequest;
  /** Returns the problem with the answer, without text from it; undefined if there is none. */
  readonly judge: (answer: CheckAnswer) => string | undefined;
}

const TEST_KEY = /^cli_test_[A-Za-z0-9]{10}_[A-Za-z0-9]{12}:[\x21-\x7e]{20,200}$/;

/**
 * Reads a test key (`client id:client secret`) from a secret; returns undefined for anything else, such as a new
 * secret's random text.
 */
export function readTestKey(text: string): string | undefined {
  const key = text.trim();
  return TEST_KEY.test(key) ? key : undefined;
}

/** @param testKey as `client id:client secret` */
export function customerChecks(testKey: string | undefined): readonly CustomerCheck[] {
  const withoutKey = [refusedCall(), refusedApi(), refusedToken()];
  return testKey === undefined
    ? withoutKey
    : [...withoutKey, usageCall(testKey), missedPart(testKey), apiUsage(testKey), token(testKey)];
}

/** A client without a key needs this header to find out how to get a token. */
function refusedCall(): CustomerCheck {
  return {
    handler: 'mcp',
    name: 'a call without a key is challenged',
    request: rpc('tools/list', {}),
    judge: ({ status, headers }) => {
      if (status !== 401) return `status ${status} instead of 401`;
      const challenge = headers['www-authenticate'] ?? headers['x-auth-challenge'] ?? '';
      return challenge.includes('resource_metadata=') ? undefined : 'the challenge names no metadata';
    },
  };
}

function refusedApi(): CustomerCheck {
  return {
    handler: 'v1',
    name: 'a request to the HTTP API without a key is refused',
    request: apiRequest('/v1/usage'),
    judge: ({ status, headers }) => {
      if (status !== 401) return `status ${status} instead of 401`;
      const challenge = headers['www-authenticate'] ?? headers['x-auth-challenge'] ?? '';
      return challenge.startsWith('Bearer ') ? undefined : 'it is not challenged';
    },
  };
}

function apiUsage(testKey: string): CustomerCheck {
  return {
    handler: 'v1',
    name: 'GET /v1/usage is answered',
    request: apiRequest('/v1/usage', testKey),
    judge: ({ status, body }) => {
      if (status !== 200) return `status ${status} instead of 200`;
      return isJsonObject(objectIn(body)?.['data']) ? undefined : 'the answer has no data';
    },
  };
}

function usageCall(testKey: string): CustomerCheck {
  return toolCheck('get_usage is answered', testKey, 'get_usage', {}, (result) =>
    isJsonObject(result['structuredContent']) ? undefined : 'the answer has no structure',
  );
}

/** Reads the index but costs nothing, because nothing is found. */
function missedPart(testKey: string): CustomerCheck {
  const part = { manufacturer: 'Canary', part_number: 'NO-SUCH-PART-0' };
  return toolCheck('a part that there is not is not found', testKey, 'lookup_part', part, (result) => {
    const { structuredContent } = result;
    return isJsonObject(structuredContent) && structuredContent['found'] === false
      ? undefined
      : 'it was not said to be missing';
  });
}

function toolCheck(
  name: string,
  testKey: string,
  tool: string,
  args: JsonObject,
  judge: (result: JsonObject) => string | undefined,
): CustomerCheck {
  return {
    handler: 'mcp',
    name,
    request: rpc('tools/call', { name: tool, arguments: args }, testKey),
    judge: ({ status, body }) => {
      if (status !== 200) return `status ${status} instead of 200`;
      const result = objectIn(body)?.['result'];
      if (!isJsonObject(result)) return 'the answer has no result';
      return result['isError'] === true ? 'the tool answered with an error' : judge(result);
    },
  };
}

function refusedToken(): CustomerCheck {
  return {
    handler: 'token',
    name: 'a request for a token without a key is refused',
    request: tokenRequest({}),
    judge: ({ status, body }) => {
      if (status !== 401) return `status ${status} instead of 401`;
      return objectIn(body)?.['error'] === 'invalid_client' ? undefined : 'it is not refused as invalid_client';
    },
  };
}

function token(testKey: string): CustomerCheck {
  return {
    handler: 'token',
    name: 'a token is issued',
    request: tokenRequest({ authorization: `Basic ${Buffer.from(testKey).toString('base64')}` }),
    judge: ({ status, body }) => {
      if (status !== 200) return `status ${status} instead of 200`;
      return typeof objectIn(body)?.['access_token'] === 'string' ? undefined : 'the answer holds no token';
    },
  };
}

function rpc(method: string, params: JsonObject, testKey?: string): CheckRequest {
  return {
    method: 'POST',
    path: '/mcp',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
      'user-agent': 'product-data-canary',
      ...(testKey !== undefined && { authorization: `Bearer ${testKey}` }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  };
}

function apiRequest(path: string, testKey?: string): CheckRequest {
  const authorization = testKey === undefined ? {} : { authorization: `Bearer ${testKey}` };
  return { method: 'GET', path, headers: { 'user-agent': 'product-data-canary', ...authorization } };
}

function tokenRequest(headers: Readonly<Record<string, string>>): CheckRequest {
  return {
    method: 'POST',
    path: '/v1/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'product-data-canary', ...headers },
    body: 'grant_type=client_credentials',
  };
}

function objectIn(body: string): JsonObject | undefined {
  const value = readJsonText(body);
  return isJsonObject(value) ? value : undefined;
}
