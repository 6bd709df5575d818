/** The function that checks every five minutes which notices owners need; the mail function sends the emails. */
import { Duration } from 'aws-cdk-lib';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { NoticeWatchEnvironment } from '../../functions/notice-watch/environment.ts';
import { grantOnPartitions, grantActions } from '../constructs/grant-actions.ts';
import { scheduleRun } from '../constructs/scheduled-run.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import type { Stores } from '../constructs/stores.ts';
import type { StageSettings } from '../settings/stage-settings.ts';

const WATCH_EVERY = Duration.minutes(5);
/** Ends before the next run begins. */
const TIMEOUT_SECONDS = 280;

export function noticeWatchFunction(
  scope: Construct,
  settings: StageSettings,
  { accounts }: Stores,
  mailQueue: Queue,
): ServiceFunction<NoticeWatchEnvironment> {
  const fn = new ServiceFunction<NoticeWatchEnvironment>(scope, settings, 'NoticeWatch', {
    folder: 'notice-watch',
    description: 'Looks what owners are to be written about: tokens, cap, imports, research.',
    environment: { ACCOUNTS_TABLE: accounts.tableName, MAIL_QUEUE_URL: mailQueue.queueUrl },
    memoryMb: 256,
    timeoutSeconds: TIMEOUT_SECONDS,
  });
  scheduleRun(scope, settings, 'NoticeWatchSchedule', fn, {
    description: 'Looks what owners are to be written about.',
    every: WATCH_EVERY,
  });
  grantOnPartitions(fn, accounts, ['dynamodb:PutItem'], ['NOTICE_WATCH']);
  grantOnPartitions(fn, accounts, ['dynamodb:GetItem'], ['ACCOUNT#*']);
  grantOnPartitions(fn, accounts, ['dynamodb:Query'], ['ACCOUNT#*', 'NOTICE_WATCH']);
  grantActions(fn, mailQueue, ['sqs:SendMessage']);
  return fn;
}
