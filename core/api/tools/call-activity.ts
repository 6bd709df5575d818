/**
 * Counts a call for its assistant once, in parallel with the call's last write. It is a statistic: a failed count does
 * not fail the call.
 */
import {
  isAsCounted,
  NOT_BILLED,
  recordActivity,
  takeBackUnbilled,
  type BilledAmounts,
  type RecordedActivity,
} from '../../access/assistants/assistant-activity.ts';
import type { CallContext, NotedCall } from './call-context.ts';

export class CallActivity implements NotedCall {
  readonly #context: CallContext;
  #recording: Promise<RecordedActivity | undefined> | undefined;
  #recorded: RecordedActivity | undefined;

  constructor(context: CallContext) {
    this.#context = context;
  }

  note(asked = NOT_BILLED): Promise<unknown> {
    return (this.#recording ??= this.#record(asked));
  }

  takeBack(billed = NOT_BILLED): Promise<void> | undefined {
    return this.#recorded !== undefined && isAsCounted(this.#recorded, billed) ? undefined : this.#takeBack(billed);
  }

  async #takeBack(billed: BilledAmounts): Promise<void> {
    const { ports, nowMs } = this.#context;
    const activity = await this.#recording;
    if (activity === undefined) return;
    try {
      await takeBackUnbilled(ports.activity, activity, billed, nowMs);
    } catch {
      this.#context.note({ activity: 'lost' });
    }
  }

  async #record(asked: BilledAmounts): Promise<RecordedActivity | undefined> {
    const { caller, ports, assistantName, nowMs } = this.#context;
    try {
      return (this.#recorded = await recordActivity(ports.activity, caller, assistantName, asked, nowMs));
    } catch {
      this.#context.note({ activity: 'lost' });
      return undefined;
    }
  }
}
