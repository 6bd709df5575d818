/**
 * What the parts of one-click sign-in (OAuth 2.1) hand to each other. An OAuth client is an assistant’s program, of any maker; an
 * authorization request is its question to a person; a grant is the person's answer, stored as a client row without a secret, which every request
 * reads like a key's.
 */
import type { Scope } from '../accounts/scopes.ts';
import type { Result } from '../result.ts';

/** The program that asks. All text in it is the client's own: data, to be shown as text. */
export interface OauthClient {
  /** The address of its metadata document, or an id that registration gave it. */
  readonly clientId: string;
  readonly name: string;
  readonly uri?: string;
  /** The host that its metadata document was read from; absent for one that registered itself, of which nothing is verified. */
  readonly verifiedDomain?: string;
  readonly redirectUris: readonly string[];
  readonly source: 'metadata-document' | 'registered';
}

export type OauthClientRefusal =
  | { readonly kind: 'unknown_client' }
  /** Its metadata document cannot be had, or does not hold what it must. @example problem "The document is larger than 5 kB." */
  | { readonly kind: 'unusable_metadata'; readonly problem: string };

/** Throws only on an internal error. */
export type FindOauthClient = (clientId: string, nowMs: number) => Promise<Result<OauthClient, OauthClientRefusal>>;

/** What an assistant asks, parsed and proven to belong together: the redirect is one of the client's, the resource is this server. */
export interface AuthorizationRequest {
  readonly client: OauthClient;
  /** As it was sent; the answer goes there. */
  readonly redirectUri: string;
  readonly state: string | undefined;
  /** In the fixed order, at least one; what the consent page may offer. */
  readonly scopes: readonly Scope[];
  /** Of PKCE, S256. */
  readonly codeChallenge: string;
}
