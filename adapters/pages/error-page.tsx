/**
 * Writes an error as a page for browsers on 404, 405 and 500, where programs get the envelope. The page shows nothing
 * of the request. The paths of MCP and of the token endpoint are only for programs
 * (docs/reference/http.md#error-bodies): their errors stay JSON even if a request accepts pages.
 */
import { ERROR_CODES } from '../../core/error-codes.ts';
import { errorDocUrl, type ErrorCode, type ServiceError } from '../../core/errors.ts';
import type { HttpRequest, HttpResponse } from '../../core/http/http-message.ts';
import { prefersPage } from '../../core/http/prefers-page.ts';
import { answerPlainly } from '../../core/api/refusals/error-response.ts';
import type { ErrorWriter } from '../../core/api/refusals/error-writer.ts';
import { legalPages } from '../../core/service-settings.ts';
import type { RefusalContext } from '../../core/api/refusals/http-error.ts';
import { LinkButton } from '../../web/design/button.tsx';
import { PublicPage } from '../../web/design/document.tsx';
import { htmlAnswer } from './page-frame.tsx';
import { COPY_PATH, STYLE_PATH } from './write-page.ts';

const TITLES: Partial<Readonly<Record<ErrorCode, string>>> = {
  not_found: 'There is no page at this address',
  method_not_allowed: 'This address does not take such a request',
  internal_error: 'Something failed here',
};

const OF_PROGRAMS = /^\/(mcp|v1)(\/|$)/;

/**
 * Writes errors of the routes that programs and browsers share: the envelope of docs/reference/behavior.md#errors, or
 * the page.
 */
export const envelopeErrors: ErrorWriter = (error, context) =>
  pageForBrowser(answerPlainly(error, context), error.error, context.http, context);

/** Returns the page if the request is a browser's and the error has a page, otherwise `envelope` unchanged. */
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
  const { httpStatus: status } = ERROR_CODES[code];
  const links = { dashboard: '/dashboard', plans: '/plans', support: settings.supportEmail, ...legalPages(settings) };
  const page = (
    <PublicPage title={title} serviceName={settings.serviceName} style={STYLE_PATH} script={COPY_PATH} links={links}>
      <div class="nf">
        <section class="notfound">
          <div>
            <a class="badge plain" href={errorDocUrl(settings.docsBaseUrl, code)}>
              {`${status} ${code}`}
            </a>
          </div>
          <h1>{title}</h1>
          <p class="lead" role="alert">
            {code === 'not_found'
              ? 'The link may be old, or a character of it is missing. Nothing is wrong with your account.'
              : message}
          </p>
          <div class="row">
            <LinkButton href="/dashboard" look="primary" icon="overview">
              Your dashboard
            </LinkButton>
            <LinkButton href="/docs/connect" icon="assistants">
              Connect an assistant
            </LinkButton>
            <LinkButton href="/errors" icon="docs">
              Error codes
            </LinkButton>
          </div>
          <div class="card">
            <div class="body stack">
              <p class="small muted">
                Came here from a program? The address of assistants is <code>POST {settings.baseUrl}/mcp</code>. If this
                should work, write to <a href={`mailto:${settings.supportEmail}`}>{settings.supportEmail}</a> and quote:
              </p>
              <div class="code short">
                <pre tabIndex={0}>{requestId}</pre>
              </div>
            </div>
          </div>
        </section>
        <MissingBar status={status} />
      </div>
    </PublicPage>
  );
  return htmlAnswer({ status, page, hasScript: true });
}

/** Draws a barcode with one missing bar. */
function MissingBar({ status }: { readonly status: number }) {
  const bars = [
    [0, 10],
    [18, 4],
    [30, 16],
    [56, 6],
    [70, 10],
    [88, 4],
    [160, 6],
    [174, 14],
    [198, 4],
    [210, 10],
    [228, 6],
    [242, 12],
  ] as const;
  return (
    <svg class="lost" viewBox="0 0 260 190" aria-hidden="true">
      {bars.map(([x, width]) => (
        <rect key={x} x={x} width={width} height="150" />
      ))}
      <rect class="gap" x="104" y="1" width="44" height="148" rx="6" />
      <text x="127" y="182" text-anchor="middle">
        {String(status).split('').join(' ')}
      </text>
    </svg>
  );
}
