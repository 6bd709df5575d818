/**
 * The functions that check the service like a customer: a hook for each function that is deployed gradually, and the
 * canary.
 */
import { Duration } from 'aws-cdk-lib';
import type { AlarmBase } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication } from 'aws-cdk-lib/aws-codedeploy';
import type { Function as VersionedFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { DeployCheckEnvironment } from '../../functions/deploy-check/environment.ts';
import type { CanaryEnvironment } from '../../functions/service-canary/environment.ts';
import { GeneratedSecret } from '../constructs/generated-secret.ts';
import { GradualDeploy } from '../constructs/gradual-deploy.ts';
import { grantActions } from '../constructs/grant-actions.ts';
import type { CheckedHandler, LiveAlias } from '../constructs/live-alias.ts';
import { scheduleRun } from '../constructs/scheduled-run.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import type { StageSettings } from '../settings/stage-settings.ts';

const CANARY_EVERY = Duration.minutes(1);
/** The hook waits up to a minute until its right applies everywhere. */
const HOOK_TIMEOUT_SECONDS = 120;

interface CheckedService {
  readonly settings: StageSettings;
  /** The URL that customers use. */
  readonly serviceUrl: string;
  readonly functions: Readonly<Record<CheckedHandler, VersionedFunction>>;
  readonly live: Readonly<Record<CheckedHandler, LiveAlias>>;
}

interface ServiceChecks {
  readonly canary: ServiceFunction<CanaryEnvironment>;
  /** Deploys new versions gradually; the alarms roll them back. */
  deployGradually(alarms: Readonly<Record<CheckedHandler, readonly AlarmBase[]>>): void;
}

export function checkFunctions(scope: Construct, service: CheckedService): ServiceChecks {
  const { settings, functions, live } = service;
  const key = new GeneratedSecret(scope, 'CanaryKey', {
    description:
      'A test key by which the service is checked, as client id:client secret; put one in after the first deploy.',
    keepsData: settings.keepsData,
  });
  return {
    canary: canaryFunction(scope, service, key),
    deployGradually: (alarms) => {
      const application = new LambdaApplication(scope, 'Releases');
      for (const [handler, id] of [
        ['mcp', 'Mcp'],
        ['v1', 'V1'],
        ['token', 'Token'],
      ] as const) {
        const hook = deployCheckFunction(scope, `${id}DeployCheck`, { handler, settings, key, fn: functions[handler] });
        const deploy = new GradualDeploy(scope, `${id}Deploy`, {
          application,
          alias: live[handler],
          hook,
          alarms: alarms[handler],
        });
        deploy.grantPutLifecycleEventHookExecutionStatus(hook);
      }
    },
  };
}

interface DeployCheckProps {
  readonly handler: CheckedHandler;
  readonly settings: StageSettings;
  readonly key: GeneratedSecret;
  readonly fn: VersionedFunction;
}

function deployCheckFunction(
  scope: Construct,
  id: string,
  { handler, settings, key, fn }: DeployCheckProps,
): ServiceFunction<DeployCheckEnvironment> {
  const version = fn.currentVersion;
  const check = new ServiceFunction<DeployCheckEnvironment>(scope, settings, id, {
    folder: 'deploy-check',
    description: `Asks a new version of the ${handler} function what a customer would, before it gets callers.`,
    environment: {
      STAGE: settings.stage,
      HANDLER: handler,
      VERSION_ARN: version.functionArn,
      CANARY_KEY_SECRET_ID: key.secretArn,
    },
    memoryMb: 256,
    timeoutSeconds: HOOK_TIMEOUT_SECONDS,
  });
  grantActions(check, key, ['secretsmanager:GetSecretValue']);
  grantActions(check, version, ['lambda:InvokeFunction']);
  return check;
}

function canaryFunction(
  scope: Construct,
  { settings, serviceUrl }: CheckedService,
  key: GeneratedSecret,
): ServiceFunction<CanaryEnvironment> {
  const canary = new ServiceFunction<CanaryEnvironment>(scope, settings, 'ServiceCanary', {
    folder: 'service-canary',
    description: 'Calls the deployed service as a customer with a test key.',
    environment: { STAGE: settings.stage, SERVICE_URL: serviceUrl, CANARY_KEY_SECRET_ID: key.secretArn },
    memoryMb: 256,
    timeoutSeconds: 50,
  });
  grantActions(canary, key, ['secretsmanager:GetSecretValue']);
  scheduleRun(scope, settings, 'ServiceCanaryRun', canary, {
    description: 'Calls the service as a customer.',
    every: CANARY_EVERY,
  });
  return canary;
}
