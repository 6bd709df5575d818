/**
 * The meter: bills what one answered call owes, exactly once or not at all
 * (docs/reference/billing.md#what-is-guaranteed). Data is sent only after it has succeeded. pay-for-answer.ts decides
 * what is owed: answers that cost nothing, and those to test keys, never get here.
 */
import type { Caller } from '../accounts/caller.ts';
import { fail, succeed, type Result } from '../../result.ts';
import type { UsageStore } from './usage-store.ts';
import type { BillingRefusal } from './billing-refusal.ts';
import type { Account } from '../accounts/account.ts';
import type { Receipt } from '../accounts/receipt.ts';
import {
  prepareDebit,
  repriceDebit,
  writtenWith,
  type UsageDebit,
  type BillableCaller,
  type WithDebit,
} from './usage-debit.ts';
import { periodFigures, trialFigures } from './usage-figures.ts';
import type { Charge, PeriodUsage, TrialUsage, UsageFigures, UsageSnapshot } from '../accounts/usage.ts';

/**
 * A period opens once, its places fill once, a client gets its place once, and its day ends once: each can be wrong
 * only once.
 */
const MAX_DEBITS = 5;

/** `minute_full`: the request to be counted with the charge exceeds the limit of its minute. */
export type MeterRefusal =
  | BillingRefusal
  | { readonly kind: 'minute_full' }
  /** Nothing was written. */
  | { readonly kind: 'receipt_changed'; readonly receipt: Receipt | undefined };

/** What a billed call shows. */
export interface MeteredCall {
  readonly figures: UsageFigures;
  /** Whether the write that counted the request found more candidates than the day's limit. */
  readonly candidatesSpent: boolean;
}

/**
 * Bills the charge and returns the figures after it. Throws if it is unknown whether the charge was written.
 * @param others written with the charge, or not at all; the request is counted only if the charge is on a period's row
 */
export async function meterCall(
  usageStore: UsageStore,
  caller: BillableCaller,
  charge: Charge,
  nowMs: number,
  others: WithDebit = {},
): Promise<Result<MeteredCall, MeterRefusal>> {
  const prepared = prepareDebit(caller, { ...charge, parts: 0 }, nowMs);
  let debit = prepared.ok ? succeed(writtenWith(prepared.value, others)) : prepared;
  for (let attempt = 1; debit.ok && attempt <= MAX_DEBITS; attempt += 1) {
    const result = await usageStore.debit(debit.value);
    if (result.kind === 'minute_full' || result.kind === 'receipt_changed') return fail(result);
    if (result.kind === 'debited') {
      const { usage, candidatesSpent = false } = result;
      return succeed({ figures: figuresAfter(caller, debit.value, usage, nowMs), candidatesSpent });
    }
    debit = repriceDebit(debit.value, caller.account, result);
  }
  if (debit.ok) throw new Error('The usage row changed faster than a debit could be decided');
  return fail(debit.reason);
}

/** Returns the figures after a debit. @param row the usage row after the debit; undefined if it could not be read */
export function figuresAfter(
  { account, usage }: Pick<Caller, 'account' | 'usage'>,
  debit: UsageDebit,
  row: PeriodUsage | TrialUsage | undefined,
  nowMs: number,
): UsageFigures {
  if (row === undefined) return unread(account, usage, debit, nowMs);
  if ('tokensIncluded' in row) return periodFigures(account, usage, row, debit.wanted.tokens, nowMs);
  return trialFigures(account, row);
}

/** Returns the figures from before the debit, with its tokens as billed. */
function unread(account: Account, usage: UsageSnapshot, debit: UsageDebit, nowMs: number): UsageFigures {
  if (debit.kind === 'trial') return trialFigures(account, usage.trial);
  return periodFigures(account, usage, usage.periods.get(debit.periodKey), debit.wanted.tokens, nowMs);
}
