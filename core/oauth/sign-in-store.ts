/**
 * The port to grants as the token endpoint sees them: the client row, and beside what every request reads of it the code and the refresh tokens.
 * test/core/oauth/sign-in-store-contract.ts holds what is promised here, for every store.
 */
import type { AuditLine } from '../accounts/audit-line.ts';
import type { ClientRecord, SignInGrant } from '../accounts/caller.ts';
import type { Account } from '../accounts/plan.ts';
import type { ClientIdentity } from '../identifiers.ts';
import type { RefreshChain } from './assistant-sign-in.ts';

export interface GrantClient extends ClientRecord {
  readonly grant: SignInGrant;
}

/** A code as it is stored, with all that it is bound to besides account and person. */
export interface StoredCode {
  readonly sha256: string;
  readonly redirectUri: string;
  readonly codeChallenge: string;
  readonly validUntilMs: number;
  /** null: not yet. */
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
   * Writes the grant and its code, which nothing is issued for yet. Counts as a change of the account.
   * False when the account is not of this revision any more: a member may have been removed meanwhile.
   */
  createGrant(
    client: GrantClient,
    code: Omit<StoredCode, 'usedAtMs'>,
    audit: AuditLine,
    accountRevision: number,
  ): Promise<boolean>;
  /** Undefined when there is no such client, or it is a key. Consistent. */
  readGrant(identity: ClientIdentity): Promise<StoredGrant | undefined>;
  /** Spends the code and begins the chain, both or neither. False when the code was spent, or the grant revoked, meanwhile. */
  redeemCode(identity: ClientIdentity, codeSha256: string, begun: RefreshChain, nowMs: number): Promise<boolean>;
  /** Replaces the chain. False when it is not the one that was read any more, or the grant was revoked meanwhile. */
  rotate(identity: ClientIdentity, read: RefreshChain, next: RefreshChain): Promise<boolean>;
}
