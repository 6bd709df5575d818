/** The parts of the service that alarms watch, and the periods in which they are measured. */
import { Duration } from 'aws-cdk-lib';
import type { Alias, IFunction } from 'aws-cdk-lib/aws-lambda';
import type { CheckedHandler } from '../constructs/live-alias.ts';
import type { PublicApi } from '../constructs/public-api.ts';
import type { Stores } from '../constructs/stores.ts';
import type { WorkQueue } from '../constructs/work-queue.ts';
import type { AlarmSettings, Stage } from '../settings/stage-settings.ts';
import type { OwnMetrics } from './service-metrics.ts';

export const A_MINUTE = Duration.minutes(1);
export const FIVE_MINUTES = Duration.minutes(5);
export const A_QUARTER = Duration.minutes(15);
export const AN_HOUR = Duration.hours(1);
export const SIX_HOURS = Duration.hours(6);

/** Ten times what a cold start takes. A person waits for an assistant, and the assistant waits for the service. */
export const SLOW_MS = 2_000;

export interface WatchedService {
  readonly alarms: AlarmSettings;
  readonly stage: Stage;
  readonly functions: Readonly<
    Record<
      | 'mcp'
      | 'v1'
      | 'token'
      | 'discovery'
      | 'dashboard'
      | 'mailSender'
      | 'noticeWatch'
      | 'worker'
      | 'sweeper'
      | 'deadLetters'
      | 'canary',
      IFunction
    >
  >;
  /** The aliases that callers reach, of the functions that are deployed gradually. */
  readonly live: Readonly<Record<CheckedHandler, Alias>>;
  readonly stores: Stores;
  readonly api: PublicApi;
  readonly mail: WorkQueue;
  readonly uploads: WorkQueue;
  /** It has its own alarms, separate from the alarms on crashes. */
  readonly statementClose: IFunction;
  /** Present only where sign-in is on. */
  readonly authorization?: IFunction;
  /** Present only where the billing system may report payments. */
  readonly billingEvents?: IFunction;
}

/** The service with the metrics that it writes itself. */
export interface Watch extends WatchedService {
  /** The service's own numbers of this stage. */
  readonly own: OwnMetrics;
}
