/**
 * Closes the finished periods of an account in order. Each gets one statement, even if several runs close it
 * (docs/reference/billing.md#statements). A period is closed once nothing can change its row: no debit of a call that
 * began in it, and no settlement of research.
 */
import type { Account } from '../accounts/account.ts';
import type { AuditLine, StoredAuditLine } from '../accounts/audit-line.ts';
import type { UsageSnapshot } from '../accounts/usage.ts';
import { DAY_MS } from '../../time.ts';
import { periodAt, type Period } from '../meter/periods.ts';
import { accountOfPeriod, openedAtMs } from './account-history.ts';
import {
  billedUsage,
  differencesOf,
  draftStatement,
  isBilled,
  type Difference,
  type StatementSources,
} from './draft-statement.ts';
import { foundPartsOf } from './found-parts.ts';
import { keyUseOf } from './key-use.ts';
import type { Correction, FoundPart, Statement } from './statement.ts';
import type { StatementStore } from './statement-store.ts';

/** Longer than any write of a call that began before the period's end can take. */
export const LATE_DEBITS_MS = 3_600_000;
/**
 * With at most this many corrections, a statement fits into one transaction; further corrections wait for the next
 * statement.
 */
const MAX_CORRECTIONS = 50;
const MAX_ATTEMPTS = 5;
/** An enrichment request waits at most seven days, so an older reserve is never released automatically. */
const STUCK_AFTER_MS = 8 * DAY_MS;

/** Why an account's next period is not closed. */
export type Stopped = { readonly periodKey: string; readonly endMs: number } & WhyStopped;

type WhyStopped =
  | { readonly kind: 'research_open'; readonly reservedNanoUsd: number }
  | { readonly kind: 'differs'; readonly differences: readonly Difference[] }
  | { readonly kind: 'changed_meanwhile' };

/** Whether no later run can close the period without an operator. */
export function isStuck({ kind, endMs }: Stopped, nowMs: number): boolean {
  return kind === 'differs' || endMs + STUCK_AFTER_MS <= nowMs;
}

export interface Closed {
  /** In the order of their periods. */
  readonly statements: readonly Statement[];
  readonly stopped: Stopped | undefined;
}

/** Returns undefined if there is no such account. */
export async function closeStatements(
  store: StatementStore,
  accountId: string,
  { who }: { readonly who: string },
  nowMs: number,
): Promise<Closed | undefined> {
  const known = await readKnown(store, accountId);
  if (known === undefined) return undefined;
  const due = periodsSince(known, nowMs).filter(({ endMs }) => endMs + LATE_DEBITS_MS <= nowMs);
  const statements: Statement[] = [];
  for (const [place, period] of due.entries()) {
    const end = await closePeriod(store, { known, period, isLast: place === due.length - 1, who }, nowMs);
    switch (end.kind) {
      case 'closed':
        statements.push(end.statement);
        break;
      case 'stopped':
        return { statements, stopped: end.why };
      case 'nothing':
        break;
    }
  }
  return { statements, stopped: undefined };
}

interface OpenStatement {
  readonly statement: Statement;
  readonly parts: readonly FoundPart[];
  readonly reservedNanoUsd: number;
}

/** Drafts the statement of the current period as of now. Returns undefined if there is no such account. */
export async function openStatement(
  store: StatementStore,
  accountId: string,
  nowMs: number,
): Promise<OpenStatement | undefined> {
  const known = await readKnown(store, accountId);
  if (known === undefined) return undefined;
  const period = periodAt(known.account.anchorDay, nowMs);
  const corrections = await takenUp(store, accountId);
  const billed = billedUsage(known.usage.periods.get(period.key));
  const account = accountOfPeriod(known.account, known.trail, period, billed);
  const sources = await readSources(store, { account, period, history: known.usage, corrections });
  const { usage, found } = sources;
  return { statement: draftStatement(sources, nowMs), parts: found, reservedNanoUsd: usage?.reservedNanoUsd ?? 0 };
}

/** The data that is read once for all periods of an account. */
interface Known {
  readonly account: Account;
  readonly trail: readonly StoredAuditLine[];
  readonly usage: Pick<UsageSnapshot, 'periods' | 'counts'>;
  readonly last: Statement | undefined;
}

/** Reads the account before its audit trail, so that a change between the two reads is undone, not missed. */
async function readKnown(store: StatementStore, accountId: string): Promise<Known | undefined> {
  const account = await store.readAccount(accountId);
  if (account === undefined) return undefined;
  const [statements, usage] = await Promise.all([store.listStatements(accountId), store.readUsageHistory(accountId)]);
  const last = statements.at(-1);
  const trail = await store.readTrail(accountId, last?.endMs ?? 0);
  return { account, trail, usage, last };
}

