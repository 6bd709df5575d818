/**
 * Adds figures and the caller's message to the log line of a refused request, so that customer and operator see the
 * reason as the caller did. They are the service's words and numbers; of the client's text they have only names of
 * arguments that there are not, bounded and without secrets.
 */
import { cleanText } from '../../clean-text.ts';
import type { Caller } from '../../billing/accounts/caller.ts';
import { requestsPerMinuteOf } from '../../billing/accounts/requests-per-minute.ts';
import type { CapStanding } from '../../billing/meter/cap-standing.ts';
import type { BudgetLimit, ServiceError } from '../../errors.ts';
import type { Refusal } from './refusal.ts';

export interface RefusalFigures {
  /** The argument, member or header at fault. */
  readonly field?: string;
  readonly scopeNeeded?: string;
  readonly scopesHeld?: string;
  /** The most that is allowed, in the unit of `limitOf`. */
  readonly limit?: number;
  readonly limitOf?:
    | 'requests a minute'
    | 'records a day of test keys'
    | 'parts a call'
    | 'items of the trial'
    | 'bytes a request'
    | BudgetLimit;
  readonly used?: number;
  /** What the call asked for, in the unit of `limitOf`. */
  readonly asked?: number;
  readonly retryAfterSeconds?: number;
  readonly askedTokens?: number;
  readonly capNanoUsd?: number;
  readonly spentNanoUsd?: number;
  readonly reservedNanoUsd?: number;
  /** The account's status. */
  readonly status?: string;
  readonly billingState?: string;
}

interface RefusalSetting {
  readonly addressLimitPerMinute: number;
  /** Undefined if no caller was authenticated. */
  readonly caller: Caller | undefined;
}

/** Returns the figures of a refusal that ends the request before its method runs. */
export function refusalFigures(refusal: Refusal, { caller, addressLimitPerMinute }: RefusalSetting): RefusalFigures {
  switch (refusal.kind) {
    case 'rate_limited': {
      const limit =
        caller === undefined || refusal.limit !== 'account' ? addressLimitPerMinute : requestsPerMinuteOf(caller);
      return { limit, limitOf: 'requests a minute', retryAfterSeconds: refusal.retryAfterSeconds };
    }
    case 'insufficient_scope':
      return { scopeNeeded: refusal.needed.join(' '), scopesHeld: [...(caller?.scopes ?? [])].join(' ') };
    case 'not_authorized':
      return refusal.refusal.kind === 'account_not_active' ? { status: refusal.refusal.status } : {};
    case 'protocol_error':
      return protocolFigures(refusal.error);
    case 'method_not_allowed':
      return { field: 'method' };
    case 'unsupported_media_type':
      return { field: 'Content-Type' };
    case 'origin_not_allowed':
      return { field: 'Origin' };
    case 'token_refused':
      return 'field' in refusal.refusal ? { field: refusal.refusal.field } : {};
    case 'endpoint_refused':
      return errorFigures(refusal.error);
    case 'body_too_large':
    case 'preflight_answered':
      return {};
  }
}

function protocolFigures(error: Extract<Refusal, { kind: 'protocol_error' }>['error']): RefusalFigures {
  switch (error.kind) {
    case 'header_mismatch':
      return { field: error.header };
    case 'invalid_meta':
      return { field: error.member };
    case 'invalid_params':
      return error.field === undefined ? {} : { field: error.field };
    case 'unsupported_version':
      return { field: 'MCP-Protocol-Version' };
    case 'parse_error':
    case 'invalid_request':
    case 'posted_response':
    case 'unknown_method':
      return {};
  }
}

/** Returns the figures of an error that a tool returns. */
export function errorFigures({ field, retryAfterSeconds, figures }: ServiceError): RefusalFigures {
  return {
    ...(field !== undefined && { field: loggedText(field) }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...figures,
  };
}

/** A message that names ten wrong arguments is longer; the first say enough. */
const LOGGED_CHARACTERS = 500;
/** As long as a secret or a token, wherever a client put it, and no word of the service. */
const SECRET_LIKE = /[A-Za-z0-9_-]{32,}/g;
/**
 * What begins like a secret, a code or a refresh token, for one that is cut, wrapped or encoded has no run of that
 * length.
 */
const BEGINS_AS_SECRET = /(?:sec|cod|ref)(?:_|%5f)\S*(?:\s+\S{8,})*/gi;
/** Quoted text is the caller's value. */
const QUOTED = /“[^”]*”/g;

/**
 * Returns a message or a field's name as it is logged: one line of at most 500 characters, without values of the caller
 * and without secrets.
 */
export function loggedText(text: string): string {
  const masked = text.replace(QUOTED, '“…”').replace(BEGINS_AS_SECRET, '…').replace(SECRET_LIKE, '…');
  return cleanText(masked, LOGGED_CHARACTERS);
}

/** Returns the cap and what counts toward it. */
export function standingFigures({ capNanoUsd, spentNanoUsd, reservedNanoUsd }: CapStanding): RefusalFigures {
  return { ...(capNanoUsd !== null && { capNanoUsd }), spentNanoUsd, reservedNanoUsd };
}
