/** Alarms on work behind queues and schedules: research, emails and uploads. */
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { ServiceAlarms } from './service-alarms.ts';
import { sum } from './service-metrics.ts';
import { A_QUARTER, FIVE_MINUTES, type Watch, type WatchedService } from './watched-service.ts';

/** Covers the provider's time-out, its retries and a full queue; an older message means that research has stopped. */
const OLD_MESSAGE_SECONDS = 1_800;

export function watchResearch(alarms: ServiceAlarms, { own, functions, stores: { research } }: Watch): void {
  alarms.add('dead-letters', {
    metric: visible(research.deadLetters),
    above: 0,
    periods: 3,
    harm: 'Research that was given up is not settled: its reserve still counts toward the customer’s spending cap.',
    severity: 'next-day',
  });
  alarms.add('research-given-up', {
    metric: sum(
      'given up',
      [
        own.counted('enrichment-worker', 'ResearchGivenUp', A_QUARTER),
        own.counted('enrichment-dead-letters', 'ResearchGivenUp', A_QUARTER),
      ],
      A_QUARTER,
    ),
    above: 5,
    harm: 'Parts that customers asked for end as failed: customers pay nothing and get nothing.',
    severity: 'next-day',
  });
  alarms.add('research-late', {
    metric: research.queue.metricApproximateAgeOfOldestMessage({ period: FIVE_MINUTES }),
    above: OLD_MESSAGE_SECONDS,
    periods: 2,
    harm: 'Queued research stops: results arrive later than check_back_after promised.',
    severity: 'next-day',
  });
  alarms.add('provider-unavailable', {
    metric: own.counted('enrichment-worker', 'ResearchUnavailable', A_QUARTER),
    above: 20,
    harm: 'The research provider returns nothing usable: parts are given up after their fifth delivery.',
    severity: 'next-day',
  });
  alarms.add('research-resent', {
    metric: own.counted('enrichment-sweeper', 'ResearchResent', A_QUARTER),
    above: 20,
    harm: 'Messages are lost or workers die: research is late, but it completes.',
    severity: 'next-day',
  });
  alarms.add('sweep-failed', {
    metric: own.counted('enrichment-sweeper', 'ResearchSweepFailed', A_QUARTER),
    above: 5,
    harm: 'Part of the outbox cannot be swept: lost requests stay queued and keep their reserves.',
    severity: 'next-day',
  });
  alarms.addHeartbeat(
    'sweeper-silent',
    functions.sweeper.metricInvocations({ period: FIVE_MINUTES }),
    3,
    'The sweeper does not run: lost requests stay queued and keep their reserves.',
  );
}

/** Every watched stage has it: an email that is not sent is otherwise seen only by the person who waits for it. */
export function watchLetters(alarms: ServiceAlarms, { mail }: WatchedService): void {
  alarms.add('mail-dead-letters', {
    metric: visible(mail.deadLetters),
    above: 0,
    periods: 3,
    harm: 'Emails were given up: people do not get sign-in links, or notices that they asked for.',
    severity: 'next-day',
  });
}

export function watchNotices(alarms: ServiceAlarms, { functions }: WatchedService): void {
  alarms.add('notice-watch-failed', {
    metric: functions.noticeWatch.metricErrors({ period: A_QUARTER }),
    above: 2,
    harm: 'Accounts could not be checked for notices, three times: their owners do not hear that a cap is used up.',
    severity: 'next-day',
  });
  alarms.addHeartbeat(
    'notice-watch-silent',
    functions.noticeWatch.metricInvocations({ period: A_QUARTER }),
    2,
    'Nothing checks which notices are due: owners do not hear that a cap is used up.',
  );
}

export function watchUploads(alarms: ServiceAlarms, { uploads }: WatchedService): void {
  alarms.add('upload-dead-letters', {
    metric: visible(uploads.deadLetters),
    above: 0,
    periods: 3,
    harm: 'Work on uploaded files was given up: customers’ imports stop, and the dashboard cannot say why.',
    severity: 'next-day',
  });
}

function visible(queue: Queue) {
  return queue.metricApproximateNumberOfMessagesVisible({ period: FIVE_MINUTES });
}
