/** Builds the dependencies of the `catalog-import` function. */
import { Logger } from '@aws-lambda-powertools/logger';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { DynamoAccountReports } from '../../adapters/dynamodb/access/dynamo-account-reports.ts';
import { DynamoAdministrationStore } from '../../adapters/dynamodb/access/dynamo-administration-store.ts';
import { DynamoCatalogStore } from '../../adapters/dynamodb/catalogs/dynamo-catalog-store.ts';
import { createDocumentClient } from '../../adapters/dynamodb/client/document-client.ts';
import { DynamoManufacturerTableStore } from '../../adapters/dynamodb/index/dynamo-manufacturer-table-store.ts';
import { DynamoItemIndex } from '../../adapters/dynamodb/index/dynamo-item-index.ts';
import { DynamoUploadStore } from '../../adapters/dynamodb/catalogs/dynamo-upload-store.ts';
import { loggableError } from '../../adapters/lambda/loggable-error.ts';
import { createObjectClient, S3Objects } from '../../adapters/s3/objects.ts';
import { S3UploadFiles } from '../../adapters/s3/s3-upload-files.ts';
import { createQueueClient } from '../../adapters/sqs/queue-client.ts';
import { SqsUploadQueue } from '../../adapters/sqs/sqs-upload-queue.ts';
import { parseEnvironment } from '../../core/parse-environment.ts';
import type { UploadWork, WorkDone } from '../../core/catalogs/uploads/upload-work.ts';
import { catalogImportEnvironmentSchema } from './environment.ts';

export interface CatalogImportLog {
  /** Logs the outcome of a message with ids and fixed words, nothing of the file. */
  worked(uploadId: string, done: WorkDone | 'given_up' | 'unknown'): void;
  internalError(error: unknown): void;
}

export interface CatalogImportDependencies {
  readonly work: UploadWork;
  readonly queue: Pick<SqsUploadQueue, 'send' | 'deliverAgain'>;
  readonly log: CatalogImportLog;
  /** How long a file may be read for its preview; 20 seconds by default. */
  readonly lookMs?: number;
}

export function catalogImportDependencies(
  environment: Readonly<Record<string, string | undefined>>,
  client: DynamoDBDocumentClient = createDocumentClient({ maxAttempts: 8 }),
): CatalogImportDependencies {
  const settings = parseEnvironment(catalogImportEnvironmentSchema, environment);
  const { ACCOUNTS_TABLE: accounts, PRODUCT_INDEX_TABLE: index } = settings;
  const clock = { nowMs: () => Date.now() };
  const logger = new Logger({ serviceName: 'catalog-import' });
  return {
    work: {
      clock,
      uploads: new DynamoUploadStore(client, accounts),
      files: new S3UploadFiles(new S3Objects(createObjectClient(), settings.UPLOADS_BUCKET)),
      reports: new DynamoAccountReports(client, accounts),
      accounts: new DynamoAdministrationStore(client, accounts),
      catalogs: new DynamoCatalogStore(client, accounts),
      products: new DynamoItemIndex(client, index, {
        manufacturers: new DynamoManufacturerTableStore(client, accounts, clock),
      }),
    },
    queue: new SqsUploadQueue(createQueueClient(), settings.UPLOAD_QUEUE_URL),
    log: {
      worked: (uploadId, done) => logger.info('upload', { upload_id: uploadId, done }),
      internalError: (error) => logger.error('import failed', { error: loggableError(error) }),
    },
  };
}
