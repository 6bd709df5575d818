/**
 * CORS for documents that pages of any origin may read: they are the same for everybody, and no credential changes them. The draft of server cards
 * demands it (SEP-2127, "CORS Requirements").
 */
import type { MiddlewareObj } from '@middy/core';
import type { Exchange } from '../../adapters/lambda-http/exchange.ts';
import { Refused } from '../../adapters/lambda-http/refused.ts';

const OPEN_HEADERS = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'ETag' };

const PREFLIGHT_HEADERS = {
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': 'Content-Type, If-None-Match',
  'access-control-max-age': '7200',
};

/** @param others the rule of every path that is not open */
export function anyOriginFor(
  isOpen: (path: string) => boolean,
  others: MiddlewareObj<Exchange>,
): MiddlewareObj<Exchange> {
  return {
    async before(request) {
      const { http, responseHeaders } = request.event;
      if (!isOpen(http.path)) {
        await others.before?.(request);
        return;
      }
      Object.assign(responseHeaders, OPEN_HEADERS);
      if (http.method !== 'OPTIONS' || http.headers['access-control-request-method'] === undefined) return;
      Object.assign(responseHeaders, PREFLIGHT_HEADERS);
      throw new Refused({ kind: 'preflight_answered' });
    },
  };
}
