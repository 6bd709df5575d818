/** Builds the dependencies of the `deploy-check` function. */
import { setTimeout } from 'node:timers/promises';
import { CodeDeployClient, PutLifecycleEventHookExecutionStatusCommand } from '@aws-sdk/client-codedeploy';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { createCheckLog } from '../../adapters/lambda/check-log.ts';
import { askVersion } from '../../adapters/lambda/ask-version.ts';
import { createSecretsClient } from '../../adapters/secrets/secrets-client.ts';
import { textSecret } from '../../adapters/secrets/text-secret.ts';
import { parseEnvironment } from '../../core/parse-environment.ts';
import type { DeployCheckDependencies } from './create-deploy-check-handler.ts';
import { deployCheckEnvironmentSchema } from './environment.ts';

export function deployCheckDependencies(
  environment: Readonly<Record<string, string | undefined>>,
): DeployCheckDependencies {
  const settings = parseEnvironment(deployCheckEnvironmentSchema, environment);
  const clock = { nowMs: () => Date.now() };
  const client = new LambdaClient({ maxAttempts: 2 });
  const deploys = new CodeDeployClient({});
  const version = { client, functionArn: settings.VERSION_ARN, wait: async (ms: number) => setTimeout(ms) };
  return {
    handler: settings.HANDLER,
    readKey: textSecret(createSecretsClient(), settings.CANARY_KEY_SECRET_ID, clock.nowMs),
    ask: (request) => askVersion(version, request),
    tell: async (hook, status) => {
      const { DeploymentId: deploymentId, LifecycleEventHookExecutionId: lifecycleEventHookExecutionId } = hook;
      await deploys.send(
        new PutLifecycleEventHookExecutionStatusCommand({ deploymentId, lifecycleEventHookExecutionId, status }),
      );
    },
    log: createCheckLog(`deploy-check-${settings.HANDLER}`, settings.STAGE),
    clock,
  };
}
