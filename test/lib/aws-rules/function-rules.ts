/** Rules of AWS about functions and their triggers. */
import {
  allows,
  firstOf,
  idOf,
  resourcesOf,
  setAt,
  statementsOfFunction,
  statementsOfRole,
  valueAt,
  type AwsRule,
  type Resource,
  type Template,
} from './aws-rule.ts';

const DOCS = 'https://docs.aws.amazon.com';
/** The first limit of a new account is 1,000. */
const RESERVABLE = 900;
const ENVIRONMENT_BYTES = 4_096;
/** The maximum length of a name or an ARN of the stack. */
const REFERENCE_BYTES = 200;

interface EventSource {
  readonly id: string;
  readonly resource: Resource;
  readonly functionId: string;
  readonly queueId: string;
}

function eventSources(template: Template): readonly EventSource[] {
  return resourcesOf(template, 'AWS::Lambda::EventSourceMapping').map(([id, resource]) => ({
    id,
    resource,
    functionId: idOf(resource.Properties?.['FunctionName']) ?? '',
    queueId: idOf(resource.Properties?.['EventSourceArn']) ?? '',
  }));
}

function propertyOf(template: Template, id: string, path: string): unknown {
  return valueAt(template.Resources[id]?.Properties, path);
}

const sendsToItsOwnSource = (template: Template, { functionId, queueId }: EventSource): boolean =>
  allows(statementsOfFunction(template, functionId), 'sqs:SendMessage', queueId);

const recursion: AwsRule = {
  rule: 'A function that may send to its own queue is allowed to: otherwise Lambda ends the chain after about 16 messages.',
  page: `${DOCS}/lambda/latest/dg/invocation-recursion.html`,
  findings: (template) =>
    eventSources(template)
      .filter((source) => sendsToItsOwnSource(template, source))
      .filter(({ functionId }) => propertyOf(template, functionId, 'RecursiveLoop') !== 'Allow')
      .map(({ functionId, queueId }) => `${functionId} sends to ${queueId}`),
  broken: ({ Resources }) => setAt(Resources['CatalogImport'] ?? {}, 'Properties.RecursiveLoop', undefined),
};

const noOtherRecursion: AwsRule = {
  rule: 'A function that does not send to its own queue keeps the protection from endless chains.',
  page: `${DOCS}/lambda/latest/dg/invocation-recursion.html`,
  findings: (template) => {
    const meant = eventSources(template).filter((source) => sendsToItsOwnSource(template, source));
    return resourcesOf(template, 'AWS::Lambda::Function')
      .filter(([, { Properties }]) => Properties?.['RecursiveLoop'] === 'Allow')
      .map(([id]) => id)
      .filter((id) => !meant.some(({ functionId }) => functionId === id));
  },
  broken: ({ Resources }) => setAt(Resources['Mcp'] ?? {}, 'Properties.RecursiveLoop', 'Allow'),
};

const hiddenLongEnough: AwsRule = {
  rule: 'A message stays hidden for six times as long as the function on its queue may run.',
  page: `${DOCS}/lambda/latest/dg/services-sqs-configure.html`,
  findings: (template) =>
    eventSources(template)
      .filter(
        ({ functionId, queueId }) =>
          Number(propertyOf(template, queueId, 'VisibilityTimeout')) <
          6 * Number(propertyOf(template, functionId, 'Timeout')),
      )
      .map(({ functionId, queueId }) => `${queueId} of ${functionId}`),
  broken: (template) => setAt(firstOf(template, 'AWS::SQS::Queue'), 'Properties.VisibilityTimeout', 30),
};

const concurrencyOfSources: AwsRule = {
  rule: 'An event source calls no more functions concurrently than are reserved: the rest is throttled into dead letters.',
  page: `${DOCS}/lambda/latest/dg/services-sqs-scaling.html`,
  findings: (template) =>
    eventSources(template)
      .filter(({ resource, functionId }) => {
        const reserved = propertyOf(template, functionId, 'ReservedConcurrentExecutions');
        return (
          reserved !== undefined &&
          Number(valueAt(resource, 'Properties.ScalingConfig.MaximumConcurrency') ?? Infinity) > Number(reserved)
        );
      })
      .map(({ id }) => id),
  broken: ({ Resources }) => setAt(Resources['EnrichmentWorker'] ?? {}, 'Properties.ReservedConcurrentExecutions', 3),
};

