/**
 * Checks every account with members, several concurrently. A failure does not stop the notices of other accounts, but
 * the run then fails.
 */
import { mapAhead } from '../../core/map-ahead.ts';
import { watchAccount } from '../../core/dashboard/mail/watch-account.ts';
import type { NoticeWatchDependencies } from './dependencies.ts';

const AT_ONCE = 16;

export function createNoticeWatchHandler({ ports, clock, log }: NoticeWatchDependencies) {
  return async (): Promise<void> => {
    let accounts = 0;
    let notices = 0;
    let failed = 0;
    const watched = mapAhead(ports.watch.list(), AT_ONCE, async (one) => {
      try {
        return await watchAccount(ports, one, clock.nowMs());
      } catch (error) {
        log.internalError(one.accountId, error);
        failed += 1;
        return 0;
      }
    });
    for await (const count of watched) {
      accounts += 1;
      notices += count;
    }
    log.done(accounts, notices);
    if (failed > 0) throw new Error(`Accounts that could not be watched: ${failed}`);
  };
}
