/**
 * Reads the template for the local run: its resources by kind, with the relevant properties checked and typed. A kind
 * of resource that does not run here must be known to be unnecessary; otherwise it is an error, so nothing is skipped
 * silently.
 */
import * as z from 'zod';
import type { Statement } from '../rights/local-rights.ts';
import type { CloudAssembly, Resource } from '../template/cloud-assembly.ts';
import { functionArn, otherArn, references } from '../template/resource-references.ts';
import type { LocalAddresses } from '../template/resource-references.ts';
import {
  aliasSchema,
  bucketSchema,
  eventSourceSchema,
  functionSchema,
  integrationSchema,
  permissionSchema,
  policySchema,
  queueSchema,
  routeSchema,
  scheduleSchema,
  secretSchema,
  stageSchema,
  tableSchema,
  versionSchema,
} from '../template/resource-schemas.ts';
import type {
  InvokePermission,
  LocalBucket,
  LocalEventSource,
  LocalIntegration,
  LocalQueue,
  LocalRoute,
  LocalSchedule,
  LocalSecret,
  LocalTable,
} from '../template/resource-schemas.ts';
import { resolver } from '../template/resolve-value.ts';
import type { Resolve } from '../template/resolve-value.ts';

/**
 * The kinds of resources that run here, with the properties that are read. The others matter only in the cloud
 * (docs/guides/run-locally.md).
 */
export const RUN_HERE: Readonly<Record<string, z.ZodObject>> = {
  'AWS::DynamoDB::Table': tableSchema,
  'AWS::SQS::Queue': queueSchema,
  'AWS::S3::Bucket': bucketSchema,
  'AWS::SecretsManager::Secret': secretSchema,
  'AWS::Lambda::Function': functionSchema,
  'AWS::Lambda::Version': versionSchema,
  'AWS::Lambda::Alias': aliasSchema,
  'AWS::Lambda::Permission': permissionSchema,
  'AWS::Lambda::EventSourceMapping': eventSourceSchema,
  'AWS::ApiGatewayV2::Stage': stageSchema,
  'AWS::ApiGatewayV2::Route': routeSchema,
  'AWS::ApiGatewayV2::Integration': integrationSchema,
  'AWS::Events::Rule': scheduleSchema,
  'AWS::IAM::Policy': policySchema,
};

/**
 * Roles, logs, alarms, names, retries of asynchronous calls (there are none here) and deployment settings: they matter
 * only in the cloud.
 */
const NEEDLESS_HERE =
  /^AWS::(CodeDeploy|IAM|Logs|CloudWatch|SNS|Budgets|CDK|CertificateManager|Route53)::|^AWS::(S3::BucketPolicy|SQS::QueuePolicy|SecretsManager::ResourcePolicy|Lambda::EventInvokeConfig|ApiGatewayV2::(Api|DomainName|ApiMapping))$/;

export type LocalFunction = z.infer<typeof functionSchema> & { readonly bundleFolder: string };

/** Resources by logical id, which is also the local name of tables, queues, secrets and functions. */
type Named<T> = ReadonlyMap<string, T>;

/** Resources without references, which are made first because the others refer to them. */
export interface LocalStores {
  readonly tables: Named<LocalTable>;
  readonly queues: Named<LocalQueue>;
  readonly buckets: Named<LocalBucket>;
  readonly secrets: Named<LocalSecret>;
}

/** Resources that run: their environments name the stores. */
export interface LocalPrograms {
  readonly functions: Named<LocalFunction>;
  /** Maps the ARN of an alias to that of its function, because a function has only its current version here. */
  readonly aliases: ReadonlyMap<string, string>;
  readonly routes: Named<LocalRoute>;
  readonly integrations: Named<LocalIntegration>;
  readonly eventSources: Named<LocalEventSource>;
  readonly schedules: Named<LocalSchedule>;
  /** Maps a function's name to its role's statements. */
  readonly rights: Named<readonly Statement[]>;
  /** Who may invoke functions. */
  readonly invokePermissions: readonly InvokePermission[];
  readonly outputs: Readonly<Record<string, string>>;
}

