/**
 * Schemas of the properties of the template's resources that the local run uses. The others matter only in the cloud.
 */
import * as z from 'zod';

export const tableSchema = z.object({
  AttributeDefinitions: z.array(z.object({ AttributeName: z.string(), AttributeType: z.enum(['S', 'N', 'B']) })),
  KeySchema: z.array(z.object({ AttributeName: z.string(), KeyType: z.enum(['HASH', 'RANGE']) })),
  TimeToLiveSpecification: z.object({ AttributeName: z.string(), Enabled: z.boolean() }).optional(),
  GlobalSecondaryIndexes: z.never('the local run creates no secondary indexes').optional(),
});
export const queueSchema = z.object({
  VisibilityTimeout: z.number().default(30),
  MessageRetentionPeriod: z.number().optional(),
  RedrivePolicy: z.object({ deadLetterTargetArn: z.string(), maxReceiveCount: z.number() }).optional(),
});
/** Objects do not expire here and no one else can reach them: a bucket's protection matters only in the cloud. */
export const bucketSchema = z.object({
  NotificationConfiguration: z.never('the local run sends no events of buckets').optional(),
  CorsConfiguration: z.never('the local run answers browsers by the gateway alone').optional(),
});
export const secretSchema = z.object({
  GenerateSecretString: z.object({ PasswordLength: z.number(), ExcludePunctuation: z.literal(true) }),
});
export const functionSchema = z.object({
  Code: z.object({ S3Key: z.string() }),
  Handler: z.string(),
  Role: z.string(),
  Timeout: z.number(),
  MemorySize: z.number(),
  ReservedConcurrentExecutions: z.number().optional(),
  LoggingConfig: z.object({ LogGroup: z.string() }).optional(),
  Environment: z.object({ Variables: z.record(z.string(), z.string()) }).default({ Variables: {} }),
});
/** A version is published from the current function and is the only one here. */
export const versionSchema = z.object({ FunctionName: z.string() });
export const aliasSchema = z.object({
  FunctionName: z.string(),
  FunctionVersion: z.string(),
  Name: z.string(),
  RoutingConfig: z.never('the local run shares calls among no versions').optional(),
});
const oneOrMore = z.union([z.string().transform((one) => [one]), z.array(z.string())]);
const conditionSchema = z
  .strictObject({ 'ForAllValues:StringLike': z.strictObject({ 'dynamodb:LeadingKeys': oneOrMore }) })
  .optional();
export const policySchema = z.object({
  Roles: z.array(z.string()).default([]),
  PolicyDocument: z.object({
    Statement: z.array(
      // A statement with other members is refused, since they would not be evaluated.
      z.strictObject({ Effect: z.string(), Action: oneOrMore, Resource: oneOrMore, Condition: conditionSchema }),
    ),
  }),
});
const unread = z.never('the local run does not read it when it judges who may invoke a function').optional();
export const permissionSchema = z.object({
  Action: z.string(),
  FunctionName: z.string(),
  Principal: z.string(),
  SourceArn: z.string().optional(),
  SourceAccount: unread,
  PrincipalOrgID: unread,
  EventSourceToken: unread,
  FunctionUrlAuthType: unread,
  InvokedViaFunctionUrl: unread,
});
const parameterMappingSchema = z.object({ Destination: z.string(), Source: z.string() });
export const integrationSchema = z.object({
  IntegrationType: z.literal('AWS_PROXY'),
  IntegrationUri: z.string(),
  PayloadFormatVersion: z.literal('2.0'),
  ResponseParameters: z
    .record(z.string(), z.object({ ResponseParameters: z.array(parameterMappingSchema) }))
    .default({}),
});
export const routeSchema = z.object({
  ApiId: z.string(),
  RouteKey: z.string(),
  Target: z.string(),
  AuthorizationType: z.literal('NONE').optional(),
});
/** The stage's name is part of the ARN in whose name the gateway invokes functions. */
export const stageSchema = z.object({ StageName: z.literal('$default') });
export const eventSourceSchema = z.object({
  EventSourceArn: z.string(),
  FunctionName: z.string(),
  BatchSize: z.number().default(10),
  MaximumBatchingWindowInSeconds: z.number().default(0),
  FunctionResponseTypes: z.array(z.literal('ReportBatchItemFailures')).default([]),
  ScalingConfig: z.object({ MaximumConcurrency: z.number() }).optional(),
  Enabled: z.boolean().default(true),
});
export const scheduleSchema = z.object({
  ScheduleExpression: z.string(),
  State: z.enum(['ENABLED', 'DISABLED']).default('ENABLED'),
  Targets: z.array(z.object({ Arn: z.string() })),
});

export type LocalTable = z.infer<typeof tableSchema>;
export type LocalQueue = z.infer<typeof queueSchema>;
export type LocalBucket = z.infer<typeof bucketSchema>;
export type LocalSecret = z.infer<typeof secretSchema>;
export type LocalIntegration = z.infer<typeof integrationSchema>;
export type InvokePermission = z.infer<typeof permissionSchema>;
export type LocalRoute = z.infer<typeof routeSchema>;
export type LocalEventSource = z.infer<typeof eventSourceSchema>;
export type LocalSchedule = z.infer<typeof scheduleSchema>;
export type ParameterMapping = z.infer<typeof parameterMappingSchema>;
