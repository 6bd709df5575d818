/**
 * The shared types of assistant sign-in (OAuth 2.1). Every assistant is an OAuth client, and an authorization request
 * asks a person for access. A sign-in is the stored consent: a client row without a secret, which every request reads
 * in the same way as the row of a key.
 */
import type { Scope } from '../../billing/accounts/scopes.ts';
import type { Result } from '../../result.ts';

/** The requesting assistant. Its texts are untrusted and must be shown as text. */
export interface OauthClient {
  /** The URL of its metadata document, or the id from its registration. */
  readonly clientId: string;
  readonly name: string;
  readonly uri?: string;
  /**
   * The host of its metadata document; absent for a client that registered itself, because nothing about it is
   * verified.
   */
  readonly verifiedDomain?: string;
  readonly redirectUris: readonly string[];
  readonly source: 'metadata-document' | 'registered';
}

export type OauthClientRefusal =
  | { readonly kind: 'unknown_client' }
  /**
   * The metadata document cannot be read or lacks a required member. @example problem "The document is larger than 5
   * kB."
   */
  | { readonly kind: 'unusable_metadata'; readonly problem: string };

/** Throws only on an internal error. */
export type FindOauthClient = (clientId: string, nowMs: number) => Promise<Result<OauthClient, OauthClientRefusal>>;

/** A parsed request; it is verified that the redirect URI belongs to the client and the resource is this server. */
export interface AuthorizationRequest {
  readonly client: OauthClient;
  /** The URI as sent, to which the response is sent. */
  readonly redirectUri: string;
  readonly state: string | undefined;
  /** The scopes that the consent page may offer: at least one, in the fixed order. */
  readonly scopes: readonly Scope[];
  /** The PKCE challenge with method S256. */
  readonly codeChallenge: string;
}
