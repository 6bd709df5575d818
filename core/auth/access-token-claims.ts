/** What an access token says once it is verified. */
import type { Scope } from '../accounts/scopes.ts';
import type { ClientIdentity } from '../identifiers.ts';

export interface AccessTokenClaims {
  readonly identity: ClientIdentity;
  readonly scopes: readonly Scope[];
  /** The secret that the token was issued for (`secretIdOf`): the token ends with it. */
  readonly secretId?: string;
}
