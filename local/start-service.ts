/**
 * Runs a synthesized stack on this machine: the stores, then the functions, then the gateway, each from the template.
 * bin/local.ts decides what it prints.
 */
import path from 'node:path';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createTables, localDynamoDb } from './create-tables.ts';
import { startEmbeddedDynamoDb } from './dynamodb/embedded-dynamodb.ts';
import { readLocalEndpoints, removeLocalEndpoints, writeLocalEndpoints } from './endpoints.ts';
import { startGateway } from './gateway/gateway.ts';
import { routeTable } from './gateway/route-table.ts';
import { linesOfFunction } from './logs/log-files.ts';
import type { LinesOf } from './logs/log-queries.ts';
import { startLogsEndpoint } from './logs/logs-endpoint.ts';
import { startFunctions } from './lambda/start-functions.ts';
import type { FunctionListener, Functions } from './lambda/start-functions.ts';
import { LocalError } from './process/local-error.ts';
import { prepareLocalFolder } from './local-folder.ts';
import { dynamoDbRights } from './rights/dynamodb-rights.ts';
import { InvokeRights } from './rights/invoke-rights.ts';
import { LocalRights } from './rights/local-rights.ts';
import { startSchedules } from './schedule-runner.ts';
import { startLocalBuckets } from './s3/local-buckets.ts';
import { openSecretStore } from './secrets/secret-store.ts';
import { startSecretsEndpoint } from './secrets/secrets-endpoint.ts';
import { startLocalQueues } from './sqs/local-queues.ts';
import type { LocalQueues } from './sqs/local-queues.ts';
import { startQueuePoller } from './sqs/queue-poller.ts';
import { synthesize, type SynthesisOrder } from './synthesize.ts';
import { readCloudAssembly } from './template/cloud-assembly.ts';
import type { CloudAssembly } from './template/cloud-assembly.ts';
import { readPrograms, readStores } from './stack/local-stack.ts';
import type { LocalPrograms, LocalStores } from './stack/local-stack.ts';
import { bucketName, functionArn, queueArn } from './template/resource-references.ts';
import { UndoStack } from './undo-stack.ts';

export interface ServiceOrder extends FunctionListener {
  /** The folder with all data of the run. */
  readonly folder: string;
  /** Starts with an empty folder. */
  readonly fresh: boolean;
  /** 0 for any free port. */
  readonly port: number;
  /** The CDK app, relative to the project's folder. */
  readonly app: string;
  /** Further context for the app; `stage` and `baseUrl` are given by the run. */
  readonly context: Readonly<Record<string, string>>;
  /** Makes the template; runs the app when absent. */
  readonly synthesize?: (order: SynthesisOrder) => Promise<void>;
  /** Fills the stores before the first request. */
  readonly seed?: (stores: SeedStores) => Promise<void>;
  readonly onProgress: (step: string) => void;
}

export interface SeedStores {
  readonly client: DynamoDBClient;
  readonly outputs: Readonly<Record<string, string>>;
  readonly baseUrl: string;
}

export interface RunningService {
  readonly baseUrl: string;
  readonly stop: () => Promise<void>;
}

/** @throws {LocalError} for problems that a person can fix; everything that was started is stopped again */
export async function startService(order: ServiceOrder): Promise<RunningService> {
  const undo = new UndoStack();
  try {
    const baseUrl = await start(order, undo);
    return { baseUrl, stop: () => undo.run() };
  } catch (error) {
    await undo.run();
    throw error;
  }
}

