/**
 * Serves a document that is the same for every caller: cached for an hour, revalidated by its ETag, readable by pages
 * of any origin.
 */
import { createHash } from 'node:crypto';
import type { HttpRequest, HttpResponse } from '../../core/http/http-message.ts';
import type { ErrorWriter } from '../../core/api/refusals/error-writer.ts';
import type { Route } from './exchange.ts';

const CACHED_FOR_AN_HOUR = 'public, max-age=3600';

/** @param text returns the document at the time of the request; most documents never change */
export function publicDocumentRoute(type: string, text: (nowMs: number) => string, errors: ErrorWriter): Route {
  return {
    methods: ['GET', 'HEAD'],
    allow: 'GET, HEAD',
    origin: 'anyone',
    errors,
    handle: async ({ http, startedMs }) => answerValidated(text(startedMs), http, type),
  };
}

export function answerDocument(document: string, method: string, type = 'application/json'): HttpResponse {
  return {
    status: 200,
    headers: { 'content-type': type, 'cache-control': CACHED_FOR_AN_HOUR },
    body: method === 'HEAD' ? '' : document,
  };
}

/** Answers 304 to a client that already has the document (RFC 9110, sections 8.8.3 and 13.1.2). */
function answerValidated(document: string, http: HttpRequest, type: string): HttpResponse {
  const answer = answerDocument(document, http.method, type);
  const etag = `"${createHash('sha256').update(document).digest('base64url')}"`;
  const headers = { ...answer.headers, etag };
  const isKnown = http.headers['if-none-match']?.includes(etag) === true;
  return isKnown ? { status: 304, headers, body: '' } : { ...answer, headers };
}
