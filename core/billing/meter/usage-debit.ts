/**
 * Decides a debit: what one call adds to an account's usage row, and on which condition. It is prepared from known
 * rows, written by the store in one conditional write, and decided again from the row that refused it. Charges for
 * answers and reserves for research are both debits; a call makes at most one, because a transaction may write a row
 * only once.
 */
import type { Caller } from '../accounts/caller.ts';
import type { ReceiptWrite } from '../accounts/receipt.ts';
import type { RequestCount } from '../accounts/usage.ts';
import { newDebitId } from '../../identifiers.ts';
import { centsToNanoUsd, RESEARCH_PRICE_NANO_USD } from '../../money.ts';
import { fail, succeed, type Result } from '../../result.ts';
import type { BillingRefusal } from './billing-refusal.ts';
import {
  refusedByBudget,
  shareOf,
  shareTermsOf,
  type ClientShare,
  type PayingClient,
  type ShareTerms,
} from './client-share.ts';
import { periodAt } from './periods.ts';
import { billingStateAt, type Account } from '../accounts/account.ts';
import { capLimits, keepsLimits, type CapLimits } from './spending-cap.ts';
import type { Charge, ClientCounts, FrozenTerms, PeriodUsage, UsageOnRow, UsageSnapshot } from '../accounts/usage.ts';
import { MINUTE_MS } from '../../time.ts';

/**
 * The cap of an account without one: four million dollars per period. It keeps a row's sums within the safe integers;
 * no account comes close to it.
 */
const UNCAPPED_CENTS = 400_000_000;

/** The key of the usage row of an account's trial, which never resets. */
export const TRIAL_USAGE_KEY = 'TRIAL';

/** The items of a call's bill: the tokens and items of its answer, and the parts to be researched. */
export interface Wanted extends Charge {
  readonly parts: number;
}

/** Identifies a debit on its row if the store's response was lost (take-back.ts). */
interface DebitMark {
  readonly id: number;
  /** The minute in which the call began, in whole minutes since 1970. */
  readonly minute: number;
  /** The last debit on the row before this one; undefined if none was seen. */
  readonly after: number | undefined;
}

/** A debit on the usage row of a period. */
export interface PeriodDebit {
  readonly kind: 'period';
  readonly accountId: string;
  readonly mark: DebitMark;
  readonly periodKey: string;
  readonly wanted: Wanted;
  /** The terms that the period is assumed to have, or that this debit opens it with. */
  readonly frozen: FrozenTerms;
  readonly limits: CapLimits;
  /** Whose debit it is; absent if it is no numbered client's. */
  readonly sharing?: ShareTerms | undefined;
  /** What it adds to the client's figures; absent if the client is counted with others. */
  readonly share?: ClientShare | undefined;
  /** The request to count in this write; absent if it was counted before. */
  readonly request?: RequestCount | undefined;
  /** Written together with the debit, or not at all. */
  readonly receipt?: ReceiptWrite | undefined;
}

/** A debit on the allowance of the free trial. A part to be researched reserves one item until it is settled. */
export interface TrialDebit {
  readonly kind: 'trial';
  readonly accountId: string;
  readonly mark: DebitMark;
  readonly wanted: Wanted;
  /** The most items that may be counted already if the debit is to fit. */
  readonly itemsAtMost: number;
  /** Written together with the debit, or not at all. */
  readonly receipt?: ReceiptWrite | undefined;
}

export type UsageDebit = PeriodDebit | TrialDebit;

/** Returns the key of the debit's usage row. A reserve is settled on that row, even after the period's end. */
export function usageKeyOf(debit: UsageDebit): string {
  return debit.kind === 'trial' ? TRIAL_USAGE_KEY : debit.periodKey;
}

/** The caller of a debit; calls with test keys make no debits. */
export type BillableCaller = Pick<Caller, 'account' | 'usage'> & {
  readonly client: PayingClient & { readonly kind: 'live' | 'trial' };
};

export function isBillable<MaybePaying extends Pick<Caller, 'account' | 'usage'> & { readonly client: PayingClient }>(
  caller: MaybePaying,
): caller is MaybePaying & BillableCaller {
  return caller.client.kind !== 'test';
}

/** Prepares the debit from the rows read with the caller; refuses if the account's state already forbids it. */
export function prepareDebit(
  billable: BillableCaller,
  wanted: Wanted,
  nowMs: number,
): Result<UsageDebit, BillingRefusal> {
  const { account, client, usage } = billable;
  const forbidden = refusalByState(account, client.kind, nowMs);
  if (forbidden !== undefined) return fail(forbidden);
  if (client.kind === 'trial') return trialDebit(account, newMark(usage, TRIAL_USAGE_KEY, nowMs), wanted);
  const period = periodAt(account.anchorDay, nowMs);
  const { key } = period;
  const opened = { key, terms: frozenTerms(account, usage.periods.get(key)) };
  const sharing = shareTermsOf(account, client, period, nowMs);
  const payer = { account, sharing, counts: usage.counts?.get(key) };
  return succeed(periodDebit(payer, newMark(usage, key, nowMs), opened, wanted));
}

/**
 * Returns why the rows as read refuse the debit, so that a call can decide in advance how much to request; undefined if
 * they do not. The account's reason comes before the client's. The write tests both again.
 */
export function refusedByKnownUsage(debit: UsageDebit, usage: UsageSnapshot): BillingRefusal | undefined {
  if (debit.kind === 'trial')
    return (usage.trial?.items ?? 0) <= debit.itemsAtMost ? undefined : { kind: 'trial_limit_reached' };
  return refusedByRow(debit, usage.periods.get(debit.periodKey), usage.counts?.get(debit.periodKey));
}

