/** Templates for tests, without bundling, which only makes them slow. */
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { ProductDataStack } from '../../lib/product-data-stack.ts';
import { localSettings, stageSettings, type StageSettings } from '../../lib/settings/stage-settings.ts';

interface Statement {
  readonly Action: string | readonly string[];
  readonly Effect: string;
  readonly Resource: unknown;
  readonly Condition?: {
    readonly 'ForAllValues:StringLike'?: { readonly 'dynamodb:LeadingKeys': string | readonly string[] };
  };
}

/** `cdk synth` and template-rules.test.ts check the rules of the template. */
function testApp(): App {
  process.env.CDK_VALIDATION = 'false';
  return new App({ context: { 'aws:cdk:bundling-stacks': [], '@aws-cdk/aws-iam:minimizePolicies': true } });
}

export function stackWith(settings: StageSettings): ProductDataStack {
  return new ProductDataStack(testApp(), 'stack', settings);
}

export function stageTemplate(stage: string): Template {
  return templateOf(stage === 'local' ? localSettings({}) : stageSettings(stage));
}

export function templateOf(settings: StageSettings): Template {
  return Template.fromStack(stackWith(settings));
}

/** Returns the template of a stack that contains only what `build` creates. */
export function templateWith(build: (stack: Stack) => void): Template {
  const stack = new Stack(testApp(), 'stack');
  build(stack);
  return Template.fromStack(stack);
}

/** Returns what the role of a function may do: `action on resource`, and ` of partitions` if not all, sorted. */
export function rightsOf(template: Template, functionId: string): string[] {
  const found = template.findResources('AWS::Lambda::Function')[functionId] as {
    Properties: { Role: { 'Fn::GetAtt': [string, string] } };
  };
  const role = found.Properties.Role['Fn::GetAtt'][0];
  const policies = Object.values(template.findResources('AWS::IAM::Policy')) as {
    Properties: { Roles: { Ref: string }[]; PolicyDocument: { Statement: Statement[] } };
  }[];
  return policies
    .filter(({ Properties }) => Properties.Roles.some(({ Ref }) => Ref === role))
    .flatMap(({ Properties }) => Properties.PolicyDocument.Statement)
    .flatMap(({ Action, Effect, Resource, Condition }) =>
      [Action]
        .flat()
        .map(
          (action) =>
            `${Effect === 'Allow' ? '' : `${Effect} `}${action} on ${nameOf(Resource)}${partitionsOf(Condition)}`,
        ),
    )
    .toSorted();
}

/** Returns the permissions to invoke functions: `function for source by principal`. */
export function invocations(template: Template): string[] {
  const permissions = Object.values(template.findResources('AWS::Lambda::Permission')) as {
    Properties: { FunctionName: unknown; Principal: string; SourceArn: unknown };
  }[];
  return permissions.map(
    ({ Properties: { FunctionName, Principal, SourceArn } }) =>
      `${nameOf(FunctionName)} for ${sourceOf(SourceArn)} by ${Principal}`,
  );
}

/** Returns a route's ARN without the part that every API shares; a rule's is its logical id. */
function sourceOf(arn: unknown): string {
  const { 'Fn::Join': joined } = arn as { 'Fn::Join'?: [string, unknown[]] };
  if (joined === undefined) return nameOf(arn);
  const [, parts] = joined;
  const text = parts.map((part) => (typeof part === 'string' ? part : `<${nameOf(part)}>`)).join('');
  const api = /^arn:<AWS::Partition>:execute-api:<AWS::Region>:<AWS::AccountId>:<[^>]*Api>(?<rest>.*)$/.exec(text);
  return api?.groups === undefined ? text : `<api>${api.groups['rest']}`;
}

function partitionsOf(condition: Statement['Condition']): string {
  if (condition === undefined) return '';
  const partitions = condition['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'];
  return ` of ${partitions === undefined ? JSON.stringify(condition) : [partitions].flat().join(' and ')}`;
}

function nameOf(resource: unknown): string {
  if (Array.isArray(resource)) return resource.map(nameOf).join(' and ');
  const {
    'Fn::GetAtt': attribute,
    Ref: ref,
    'Fn::Join': joined,
  } = resource as { 'Fn::GetAtt'?: [string, string]; Ref?: string; 'Fn::Join'?: [string, unknown[]] };
  // All objects of a bucket: the only resource that is named by a pattern.
  if (joined?.[0] === '' && joined[1].length === 2 && joined[1][1] === '/*')
    return `objects of ${nameOf(joined[1][0])}`;
  // Logical ids that are not fixed end in a hash.
  return (attribute?.[0] ?? ref ?? JSON.stringify(resource)).replace(/[0-9A-F]{8}$/, '');
}
