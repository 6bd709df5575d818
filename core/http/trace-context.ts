/**
 * Reads the caller's trace ids (W3C Trace Context), which connect a customer's trace to the service's log line. Only
 * hexadecimal ids are kept.
 */
import { isJsonObject, ownValue, type JsonObject } from '../json.ts';

export const TRACE_HEADER = 'traceparent';

const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Returns the value if it is a traceparent, otherwise undefined. */
export function readTraceparent(value: unknown): string | undefined {
  return typeof value === 'string' && TRACEPARENT.test(value) ? value : undefined;
}

/** Reads the traceparent from `_meta`, where MCP carries it. */
export function traceparentOf(params: JsonObject): string | undefined {
  const meta = ownValue(params, '_meta');
  return isJsonObject(meta) ? readTraceparent(ownValue(meta, TRACE_HEADER)) : undefined;
}
