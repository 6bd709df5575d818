/** Port: stores statements and reads their source data. Every read sees every finished write. */
import type { AuditLine, StoredAuditLine } from '../plans/audit-line.ts';
import type { Account } from '../plans/plan.ts';
import type { PeriodUsage } from '../plans/usage.ts';
import type { Period } from '../meter/periods.ts';
import type { Correction, FoundPart, KeyUse, Statement } from './statement.ts';

/** A statement with its period's row as it was read, which must be unchanged when the statement is written. */
export interface StatementToWrite {
  readonly statement: Statement;
  readonly usage: PeriodUsage | undefined;
  readonly found: readonly FoundPart[];
  readonly audit: AuditLine;
}

/** `changed`: the row or a correction was changed since it was read. */
export type WriteOutcome = 'written' | 'exists' | 'changed';

export interface StatementStore {
  readAccount(accountId: string): Promise<Account | undefined>;
  /** Returns the lines since `sinceMs`, oldest first. */
  readTrail(accountId: string, sinceMs: number): Promise<readonly StoredAuditLine[]>;
  /** Returns every period with a usage row. */
  readPeriods(accountId: string): Promise<ReadonlyMap<string, PeriodUsage>>;
  /** Returns the parts that were charged on the period's row, in the order in which they were found. */
  readFoundParts(accountId: string, periodKey: string): Promise<readonly FoundPart[]>;
  /**
   * Returns the use of keys and sign-ins in the period; most tokens first. Tokens are those that the meter counted, so that they and those of others are
   * the account's; calls are those of the days, as far as they are kept. Sign-ins that share a client number are one.
   */
  readKeyUse(accountId: string, period: Period): Promise<readonly KeyUse[]>;
  /** Oldest first. */
  listStatements(accountId: string): Promise<readonly Statement[]>;
  readStatement(accountId: string, periodKey: string): Promise<Statement | undefined>;
  /** Returns the parts as they were written with the statement. */
  readStatedParts(statement: Statement): Promise<readonly FoundPart[]>;
  /** Writes a statement once per account and period, in one transaction with its audit line and the corrections that it includes. */
  writeStatement(wanted: StatementToWrite): Promise<WriteOutcome>;
  /** Returns the corrections that no statement includes yet, oldest first. */
  listOpenCorrections(accountId: string): Promise<readonly Correction[]>;
  /** Returns false if the account already has the correction. */
  addCorrection(accountId: string, correction: Correction, audit: AuditLine): Promise<boolean>;
}
