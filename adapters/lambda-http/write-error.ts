/**
 * Turns a thrown value into the answer: a refusal, with its reason in the log, or else an internal error, logged once
 * with its cause.
 */
import type { HttpResponse } from '../../core/http/http-message.ts';
import { internalHttpError, toHttpError } from '../../core/api/refusals/http-error.ts';
import { HttpRefusal } from '../../core/api/refusals/http-refusal.ts';
import type { Refusal } from '../../core/api/refusals/refusal.ts';
import { loggedText, refusalFigures } from '../../core/api/refusals/refusal-figures.ts';
import { outcomeOfRefusal } from '../../core/api/refusals/request-outcome.ts';
import type { Exchange, HttpDependencies } from './exchange.ts';

export function writeError(error: unknown, exchange: Exchange, dependencies: HttpDependencies): HttpResponse {
  return error instanceof HttpRefusal
    ? answerRefusal(error.reason, exchange, dependencies)
    : answerFailure(error, exchange, dependencies);
}

function answerRefusal(
  reason: Refusal,
  { requestId, http, logFields, route }: Exchange,
  { settings, addressLimitPerMinute = 0 }: HttpDependencies,
): HttpResponse {
  logFields.outcome = outcomeOfRefusal(reason);
  logFields.why = { ...refusalFigures(reason, { addressLimitPerMinute, caller: undefined }), ...logFields.why };
  if (reason.kind === 'preflight_answered') return { status: 204, headers: {}, body: '' };
  const context = { settings, requestId, http };
  const refused = toHttpError(reason, context);
  // A message of the dashboard may have a customer's text.
  if (route.window !== 'page') logFields.told = loggedText(refused.error.message);
  return route.errors(refused, context);
}

function answerFailure(
  error: unknown,
  { requestId, http, logFields, route, charges }: Exchange,
  { settings, log }: HttpDependencies,
): HttpResponse {
  logFields.outcome = 'internal_error';
  log.internalError(requestId, error);
  for (const report of charges.reports) log.internalError(requestId, report());
  const context = { settings, requestId, http };
  return route.errors(internalHttpError(context), context);
}
