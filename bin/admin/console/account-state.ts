/** Describes the state of an account: its status unless active, otherwise its payment state. */
import { billingStateAt, type Account } from '../../../core/billing/accounts/account.ts';

export function accountState(
  account: Pick<Account, 'status' | 'billingState' | 'graceEndsAtMs'>,
  nowMs = Date.now(),
): string {
  const state = billingStateAt(account, nowMs).replaceAll('_', ' ');
  return account.status === 'active' ? state : account.status;
}
