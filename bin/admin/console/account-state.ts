/** The state of an account in words: what is in the way of its calls, or that nothing is. */
import { billingStateAt, type Account } from '../../../core/accounts/plan.ts';

export function accountState(
  account: Pick<Account, 'status' | 'billingState' | 'graceEndsAtMs'>,
  nowMs = Date.now(),
): string {
  const state = billingStateAt(account, nowMs).replaceAll('_', ' ');
  return account.status === 'active' ? state : account.status;
}
