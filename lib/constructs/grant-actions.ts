/** Rights, named one by one: the L2 grants of the CDK allow more than a function uses. */
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Grant } from 'aws-cdk-lib/aws-iam';
import { Table } from 'aws-cdk-lib/aws-dynamodb';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';

/** The rights that a door of ours may have at all; another one is a decision to be made here. */
interface Actions {
  readonly table:
    | 'dynamodb:BatchGetItem'
    | 'dynamodb:ConditionCheckItem'
    | 'dynamodb:DeleteItem'
    | 'dynamodb:GetItem'
    | 'dynamodb:PutItem'
    | 'dynamodb:Query'
    | 'dynamodb:UpdateItem';
  readonly queue: 'sqs:SendMessage';
  readonly secret: 'secretsmanager:GetSecretValue';
}

export function grantActions(fn: IFunction, table: Table, actions: readonly Actions['table'][]): void;
export function grantActions(fn: IFunction, queue: Queue, actions: readonly Actions['queue'][]): void;
export function grantActions(fn: IFunction, secret: Secret, actions: readonly Actions['secret'][]): void;
export function grantActions(fn: IFunction, resource: Table | Queue | Secret, actions: readonly string[]): void {
  Grant.addToPrincipal({ grantee: fn, actions: [...actions], resourceArns: [arnOf(resource)] }).assertSuccess();
}

/**
 * The same on the rows of some partitions only; a star stands for the rest of a key. For plain calls, not for the parts of a transaction
 * (docs/decisions/0110-rights.md).
 */
export function grantOnPartitions(
  fn: IFunction,
  table: Table,
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

function arnOf(resource: Table | Queue | Secret): string {
  if (resource instanceof Table) return resource.tableArn;
  if (resource instanceof Queue) return resource.queueArn;
  return resource.secretArn;
}
