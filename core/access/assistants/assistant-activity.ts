/**
 * Records the assistants that use a key: first and last use, and calls, billed calls and tokens by day
 * (docs/reference/behavior.md#authentication). It is written in parallel with the meter, as a best effort: it never
 * refuses, bills or fails a call. A call costs one write, the first call of a day costs another, and so does an
 * assistant's first call with the key.
 */
import { OTHER_ASSISTANTS } from './assistant-name.ts';
import type { Caller } from '../../billing/accounts/caller.ts';
import { dayOf } from '../../time.ts';

/** Further names of one key are counted together, so that a client that invents names cannot fill the table. */
const MAX_ASSISTANT_NAMES = 20;

export interface AssistantUse {
  readonly accountId: string;
  readonly clientId: string;
  readonly name: string;
}

/**
 * What a call is billed: `billed` is 1 if it debits the account's period, as `calls` of the usage row counts it, and
 * otherwise 0.
 */
export interface BilledAmounts {
  readonly billed: number;
  readonly tokens: number;
}

export interface DayAmounts extends BilledAmounts {
  readonly calls: number;
}

export const NOT_BILLED: BilledAmounts = { billed: 0, tokens: 0 };

export interface AssistantActivityStore {
  /**
   * Adds the name to the key's assistants unless the key already has `atMost`. Returns whether the key now has the
   * name.
   */
  addName(use: AssistantUse, atMost: number): Promise<boolean>;
  /** Adds to the day's sums and returns its calls, including these. */
  addToDay(use: AssistantUse, day: string, amounts: DayAmounts, nowMs: number): Promise<number>;
  /** Records first and last use. */
  noteUse(use: AssistantUse, nowMs: number): Promise<void>;
}

/** What was counted as billed, and where, so that it can be taken back. */
export interface RecordedActivity {
  readonly use: AssistantUse;
  readonly day: string;
  readonly amounts: BilledAmounts;
}

/** Counts one call of an assistant, with what it is about to be billed. */
export async function recordActivity(
  store: AssistantActivityStore,
  { account, client }: Pick<Caller, 'account' | 'client'>,
  assistantName: string,
  amounts: BilledAmounts,
  nowMs: number,
): Promise<RecordedActivity> {
  const key = { accountId: account.accountId, clientId: client.clientId };
  const known = client.assistantNames.has(assistantName);
  const full = client.assistantNames.size >= MAX_ASSISTANT_NAMES;
  const listed = known || (!full && (await store.addName({ ...key, name: assistantName }, MAX_ASSISTANT_NAMES)));
  const use = { ...key, name: listed ? assistantName : OTHER_ASSISTANTS };
  const day = dayOf(nowMs);
  const callsToday = await store.addToDay(use, day, { calls: 1, ...amounts }, nowMs);
  if (callsToday === 1) await store.noteUse(use, nowMs);
  return { use, day, amounts };
}

/** Returns whether what was counted is what was billed, so that there is nothing to take back. */
export function isAsCounted({ amounts }: RecordedActivity, { tokens }: BilledAmounts): boolean {
  return tokens === amounts.tokens;
}

/**
 * Takes back what the meter, which ran in parallel, did not bill: all if it refused the call, some if an earlier
 * request with the same Idempotency-Key paid for it. The call itself stays counted. A reserve that a look-up makes
 * after it was counted is not worth a write of its own: the call is then billed, and no key shows it.
 */
export async function takeBackUnbilled(
  store: AssistantActivityStore,
  recorded: RecordedActivity,
  billed: BilledAmounts,
  nowMs: number,
): Promise<void> {
  if (isAsCounted(recorded, billed)) return;
  const { use, day, amounts } = recorded;
  const change = { billed: billed.billed - amounts.billed, tokens: billed.tokens - amounts.tokens };
  await store.addToDay(use, day, { calls: 0, ...change }, nowMs);
}
