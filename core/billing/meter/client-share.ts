/**
 * Counts what each client spends on the account's usage row, and keeps its budget (docs/reference/billing.md#budgets).
 * The debit of the account adds to the client's figures and tests its budget in the same write. What no client's
 * figures contain (the dashboard, operators, clients beyond the places of a period) is counted together as others: the
 * account's figures less those of its clients.
 *
 * A client's figures of a day are kept only while its budget is by day. A call that began on the day before and is
 * written after the client's first call of the next day counts toward the next day, so a day's figures never begin
 * anew.
 */
import type { Caller } from '../accounts/caller.ts';
import type { Budget } from '../plans/budget.ts';
import type { Account } from '../accounts/account.ts';
import {
  NOTHING_SPENT,
  type ClientCount,
  type ClientCounts,
  type ClientSum,
  type UsageSnapshot,
} from '../accounts/usage.ts';
import { centsToNanoUsd, type NanoUsd } from '../../money.ts';
import { DAY_MS } from '../../time.ts';
import { periodAt, type Period } from './periods.ts';

/** The places for clients on a period's row: as many as keep it within one write unit. */
export const CLIENT_PLACES = 24;
/** A day's figures take as much room as a place, so budgets by day of all sign-ins leave half of the places. */
const PLACES_WITH_SIGN_IN_DAYS = 12;

/** What a debit depends on of its client; without a number, its debits count toward no client. */
export type PayingClient = Pick<Caller['client'], 'kind' | 'number' | 'signIn'>;

/** Returns the budget of the client with this number, or the account's budget for sign-ins; null if neither applies. */
function budgetOf({ budgets, signInBudget = null }: Account, number: string, isSignIn: boolean): Budget | null {
  return budgets?.get(number) ?? (isSignIn ? signInBudget : null);
}

export interface ShareTerms {
  readonly number: string;
  readonly budget: Budget | null;
  /** Whether the client is an assistant's sign-in, not a key. */
  readonly isSignIn: boolean;
  /** The day on which the call began, in whole days since 1970. */
  readonly day: number;
  /** The first day after the period. */
  readonly endDay: number;
  /** How many places may be taken once a client without a budget has one. */
  readonly places: number;
}

/** What a debit adds to the figures of its client, and the bounds that they must satisfy before. */
export interface ClientShare {
  readonly terms: ShareTerms;
  /** `own`: the row is known to have the client's figures. `new`: the debit adds them. */
  readonly place: 'own' | 'new';
  /** The day whose figures are added to, in whole days since 1970; absent without a budget by day. */
  readonly day?: number;
  /** Days of the month whose figures are over; the debit removes them. */
  readonly outdated: readonly number[];
  /**
   * Absent if the debit has no tokens or the budget does not bound them. Negative if the debit alone is more than the
   * budget.
   */
  readonly tokensAtMost?: number;
  readonly researchAtMost?: NanoUsd;
}

interface SharedAmounts {
  readonly tokens: number;
  readonly researchNanoUsd: NanoUsd;
}

/** Whose debit it is; undefined for a client without a number, and for members and operators. */
export function shareTermsOf(
  account: Account,
  client: PayingClient,
  period: Period,
  nowMs: number,
): ShareTerms | undefined {
  if (client.kind !== 'live' || client.number === undefined) return undefined;
  const isSignIn = client.signIn !== undefined;
  return {
    number: client.number,
    budget: budgetOf(account, client.number, isSignIn),
    isSignIn,
    day: Math.floor(nowMs / DAY_MS),
    endDay: period.endMs / DAY_MS,
    places: placesOf(account),
  };
}

/** Clients without a budget leave places for those with one, twice as many for budgets by day. */
function placesOf({ budgets, signInBudget }: Account): number {
  const byDay = [...(budgets ?? new Map<string, Budget>()).values()].filter(({ every }) => every === 'day').length;
  const bySignIn = signInBudget?.every === 'day' ? PLACES_WITH_SIGN_IN_DAYS : CLIENT_PLACES;
  return Math.max(0, Math.min(bySignIn, CLIENT_PLACES - byDay));
}

/** Returns the client's share of a debit on a row with these counts; undefined if the client is counted with others. */
export function shareOf(
  terms: ShareTerms | undefined,
  counts: ClientCounts | undefined,
  { tokens, researchNanoUsd }: SharedAmounts,
): ClientShare | undefined {
  if (terms === undefined) return undefined;
  const { number, budget, places } = terms;
  const count = counts?.clients.get(number);
  if (count === undefined && budget === null && (counts?.places ?? 0) >= places) return undefined;
  const day = budget?.every === 'day' ? dayCounted(terms, count) : undefined;
  return {
    terms,
    place: count === undefined ? 'new' : 'own',
    ...(day !== undefined && { day }),
    outdated: [...(count?.days.keys() ?? [])].filter((one) => !isUnderWay(one, terms, day)),
    ...(typeof budget?.tokens === 'number' && tokens > 0 && { tokensAtMost: budget.tokens - tokens }),
    ...(typeof budget?.researchCents === 'number' &&
      researchNanoUsd > 0 && { researchAtMost: centsToNanoUsd(budget.researchCents) - researchNanoUsd }),
  };
}

