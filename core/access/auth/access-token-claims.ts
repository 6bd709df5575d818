/** The claims of a verified access token. */
import type { Scope } from '../../billing/accounts/scopes.ts';
import type { ClientIdentity } from '../../identifiers.ts';

export interface AccessTokenClaims {
  readonly identity: ClientIdentity;
  readonly scopes: readonly Scope[];
  /** The secret that the token was issued for (`secretIdOf`): the token is valid only as long as the secret. */
  readonly secretId?: string;
}
