/** Rules of AWS about who may call and write what, and about the size of a stack. */
import { firstOf, idOf, resourcesOf, setAt, valueAt, type AwsRule, type Resource, type Template } from './aws-rule.ts';

const DOCS = 'https://docs.aws.amazon.com';
const RESOURCES_OF_A_STACK = 500;
const TEMPLATE_BYTES = 1_000_000;

function permissionsTo(template: Template, called: string, principal: string): readonly Resource[] {
  return resourcesOf(template, 'AWS::Lambda::Permission')
    .map(([, permission]) => permission)
    .filter(
      ({ Properties }) => idOf(Properties?.['FunctionName']) === called && Properties?.['Principal'] === principal,
    );
}

/** Returns the end of the ARN with which the gateway calls a route; a variable of the path is any text. */
function routeArnEnd(routeKey: string): string {
  if (routeKey === '$default') return '/$default/$default';
  const [method = '', path = ''] = routeKey.split(' ');
  return `/$default/${method === 'ANY' ? '*' : method}${path.replace(/\{.*$/, '*')}`;
}

const routePermissions: AwsRule = {
  rule: 'A route of the API may call its function: a permission names the alias or function of its integration, and the route.',
  page: `${DOCS}/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html`,
  findings: (template) =>
    resourcesOf(template, 'AWS::ApiGatewayV2::Route')
      .filter(([, { Properties }]) => {
        const integration = template.Resources[idOf(Properties?.['Target']) ?? ''];
        const called = idOf(integration?.Properties?.['IntegrationUri']) ?? '';
        const end = routeArnEnd(String(Properties?.['RouteKey']));
        return !permissionsTo(template, called, 'apigateway.amazonaws.com').some((permission) =>
          String(
            (valueAt(permission, 'Properties.SourceArn.Fn::Join.1') as readonly unknown[] | undefined)?.at(-1),
          ).endsWith(end),
        );
      })
      .map(([id, { Properties }]) => `${id}: ${String(Properties?.['RouteKey'])}`),
  broken: (template) =>
    setAt(firstOf(template, 'AWS::Lambda::Permission'), 'Properties.FunctionName', { Ref: 'Elsewhere' }),
};

const schedulePermissions: AwsRule = {
  rule: 'A rule of EventBridge may call the function or write to the queue that it names.',
  page: `${DOCS}/eventbridge/latest/userguide/eb-use-resource-based.html`,
  findings: (template) =>
    resourcesOf(template, 'AWS::Events::Rule').flatMap(([id, { Properties }]) =>
      (Properties?.['Targets'] as readonly { readonly Arn: unknown }[])
        .map(({ Arn }) => idOf(Arn) ?? '')
        .filter((target) => !mayBeReached(template, id, target))
        .map((target) => `${id} to ${target}`),
    ),
  broken: (template) =>
    setAt(
      firstOf(
        template,
        'AWS::Lambda::Permission',
        ({ Properties }) => Properties?.['Principal'] === 'events.amazonaws.com',
      ),
      'Properties.SourceArn',
      { 'Fn::GetAtt': ['AnotherRule', 'Arn'] },
    ),
};

function mayBeReached(template: Template, ruleId: string, target: string): boolean {
  if (template.Resources[target]?.Type === 'AWS::Lambda::Function')
    return permissionsTo(template, target, 'events.amazonaws.com').some(
      ({ Properties }) => idOf(Properties?.['SourceArn']) === ruleId,
    );
  return resourcesOf(template, 'AWS::SQS::QueuePolicy')
    .filter(([, { Properties }]) =>
      (Properties?.['Queues'] as readonly unknown[]).some((queue) => idOf(queue) === target),
    )
    .some(([, policy]) => {
      const text = JSON.stringify(valueAt(policy, 'Properties.PolicyDocument'));
      return text.includes('events.amazonaws.com') && text.includes(`"${ruleId}"`);
    });
}

const throttledRoutes: AwsRule = {
  rule: 'A throttle is one of a route that exists, and the stage waits for the route.',
  page: `${DOCS}/apigateway/latest/developerguide/http-api-throttling.html`,
  findings: (template) =>
    resourcesOf(template, 'AWS::ApiGatewayV2::Stage').flatMap(([, stage]) =>
      Object.keys(stage.Properties?.['RouteSettings'] ?? {}).filter((routeKey) => {
        const route = resourcesOf(template, 'AWS::ApiGatewayV2::Route').find(
          ([, { Properties }]) => Properties?.['RouteKey'] === routeKey,
        );
        return route === undefined || ![stage.DependsOn ?? []].flat().includes(route[0]);
      }),
    ),
  broken: (template) =>
    setAt(firstOf(template, 'AWS::ApiGatewayV2::Stage'), 'Properties.RouteSettings.GET /nowhere', {
      ThrottlingRateLimit: 1,
      ThrottlingBurstLimit: 1,
    }),
};

/**
 * Actions whose requests name the key of every row that they touch. A scan names none, so a condition on keys would
 * then apply to every row.
 */
const NAMES_ITS_KEYS =
  /^dynamodb:(BatchGetItem|BatchWriteItem|ConditionCheckItem|DeleteItem|GetItem|PutItem|Query|UpdateItem)$/;

