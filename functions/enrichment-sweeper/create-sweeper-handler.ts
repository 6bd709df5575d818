/** Sends forgotten enrichment requests to the research queue again, and counts them. */
import { sweepOutbox } from '../../core/sourcing/enrichment/sweep-outbox.ts';
import type { SweeperDependencies } from './dependencies.ts';

export function createSweeperHandler({ store, queue, clock, log }: SweeperDependencies) {
  return async (): Promise<void> => {
    const { resent, dropped, failures } = await sweepOutbox(store, queue, clock.nowMs());
    log.count('ResearchResent', resent);
    log.count('ResearchSweepFailed', failures.length);
    for (const failure of failures) log.internalError('sweep', failure);
    if (resent + dropped + failures.length > 0)
      log.done('outbox swept', { resent, dropped, failures: failures.length });
    log.flush();
  };
}
