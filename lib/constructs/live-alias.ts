/**
 * The alias under which callers reach the released version of a function. A deploy publishes a new version and moves
 * the alias, gradually if the stage is watched (gradual-deploy.ts). The permission and the integration name the alias,
 * so no caller reaches an unreleased version.
 */
import { Alias, type Function as LambdaFunction, type IVersion } from 'aws-cdk-lib/aws-lambda';
import type { CfnAlias } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { DeployCheckEnvironment } from '../../functions/deploy-check/environment.ts';

/** The functions that callers depend on with every request. */
export type CheckedHandler = DeployCheckEnvironment['HANDLER'];

const LIVE = 'live';

export class LiveAlias extends Alias {
  constructor(scope: Construct, id: string, fn: LambdaFunction) {
    // The CDK's own types disagree on optional members.
    super(scope, id, { aliasName: LIVE, version: fn.currentVersion as IVersion });
    (this.node.defaultChild as CfnAlias).overrideLogicalId(id);
  }
}
