/**
 * One request during its handling: the gateway's event as a plain request, the route of its path, its request id, and
 * the fields of its log line. open-exchange.ts creates it.
 */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { BrowserRequest, HttpResponse } from '../../core/http/http-message.ts';
import type { Clock } from '../../core/time.ts';
import type { AddressWindow } from '../../core/billing/rate-limit/limit-address.ts';
import type { ChargesUnderWay } from './charges-under-way.ts';
import type { SharedAddresses } from './shared-addresses.ts';
import type { RateWindows } from '../../core/billing/rate-limit/rate-window.ts';
import type { ErrorWriter } from '../../core/api/refusals/error-writer.ts';
import type { ServiceSettings } from '../../core/service-settings.ts';
import type { LogFields } from './log-fields.ts';
import { readCookies } from './read-cookies.ts';
import type { RequestLog } from './request-log.ts';

/** What every HTTP function depends on, and the address limit of functions that count requests. */
export interface HttpDependencies {
  readonly clock: Clock;
  readonly log: RequestLog;
  readonly settings: ServiceSettings;
  readonly rates?: RateWindows;
  readonly addressLimitPerMinute?: number;
  /**
   * Addresses whose requests the handler counts itself, once it knows whether the caller is proven; absent for none.
   */
  readonly sharedAddresses?: SharedAddresses;
}

/** How requests to a path are judged and answered. */
export interface Route {
  /** Absent: the handler judges the method. */
  readonly methods?: readonly string[];
  /** The methods as 405 and preflights name them. */
  readonly allow: string;
  /**
   * `cors`: programs and pages of allowed origins may call it, other pages may not. `anyone`: pages of every origin may
   * read it, too. `unchecked`: people open it in a browser, or the handler checks the origin.
   */
  readonly origin: 'cors' | 'anyone' | 'unchecked';
  /** The address window in which its requests count; absent: none. */
  readonly window?: AddressWindow;
  /** The handler awaits `addressCounted` itself, in parallel with its reads and before it answers. */
  readonly awaitsAddress?: true;
  readonly errors: ErrorWriter;
  /**
   * The handler refuses a body with a content coding itself, after credentials; other routes refuse it with the method.
   */
  readonly refusesCoding?: true;
  /** Rules of the request itself, judged before its address is counted. Throws the refusal. */
  readonly check?: (http: BrowserRequest) => void;
  /** Headers of preflights in addition to those of CORS. */
  readonly preflightHeaders?: Readonly<Record<string, string>>;
  /** Headers that pages of allowed origins may read and send, in addition to those of every route. */
  readonly pagesRead?: readonly string[];
  readonly pagesSend?: readonly string[];
  readonly handle: (exchange: Exchange) => Promise<HttpResponse>;
}

export interface Exchange {
  readonly requestId: string;
  readonly startedMs: number;
  readonly http: BrowserRequest;
  readonly route: Route;
  /** Settled when the request is counted; rejected with the refusal of an address that is over its limit. */
  addressCounted?: Promise<void>;
  readonly charges: ChargesUnderWay;
  /** Fields of the log line: identifiers and numbers, never a secret or text of a client or a product. */
  readonly logFields: LogFields;
  /** Headers of every response in this exchange. */
  readonly responseHeaders: Record<string, string>;
}

/**
 * Reads the gateway's event (payload format 2.0) as a request. The address is the one the gateway saw, never a
 * forwarded header.
 */
export function readGatewayEvent(event: APIGatewayProxyEventV2): BrowserRequest {
  return {
    method: event.requestContext.http.method,
    path: event.rawPath,
    headers: inLowerCase(event.headers),
    body: Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8'),
    sourceAddress: event.requestContext.http.sourceIp,
    cookies: readCookies(event.cookies ?? []),
    query: event.rawQueryString,
  };
}

/** An object without a prototype has one shape for V8 whatever its names, so that no client's order slows others. */
function inLowerCase(headers: Readonly<Record<string, string | undefined>>): Record<string, string | undefined> {
  const lower = Object.create(null) as Record<string, string | undefined>;
  for (const [name, value] of Object.entries(headers)) lower[name.toLowerCase()] = value;
  return lower;
}

export interface GatewayResult {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly isBase64Encoded?: boolean;
}

/**
 * Returns the response in the gateway's format. API Gateway renames a Lambda's `WWW-Authenticate`, so the challenge is
 * also sent as `x-auth-challenge`, from which the integration restores it (docs/reference/http.md#api-gateway).
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
    ...(response.isBase64 === true && { isBase64Encoded: true }),
  };
}