/**
 * Returns the periods since the last statement, or since the account was opened, up to and including the current one.
 */
function periodsSince({ account, trail, usage, last }: Known, nowMs: number): readonly Period[] {
  const firstUsed = [...usage.periods.keys()].sort()[0];
  const startMs =
    // Stryker disable next-line ConditionalExpression: a start of now, or of no time, leaves no finished period
    last?.endMs ?? openedAtMs(trail) ?? (firstUsed === undefined ? nowMs : periodStart(account, firstUsed));
  // Stryker disable next-line ArrayDeclaration: closeStatements() skips an entry without an end
  const found: Period[] = [];
  // Stryker disable next-line EqualityOperator: a period that begins now has not ended, so it is not due
  for (let atMs = startMs; atMs <= nowMs;) {
    const period = periodAt(account.anchorDay, atMs);
    found.push(period);
    atMs = period.endMs;
  }
  return found;
}

function periodStart({ anchorDay }: Account, periodKey: string): number {
  return Date.parse(`${periodKey}-${String(anchorDay).padStart(2, '0')}T00:00:00Z`);
}

interface Closing {
  readonly known: Known;
  readonly period: Period;
  /** Only the last period to close gets a statement that consists of corrections. */
  readonly isLast: boolean;
  readonly who: string;
}

/** `nothing`: there is nothing to state, or another run was faster. */
type PeriodEnd =
  | { readonly kind: 'closed'; readonly statement: Statement }
  | { readonly kind: 'stopped'; readonly why: Stopped }
  | { readonly kind: 'nothing' };

async function closePeriod(
  store: StatementStore,
  { known, period, isLast, who }: Closing,
  nowMs: number,
): Promise<PeriodEnd> {
  const { accountId } = known.account;
  const { key: periodKey, endMs } = period;
  const stopped = (why: WhyStopped): PeriodEnd => ({ kind: 'stopped', why: { ...why, periodKey, endMs } });
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const history = attempt === 1 ? known.usage : await store.readUsageHistory(accountId);
    const usage = history.periods.get(periodKey);
    if (usage !== undefined && usage.reservedNanoUsd > 0)
      return stopped({ kind: 'research_open', reservedNanoUsd: usage.reservedNanoUsd });
    const account = accountOfPeriod(known.account, known.trail, period, billedUsage(usage));
    const isDue = isBilled({ account, usage });
    if (!isDue && !isLast) return { kind: 'nothing' };
    const corrections = await takenUp(store, accountId);
    if (!isDue && corrections.length === 0) return { kind: 'nothing' };
    const sources = await readSources(store, { account, period, history, corrections });
    const statement = draftStatement(sources, nowMs);
    const differences = differencesOf(sources, statement);
    if (differences.length > 0) return stopped({ kind: 'differs', differences });
    const audit = auditLine(statement, who, nowMs);
    const result = await store.writeStatement({ statement, usage, found: sources.found, audit });
    if (result !== 'changed') return result === 'written' ? { kind: 'closed', statement } : { kind: 'nothing' };
  }
  return stopped({ kind: 'changed_meanwhile' });
}

/** Returns the oldest open corrections. */
async function takenUp(store: StatementStore, accountId: string): Promise<readonly Correction[]> {
  return (
    (await store.listOpenCorrections(accountId))
      // Stryker disable next-line EqualityOperator: no two corrections have the same id
      .toSorted((a, b) => a.atMs - b.atMs || (a.correctionId < b.correctionId ? -1 : 1))
      .slice(0, MAX_CORRECTIONS)
  );
}

async function readSources(
  store: StatementStore,
  wanted: Pick<StatementSources, 'account' | 'period' | 'corrections'> & { readonly history: Known['usage'] },
): Promise<StatementSources> {
  const { account, period, history, corrections } = wanted;
  const usage = history.periods.get(period.key);
  const [charged, days] = await Promise.all([
    // Stryker disable next-line ArrayDeclaration: foundPartsOf() leaves out whatever is not of the period
    usage === undefined ? [] : store.readChargedParts(account.accountId),
    store.readClientDays(account.accountId),
  ]);
  const keys = keyUseOf(period, days, history.counts?.get(period.key));
  return { account, period, usage, found: foundPartsOf(period.key, charged), keys, corrections };
}

function auditLine({ periodKey, totalNanoUsd, totalCents }: Statement, who: string, nowMs: number): AuditLine {
  const details = { period: periodKey, total_nano_usd: totalNanoUsd, total_cents: totalCents };
  return { who, what: 'statement.closed', details, atMs: nowMs };
}
