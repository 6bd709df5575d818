import { readFileSync } from 'node:fs';
import { Match } from 'aws-cdk-lib/assertions';
import { expect, test } from 'vitest';
import { stageSettings } from '../../../lib/settings/stage-settings.ts';
import { stageTemplate, templateOf } from '../stack-template.ts';

interface AlarmProperties {
  readonly AlarmDescription: string;
  readonly AlarmActions: readonly unknown[];
  readonly OKActions: readonly unknown[];
}

/** A stage with everything enabled, because disabled parts have no alarm. */
const template = templateOf({
  ...stageSettings('production'),
  signIn: 'on',
  billingEvents: { secretName: 'product-data/test/billing-events' },
});
const alarms = Object.values(template.findResources('AWS::CloudWatch::Alarm')).map(
  ({ Properties }) => Properties as AlarmProperties,
);

test('every alarm names the damage and links to its own heading in the runbook', () => {
  const runbook = readFileSync('docs/operate/alarms.md', 'utf8');
  expect(alarms.length).toBeGreaterThanOrEqual(15);
  const anchors = alarms.map(({ AlarmDescription }) => {
    expect(AlarmDescription).toMatch(/^.{40,} https:\/\/docs\.productdata\.example\/runbook#[a-z0-9-]+$/);
    return AlarmDescription.split('#')[1] ?? '';
  });
  expect(new Set(anchors).size).toBe(alarms.length);
  for (const anchor of anchors) expect(runbook).toContain(`\n## ${anchor}\n`);
});

test('every alarm notifies the responsible people, immediately or the next day, when it starts and when it ends', () => {
  const subscriptions = Object.values(template.findResources('AWS::SNS::Subscription')).map(
    ({ Properties }) => Properties as { TopicArn: { Ref: string }; Endpoint: string },
  );
  const readers = new Map(subscriptions.map(({ TopicArn, Endpoint }) => [TopicArn.Ref, Endpoint]));
  for (const { AlarmDescription, AlarmActions, OKActions } of alarms) {
    const severity = AlarmDescription.split(':')[0] ?? '';
    const [action] = AlarmActions as [{ Ref: string }];
    expect(readers.get(action.Ref)).toBe(
      { Wake: 'pager@productdata.example', 'Next day': 'operations@productdata.example' }[severity],
    );
    expect(OKActions).toEqual(AlarmActions);
  }
});

test('alarms of this account may publish to the topic, whose policy replaces the AWS default', () => {
  template.hasResourceProperties('AWS::SNS::TopicPolicy', {
    PolicyDocument: {
      Statement: Match.arrayWith([
        Match.objectLike({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
        Match.objectLike({
          Effect: 'Allow',
          Action: 'sns:Publish',
          Principal: { Service: 'cloudwatch.amazonaws.com' },
          Condition: {
            ArnLike: { 'aws:SourceArn': Match.anyValue() },
            StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } },
          },
        }),
      ]),
    },
  });
});

test('a 429 of the gateway itself is counted from its access log, separately for calls; one of a function is not', () => {
  const [accessLogs] = Object.keys(template.findResources('AWS::Logs::LogGroup')).filter((id) =>
    id.includes('AccessLogs'),
  );
  const filters = Object.values(template.findResources('AWS::Logs::MetricFilter')).map(
    ({ Properties }) =>
      Properties as { FilterPattern: string; LogGroupName: unknown; MetricTransformations: unknown[] },
  );
  expect(filters.map(({ FilterPattern }) => FilterPattern)).toEqual([
    '{ ($.status = "429") && ($.function_status != "429") && ($.route != "$default") && ($.stage = "production") }',
    '{ ($.status = "429") && ($.function_status != "429") && ($.route = "$default") && ($.stage = "production") }',
  ]);
  for (const { LogGroupName } of filters) expect(LogGroupName).toEqual({ Ref: accessLogs });
  const [api] = Object.values(template.findResources('AWS::ApiGatewayV2::Stage')) as {
    Properties: { AccessLogSettings: { Format: string } };
  }[];
  expect(JSON.parse(api?.Properties.AccessLogSettings.Format ?? '')).toMatchObject({
    status: '$context.status',
    function_status: '$context.integration.status',
    route: '$context.routeKey',
    stage: 'production',
  });
  for (const metric of ['ThrottledCalls', 'ThrottledRest']) {
    expect(JSON.stringify(alarms)).toContain(`"MetricName":"${metric}","Namespace":"ProductData"`);
  }
});

test('wrong credentials at the token endpoint have a separate alarm', () => {
  template.hasResourceProperties('AWS::CloudWatch::Alarm', {
    AlarmDescription: Match.stringLikeRegexp('#wrong-credentials-token$'),
    Metrics: Match.arrayWith([
      Match.objectLike({
        MetricStat: {
          Metric: {
            MetricName: 'RefusedCredentials',
            Dimensions: [
              { Name: 'service', Value: 'token' },
              { Name: 'stage', Value: 'production' },
            ],
          },
        },
      }),
    ]),
  });
});

test('a cost budget emails the operators when most of it is spent, and when the month is forecast to exceed it', () => {
  template.hasResourceProperties('AWS::Budgets::Budget', {
    Budget: { BudgetType: 'COST', TimeUnit: 'MONTHLY', BudgetLimit: { Amount: 2000, Unit: 'USD' } },
    NotificationsWithSubscribers: [
      Match.objectLike({ Notification: Match.objectLike({ NotificationType: 'ACTUAL', Threshold: 80 }) }),
      Match.objectLike({
        Notification: Match.objectLike({ NotificationType: 'FORECASTED', Threshold: 100 }),
        Subscribers: [{ SubscriptionType: 'EMAIL', Address: 'operations@productdata.example' }],
      }),
    ],
  });
});

test('the local run has neither alarms nor a dashboard', () => {
  const local = stageTemplate('local');
  local.resourceCountIs('AWS::CloudWatch::Alarm', 0);
  local.resourceCountIs('AWS::CloudWatch::Dashboard', 0);
});

test('no metric has an account or a client among its dimensions', () => {
  const text = JSON.stringify(template.toJSON());
  expect(text).toContain('"Name":"service"');
  expect(text).not.toMatch(/"Name":"(account|client|tool)"/);
});

test('production reserves concurrency for the worker', () => {
  template.hasResourceProperties('AWS::Lambda::Function', { ReservedConcurrentExecutions: 4 });
});

test('every function of a stage is traced if its settings say so, and only then', () => {
  for (const stage of ['development', 'production'] as const) {
    const { tracing } = stageSettings(stage);
    const functions = Object.values(stageTemplate(stage).findResources('AWS::Lambda::Function'));
    const traced = functions.filter(({ Properties }) => 'TracingConfig' in (Properties as object));
    expect(traced).toHaveLength(tracing ? functions.length : 0);
  }
});

test('a stage that only watches releases has the alarms that roll them back and those of the canary and of emails, and pages no one', () => {
  const development = stageTemplate('development');
  const names = Object.values(development.findResources('AWS::CloudWatch::Alarm')).map(
    ({ Properties }) => (Properties as AlarmProperties).AlarmDescription.split('#')[1],
  );
  expect(names.toSorted()).toEqual([
    'canary-failed',
    'canary-silent',
    'mail-dead-letters',
    'mcp-live-errors',
    'mcp-live-faults',
    'mcp-live-meter',
    'mcp-live-slow',
    'token-live-errors',
    'token-live-faults',
    'token-live-slow',
    'v1-live-errors',
    'v1-live-faults',
    'v1-live-meter',
    'v1-live-slow',
  ]);
  development.resourceCountIs('AWS::SNS::Topic', 1);
  development.resourceCountIs('AWS::CloudWatch::Dashboard', 0);
});

test('throttling by a customer’s large import pages no one', () => {
  const throttled = alarms.find(({ AlarmDescription }) => AlarmDescription.endsWith('#tables-throttled'));
  expect(throttled?.AlarmDescription).toMatch(/^Next day:/);
});