const leadingKeys: AwsRule = {
  rule: 'A right on the rows of partitions is one of actions that name their keys, for without keys ForAllValues is true.',
  page: `${DOCS}/amazondynamodb/latest/developerguide/specifying-conditions.html`,
  findings: (template) =>
    resourcesOf(template, 'AWS::IAM::Policy').flatMap(([id, policy]) =>
      (
        valueAt(policy, 'Properties.PolicyDocument.Statement') as readonly {
          readonly Action: string | readonly string[];
          readonly Condition?: unknown;
        }[]
      )
        .filter(({ Condition }) => JSON.stringify(Condition ?? '').includes('dynamodb:LeadingKeys'))
        .flatMap(({ Action }) => [Action].flat())
        .filter((action) => !NAMES_ITS_KEYS.test(action))
        .map((action) => `${id}: ${action}`),
    ),
  broken: (template) =>
    setAt(firstOf(template, 'AWS::IAM::Policy'), 'Properties.PolicyDocument.Statement', [
      {
        Effect: 'Allow',
        Action: 'dynamodb:Scan',
        Resource: '*',
        Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['ACCOUNT#*'] } },
      },
    ]),
};

const recipients: AwsRule = {
  rule: 'A right to send emails covers the identities of recipients, which SES authorizes too in its sandbox, and names its sender by a condition.',
  page: `${DOCS}/ses/latest/dg/control-user-access.html`,
  findings: (template) =>
    resourcesOf(template, 'AWS::IAM::Policy').flatMap(([id, policy]) =>
      (valueAt(policy, 'Properties.PolicyDocument.Statement') as readonly SendingStatement[])
        .filter(({ Action }) => [Action].flat().includes('ses:SendEmail'))
        .filter(
          ({ Resource: resources, Condition }) =>
            !JSON.stringify(resources).includes(':identity/*"') ||
            typeof valueAt(Condition, 'StringEquals.ses:FromAddress') !== 'string',
        )
        .map(() => id),
    ),
  broken: (template) =>
    setAt(firstOf(template, 'AWS::IAM::Policy'), 'Properties.PolicyDocument.Statement', [
      { Effect: 'Allow', Action: 'ses:SendEmail', Resource: 'arn:aws:ses:eu-central-1:1:identity/productdata.example' },
    ]),
};

interface SendingStatement {
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Condition?: unknown;
}

const eventsToQueues: AwsRule = {
  rule: 'A rule that writes events to a queue has dead letters: EventBridge drops an event that it cannot deliver for a day.',
  page: `${DOCS}/eventbridge/latest/userguide/eb-rule-dlq.html`,
  findings: (template) =>
    resourcesOf(template, 'AWS::Events::Rule').flatMap(([id, { Properties }]) =>
      (Properties?.['Targets'] as readonly { readonly Arn: unknown; readonly DeadLetterConfig?: unknown }[])
        .filter(({ Arn }) => template.Resources[idOf(Arn) ?? '']?.Type === 'AWS::SQS::Queue')
        .filter(({ DeadLetterConfig }) => DeadLetterConfig === undefined)
        .map(({ Arn }) => `${id} to ${String(idOf(Arn))}`),
    ),
  broken: (template) =>
    setAt(
      firstOf(
        template,
        'AWS::Events::Rule',
        ({ Properties }) => valueAt(Properties, 'Targets.0.DeadLetterConfig') !== undefined,
      ),
      'Properties.Targets.0.DeadLetterConfig',
      undefined,
    ),
};

const letterRetention: AwsRule = {
  rule: 'Dead letters are kept longer than the messages of their queue, whose age they keep.',
  page: `${DOCS}/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-dead-letter-queues.html`,
  findings: (template) =>
    resourcesOf(template, 'AWS::SQS::Queue')
      .filter(([, queue]) => {
        const letters = idOf(valueAt(queue, 'Properties.RedrivePolicy.deadLetterTargetArn'));
        if (letters === undefined) return false;
        const kept = (resource: Resource | undefined) => Number(resource?.Properties?.['MessageRetentionPeriod']);
        return !(kept(template.Resources[letters]) > kept(queue));
      })
      .map(([id]) => id),
  broken: (template) =>
    setAt(
      firstOf(template, 'AWS::SQS::Queue', ({ Properties }) => Properties?.['RedrivePolicy'] === undefined),
      'Properties.MessageRetentionPeriod',
      60,
    ),
};

const stackSize: AwsRule = {
  rule: 'A stack has 500 resources and a template of 1 MB at most.',
  page: `${DOCS}/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html`,
  findings: (template) => {
    const resources = Object.keys(template.Resources).length;
    const bytes = Buffer.byteLength(JSON.stringify(template));
    return resources > RESOURCES_OF_A_STACK || bytes > TEMPLATE_BYTES ? [`${resources} resources, ${bytes} bytes`] : [];
  },
  broken: ({ Resources }) => {
    for (let place = 0; place < RESOURCES_OF_A_STACK; place += 1)
      Resources[`Topic${place}`] = { Type: 'AWS::SNS::Topic' };
  },
};

export const accessRules: readonly AwsRule[] = [
  routePermissions,
  schedulePermissions,
  throttledRoutes,
  leadingKeys,
  recipients,
  eventsToQueues,
  letterRetention,
  stackSize,
];
