/**
 * The port that stores assistant sign-ins for the token endpoint: the client row with its code and refresh tokens.
 * test/core/access/oauth/assistant-sign-in-store-contract.ts tests every implementation.
 */
import type { AuditLine } from '../../billing/accounts/audit-line.ts';
import type { ClientRecord, AssistantSignIn } from '../../billing/accounts/caller.ts';
import type { Account } from '../../billing/accounts/account.ts';
import type { ClientIdentity } from '../../identifiers.ts';
import type { RefreshChain } from './assistant-sign-in.ts';

export interface AssistantClient extends ClientRecord {
  readonly signIn: AssistantSignIn;
}

/** A stored code with the values it is bound to, except account and person. */
export interface StoredCode {
  readonly sha256: string;
  readonly redirectUri: string;
  readonly codeChallenge: string;
  readonly validUntilMs: number;
  /** Null until the code is used. */
  readonly usedAtMs: number | null;
}

export interface StoredAssistantSignIn {
  readonly account: Account;
  readonly client: AssistantClient;
  /** Whether the person still belongs to the account. */
  readonly isMember: boolean;
  readonly code: StoredCode;
  /** Undefined until the code was used. */
  readonly chain: RefreshChain | undefined;
}

export interface AssistantSignInStore {
  /**
   * Writes the sign-in and its code, without a token, and changes the account's revision.
   * Returns false if the revision had changed, because a member may have been removed meanwhile.
   * @param clientsNumbered how many clients of the account have a number now; absent if this one has none, or that of
   * an earlier sign-in
   */
  createSignIn(
    client: AssistantClient,
    code: Omit<StoredCode, 'usedAtMs'>,
    audit: AuditLine,
    accountRevision: number,
    clientsNumbered?: number,
  ): Promise<boolean>;
  /** Reads consistently. Returns undefined if the client does not exist or is a key. */
  readSignIn(identity: ClientIdentity): Promise<StoredAssistantSignIn | undefined>;
  /**
   * Spends the code and starts the chain atomically. Returns false if the code was used or the sign-in revoked
   * meanwhile.
   */
  redeemCode(identity: ClientIdentity, codeSha256: string, begun: RefreshChain, nowMs: number): Promise<boolean>;
  /**
   * Replaces the chain. Returns false if it is no longer the one that was read, or the sign-in was revoked meanwhile.
   */
  rotate(identity: ClientIdentity, read: RefreshChain, next: RefreshChain): Promise<boolean>;
}
