/**
 * Serves /dashboard/api. The order of refusals is: unknown path 404, method 405, for changes the origin 403 and the
 * type 400, then the address's rate limit 429 and the session 401, X-CSRF-Token 403, role 403, account 403, input 422,
 * and the rate limits of person and account 429.
 */
import type * as z from 'zod/mini';
import type { Exchange, Route } from '../../adapters/lambda-http/exchange.ts';
import { cleanText } from '../../core/clean-text.ts';
import { started } from '../../core/started.ts';
import {
  SESSION_COOKIE,
  isCsrfToken,
  readSignedIn,
  readSignedInPerson,
  sessionCookieHeader,
  type SessionRefusal,
} from '../../core/access/people/session.ts';
import type { BrowserRequest, HttpResponse } from '../../core/http/http-message.ts';
import { refuse, refuseForNow } from '../../core/api/refusals/http-refusal.ts';
import { describeIssue } from '../../core/describe-issue.ts';
import { readJsonBody } from '../../core/json.ts';
import type { Result } from '../../core/result.ts';
import { PART_BYTES } from '../../core/catalogs/uploads/upload.ts';
import { addressRefusedFromMemory } from '../../core/billing/rate-limit/limit-address.ts';
import type { RateRefusal, RateVerdict } from '../../core/billing/rate-limit/rate-window.ts';
import type { DashboardDependencies } from './dependencies.ts';
import type { Endpoint, EndpointAnswer, EndpointCaller } from './endpoints/define-endpoint.ts';
import { ENDPOINTS } from './endpoints/endpoints.ts';

export const API_PATH = '/dashboard/api';

/** The bodies that a change may send. */
const BODIES = {
  json: {
    type: /^application\/json\s*(;|$)/i,
    typeTold: 'Send JSON, with Content-Type: application/json.',
    mostBytes: 65_536,
    sizeTold: 'The request is larger than 64 KB.',
  },
  octets: {
    type: /^application\/octet-stream\s*$/i,
    typeTold: 'Send the part as it is, with Content-Type: application/octet-stream.',
    mostBytes: PART_BYTES,
    sizeTold: 'The part is larger than 4 MB.',
  },
} as const;
const FIELD_CHARACTERS = 100;

export const API_HEADERS = { 'content-type': 'application/json', 'cache-control': 'no-store' };

/** Returns the routes by path. A path may accept both methods, each of which is a separate endpoint. */
export function apiRoutes(
  dependencies: DashboardDependencies,
  errors: Route['errors'],
): readonly (readonly [path: string, Route])[] {
  const paths = new Set(ENDPOINTS.map(({ path }) => path));
  return [...paths].map((path) => {
    const endpoints = ENDPOINTS.filter((endpoint) => endpoint.path === path);
    const byMethod = new Map(endpoints.map((endpoint) => [endpoint.method, endpoint]));
    return [`${API_PATH}${path}`, endpointRoute(dependencies, errors, byMethod)];
  });
}

function endpointRoute(
  dependencies: DashboardDependencies,
  errors: Route['errors'],
  byMethod: ReadonlyMap<string, Endpoint>,
): Route {
  const methods = [...byMethod.keys()];
  return {
    methods,
    allow: methods.join(', '),
    origin: 'unchecked',
    check: (http) => {
      requireNotForeign(http);
      if (http.method === 'POST') requireOwnPage(dependencies, http, byMethod.get('POST')?.body);
    },
    window: 'page',
    awaitsAddress: true,
    errors,
    handle: async (exchange) => {
      const endpoint = byMethod.get(exchange.http.method);
      if (endpoint === undefined) throw new Error('A request came past the check of its method.');
      return answerApi(dependencies, endpoint, exchange);
    },
  };
}

async function answerApi(
  dependencies: DashboardDependencies,
  endpoint: Endpoint,
  exchange: Exchange,
): Promise<HttpResponse> {
  const { data, status = 200, cookie } = await callEndpoint(dependencies, endpoint, exchange);
  return {
    status,
    headers: { ...API_HEADERS, ...(cookie !== undefined && { 'set-cookie': sessionCookieHeader(cookie) }) },
    body: JSON.stringify({ data, errors: [], meta: { request_id: exchange.requestId } }),
  };
}

async function callEndpoint(
  dependencies: DashboardDependencies,
  endpoint: Endpoint,
  { http: request, startedMs: nowMs, addressCounted }: Exchange,
): Promise<EndpointAnswer> {
  // Nothing is read for an address that is known to be over its limit.
  const { rates, settings } = dependencies;
  if (addressRefusedFromMemory(rates, request.sourceAddress, settings.addressLimitPerMinute, nowMs, 'page'))
    await addressCounted;
  // These run in parallel, because the dashboard waits for each round trip; the address's refusal comes first.
  const calling = started(whoCalls(dependencies, endpoint, request, nowMs));
  await addressCounted;
  const who = await calling;
  requireRight(endpoint, who, request);
  const input = readInput(endpoint, request) as never;
  const answer = () => endpoint.handle({ dependencies, request, ...who, input, nowMs });
  if (who.person === undefined) return answer();
  const windows = windowsOf(endpoint, who);
  requireNotOver(knownOver(dependencies, windows, nowMs));
  const counting = windows.map(([subject, limit]) => dependencies.rates.take(subject, limit, nowMs));
  // The count of a read may run in parallel, because a read changes nothing; but what reads much is counted first.
  if (endpoint.method !== 'GET' || endpoint.readsMuch === true) {
    (await Promise.all(counting)).forEach(requireNotOver);
    return answer();
  }
  const [answered, ...verdicts] = await Promise.all([answer(), ...counting]);
  verdicts.forEach(requireNotOver);
  return answered;
}

