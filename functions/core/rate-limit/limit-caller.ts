/**
 * The limit per account (specification section 8): the plan's requests per minute, shared by all live and trial keys of the account and by
 * every interface. Test keys have a limit of their own, each.
 */
import type { Caller } from '../auth/caller.ts';
import type { RateRefusal, RateVerdict, RateWindows } from './rate-window.ts';

const TEST_KEY_REQUESTS_PER_MINUTE = 60;

type Limited = Pick<Caller, 'account' | 'client'>;

/** Takes one request from the caller's window. */
export async function limitCaller(windows: RateWindows, caller: Limited, nowMs: number): Promise<RateVerdict> {
  return windows.take(...windowOf(caller), nowMs);
}

/** The refusal of a caller that this process knows to be over its limit: for those who would begin other work meanwhile. */
export function callerRefusedFromMemory(windows: RateWindows, caller: Limited, nowMs: number): RateRefusal | undefined {
  return windows.refusedFromMemory(...windowOf(caller), nowMs);
}

function windowOf({ account, client }: Limited): [subject: string, limitPerMinute: number] {
  if (client.kind === 'test') return [`CLIENT#${client.clientId}`, TEST_KEY_REQUESTS_PER_MINUTE];
  return [account.accountId, account.terms.requestsPerMinute];
}
