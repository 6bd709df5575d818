/**
 * The meter: bills one answered call, exactly once or not at all (docs/reference/billing.md#what-is-guaranteed).
 * Data is sent only after this has succeeded. Calls that return no item data are free in every state of the account.
 */
import type { Caller } from '../accounts/caller.ts';
import { fail, succeed, type Result } from '../result.ts';
import type { AccountLedger } from './account-ledger.ts';
import type { BillingRefusal } from './billing-refusal.ts';
import type { RequestCount } from '../accounts/usage.ts';
import { countingRequest, decideAgain, prepareDebit, type UsageDebit, type BillableCaller } from './usage-debit.ts';
import { periodFigures, trialFigures, usageFigures } from './usage-figures.ts';
import type { Charge, PeriodUsage, TrialUsage, UsageFigures } from '../accounts/usage.ts';

type MeteredCaller = Pick<Caller, 'account' | 'usage'> & { readonly client: Pick<Caller['client'], 'kind'> };

/** A period is opened once, so the terms assumed for it can be wrong once. */
const MAX_DEBITS = 2;

/** `minute_full`: the request to be counted with the charge exceeds the limit of its minute. */
export type MeterRefusal = BillingRefusal | { readonly kind: 'minute_full' };

/**
 * Bills the charge and returns the figures after it. Throws when it is unknown whether the charge was written.
 * @param request counted with the charge, or not at all; for callers whose charge is on a period's row
 */
export async function meterCall(
  ledger: AccountLedger,
  caller: MeteredCaller,
  charge: Charge,
  nowMs: number,
  request?: RequestCount,
): Promise<Result<UsageFigures, MeterRefusal>> {
  if (charge.items === 0 || !isBillable(caller)) return succeed(usageFigures(caller, nowMs));
  let debit = prepareDebit(caller, { ...charge, parts: 0 }, nowMs);
  for (let attempt = 1; debit.ok && attempt <= MAX_DEBITS; attempt += 1) {
    const outcome = await ledger.debit(countingRequest(debit.value, request));
    if (outcome.kind === 'minute_full') return fail(outcome);
    if (outcome.kind === 'debited') return succeed(figuresAfter(caller, debit.value, outcome.usage, nowMs));
    debit = decideAgain(debit.value, caller.account, outcome.usage);
  }
  if (debit.ok) throw new Error('The terms of a running period changed between two writes');
  return fail(debit.reason);
}

/** The figures after a successful debit, from the row after it. */
export function figuresAfter(
  { account, usage }: Pick<Caller, 'account' | 'usage'>,
  debit: UsageDebit,
  row: PeriodUsage | TrialUsage,
  nowMs: number,
): UsageFigures {
  if ('tokensIncluded' in row) return periodFigures(account, usage, row, debit.wanted.tokens, nowMs);
  return trialFigures(account, row);
}

function isBillable(caller: MeteredCaller): caller is MeteredCaller & BillableCaller {
  return caller.client.kind !== 'test';
}
