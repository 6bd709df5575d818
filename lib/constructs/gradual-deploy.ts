/**
 * Deploys a version gradually: the hook calls the new version first, then the version gets a tenth of the calls for ten
 * minutes, then all calls. An alarm in the meantime rolls back to the previous version.
 */
import { Validations } from 'aws-cdk-lib';
import type { AlarmBase } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaDeploymentConfig, LambdaDeploymentGroup, type LambdaApplication } from 'aws-cdk-lib/aws-codedeploy';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Alias, IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';

interface GradualDeployProps {
  readonly application: LambdaApplication;
  readonly alias: Alias;
  /** Runs before the new version gets calls. */
  readonly hook: IFunction;
  /** Any of them rolls the version back. */
  readonly alarms: readonly AlarmBase[];
}

export class GradualDeploy extends LambdaDeploymentGroup {
  constructor(scope: Construct, id: string, { application, alias, hook, alarms }: GradualDeployProps) {
    const role = new Role(scope, `${id}Role`, { assumedBy: new ServicePrincipal('codedeploy.amazonaws.com') });
    super(scope, id, {
      application,
      alias,
      role,
      alarms: [...alarms],
      preHook: hook,
      deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_10MINUTES,
      autoRollback: { failedDeployment: true, stoppedDeployment: true, deploymentInAlarm: true },
    });
    Validations.of(role).acknowledge({
      id: 'AwsSolutions::AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]',
      reason:
        'AWS’s own policy for exactly this: reading alarms, moving aliases, calling hooks. It allows no change of a function.',
    });
    Validations.of(role).acknowledge({
      id: `AwsSolutions::AwsSolutions-IAM5[Resource::<${hookId(hook)}.Arn>:*]`,
      reason:
        'CodeDeploy may call every version of the one hook; the CDK grants it so, and the hook has no other version.',
    });
  }
}

function hookId(hook: IFunction): string {
  return hook.node.id;
}
