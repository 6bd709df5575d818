/**
 * The function between an assistant and a person's consent: the question, its answer, the link to sign in with, and the registration of assistants.
 * One request in, one answer out: a page for people, JSON for programs.
 */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { readGatewayEvent, type GatewayResult } from '../../adapters/lambda-http/exchange.ts';
import { readCookies } from '../../adapters/lambda-http/read-cookies.ts';
import { AUTHORIZE_PATH, REGISTER_PATH } from '../../core/auth/discovery-documents.ts';
import { corsHeaders, preflightHeaders } from '../../core/http/cors.ts';
import type { HttpResponse } from '../../core/http/http-message.ts';
import { isOriginAllowed } from '../../core/http/origin.ts';
import { transportSecurity } from '../../core/http/transport-security.ts';
import { newRequestId } from '../../core/identifiers.ts';
import { readAuthorizationRequest } from '../../core/oauth/authorization-request.ts';
import { CONTINUE_PATH } from '../../core/oauth/pending-request.ts';
import type { AuthorizationRequest } from '../../core/oauth/oauth-client.ts';
import { answerPlainly, answerPlainRefusal } from '../../core/refusals/error-response.ts';
import { internalError } from '../../core/refusals/http-error.ts';
import type { Refusal } from '../../core/refusals/refusal.ts';
import { outcomeOfRefusal, type RequestOutcome } from '../../core/refusals/request-outcome.ts';
import { addressSubject } from '../../core/rate-limit/limit-address.ts';
import { answerConsent } from './answer-consent.ts';
import { answerRegistration } from './answer-registration.ts';
import { askConsent } from './ask-consent.ts';
import { askLink, continueRequest } from './ask-link.ts';
import { CONSENT_PATH } from './consent-page.ts';
import type { AuthorizationDependencies } from './dependencies.ts';
import { LINK_PATH } from './link-page.ts';
import type { AuthorizationHttp, PeopleDependencies } from './people-dependencies.ts';
import { answerRefusedQuestion, problemPage } from './problem-page.ts';

type Step = (
  dependencies: PeopleDependencies,
  request: AuthorizationRequest,
  http: AuthorizationHttp,
  nowMs: number,
) => Promise<HttpResponse>;

/** What is asked of a person; each carries the question in its query, and reads it again. */
const STEPS: ReadonlyMap<string, { readonly method: 'GET' | 'POST'; readonly step: Step }> = new Map([
  [AUTHORIZE_PATH, { method: 'GET', step: askConsent }],
  [CONSENT_PATH, { method: 'POST', step: answerConsent }],
  [LINK_PATH, { method: 'POST', step: askLink }],
]);

interface Served {
  readonly response: HttpResponse;
  readonly outcome?: RequestOutcome;
}

export function createAuthorizationHandler(dependencies: AuthorizationDependencies) {
  const { clock, log } = dependencies;
  return async (event: APIGatewayProxyEventV2): Promise<GatewayResult> => {
    const startedMs = clock.nowMs();
    const requestId = newRequestId();
    const http = { ...readGatewayEvent(event), cookies: readCookies(event.cookies ?? []), query: event.rawQueryString };
    const { response, outcome } = await serve(dependencies, http, requestId, startedMs).catch((error: unknown) => {
      log.fault(requestId, error);
      return faultOf(dependencies, http, requestId);
    });
    const { method } = http;
    const { status } = response;
    const milliseconds = clock.nowMs() - startedMs;
    log.requestServed({ requestId, method, status, milliseconds, ...(outcome !== undefined && { outcome }) });
    const headers = {
      ...response.headers,
      'x-request-id': requestId,
      'x-content-type-options': 'nosniff',
      ...transportSecurity(dependencies.settings.baseUrl),
    };
    return { statusCode: status, headers, body: method === 'HEAD' ? '' : response.body };
  };
}

