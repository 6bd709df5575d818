/**
 * The types that the parts of one-click sign-in (OAuth 2.1) share. An OAuth client is any assistant; an
 * authorization request is its question to a person; a grant is the person's answer, stored as a client row without a secret, which every request
 * reads like a key's.
 */
import type { Scope } from '../accounts/scopes.ts';
import type { Result } from '../result.ts';

/** The requesting program. All its text is the client's own: data, to be shown as text. */
export interface OauthClient {
  /** The URL of its metadata document, or the id from its registration. */
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
  /** Its metadata document cannot be read or lacks a required member. @example problem "The document is larger than 5 kB." */
  | { readonly kind: 'unusable_metadata'; readonly problem: string };

/** Throws only on an internal error. */
export type FindOauthClient = (clientId: string, nowMs: number) => Promise<Result<OauthClient, OauthClientRefusal>>;

/** An assistant's request, parsed and verified: the redirect URI belongs to the client, the resource is this server. */
export interface AuthorizationRequest {
  readonly client: OauthClient;
  /** As sent; the answer goes there. */
  readonly redirectUri: string;
  readonly state: string | undefined;
  /** In the fixed order, at least one: what the consent page may offer. */
  readonly scopes: readonly Scope[];
  /** Of PKCE, S256. */
  readonly codeChallenge: string;
}
