/** Counts a call for its assistant once, in parallel with the call's last write. It is a statistic: a failed count does not fail the call. */
import {
  NOT_BILLED,
  recordActivity,
  takeBackUnbilled,
  type BilledAmounts,
  type RecordedActivity,
} from '../../access/assistants/assistant-activity.ts';
import type { CallContext, NotedCall } from './call-context.ts';

export class CallActivity implements NotedCall {
  readonly #context: CallContext;
  #recorded: Promise<RecordedActivity | undefined> | undefined;

  constructor(context: CallContext) {
    this.#context = context;
  }

  async note(asked = NOT_BILLED): Promise<void> {
    await (this.#recorded ??= this.#record(asked));
  }

  async takeBack(billed = NOT_BILLED): Promise<void> {
    const { ports, nowMs } = this.#context;
    const activity = await this.#recorded;
    if (activity === undefined) return;
    try {
      await takeBackUnbilled(ports.activity, activity, billed, nowMs);
    } catch {
      this.#context.note({ activity: 'lost' });
    }
  }

  async #record(asked: BilledAmounts): Promise<RecordedActivity | undefined> {
    const { caller, ports, assistant, nowMs } = this.#context;
    try {
      return await recordActivity(ports.activity, caller, assistant, asked, nowMs);
    } catch {
      this.#context.note({ activity: 'lost' });
      return undefined;
    }
  }
}
