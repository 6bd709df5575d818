/** The one switch from refusals to the wire: status, headers, words (wire-contract.md, "Order of refusals"). */
import { authRefusalError } from '../auth/auth-refusal.ts';
import { challengeFor, insufficientScopeDescription, type ChallengeReason } from '../auth/challenge.ts';
import { errorEnvelope, ERROR_CATALOGUE, type ServiceError } from '../errors.ts';
import type { ServiceSettings } from '../service-settings.ts';
import type { HttpResponse } from './http-message.ts';
import { RPC_INTERNAL_ERROR, type RpcId } from './json-rpc.ts';
import { speakFault } from './protocol-fault.ts';
import type { Refusal } from './refusal.ts';

/** A refusal in words, before it is wrapped for its route. */
export interface SpokenRefusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly error: ServiceError;
  /** JSON-RPC's own code where it has one; else the HTTP status stands in for it. */
  readonly rpcCode: number;
  readonly data?: Readonly<Record<string, unknown>>;
}

export interface RefusalContext {
  readonly settings: ServiceSettings;
  readonly requestId: string;
}

/** A refusal on `/mcp`: a JSON-RPC error whose data is our envelope. */
export function answerRpcRefusal(refusal: Refusal, id: RpcId | undefined, context: RefusalContext): HttpResponse {
  if (refusal.kind === 'preflight_answered') return { status: 204, headers: {}, body: '' };
  return rpcError(speakRefusal(refusal, context.settings), id, context);
}

/** Our own fault on `/mcp`: nothing of the cause is told, and nothing was billed. */
export function answerInternalError(id: RpcId | undefined, context: RefusalContext): HttpResponse {
  const error = internalError(context);
  return rpcError({ status: 500, headers: {}, error, rpcCode: RPC_INTERNAL_ERROR }, id, context);
}

export function internalError({ settings, requestId }: RefusalContext): ServiceError {
  return {
    code: 'internal_error',
    message: `Something failed on our side. Try again after a short pause; if it stays, write to ${settings.supportEmail} and quote ${requestId}.`,
  };
}

function rpcError(spoken: SpokenRefusal, id: RpcId | undefined, context: RefusalContext): HttpResponse {
  const envelope = errorEnvelope(spoken.error, context.settings.docsBaseUrl, context.requestId);
  return {
    status: spoken.status,
    headers: { 'content-type': 'application/json', ...spoken.headers },
    body: JSON.stringify({
      jsonrpc: '2.0',
      ...(id === undefined ? {} : { id }),
      error: { code: spoken.rpcCode, message: spoken.error.message, data: { ...envelope, ...spoken.data } },
    }),
  };
}

export function speakRefusal(
  refusal: Exclude<Refusal, { kind: 'preflight_answered' }>,
  settings: ServiceSettings,
): SpokenRefusal {
  switch (refusal.kind) {
    case 'origin_not_allowed':
      return spoken({ code: refusal.kind, message: 'Pages from this origin may not call this server.' });
    case 'method_not_allowed':
      return spoken(
        { code: refusal.kind, message: `This path takes ${refusal.allow} only.` },
        { headers: { allow: refusal.allow } },
      );
    case 'rate_limited':
      return spoken(rateLimitedError(refusal), { headers: { 'retry-after': String(refusal.retryAfterSeconds) } });
    case 'not_authorized':
      return spoken(authRefusalError(refusal.refusal), {
        headers:
          refusal.refusal.kind === 'account_not_active' ? {} : challengeHeader(refusal.refusal, settings.baseUrl),
      });
    case 'insufficient_scope':
      return spoken(
        { code: refusal.kind, message: insufficientScopeDescription(refusal.needed) },
        { headers: challengeHeader(refusal, settings.baseUrl) },
      );
    case 'unsupported_media_type':
      return spoken(
        { code: 'bad_request', message: 'Send the message with Content-Type: application/json.' },
        { status: 415 },
      );
    case 'body_too_large':
      return spoken({ code: 'bad_request', message: 'The request is larger than 64 KB. Split it.' }, { status: 413 });
    case 'protocol_fault': {
      const { httpStatus, ...rest } = speakFault(refusal.fault);
      return { status: httpStatus, headers: {}, ...rest };
    }
  }
}

/** The same words whether the limit is told by HTTP or inside a tool result. */
export function rateLimitedError(refusal: Extract<Refusal, { kind: 'rate_limited' }>): ServiceError {
  const { retryAfterSeconds, limit } = refusal;
  const whose = limit === 'address' ? 'from this address' : 'for this key’s limit';
  return {
    code: 'rate_limited',
    message: `Too many requests ${whose}. Wait ${retryAfterSeconds} seconds.`,
    retryAfterSeconds,
  };
}

function challengeHeader(reason: ChallengeReason, baseUrl: string): Readonly<Record<string, string>> {
  return { 'www-authenticate': challengeFor(reason, baseUrl) };
}

function spoken(
  error: ServiceError,
  { status, headers = {} }: { status?: number; headers?: Readonly<Record<string, string>> } = {},
): SpokenRefusal {
  const httpStatus = status ?? ERROR_CATALOGUE[error.code].httpStatus;
  return { status: httpStatus, headers, error, rpcCode: httpStatus };
}
