/**
 * Turns a request into the event of API Gateway's HTTP API: payload format 2.0, with a decoded path. Forms are in
 * base64, as in the cloud.
 */
import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { LOCAL_ACCOUNT_ID } from '../template/local-account.ts';

const TEXT_TYPE = /^(text\/|application\/(json|javascript|xml)\b|application\/[^;]*\+(json|xml)\b)/i;

export function gatewayEvent(request: IncomingMessage, body: Buffer, routeKey: string): APIGatewayProxyEventV2 {
  const [, ...query] = (request.url ?? '/').split('?');
  const rawPath = decodedPath(request);
  const rawQueryString = query.join('?');
  const { cookie, ...headers } = joinedHeaders(request.rawHeaders);
  const sourceIp = request.socket.remoteAddress ?? '127.0.0.1';
  const method = request.method ?? 'GET';
  const now = new Date();
  return {
    version: '2.0',
    routeKey,
    rawPath,
    rawQueryString,
    ...(cookie !== undefined && { cookies: cookie.split(/; */) }),
    headers: { ...headers, 'x-forwarded-for': sourceIp, 'x-forwarded-proto': 'http' },
    ...(rawQueryString !== '' && { queryStringParameters: joinedQuery(rawQueryString) }),
    requestContext: {
      accountId: LOCAL_ACCOUNT_ID,
      apiId: 'local',
      domainName: headers.host ?? '',
      domainPrefix: 'local',
      http: {
        method,
        path: rawPath,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp,
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: randomUUID(),
      routeKey,
      stage: '$default',
      time: now.toISOString(),
      timeEpoch: now.getTime(),
    },
    ...bodyOf(body, headers['content-type']),
  };
}

/** Returns the path that routes are matched with. Percent-encoded bytes that are not UTF-8 stay unchanged. */
export function decodedPath({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  const [path = '/'] = url.split('?');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Returns lower-case names; repeated headers are joined by commas in their order. */
function joinedHeaders(rawHeaders: readonly string[]): Record<string, string> {
  const joined: Record<string, string> = Object.create(null) as Record<string, string>;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase();
    const value = rawHeaders[index + 1] ?? '';
    joined[name] = name in joined ? `${joined[name]},${value}` : value;
  }
  return { ...joined };
}

function joinedQuery(rawQueryString: string): Record<string, string> {
  const joined = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(rawQueryString)) {
    const before = joined.get(name);
    joined.set(name, before === undefined ? value : `${before},${value}`);
  }
  return Object.fromEntries(joined);
}

/**
 * Returns text as text and anything else in base64, including text that is not UTF-8, which a JSON string cannot
 * contain.
 */
function bodyOf(body: Buffer, contentType: string | undefined): { body?: string; isBase64Encoded: boolean } {
  if (body.length === 0) return { isBase64Encoded: false };
  const isText = TEXT_TYPE.test(contentType ?? '') && isUtf8(body);
  return { body: body.toString(isText ? 'utf8' : 'base64'), isBase64Encoded: !isText };
}
