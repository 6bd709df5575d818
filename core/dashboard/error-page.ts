/**
 * An error as a page: for browsers on 404, 405 and 500, where programs get the envelope. Nothing of the request appears in it. The paths of MCP and of
 * the token endpoint are for programs alone (docs/reference/http.md#error-bodies): they keep their own form whatever a request accepts.
 */
import { ERROR_CODES, errorDocUrl, type ErrorCode, type ServiceError } from '../errors.ts';
import type { HttpRequest, HttpResponse } from '../http/http-message.ts';
import { prefersPage } from '../http/prefers-page.ts';
import { answerPlainly } from '../refusals/error-response.ts';
import type { ErrorWriter } from '../refusals/error-writer.ts';
import type { RefusalContext } from '../refusals/http-error.ts';
import { escapeHtml } from './escape-html.ts';
import { pageAnswer } from './page-frame.ts';

const TITLES: Partial<Readonly<Record<ErrorCode, string>>> = {
  not_found: 'There is no such page',
  method_not_allowed: 'This address does not take such a request',
  internal_error: 'Something failed here',
};

const OF_PROGRAMS = /^\/(mcp|v1)(\/|$)/;

/** Errors of the routes that programs and browsers share: the envelope of docs/reference/behavior.md#errors, or the page. */
export const envelopeErrors: ErrorWriter = (error, context) =>
  pageForBrowser(answerPlainly(error, context), error.error, context.http, context);

/** The page in place of `envelope` where a browser asks and the error has one, else `envelope` as it is. */
export function pageForBrowser(
  envelope: HttpResponse,
  error: ServiceError,
  { method, path, headers }: Pick<HttpRequest, 'method' | 'path' | 'headers'>,
  context: RefusalContext,
): HttpResponse {
  const title = TITLES[error.code];
  if (title === undefined || OF_PROGRAMS.test(path) || !prefersPage(headers['accept'])) return envelope;
  const { status, headers: framed, body } = errorPage(title, error, context);
  const { allow } = envelope.headers;
  return {
    status,
    headers: { ...framed, ...(allow !== undefined && { allow }) },
    body: method === 'HEAD' ? '' : body,
  };
}

function errorPage(
  title: string,
  { code, message }: ServiceError,
  { settings, requestId }: RefusalContext,
): HttpResponse {
  return pageAnswer({
    status: ERROR_CODES[code].httpStatus,
    title,
    content: `<p role="alert">${escapeHtml(message)}</p>
<ul>
<li><a href="/">Home page</a></li>
<li><a href="/docs/connect">Connect an assistant</a></li>
<li><a href="/dashboard">Your dashboard</a></li>
</ul>
<p class="quiet">Error <a href="${escapeHtml(errorDocUrl(settings.docsBaseUrl, code))}">${code}</a>, request ${escapeHtml(requestId)}. Questions: ${escapeHtml(settings.supportEmail)}</p>`,
  });
}
