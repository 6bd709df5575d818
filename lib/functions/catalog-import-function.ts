/** The function on the upload queue: it reads uploaded files and imports their rows, one slice per message. */
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Construct } from 'constructs';
import type { CatalogImportEnvironment } from '../../functions/catalog-import/environment.ts';
import { grantActions, grantOnObjects, grantOnPartitions } from '../constructs/grant-actions.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import type { Stores } from '../constructs/stores.ts';
import type { WorkQueue } from '../constructs/work-queue.ts';
import type { StageSettings } from '../settings/stage-settings.ts';

/** A file of 50 MB is turned into its prepared form in one slice. */
export const IMPORT_TIMEOUT_SECONDS = 300;

export function catalogImportFunction(
  scope: Construct,
  settings: StageSettings,
  { productIndex, accounts, uploads }: Stores,
  work: WorkQueue,
): ServiceFunction<CatalogImportEnvironment> {
  const fn = new ServiceFunction<CatalogImportEnvironment>(scope, settings, 'CatalogImport', {
    folder: 'catalog-import',
    description: 'Imports the lists that customers upload.',
    environment: {
      PRODUCT_INDEX_TABLE: productIndex.tableName,
      ACCOUNTS_TABLE: accounts.tableName,
      UPLOADS_BUCKET: uploads.bucketName,
      UPLOAD_QUEUE_URL: work.queue.queueUrl,
    },
    // A workbook keeps up to 64 MB of shared strings in memory; more memory also brings more processor time.
    memoryMb: 1024,
    timeoutSeconds: IMPORT_TIMEOUT_SECONDS,
    // A slice that does not finish the work sends a message for the next one.
    sendsToItself: true,
  });
  // Two run concurrently, so that imports never take the table capacity that calls need.
  fn.addEventSource(
    new SqsEventSource(work.queue, {
      enabled: settings.maintenance !== true,
      batchSize: 1,
      maxConcurrency: 2,
      reportBatchItemFailures: true,
    }),
  );
  grantActions(fn, work.queue, ['sqs:SendMessage']);
  grantOnObjects(fn, uploads, ['s3:GetObject', 's3:PutObject']);
  grantActions(fn, productIndex, ['dynamodb:BatchGetItem', 'dynamodb:Query']);
  grantActions(fn, accounts, [
    'dynamodb:BatchGetItem',
    'dynamodb:DeleteItem',
    'dynamodb:GetItem',
    'dynamodb:PutItem',
    'dynamodb:UpdateItem',
  ]);
  grantOnPartitions(fn, accounts, ['dynamodb:Query'], ['ACCOUNT#*', 'CATALOG#*']);
  // Deletes replaced rows, and writes what the rows were matched with.
  grantOnPartitions(fn, accounts, ['dynamodb:BatchWriteItem'], ['ACCOUNT#*', 'CATALOG#*', 'LEARNED#*']);
  return fn;
}
