/** Answers the calls of Secrets Manager that the functions and the operator's command line make, on 127.0.0.1. */
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod';
import type { LocalRights } from '../rights/local-rights.ts';
import { secretArn } from '../template/resource-references.ts';
import { CURRENT } from './secret-store.ts';
import type { SecretStore, SecretVersion } from './secret-store.ts';

export interface SecretsEndpoint {
  readonly endpoint: string;
  readonly stop: () => Promise<void>;
}

const idSchema = z.looseObject({ SecretId: z.string() });
const getSchema = idSchema.extend({ VersionId: z.string().optional(), VersionStage: z.string().optional() });
const putSchema = idSchema.extend({
  ClientRequestToken: z.string(),
  SecretString: z.string(),
  VersionStages: z.array(z.string()).default([CURRENT]),
});
const moveSchema = idSchema.extend({
  VersionStage: z.string(),
  MoveToVersionId: z.string().optional(),
  RemoveFromVersionId: z.string().optional(),
});

type Operation = (store: SecretStore, body: unknown) => object | Promise<object>;

const OPERATIONS: ReadonlyMap<string, Operation> = new Map<string, Operation>([
  ['GetSecretValue', getSecretValue],
  ['PutSecretValue', putSecretValue],
  ['DescribeSecret', describeSecret],
  ['ListSecretVersionIds', listSecretVersionIds],
  ['UpdateSecretVersionStage', updateSecretVersionStage],
]);

class Refusal extends Error {
  readonly type: string;

  constructor(type: string, message: string) {
    super(message);
    this.type = type;
  }
}

export async function startSecretsEndpoint(store: SecretStore, rights: LocalRights): Promise<SecretsEndpoint> {
  const server = createServer((request, response) => void answer(store, rights, request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(
  store: SecretStore,
  rights: LocalRights,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const name = String(request.headers['x-amz-target']).replace('secretsmanager.', '');
    const operation = OPERATIONS.get(name);
    if (operation === undefined) throw new Refusal('UnknownOperationException', 'Not answered by the local run.');
    const body: unknown = JSON.parse(await readText(request));
    const arn = secretArn(nameOf(idSchema.parse(body).SecretId));
    const refused = rights.refuse(request.headers.authorization, [{ action: `secretsmanager:${name}`, arn }]);
    if (refused !== undefined) throw new Refusal('AccessDeniedException', refused);
    send(response, 200, await operation(store, body));
  } catch (error) {
    if (error instanceof Refusal) return send(response, 400, { __type: error.type, Message: error.message });
    if (error instanceof z.ZodError || error instanceof SyntaxError)
      return send(response, 400, { __type: 'InvalidRequestException', Message: 'The request is malformed.' });
    send(response, 500, { __type: 'InternalServiceError', Message: 'The local secrets could not be written.' });
  }
}

function getSecretValue(store: SecretStore, body: unknown): object {
  const { SecretId, VersionId, VersionStage } = getSchema.parse(body);
  const { name, versions } = find(store, SecretId);
  const stage = VersionStage ?? (VersionId === undefined ? CURRENT : undefined);
  const found = [...versions].find(
    ([id, version]) =>
      (VersionId === undefined || id === VersionId) && (stage === undefined || version.stages.includes(stage)),
  );
  if (found === undefined)
    throw new Refusal('ResourceNotFoundException', "Secrets Manager can't find the specified secret value.");
  const [id, version] = found;
  return { ...identity(name), SecretString: version.value, ...versionFacts(id, version) };
}

async function putSecretValue(store: SecretStore, body: unknown): Promise<object> {
  const { SecretId, ClientRequestToken, SecretString, VersionStages } = putSchema.parse(body);
  const { name, versions } = find(store, SecretId);
  const same = versions.get(ClientRequestToken);
  if (same !== undefined && same.value !== SecretString)
    throw new Refusal('ResourceExistsException', 'A version with this token holds another value.');
  await store.put(name, ClientRequestToken, SecretString, VersionStages);
  return { ...identity(name), VersionId: ClientRequestToken, VersionStages };
}

function describeSecret(store: SecretStore, body: unknown): object {
  const { name, versions } = find(store, idSchema.parse(body).SecretId);
  const created = [...versions.values()].map(({ createdMs }) => createdMs / 1000);
  return {
    ...identity(name),
    CreatedDate: Math.min(...created),
    LastChangedDate: Math.max(...created),
    VersionIdsToStages: Object.fromEntries([...versions].map(([id, { stages }]) => [id, stages])),
  };
}

function listSecretVersionIds(store: SecretStore, body: unknown): object {
  const { name, versions } = find(store, idSchema.parse(body).SecretId);
  return { ...identity(name), Versions: [...versions].map(([id, version]) => versionFacts(id, version)) };
}

async function updateSecretVersionStage(store: SecretStore, body: unknown): Promise<object> {
  const { SecretId, VersionStage, MoveToVersionId } = moveSchema.parse(body);
  const { name } = find(store, SecretId);
  await store.moveStage(name, VersionStage, MoveToVersionId);
  return identity(name);
}

/** By name or by ARN. */
function find(store: SecretStore, secretId: string): { name: string; versions: ReadonlyMap<string, SecretVersion> } {
  const name = nameOf(secretId);
  const versions = store.versions(name);
  if (versions === undefined)
    throw new Refusal('ResourceNotFoundException', "Secrets Manager can't find the specified secret.");
  return { name, versions };
}

function nameOf(secretId: string): string {
  return secretId.split(':').at(-1) ?? '';
}

function identity(name: string): object {
  return { ARN: secretArn(name), Name: name };
}

function versionFacts(id: string, { stages, createdMs }: SecretVersion): object {
  return { VersionId: id, VersionStages: stages, CreatedDate: createdMs / 1000 };
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function send(response: ServerResponse, status: number, body: object): void {
  if (response.destroyed) return;
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' });
  response.end(JSON.stringify(body));
}
