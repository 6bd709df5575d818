/**
 * Decides from the rows read with a caller whether it could pay for one more item. If not, it is refused before items
 * are read and sees nothing of the index, not even similar part numbers.
 */
import type { PayingClient } from './client-share.ts';
import type { Caller } from '../accounts/caller.ts';
import type { BillingRefusal } from './billing-refusal.ts';
import { isBillable, prepareDebit, refusedByKnownUsage } from './usage-debit.ts';

type CallerWithUsage = Pick<Caller, 'account' | 'usage'> & { readonly client: PayingClient };

/** The lowest possible charge of an item. */
const ONE_ITEM = { tokens: 1, items: 1, parts: 0 };

/** Returns true for test keys, because the sandbox is free. */
export function mayBeBilled(caller: CallerWithUsage, nowMs: number): boolean {
  return refusedByUsageRead(caller, nowMs) === undefined;
}

/** Returns why the caller could not pay; undefined if it could. */
export function refusedByUsageRead(caller: CallerWithUsage, nowMs: number): BillingRefusal | undefined {
  if (!isBillable(caller)) return undefined;
  const debit = prepareDebit(caller, ONE_ITEM, nowMs);
  return debit.ok ? refusedByKnownUsage(debit.value, caller.usage) : debit.reason;
}

/**
 * Returns why the account may not be billed, for any caller; undefined if it may. Its plan decides, or its trial if it
 * has no plan but has a trial client.
 */
export function refusedForAccount(
  { account, usage, clients }: AccountStanding,
  nowMs: number,
): BillingRefusal | undefined {
  // Stryker disable next-line ObjectLiteral,StringLiteral: the plan bills every kind but trial and test
  const byPlan = refusedByUsageRead({ account, usage, client: { kind: 'live' } }, nowMs);
  const isInTrial = clients.some(({ kind, revokedAtMs }) => kind === 'trial' && revokedAtMs === null);
  if (byPlan?.kind !== 'no_active_plan' || !isInTrial) return byPlan;
  return refusedByUsageRead({ account, usage, client: { kind: 'trial' } }, nowMs);
}

export interface AccountStanding extends Pick<Caller, 'account' | 'usage'> {
  readonly clients: readonly Pick<Caller['client'], 'kind' | 'revokedAtMs'>[];
}
