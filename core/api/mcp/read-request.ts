/**
 * Reads a POST as a message to answer, or reports the first rule that it breaks: content type, size, JSON and shape,
 * version and headers, in the contract's order. Pure, so that it can run before the caller is known.
 */
import { fail, type Result } from '../../result.ts';
import { classifyMessage, type ClassifiedMessage } from '../mcp-message/classify-message.ts';
import { contentCodingOf } from '../../http/content-coding.ts';
import type { HttpRequest } from '../../http/http-message.ts';
import { readRpcMessage, type RpcId } from '../mcp-message/json-rpc.ts';
import type { Refusal } from '../refusals/refusal.ts';

/** The largest body that is accepted (docs/reference/behavior.md#limits). */
const MAX_REQUEST_BYTES = 65_536;

export interface ReadRequest {
  readonly message: Result<ClassifiedMessage, Refusal>;
  /** The request's id, which every answer repeats, if it could be read. */
  readonly id: RpcId | undefined;
}

const READ = new WeakMap<HttpRequest, ReadRequest>();

/** Like `readRequest`, but caches the result per request, because an error response needs the id again. */
export function readRequestOnce(http: HttpRequest): ReadRequest {
  const read = READ.get(http) ?? readRequest(http);
  READ.set(http, read);
  return read;
}

export function readRequest(http: HttpRequest): ReadRequest {
  const coding = contentCodingOf(http);
  if (coding !== undefined) return refused({ kind: 'unsupported_media_type', coding });
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
