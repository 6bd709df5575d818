/** The caller's trace (W3C Trace Context), so that a customer's trace and our log line can be laid side by side. Only its ids are kept: they are hexadecimal digits. */
import { isJsonObject, ownValue, type JsonObject } from '../json.ts';

export const TRACE_HEADER = 'traceparent';

const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The value when it is a traceparent; undefined for anything else. */
export function readTraceparent(value: unknown): string | undefined {
  return typeof value === 'string' && TRACEPARENT.test(value) ? value : undefined;
}

/** That of a request's `_meta`, where MCP carries it. */
export function traceparentOf(params: JsonObject): string | undefined {
  const meta = ownValue(params, '_meta');
  return isJsonObject(meta) ? readTraceparent(ownValue(meta, TRACE_HEADER)) : undefined;
}
