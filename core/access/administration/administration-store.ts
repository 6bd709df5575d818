/** Port: changes accounts and keys. Every change is written together with its audit line, or not at all. */
import type { AuditLine, StoredAuditLine } from '../../billing/accounts/audit-line.ts';
import type { Budget } from '../../billing/plans/budget.ts';
import type { Account } from '../../billing/accounts/account.ts';
import type { ClientIdentity } from '../../identifiers.ts';
import type { ClientRecord } from '../../billing/accounts/caller.ts';
import type { ClientSecret } from '../auth/client-secret.ts';

/** A row with its revision: a change is written only if the revision is still the same. */
export interface Versioned<T> {
  readonly value: T;
  readonly revision: number;
}

export interface ClientWithSecrets {
  readonly client: ClientRecord;
  readonly secrets: readonly ClientSecret[];
}

/** The budgets of an account once a new key has its own, and the line about that. */
export interface ChangedBudgets {
  readonly budgets: ReadonlyMap<string, Budget>;
  readonly audit: AuditLine;
}

export interface AdministrationStore {
  /** Undefined when the account does not exist. Consistent, like all reads here. */
  readAccount(accountId: string): Promise<Versioned<Account> | undefined>;
  /** Returns false when the id is taken. */
  createAccount(account: Account, audit: AuditLine): Promise<boolean>;
  /**
   * Returns false when the account has changed since it was read.
   * @param settledInvoices count as settled from now on, even if the billing system later reports otherwise
   */
  changeAccount(
    account: Account,
    revision: number,
    audit: AuditLine,
    settledInvoices?: readonly string[],
  ): Promise<boolean>;
  readClient(identity: ClientIdentity): Promise<Versioned<ClientWithSecrets> | undefined>;
  /** All keys of the account, including revoked ones, oldest first. */
  listClients(accountId: string): Promise<readonly ClientRecord[]>;
  /**
   * Counts as a change of the account. Returns false when the account's revision has changed or the client id is taken.
   */
  createClient(
    client: ClientWithSecrets,
    audit: AuditLine,
    accountRevision: number,
    budgeted?: ChangedBudgets,
  ): Promise<boolean>;
  /** Returns false when the client has changed since it was read. */
  changeClient(client: ClientWithSecrets, revision: number, audit: AuditLine): Promise<boolean>;
  /** Adds a line about something that belongs to no account. */
  addStageLine(audit: AuditLine): Promise<void>;
  /** The latest lines that belong to no account, newest first. */
  listStageLines(limit: number): Promise<readonly StoredAuditLine[]>;
  /** The account's latest lines, newest first. */
  listAuditLines(accountId: string, limit: number): Promise<readonly StoredAuditLine[]>;
}