export function readStores(assembly: CloudAssembly): LocalStores {
  refuseUnknownTypes(assembly);
  const resolve = resolver(references(assembly, { queueUrl: () => '', apiUrl: '' }));
  return {
    tables: resourcesOf(assembly, 'AWS::DynamoDB::Table', tableSchema, resolve),
    queues: resourcesOf(assembly, 'AWS::SQS::Queue', queueSchema, resolve),
    buckets: resourcesOf(assembly, 'AWS::S3::Bucket', bucketSchema, resolve),
    secrets: resourcesOf(assembly, 'AWS::SecretsManager::Secret', secretSchema, resolve),
  };
}

/** @throws {Error} for a setting that the local run would handle differently from AWS */
export function readPrograms(assembly: CloudAssembly, addresses: LocalAddresses): LocalPrograms {
  const resolve = resolver(references(assembly, addresses));
  resourcesOf(assembly, 'AWS::ApiGatewayV2::Stage', stageSchema, resolve);
  const functions = [...resourcesOf(assembly, 'AWS::Lambda::Function', functionSchema, resolve)].map(
    ([name, found]) => [name, { ...found, bundleFolder: bundleFolder(assembly, found.Code.S3Key) }] as const,
  );
  const outputs = Object.entries(assembly.template.Outputs ?? {}).map(
    ([name, { Value }]) => [name, String(resolve(Value))] as const,
  );
  return {
    functions: new Map(functions),
    aliases: new Map(
      [...resourcesOf(assembly, 'AWS::Lambda::Alias', aliasSchema, resolve).values()].map(({ FunctionName, Name }) => [
        `${functionArn(FunctionName)}:${Name}`,
        functionArn(FunctionName),
      ]),
    ),
    rights: rightsOf(new Map(functions), resourcesOf(assembly, 'AWS::IAM::Policy', policySchema, resolve)),
    invokePermissions: [...resourcesOf(assembly, 'AWS::Lambda::Permission', permissionSchema, resolve).values()],
    routes: resourcesOf(assembly, 'AWS::ApiGatewayV2::Route', routeSchema, resolve),
    integrations: resourcesOf(assembly, 'AWS::ApiGatewayV2::Integration', integrationSchema, resolve),
    eventSources: resourcesOf(assembly, 'AWS::Lambda::EventSourceMapping', eventSourceSchema, resolve),
    schedules: resourcesOf(assembly, 'AWS::Events::Rule', scheduleSchema, resolve),
    outputs: Object.fromEntries(outputs),
  };
}

function rightsOf(
  functions: Named<LocalFunction>,
  policies: Named<z.infer<typeof policySchema>>,
): Named<readonly Statement[]> {
  return new Map(
    [...functions].map(([name, { Role }]) => {
      const own = [...policies.values()].filter(({ Roles }) => Roles.some((role) => Role === otherArn(role)));
      return [name, own.flatMap(({ PolicyDocument }) => PolicyDocument.Statement)] as const;
    }),
  );
}

function resourcesOf<Shape extends z.ZodRawShape>(
  { template }: CloudAssembly,
  type: string,
  schema: z.ZodObject<Shape>,
  resolve: Resolve,
): Map<string, z.infer<z.ZodObject<Shape>>> {
  const found = Object.entries(template.Resources).filter(([, resource]) => resource.Type === type);
  return new Map(found.map(([id, resource]) => [id, checked(schema, id, resource, resolve)]));
}

/** Resolves only what the schema names: other properties may refer to what exists only in the cloud. */
function checked<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  id: string,
  { Type, Properties = {} }: Resource,
  resolve: Resolve,
): z.infer<z.ZodObject<Shape>> {
  const heeded = Object.keys(schema.shape).filter((name) => name in Properties);
  const parsed = schema.safeParse(Object.fromEntries(heeded.map((name) => [name, resolve(Properties[name])])));
  if (parsed.success) return parsed.data;
  throw new Error(`The local run does not understand ${Type} ${id}: ${z.prettifyError(parsed.error)}`);
}

function refuseUnknownTypes({ template }: CloudAssembly): void {
  for (const [id, { Type }] of Object.entries(template.Resources)) {
    if (Type in RUN_HERE || NEEDLESS_HERE.test(Type)) continue;
    throw new Error(`The local run neither runs ${Type} (${id}) nor knows it to be needless: see local-stack.ts.`);
  }
}

function bundleFolder({ assetFolders }: CloudAssembly, objectKey: string): string {
  const folder = assetFolders.get(objectKey);
  if (folder === undefined) throw new Error(`The assembly has no bundle ${objectKey}.`);
  return folder;
}
