/** Builds the dependencies of the notice watch. */
import { Logger } from '@aws-lambda-powertools/logger';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { DynamoAccountReports } from '../../adapters/dynamodb/access/dynamo-account-reports.ts';
import { DynamoCatalogReader } from '../../adapters/dynamodb/catalogs/dynamo-catalog-reader.ts';
import { createDocumentClient } from '../../adapters/dynamodb/client/document-client.ts';
import { DynamoEnrichmentStore } from '../../adapters/dynamodb/sourcing/dynamo-enrichment-store.ts';
import { DynamoNoticeWatch } from '../../adapters/dynamodb/access/dynamo-notice-watch.ts';
import { DynamoPeopleStore } from '../../adapters/dynamodb/access/dynamo-people-store.ts';
import { DynamoStatementStore } from '../../adapters/dynamodb/statements/dynamo-statement-store.ts';
import { loggableError } from '../../adapters/lambda/loggable-error.ts';
import { createQueueClient } from '../../adapters/sqs/queue-client.ts';
import { SqsMailQueue } from '../../adapters/sqs/sqs-mail-queue.ts';
import type { Clock } from '../../core/clock.ts';
import type { WatchServices } from '../../core/dashboard/mail/watch-account.ts';
import { parseEnvironment } from '../../core/parse-environment.ts';
import { noticeWatchEnvironmentSchema } from './environment.ts';

export interface NoticeWatchLog {
  done(accounts: number, notices: number): void;
  internalError(accountId: string, error: unknown): void;
}

export interface NoticeWatchDependencies {
  readonly services: WatchServices;
  readonly clock: Clock;
  readonly log: NoticeWatchLog;
}

export function noticeWatchDependencies(
  environment: Readonly<Record<string, string | undefined>>,
  client: DynamoDBDocumentClient = createDocumentClient({ maxAttempts: 3 }),
): NoticeWatchDependencies {
  const settings = parseEnvironment(noticeWatchEnvironmentSchema, environment);
  const { ACCOUNTS_TABLE: accounts } = settings;
  const logger = new Logger({ serviceName: 'notice-watch' });
  return {
    services: {
      watch: new DynamoNoticeWatch(client, accounts),
      people: new DynamoPeopleStore(client, accounts),
      reports: new DynamoAccountReports(client, accounts),
      catalogs: new DynamoCatalogReader(client, accounts),
      enrichment: new DynamoEnrichmentStore(client, accounts),
      statements: new DynamoStatementStore(client, accounts),
      mail: new SqsMailQueue(createQueueClient(), settings.MAIL_QUEUE_URL),
    },
    clock: { nowMs: () => Date.now() },
    log: {
      done: (accounts, notices) => logger.info('accounts watched', { accounts, notices }),
      internalError: (accountId, error) => logger.error('watch failed', { accountId, error: loggableError(error) }),
    },
  };
}
