/** Answers the calls of Secrets Manager that the functions and the operator's command line make, on 127.0.0.1. */
import * as z from 'zod';
import { ServiceRefusal, startJsonEndpoint, type JsonEndpoint, type JsonOperation } from '../json-endpoint.ts';
import type { LocalRights } from '../rights/local-rights.ts';
import { secretArn } from '../template/resource-references.ts';
import { CURRENT } from './secret-store.ts';
import type { SecretStore, SecretVersion } from './secret-store.ts';

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

export async function startSecretsEndpoint(store: SecretStore, rights: LocalRights): Promise<JsonEndpoint> {
  const operations = [...OPERATIONS].map(([name, run]): [string, JsonOperation] => [
    name,
    {
      rights: (body) => [{ action: `secretsmanager:${name}`, arn: secretArn(nameOf(idSchema.parse(body).SecretId)) }],
      answer: (body) => run(store, body),
    },
  ]);
  return startJsonEndpoint(
    {
      target: 'secretsmanager.',
      operations: new Map(operations),
      malformed: 'InvalidRequestException',
      failure: 'The local secrets could not be written.',
    },
    rights,
  );
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
    throw new ServiceRefusal('ResourceNotFoundException', "Secrets Manager can't find the specified secret value.");
  const [id, version] = found;
  return { ...identity(name), SecretString: version.value, ...versionFacts(id, version) };
}

async function putSecretValue(store: SecretStore, body: unknown): Promise<object> {
  const { SecretId, ClientRequestToken, SecretString, VersionStages } = putSchema.parse(body);
  const { name, versions } = find(store, SecretId);
  const same = versions.get(ClientRequestToken);
  if (same !== undefined && same.value !== SecretString)
    throw new ServiceRefusal('ResourceExistsException', 'A version with this token holds another value.');
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

/** Finds a secret by name or ARN. */
function find(store: SecretStore, secretId: string): { name: string; versions: ReadonlyMap<string, SecretVersion> } {
  const name = nameOf(secretId);
  const versions = store.versions(name);
  if (versions === undefined)
    throw new ServiceRefusal('ResourceNotFoundException', "Secrets Manager can't find the specified secret.");
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
