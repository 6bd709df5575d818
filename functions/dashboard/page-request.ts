/** The gateway's event as this function reads it: with the cookies and the query, which the other functions have no use for. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { readGatewayEvent } from '../../adapters/lambda-http/exchange.ts';
import { readCookies } from '../../adapters/lambda-http/read-cookies.ts';
import type { HttpRequest } from '../../core/http/http-message.ts';

export interface PageRequest extends HttpRequest {
  readonly cookies: ReadonlyMap<string, string>;
  readonly query: Readonly<Record<string, string>>;
}

export function readPageRequest(event: APIGatewayProxyEventV2): PageRequest {
  return {
    ...readGatewayEvent(event),
    cookies: readCookies(event.cookies ?? []),
    query: Object.fromEntries(new URLSearchParams(event.rawQueryString)),
  };
}
