/**
 * One request on its way through a function: the gateway's event read into a plain request, a request id of our own, and what the
 * log line will say. The outermost middleware of every HTTP function (open-exchange.ts) makes it; the handler finds it as its event.
 */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { ProtocolVersion } from '../../core/mcp-message/protocol-version.ts';
import type { RefusalFigures } from '../../core/refusals/refusal-figures.ts';
import type { RequestOutcome } from '../../core/refusals/request-outcome.ts';
import type { HttpRequest, HttpResponse } from '../../core/http/http-message.ts';

/** What a request's log line says beside its id, status and time. */
export interface LogFields {
  /** Absent where a request is answered without more to say: an accepted notification, a document. */
  outcome?: RequestOutcome;
  /** Why it was refused, in names and numbers of ours. */
  why?: RefusalFigures;
  account?: string;
  client?: string;
  /** The key that a refused credential named: it may be anybody who named it. */
  claimedClient?: string;
  revision?: ProtocolVersion;
  /** Of the messages that call no tool. */
  rpcMethod?: string;
  tool?: string;
  /** The arguments' names and sizes (argument-shape.ts). */
  asked?: string;
  /** The caller's trace. */
  traceparent?: string;
  tokensBilled?: number;
  activity?: 'lost';
  late?: 'unread';
}

export interface Exchange {
  readonly requestId: string;
  readonly startedMs: number;
  readonly http: HttpRequest;
  /** Fields of the log line; identifiers and numbers, never a secret and never text of a client or a product. */
  readonly logFields: LogFields;
  /** Headers that every answer of this exchange carries. */
  readonly responseHeaders: Record<string, string>;
}

/** The gateway's event of payload format 2.0 as a request. The address is the gateway's, never a forwarded header. */
export function readGatewayEvent(event: APIGatewayProxyEventV2): HttpRequest {
  return {
    method: event.requestContext.http.method,
    path: event.rawPath,
    headers: Object.fromEntries(Object.entries(event.headers).map(([name, value]) => [name.toLowerCase(), value])),
    body: Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8'),
    sourceAddress: event.requestContext.http.sourceIp,
  };
}

export interface GatewayResult {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * The response as the gateway takes it. API Gateway renames a Lambda's `WWW-Authenticate`; so the challenge travels a second time as
 * `x-auth-challenge`, from which the integration restores it (docs/wire.md 8).
 */
export function writeGatewayResult(response: HttpResponse, exchange: Exchange): GatewayResult {
  const challenge = response.headers['www-authenticate'];
  return {
    statusCode: response.status,
    headers: {
      ...response.headers,
      ...exchange.responseHeaders,
      ...(challenge === undefined ? {} : { 'x-auth-challenge': challenge }),
    },
    body: response.body,
  };
}
