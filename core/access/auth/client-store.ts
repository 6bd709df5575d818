/** Port: reads everything stored about the caller of a request. */
import type { Account } from '../../billing/accounts/account.ts';
import type { Receipt } from '../../billing/accounts/receipt.ts';
import type { UsageSnapshot } from '../../billing/accounts/usage.ts';
import type { ClientIdentity } from '../../identifiers.ts';
import type { ClientRecord } from '../../billing/accounts/caller.ts';
import type { ClientSecret } from './client-secret.ts';

export interface StoredCaller {
  readonly account: Account;
  readonly client: ClientRecord;
  readonly secrets: readonly ClientSecret[];
  readonly usage: UsageSnapshot;
  /** The receipt of the Idempotency-Key that `keyHash` names. */
  readonly receipt?: Receipt | undefined;
}

export interface ClientStore {
  /**
   * Reads account, client and usage rows in one consistent read, so every earlier change is visible. Returns undefined
   * if the client or account does not exist. Throws if the store could not read every row: that is an internal error,
   * never a wrong credential.
   * @param keyHash the hash of an Idempotency-Key; its receipt is read too
   */
  readCaller(identity: ClientIdentity, nowMs: number, keyHash?: string): Promise<StoredCaller | undefined>;
}
