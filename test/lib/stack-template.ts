/** Templates for tests: without bundling, which only makes them slow, and with the bundles' hashes masked. */
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { ProductDataStack } from '../../lib/product-data-stack.ts';
import { localSettings, stageSettings } from '../../lib/stage-settings.ts';

interface Statement {
  readonly Action: string | readonly string[];
  readonly Effect: string;
  readonly Resource: unknown;
}

/** The rules of the template are held by `cdk synth`, and by template-rules.test.ts. */
function testApp(): App {
  process.env.CDK_VALIDATION = 'false';
  return new App({ context: { 'aws:cdk:bundling-stacks': [], '@aws-cdk/aws-iam:minimizePolicies': true } });
}

export function stageTemplate(stage: string): Template {
  const settings = stage === 'local' ? localSettings({}) : stageSettings(stage);
  return Template.fromStack(new ProductDataStack(testApp(), 'stack', settings));
}

/** The template of a stack that holds only what `build` makes. */
export function templateWith(build: (stack: Stack) => void): Template {
  const stack = new Stack(testApp(), 'stack');
  build(stack);
  return Template.fromStack(stack);
}

export function maskedJson(template: Template): unknown {
  return JSON.parse(JSON.stringify(template.toJSON()).replaceAll(/[0-9a-f]{64}\.zip/g, 'BUNDLE.zip'));
}

/** What the role of a function may do: `action on resource`, sorted. */
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
    .flatMap(({ Action, Effect, Resource }) =>
      [Action].flat().map((action) => `${Effect === 'Allow' ? '' : `${Effect} `}${action} on ${nameOf(Resource)}`),
    )
    .toSorted();
}

function nameOf(resource: unknown): string {
  if (Array.isArray(resource)) return resource.map(nameOf).join(' and ');
  const { 'Fn::GetAtt': attribute, Ref: ref } = resource as { 'Fn::GetAtt'?: [string, string]; Ref?: string };
  // Logical ids that are not fixed end in a hash.
  return (attribute?.[0] ?? ref ?? JSON.stringify(resource)).replace(/[0-9A-F]{8}$/, '');
}
