/** Builds the dependencies of the `catalog-import` function. */
import {
  openAccountReports,
  openAdministrationStore,
  openCatalogStore,
  openItemIndex,
  openManufacturerTableStore,
  openUploadStore,
} from '../../adapters/dynamodb/open-stores.ts';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createDocumentClient } from '../../adapters/dynamodb/client/document-client.ts';
import { LogWriter } from '../../adapters/lambda/log-writer.ts';
import { loggableError } from '../../adapters/lambda/loggable-error.ts';
import { createObjectClient, S3Objects } from '../../adapters/s3/objects.ts';
import { S3UploadFiles } from '../../adapters/s3/s3-upload-files.ts';
import { createQueueClient } from '../../adapters/sqs/queue-client.ts';
import { SqsUploadQueue } from '../../adapters/sqs/sqs-upload-queue.ts';
import { parseEnvironment } from '../../core/parse-environment.ts';
import type { UploadImportPorts, WorkDone } from '../../core/catalogs/uploads/upload-work.ts';
import { catalogImportEnvironmentSchema } from './environment.ts';

interface CatalogImportLog {
  /** Logs the outcome of a message with ids and fixed words, nothing of the file. */
  worked(uploadId: string, done: WorkDone | 'failed' | 'unknown'): void;
  internalError(error: unknown): void;
}

export interface CatalogImportDependencies {
  readonly ports: UploadImportPorts;
  readonly queue: Pick<SqsUploadQueue, 'send' | 'deliverAgain'>;
  readonly log: CatalogImportLog;
  /** How long a file may be read for its preview; 20 seconds by default. */
  readonly previewMs?: number;
}

export function catalogImportDependencies(
  environment: Readonly<Record<string, string | undefined>>,
  client: DynamoDBDocumentClient = createDocumentClient({ maxAttempts: 8 }),
): CatalogImportDependencies {
  const settings = parseEnvironment(catalogImportEnvironmentSchema, environment);
  const { ACCOUNTS_TABLE: accounts, PRODUCT_INDEX_TABLE: index } = settings;
  const clock = { nowMs: () => Date.now() };
  const tables = { client, accounts, index, clock };
  const logger = new LogWriter({ serviceName: 'catalog-import' });
  return {
    ports: {
      clock,
      uploads: openUploadStore(tables),
      files: new S3UploadFiles(new S3Objects(createObjectClient(), settings.UPLOADS_BUCKET)),
      reports: openAccountReports(tables),
      accounts: openAdministrationStore(tables),
      catalogs: openCatalogStore(tables),
      index: openItemIndex(tables, { manufacturers: openManufacturerTableStore(tables) }),
    },
    queue: new SqsUploadQueue(createQueueClient(), settings.UPLOAD_QUEUE_URL),
    log: {
      worked: (uploadId, done) => logger.info('upload', { upload_id: uploadId, done }),
      internalError: (error) => logger.error('import failed', { error: loggableError(error) }),
    },
  };
}
