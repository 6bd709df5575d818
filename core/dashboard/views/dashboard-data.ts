/**
 * Shapes stored data as JSON for the dashboard; web/ imports the types. Amounts of money are text in dollars. Text from
 * customers and assistants is returned as stored; the dashboard displays it as text, never as HTML.
 */
import type { StoredAuditLine } from '../../billing/accounts/audit-line.ts';
import type { ClientRecord } from '../../billing/accounts/caller.ts';
import { permissionsOf } from '../../access/auth/permissions.ts';
import type { Account } from '../../billing/accounts/account.ts';
import type { UsageSnapshot } from '../../billing/accounts/usage.ts';
import type { AssistantDay, ConnectedAssistant } from '../../access/assistants/list-assistants.ts';
import type { Budget } from '../../billing/plans/budget.ts';
import { budgetStanding, clientUse } from '../../billing/meter/client-share.ts';
import { capStanding } from '../../billing/meter/cap-standing.ts';
import { periodAt } from '../../billing/meter/periods.ts';
import { overageTokens, periodCostNanoUsd } from '../../billing/meter/spending-cap.ts';
import { callCounts } from '../../billing/statements/statement.ts';
import { usageReport, type UsageReport } from '../../billing/meter/usage-report.ts';
import { readClientId } from '../../identifiers.ts';
import { centsToNanoUsd, formatUsd, NANO_USD_PER_CENT } from '../../money.ts';
import type { Member } from '../../access/people/person.ts';
import { dayOf, timeText, timeTextOrNull } from '../../time.ts';

export type MemberData = ReturnType<typeof memberData>;
export type BudgetChoice = NonNullable<ReturnType<typeof budgetChoice>>;
export type SpendingData = NonNullable<ReturnType<typeof spendingData>>;
export type BudgetUse = SpendingData['day'];
export type KeyData = ReturnType<typeof keyData>;
export type AssistantData = ReturnType<typeof assistantData>;
export type PeriodData = ReturnType<typeof periodList>[number];
export type TrailData = ReturnType<typeof trailData>;

/** The use of one key on one day of the current period. */
export interface DayData {
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly client_id: string;
  readonly tokens: number;
  readonly billed_calls: number;
  readonly calls: number;
}

/** @param undeliverableSinceMs since when email to the member bounces; null if it is delivered */
export function memberData(member: Member, undeliverableSinceMs: number | null = null) {
  const { personId, email, role, notices, invitedAtMs, acceptedAtMs, signedInAtMs } = member;
  return {
    person_id: personId,
    email,
    role,
    notices,
    /** When email to the address started to bounce; null if it is delivered. */
    mail_returned_at: timeTextOrNull(undeliverableSinceMs),
    invited_at: timeText(invitedAtMs),
    /** null while the invitation is not accepted. */
    accepted_at: timeTextOrNull(acceptedAtMs),
    signed_in_at: timeTextOrNull(signedInAtMs),
  };
}

/** A budget as an owner sets it; null: not bounded. */
export function budgetChoice(budget: Budget | null) {
  return budget && { every: budget.every, tokens: budget.tokens, research_cents: budget.researchCents };
}

/**
 * Returns what a live key or sign-in may spend, and what it has spent; null for what cannot have a budget: test and
 * trial keys, and revoked ones.
 * @param usage the rows of the account
 */
export function spendingData(account: Account, client: ClientRecord, usage: UsageSnapshot, nowMs: number) {
  const spender = { account, client, usage };
  const use = (every: Budget['every']) => {
    const used = clientUse(spender, every, nowMs);
    return (
      used && {
        tokens: used.tokens,
        research_cents: used.researchNanoUsd / NANO_USD_PER_CENT,
        resets_at: timeText(used.resetsAtMs),
      }
    );
  };
  const [day, period] = [use('day'), use('period')];
  if (day === undefined || period === undefined || client.revokedAtMs !== null) return null;
  const budget = budgetChoice(budgetStanding(spender, nowMs));
  const hasOwn = client.number !== undefined && account.budgets?.has(client.number) === true;
  return {
    budget,
    /** Whether the budget is that of every sign-in without one of its own. */
    as_all_sign_ins: budget !== null && !hasOwn,
    /** What counts toward a budget by day or by period, whichever it has or gets. */
    day,
    period,
  };
}

export function keyData({ clientId, name, kind, scopes, createdAtMs, revokedAtMs }: ClientRecord) {
  return {
    client_id: clientId,
    name,
    kind,
    permissions: permissionsOf(scopes),
    created_at: timeText(createdAtMs),
    revoked_at: timeTextOrNull(revokedAtMs),
  };
}

