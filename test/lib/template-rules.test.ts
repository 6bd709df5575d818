import { App, Stack } from 'aws-cdk-lib';
import { CfnTable } from 'aws-cdk-lib/aws-dynamodb';
import { expect, test } from 'vitest';
import { ProductDataStack } from '../../lib/product-data-stack.ts';
import { DEPLOYABLE_STAGES, stageSettings } from '../../lib/stage-settings.ts';

function appWithRules(): App {
  process.env.CDK_VALIDATION = 'true';
  return new App({ context: { 'aws:cdk:bundling-stacks': [], '@aws-cdk/core:validateAgainstDefaultRules': true } });
}

/** The rules run in WebAssembly, and take their time on a busy machine. */
const RULES_LIMIT_MS = 180_000;

test(
  'every stage that can be deployed keeps the rules for templates',
  () => {
    const app = appWithRules();
    for (const stage of DEPLOYABLE_STAGES) new ProductDataStack(app, stage, stageSettings(stage));
    expect(() => app.synth()).not.toThrow();
  },
  RULES_LIMIT_MS,
);

test(
  'a fault in a template fails the synthesis',
  () => {
    const app = appWithRules();
    new CfnTable(new Stack(app, 'faulty'), 'Table', { keySchema: [{ attributeName: 'pk', keyType: 'SIDEWAYS' }] });
    expect(() => app.synth()).toThrow('ProvisionedThroughput is required');
  },
  RULES_LIMIT_MS,
);
