/**
 * The reasons for which a request ends before it is served: one tagged value for each row of the contract's table of
 * refusals. http-error.ts chooses status and message, the route's error writer formats the response; the log gets the
 * reason itself.
 */
import type { AuthRefusal } from '../../access/auth/auth-refusal.ts';
import type { TokenError, TokenRefusal } from '../../access/auth/token-refusal.ts';
import type { ServiceError } from '../../errors.ts';
import type { Scope } from '../../billing/accounts/scopes.ts';
import type { ProtocolError } from '../mcp-message/protocol-error.ts';

export type Refusal =
  | { readonly kind: 'origin_not_allowed' }
  /** The browser gets 204. The request ends here, although this is not an error. */
  | { readonly kind: 'preflight_answered' }
  | { readonly kind: 'method_not_allowed'; readonly allow: string }
  | {
      readonly kind: 'rate_limited';
      readonly limit: 'address' | 'page' | 'account';
      readonly retryAfterSeconds: number;
    }
  | { readonly kind: 'not_authorized'; readonly refusal: AuthRefusal }
  | {
      readonly kind: 'insufficient_scope';
      readonly needed: readonly Scope[];
      /**
       * The scopes that the assistant sign-in already has. A client requests the scopes of the challenge and would lose
       * all others.
       */
      readonly held?: readonly Scope[];
    }
  /** `coding`: whether the body's Content-Encoding is the reason, not its type. */
  | { readonly kind: 'unsupported_media_type'; readonly coding?: string }
  /** Larger than 64 KB, unless the endpoint accepts more. */
  | { readonly kind: 'body_too_large'; readonly mostKilobytes?: number }
  | { readonly kind: 'protocol_error'; readonly error: ProtocolError }
  /** Refused by a rule of the token endpoint. */
  | { readonly kind: 'token_refused'; readonly refusal: TokenRefusal; readonly answer: TokenError }
  /** Refused by a rule of one endpoint, with its message. */
  | { readonly kind: 'endpoint_refused'; readonly error: ServiceError };
