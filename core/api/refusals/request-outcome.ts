/** The outcome of a request as logs and metrics name it: a fixed word, never client text. */
import type { AuthRefusal, InvalidCredentialsCause } from '../../access/auth/auth-refusal.ts';
import type { InvalidGrantCause, TokenRefusal } from '../../access/auth/token-refusal.ts';
import type { ErrorCode } from '../../errors.ts';
import type { ProtocolError } from '../mcp-message/protocol-error.ts';
import type { Refusal } from './refusal.ts';

type AuthOutcome = InvalidCredentialsCause | Exclude<AuthRefusal['kind'], 'invalid_credentials'>;

export type RequestOutcome =
  | 'answered'
  /** An access token was issued. */
  | 'granted'
  | 'rate_limited_address'
  | 'rate_limited_account'
  | AuthOutcome
  | ErrorCode
  | ProtocolError['kind']
  | Exclude<
      Refusal['kind'],
      'not_authorized' | 'protocol_error' | 'rate_limited' | 'token_refused' | 'endpoint_refused'
    >
  | InvalidGrantCause
  | Exclude<TokenRefusal['kind'], 'client_refused' | 'invalid_grant'>;

/** Returns the real reason of a refusal, which the response may hide. */
export function outcomeOfRefusal(refusal: Refusal): RequestOutcome {
  switch (refusal.kind) {
    case 'not_authorized':
      return outcomeOfAuthRefusal(refusal.refusal);
    case 'protocol_error':
      return refusal.error.kind;
    case 'rate_limited':
      return refusal.limit === 'account' ? 'rate_limited_account' : 'rate_limited_address';
    case 'token_refused':
      return outcomeOfTokenRefusal(refusal.refusal);
    case 'endpoint_refused':
      return refusal.error.code;
    default:
      return refusal.kind;
  }
}

function outcomeOfTokenRefusal(refusal: TokenRefusal): RequestOutcome {
  switch (refusal.kind) {
    case 'client_refused':
      return outcomeOfAuthRefusal(refusal.refusal);
    case 'invalid_grant':
      return refusal.cause;
    default:
      return refusal.kind;
  }
}

function outcomeOfAuthRefusal(refusal: AuthRefusal): AuthOutcome {
  return refusal.kind === 'invalid_credentials' ? refusal.cause : refusal.kind;
}
