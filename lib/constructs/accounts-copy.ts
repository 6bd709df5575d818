/**
 * Copies a table every day into a vault of another AWS account (docs/decisions/0330-copies-in-another-account.md). The
 * other account owns the vault, its lock and its access policy; this stack only may put copies there.
 */
import { Duration, Validations } from 'aws-cdk-lib';
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault, type IBackupVault } from 'aws-cdk-lib/aws-backup';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { Schedule } from 'aws-cdk-lib/aws-events';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { AccountsCopySettings } from '../settings/stage-settings.ts';
import { removalPolicyOf } from './removal-policy.ts';

/** The backup in this account is only the source of the copy: point-in-time recovery covers the last 35 days here. */
const KEPT_HERE = Duration.days(2);
const EVERY_NIGHT = Schedule.cron({ hour: '2', minute: '0' });
const POLICY = 'service-role/AWSBackupServiceRolePolicyForBackup';

export class AccountsCopy extends Construct {
  constructor(scope: Construct, id: string, accounts: Pick<ITable, 'tableArn'>, settings: AccountsCopySettings) {
    super(scope, id);
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('backup.amazonaws.com'),
      managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName(POLICY)],
    });
    Validations.of(role).acknowledge({
      id: `AwsSolutions::AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/${POLICY}]`,
      reason: 'AWS’s own policy for exactly this: making backups and copies. It allows no restore and no deletion.',
    });
    const plan = new BackupPlan(this, 'Plan', {
      backupVault: new BackupVault(this, 'Vault', { removalPolicy: removalPolicyOf(true) }),
    });
    plan.addRule(
      new BackupPlanRule({
        ruleName: 'daily-copy',
        scheduleExpression: EVERY_NIGHT,
        deleteAfter: KEPT_HERE,
        copyActions: [
          { destinationBackupVault: vaultOf(this, settings.vaultArn), deleteAfter: Duration.days(settings.keptDays) },
        ],
      }),
    );
    plan.addSelection('Accounts', { role, resources: [BackupResource.fromArn(accounts.tableArn)] });
  }
}

function vaultOf(scope: Construct, arn: string): IBackupVault {
  return BackupVault.fromBackupVaultArn(scope, 'OtherVault', arn);
}
