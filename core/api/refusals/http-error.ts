/**
 * Turns a refusal into status, headers and message, in one exhaustive switch (docs/reference/http.md#error-bodies and
 * #cases).
 */
import { authRefusalError } from '../../access/auth/auth-refusal.ts';
import { challengeFor, insufficientScopeDescription, type ChallengeReason } from '../../access/auth/challenge.ts';
import type { TokenError } from '../../access/auth/token-refusal.ts';
import { HTTP_STATUSES, type ServiceError } from '../../errors.ts';
import type { ServiceSettings } from '../../service-settings.ts';
import { RPC_INTERNAL_ERROR } from '../mcp-message/json-rpc.ts';
import { toRpcError } from '../mcp-message/protocol-error.ts';
import type { Refusal } from './refusal.ts';

/** A refusal or internal error before the route's error writer formats it. */
export interface HttpError {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly error: ServiceError;
  /** The code that JSON-RPC defines, or else the HTTP status. */
  readonly rpcCode: number;
  /** The `error` of RFC 6749, if an OAuth rule failed. */
  readonly oauthError?: string;
  readonly data?: Readonly<Record<string, unknown>>;
  /** The reason for the challenge. `headers` contains the challenge in its MCP form. */
  readonly challenge?: ChallengeReason;
}

export interface RefusalContext {
  readonly settings: ServiceSettings;
  readonly requestId: string;
}

/** The response to an internal error: it does not reveal the cause, and nothing was billed. */
export function internalHttpError(context: RefusalContext): HttpError {
  return { status: 500, headers: {}, error: internalError(context), rpcCode: RPC_INTERNAL_ERROR };
}

function internalError({ settings, requestId }: RefusalContext): ServiceError {
  return {
    code: 'internal_error',
    message: `Something failed on our side. Try again after a short pause; if it stays, write to ${settings.supportEmail} and quote ${requestId}.`,
  };
}

/** Adds to an error that only support can resolve where to write and what to quote. */
function namingSupport(error: ServiceError, { settings, requestId }: RefusalContext): ServiceError {
  if (error.code !== 'forbidden') return error;
  return {
    ...error,
    message: `${error.message} Write to ${settings.supportEmail} and quote the request id ${requestId}.`,
  };
}

export function toHttpError(
  refusal: Exclude<Refusal, { kind: 'preflight_answered' }>,
  context: RefusalContext,
): HttpError {
  const { settings } = context;
  switch (refusal.kind) {
    case 'origin_not_allowed':
      return httpError({ code: refusal.kind, message: 'Pages from this origin may not call this server.' });
    case 'method_not_allowed':
      return httpError(
        { code: refusal.kind, message: `This path takes ${refusal.allow} only.` },
        { headers: { allow: refusal.allow } },
      );
    case 'rate_limited':
      return httpError(rateLimitedError(refusal));
    case 'not_authorized':
      return httpError(
        namingSupport(authRefusalError(refusal.refusal), context),
        refusal.refusal.kind === 'account_not_active' ? {} : challenged(refusal.refusal, settings.baseUrl),
      );
    case 'insufficient_scope':
      return httpError(
        { code: refusal.kind, message: insufficientScopeDescription(refusal) },
        challenged(refusal, settings.baseUrl),
      );
    case 'unsupported_media_type':
      return httpError(
        {
          code: 'bad_request',
          message:
            refusal.coding === undefined
              ? 'Send the message with Content-Type: application/json.'
              : `Content-Encoding ${refusal.coding} is not supported: send the body uncompressed.`,
        },
        { status: 415 },
      );
    case 'body_too_large':
      return httpError(
        { code: 'bad_request', message: `The request is larger than ${refusal.mostKilobytes ?? 64} KB. Split it.` },
        { status: 413 },
      );
    case 'protocol_error': {
      const { httpStatus, ...rest } = toRpcError(refusal.error);
      return { status: httpStatus, headers: {}, ...rest };
    }
    case 'token_refused':
      return tokenHttpError(refusal.answer, context);
    case 'endpoint_refused':
      return httpError(refusal.error);
  }
}

/** The message is the same over HTTP and inside a tool result. */
export function rateLimitedError(refusal: Extract<Refusal, { kind: 'rate_limited' }>): ServiceError {
  const { retryAfterSeconds, limit } = refusal;
  const wait = { code: 'rate_limited', retryAfterSeconds } as const;
  if (limit === 'page') return { ...wait, message: `Too many requests: wait ${retryAfterSeconds} seconds.` };
  const whose = limit === 'address' ? 'from this address' : 'for this key’s limit';
  return { ...wait, message: `Too many requests ${whose}. Wait ${retryAfterSeconds} seconds.` };
}

function tokenHttpError({ status, oauthError, error }: TokenError, context: RefusalContext): HttpError {
  return { ...httpError(namingSupport(error, context), { status }), oauthError };
}

type Additions = Partial<Pick<HttpError, 'status' | 'headers' | 'challenge'>>;

function challenged(challenge: ChallengeReason, baseUrl: string): Additions {
  return { headers: { 'www-authenticate': challengeFor(challenge, baseUrl) }, challenge };
}

function httpError(error: ServiceError, { status, headers = {}, ...others }: Additions = {}): HttpError {
  const httpStatus = status ?? HTTP_STATUSES[error.code];
  const { retryAfterSeconds } = error;
  const retry = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
  return { status: httpStatus, headers: { ...retry, ...headers }, error, rpcCode: httpStatus, ...others };
}
