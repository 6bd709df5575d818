/**
 * The templates make a deploy gradual: it is checked first, watched every minute, and rolled back on an alarm. Only a
 * deploy shows whether CodeDeploy does so.
 */
import { describe, expect, test } from 'vitest';
import { stageSettings } from '../../lib/settings/stage-settings.ts';
import { rightsOf, stageTemplate, templateOf } from './stack-template.ts';

interface Resource {
  readonly Properties: Readonly<Record<string, unknown>>;
  readonly UpdatePolicy?: unknown;
  readonly DeletionPolicy?: string;
}

interface WatchedAlarm {
  readonly AlarmDescription: string;
  readonly Period?: number;
  readonly MetricName?: string;
  readonly Dimensions?: readonly { readonly Name: string; readonly Value: unknown }[];
  readonly Metrics?: readonly {
    readonly MetricStat: {
      readonly Period: number;
      readonly Metric: Pick<WatchedAlarm, 'MetricName' | 'Dimensions'>;
    };
  }[];
}

const template = stageTemplate('production');
const found = (type: string): [string, Resource][] =>
  Object.entries(template.findResources(type)) as [string, Resource][];

describe.each([
  ['Mcp', 'mcp', ['mcp-live-errors', 'mcp-live-faults', 'mcp-live-meter', 'mcp-live-slow']],
  ['V1', 'v1', ['v1-live-errors', 'v1-live-faults', 'v1-live-meter', 'v1-live-slow']],
  ['Token', 'token', ['token-live-errors', 'token-live-faults', 'token-live-slow']],
])('the %s function', (id, handler, alarmNames) => {
  const [groupId, group] = found('AWS::CodeDeploy::DeploymentGroup').find(([name]) =>
    name.startsWith(`${id}Deploy`),
  ) ?? ['', undefined];

  test('gets a tenth of the calls for ten minutes, and is rolled back by its alarms and by failure', () => {
    expect(group?.Properties).toMatchObject({
      DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent10Minutes',
      AutoRollbackConfiguration: {
        Enabled: true,
        Events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_REQUEST', 'DEPLOYMENT_STOP_ON_ALARM'],
      },
    });
    const { Alarms } = group?.Properties['AlarmConfiguration'] as { Alarms: { Name: { Ref: string } }[] };
    const alarms = Object.fromEntries(found('AWS::CloudWatch::Alarm'));
    const watched = Alarms.map(({ Name }) => alarms[Name.Ref]?.Properties as unknown as WatchedAlarm);
    expect(watched.map(({ AlarmDescription }) => AlarmDescription.split('#')[1]).toSorted()).toEqual(alarmNames);
    for (const { Period, Metrics } of watched) expect(Period ?? Metrics?.[0]?.MetricStat.Period).toBe(60);
  });

  test('is rolled back only by errors of its own version', () => {
    const alias = template.findResources('AWS::Lambda::Alias')[`${id}Live`] as unknown as Resource;
    const { 'Fn::GetAtt': released } = alias.Properties['FunctionVersion'] as { 'Fn::GetAtt': [string, string] };
    const { Alarms } = group?.Properties['AlarmConfiguration'] as { Alarms: { Name: { Ref: string } }[] };
    const alarms = Object.fromEntries(found('AWS::CloudWatch::Alarm'));
    const watched = Alarms.map(({ Name }) => alarms[Name.Ref]?.Properties as unknown as WatchedAlarm).map(
      ({ AlarmDescription, Metrics, ...plain }) => {
        const { MetricName, Dimensions } = Metrics?.[0]?.MetricStat.Metric ?? plain;
        const dimensions = Dimensions?.map(({ Name, Value }) => `${Name}=${JSON.stringify(Value)}`);
        return [AlarmDescription.split('-live-')[1], MetricName, dimensions?.toSorted()];
      },
    );
    const version = JSON.stringify({ 'Fn::GetAtt': released });
    const ofVersion = [`service="${handler}"`, 'stage="production"', `version=${version}`];
    const ofAlias = [
      `ExecutedVersion=${version}`,
      `FunctionName=${JSON.stringify({ Ref: id })}`,
      expect.stringMatching(/^Resource=.*:live"/),
    ];
    const all = [
      ['errors', 'Errors', ofAlias],
      ['faults', 'Faults', ofVersion],
      ['meter', 'MeterFailed', ofVersion],
      ['slow', 'Duration', ofAlias],
    ];
    expect(watched.toSorted()).toEqual(all.filter(([name]) => alarmNames.includes(`${handler}-live-${String(name)}`)));
  });

  test('is called by a hook first, in exactly the version that will get calls', () => {
    const alias = template.findResources('AWS::Lambda::Alias')[`${id}Live`] as unknown as Resource;
    const hook = `${id}DeployCheck`;
    expect(alias.UpdatePolicy).toEqual({
      CodeDeployLambdaAliasUpdate: {
        ApplicationName: { Ref: expect.stringMatching(/^Releases/) },
        DeploymentGroupName: { Ref: groupId },
        BeforeAllowTrafficHook: { Ref: hook },
      },
    });
    const version = (alias.Properties['FunctionVersion'] as { 'Fn::GetAtt': [string, string] })['Fn::GetAtt'][0];
    const check = template.findResources('AWS::Lambda::Function')[hook] as unknown as Resource;
    expect(check.Properties['Environment']).toMatchObject({
      Variables: { HANDLER: handler, VERSION_ARN: { Ref: version } },
    });
    expect(rightsOf(template, hook)).toContainEqual(
      expect.stringMatching(new RegExp(`^lambda:InvokeFunction on ${id}CurrentVersion`)),
    );
    expect(rightsOf(template, hook).join()).toContain('codedeploy:PutLifecycleEventHookExecutionStatus');
  });

  test('is invoked only through its alias', () => {
    const uris = found('AWS::ApiGatewayV2::Integration').map(([, { Properties }]) => Properties['IntegrationUri']);
    expect(uris).toContainEqual({ Ref: `${id}Live` });
    const names = found('AWS::Lambda::Permission').map(([, { Properties }]) => Properties['FunctionName']);
    expect(names).toContainEqual({ Ref: `${id}Live` });
    expect(JSON.stringify([...uris, ...names])).not.toContain(`["${id}","Arn"]`);
  });

  test('keeps its versions, which a deploy returns to, but not the version of a release that was rolled back', () => {
    const versions = found('AWS::Lambda::Version').filter(([name]) => name.startsWith(`${id}CurrentVersion`));
    expect(versions.map(([, { DeletionPolicy }]) => DeletionPolicy)).toEqual(['RetainExceptOnCreate']);
  });
});

test('the canary calls the service every minute with its own key, at the customers’ address', () => {
  const rule = found('AWS::Events::Rule').find(([id]) => id.startsWith('ServiceCanaryRun'));
  expect(rule?.[1].Properties['ScheduleExpression']).toBe('rate(1 minute)');
  const variables = (settings: ReturnType<typeof stageSettings>): unknown =>
    (templateOf(settings).findResources('AWS::Lambda::Function')['ServiceCanary'] as unknown as Resource).Properties[
      'Environment'
    ];
  const settings = stageSettings('production');
  const certificateArn = 'arn:aws:acm:eu-central-1:000000000000:certificate/x';
  expect(variables({ ...settings, certificateArn, hostAnswers: true })).toMatchObject({
    Variables: { SERVICE_URL: settings.baseUrl },
  });
  // The gateway's own address is used until the host answers.
  for (const before of [settings, { ...settings, certificateArn }])
    expect(JSON.stringify(variables(before))).toContain('ApiEndpoint');
});

test('the error budget is measured against 99.9 % of calls, over one hour and six', () => {
  const burning = found('AWS::CloudWatch::Alarm').filter(([, { Properties }]) =>
    /#budget-/.test(String(Properties['AlarmDescription'])),
  );
  const told = burning.map(([, { Properties }]) => {
    const [math, ...metrics] = Properties['Metrics'] as { Expression?: string; MetricStat?: { Period: number } }[];
    return [
      Properties['Threshold'],
      math?.Expression?.includes('/ 0.001'),
      ...new Set(metrics.map((each) => each.MetricStat?.Period)),
    ];
  });
  expect(told).toEqual([
    [14.4, true, 3600],
    [6, true, 21600],
  ]);
});

test('the local run has the aliases, and no gradual deploys', () => {
  const local = stageTemplate('local');
  expect(Object.keys(local.findResources('AWS::Lambda::Alias'))).toEqual(['McpLive', 'V1Live', 'TokenLive']);
  local.resourceCountIs('AWS::CodeDeploy::DeploymentGroup', 0);
  expect(Object.keys(local.findResources('AWS::Lambda::Function'))).not.toContain('ServiceCanary');
});

test('a restored table replaces the stack’s table, which stays', () => {
  const restored = templateOf({ ...stageSettings('production'), restoredTables: { accounts: 'accounts-restored' } });
  expect(Object.keys(restored.findResources('AWS::DynamoDB::Table'))).toEqual(['ProductIndex', 'Accounts']);
  restored.hasOutput('AccountsTable', { Value: 'accounts-restored' });
  const mcp = restored.findResources('AWS::Lambda::Function')['Mcp'] as unknown as Resource;
  expect(mcp.Properties['Environment']).toMatchObject({ Variables: { ACCOUNTS_TABLE: 'accounts-restored' } });
  expect(rightsOf(restored, 'Mcp').filter((right) => / on Accounts/.test(right))).toEqual([]);
});