const sourcesOfAliases: AwsRule = {
  rule: 'An event source or a rule calls a function by its alias where it has one: otherwise it calls what is not released.',
  page: `${DOCS}/lambda/latest/dg/configuration-aliases.html`,
  findings: (template) => {
    const aliased = resourcesOf(template, 'AWS::Lambda::Alias').map(([, alias]) =>
      idOf(alias.Properties?.['FunctionName']),
    );
    const targets = resourcesOf(template, 'AWS::Events::Rule').flatMap(([id, { Properties }]) =>
      (Properties?.['Targets'] as readonly { readonly Arn: unknown }[]).map(({ Arn }) => ({ id, called: idOf(Arn) })),
    );
    return [...eventSources(template).map(({ id, functionId }) => ({ id, called: functionId })), ...targets]
      .filter(({ called }) => aliased.includes(called))
      .map(({ id, called }) => `${id} calls ${called}`);
  },
  broken: (template) =>
    setAt(firstOf(template, 'AWS::Lambda::EventSourceMapping'), 'Properties.FunctionName', { Ref: 'Mcp' }),
};

const reservedConcurrency: AwsRule = {
  rule: `Reserved concurrency leaves 100 of the account's 1,000 to functions without any: AWS refuses more than ${RESERVABLE}.`,
  page: `${DOCS}/lambda/latest/dg/configuration-concurrency.html`,
  findings: (template) => {
    const reserved = resourcesOf(template, 'AWS::Lambda::Function').reduce(
      (sum, [, { Properties }]) => sum + Number(Properties?.['ReservedConcurrentExecutions'] ?? 0),
      0,
    );
    return reserved > RESERVABLE ? [`${reserved} are reserved`] : [];
  },
  broken: ({ Resources }) => {
    setAt(Resources['Mcp'] ?? {}, 'Properties.ReservedConcurrentExecutions', 800);
    setAt(Resources['Token'] ?? {}, 'Properties.ReservedConcurrentExecutions', 100);
  },
};

const ownConcurrency: AwsRule = {
  rule: 'A function behind a route has its own concurrency where the stage reserves any, so that no flood takes what background functions need.',
  page: `${DOCS}/lambda/latest/dg/configuration-concurrency.html`,
  findings: (template) => {
    const reserved = (id: string) => propertyOf(template, id, 'ReservedConcurrentExecutions') !== undefined;
    if (!resourcesOf(template, 'AWS::Lambda::Function').some(([id]) => reserved(id))) return [];
    const called = resourcesOf(template, 'AWS::ApiGatewayV2::Integration').map(([, { Properties }]) => {
      const id = idOf(Properties?.['IntegrationUri']) ?? '';
      const alias = template.Resources[id];
      return alias?.Type === 'AWS::Lambda::Alias' ? (idOf(alias.Properties?.['FunctionName']) ?? '') : id;
    });
    return called.filter((id) => !reserved(id));
  },
  broken: ({ Resources }) => setAt(Resources['Mcp'] ?? {}, 'Properties.ReservedConcurrentExecutions', undefined),
};

const asynchronousRetries: AwsRule = {
  rule: 'A function that a schedule calls is not run again by Lambda, which repeats failed asynchronous calls twice within six hours.',
  page: `${DOCS}/lambda/latest/dg/invocation-async-error-handling.html`,
  findings: (template) => {
    const once = resourcesOf(template, 'AWS::Lambda::EventInvokeConfig')
      .filter(([, { Properties }]) => Properties?.['MaximumRetryAttempts'] === 0)
      .map(([, { Properties }]) => idOf(Properties?.['FunctionName']));
    return resourcesOf(template, 'AWS::Events::Rule')
      .filter(([, { Properties }]) => Properties?.['ScheduleExpression'] !== undefined)
      .flatMap(([, { Properties }]) =>
        (Properties?.['Targets'] as readonly { readonly Arn: unknown }[]).map(({ Arn }) => idOf(Arn) ?? ''),
      )
      .filter((id) => !once.includes(id));
  },
  broken: (template) =>
    setAt(firstOf(template, 'AWS::Lambda::EventInvokeConfig'), 'Properties.MaximumRetryAttempts', undefined),
};

function bytesOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  const parts = valueAt(value, 'Fn::Join.1') as readonly unknown[] | undefined;
  return parts === undefined ? REFERENCE_BYTES : parts.reduce<number>((sum, part) => sum + bytesOf(part), 0);
}

const environment: AwsRule = {
  rule: 'The variables of a function have 4 kB together at most.',
  page: `${DOCS}/lambda/latest/dg/gettingstarted-limits.html`,
  findings: (template) =>
    resourcesOf(template, 'AWS::Lambda::Function')
      .map(([id, resource]) => {
        const variables = Object.entries(valueAt(resource, 'Properties.Environment.Variables') ?? {});
        return [id, variables.reduce((sum, [name, value]) => sum + name.length + bytesOf(value), 0)] as const;
      })
      .filter(([, bytes]) => bytes > ENVIRONMENT_BYTES)
      .map(([id, bytes]) => `${id}: ${bytes} bytes`),
  broken: ({ Resources }) =>
    setAt(Resources['Mcp'] ?? {}, 'Properties.Environment.Variables.ALLOWED_ORIGINS', 'x'.repeat(ENVIRONMENT_BYTES)),
};

interface Hooked {
  readonly id: string;
  readonly hook: string;
  readonly group: string;
  readonly version: string;
}

function hookedAliases(template: Template): readonly Hooked[] {
  return resourcesOf(template, 'AWS::Lambda::Alias').flatMap(([id, alias]) => {
    const update = valueAt(alias, 'UpdatePolicy.CodeDeployLambdaAliasUpdate');
    if (update === undefined) return [];
    return {
      id,
      hook: idOf(valueAt(update, 'BeforeAllowTrafficHook')) ?? '',
      group: idOf(valueAt(update, 'DeploymentGroupName')) ?? '',
      version: idOf(alias.Properties?.['FunctionVersion']) ?? '',
    };
  });
}

const hookRights: AwsRule = {
  rule: 'A hook may report to CodeDeploy and call the new version, and the role of CodeDeploy may call the hook.',
  page: `${DOCS}/codedeploy/latest/userguide/reference-appspec-file-structure-hooks.html`,
  findings: (template) =>
    hookedAliases(template).flatMap(({ id, hook, group, version }) => {
      const own = statementsOfFunction(template, hook);
      const role = idOf(valueAt(template.Resources[group]?.Properties, 'ServiceRoleArn')) ?? '';
      const missing = {
        'call the version': allows(own, 'lambda:InvokeFunction', version),
        report: own.some(({ Action }) => [Action].flat().includes('codedeploy:PutLifecycleEventHookExecutionStatus')),
        'be called': allows(statementsOfRole(template, role), 'lambda:InvokeFunction', hook),
      };
      return Object.entries(missing)
        .filter(([, has]) => !has)
        .map(([what]) => `${hook} of ${id} may not ${what}`);
    }),
  broken: (template) => {
    const [{ hook = '' } = {}] = hookedAliases(template);
    const role = idOf(template.Resources[hook]?.Properties?.['Role']);
    const policy = firstOf(template, 'AWS::IAM::Policy', ({ Properties }) =>
      (Properties?.['Roles'] as readonly unknown[]).some((each) => idOf(each) === role),
    );
    setAt(policy, 'Properties.PolicyDocument.Statement', []);
  },
};

export const functionRules: readonly AwsRule[] = [
  recursion,
  noOtherRecursion,
  hiddenLongEnough,
  concurrencyOfSources,
  sourcesOfAliases,
  reservedConcurrency,
  ownConcurrency,
  asynchronousRetries,
  environment,
  hookRights,
];
