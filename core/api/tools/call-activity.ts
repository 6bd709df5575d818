/** Counts a call for its assistant once, in parallel with the call's last write. It is a statistic: a failed count does not fail the call. */
import { recordActivity, takeBackTokens, type RecordedActivity } from '../../access/assistants/assistant-activity.ts';
import type { CallContext, NotedCall } from './call-context.ts';

/** The tokens of a call that requests none. */
const NOTHING_ASKED = 0;

export class CallActivity implements NotedCall {
  readonly #context: CallContext;
  #recorded: Promise<RecordedActivity | undefined> | undefined;

  constructor(context: CallContext) {
    this.#context = context;
  }

  async note(tokens = NOTHING_ASKED): Promise<void> {
    await (this.#recorded ??= this.#record(tokens));
  }

  async takeBack(billed = NOTHING_ASKED): Promise<void> {
    const { services, nowMs } = this.#context;
    const activity = await this.#recorded;
    if (activity === undefined) return;
    try {
      await takeBackTokens(services.activity, activity, billed, nowMs);
    } catch {
      this.#context.note({ activity: 'lost' });
    }
  }

  async #record(tokens: number): Promise<RecordedActivity | undefined> {
    const { caller, services, assistant, nowMs } = this.#context;
    try {
      return await recordActivity(services.activity, caller, assistant, tokens, nowMs);
    } catch {
      this.#context.note({ activity: 'lost' });
      return undefined;
    }
  }
}