export function assistantData(assistant: ConnectedAssistant, spending: SpendingData | null) {
  return {
    name: assistant.name,
    client_id: assistant.clientId,
    key_name: assistant.keyName,
    /** Absent for a key. The email address is null if the person is no longer a member. */
    ...(assistant.signInOf !== undefined && {
      sign_in_of: { person_id: assistant.signInOf.personId, email: assistant.signInOf.email },
    }),
    permissions: assistant.permissions,
    /** null if the assistant is signed in but has not called yet. */
    first_used_at: timeTextOrNull(assistant.firstUsedMs),
    last_used_at: timeTextOrNull(assistant.lastUsedMs),
    billed_calls_last_30_days: assistant.billedCallsLast30Days,
    calls_last_30_days: assistant.callsLast30Days,
    tokens_last_30_days: assistant.tokensLast30Days,
    revoked: assistant.revoked,
    /** That of its key or sign-in, which other assistants may share. */
    spending: assistant.revoked ? null : spending,
  };
}

/** Returns the usage report of the account for a live key. */
export function accountReport(
  account: Account,
  usage: UsageSnapshot,
  dashboardUrl: string,
  nowMs: number,
): UsageReport {
  return usageReport({ account, usage, client: { kind: 'live' } }, dashboardUrl, nowMs);
}

/** Sums the use of each key on each day of the current period over its assistants. */
export function daysOfPeriod(account: Account, days: readonly AssistantDay[], nowMs: number): readonly DayData[] {
  const { startMs } = periodAt(account.anchorDay, nowMs);
  const firstDay = dayOf(startMs);
  const sums = new Map<string, DayData>();
  for (const { clientId, day, tokens, billed, calls } of days) {
    if (day < firstDay) continue;
    const id = `${day} ${clientId}`;
    const before = sums.get(id);
    sums.set(id, {
      day,
      client_id: clientId,
      tokens: (before?.tokens ?? 0) + tokens,
      billed_calls: (before?.billed_calls ?? 0) + billed,
      calls: (before?.calls ?? 0) + calls,
    });
  }
  return [...sums.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
}

/** Counts all calls of the current period, without those of test keys, and how many of them were billed. */
export function callsOfPeriod(
  { anchorDay }: Account,
  { periods }: UsageSnapshot,
  days: readonly DayData[],
  nowMs: number,
) {
  const billed = periods.get(periodAt(anchorDay, nowMs).key)?.calls ?? 0;
  const ofKeys = days.filter(({ client_id: id }) => readClientId(id)?.kind !== 'test');
  const counts = callCounts(
    billed,
    ofKeys.map((day) => ({ billedCalls: day.billed_calls, calls: day.calls })),
  );
  return { billed: counts.billedCalls, all: counts.calls };
}

export function periodList({ periods }: UsageSnapshot) {
  return [...periods]
    .map(([period, usage]) => ({
      period,
      tokens: usage.tokens,
      tokens_included: usage.tokensIncluded,
      tokens_overage: overageTokens(usage),
      billed_calls: usage.calls,
      items: usage.items,
      // The charge as a statement would show it now; reserved money is shown with the cap.
      research_usd: formatUsd(usage.researchNanoUsd - usage.reservedNanoUsd),
      cost_usd: formatUsd(periodCostNanoUsd(usage) - usage.reservedNanoUsd),
    }))
    .sort((a, b) => (a.period < b.period ? 1 : -1));
}

export function capData(account: Account, usage: UsageSnapshot, nowMs: number) {
  const { capNanoUsd, spentNanoUsd, reservedNanoUsd, leftNanoUsd } = capStanding({ account, usage }, nowMs);
  const used = spentNanoUsd + reservedNanoUsd;
  const researchNanoUsd = usage.periods.get(periodAt(account.anchorDay, nowMs).key)?.chargedNanoUsd ?? 0;
  return {
    cap_cents: account.spendingCapCents,
    cap_usd: account.spendingCapCents === null ? null : formatUsd(centsToNanoUsd(account.spendingCapCents)),
    spent_usd: formatUsd(spentNanoUsd),
    /** The part of `spent_usd` that is overage; `research_usd` is the other part. */
    tokens_usd: formatUsd(spentNanoUsd - researchNanoUsd),
    research_usd: formatUsd(researchNanoUsd),
    reserved_usd: formatUsd(reservedNanoUsd),
    left_usd: leftNanoUsd === null ? null : formatUsd(leftNanoUsd),
    /** Whole percent of the cap, including reserved money; null without a cap. */
    used_percent: capNanoUsd === null ? null : capNanoUsd === 0 ? 100 : Math.floor((100 * used) / capNanoUsd),
  };
}

export function trailData({ atMs, who, what, details }: StoredAuditLine) {
  return { at: timeText(atMs), who, what, details };
}
