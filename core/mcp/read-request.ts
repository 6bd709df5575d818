/**
 * From a POST to a message that may be dispatched, or the first rule it breaks: Content-Type, size, JSON and shape, version
 * and headers, in the contract's order. Pure, so that it can run before the caller is known.
 */
import { fail, type Result } from '../result.ts';
import { classifyMessage, type ClassifiedMessage } from '../mcp-message/classify-message.ts';
import type { HttpRequest } from '../http/http-message.ts';
import { readRpcMessage, type RpcId } from '../mcp-message/json-rpc.ts';
import type { Refusal } from '../refusals/refusal.ts';

/** docs/reference/behavior.md#limits: 64 KB. Exactly this many bytes are served. */
const MAX_REQUEST_BYTES = 65_536;

export interface ReadRequest {
  readonly message: Result<ClassifiedMessage, Refusal>;
  /** The request's id where it could be read; every answer repeats it. */
  readonly id: RpcId | undefined;
}

const READ = new WeakMap<HttpRequest, ReadRequest>();

/** As `readRequest`, but one request is read once however often it is asked about: an error's answer asks for the id again. */
export function readRequestOnce(http: HttpRequest): ReadRequest {
  const read = READ.get(http) ?? readRequest(http);
  READ.set(http, read);
  return read;
}

export function readRequest(http: HttpRequest): ReadRequest {
  if (!isJsonContentType(http.headers['content-type'])) return refused({ kind: 'unsupported_media_type' });
  if (http.body.byteLength > MAX_REQUEST_BYTES) return refused({ kind: 'body_too_large' });
  const message = readRpcMessage(http.body);
  if (!message.ok) {
    const id = message.reason.kind === 'invalid_request' ? message.reason.id : undefined;
    return refused({ kind: 'protocol_error', error: message.reason }, id);
  }
  const id = message.value.kind === 'request' ? message.value.id : undefined;
  const classified = classifyMessage(message.value, http);
  return classified.ok
    ? { message: classified, id }
    : refused({ kind: 'protocol_error', error: classified.reason }, id);
}

function refused(refusal: Refusal, id?: RpcId): ReadRequest {
  return { message: fail(refusal), id };
}

function isJsonContentType(header: string | undefined): boolean {
  return header?.split(';', 1)[0]?.trim().toLowerCase() === 'application/json';
}
