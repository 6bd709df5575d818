/** Builds the dependencies of the `statement-close` function. */
import { openAccountList, openStatementStore } from '../../adapters/dynamodb/open-stores.ts';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createDocumentClient } from '../../adapters/dynamodb/client/document-client.ts';
import { loggableError } from '../../adapters/lambda/loggable-error.ts';
import { LogWriter } from '../../adapters/lambda/log-writer.ts';
import { ServiceMetrics } from '../../adapters/lambda/service-metrics.ts';
import type { Clock } from '../../core/time.ts';
import { parseEnvironment } from '../../core/parse-environment.ts';
import type { Stopped } from '../../core/billing/statements/close-statements.ts';
import type { Statement } from '../../core/billing/statements/statement.ts';
import type { StatementStore } from '../../core/billing/statements/statement-store.ts';
import { statementCloseEnvironmentSchema } from './environment.ts';

/** Logs only identifiers and figures. */
interface StatementCloseLog {
  closed(statement: Statement): void;
  /** @param isStuck whether only an operator can resolve it, so that it is counted for an alarm */
  stopped(accountId: string, stopped: Stopped, isStuck: boolean): void;
  internalError(accountId: string, error: unknown): void;
  /** Publishes the counts of a run. */
  done(accounts: number): void;
}

export interface StatementCloseDependencies {
  readonly accounts: { list(): AsyncIterable<string> };
  readonly store: StatementStore;
  readonly clock: Clock;
  readonly log: StatementCloseLog;
}

export function statementCloseDependencies(
  environment: Readonly<Record<string, string | undefined>>,
  client: DynamoDBDocumentClient = createDocumentClient({ maxAttempts: 3 }),
): StatementCloseDependencies {
  const { ACCOUNTS_TABLE: table, STAGE: stage } = parseEnvironment(statementCloseEnvironmentSchema, environment);
  const tables = { client, accounts: table };
  return {
    accounts: openAccountList(tables),
    store: openStatementStore(tables),
    clock: { nowMs: () => Date.now() },
    log: createLog(stage),
  };
}

function createLog(stage: string): StatementCloseLog {
  const logger = new LogWriter({ serviceName: 'statement-close' });
  const metrics = new ServiceMetrics('statement-close', stage);
  let closed = 0;
  let stuck = 0;
  const count = (name: string, value: number) => void (value > 0 && metrics.add(name, value));
  return {
    closed: ({ accountId, periodKey, totalNanoUsd, totalCents }) => {
      closed += 1;
      logger.info('statement closed', { account: accountId, period: periodKey, totalNanoUsd, totalCents });
    },
    stopped: (account, { kind, periodKey: period, endMs: _, ...figures }, isStuck) => {
      if (isStuck) stuck += 1;
      logger[isStuck ? 'error' : 'info']('statement stopped', { account, period, why: kind, ...figures });
    },
    internalError: (account, error) => logger.error('close failed', { account, error: loggableError(error) }),
    done: (accounts) => {
      logger.info('periods closed', { accounts, closed, stuck });
      count('StatementsClosed', closed);
      count('StatementsStopped', stuck);
      // Zeros are not published, which saves their cost; the alarm treats missing data as healthy.
      if (closed + stuck > 0) metrics.publish();
      [closed, stuck] = [0, 0];
    },
  };
}
