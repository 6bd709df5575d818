/** The customer's page: its interface under /dashboard/api, its files under /dashboard, and the public pages. One request in, one answer out. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { pageForBrowser } from '../../core/dashboard/error-page.ts';
import { ERROR_CODES, errorEnvelope } from '../../core/errors.ts';
import type { HttpResponse } from '../../core/http/http-message.ts';
import { transportSecurity } from '../../core/http/transport-security.ts';
import { newRequestId } from '../../core/identifiers.ts';
import { sessionCookieHeader } from '../../core/people/session.ts';
import { internalError } from '../../core/refusals/http-error.ts';
import type { GatewayResult } from '../../adapters/lambda-http/exchange.ts';
import { answerApi, API_PATH } from './answer-api.ts';
import type { DashboardDependencies } from './dependencies.ts';
import { readPageRequest, type PageRequest } from './page-request.ts';
import { RefusedPageRequest } from './refused-page-request.ts';
import { servePage } from './serve-pages.ts';

/** Nothing from elsewhere, nothing inline, in no other page's frame. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const SECURITY_HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
};

interface Served {
  readonly response: HttpResponse;
  readonly outcome?: keyof typeof ERROR_CODES;
}

export function createDashboardHandler(dependencies: DashboardDependencies) {
  const { clock, log, settings } = dependencies;
  const securityHeaders = { ...SECURITY_HEADERS, ...transportSecurity(settings.baseUrl) };
  return async (event: APIGatewayProxyEventV2): Promise<GatewayResult> => {
    const startedMs = clock.nowMs();
    const requestId = newRequestId();
    const request = readPageRequest(event);
    const { response, outcome } = await serve(dependencies, request, requestId, startedMs);
    log.requestServed({
      requestId,
      method: request.method,
      status: response.status,
      milliseconds: clock.nowMs() - startedMs,
      ...(outcome !== undefined && { outcome }),
    });
    return {
      statusCode: response.status,
      headers: { ...securityHeaders, ...response.headers, 'x-request-id': requestId },
      body: response.body,
    };
  };
}

async function serve(
  dependencies: DashboardDependencies,
  request: PageRequest,
  requestId: string,
  nowMs: number,
): Promise<Served> {
  try {
    if (!request.path.startsWith(`${API_PATH}/`)) return { response: servePage(dependencies.pages, request) };
    return { response: await serveApi(dependencies, request, requestId, nowMs) };
  } catch (error) {
    const { settings, log } = dependencies;
    const refused = error instanceof RefusedPageRequest ? error : undefined;
    if (refused === undefined) log.fault(requestId, error);
    const told = refused?.error ?? internalError({ settings, requestId });
    const envelope = {
      status: ERROR_CODES[told.code].httpStatus,
      headers: { ...API_HEADERS, ...refused?.headers },
      body: JSON.stringify(errorEnvelope(told, settings.docsBaseUrl, requestId)),
    };
    return { response: pageForBrowser(envelope, told, request, { settings, requestId }), outcome: told.code };
  }
}

const API_HEADERS = { 'content-type': 'application/json', 'cache-control': 'no-store' };

async function serveApi(
  dependencies: DashboardDependencies,
  request: PageRequest,
  requestId: string,
  nowMs: number,
): Promise<HttpResponse> {
  const { data, status = 200, cookie } = await answerApi(dependencies, request, nowMs);
  return {
    status,
    headers: { ...API_HEADERS, ...(cookie !== undefined && { 'set-cookie': sessionCookieHeader(cookie) }) },
    body: JSON.stringify({ data, errors: [], meta: { request_id: requestId } }),
  };
}
