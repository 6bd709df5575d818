/** The caller: an authenticated client with its account, read consistently at the start of the request. */
import type { Account } from './plan.ts';
import type { Receipt } from './receipt.ts';
import type { UsageSnapshot } from './usage.ts';
import type { ClientIdentity } from '../identifiers.ts';
import type { Scope } from './scopes.ts';

/** How an assistant introduced itself over `initialize`. */
export interface Introduction {
  /** The name in the list of connected assistants. */
  readonly name: string;
  /** The name that the User-Agent of `initialize` alone would give. */
  readonly agent: string;
  /** `YYYY-MM-DD` */
  readonly day: string;
}

/** For a client that is not a key but a person's consent to an assistant (core/oauth). Such a client has no secret. */
export interface SignInGrant {
  readonly personId: string;
  /** The assistant that the person allowed; the client's name is the name it gives itself. */
  readonly oauthClientId: string;
  /** When the last token was issued; null when none was requested yet. */
  readonly tokenAtMs: number | null;
}

/** An API key without its secrets, which only the store and the authentication see (client-store.ts), or a sign-in. */
export interface ClientRecord extends ClientIdentity {
  /** The owner's name for it. */
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly createdAtMs: number;
  /** null unless revoked. */
  readonly revokedAtMs: number | null;
  /** The assistants already seen with this key, by name (assistant-activity.ts). */
  readonly assistantNames: ReadonlySet<string>;
  /** The assistant that last introduced itself with this key, over `initialize`. */
  readonly introduction?: Introduction;
  /** Absent for a key. */
  readonly grant?: SignInGrant;
}

export interface Caller {
  readonly account: Account;
  readonly client: ClientRecord;
  /** What this request may do: the key's scopes, limited to those of the token if it used one. */
  readonly scopes: ReadonlySet<Scope>;
  readonly usage: UsageSnapshot;
  /** Of the request's Idempotency-Key, where it has one that was used; in force or not. */
  readonly receipt?: Receipt | undefined;
}
