/**
 * Finds the tables, secrets and queues of a stage: from the endpoints file of the running local service, or from the
 * outputs of a deployed stack.
 */
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { documentsOf } from '../../../adapters/dynamodb/client/document-client.ts';
import { readLocalEndpoints, type LocalEndpoints } from '../../../local/endpoints.ts';
import type { Tables } from '../../../adapters/dynamodb/open-stores.ts';
import { OperatorError } from '../console/operator-error.ts';
import { STAGES, type Stage } from '../../../lib/settings/stage-settings.ts';

export interface OpenStage {
  readonly stage: Stage;
  readonly documents: DynamoDBDocumentClient;
  readonly secrets: SecretsManagerClient;
  readonly queues: SQSClient;
  /**
   * Returns an output of the stack, for example `AccountsTable`.
   * @throws {OperatorError} when the deployed stack does not have it
   */
  output(name: string): string;
  close(): void;
}

/** Retries throttled writes of an import for longer, instead of failing. */
const MAX_ATTEMPTS = 10;

/** @throws {OperatorError} when there is no such stage, or it is not running or not deployed */
export async function openStage(name: string): Promise<OpenStage> {
  const stage = STAGES.find((known) => known === name);
  if (stage === undefined)
    throw new OperatorError(`There is no stage "${name}".`, {
      code: 'unknown_stage',
      fix: `Stages: ${STAGES.join(', ')}.`,
    });
  return stage === 'local' ? openLocalStage(await findLocalService()) : openDeployedStage(stage);
}

async function findLocalService(): Promise<LocalEndpoints> {
  const endpoints = await readLocalEndpoints();
  if (endpoints !== undefined) return endpoints;
  throw new OperatorError(
    'The local service is not running: start it with `npm start` in another terminal, or choose another --stage.',
  );
}

/** Queues are asked at the service's endpoint, which AWS_ENDPOINT_URL may replace; a queue's URL is only its name. */
const QUEUE_URL_IS_A_NAME = { useQueueUrlAsEndpoint: false };

function openLocalStage(endpoints: LocalEndpoints): OpenStage {
  // The local engines do not check signatures, but the SDK requires credentials.
  const settings = { region: 'us-east-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } };
  return stageOf('local', endpoints.outputs, {
    // Local engines do not throttle, so a failed attempt means that the engine has stopped.
    dynamodb: new DynamoDBClient({ ...settings, endpoint: endpoints.dynamodb, maxAttempts: 3 }),
    secrets: new SecretsManagerClient({ ...settings, endpoint: endpoints.secretsManager }),
    queues: new SQSClient({ ...settings, endpoint: endpoints.sqs, ...QUEUE_URL_IS_A_NAME }),
  });
}

async function openDeployedStage(stage: Stage): Promise<OpenStage> {
  const outputs = await readStackOutputs(`product-data-${stage}`);
  return stageOf(stage, outputs, {
    dynamodb: new DynamoDBClient({ maxAttempts: MAX_ATTEMPTS }),
    secrets: new SecretsManagerClient({}),
    queues: new SQSClient(QUEUE_URL_IS_A_NAME),
  });
}

async function readStackOutputs(stackName: string): Promise<Record<string, string>> {
  const cloudFormation = new CloudFormationClient({});
  try {
    const { Stacks = [] } = await cloudFormation.send(new DescribeStacksCommand({ StackName: stackName }));
    const outputs = Stacks[0]?.Outputs ?? [];
    return Object.fromEntries(outputs.map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]));
  } catch (error) {
    if (!(error instanceof Error && error.name === 'ValidationError')) throw error;
    throw new OperatorError(
      `The stack ${stackName} is not deployed in this account and region: deploy it, or check AWS_REGION.`,
    );
  } finally {
    cloudFormation.destroy();
  }
}

function stageOf(
  stage: Stage,
  outputs: Readonly<Record<string, string>>,
  clients: {
    readonly dynamodb: DynamoDBClient;
    readonly secrets: SecretsManagerClient;
    readonly queues: SQSClient;
  },
): OpenStage {
  return {
    stage,
    documents: documentsOf(clients.dynamodb),
    secrets: clients.secrets,
    queues: clients.queues,
    output: (name) => {
      const value = outputs[name];
      if (value !== undefined) return value;
      throw new OperatorError(`The stack of ${stage} has no output ${name}: it was deployed by an older version.`);
    },
    close: () => {
      clients.dynamodb.destroy();
      clients.secrets.destroy();
      clients.queues.destroy();
    },
  };
}

/**
 * The tables of the stage for open-stores.ts. A name is looked up when it is needed, because an older stack may lack an
 * output.
 */
export function tablesOf(stage: OpenStage): Tables {
  return {
    client: stage.documents,
    clock: { nowMs: () => Date.now() },
    get accounts() {
      return stage.output('AccountsTable');
    },
    get index() {
      return stage.output('ProductIndexTable');
    },
  };
}