function faultOf({ settings }: AuthorizationDependencies, { path }: AuthorizationHttp, requestId: string): Served {
  const context = { settings, requestId };
  const response =
    path === REGISTER_PATH
      ? answerPlainly({ error: internalError(context) }, context)
      : problemPage(`Something failed here, and was written down. Quote ${requestId} to support.`, undefined, 500);
  return { response, outcome: 'internal_error' };
}

async function serve(
  dependencies: AuthorizationDependencies,
  http: AuthorizationHttp,
  requestId: string,
  nowMs: number,
): Promise<Served> {
  if (http.path === REGISTER_PATH) return register(dependencies, http, requestId, nowMs);
  const asked = STEPS.get(http.path);
  const method = http.method === 'HEAD' ? 'GET' : http.method;
  if (method !== (asked?.method ?? 'GET')) {
    const response = problemPage('This address is not asked in this way.', undefined, 405);
    const allow = asked?.method ?? 'GET';
    return { response: { ...response, headers: { ...response.headers, allow } }, outcome: 'method_not_allowed' };
  }
  const tooMany = await limitPage(dependencies, http, nowMs);
  if (tooMany !== undefined) return tooMany;
  if (http.path === CONTINUE_PATH) return { response: continueRequest(http, dependencies.dashboardUrl) };
  if (asked === undefined) return { response: problemPage('There is no such page.', undefined, 404), outcome: 'not_found' }; // prettier-ignore
  const read = await readAuthorizationRequest(http.query, dependencies.settings, dependencies.findClient, nowMs);
  if (!read.ok) return { response: answerRefusedQuestion(read.reason), outcome: 'bad_request' };
  return { response: await asked.step(dependencies, read.value, http, nowMs) };
}

/** A window of its own, as the customer's page has: people's clicks do not use up what their assistants may ask. */
async function limitPage(
  { rates, addressLimitPerMinute }: AuthorizationDependencies,
  { sourceAddress }: AuthorizationHttp,
  nowMs: number,
): Promise<Served | undefined> {
  const verdict = await rates.take(`PAGE#${addressSubject(sourceAddress)}`, addressLimitPerMinute, nowMs);
  if (verdict.allowed) return undefined;
  const { retryAfterSeconds } = verdict;
  const page = problemPage(`Too many requests: wait ${retryAfterSeconds} seconds.`, undefined, 429);
  const headers = { ...page.headers, 'retry-after': String(retryAfterSeconds) };
  return { response: { ...page, headers }, outcome: 'rate_limited_address' };
}

/** For programs; pages of allowed origins may call it too. */
async function register(
  dependencies: AuthorizationDependencies,
  http: AuthorizationHttp,
  requestId: string,
  nowMs: number,
): Promise<Served> {
  const { settings, rates, addressLimitPerMinute } = dependencies;
  const origin = http.headers['origin'];
  const refuse = (refusal: Refusal, cors = {}): Served => {
    const response = answerPlainRefusal(refusal, { settings, requestId });
    return { response: { ...response, headers: { ...response.headers, ...cors } }, outcome: outcomeOfRefusal(refusal) };
  };
  if (!isOriginAllowed(origin, settings.allowedOrigins)) return refuse({ kind: 'origin_not_allowed' });
  const cors = { vary: 'Origin', ...(origin !== undefined && corsHeaders(origin)) };
  if (http.method === 'OPTIONS')
    return refuse({ kind: 'preflight_answered' }, { ...cors, ...preflightHeaders('POST') });
  if (http.method !== 'POST') return refuse({ kind: 'method_not_allowed', allow: 'POST' }, cors);
  const verdict = await rates.take(addressSubject(http.sourceAddress), addressLimitPerMinute, nowMs);
  if (!verdict.allowed) return refuse({ kind: 'rate_limited', limit: 'address', ...verdict }, cors);
  const response = await answerRegistration(dependencies, http, requestId, nowMs);
  return {
    response: { ...response, headers: { ...response.headers, ...cors } },
    ...(response.status >= 400 && { outcome: 'bad_request' as const }),
  };
}
