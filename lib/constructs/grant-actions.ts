/** Grants IAM permissions one by one, because the CDK's L2 grants allow more than a function uses. */
import { ArnFormat, Stack, Validations } from 'aws-cdk-lib';
import type { IFunction, IVersion } from 'aws-cdk-lib/aws-lambda';
import { Grant } from 'aws-cdk-lib/aws-iam';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Bucket, CfnBucket } from 'aws-cdk-lib/aws-s3';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';

type AnyTable = Pick<ITable, 'tableArn'>;
type AnyVersion = Pick<IVersion, 'version' | 'functionArn'>;

/** The permissions that functions of the service may have; any other permission must be added here first. */
interface Actions {
  readonly table:
    | 'dynamodb:BatchGetItem'
    | 'dynamodb:BatchWriteItem'
    | 'dynamodb:ConditionCheckItem'
    | 'dynamodb:DeleteItem'
    | 'dynamodb:GetItem'
    | 'dynamodb:PutItem'
    | 'dynamodb:Query'
    | 'dynamodb:UpdateItem';
  readonly queue: 'sqs:SendMessage';
  readonly secret: 'secretsmanager:GetSecretValue';
  readonly version: 'lambda:InvokeFunction';
  readonly objects: 's3:GetObject' | 's3:PutObject';
}

export function grantActions(fn: IFunction, table: AnyTable, actions: readonly Actions['table'][]): void;
export function grantActions(fn: IFunction, queue: Queue, actions: readonly Actions['queue'][]): void;
export function grantActions(fn: IFunction, secret: Secret, actions: readonly Actions['secret'][]): void;
export function grantActions(fn: IFunction, version: AnyVersion, actions: readonly Actions['version'][]): void;
export function grantActions(
  fn: IFunction,
  resource: AnyTable | Queue | Secret | AnyVersion,
  actions: readonly string[],
): void {
  Grant.addToPrincipal({ grantee: fn, actions: [...actions], resourceArns: [arnOf(resource)] }).assertSuccess();
}

/**
 * Grants actions only on the rows of some partitions; a star matches the rest of a key. It is for single calls, not for
 * the parts of a transaction (docs/decisions/0110-rights.md).
 */
export function grantOnPartitions(
  fn: IFunction,
  table: AnyTable,
  actions: readonly Actions['table'][],
  partitions: readonly string[],
): void {
  Grant.addToPrincipal({
    grantee: fn,
    actions: [...actions],
    resourceArns: [table.tableArn],
    conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [...partitions] } },
  }).assertSuccess();
}

/**
 * Grants reading secrets that the stack did not make, by name: Secrets Manager ends an ARN with six random characters.
 */
export function grantNamedSecrets(fn: IFunction, names: readonly string[]): void {
  if (names.length === 0) return;
  const arn = (name: string) =>
    Stack.of(fn).formatArn({
      service: 'secretsmanager',
      resource: 'secret',
      resourceName: `${name}-??????`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
  Grant.addToPrincipal({
    grantee: fn,
    actions: ['secretsmanager:GetSecretValue'],
    resourceArns: names.map(arn),
  }).assertSuccess();
}

/** Grants actions on every object of a bucket, because a policy cannot name keys that are made at run time. */
export function grantOnObjects(fn: IFunction, bucket: Bucket, actions: readonly Actions['objects'][]): void {
  const resourceArns = [bucket.arnForObjects('*')];
  Grant.addToPrincipal({ grantee: fn, actions: [...actions], resourceArns }).assertSuccess();
  if (fn.role === undefined) return;
  const { logicalId } = bucket.node.defaultChild as CfnBucket;
  Validations.of(fn.role).acknowledge({
    id: `AwsSolutions::AwsSolutions-IAM5[Resource::<${Stack.of(bucket).resolve(logicalId)}.Arn>/*]`,
    reason:
      'The objects are those of one bucket of the stack; their keys hold ids that are chance, so that no narrower pattern tells more.',
  });
}

/**
 * Grants searching log groups. Results are read and stopped by a query's id, for which IAM has no resource
 * (docs/decisions/0110-rights.md).
 */
export function grantLogQueries(fn: IFunction, logGroups: readonly ILogGroup[]): void {
  const resourceArns = logGroups.map(({ logGroupArn }) => logGroupArn);
  Grant.addToPrincipal({ grantee: fn, actions: ['logs:StartQuery'], resourceArns }).assertSuccess();
  const actions = ['logs:GetQueryResults', 'logs:StopQuery'];
  Grant.addToPrincipal({ grantee: fn, actions, resourceArns: ['*'] }).assertSuccess();
  if (fn.role === undefined) return;
  Validations.of(fn.role).acknowledge({
    id: 'AwsSolutions::AwsSolutions-IAM5[Resource::*]',
    reason:
      'Queries of Logs Insights have no resources to name: logs:GetQueryResults and StopQuery are allowed on * or not at all.',
  });
}

/**
 * Grants sending emails from one address, with the events of one configuration set. In SES's sandbox the recipient's
 * identity is authorized too, so every identity is allowed and a condition names the sender.
 * @param from the sender, with or without a name: `Product Data <no-reply@productdata.example>`
 */
export function grantSendEmail(fn: IFunction, from: string, configurationSet: string): void {
  const arn = (resource: string, resourceName: string) =>
    Stack.of(fn).formatArn({ service: 'ses', resource, resourceName });
  Grant.addToPrincipal({
    grantee: fn,
    actions: ['ses:SendEmail'],
    resourceArns: [arn('identity', '*'), arn('configuration-set', configurationSet)],
    conditions: { StringEquals: { 'ses:FromAddress': /<([^>]+)>/.exec(from)?.[1] ?? from } },
  }).assertSuccess();
  if (fn.role === undefined) return;
  Validations.of(fn.role).acknowledge({
    id: 'AwsSolutions::AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:ses:<AWS::Region>:<AWS::AccountId>:identity/*]',
    reason:
      'SES authorizes the identities of recipients too while it is in its sandbox; the condition names the one sender.',
  });
}

function arnOf(resource: AnyTable | Queue | Secret | AnyVersion): string {
  if ('tableArn' in resource) return resource.tableArn;
  if (resource instanceof Queue) return resource.queueArn;
  return 'secretArn' in resource ? resource.secretArn : resource.functionArn;
}