/**
 * Limits on reads and changes in addition to that of the address: per person over all addresses, and per account over
 * all members. The person's limit is lower, so that one member does not use up what the others need. What reads much of
 * a catalog has smaller windows of its own.
 */
const CALLS_PER_MINUTE = { person: 240, account: 480 } as const;
const LARGE_READS_PER_MINUTE = { person: 60, account: 120 } as const;

type Window = readonly [subject: string, limitPerMinute: number];

function windowsOf({ readsMuch }: Endpoint, { person, signedIn }: EndpointCaller): readonly Window[] {
  const [name, limits] = readsMuch === true ? ['PAGE_MUCH', LARGE_READS_PER_MINUTE] : ['PAGE', CALLS_PER_MINUTE];
  return [
    ...(person === undefined ? [] : [[`${name}#${person.cookie.personId}`, limits.person] as const]),
    ...(signedIn === undefined ? [] : [[`${name}#${signedIn.account.accountId}`, limits.account] as const]),
  ];
}

/** Checks the limits without a read. */
function knownOver(
  { rates }: DashboardDependencies,
  windows: readonly Window[],
  nowMs: number,
): RateRefusal | undefined {
  return windows
    .map(([subject, limit]) => rates.refusedFromMemory(subject, limit, nowMs))
    .find((refused) => refused !== undefined);
}

function requireNotOver(verdict: RateVerdict | undefined): void {
  if (verdict === undefined || verdict.allowed) return;
  const { retryAfterSeconds } = verdict;
  refuseForNow(`Too many requests: wait ${retryAfterSeconds} seconds.`, retryAfterSeconds);
}

/**
 * Keeps links and images of other pages from reading data or starting a log search, which costs money. Only browsers
 * send this header.
 */
function requireNotForeign({ headers }: BrowserRequest): void {
  if (['cross-site', 'same-site'].includes(headers['sec-fetch-site'] ?? ''))
    refuse('origin_not_allowed', 'Only the dashboard at this address can use this API.');
}

/** A browser sends its origin with every POST, and a form of another page cannot send JSON or octets. */
function requireOwnPage(
  { settings }: DashboardDependencies,
  { headers, body }: BrowserRequest,
  kind: keyof typeof BODIES = 'json',
): void {
  if (!settings.allowedOrigins.includes(headers['origin'] ?? '')) {
    refuse('origin_not_allowed', 'Only the dashboard at this address can make changes.');
  }
  const { type, typeTold, mostBytes, sizeTold } = BODIES[kind];
  if (!type.test(headers['content-type'] ?? '')) refuse('bad_request', typeTold);
  if (body.length > mostBytes) refuse('bad_request', sizeTold);
}

async function whoCalls(
  { people }: DashboardDependencies,
  { access }: Endpoint,
  { cookies }: BrowserRequest,
  nowMs: number,
): Promise<EndpointCaller> {
  const cookie = cookies.get(SESSION_COOKIE);
  switch (access) {
    case 'anyone':
      return { person: undefined, signedIn: undefined };
    case 'person':
      return { person: orRefuse(await readSignedInPerson(people, cookie, nowMs)), signedIn: undefined };
    case 'member':
    case 'owner': {
      const signedIn = orRefuse(await readSignedIn(people, cookie, nowMs));
      return { person: signedIn, signedIn };
    }
  }
}

function orRefuse<T>(read: Result<T, SessionRefusal>): T {
  if (read.ok) return read.value;
  switch (read.reason.kind) {
    case 'not_signed_in':
      return refuse('unauthorized', 'Sign in first.');
    case 'session_ended':
      return refuse('unauthorized', 'The session has ended: sign in again.');
    case 'not_a_member':
      return refuse('unauthorized', 'You are not a member of this account: open another one, or sign in again.');
  }
}

function requireRight(
  { method, access }: Endpoint,
  { person, signedIn }: EndpointCaller,
  { headers }: BrowserRequest,
): void {
  if (person === undefined) return;
  const isChange = method !== 'GET';
  if (isChange && !isCsrfToken(person.cookie, headers['x-csrf-token'])) {
    refuse('csrf_invalid', 'The change came without this session’s X-CSRF-Token. Reload the page and try again.');
  }
  if (signedIn === undefined) return;
  if (access === 'owner' && signedIn.member.role !== 'owner')
    refuse('forbidden', isChange ? 'Only owners of the account may do this.' : 'Only owners of the account see this.');
  if (isChange && signedIn.account.status !== 'active') {
    refuse('forbidden', `The account is ${signedIn.account.status}: nothing of it can be changed.`);
  }
}

function readInput(endpoint: Endpoint, { method, body, query }: BrowserRequest): unknown {
  const parsed = endpoint.input.safeParse(
    method === 'GET' || endpoint.body === 'octets' ? Object.fromEntries(new URLSearchParams(query)) : readJson(body),
    { error: (issue) => `It ${describeIssue(issue)}.` },
  );
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = fieldOf(issue);
  return refuse('validation_failed', issue?.message ?? 'The input is not valid.', field === '' ? undefined : field);
}

/**
 * Returns a path such as `permissions[0]`. The name of an unknown member is cleaned, because it is the sender's text.
 */
function fieldOf(issue: z.core.$ZodIssue | undefined): string {
  const path = [...(issue?.path ?? []), ...(issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [])];
  const text = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  return cleanText(text.replace(/^\./, ''), FIELD_CHARACTERS);
}

function readJson(body: Uint8Array): unknown {
  const json = readJsonBody(body);
  return json === undefined ? refuse('bad_request', 'The request body is not valid JSON.') : json;
}