/**
 * Returns whether a day may still be counted: a call that began before midnight also finds the figures of the next day.
 * A debit that counts no day leaves those of the day before, because nothing else on the row tells a late call of that
 * day that it is over.
 */
function isUnderWay(one: number, { day }: ShareTerms, counted: number | undefined): boolean {
  const days = counted === undefined ? [day - 1, day, day + 1] : [day, day + 1];
  return days.some((underWay) => dayOfMonth(underWay) === one);
}

/** The day on which the call began, or the next one if the client was charged on that already. */
function dayCounted({ day, endDay }: ShareTerms, count: ClientCount | undefined): number {
  const isOver = day + 1 < endDay && count?.days.has(dayOfMonth(day + 1)) === true;
  return isOver ? day + 1 : day;
}

/** The day after which the figures of `day` are over; undefined if the period ends with it. */
export function dayAfter({ terms: { endDay }, day }: ClientShare): number | undefined {
  return day === undefined || day + 1 >= endDay ? undefined : day + 1;
}

/** The days of a period have different numbers in their months. @param day in whole days since 1970 */
export function dayOfMonth(day: number): number {
  return new Date(day * DAY_MS).getUTCDate();
}

/** Why a budget refuses a debit: its figures before the debit. */
export interface BudgetRefusal {
  readonly kind: 'budget_reached';
  readonly every: Budget['every'];
  readonly isSignIn: boolean;
  readonly unit: 'tokens' | 'nano_usd';
  readonly used: number;
  readonly most: number;
  /** What the call would have cost. */
  readonly asked: number;
  readonly resetsAtMs: number;
}

/**
 * Returns why a row with these counts refuses the share, with the same comparisons as the store; undefined if the
 * budget allows it.
 */
export function refusedByBudget(
  { terms, day, tokensAtMost = Infinity, researchAtMost = Infinity }: ClientShare,
  counts: ClientCounts | undefined,
): BudgetRefusal | undefined {
  const { budget } = terms;
  if (budget === null) return undefined;
  const count = counts?.clients.get(terms.number);
  const { tokens, researchNanoUsd } = usedOf(count, day);
  const resetsAtMs = ((day ?? terms.endDay - 1) + 1) * DAY_MS;
  const refusal = { kind: 'budget_reached', every: budget.every, isSignIn: terms.isSignIn, resetsAtMs } as const;
  if (tokens > tokensAtMost) {
    const most = budget.tokens ?? 0;
    return { ...refusal, unit: 'tokens', used: tokens, most, asked: most - tokensAtMost };
  }
  if (researchNanoUsd <= researchAtMost) return undefined;
  const most = centsToNanoUsd(budget.researchCents ?? 0);
  return { ...refusal, unit: 'nano_usd', used: researchNanoUsd, most, asked: most - researchAtMost };
}

/** Returns what a client used in the period, or in the day. */
function usedOf(count: ClientCount | undefined, day: number | undefined): ClientSum {
  return (day === undefined ? count : count?.days.get(dayOfMonth(day))) ?? NOTHING_SPENT;
}

/** A client's budget with what is used of it. */
export interface BudgetStanding extends Budget {
  readonly tokensUsed: number;
  readonly researchUsedNanoUsd: NanoUsd;
  readonly resetsAtMs: number;
}

interface ClientWithUsage extends Pick<Caller, 'account' | 'usage'> {
  readonly client: PayingClient;
}

/** Returns the budget of a client as of now; null if it has none. `usage` has the rows of the account. */
export function budgetStanding(client: ClientWithUsage, nowMs: number): BudgetStanding | null {
  const { terms, period } = termsNow(client, nowMs);
  if (terms === undefined || terms.budget === null) return null;
  const { tokens, researchNanoUsd, resetsAtMs } = useOf(terms, period, client.usage, terms.budget.every);
  return { ...terms.budget, tokensUsed: tokens, researchUsedNanoUsd: researchNanoUsd, resetsAtMs };
}

/**
 * Returns what counts toward a budget of this span as of now, if the client has one or gets one; undefined for a client
 * that cannot have one.
 */
export function clientUse(client: ClientWithUsage, every: Budget['every'], nowMs: number): ClientUse | undefined {
  const { terms, period } = termsNow(client, nowMs);
  return terms && useOf(terms, period, client.usage, every);
}

interface ClientUse extends ClientSum {
  readonly resetsAtMs: number;
}

function termsNow({ account, client }: ClientWithUsage, nowMs: number) {
  const period = periodAt(account.anchorDay, nowMs);
  return { period, terms: shareTermsOf(account, client, period, nowMs) };
}

function useOf(terms: ShareTerms, period: Period, { counts }: UsageSnapshot, every: Budget['every']): ClientUse {
  const count = counts?.get(period.key)?.clients.get(terms.number);
  const day = every === 'day' ? dayCounted(terms, count) : undefined;
  return { ...usedOf(count, day), resetsAtMs: day === undefined ? period.endMs : (day + 1) * DAY_MS };
}
