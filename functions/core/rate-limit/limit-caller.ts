/**
 * The limit per account (specification section 8): the plan's requests per minute, shared by all live and trial keys of the account and by
 * every interface. Test keys have a limit of their own, each.
 */
import type { Caller } from '../auth/caller.ts';
import type { RateVerdict, RateWindows } from './rate-window.ts';

export const TEST_KEY_REQUESTS_PER_MINUTE = 60;

/** Takes one request from the caller's window. */
export async function limitCaller(
  windows: RateWindows,
  { account, client }: Pick<Caller, 'account' | 'client'>,
  nowMs: number,
): Promise<RateVerdict> {
  if (client.kind === 'test') return windows.take(`CLIENT#${client.clientId}`, TEST_KEY_REQUESTS_PER_MINUTE, nowMs);
  return windows.take(account.accountId, account.terms.requestsPerMinute, nowMs);
}