function refusedByRow(
  { limits, share }: PeriodDebit,
  row: PeriodUsage | undefined,
  counts: ClientCounts | undefined,
): BillingRefusal | undefined {
  if (!keepsLimits(row, limits)) return { kind: 'spending_cap_reached' };
  return share && refusedByBudget(share, counts);
}

/**
 * Decides after a row refused a debit: returns the same debit with the terms that the period was actually opened with
 * and the client's place on the row, or the refusal. The condition was tested against this row, so nothing is read
 * again.
 */
export function repriceDebit(
  debit: UsageDebit,
  account: Account,
  { usage, counts }: UsageOnRow,
): Result<UsageDebit, BillingRefusal> {
  if (debit.kind === 'trial') return fail({ kind: 'trial_limit_reached' });
  // Stryker disable next-line ConditionalExpression: only a row of a period, or none, refuses the debit of a period
  const row = usage !== undefined && 'tokensIncluded' in usage ? usage : undefined;
  const opened = { key: debit.periodKey, terms: row ?? debit.frozen };
  const again = periodDebit({ account, sharing: debit.sharing, counts }, debit.mark, opened, debit.wanted);
  const refused = refusedByRow(again, row, counts);
  if (refused !== undefined) return fail(refused);
  const isSame = (row === undefined || sameTerms(row, debit.frozen)) && sameShare(again.share, debit.share);
  // Only a void debit is refused for neither reason.
  if (isSame) return fail({ kind: 'spending_cap_reached' });
  return succeed({ ...again, request: debit.request, receipt: debit.receipt });
}

function sameShare(a: ClientShare | undefined, b: ClientShare | undefined): boolean {
  return a?.place === b?.place && a?.day === b?.day;
}

/** What is written together with a debit: the count of the request, and the receipt of its Idempotency-Key. */
export interface WithDebit {
  readonly request?: RequestCount | undefined;
  readonly receipt?: ReceiptWrite | undefined;
}

/** Adds the other writes to a debit. The request is counted only with a period's debit, which is on the same row. */
export function writtenWith(debit: UsageDebit, { request, receipt }: WithDebit): UsageDebit {
  return debit.kind === 'period' ? { ...debit, request, receipt } : { ...debit, receipt };
}

/** Returns the terms that the period was opened with, or the account's current ones. */
export function frozenTerms(account: Account, usage: PeriodUsage | undefined): FrozenTerms {
  if (usage !== undefined) return usage;
  const { tokensIncluded, overagePriceNanoUsdPerToken, monthlyFeeCents } = account.terms;
  const feeCents = monthlyFeeCents ?? 0;
  return {
    priceNanoUsdPerToken: overagePriceNanoUsdPerToken,
    tokensIncluded,
    ...(feeCents > 0 && { monthlyFeeNanoUsd: centsToNanoUsd(feeCents) }),
  };
}

/** Trial keys spend an allowance, not money, so a missing plan or an unpaid bill does not stop them. */
function refusalByState(account: Account, kind: 'live' | 'trial', nowMs: number): BillingRefusal | undefined {
  const state = billingStateAt(account, nowMs);
  if (state === 'active' || (kind === 'trial' && state !== 'trial_ended')) return undefined;
  return { kind: state };
}

function newMark({ lastDebits }: UsageSnapshot, usageKey: string, nowMs: number): DebitMark {
  return { id: newDebitId(), minute: Math.floor(nowMs / MINUTE_MS), after: lastDebits?.get(usageKey) };
}

function trialDebit(account: Account, mark: DebitMark, wanted: Wanted): Result<TrialDebit, BillingRefusal> {
  const itemsAtMost = account.trialAllowanceItems - wanted.items - wanted.parts;
  if (itemsAtMost < 0) return fail({ kind: 'trial_limit_reached' });
  return succeed({ kind: 'trial', accountId: account.accountId, mark, wanted, itemsAtMost });
}

interface Payer {
  readonly account: Account;
  readonly sharing: ShareTerms | undefined;
  readonly counts: ClientCounts | undefined;
}

function periodDebit(
  { account, sharing, counts }: Payer,
  mark: DebitMark,
  period: { readonly key: string; readonly terms: FrozenTerms },
  wanted: Wanted,
): PeriodDebit {
  const { priceNanoUsdPerToken, tokensIncluded, monthlyFeeNanoUsd } = period.terms;
  const frozen = {
    priceNanoUsdPerToken,
    tokensIncluded,
    ...(monthlyFeeNanoUsd !== undefined && { monthlyFeeNanoUsd }),
  };
  const cap = centsToNanoUsd(account.spendingCapCents ?? UNCAPPED_CENTS);
  const researchNanoUsd = wanted.parts * RESEARCH_PRICE_NANO_USD;
  const amounts = { tokens: wanted.tokens, researchNanoUsd };
  const limits = capLimits(frozen, cap, amounts);
  const share = shareOf(sharing, counts, amounts);
  const { accountId } = account;
  return { kind: 'period', accountId, mark, periodKey: period.key, wanted, frozen, limits, sharing, share };
}

function sameTerms(a: FrozenTerms, b: FrozenTerms): boolean {
  return (
    a.priceNanoUsdPerToken === b.priceNanoUsdPerToken &&
    a.tokensIncluded === b.tokensIncluded &&
    a.monthlyFeeNanoUsd === b.monthlyFeeNanoUsd
  );
}
