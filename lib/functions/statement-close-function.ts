/** The function that closes ended periods every hour. Each write belongs to one account and is never changed later. */
import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { StatementCloseEnvironment } from '../../functions/statement-close/environment.ts';
import { grantOnPartitions } from '../constructs/grant-actions.ts';
import { scheduleRun } from '../constructs/scheduled-run.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import type { Stores } from '../constructs/stores.ts';
import type { StageSettings } from '../settings/stage-settings.ts';

/** The period of the alarm on figures that disagree, so that the alarm lasts until they agree. */
const CLOSE_EVERY = Duration.hours(1);
/** Lambda's maximum; the next run continues where this one ended. */
const TIMEOUT_SECONDS = 900;

export function statementCloseFunction(
  scope: Construct,
  settings: StageSettings,
  { accounts }: Stores,
): ServiceFunction<StatementCloseEnvironment> {
  const fn = new ServiceFunction<StatementCloseEnvironment>(scope, settings, 'StatementClose', {
    folder: 'statement-close',
    description: 'Writes the statements of billing periods that are over.',
    environment: { STAGE: settings.stage, ACCOUNTS_TABLE: accounts.tableName },
    memoryMb: 256,
    timeoutSeconds: TIMEOUT_SECONDS,
  });
  scheduleRun(scope, settings, 'StatementCloseSchedule', fn, {
    description: 'Closes the billing periods that are over.',
    every: CLOSE_EVERY,
  });
  grantOnPartitions(fn, accounts, ['dynamodb:Query'], ['ACCOUNT#*', 'ACCOUNTS']);
  // The code never writes the usage row, but only compares it. A policy cannot exclude the row, because it is in the
  // account's partition.
  grantOnPartitions(
    fn,
    accounts,
    ['dynamodb:ConditionCheckItem', 'dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
    ['ACCOUNT#*'],
  );
  return fn;
}
