/** Counts a call among those of its assistant, beside its last write. A statistic: a call is neither refused nor repeated for it. */
import { recordActivity, takeBackTokens, type RecordedActivity } from '../assistants/assistant-activity.ts';
import type { RequestContext } from './request-context.ts';

/** The tokens of calls that ask for none. */
export const NOTHING_ASKED = 0;

/** @param tokens that the call is about to be billed */
export async function noteActivity(tokens: number, context: RequestContext): Promise<RecordedActivity | undefined> {
  const { caller, services, assistant, nowMs } = context;
  try {
    return await recordActivity(services.activity, caller, assistant, tokens, nowMs);
  } catch {
    context.note({ activity: 'lost' });
    return undefined;
  }
}

/** The meter refused what was counted beside it. */
export async function correctActivity(activity: RecordedActivity | undefined, context: RequestContext): Promise<void> {
  if (activity === undefined) return;
  try {
    await takeBackTokens(context.services.activity, activity, context.nowMs);
  } catch {
    context.note({ activity: 'lost' });
  }
}
