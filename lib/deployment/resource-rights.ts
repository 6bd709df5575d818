/**
 * What CloudFormation may do for a deploy, by type of resource: the actions that AWS's handler of the type calls for
 * the properties that this service sets, on the names that its stacks give. A test holds the table to the templates and
 * to the permissions that AWS publishes in each type's schema (docs/decisions/0340-who-may-deploy.md).
 */

/** The names of all stacks, and so of what CloudFormation names for them, begin with it. */
export const STACKS = 'product-data-';

export interface Right {
  readonly actions: readonly string[];
  /** Ends of ARNs after the partition, `service:region:account:resource`; `{region}` and `{account}` are replaced. */
  readonly on: readonly string[];
  readonly when?: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;
}

const FUNCTIONS = [`lambda:{region}:{account}:function:${STACKS}*`];
const GATEWAY = ['apis', 'apis/*', 'domainnames', 'domainnames/*', 'tags/*'].map(
  (path) => `apigateway:{region}::/${path}`,
);
const QUEUES = [`sqs:{region}:{account}:${STACKS}*`];
const TOPICS = [`sns:{region}:{account}:${STACKS}*`];
const BUCKETS = [`s3:::${STACKS}*`];
const LOG_GROUPS = [`logs:{region}:{account}:log-group:${STACKS}*`];
/** CloudFormation names secrets by their logical ids. */
const SECRETS = ['SigningSecret', 'ResearchSecret', 'CanaryKey'].map(
  (id) => `secretsmanager:{region}:{account}:secret:${id}*`,
);
/** CDK makes the name of a vault from the path of its construct, without hyphens. */
const VAULTS = ['backup:{region}:{account}:backup-vault:productdata*'];
const ANY = ['*'];

const gateway: Right = {
  actions: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((verb) => `apigateway:${verb}`),
  on: GATEWAY,
};
const queuePolicy: Right = { actions: ['sqs:SetQueueAttributes', 'sqs:GetQueueAttributes'], on: QUEUES };
const topicPolicy: Right = { actions: ['sns:SetTopicAttributes', 'sns:GetTopicAttributes'], on: TOPICS };

