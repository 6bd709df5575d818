/**
 * The functions of paid research: the worker on the queue, the sweeper on a schedule, the consumer of the dead letters.
 * This file also bounds how many parts are researched concurrently, so that a provider is not flooded.
 */
import { Duration } from 'aws-cdk-lib';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Construct } from 'constructs';
import type { EnrichmentDeadLettersEnvironment } from '../../functions/enrichment-dead-letters/environment.ts';
import type { EnrichmentSweeperEnvironment } from '../../functions/enrichment-sweeper/environment.ts';
import type { EnrichmentWorkerEnvironment, ResearchLink } from '../../functions/enrichment-worker/environment.ts';
import { scheduleRun } from '../constructs/scheduled-run.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import { grantActions, grantNamedSecrets, grantOnPartitions } from '../constructs/grant-actions.ts';
import type { StageSettings } from '../settings/stage-settings.ts';
import { WORKER_TIMEOUT_SECONDS, type Stores } from '../constructs/stores.ts';

/** At most twenty parts are researched concurrently. */
const WORKER_BATCH_SIZE = 5;
const MAX_WORKERS = 4;
/** Lambda limits all variables together to 4 kB. */
const MAX_CHAIN_BYTES = 3_000;
const SWEEP_EVERY = Duration.minutes(1);

interface EnrichmentFunctions {
  readonly worker: ServiceFunction<EnrichmentWorkerEnvironment>;
  readonly sweeper: ServiceFunction<EnrichmentSweeperEnvironment>;
  readonly deadLetters: ServiceFunction<EnrichmentDeadLettersEnvironment>;
}

export function enrichmentFunctions(scope: Construct, settings: StageSettings, stores: Stores): EnrichmentFunctions {
  return {
    worker: enrichmentWorker(scope, settings, stores),
    sweeper: enrichmentSweeper(scope, settings, stores),
    deadLetters: enrichmentDeadLetters(scope, settings, stores),
  };
}

function enrichmentWorker(scope: Construct, settings: StageSettings, stores: Stores): EnrichmentFunctions['worker'] {
  const { productIndex, accounts, research, researchSecret } = stores;
  const fn = new ServiceFunction<EnrichmentWorkerEnvironment>(scope, settings, 'EnrichmentWorker', {
    folder: 'enrichment-worker',
    description: 'Researches parts that were asked for, and settles what they cost.',
    environment: workerEnvironment(settings, stores),
    memoryMb: 512,
    timeoutSeconds: WORKER_TIMEOUT_SECONDS,
    provesBills: true,
    reservedConcurrency: settings.reservedConcurrency?.worker,
  });
  fn.addEventSource(
    new SqsEventSource(research.queue, {
      enabled: settings.maintenance !== true,
      batchSize: WORKER_BATCH_SIZE,
      maxConcurrency: MAX_WORKERS,
      reportBatchItemFailures: true,
    }),
  );
  grantActions(fn, productIndex, [
    'dynamodb:BatchGetItem',
    'dynamodb:ConditionCheckItem',
    'dynamodb:DeleteItem',
    'dynamodb:GetItem',
    'dynamodb:PutItem',
    // Reads items of a part number that do not fit into its row.
    'dynamodb:Query',
    'dynamodb:UpdateItem',
  ]);
  grantActions(fn, accounts, [
    'dynamodb:BatchGetItem',
    'dynamodb:DeleteItem',
    'dynamodb:PutItem',
    'dynamodb:UpdateItem',
  ]);
  const { research: provider } = settings;
  if (provider.researcher === 'http') grantActions(fn, researchSecret, ['secretsmanager:GetSecretValue']);
  if (provider.researcher === 'chain') grantNamedSecrets(fn, secretsOf(provider.links));
  return fn;
}

function workerEnvironment(settings: StageSettings, stores: Stores): EnrichmentWorkerEnvironment {
  const common = {
    STAGE: settings.stage,
    PRODUCT_INDEX_TABLE: stores.productIndex.tableName,
    ACCOUNTS_TABLE: stores.accounts.tableName,
    RESEARCH_QUEUE_URL: stores.research.queue.queueUrl,
  };
  const { research } = settings;
  switch (research.researcher) {
    case 'http': {
      const RESEARCH_SECRET_ID = stores.researchSecret.secretArn;
      return { ...common, RESEARCHER: 'http', RESEARCH_URL: research.url, RESEARCH_SECRET_ID };
    }
    case 'chain':
      return { ...common, RESEARCHER: 'chain', RESEARCH_CHAIN: chainText(research.links) };
    case 'file':
      return { ...common, RESEARCHER: 'file', RESEARCH_FILE: research.file };
  }
}

/** @throws {Error} when the settings are longer than a function's environment may be */
function chainText(links: readonly ResearchLink[]): string {
  const text = JSON.stringify(links);
  if (Buffer.byteLength(text) > MAX_CHAIN_BYTES)
    throw new Error(
      `The research chain has ${Buffer.byteLength(text)} bytes; ${MAX_CHAIN_BYTES} fit. Name fewer pages.`,
    );
  return text;
}

/** Returns the secrets of the enabled links: a link that is off gets no right to its secret. */
function secretsOf(links: readonly ResearchLink[]): readonly string[] {
  return links.flatMap((link) =>
    link.provider === 'pages' || link.termsReadOn === undefined ? [] : [link.secretName],
  );
}

function enrichmentSweeper(
  scope: Construct,
  settings: StageSettings,
  { accounts, research }: Stores,
): EnrichmentFunctions['sweeper'] {
  const fn = new ServiceFunction<EnrichmentSweeperEnvironment>(scope, settings, 'EnrichmentSweeper', {
    folder: 'enrichment-sweeper',
    description: 'Sends research requests again whose message was lost or whose worker died.',
    environment: {
      STAGE: settings.stage,
      ACCOUNTS_TABLE: accounts.tableName,
      RESEARCH_QUEUE_URL: research.queue.queueUrl,
    },
    memoryMb: 256,
    timeoutSeconds: 50,
  });
  scheduleRun(scope, settings, 'EnrichmentSweep', fn, {
    description: 'Looks for forgotten research requests.',
    every: SWEEP_EVERY,
  });
  grantActions(fn, accounts, ['dynamodb:BatchGetItem', 'dynamodb:DeleteItem', 'dynamodb:PutItem']);
  grantOnPartitions(fn, accounts, ['dynamodb:Query'], ['OUTBOX#*']);
  grantActions(fn, research.queue, ['sqs:SendMessage']);
  return fn;
}

function enrichmentDeadLetters(
  scope: Construct,
  settings: StageSettings,
  { accounts, research }: Stores,
): EnrichmentFunctions['deadLetters'] {
  const fn = new ServiceFunction<EnrichmentDeadLettersEnvironment>(scope, settings, 'EnrichmentDeadLetters', {
    folder: 'enrichment-dead-letters',
    description: 'Fails research requests whose messages were given up, and releases their reserves.',
    environment: { STAGE: settings.stage, ACCOUNTS_TABLE: accounts.tableName },
    memoryMb: 256,
    timeoutSeconds: 30,
    provesBills: true,
  });
  fn.addEventSource(
    new SqsEventSource(research.deadLetters, {
      enabled: settings.maintenance !== true,
      batchSize: 10,
      maxConcurrency: 2,
      reportBatchItemFailures: true,
    }),
  );
  grantActions(fn, accounts, [
    'dynamodb:BatchGetItem',
    'dynamodb:DeleteItem',
    'dynamodb:PutItem',
    'dynamodb:UpdateItem',
  ]);
  return fn;
}
