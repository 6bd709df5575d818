/**
 * Why a request ends before it is served: one tagged reason for each row of the contract's table of refusals.
 * http-error.ts turns them into words, the route's error writer into a response; the log gets the reason itself.
 */
import type { AuthRefusal } from '../auth/auth-refusal.ts';
import type { TokenRefusal } from '../auth/token-refusal.ts';
import type { ServiceError } from '../errors.ts';
import type { Scope } from '../accounts/scopes.ts';
import type { ProtocolError } from '../mcp-message/protocol-error.ts';

export type Refusal =
  | { readonly kind: 'origin_not_allowed' }
  /** Not a refusal to the browser, but the end of the request all the same. */
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
      /** The scopes that a sign-in already has. Its client asks for the challenge's scopes, and would lose what is not among them. */
      readonly held?: readonly Scope[];
    }
  | { readonly kind: 'unsupported_media_type' }
  /** Above 64 KB, unless the endpoint takes more. */
  | { readonly kind: 'body_too_large'; readonly mostKilobytes?: number }
  | { readonly kind: 'protocol_error'; readonly error: ProtocolError }
  /** By a rule of the token endpoint. */
  | { readonly kind: 'token_refused'; readonly refusal: TokenRefusal }
  /** By a rule of one endpoint, in its own words. */
  | { readonly kind: 'endpoint_refused'; readonly error: ServiceError };
