/** The sweeper: sends forgotten research requests again, and counts them. */
import { sweepOutbox } from '../../core/enrichment/sweep-outbox.ts';
import type { SweeperDependencies } from './dependencies.ts';

export function createSweeperHandler({ store, queue, clock, log }: SweeperDependencies) {
  return async (): Promise<void> => {
    const { resent, dropped, faults } = await sweepOutbox(store, queue, clock.nowMs());
    log.count('ResearchResent', resent);
    log.count('ResearchSweepFailed', faults.length);
    for (const fault of faults) log.fault('sweep', fault);
    if (resent + dropped + faults.length > 0) log.done('outbox swept', { resent, dropped, faults: faults.length });
    log.flush();
  };
}
