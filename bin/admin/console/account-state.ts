/** The state of an account in words: what is in the way of its calls, or that nothing is. */
import type { Account } from '../../../core/accounts/plan.ts';

export function accountState({ status, billingState }: Pick<Account, 'status' | 'billingState'>): string {
  return status === 'active' ? billingState.replaceAll('_', ' ') : status;
}
