/** Turns the outcome of a call into a response of the HTTP API: status, headers and envelope. */
import { secondsUntil } from '../../time.ts';
import { HTTP_STATUSES, type ServiceError } from '../../errors.ts';
import type { HttpResponse } from '../../http/http-message.ts';
import { isJsonObject, type JsonObject } from '../../json.ts';
import { toHttpError, type HttpError, type RefusalContext } from '../refusals/http-error.ts';
import type { Refusal } from '../refusals/refusal.ts';
import type { budgetJson } from '../../billing/meter/budget-text.ts';
import type { UsageFigures } from '../../billing/accounts/usage.ts';
import type { ToolCallResult } from '../tools/call-context.ts';
import { API_HEADERS, REPLAYED_HEADER, writeApiError } from './api-errors.ts';
import type { ApiCallResult } from './call-endpoint.ts';
import { apiField, inApiWords } from './endpoints.ts';

export interface AnswerContext extends RefusalContext {
  readonly nowMs: number;
  /** For refusals, which bill nothing. */
  readonly figures: UsageFigures;
  /** Returns the budget of the caller's key, which only `GET /v1/usage` shows. */
  readonly budget: () => ReturnType<typeof budgetJson>;
  /** A request with the same Idempotency-Key was billed before. */
  readonly isRepeat: boolean;
}

export function answerCall(result: ApiCallResult, context: AnswerContext): HttpResponse {
  switch (result.kind) {
    case 'answered':
      return answerData(result, context);
    case 'researching':
      return writeData(202, result.data, { usage: result.figures }, context, result.checkBackAfterMs);
    case 'not_researched':
      return answerError(result.error, result.figures, context, result);
    case 'failed':
      return answerError(result.error, result.figures, context);
    case 'refused':
      return refuseKnown(result.refusal, context).response;
  }
}

/** A repeat that now finds nothing was still computed, so it counts as replayed; a refused one was not computed. */
function answerError(
  error: ServiceError,
  usage: UsageFigures,
  context: AnswerContext,
  { advice, candidates }: { readonly advice?: string | undefined; readonly candidates?: unknown } = {},
): HttpResponse {
  const isReplayed = context.isRepeat && error.code === 'not_found';
  const meta = {
    usage,
    ...(advice !== undefined && { advice: inApiWords(advice) }),
    ...(candidates !== undefined && { candidates }),
    isReplayed,
  };
  return writeApiError(httpErrorOf(inWordsOfApi(error)), context, meta);
}

/** Answers a refusal of a known caller. @returns also the message that the caller gets */
export function refuseKnown(
  refusal: Refusal,
  context: AnswerContext,
): { readonly response: HttpResponse; readonly message: string } {
  if (refusal.kind === 'preflight_answered') throw new Error('A preflight brings no credential.');
  const refused = toHttpError(refusal, context);
  return { response: writeApiError(refused, context, { usage: context.figures }), message: refused.error.message };
}

function answerData(
  { tool, answer, figures }: ToolCallResult & { kind: 'answered' },
  context: AnswerContext,
): HttpResponse {
  const data = sentencesInApiWords(answer.structured as JsonObject);
  if (data['found'] === false) return answerMiss(data, figures, context);
  const queued = tool.changesData ? lastCheckBackMs(data) : undefined;
  const meta = { usage: figures, ...(tool.name === 'get_usage' && { budget: context.budget() }) };
  return writeData(queued === undefined ? 200 : 202, data, meta, context, queued);
}

/** Answers a miss with a 404 that costs nothing. Candidates are text of items, so they are outside the error. */
function answerMiss({ message, candidates }: JsonObject, usage: UsageFigures, context: AnswerContext): HttpResponse {
  const error: ServiceError = {
    code: 'not_found',
    message: 'Not in the index; nothing is billed. meta.advice says what to do next.',
  };
  return answerError(error, usage, context, {
    advice: typeof message === 'string' ? message : undefined,
    candidates,
  });
}

function writeData(
  status: 200 | 202,
  data: JsonObject,
  meta: { readonly usage: UsageFigures; readonly budget?: ReturnType<AnswerContext['budget']> },
  { requestId, nowMs, isRepeat }: AnswerContext,
  checkBackAfterMs?: number,
): HttpResponse {
  const wait = checkBackAfterMs === undefined ? {} : { 'retry-after': String(secondsUntil(checkBackAfterMs, nowMs)) };
  return {
    status,
    headers: { ...API_HEADERS, ...wait, ...(isRepeat && REPLAYED_HEADER) },
    body: JSON.stringify({
      data,
      errors: [],
      meta: { request_id: requestId, ...meta, ...(isRepeat && { replayed: true }) },
    }),
  };
}

/** Returns the latest `check_back_after` of the parts that the request queued, or undefined if it queued none. */
function lastCheckBackMs({ results }: JsonObject): number | undefined {
  const times = entriesOf(results).flatMap(({ status, check_back_after: time }) =>
    status === 'queued' && typeof time === 'string' ? [Date.parse(time)] : [],
  );
  return times.length === 0 ? undefined : Math.max(...times);
}

function httpErrorOf(error: ServiceError): Omit<HttpError, 'rpcCode'> {
  const { retryAfterSeconds } = error;
  const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
  return { status: HTTP_STATUSES[error.code], headers, error };
}

function inWordsOfApi(error: ServiceError): ServiceError {
  const { field, message } = error;
  return { ...error, message: inApiWords(message), ...(field !== undefined && { field: apiField(field) }) };
}

/** The lists whose entries contain sentences written by the service. */
const LISTS = ['found', 'not_found', 'results', 'rows'] as const;

/** Rewrites each `message` with the HTTP API's names. Items stay unchanged because their text comes from sources. */
function sentencesInApiWords(data: JsonObject): JsonObject {
  const lists = LISTS.flatMap((name) =>
    Array.isArray(data[name]) ? [[name, entriesOf(data[name]).map(messageInApiWords)] as const] : [],
  );
  return { ...messageInApiWords(data), ...Object.fromEntries(lists) };
}

function messageInApiWords(entry: JsonObject): JsonObject {
  const { message } = entry;
  return typeof message === 'string' ? { ...entry, message: inApiWords(message) } : entry;
}

function entriesOf(list: unknown): readonly JsonObject[] {
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}