/** The address is chosen first, because it is the service's base URL and the template is synthesized with it. */
async function start(order: ServiceOrder, undo: UndoStack): Promise<string> {
  const { folder, onProgress } = order;
  await refuseSecondRun(folder);
  await prepareLocalFolder(folder, order);
  const secretStore = await openSecretStore(folder);
  const rights = new LocalRights(order.onFunctionError);
  const database = await openDatabase(folder, rights);
  undo.add(() => database.stop());
  const gateway = await startGateway(order.port);
  undo.add(gateway.stop);

  onProgress('Synthesizing the stack');
  const assembly = await synthesizeStack(order, gateway.url);

  onProgress('Opening the stores');
  const stores = readStores(assembly);
  await secretStore.generate(secretLengths(stores));
  const secrets = await startSecretsEndpoint(secretStore, rights);
  undo.add(secrets.stop);
  const queues = await startLocalQueues(stores.queues, rights);
  undo.add(queues.stop);
  const buckets = await startLocalBuckets([...stores.buckets.keys()].map(bucketName), rights);
  undo.add(buckets.stop);
  const client = localDynamoDb(database.endpoint);
  undo.add(async () => client.destroy());
  await createTables(client, stores.tables);

  const queueUrl = (name: string): string => queues.urls.get(name) ?? '';
  const programs = readPrograms(assembly, { queueUrl, apiUrl: gateway.url });
  rights.load(programs.rights);
  const logs = await startLogsEndpoint(linesOfGroups(programs, folder), rights);
  undo.add(logs.stop);
  await order.seed?.({ client, outputs: programs.outputs, baseUrl: gateway.url });

  onProgress('Starting the functions');
  const endpoints = { dynamodb: database.endpoint, sqs: queues.endpoint, secretsManager: secrets.endpoint };
  const reached = { ...endpoints, s3: buckets.endpoint, logs: logs.endpoint };
  const functions = await startFunctions(programs.functions, reached, folder, order);
  undo.add(functions.stop);
  const invokeRights = new InvokeRights(programs.invokePermissions, order.onFunctionError);
  gateway.open({
    match: routeTable(programs),
    mayInvoke: (route) => invokeRights.mayInvoke({ principal: 'apigateway.amazonaws.com', ...route }),
    invoke: (arn, event) => functions.invoke(programs.aliases.get(arn) ?? arn, event),
  });
  startEvents(programs, functions, queues, undo);
  startRules(programs, functions, invokeRights, undo);

  undo.add(() => removeLocalEndpoints(folder));
  const { outputs } = programs;
  await writeLocalEndpoints(folder, { ...endpoints, baseUrl: gateway.url, outputs, pid: process.pid });
  return gateway.url;
}

/** Serves a function's log files as its log group. */
function linesOfGroups({ functions }: LocalPrograms, folder: string): LinesOf {
  const names = new Map([...functions].map(([name, { LoggingConfig }]) => [LoggingConfig?.LogGroup, name]));
  return async function* (logGroup) {
    const name = names.get(logGroup);
    if (name !== undefined) yield* linesOfFunction(folder, name);
  };
}

/** Queues call functions. */
function startEvents(programs: LocalPrograms, functions: Functions, queues: LocalQueues, undo: UndoStack): void {
  for (const source of programs.eventSources.values()) {
    if (!source.Enabled) continue;
    const invoke = (event: unknown) => functions.invoke(functionArn(source.FunctionName), event);
    const queueUrl = queueUrlOf(queues, source.EventSourceArn);
    const poller = startQueuePoller({ source, queueUrl, client: queues.client, invoke });
    undo.add(async () => poller.stop());
  }
}

/** Schedules call functions. */
function startRules(programs: LocalPrograms, functions: Functions, rights: InvokeRights, undo: UndoStack): void {
  const schedules = startSchedules(programs.schedules, (functionArn, event) => {
    const [sourceArn = ''] = event.resources;
    if (rights.mayInvoke({ principal: 'events.amazonaws.com', sourceArn, functionArn })) {
      void functions.invoke(functionArn, event);
    }
  });
  undo.add(async () => schedules.stop());
}

function secretLengths({ secrets }: LocalStores): ReadonlyMap<string, number> {
  return new Map([...secrets].map(([name, { GenerateSecretString }]) => [name, GenerateSecretString.PasswordLength]));
}

async function refuseSecondRun(folder: string): Promise<void> {
  const running = await readLocalEndpoints(folder).catch(() => undefined);
  if (running === undefined) return;
  throw new LocalError(
    `The service already runs on ${folder}, as process ${running.pid}: ${running.baseUrl}\nStop it first with Ctrl-C.`,
  );
}

async function openDatabase(folder: string, rights: LocalRights): ReturnType<typeof startEmbeddedDynamoDb> {
  try {
    return await startEmbeddedDynamoDb({
      path: path.join(folder, 'dynamodb'),
      refuse: (authorization, operation, call) => rights.refuse(authorization, dynamoDbRights(operation, call)),
    });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new LocalError(`${error.message} If it stays so, start fresh with: npm start -- --fresh`, { cause: error });
  }
}

async function synthesizeStack(order: ServiceOrder, baseUrl: string): Promise<CloudAssembly> {
  const { folder, app, context } = order;
  const outputFolder = path.join(folder, 'cdk.out');
  await (order.synthesize ?? synthesize)({ app, outputFolder, context: { ...context, stage: 'local', baseUrl } });
  return readCloudAssembly(outputFolder);
}

function queueUrlOf({ urls }: LocalQueues, arn: string): string {
  const found = [...urls].find(([name]) => queueArn(name) === arn);
  if (found === undefined) throw new Error(`The template has no queue ${arn}.`);
  return found[1];
}
