/**
 * Starts the process pools of all functions. Each gets the environment that Lambda would give it, and no other variable
 * of this machine.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { devNull } from 'node:os';
import path from 'node:path';
import { transformSync } from 'esbuild';
import { LocalError } from '../process/local-error.ts';
import { LOCAL_CREDENTIALS, LOCAL_REGION } from '../template/local-account.ts';
import { functionArn } from '../template/resource-references.ts';
import type { LocalFunction } from '../stack/local-stack.ts';
import { logFile, openFunctionLog } from './function-log.ts';
import type { FunctionResult } from './function-messages.ts';
import type { ServedRequest } from './served-request.ts';
import { FunctionPool } from './function-pool.ts';

/** A small machine has two cores, so more processes would only wait for each other. */
const DEFAULT_MAX_INSTANCES = 4;

interface ServiceEndpoints {
  readonly dynamodb: string;
  readonly sqs: string;
  readonly s3: string;
  readonly secretsManager: string;
  readonly logs: string;
}

export interface FunctionListener {
  readonly onFunctionError: (functionName: string, brief: string) => void;
  readonly onServed?: (functionName: string, request: ServedRequest) => void;
}

export interface Functions {
  /** @throws {Error} for a function that the template does not have */
  readonly invoke: (arn: string, event: unknown) => Promise<FunctionResult>;
  readonly stop: () => Promise<void>;
}

/**
 * @param folder of the local run, for the logs
 * @param told receives every error that a function logs, in brief, and every request that it answers
 * @throws {LocalError} when a function's bundle cannot be loaded
 */
export async function startFunctions(
  functions: ReadonlyMap<string, LocalFunction>,
  endpoints: ServiceEndpoints,
  folder: string,
  told: FunctionListener,
): Promise<Functions> {
  const bootstrapFile = await compileBootstrap(folder);
  const pools = new Map(
    [...functions].map(([name, program]) => {
      const log = openFunctionLog(logFile(folder, name), {
        onError: (brief) => told.onFunctionError(name, brief),
        ...(told.onServed !== undefined && { onServed: (request) => told.onServed?.(name, request) }),
      });
      const settings = {
        name,
        bundleFolder: program.bundleFolder,
        handler: program.Handler,
        environment: environmentOf(name, program, endpoints),
        timeoutMs: program.Timeout * 1000,
        bootstrapFile,
        // Files that the settings name are relative to where the local run keeps its folder.
        workingFolder: path.dirname(path.resolve(folder)),
      };
      const maxInstances = Math.min(program.ReservedConcurrentExecutions ?? Infinity, DEFAULT_MAX_INSTANCES);
      return [functionArn(name), new FunctionPool(settings, log, maxInstances)] as const;
    }),
  );
  const stop = async (): Promise<void> => {
    await Promise.all([...pools.values()].map((pool) => pool.stop()));
  };
  try {
    await Promise.all([...pools].map(([arn, pool]) => warmUp(arn, pool, folder)));
  } catch (error) {
    await stop();
    throw error;
  }
  return { invoke: (arn, event) => poolOf(pools, arn).invoke(event), stop };
}

async function warmUp(arn: string, pool: FunctionPool, folder: string): Promise<void> {
  try {
    await pool.warmUp();
  } catch (error) {
    const name = arn.split(':').at(-1) ?? arn;
    throw new LocalError(`The function ${name} does not start: ${logFile(folder, name)} says why.`, {
      cause: error,
    });
  }
}

function poolOf(pools: ReadonlyMap<string, FunctionPool>, arn: string): FunctionPool {
  const pool = pools.get(arn);
  if (pool === undefined) throw new Error(`The template has no function ${arn}.`);
  return pool;
}

function environmentOf(name: string, program: LocalFunction, endpoints: ServiceEndpoints): Record<string, string> {
  return {
    ...program.Environment.Variables,
    PATH: process.env.PATH ?? '',
    TZ: ':UTC',
    AWS_REGION: LOCAL_REGION,
    AWS_DEFAULT_REGION: LOCAL_REGION,
    // The local services identify a function by its key, and grant it the permissions of its role.
    AWS_ACCESS_KEY_ID: name,
    AWS_SECRET_ACCESS_KEY: LOCAL_CREDENTIALS.secretAccessKey,
    AWS_LAMBDA_FUNCTION_NAME: name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(program.MemorySize),
    // The settings and keys of real AWS accounts must never be read here.
    AWS_CONFIG_FILE: devNull,
    AWS_SHARED_CREDENTIALS_FILE: devNull,
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_ENDPOINT_URL_DYNAMODB: endpoints.dynamodb,
    AWS_ENDPOINT_URL_SQS: endpoints.sqs,
    AWS_ENDPOINT_URL_S3: endpoints.s3,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: endpoints.secretsManager,
    AWS_ENDPOINT_URL_CLOUDWATCH_LOGS: endpoints.logs,
  };
}

/** Compiles the bootstrap, because functions run on plain Node, which may not support TypeScript. */
async function compileBootstrap(folder: string): Promise<string> {
  const outputFolder = path.join(folder, 'runtime');
  await mkdir(outputFolder, { recursive: true });
  for (const module of ['function-bootstrap', 'function-messages']) {
    const source = await readFile(path.join(import.meta.dirname, `${module}.ts`), 'utf8');
    const { code } = transformSync(source, { loader: 'ts', format: 'esm', target: 'node24' });
    await writeFile(path.join(outputFolder, `${module}.mjs`), code.replaceAll(/(\.\/[\w-]+)\.ts/g, '$1.mjs'));
  }
  return path.resolve(outputFolder, 'function-bootstrap.mjs');
}
