/** Port: stores statements and reads their source data. Every read sees every finished write. */
import type { AuditLine, StoredAuditLine } from '../accounts/audit-line.ts';
import type { Account } from '../accounts/account.ts';
import type { PeriodUsage, UsageSnapshot } from '../accounts/usage.ts';
import type { ChargedPart } from './found-parts.ts';
import type { ClientDays } from './key-use.ts';
import type { Correction, FoundPart, Statement } from './statement.ts';

/** A statement with its period's row as it was read, which must be unchanged when the statement is written. */
export interface StatementToWrite {
  readonly statement: Statement;
  readonly usage: PeriodUsage | undefined;
  readonly found: readonly FoundPart[];
  readonly audit: AuditLine;
}

/** `changed`: the row or a correction was changed since it was read. */
export type WriteResult = 'written' | 'exists' | 'changed';

export interface StatementStore {
  readAccount(accountId: string): Promise<Account | undefined>;
  /** Returns the lines since `sinceMs`, oldest first. */
  readTrail(accountId: string, sinceMs: number): Promise<readonly StoredAuditLine[]>;
  /** Returns every period with a usage row, and what each client used of it. */
  readUsageHistory(accountId: string): Promise<Pick<UsageSnapshot, 'periods' | 'counts'>>;
  /** Returns every part that was charged, in any order. */
  readChargedParts(accountId: string): Promise<readonly ChargedPart[]>;
  /** Returns keys and sign-ins, and the calls of each day that is kept. */
  readClientDays(accountId: string): Promise<ClientDays>;
  /** Oldest first. */
  listStatements(accountId: string): Promise<readonly Statement[]>;
  readStatement(accountId: string, periodKey: string): Promise<Statement | undefined>;
  /** Returns the parts as they were written with the statement. */
  readStatedParts(statement: Statement): Promise<readonly FoundPart[]>;
  /**
   * Writes a statement once per account and period, in one transaction with its audit line and the corrections that it
   * includes.
   */
  writeStatement(wanted: StatementToWrite): Promise<WriteResult>;
  /** Returns the corrections that no statement includes yet, in any order. */
  listOpenCorrections(accountId: string): Promise<readonly Correction[]>;
  /** Returns false if the account already has the correction. */
  addCorrection(accountId: string, correction: Correction, audit: AuditLine): Promise<boolean>;
}
