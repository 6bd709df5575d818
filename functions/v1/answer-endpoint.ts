/**
 * Serves one request to an endpoint, from its credential to its answer. The contract defines the order of refusals
 * (docs/reference/api.md).
 */
import { authenticate } from '../../adapters/lambda-http/authenticate.ts';
import type { Exchange } from '../../adapters/lambda-http/exchange.ts';
import type { LogFields } from '../../adapters/lambda-http/log-fields.ts';
import type { Caller } from '../../core/billing/accounts/caller.ts';
import { apiClientName } from '../../core/access/assistants/assistant-name.ts';
import { fingerprintOf, readIdempotencyKey, RequestReceipt } from '../../core/billing/meter/request-receipt.ts';
import { budgetJson } from '../../core/billing/meter/budget-text.ts';
import { budgetStanding } from '../../core/billing/meter/client-share.ts';
import { usageFigures } from '../../core/billing/meter/usage-figures.ts';
import { answerCall, refuseKnown, type AnswerContext } from '../../core/api/http-api/answer-call.ts';
import type { ApiPath } from '../../core/api/http-api/api-routes.ts';
import { callEndpoint } from '../../core/api/http-api/call-endpoint.ts';
import { apiField, ENDPOINT_TOOLS, inApiWords, METERED_ROUTES } from '../../core/api/http-api/endpoints.ts';
import { rateHeaders, secondsOfMinuteLeft } from '../../core/api/http-api/rate-headers.ts';
import { readApiCall, type ApiCall } from '../../core/api/http-api/read-call.ts';
import type { HttpResponse } from '../../core/http/http-message.ts';
import { RequestTicket } from '../../core/billing/rate-limit/request-ticket.ts';
import { HttpRefusal } from '../../core/api/refusals/http-refusal.ts';
import { loggedText, refusalFigures } from '../../core/api/refusals/refusal-figures.ts';
import type { Refusal } from '../../core/api/refusals/refusal.ts';
import { outcomeOfRefusal } from '../../core/api/refusals/request-outcome.ts';
import type { Result } from '../../core/result.ts';
import { withoutUnused } from '../../core/api/tools/unused-arguments.ts';
import { argumentShape } from '../../core/api/tools/argument-shape.ts';
import type { ToolDependencies } from '../../adapters/lambda-http/tool-dependencies.ts';

export async function answerEndpoint(
  { byMethod, values }: ApiPath,
  exchange: Exchange,
  dependencies: ToolDependencies,
): Promise<HttpResponse> {
  const { http, startedMs, logFields } = exchange;
  const route = byMethod.get(http.method);
  if (route === undefined) throw new Error('Another method is refused before.');
  const reader = {
    read: () => {
      const loading = ENDPOINT_TOOLS[route].load();
      const readNow = () => readApiCall(route, values, http);
      return loading === undefined ? readNow() : loading.then(readNow);
    },
    callOf: (read: Result<ApiCall, Refusal>) => (read.ok ? read.value.call : undefined),
  };
  const key = METERED_ROUTES.has(route) ? http.headers['idempotency-key'] : undefined;
  const keyHash = key === undefined ? undefined : readIdempotencyKey(key);
  const request = await authenticate(exchange, reader, dependencies, keyHash);
  if (!request.ok) throw new HttpRefusal(request.reason);
  const { caller, read } = request.value;
  logFields.account = caller.account.accountId;
  logFields.client = caller.client.clientId;
  const ticket = new RequestTicket(dependencies.ports, caller, startedMs);
  const response = await answerCaller(
    read,
    { caller, ticket, key: { isSent: key !== undefined, keyHash } },
    exchange,
    dependencies,
  );
  return { ...response, headers: { ...response.headers, ...standingHeaders(caller, ticket, startedMs) } };
}

interface Known {
  readonly caller: Caller;
  readonly ticket: RequestTicket;
  /** The header Idempotency-Key; if it is sent without a valid key, there is no hash. */
  readonly key: { readonly isSent: boolean; readonly keyHash: string | undefined };
}

async function answerCaller(
  read: Result<ApiCall, Refusal>,
  { caller, ticket, key }: Known,
  { requestId, startedMs, http, logFields }: Exchange,
  { ports, settings, addressLimitPerMinute }: ToolDependencies,
): Promise<HttpResponse> {
  const context: AnswerContext = {
    settings,
    requestId,
    nowMs: startedMs,
    figures: usageFigures(caller, startedMs),
    budget: () => budgetJson(budgetStanding(caller, startedMs)),
    isRepeat: false,
  };
  const refused = (refusal: Refusal): HttpResponse => {
    logFields.outcome = outcomeOfRefusal(refusal);
    logFields.why = { ...refusalFigures(refusal, { addressLimitPerMinute, caller }), ...logFields.why };
    const { response, message } = refuseKnown(refusal, context);
    logFields.told = loggedText(message);
    return response;
  };
  if (caller.client.signIn !== undefined) return refused(ofSignIn());
  if (!read.ok) return refused(read.reason);
  if (key.isSent && key.keyHash === undefined) return refused(malformedIdempotencyKey());
  noteCall(read.value, logFields);
  const receipt = receiptOf(read.value, caller, key.keyHash, { requestId, nowMs: startedMs });
  const result = await callEndpoint(read.value, {
    caller,
    nowMs: startedMs,
    ports,
    ticket,
    receipt,
    baseUrl: settings.baseUrl,
    assistantName: apiClientName(http.headers['user-agent']),
    note: ({ why, told, ...note }) =>
      Object.assign(
        logFields,
        note,
        told === undefined ? {} : { told: inApiWords(told) },
        why === undefined
          ? {}
          : { why: { ...logFields.why, ...why, ...(why.field !== undefined && { field: apiField(why.field) }) } },
      ),
  });
  const isRepeat = receipt?.isRepeat === true;
  return result.kind === 'refused' ? refused(result.refusal) : answerCall(result, { ...context, isRepeat });
}

function malformedIdempotencyKey(): Refusal {
  const field = 'Idempotency-Key';
  const message = `${field}: must have 8 to 128 letters, digits, hyphens, underscores, dots or colons.`;
  return { kind: 'endpoint_refused', error: { code: 'invalid_parameter', message, field } };
}

function receiptOf(
  { tool, args, queue }: ApiCall,
  { account, client, receipt }: Caller,
  keyHash: string | undefined,
  { requestId, nowMs }: { readonly requestId: string; readonly nowMs: number },
): RequestReceipt | undefined {
  if (keyHash === undefined) return undefined;
  const place = { accountId: account.accountId, clientId: client.clientId, keyHash };
  return new RequestReceipt(
    place,
    { fingerprint: fingerprintOf(tool.name, withoutUnused(tool.input, args), queue), requestId },
    receipt,
    nowMs,
  );
}

/** A person's consent covers an assistant that uses MCP, not other programs. */
function ofSignIn(): Refusal {
  const message = 'An assistant sign-in works only at the MCP endpoint. Use a key, or an access token of a key.';
  return { kind: 'endpoint_refused', error: { code: 'forbidden', message } };
}

function noteCall({ tool, args }: ApiCall, logFields: LogFields): void {
  logFields.tool = tool.name;
  logFields.asked = argumentShape(tool.input, args);
}

function standingHeaders({ client }: Caller, ticket: RequestTicket, nowMs: number): Readonly<Record<string, string>> {
  const standing = ticket.standing();
  if (standing === undefined) return {};
  return rateHeaders({ policy: client.kind === 'test' ? 'key' : 'plan', ...standing }, secondsOfMinuteLeft(nowMs));
}
