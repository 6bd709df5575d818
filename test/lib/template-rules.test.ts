import { AwsSolutionsChecks } from 'cdk-nag';
import { App, Stack, Validations } from 'aws-cdk-lib';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { CfnTable } from 'aws-cdk-lib/aws-dynamodb';
import { expect, test } from 'vitest';
import { DeploymentStack } from '../../lib/deployment/deployment-stack.ts';
import { ProductDataStack } from '../../lib/product-data-stack.ts';
import { DEPLOYABLE_STAGES, stageSettings } from '../../lib/settings/stage-settings.ts';

function appWithRules(): App {
  process.env.CDK_VALIDATION = 'true';
  const app = new App({
    context: { 'aws:cdk:bundling-stacks': [], '@aws-cdk/core:validateAgainstDefaultRules': true },
  });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return app;
}

/** The rules run in WebAssembly, which is slow on a busy machine. */
test('every deployable stage, and the rights of a deploy, keep the rules for templates and those of AWS Solutions', () => {
  const app = appWithRules();
  for (const stage of DEPLOYABLE_STAGES) new ProductDataStack(app, stage, stageSettings(stage));
  new ProductDataStack(app, 'with-sign-in', { ...stageSettings('production'), signIn: 'on' });
  new DeploymentStack(app, 'deployment', 'owner/name', false);
  expect(() => app.synth()).not.toThrow();
});

test('an error in a template fails the synthesis', () => {
  const app = appWithRules();
  new CfnTable(new Stack(app, 'faulty'), 'Table', { keySchema: [{ attributeName: 'pk', keyType: 'SIDEWAYS' }] });
  expect(() => app.synth()).toThrow('ProvisionedThroughput is required');
});

test('an AWS Solutions finding that was not accepted fails the synthesis', () => {
  const app = appWithRules();
  new Bucket(new Stack(app, 'faulty'), 'Open');
  expect(() => app.synth()).toThrow(/AwsSolutions-S1/);
});

test('every accepted finding has its reason', () => {
  const app = appWithRules();
  const stacks = DEPLOYABLE_STAGES.map((stage) => new ProductDataStack(app, stage, stageSettings(stage)));
  const accepted = stacks
    .flatMap((stack) => stack.node.findAll())
    .flatMap(({ node }) => node.metadata.filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY));
  expect(accepted.length).toBeGreaterThan(0);
  for (const { data } of accepted) expect(JSON.stringify(data)).toMatch(/"[^"]{60,}"/);
});
