/** The caller: an authenticated client with its account, read consistently at the start of the request. */
import type { Account } from './account.ts';
import type { Receipt } from './receipt.ts';
import type { UsageSnapshot } from './usage.ts';
import type { ClientIdentity } from '../../identifiers.ts';
import type { Scope } from './scopes.ts';

/** How an assistant introduced itself in `initialize`. */
export interface Introduction {
  /** The name in the list of connected assistants. */
  readonly name: string;
  /** The name derived only from the User-Agent of `initialize`. */
  readonly agent: string;
  /** `YYYY-MM-DD` */
  readonly day: string;
}

/** A member's stored consent to an assistant (core/access/oauth). Such a client has no secret. */
export interface AssistantSignIn {
  readonly personId: string;
  /** The assistant that the member allowed; the client's name is the name it gives itself. */
  readonly oauthClientId: string;
  /** When the last access token was issued; null if none was requested yet. */
  readonly tokenAtMs: number | null;
}

/** A key or an assistant sign-in. Only the store and the authentication see secrets (client-store.ts). */
export interface ClientRecord extends ClientIdentity {
  /** The owner's name for it. */
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly createdAtMs: number;
  /** null unless revoked. */
  readonly revokedAtMs: number | null;
  /** The assistants already seen with this key, by name (assistant-activity.ts). */
  readonly assistantNames: ReadonlySet<string>;
  /** The latest introduction of an assistant with this key. */
  readonly introduction?: Introduction;
  /**
   * Two characters that the account's usage rows and budgets name a live client by. Sign-ins of one member with one
   * assistant share one. Absent for test and trial clients.
   */
  readonly number?: string;
  /** Absent for a key. */
  readonly signIn?: AssistantSignIn;
}

export interface Caller {
  readonly account: Account;
  readonly client: ClientRecord;
  /** The scopes of this request: the key's, limited to those of the access token if it used one. */
  readonly scopes: ReadonlySet<Scope>;
  readonly usage: UsageSnapshot;
  /** The receipt of the request's Idempotency-Key if that was used before; it may have expired. */
  readonly receipt?: Receipt | undefined;
}
