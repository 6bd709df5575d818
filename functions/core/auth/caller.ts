/** Who is calling: an authenticated client with its account, as one consistent read found them at the start of the request. */
import type { Account } from '../billing/plan.ts';
import type { UsageSnapshot } from '../billing/usage.ts';
import type { ClientIdentity } from '../identifiers.ts';
import type { Scope } from './scopes.ts';

/** A key as the rooms see it. Its secrets stay with the store and the proof (client-store.ts). */
export interface ClientRecord extends ClientIdentity {
  /** What its owner calls it. */
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly createdAtMs: number;
  /** null: not revoked. */
  readonly revokedAtMs: number | null;
  /** The assistants already seen with this key, by name (assistant-activity.ts). */
  readonly assistantNames: ReadonlySet<string>;
}

export interface Caller {
  readonly account: Account;
  readonly client: ClientRecord;
  /** What this request may do: the key's scopes, and of those only the token's when it came with one. */
  readonly scopes: ReadonlySet<Scope>;
  readonly usage: UsageSnapshot;
}
