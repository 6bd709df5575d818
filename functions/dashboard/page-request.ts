/** The gateway's event as this function reads it: with the cookies and the query, which the other functions have no use for. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { readGatewayEvent } from '../adapters/lambda/exchange.ts';
import type { HttpRequest } from '../core/http/http-message.ts';

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

/** Of two of one name the first counts, which is the one with the longer path; ours has the shortest, so a planted one only signs out. */
function readCookies(cookies: readonly string[]): ReadonlyMap<string, string> {
  const read = new Map<string, string>();
  for (const cookie of cookies) {
    const [name = '', ...value] = cookie.split('=');
    if (!read.has(name.trim())) read.set(name.trim(), value.join('=').trim());
  }
  return read;
}
