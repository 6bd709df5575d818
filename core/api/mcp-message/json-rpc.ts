/**
 * Reads one JSON-RPC 2.0 message from bytes, without knowing methods or versions.
 * Refuses batches in every version (docs/reference/http.md allows one message per POST).
 */
import { isJsonObject, ownValue, parseWellFormed, readJsonBody, type JsonObject } from '../../json.ts';
import { fail, succeed, type Result } from '../../result.ts';

export const RPC_PARSE_ERROR = -32700;
export const RPC_INVALID_REQUEST = -32600;
export const RPC_METHOD_NOT_FOUND = -32601;
export const RPC_INVALID_PARAMS = -32602;
export const RPC_INTERNAL_ERROR = -32603;
export const MCP_HEADER_MISMATCH = -32020;
export const MCP_UNSUPPORTED_VERSION = -32022;

export type RpcId = string | number;

export type RpcMessage =
  | { readonly kind: 'request'; readonly id: RpcId; readonly method: string; readonly params: JsonObject }
  | { readonly kind: 'notification'; readonly method: string; readonly params: JsonObject }
  | { readonly kind: 'response' };

export type RpcRequest = Extract<RpcMessage, { kind: 'request' }>;

export type RpcProblem =
  | { readonly kind: 'parse_error' }
  | { readonly kind: 'invalid_request'; readonly problem: string; readonly id?: RpcId };

/** The caller has checked the size of the body. */
export function readRpcMessage(body: Uint8Array): Result<RpcMessage, RpcProblem> {
  const value = readJsonBody(body, parseKeepingId);
  if (value === undefined) return fail({ kind: 'parse_error' });
  if (Array.isArray(value)) return invalid('Batches are not supported: send one JSON-RPC message per POST.');
  if (!isJsonObject(value)) return invalid('The body must be a JSON object.');
  return readObject(value);
}

/** Parses well-formed text, but keeps the id unchanged, because it is only sent back. */
function parseKeepingId(text: string): unknown {
  const value = parseWellFormed(text);
  if (!isJsonObject(value) || typeof value['id'] !== 'string' || !value['id'].includes('\uFFFD')) return value;
  return { ...value, id: (JSON.parse(text) as JsonObject)['id'] };
}

function readObject(value: JsonObject): Result<RpcMessage, RpcProblem> {
  const hasId = Object.hasOwn(value, 'id');
  const id = ownValue(value, 'id');
  if (hasId && !isRpcId(id)) return invalid('`id` must be a string or a whole number.');
  const knownId = hasId && isRpcId(id) ? id : undefined;
  if (ownValue(value, 'jsonrpc') !== '2.0') return invalid('`jsonrpc` must be "2.0".', knownId);

  const method = ownValue(value, 'method');
  if (method === undefined && (Object.hasOwn(value, 'result') || Object.hasOwn(value, 'error'))) {
    return succeed({ kind: 'response' });
  }
  if (typeof method !== 'string') return invalid('`method` must be a string.', knownId);

  // Some clients send `null` for no parameters.
  const params = ownValue(value, 'params') ?? {};
  if (!isJsonObject(params)) return invalid('`params` must be an object.', knownId);
  return succeed(
    knownId === undefined ? { kind: 'notification', method, params } : { kind: 'request', id: knownId, method, params },
  );
}

function isRpcId(id: unknown): id is RpcId {
  return typeof id === 'string' || Number.isSafeInteger(id);
}

function invalid(problem: string, id?: RpcId): Result<never, RpcProblem> {
  return fail(id === undefined ? { kind: 'invalid_request', problem } : { kind: 'invalid_request', problem, id });
}
