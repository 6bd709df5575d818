/** The port to accounts and keys for those who change them. Every change is written together with its line in the audit trail, or not at all. */
import type { AuditLine } from '../accounts/audit-line.ts';
import type { Account } from '../accounts/plan.ts';
import type { ClientIdentity } from '../identifiers.ts';
import type { ClientRecord } from '../accounts/caller.ts';
import type { ClientSecret } from '../auth/client-secret.ts';

/** A row together with the number of its state: a change is written only over the state that it was decided from. */
export interface Versioned<T> {
  readonly value: T;
  readonly revision: number;
}

export interface ClientWithSecrets {
  readonly client: ClientRecord;
  readonly secrets: readonly ClientSecret[];
}

export interface AdministrationStore {
  /** Undefined when there is no such account. Sees every finished change, as do all reads here. */
  readAccount(accountId: string): Promise<Versioned<Account> | undefined>;
  /** False when the id is taken. */
  createAccount(account: Account, audit: AuditLine): Promise<boolean>;
  /** False when the account was changed since it was read. */
  changeAccount(account: Account, revision: number, audit: AuditLine): Promise<boolean>;
  readClient(identity: ClientIdentity): Promise<Versioned<ClientWithSecrets> | undefined>;
  /** Every key of the account, revoked ones too, oldest first. */
  listClients(accountId: string): Promise<readonly ClientRecord[]>;
  /** Counts as a change of the account. False when that is not of this revision any more, or the client id is taken. */
  createClient(client: ClientWithSecrets, audit: AuditLine, accountRevision: number): Promise<boolean>;
  /** False when the client was changed since it was read. */
  changeClient(client: ClientWithSecrets, revision: number, audit: AuditLine): Promise<boolean>;
  /** Adds a line on what belongs to no account. */
  addStageLine(audit: AuditLine): Promise<void>;
  /** The latest of them, newest first. */
  listStageLines(limit: number): Promise<readonly AuditLine[]>;
  /** The account's latest lines, newest first. */
  listAuditLines(accountId: string, limit: number): Promise<readonly AuditLine[]>;
}
