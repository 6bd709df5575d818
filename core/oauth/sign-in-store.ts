/**
 * Stores assistant sign-ins for the token endpoint: the client row with code and refresh tokens.
 * test/core/oauth/sign-in-store-contract.ts tests these promises for every store.
 */
import type { AuditLine } from '../accounts/audit-line.ts';
import type { ClientRecord, SignInGrant } from '../accounts/caller.ts';
import type { Account } from '../accounts/plan.ts';
import type { ClientIdentity } from '../identifiers.ts';
import type { RefreshChain } from './assistant-sign-in.ts';

export interface GrantClient extends ClientRecord {
  readonly grant: SignInGrant;
}

/** A stored code with everything it is bound to, except account and person. */
export interface StoredCode {
  readonly sha256: string;
  readonly redirectUri: string;
  readonly codeChallenge: string;
  readonly validUntilMs: number;
  /** null until used. */
  readonly usedAtMs: number | null;
}

export interface StoredGrant {
  readonly account: Account;
  readonly client: GrantClient;
  /** Whether the person still belongs to the account. */
  readonly isMember: boolean;
  readonly code: StoredCode;
  /** Undefined until the code was used. */
  readonly chain: RefreshChain | undefined;
}

export interface GrantStore {
  /**
   * Writes the grant and its code; no token is issued yet. It counts as a change of the account.
   * Returns false when the account's revision has changed: a member may have been removed meanwhile.
   */
  createGrant(
    client: GrantClient,
    code: Omit<StoredCode, 'usedAtMs'>,
    audit: AuditLine,
    accountRevision: number,
  ): Promise<boolean>;
  /** Undefined when the client does not exist or is a key. A consistent read. */
  readGrant(identity: ClientIdentity): Promise<StoredGrant | undefined>;
  /** Spends the code and starts the chain, both or neither. Returns false when the code was spent or the grant revoked meanwhile. */
  redeemCode(identity: ClientIdentity, codeSha256: string, begun: RefreshChain, nowMs: number): Promise<boolean>;
  /** Replaces the chain. Returns false when it is no longer the one that was read, or the grant was revoked meanwhile. */
  rotate(identity: ClientIdentity, read: RefreshChain, next: RefreshChain): Promise<boolean>;
}
