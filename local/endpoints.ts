/**
 * Shares the addresses of the running local service with other processes of this machine, mainly `npm run admin`.
 * The file `.local/endpoints.json` is written when the service is ready and removed when it stops.
 */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { errorCode } from './process/local-error.ts';
import { readPrivateJson, writePrivateJson } from './process/private-file.ts';

/** The folder of the local run, relative to the project's folder. */
export const LOCAL_FOLDER = '.local';

const localEndpointsSchema = z.object({
  baseUrl: z.url(),
  dynamodb: z.url(),
  sqs: z.url(),
  secretsManager: z.url(),
  /** The stack's outputs, resolved: ProductIndexTable, AccountsTable, SigningSecretId, ResearchQueueUrl and so on. */
  outputs: z.record(z.string(), z.string()),
  pid: z.number().int().positive(),
});

export type LocalEndpoints = z.infer<typeof localEndpointsSchema>;

export function endpointsPath(folder: string): string {
  return path.join(folder, 'endpoints.json');
}

/**
 * Returns the endpoints of the service that runs on `folder`; undefined when none runs, even if a killed one left its
 * file.
 * @throws {LocalError} when the file is damaged
 */
export async function readLocalEndpoints(folder: string = LOCAL_FOLDER): Promise<LocalEndpoints | undefined> {
  const endpoints = await readPrivateJson(endpointsPath(folder), localEndpointsSchema);
  return endpoints !== undefined && isAlive(endpoints.pid) ? endpoints : undefined;
}

export async function writeLocalEndpoints(folder: string, endpoints: LocalEndpoints): Promise<void> {
  await writePrivateJson(endpointsPath(folder), endpoints);
}

export async function removeLocalEndpoints(folder: string): Promise<void> {
  await rm(endpointsPath(folder), { force: true });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}
