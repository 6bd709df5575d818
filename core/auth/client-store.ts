/** The port through which a request learns all that is stored about its caller. */
import type { Account } from '../accounts/plan.ts';
import type { UsageSnapshot } from '../accounts/usage.ts';
import type { ClientIdentity } from '../identifiers.ts';
import type { ClientRecord } from '../accounts/caller.ts';
import type { ClientSecret } from './client-secret.ts';

export interface StoredCaller {
  readonly account: Account;
  readonly client: ClientRecord;
  readonly secrets: readonly ClientSecret[];
  readonly usage: UsageSnapshot;
}

export interface ClientStore {
  /**
   * Account, client and usage rows in one consistent read: a change that was finished before is always seen. Undefined when there is no
   * such client or account. Throws when the store could not answer for every row: that is our error, never a wrong credential.
   */
  readCaller(identity: ClientIdentity, nowMs: number): Promise<StoredCaller | undefined>;
}
