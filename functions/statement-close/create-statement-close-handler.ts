/**
 * Closes the due periods of every account, several accounts concurrently. An account that fails, or whose figures
 * disagree, does not stop the others; a run with a failure is counted as failed. The next run continues with what is
 * left.
 */
import { mapAhead } from '../../core/map-ahead.ts';
import { closeStatements, isStuck } from '../../core/billing/statements/close-statements.ts';
import type { StatementCloseDependencies } from './dependencies.ts';

const AT_ONCE = 16;
/** The actor in the audit trail. */
const WHO = 'statement close';

export function createStatementCloseHandler({ accounts, store, clock, log }: StatementCloseDependencies) {
  return async (): Promise<void> => {
    let failed = 0;
    const closings = mapAhead(accounts.list(), AT_ONCE, async (accountId) => {
      try {
        return { accountId, closed: await closeStatements(store, accountId, { who: WHO }, clock.nowMs()) };
      } catch (error) {
        log.internalError(accountId, error);
        failed += 1;
        return { accountId, closed: undefined };
      }
    });
    let read = 0;
    for await (const { accountId, closed } of closings) {
      read += 1;
      for (const statement of closed?.statements ?? []) log.closed(statement);
      const stopped = closed?.stopped;
      if (stopped !== undefined) log.stopped(accountId, stopped, isStuck(stopped, clock.nowMs()));
    }
    log.done(read);
    if (failed > 0) throw new Error(`Accounts whose periods could not be closed: ${failed}`);
  };
}
