/**
 * The CDK app. Without context it synthesizes every deployable stage, with `-c stage=development` only that one. Only
 * the stage `local` accepts the overrides `baseUrl`, `ipLimitPerMinute` and `signIn`, which `npm start` passes. With
 * `-c repository=owner/name` there is also the stack of the rights of a deploy; `-c githubProvider=exists` leaves the
 * identity provider out of it.
 */
import { App, Validations } from 'aws-cdk-lib';
import { describeIssue } from '../core/describe-issue.ts';
import { DeploymentStack } from '../lib/deployment/deployment-stack.ts';
import { ProductDataStack } from '../lib/product-data-stack.ts';
import { PROTECTED_CONTEXT } from '../lib/settings/protected-context.ts';
import { DEPLOYABLE_STAGES, localSettings, stageSettings } from '../lib/settings/stage-settings.ts';
import type { StageSettings } from '../lib/settings/stage-settings.ts';
import { takeNothing } from './program/program.ts';

takeNothing('bin/app.ts', 'The CDK app, run by `npm run synth` and `npm start`');

const app = new App();
for (const settings of requestedStages()) await checkResearch(settings);
for (const settings of requestedStages()) new ProductDataStack(app, `product-data-${settings.stage}`, settings);
const repository = contextText('repository');
if (repository !== undefined)
  new DeploymentStack(
    app,
    'product-data-deployment',
    readRepository(repository),
    contextText('githubProvider') === 'exists',
  );
if (contextText('stage') !== 'local') await addDeploymentRules();
app.synth();

/** Loads cdk-nag only for deployable stages, because it would slow down `npm start`. */
async function addDeploymentRules(): Promise<void> {
  const { AwsSolutionsChecks } = await import('cdk-nag');
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
}

/** @throws when a provider chain is invalid, because the worker would not start with it */
async function checkResearch({ research }: StageSettings): Promise<void> {
  if (research.researcher !== 'chain') return;
  const { chainSchema } = await import('../core/sourcing/research/chain-configuration.ts');
  chainSchema.parse(research.links, { error: describeIssue });
}

function requestedStages(): StageSettings[] {
  const stage = contextText('stage');
  if (stage === undefined) return DEPLOYABLE_STAGES.map(deployedSettings);
  if (stage !== 'local') return [deployedSettings(stage)];
  const ipLimit = contextText('ipLimitPerMinute');
  return [
    localSettings({
      baseUrl: contextText('baseUrl'),
      ipLimitPerMinute: ipLimit === undefined ? undefined : Number(ipLimit),
      signIn: contextText('signIn') === 'on' ? 'on' : undefined,
    }),
  ];
}

function deployedSettings(stage: string): StageSettings {
  const isProtected = app.node.tryGetContext(`${PROTECTED_CONTEXT}${stage}`) === true;
  return { ...stageSettings(stage), isProtected };
}

/** @throws if it could match more repositories than one, because its tokens are trusted */
function readRepository(repository: string): string {
  if (!/^[\w.-]+\/[\w.-]+$/.test(repository))
    throw new Error(`"${repository}" is no repository. Write -c repository=owner/name.`);
  return repository;
}

function contextText(name: string): string | undefined {
  const value = app.node.tryGetContext(name) as string | number | undefined;
  return value?.toString();
}
