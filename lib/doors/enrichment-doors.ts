/**
 * The functions of paid research: the worker on the queue, the sweeper on a schedule, the consumer of the dead letters. How many parts are
 * researched at once is bounded here, so that a provider is not flooded.
 */
import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Construct } from 'constructs';
import type { EnrichmentDeadLettersEnvironment } from '../../functions/enrichment-dead-letters/environment.ts';
import type { EnrichmentSweeperEnvironment } from '../../functions/enrichment-sweeper/environment.ts';
import type { EnrichmentWorkerEnvironment } from '../../functions/enrichment-worker/environment.ts';
import { DoorFunction } from '../constructs/door-function.ts';
import { grantActions } from '../constructs/grant-actions.ts';
import type { StageSettings } from '../stage-settings.ts';
import { WORKER_TIMEOUT_SECONDS, type Stores } from '../stores.ts';

/** Together twenty parts at once. */
const WORKER_BATCH_SIZE = 5;
const MOST_WORKERS = 4;
const SWEEP_EVERY = Duration.minutes(1);

export function enrichmentDoors(scope: Construct, settings: StageSettings, stores: Stores): void {
  enrichmentWorker(scope, settings, stores);
  enrichmentSweeper(scope, settings, stores);
  enrichmentDeadLetters(scope, settings, stores);
}

function enrichmentWorker(scope: Construct, settings: StageSettings, stores: Stores): void {
  const { productIndex, accounts, research, researchSecret } = stores;
  const door = new DoorFunction<EnrichmentWorkerEnvironment>(scope, 'EnrichmentWorker', {
    door: 'enrichment-worker',
    description: 'Researches parts that were asked for, and settles what they cost.',
    environment: workerEnvironment(settings, stores),
    memoryMb: 512,
    timeoutSeconds: WORKER_TIMEOUT_SECONDS,
    logRetentionDays: settings.logRetentionDays,
  });
  door.addEventSource(
    new SqsEventSource(research.queue, {
      batchSize: WORKER_BATCH_SIZE,
      maxConcurrency: MOST_WORKERS,
      reportBatchItemFailures: true,
    }),
  );
  grantActions(door, productIndex, [
    'dynamodb:BatchGetItem',
    'dynamodb:ConditionCheckItem',
    'dynamodb:DeleteItem',
    'dynamodb:GetItem',
    'dynamodb:PutItem',
    'dynamodb:UpdateItem',
  ]);
  grantActions(door, accounts, [
    'dynamodb:BatchGetItem',
    'dynamodb:DeleteItem',
    'dynamodb:PutItem',
    'dynamodb:UpdateItem',
  ]);
  grantActions(door, researchSecret, ['secretsmanager:GetSecretValue']);
}

function workerEnvironment(settings: StageSettings, stores: Stores): EnrichmentWorkerEnvironment {
  const common = {
    PRODUCT_INDEX_TABLE: stores.productIndex.tableName,
    ACCOUNTS_TABLE: stores.accounts.tableName,
    RESEARCH_QUEUE_URL: stores.research.queue.queueUrl,
  };
  const { research } = settings;
  return research.researcher === 'http'
    ? {
        ...common,
        RESEARCHER: 'http',
        RESEARCH_URL: research.url,
        RESEARCH_SECRET_ID: stores.researchSecret.secretArn,
      }
    : { ...common, RESEARCHER: 'file', RESEARCH_FILE: research.file };
}

function enrichmentSweeper(scope: Construct, settings: StageSettings, { accounts, research }: Stores): void {
  const door = new DoorFunction<EnrichmentSweeperEnvironment>(scope, 'EnrichmentSweeper', {
    door: 'enrichment-sweeper',
    description: 'Sends research requests again whose message was lost or whose worker died.',
    environment: { ACCOUNTS_TABLE: accounts.tableName, RESEARCH_QUEUE_URL: research.queue.queueUrl },
    memoryMb: 256,
    timeoutSeconds: 50,
    logRetentionDays: settings.logRetentionDays,
  });
  new Rule(scope, 'EnrichmentSweep', {
    description: 'Looks for forgotten research requests.',
    schedule: Schedule.rate(SWEEP_EVERY),
    // The next run is a minute away: an event that came too late is not worth a second try.
    targets: [new LambdaFunction(door, { retryAttempts: 0, maxEventAge: Duration.minutes(1) })],
  });
  grantActions(door, accounts, ['dynamodb:BatchGetItem', 'dynamodb:DeleteItem', 'dynamodb:PutItem', 'dynamodb:Query']);
  grantActions(door, research.queue, ['sqs:SendMessage']);
}

function enrichmentDeadLetters(scope: Construct, settings: StageSettings, { accounts, research }: Stores): void {
  const door = new DoorFunction<EnrichmentDeadLettersEnvironment>(scope, 'EnrichmentDeadLetters', {
    door: 'enrichment-dead-letters',
    description: 'Fails research requests whose messages were given up, and releases their reserves.',
    environment: { ACCOUNTS_TABLE: accounts.tableName },
    memoryMb: 256,
    timeoutSeconds: 30,
    logRetentionDays: settings.logRetentionDays,
  });
  door.addEventSource(
    new SqsEventSource(research.deadLetters, { batchSize: 10, maxConcurrency: 2, reportBatchItemFailures: true }),
  );
  grantActions(door, accounts, [
    'dynamodb:BatchGetItem',
    'dynamodb:DeleteItem',
    'dynamodb:PutItem',
    'dynamodb:UpdateItem',
  ]);
}
