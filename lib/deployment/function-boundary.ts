/**
 * The most that a role of the service may do: what its functions, its deployments and its copies need, and nothing over
 * roles, users, keys, other stacks or other accounts. A deploy gives no role more, so who deploys cannot become
 * administrator by a function.
 */
import { STACKS, type Right } from './resource-rights.ts';

export const BOUNDARY_NAME = 'product-data-boundary';

const FUNCTIONS = [`lambda:{region}:{account}:function:${STACKS}*`];

export const BOUNDARY: readonly Right[] = [
  {
    actions: [
      'dynamodb:BatchGetItem',
      'dynamodb:BatchWriteItem',
      'dynamodb:ConditionCheckItem',
      'dynamodb:DeleteItem',
      'dynamodb:GetItem',
      'dynamodb:PutItem',
      'dynamodb:Query',
      'dynamodb:UpdateItem',
    ],
    // A restored table has a name that the operator chose (docs/operate/deploy.md).
    on: [`dynamodb:{region}:{account}:table/${STACKS}*`, 'dynamodb:{region}:{account}:table/*-restored'],
  },
  {
    actions: [
      'sqs:ChangeMessageVisibility',
      'sqs:DeleteMessage',
      'sqs:GetQueueAttributes',
      'sqs:GetQueueUrl',
      'sqs:ReceiveMessage',
      'sqs:SendMessage',
    ],
    on: [`sqs:{region}:{account}:${STACKS}*`],
  },
  { actions: ['s3:GetObject', 's3:PutObject'], on: [`s3:::${STACKS}*/*`] },
  {
    actions: ['secretsmanager:GetSecretValue'],
    on: ['SigningSecret*', 'ResearchSecret*', 'CanaryKey*', 'product-data/*'].map(
      (name) => `secretsmanager:{region}:{account}:secret:${name}`,
    ),
  },
  {
    actions: ['ses:SendEmail'],
    on: ['ses:{region}:{account}:identity/*', 'ses:{region}:{account}:configuration-set/*'],
  },
  {
    actions: ['logs:CreateLogStream', 'logs:PutLogEvents', 'logs:StartQuery'],
    on: [`logs:{region}:{account}:log-group:${STACKS}*`],
  },
  {
    actions: ['logs:GetQueryResults', 'logs:StopQuery', 'xray:PutTelemetryRecords', 'xray:PutTraceSegments'],
    on: ['*'],
  },
  { actions: ['lambda:InvokeFunction'], on: FUNCTIONS },
  // The deploy hook's answer, and what AWSCodeDeployRoleForLambdaLimited does.
  {
    actions: ['codedeploy:PutLifecycleEventHookExecutionStatus'],
    on: [`codedeploy:{region}:{account}:deploymentgroup:${STACKS}*`],
  },
  { actions: ['lambda:GetAlias', 'lambda:UpdateAlias', 'lambda:GetProvisionedConcurrencyConfig'], on: FUNCTIONS },
  { actions: ['cloudwatch:DescribeAlarms'], on: ['*'] },
  // What AWSBackupServiceRolePolicyForBackup does for a table.
  {
    actions: [
      'dynamodb:DescribeTable',
      'dynamodb:CreateBackup',
      'dynamodb:StartAwsBackupJob',
      'dynamodb:ListTagsOfResource',
    ],
    on: [`dynamodb:{region}:{account}:table/${STACKS}*`],
  },
  {
    actions: [
      'backup:DescribeBackupVault',
      'backup:CopyFromBackupVault',
      'backup:CopyIntoBackupVault',
      'backup:TagResource',
    ],
    on: ['*'],
  },
  {
    actions: ['kms:CreateGrant', 'kms:DescribeKey', 'kms:Decrypt', 'kms:Encrypt', 'kms:GenerateDataKey'],
    on: ['kms:{region}:{account}:key/*'],
    when: { StringLike: { 'kms:ViaService': ['dynamodb.*.amazonaws.com', 'backup.*.amazonaws.com'] } },
  },
];
