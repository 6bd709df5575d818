/**
 * Calls a function as API Gateway does: sends an event of payload format 2.0, and returns the proxy result with the
 * function's log lines.
 */
import type { GatewayResult } from '../../../adapters/lambda-http/exchange.ts';
import type { ServedLine, RequestLog } from '../../../adapters/lambda-http/request-log.ts';

export interface SentRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Cookies as the browser sends them: `name=value`. */
  readonly cookies?: readonly string[];
  /** The query string without its question mark. */
  readonly query?: string;
  readonly sourceIp?: string;
  /**
   * The time that the function says to have left. Thousands of concurrent calls share this process with their storage,
   * so it is long.
   */
  readonly remainingMs?: number;
}

export interface HandlerAnswer extends GatewayResult {
  /** The body read as JSON; undefined if there is none. */
  // Tests read every part of it.
  readonly json: any;
}

type Handler = (event: never, context: never) => Promise<unknown>;

export async function callHandler(handler: unknown, sent: SentRequest): Promise<HandlerAnswer> {
  const { method = 'GET', path, headers = {}, body, sourceIp = '203.0.113.7', cookies, query = '' } = sent;
  const { remainingMs = 900_000 } = sent;
  const event = {
    version: '2.0',
    rawPath: path,
    rawQueryString: query,
    ...(cookies !== undefined && { cookies }),
    headers: { host: 'api.test', ...headers },
    requestContext: { http: { method, path, sourceIp } },
    // Encodes the body as the gateway does: text unchanged, other bytes in base64.
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : Buffer.from(body).toString('base64') }),
    isBase64Encoded: body instanceof Uint8Array,
  };
  const context = { awsRequestId: 'lambda', getRemainingTimeInMillis: () => remainingMs };
  const result = (await (handler as Handler)(event as never, context as never)) as GatewayResult;
  return { ...result, json: result.body === '' ? undefined : readJson(result.body) };
}

/** Returns undefined for pages and scripts, which are not JSON. */
function readJson(body: string): unknown {
  return /^[[{"]|^(null|true|false|-?\d)/.test(body) ? (JSON.parse(body) as unknown) : undefined;
}

export interface RecordedLog extends RequestLog {
  readonly lines: ServedLine[];
  readonly faults: unknown[];
}

/** A log that keeps its lines. */
export function recordedLog(): RecordedLog {
  const lines: ServedLine[] = [];
  const faults: unknown[] = [];
  return {
    lines,
    faults,
    requestServed: (fields) => void lines.push(fields),
    internalError: (_requestId, error) => void faults.push(error),
  };
}
