/**
 * Serves the dashboard (/dashboard/api and the files under /dashboard), the public pages, and the description of the
 * HTTP API.
 */
import { createHttpHandler } from '../../adapters/lambda-http/create-http-handler.ts';
import type { Route } from '../../adapters/lambda-http/exchange.ts';
import { publicDocumentRoute } from '../../adapters/lambda-http/public-document.ts';
import { envelopeErrors } from '../../adapters/pages/error-page.tsx';
import { OPENAPI_PATH } from '../../core/api/http-api/api-routes.ts';
import type { HttpResponse } from '../../core/http/http-message.ts';
import type { ErrorWriter } from '../../core/api/refusals/error-writer.ts';
import { refuse } from '../../core/api/refusals/http-refusal.ts';
import { API_HEADERS, API_PATH, apiRoutes } from './answer-api.ts';
import type { DashboardDependencies } from './dependencies.ts';
import { servePage, type Pages } from './serve-pages.ts';

/** Allows nothing from other origins, nothing inline, and no frames. */
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
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
};

const dashboardErrors: ErrorWriter = (error, context) =>
  secured(envelopeErrors({ ...error, headers: { ...API_HEADERS, ...error.headers } }, context));

export function createDashboardHandler(dependencies: DashboardDependencies) {
  const unchecked = { origin: 'unchecked', errors: dashboardErrors } as const;
  const routes = new Map(apiRoutes(dependencies, dashboardErrors));
  const page: Route = {
    ...unchecked,
    methods: ['GET', 'HEAD'],
    allow: 'GET, HEAD',
    handle: async ({ http, requestId }) => servePage(dependencies.pages, http, dependencies.clock.nowMs(), requestId),
  };
  const openApi = publicDocumentRoute('application/json', () => readOpenApi(dependencies.pages), envelopeErrors);
  const elsewhere: Route = {
    ...unchecked,
    allow: 'GET, POST',
    handle: async () => refuse('not_found', 'There is no such endpoint.'),
  };
  const { addressLimitPerMinute } = dependencies.settings;
  return createHttpHandler({ ...dependencies, addressLimitPerMinute }, (path) =>
    // Pages of other origins read the description, so the headers that isolate the dashboard do not apply.
    path === OPENAPI_PATH
      ? openApi
      : withSecurity(routes.get(path) ?? (path.startsWith(`${API_PATH}/`) ? elsewhere : page)),
  );
}

function readOpenApi({ openApi }: Pages): string {
  return openApi?.() ?? refuse('not_found', 'There is no such document.');
}

function withSecurity(route: Route): Route {
  return { ...route, handle: async (exchange) => secured(await route.handle(exchange)) };
}

/** The headers of a response override the security headers. */
function secured(response: HttpResponse): HttpResponse {
  return { ...response, headers: { ...SECURITY_HEADERS, ...response.headers } };
}
