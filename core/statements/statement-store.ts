/** The port to statements and to what they are made of. Every read sees every finished write. */
import type { AuditLine, StoredAuditLine } from '../accounts/audit-line.ts';
import type { Account } from '../accounts/plan.ts';
import type { PeriodUsage } from '../accounts/usage.ts';
import type { Correction, FoundPart, KeyUse, Statement } from './statement.ts';

/** A statement with what it must be written over: its period's row as it was read. */
export interface StatementToWrite {
  readonly statement: Statement;
  readonly usage: PeriodUsage | undefined;
  readonly found: readonly FoundPart[];
  readonly audit: AuditLine;
}

/** `changed`: the row or a correction is not any more what the statement was made of. */
export type WriteOutcome = 'written' | 'exists' | 'changed';

export interface StatementStore {
  readAccount(accountId: string): Promise<Account | undefined>;
  /** The lines since the moment, oldest first. */
  readTrail(accountId: string, sinceMs: number): Promise<readonly StoredAuditLine[]>;
  /** Every period with a billed call. */
  readPeriods(accountId: string): Promise<ReadonlyMap<string, PeriodUsage>>;
  /** The parts that were charged on the row of the period, in the order of their finding. */
  readFoundParts(accountId: string, periodKey: string): Promise<readonly FoundPart[]>;
  /** What live keys used from the first day to before the last, as far as it is kept; the most tokens first. */
  readKeyUse(accountId: string, startMs: number, endMs: number): Promise<readonly KeyUse[]>;
  /** Oldest first. */
  listStatements(accountId: string): Promise<readonly Statement[]>;
  readStatement(accountId: string, periodKey: string): Promise<Statement | undefined>;
  /** The parts as they were written with the statement. */
  readStatedParts(statement: Statement): Promise<readonly FoundPart[]>;
  /** In one transaction with its audit line, and with the corrections that it takes up; once for an account and period. */
  writeStatement(wanted: StatementToWrite): Promise<WriteOutcome>;
  /** Those that no statement has taken up, oldest first. */
  listOpenCorrections(accountId: string): Promise<readonly Correction[]>;
  /** False when the account has the correction already. */
  addCorrection(accountId: string, correction: Correction, audit: AuditLine): Promise<boolean>;
}
