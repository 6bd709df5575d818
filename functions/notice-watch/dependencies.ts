/** Builds the dependencies of the notice watch. */
import { openCatalogReader, openEnrichmentStore } from '../../adapters/dynamodb/open-late-stores.ts';
import {
  openAccountReports,
  openNoticeWatch,
  openPeopleStore,
  openStatementStore,
} from '../../adapters/dynamodb/open-stores.ts';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createDocumentClient } from '../../adapters/dynamodb/client/document-client.ts';
import { LogWriter } from '../../adapters/lambda/log-writer.ts';
import { loggableError } from '../../adapters/lambda/loggable-error.ts';
import { createQueueClient } from '../../adapters/sqs/queue-client.ts';
import { SqsMailQueue } from '../../adapters/sqs/sqs-mail-queue.ts';
import type { Clock } from '../../core/time.ts';
import type { WatchPorts } from '../../core/dashboard/mail/watch-account.ts';
import { parseEnvironment } from '../../core/parse-environment.ts';
import { noticeWatchEnvironmentSchema } from './environment.ts';

interface NoticeWatchLog {
  done(accounts: number, notices: number): void;
  internalError(accountId: string, error: unknown): void;
}

export interface NoticeWatchDependencies {
  readonly ports: WatchPorts;
  readonly clock: Clock;
  readonly log: NoticeWatchLog;
}

export function noticeWatchDependencies(
  environment: Readonly<Record<string, string | undefined>>,
  client: DynamoDBDocumentClient = createDocumentClient({ maxAttempts: 3 }),
): NoticeWatchDependencies {
  const settings = parseEnvironment(noticeWatchEnvironmentSchema, environment);
  const { ACCOUNTS_TABLE: accounts } = settings;
  const tables = { client, accounts };
  const logger = new LogWriter({ serviceName: 'notice-watch' });
  return {
    ports: {
      watch: openNoticeWatch(tables),
      people: openPeopleStore(tables),
      reports: openAccountReports(tables),
      catalogs: openCatalogReader(tables),
      enrichment: openEnrichmentStore(tables),
      statements: openStatementStore(tables),
      mail: new SqsMailQueue(createQueueClient(), settings.MAIL_QUEUE_URL),
    },
    clock: { nowMs: () => Date.now() },
    log: {
      done: (accounts, notices) => logger.info('accounts watched', { accounts, notices }),
      internalError: (accountId, error) => logger.error('watch failed', { accountId, error: loggableError(error) }),
    },
  };
}
