/** The port through which a request reads everything stored about its caller. */
import type { Account } from '../accounts/plan.ts';
import type { Receipt } from '../accounts/receipt.ts';
import type { UsageSnapshot } from '../accounts/usage.ts';
import type { ClientIdentity } from '../identifiers.ts';
import type { ClientRecord } from '../accounts/caller.ts';
import type { ClientSecret } from './client-secret.ts';

export interface StoredCaller {
  readonly account: Account;
  readonly client: ClientRecord;
  readonly secrets: readonly ClientSecret[];
  readonly usage: UsageSnapshot;
  /** Of the key that was asked for. */
  readonly receipt?: Receipt | undefined;
}

export interface ClientStore {
  /**
   * Account, client and usage rows in one consistent read: every earlier change is visible. Undefined when the client or account does not
   * exist. Throws when the store could not answer for every row: that is an internal error, never a wrong credential.
   * @param keyHash of an Idempotency-Key, whose receipt is read with them
   */
  readCaller(identity: ClientIdentity, nowMs: number, keyHash?: string): Promise<StoredCaller | undefined>;
}