export const RIGHTS: Readonly<Record<string, readonly Right[]>> = {
  'AWS::ApiGatewayV2::Api': [gateway],
  'AWS::ApiGatewayV2::ApiMapping': [gateway],
  'AWS::ApiGatewayV2::DomainName': [
    gateway,
    { actions: ['acm:DescribeCertificate'], on: ['acm:{region}:{account}:certificate/*'] },
    {
      actions: ['iam:CreateServiceLinkedRole'],
      on: ['iam::{account}:role/aws-service-role/ops.apigateway.amazonaws.com/*'],
    },
  ],
  'AWS::ApiGatewayV2::Integration': [gateway],
  'AWS::ApiGatewayV2::Route': [gateway],
  'AWS::ApiGatewayV2::Stage': [
    gateway,
    {
      // Access logs are delivered by a resource policy of CloudWatch Logs, which has no name to restrict.
      actions: [
        'logs:CreateLogDelivery',
        'logs:GetLogDelivery',
        'logs:UpdateLogDelivery',
        'logs:DeleteLogDelivery',
        'logs:ListLogDeliveries',
        'logs:PutResourcePolicy',
        'logs:DescribeResourcePolicies',
        'logs:DescribeLogGroups',
      ],
      on: ANY,
    },
  ],
  'AWS::Backup::BackupPlan': [
    {
      actions: [
        'backup:CreateBackupPlan',
        'backup:GetBackupPlan',
        'backup:UpdateBackupPlan',
        'backup:DeleteBackupPlan',
        'backup:ListTags',
        'backup:TagResource',
        'backup:UntagResource',
      ],
      on: ['backup:{region}:{account}:backup-plan:*'],
    },
  ],
  'AWS::Backup::BackupSelection': [
    {
      actions: ['backup:CreateBackupSelection', 'backup:GetBackupSelection', 'backup:DeleteBackupSelection'],
      on: ['backup:{region}:{account}:backup-plan:*'],
    },
  ],
  'AWS::Backup::BackupVault': [
    {
      actions: [
        'backup:CreateBackupVault',
        'backup:DescribeBackupVault',
        'backup:DeleteBackupVault',
        'backup:ListTags',
        'backup:TagResource',
        'backup:UntagResource',
      ],
      on: VAULTS,
    },
    { actions: ['backup-storage:MountCapsule'], on: ANY },
    {
      actions: ['kms:CreateGrant', 'kms:DescribeKey', 'kms:GenerateDataKey', 'kms:Decrypt', 'kms:RetireGrant'],
      on: ['kms:{region}:{account}:key/*'],
      when: { StringLike: { 'kms:ViaService': 'backup.*.amazonaws.com' } },
    },
  ],
  'AWS::Budgets::Budget': [
    { actions: ['budgets:ModifyBudget', 'budgets:ViewBudget'], on: ['budgets::{account}:budget/*'] },
  ],
  'AWS::CloudWatch::Alarm': [
    {
      actions: [
        'cloudwatch:PutMetricAlarm',
        'cloudwatch:DeleteAlarms',
        'cloudwatch:ListTagsForResource',
        'cloudwatch:TagResource',
        'cloudwatch:UntagResource',
      ],
      on: [`cloudwatch:{region}:{account}:alarm:${STACKS}*`],
    },
    { actions: ['cloudwatch:DescribeAlarms'], on: ANY },
  ],
  'AWS::CloudWatch::Dashboard': [
    {
      actions: ['cloudwatch:PutDashboard', 'cloudwatch:GetDashboard', 'cloudwatch:DeleteDashboards'],
      on: [`cloudwatch::{account}:dashboard/${STACKS}*`],
    },
  ],
  'AWS::CodeDeploy::Application': [
    {
      actions: [
        'codedeploy:CreateApplication',
        'codedeploy:GetApplication',
        'codedeploy:UpdateApplication',
        'codedeploy:DeleteApplication',
        'codedeploy:ListTagsForResource',
        'codedeploy:TagResource',
        'codedeploy:UntagResource',
      ],
      on: [`codedeploy:{region}:{account}:application:${STACKS}*`],
    },
  ],
  'AWS::CodeDeploy::DeploymentGroup': [
    {
      // The deployments themselves are CloudFormation's too: it moves an alias by them.
      actions: [
        'codedeploy:CreateDeploymentGroup',
        'codedeploy:GetDeploymentGroup',
        'codedeploy:UpdateDeploymentGroup',
        'codedeploy:DeleteDeploymentGroup',
        'codedeploy:CreateDeployment',
        'codedeploy:GetDeployment',
        'codedeploy:StopDeployment',
        'codedeploy:ListTagsForResource',
        'codedeploy:TagResource',
        'codedeploy:UntagResource',
      ],
      on: [`codedeploy:{region}:{account}:deploymentgroup:${STACKS}*/*`],
    },
    { actions: ['codedeploy:GetDeploymentConfig'], on: ['codedeploy:{region}:{account}:deploymentconfig:*'] },
    {
      actions: ['codedeploy:RegisterApplicationRevision', 'codedeploy:GetApplicationRevision'],
      on: [`codedeploy:{region}:{account}:application:${STACKS}*`],
    },
  ],
  'AWS::DynamoDB::Table': [
    {
      actions: [
        'dynamodb:CreateTable',
        'dynamodb:DescribeTable',
        'dynamodb:UpdateTable',
        'dynamodb:DeleteTable',
        'dynamodb:DescribeTimeToLive',
        'dynamodb:UpdateTimeToLive',
        'dynamodb:DescribeContinuousBackups',
        'dynamodb:UpdateContinuousBackups',
        'dynamodb:DescribeContributorInsights',
        'dynamodb:UpdateContributorInsights',
        'dynamodb:DescribeKinesisStreamingDestination',
        'dynamodb:GetResourcePolicy',
        'dynamodb:ListTagsOfResource',
        'dynamodb:TagResource',
        'dynamodb:UntagResource',
      ],
      on: [`dynamodb:{region}:{account}:table/${STACKS}*`],
    },
    {
      actions: ['kms:CreateGrant', 'kms:DescribeKey', 'kms:Decrypt', 'kms:Encrypt'],
      on: ['kms:{region}:{account}:key/*'],
      when: { StringLike: { 'kms:ViaService': 'dynamodb.*.amazonaws.com' } },
    },
  ],
  'AWS::Events::Rule': [
    {
      actions: [
        'events:PutRule',
        'events:DescribeRule',
        'events:DeleteRule',
        'events:PutTargets',
        'events:RemoveTargets',
        'events:ListTargetsByRule',
        'events:EnableRule',
        'events:DisableRule',
        'events:ListTagsForResource',
        'events:TagResource',
        'events:UntagResource',
      ],
      on: [`events:{region}:{account}:rule/${STACKS}*`],
    },
  ],
  // Roles and their policies are in deployment-stack.ts: they need the boundary.
  'AWS::IAM::Policy': [],
  'AWS::IAM::Role': [],
  'AWS::Lambda::Alias': [
    {
      actions: ['lambda:CreateAlias', 'lambda:GetAlias', 'lambda:UpdateAlias', 'lambda:DeleteAlias'],
      on: FUNCTIONS,
    },
  ],
  'AWS::Lambda::EventInvokeConfig': [
    {
      actions: [
        'lambda:PutFunctionEventInvokeConfig',
        'lambda:GetFunctionEventInvokeConfig',
        'lambda:UpdateFunctionEventInvokeConfig',
        'lambda:DeleteFunctionEventInvokeConfig',
      ],
      on: FUNCTIONS,
    },
  ],
  'AWS::Lambda::EventSourceMapping': [
    {
      // A mapping is named by an id; the condition restricts it to this service's functions.
      actions: [
        'lambda:CreateEventSourceMapping',
        'lambda:UpdateEventSourceMapping',
        'lambda:DeleteEventSourceMapping',
      ],
      on: ANY,
      when: { ArnLike: { 'lambda:FunctionArn': 'arn:*:lambda:*:*:function:product-data-*' } },
    },
    {
      actions: ['lambda:GetEventSourceMapping', 'lambda:ListTags', 'lambda:TagResource', 'lambda:UntagResource'],
      on: ['lambda:{region}:{account}:event-source-mapping:*'],
    },
  ],
  'AWS::Lambda::Function': [
    {
      actions: [
        'lambda:CreateFunction',
        'lambda:GetFunction',
        'lambda:GetFunctionConfiguration',
        'lambda:UpdateFunctionCode',
        'lambda:UpdateFunctionConfiguration',
        'lambda:DeleteFunction',
        'lambda:PutFunctionConcurrency',
        'lambda:DeleteFunctionConcurrency',
        'lambda:GetFunctionCodeSigningConfig',
        'lambda:GetFunctionRecursionConfig',
        'lambda:PutFunctionRecursionConfig',
        'lambda:GetRuntimeManagementConfig',
        'lambda:PutRuntimeManagementConfig',
        'lambda:GetFunctionScalingConfig',
        'lambda:ListTags',
        'lambda:TagResource',
        'lambda:UntagResource',
      ],
      on: FUNCTIONS,
    },
    // The bundles that the CDK uploaded.
    { actions: ['s3:GetObject', 's3:GetObjectVersion'], on: ['s3:::cdk-hnb659fds-assets-{account}-{region}/*'] },
  ],
  'AWS::Lambda::Permission': [
    { actions: ['lambda:AddPermission', 'lambda:RemovePermission', 'lambda:GetPolicy'], on: FUNCTIONS },
  ],
  'AWS::Lambda::Version': [
    {
      actions: [
        'lambda:PublishVersion',
        'lambda:ListVersionsByFunction',
        'lambda:GetProvisionedConcurrencyConfig',
        'lambda:DeleteFunction',
      ],
      on: FUNCTIONS,
    },
  ],
  'AWS::Logs::LogGroup': [
    {
      actions: [
        'logs:CreateLogGroup',
        'logs:DeleteLogGroup',
        'logs:PutRetentionPolicy',
        'logs:DeleteRetentionPolicy',
        'logs:GetDataProtectionPolicy',
        'logs:ListTagsForResource',
        'logs:ListTagsLogGroup',
        'logs:TagLogGroup',
        'logs:UntagLogGroup',
        'logs:TagResource',
        'logs:UntagResource',
      ],
      on: LOG_GROUPS,
    },
    { actions: ['logs:DescribeLogGroups', 'logs:DescribeIndexPolicies'], on: ANY },
  ],
  'AWS::Logs::MetricFilter': [
    { actions: ['logs:PutMetricFilter', 'logs:DescribeMetricFilters', 'logs:DeleteMetricFilter'], on: LOG_GROUPS },
  ],
  'AWS::S3::Bucket': [
    {
      actions: [
        's3:CreateBucket',
        's3:DeleteBucket',
        's3:ListBucket',
        's3:GetBucket*',
        's3:GetAccelerateConfiguration',
        's3:GetAnalyticsConfiguration',
        's3:GetEncryptionConfiguration',
        's3:GetIntelligentTieringConfiguration',
        's3:GetInventoryConfiguration',
        's3:GetLifecycleConfiguration',
        's3:GetMetricsConfiguration',
        's3:GetReplicationConfiguration',
        's3:ListTagsForResource',
        's3:PutBucketCORS',
        's3:PutBucketNotification',
        's3:PutBucketOwnershipControls',
        's3:PutBucketPublicAccessBlock',
        's3:PutBucketTagging',
        's3:PutBucketVersioning',
        's3:PutEncryptionConfiguration',
        's3:PutLifecycleConfiguration',
        's3:TagResource',
        's3:UntagResource',
      ],
      on: BUCKETS,
    },
  ],
  'AWS::S3::BucketPolicy': [{ actions: ['s3:PutBucketPolicy', 's3:DeleteBucketPolicy'], on: BUCKETS }],
  'AWS::SES::ConfigurationSet': [
    {
      actions: [
        'ses:CreateConfigurationSet',
        'ses:DescribeConfigurationSet',
        'ses:GetConfigurationSet',
        'ses:DeleteConfigurationSet',
        'ses:TagResource',
        'ses:UntagResource',
        'ses:ListTagsForResource',
      ],
      on: ['ses:{region}:{account}:configuration-set/*'],
    },
  ],
  'AWS::SES::ConfigurationSetEventDestination': [
    {
      actions: [
        'ses:CreateConfigurationSetEventDestination',
        'ses:GetConfigurationSetEventDestinations',
        'ses:UpdateConfigurationSetEventDestination',
        'ses:DeleteConfigurationSetEventDestination',
        'ses:DescribeConfigurationSet',
      ],
      on: ['ses:{region}:{account}:configuration-set/*'],
    },
  ],
  'AWS::SNS::Subscription': [
    {
      actions: [
        'sns:Subscribe',
        'sns:Unsubscribe',
        'sns:GetSubscriptionAttributes',
        'sns:SetSubscriptionAttributes',
        'sns:ListSubscriptionsByTopic',
      ],
      on: TOPICS,
    },
  ],
  'AWS::SNS::Topic': [
    {
      actions: [
        'sns:CreateTopic',
        'sns:DeleteTopic',
        'sns:GetTopicAttributes',
        'sns:SetTopicAttributes',
        'sns:GetDataProtectionPolicy',
        'sns:ListSubscriptionsByTopic',
        'sns:ListTagsForResource',
        'sns:TagResource',
        'sns:UntagResource',
      ],
      on: TOPICS,
    },
  ],
  'AWS::SNS::TopicPolicy': [topicPolicy],
  'AWS::SQS::Queue': [
    {
      actions: [
        'sqs:CreateQueue',
        'sqs:DeleteQueue',
        'sqs:GetQueueUrl',
        'sqs:GetQueueAttributes',
        'sqs:SetQueueAttributes',
        'sqs:ListQueueTags',
        'sqs:TagQueue',
        'sqs:UntagQueue',
      ],
      on: QUEUES,
    },
  ],
  'AWS::SQS::QueuePolicy': [queuePolicy],
  'AWS::SecretsManager::Secret': [
    {
      actions: [
        'secretsmanager:CreateSecret',
        'secretsmanager:DescribeSecret',
        'secretsmanager:GetSecretValue',
        'secretsmanager:UpdateSecret',
        'secretsmanager:DeleteSecret',
        'secretsmanager:TagResource',
        'secretsmanager:UntagResource',
      ],
      on: SECRETS,
    },
    { actions: ['secretsmanager:GetRandomPassword'], on: ANY },
  ],
};
