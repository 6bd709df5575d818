/** Who is calling: an authenticated client with its account, as one consistent read found them at the start of the request. */
import type { Account } from './plan.ts';
import type { UsageSnapshot } from './usage.ts';
import type { ClientIdentity } from '../identifiers.ts';
import type { Scope } from './scopes.ts';

/** How an assistant named itself over `initialize`. */
export interface Introduction {
  /** As the list of connected assistants names it. */
  readonly name: string;
  /** What the User-Agent of `initialize` alone would be called. */
  readonly agent: string;
  /** `YYYY-MM-DD` */
  readonly day: string;
}

/** Of a client that is no key but a person's consent to an assistant (core/oauth). Such a client has no secret. */
export interface SignInGrant {
  readonly personId: string;
  /** Whom the person allowed it; the client's name is what that calls itself. */
  readonly oauthClientId: string;
  /** When the last token was issued; null: consented, and none was asked for yet. */
  readonly tokenAtMs: number | null;
}

/** An API key without its secrets, which only the store and its proof see (client-store.ts), or a sign-in. */
export interface ClientRecord extends ClientIdentity {
  /** What its owner calls it. */
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly createdAtMs: number;
  /** null: not revoked. */
  readonly revokedAtMs: number | null;
  /** The assistants already seen with this key, by name (assistant-activity.ts). */
  readonly assistantNames: ReadonlySet<string>;
  /** Who introduced itself last with this key, over `initialize`. */
  readonly introduction?: Introduction;
  /** Absent for a key. */
  readonly grant?: SignInGrant;
}

export interface Caller {
  readonly account: Account;
  readonly client: ClientRecord;
  /** What this request may do: the key's scopes, and of those only the token's when it came with one. */
  readonly scopes: ReadonlySet<Scope>;
  readonly usage: UsageSnapshot;
}
