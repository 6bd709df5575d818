/**
 * Monitoring: a topic with the operators' address, an alarm for each way in which users or
 * customers' money come to harm, and a dashboard. Each alarm's name is a heading in docs/operate/alarms.md.
 */
import { ArnFormat, Duration, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Alias, IFunction } from 'aws-cdk-lib/aws-lambda';
import type { AlarmBase } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import type { CheckedHandler } from './constructs/live-alias.ts';
import { CostBudget } from './monitoring/cost-budget.ts';
import type { PublicApi } from './constructs/public-api.ts';
import { ServiceAlarms, type Severity } from './monitoring/service-alarms.ts';
import { ServiceDashboard } from './monitoring/service-dashboard.ts';
import {
  crashes,
  gatewayCount,
  ofReleasedVersion,
  OwnMetrics,
  sum,
  throttledCalls,
  throttledFunctions,
} from './monitoring/service-metrics.ts';
import type { AlarmSettings, Stage } from './settings/stage-settings.ts';
import type { WorkQueue } from './constructs/work-queue.ts';
import type { Stores } from './constructs/stores.ts';

const A_MINUTE = Duration.minutes(1);
const FIVE_MINUTES = Duration.minutes(5);
const A_QUARTER = Duration.minutes(15);
const AN_HOUR = Duration.hours(1);
const SIX_HOURS = Duration.hours(6);

/** Ten times what a cold start takes: a person waits for an assistant that waits for us. */
const SLOW_MS = 2_000;
/** Covers the provider's time-out, its retries and a full queue; an older message means that research has stopped. */
const OLD_MESSAGE_SECONDS = 1_800;

/** In five minutes: a scanner that passes by stays below. */
const FLOOD_OF_THROTTLED = 1_000;

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
  /** What callers reach of the functions that are deployed by degrees. */
  readonly live: Readonly<Record<CheckedHandler, Alias>>;
  readonly stores: Stores;
  readonly api: PublicApi;
  readonly mail: WorkQueue;
  readonly uploads: WorkQueue;
  /** Its failures have alarms of their own. */
  readonly statementClose: IFunction;
  /** Only where sign-in is on. */
  readonly authorization?: IFunction;
  /** Only where the billing system may report payments. */
  readonly billingEvents?: IFunction;
}

interface Watch extends WatchedService {
  /** The service's own numbers of this stage. */
  readonly own: OwnMetrics;
}

/** @returns the alarms that take a new version of a function back */
export function watchService(
  scope: Construct,
  service: WatchedService,
): Readonly<Record<CheckedHandler, readonly AlarmBase[]>> {
  const monitoring = new Construct(scope, 'Watch');
  const watch: Watch = { ...service, own: new OwnMetrics(service.stage) };
  const alarms = new ServiceAlarms(monitoring, operatorsTopics(monitoring, service), service.alarms.runbookUrl);
  const releaseAlarms = watchReleases(alarms, watch);
  watchCanary(alarms, watch);
  if (service.alarms.watches === 'everything') watchEverything(monitoring, alarms, watch);
  new CostBudget(monitoring, 'Budget', service.alarms);
  return releaseAlarms;
}

function watchEverything(monitoring: Construct, alarms: ServiceAlarms, watch: Watch): void {
  watchObjective(alarms, watch);
  watchRequests(alarms, watch);
  const throttled = watch.own.throttledByGateway(monitoring, watch.api.accessLogs, FIVE_MINUTES);
  watchCapacity(alarms, watch, throttled);
  watchMoney(alarms, watch);
  watchStatements(alarms, watch);
  watchResearch(alarms, watch);
  watchMail(alarms, watch);
  watchUploads(alarms, watch);
  watchSignIn(alarms, watch);
  watchBillingEvents(alarms, watch);
  new ServiceDashboard(monitoring, 'Dashboard', {
    ...watch,
    apiId: watch.api.apiId,
    throttledByGateway: Object.values(throttled),
    alarms: alarms.all,
  });
}

/** Without alarms that page there is no one to page. */
function operatorsTopics(scope: Construct, { stage, alarms }: WatchedService): Readonly<Record<Severity, Topic>> {
  const nextDay = operatorsTopic(scope, 'Topic', `Product data, ${stage}`, alarms.email);
  const { wakeEmail } = alarms;
  const wake =
    wakeEmail === undefined ? nextDay : operatorsTopic(scope, 'WakeTopic', `WAKE: product data, ${stage}`, wakeEmail);
  return { 'next-day': nextDay, wake };
}

function operatorsTopic(scope: Construct, id: string, displayName: string, email: string): Topic {
  const topic = new Topic(scope, id, { displayName, enforceSSL: true });
  topic.addSubscription(new EmailSubscription(email));
  letAlarmsPublish(scope, topic);
  return topic;
}

/**
 * The objective: of the calls of a month 99.9 % end without an internal error. Its budget, a thousandth of the calls, lasts 30 days at a rate of 1: at 14.4
 * a fiftieth of it is gone in an hour, at 6 a twentieth in six.
 */
const MAX_FAULTS = 0.001;

function watchObjective(alarms: ServiceAlarms, { live, own }: Watch): void {
  const served = { mcp: live.mcp, v1: live.v1 };
  alarms.add('budget-burns-fast', {
    metric: own.burnRate(served, MAX_FAULTS, AN_HOUR),
    above: 14.4,
    harm: 'More than one call in seventy failed by an internal error, for an hour: the month’s budget of faults would be gone in two days.',
    severity: 'wake',
  });
  alarms.add('budget-burns-slowly', {
    metric: own.burnRate(served, MAX_FAULTS, SIX_HOURS),
    above: 6,
    harm: 'More than six calls in a thousand failed by an internal error, for six hours: the month’s budget of faults would be gone in five days.',
    severity: 'next-day',
  });
}

function watchCanary(alarms: ServiceAlarms, { own }: Watch): void {
  alarms.add('canary-failed', {
    metric: own.counted('canary', 'ChecksFailed', FIVE_MINUTES),
    above: 2,
    harm: 'A customer with a test key is not served as promised, at the address that customers use.',
    severity: 'wake',
  });
  alarms.addHeartbeat(
    'canary-silent',
    own.counted('canary', 'ChecksPassed', FIVE_MINUTES),
    3,
    'The canary does not run, or every check of it fails: the service is not watched from outside.',
  );
}

/**
 * Looked at every minute, so that a bad version keeps its tenth of the calls for minutes only. Every one measures the version that the alias
 * is given, and is a new alarm for each: what is wrong with the version before neither takes a release back nor keeps one from beginning.
 */
function watchReleases(
  alarms: ServiceAlarms,
  { live, own }: Watch,
): Readonly<Record<CheckedHandler, readonly AlarmBase[]>> {
  const watched = (handler: CheckedHandler): AlarmBase[] => [
    alarms.addForVersion(live[handler], `${handler}-live-errors`, {
      metric: ofReleasedVersion(live[handler], live[handler].metricErrors({ period: A_MINUTE })),
      above: 1,
      harm: 'The version that is being released ends without an answer: it crashes, or runs out of time.',
      severity: 'next-day',
    }),
    alarms.addForVersion(live[handler], `${handler}-live-faults`, {
      metric: own.countedInVersion(handler, 'Faults', live[handler], A_MINUTE),
      above: 2,
      harm: 'Several calls of one minute end as internal errors in the version that callers have, or are about to get.',
      severity: 'next-day',
    }),
    alarms.addForVersion(live[handler], `${handler}-live-slow`, {
      metric: ofReleasedVersion(
        live[handler],
        live[handler].metricDuration({ period: A_MINUTE, statistic: Stats.percentile(99) }),
      ),
      above: SLOW_MS,
      periods: 3,
      harm: 'For three minutes one call in a hundred of the version that is being released takes over two seconds.',
      severity: 'next-day',
    }),
  ];
  const meter = (handler: 'mcp' | 'v1'): AlarmBase =>
    alarms.addForVersion(live[handler], `${handler}-live-meter`, {
      metric: own.countedInVersion(handler, 'MeterFailed', live[handler], A_MINUTE),
      above: 0,
      harm: 'A meter write ended without a known outcome while it matters most, perhaps by a version that is being released.',
      severity: 'next-day',
    });
  return { mcp: [...watched('mcp'), meter('mcp')], v1: [...watched('v1'), meter('v1')], token: watched('token') };
}

/** A topic with a policy of its own (that for TLS) loses the one that AWS gives every topic, by which alarms of the account may publish. */
function letAlarmsPublish(scope: Construct, topic: Topic): void {
  topic.addToResourcePolicy(
    new PolicyStatement({
      sid: 'AllowAlarmsToPublish',
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: {
        ArnLike: {
          'aws:SourceArn': Stack.of(scope).formatArn({
            service: 'cloudwatch',
            resource: 'alarm',
            resourceName: '*',
            arnFormat: ArnFormat.COLON_RESOURCE_NAME,
          }),
        },
        StringEquals: { 'aws:SourceAccount': Stack.of(scope).account },
      },
    }),
  );
}

function watchRequests(alarms: ServiceAlarms, { functions, api, own }: Watch): void {
  const faults = (['mcp', 'v1', 'token'] as const).map((name) => own.counted(name, 'Faults', FIVE_MINUTES));
  alarms.add('faults', {
    metric: sum('internal errors', faults, FIVE_MINUTES),
    above: 4,
    harm: 'Calls fail with internal_error; assistants answer without product data.',
    severity: 'wake',
  });
  alarms.add('gateway-5xx', {
    metric: gatewayCount(api.apiId, '5xx', FIVE_MINUTES),
    above: 4,
    harm: 'Clients get 5xx, some perhaps without an answer of the service: functions crash, hang or cannot be called.',
    severity: 'wake',
  });
  alarms.add('crashes', {
    metric: crashes(answering(functions), FIVE_MINUTES),
    above: 2,
    harm: 'A function ends without an answer: it throws while loading, or runs out of time or memory.',
    severity: 'wake',
  });
  alarms.add('crashes-behind', {
    metric: crashes(behind(functions), FIVE_MINUTES),
    above: 2,
    harm: 'A function that nobody waits for throws while loading, or runs out of time or memory: research, emails or the watch stop.',
    severity: 'wake',
  });
  alarms.add('slow', {
    metric: own.latency('mcp', 99, FIVE_MINUTES),
    above: SLOW_MS,
    periods: 3,
    harm: 'One call in a hundred takes over two seconds; assistants give up or seem stuck.',
    severity: 'next-day',
  });
  alarms.add('slow-api', {
    metric: own.latency('v1', 99, FIVE_MINUTES),
    above: SLOW_MS,
    periods: 3,
    harm: 'One request in a hundred to the HTTP API takes over two seconds; programs give up or fall behind.',
    severity: 'next-day',
  });
  alarms.add('wrong-credentials', {
    metric: own.counted('mcp', 'RefusedCredentials', FIVE_MINUTES),
    above: 'unusual',
    periods: 3,
    harm: 'Far more credentials than usual are refused: a customer’s key was revoked or expired under them, or someone is guessing keys.',
    severity: 'next-day',
  });
  alarms.add('wrong-credentials-api', {
    metric: own.counted('v1', 'RefusedCredentials', FIVE_MINUTES),
    above: 'unusual',
    periods: 3,
    harm: 'Far more credentials than usual are refused by the HTTP API: a customer’s key was revoked or expired under a program, or someone is guessing keys.',
    severity: 'next-day',
  });
  alarms.add('wrong-credentials-token', {
    metric: own.counted('token', 'RefusedCredentials', FIVE_MINUTES),
    above: 'unusual',
    periods: 3,
    harm: 'Far more client ids or secrets than usual are refused at the token endpoint: a customer’s secret was replaced under them, or someone is guessing.',
    severity: 'next-day',
  });
}

/** Those that callers wait for. An alarm counts ten metrics at most, so these and the others have one each. */
function answering({ mcp, v1, token, discovery, dashboard }: WatchedService['functions']): readonly IFunction[] {
  return [mcp, v1, token, discovery, dashboard];
}

function behind(functions: WatchedService['functions']): readonly IFunction[] {
  const answer = new Set(answering(functions));
  return Object.values(functions).filter((fn) => !answer.has(fn));
}

function watchCapacity(
  alarms: ServiceAlarms,
  { functions, stores }: WatchedService,
  throttled: ReturnType<OwnMetrics['throttledByGateway']>,
): void {
  alarms.add('calls-throttled', {
    metric: throttled.calls,
    above: 0,
    harm: 'The gateway turns calls or requests for tokens away with a bare 429: more come than it is set to pass on.',
    severity: 'wake',
  });
  alarms.add('documents-throttled', {
    metric: throttled.rest,
    above: FLOOD_OF_THROTTLED,
    harm: 'A flood of unknown paths or wrong methods: new clients may not find the documents, and pages their preflight. Calls are not touched.',
    severity: 'next-day',
  });
  alarms.add('functions-throttled', {
    metric: throttledFunctions(answering(functions), FIVE_MINUTES),
    above: 0,
    periods: 2,
    harm: 'The account’s concurrency is used up: calls are turned away with 503.',
    severity: 'wake',
  });
  alarms.add('functions-throttled-behind', {
    metric: throttledFunctions(behind(functions), FIVE_MINUTES),
    above: 0,
    periods: 2,
    harm: 'The account’s concurrency is used up: research and emails wait.',
    severity: 'wake',
  });
  // A customer's large import does this too, and waits without help. Calls that fail because of it are internal errors, which page.
  alarms.add('tables-throttled', {
    metric: throttledCalls([stores.accounts, stores.productIndex], FIVE_MINUTES),
    above: 10,
    periods: 2,
    harm: 'A large import takes all that a table or a partition gives, or the table grows too fast: imports take longer, and calls get slow.',
    severity: 'next-day',
  });
}

function watchMoney(alarms: ServiceAlarms, { own, alarms: { partsFoundPerHour } }: Watch): void {
  alarms.add('meter-failed', {
    metric: sum(
      'meter failed',
      [own.counted('mcp', 'MeterFailed', FIVE_MINUTES), own.counted('v1', 'MeterFailed', FIVE_MINUTES)],
      FIVE_MINUTES,
    ),
    above: 0,
    harm: 'A meter write ended without a known outcome: a customer got no data and may have been charged for the call.',
    severity: 'wake',
  });
  alarms.add('signing-secret', {
    metric: sum(
      'signing secret not read',
      [
        own.counted('mcp', 'SigningSecretFailed', FIVE_MINUTES),
        own.counted('v1', 'SigningSecretFailed', FIVE_MINUTES),
        own.counted('token', 'SigningSecretFailed', FIVE_MINUTES),
      ],
      FIVE_MINUTES,
    ),
    above: 0,
    harm: 'The signing secret cannot be read: no access token is issued or accepted where it is not yet in memory.',
    severity: 'wake',
  });
  alarms.add('tokens-unusual', {
    metric: own.counted('mcp', 'TokensBilled', AN_HOUR),
    above: 'unusual',
    periods: 2,
    harm: 'Far more tokens than usual are billed: an assistant runs in a circle at a customer’s cost, or a key was stolen.',
    severity: 'next-day',
  });
  alarms.add('tokens-unusual-api', {
    metric: own.counted('v1', 'TokensBilled', AN_HOUR),
    above: 'unusual',
    periods: 2,
    harm: 'Far more tokens than usual are billed over the HTTP API: a program runs in a circle at a customer’s cost, or a key was stolen.',
    severity: 'next-day',
  });
  alarms.add('research-spending', {
    metric: own.counted('enrichment-worker', 'ResearchFound', AN_HOUR),
    above: partsFoundPerHour,
    harm: 'Research is charged to customers faster than was ever expected, 0.15 USD a part.',
    severity: 'wake',
  });
}

function watchStatements(alarms: ServiceAlarms, { own, statementClose }: Watch): void {
  alarms.add('statement-stopped', {
    metric: own.counted('statement-close', 'StatementsStopped', AN_HOUR),
    above: 0,
    harm: 'The figures of a period that is over disagree, or research of it never ended: the account has no statement, and its later periods wait.',
    severity: 'next-day',
  });
  alarms.add('statement-close-failed', {
    metric: statementClose.metricErrors({ period: SIX_HOURS }),
    above: 2,
    harm: 'Accounts could not be read or written by the close, three times: they have no statements of periods that are over.',
    severity: 'next-day',
  });
  alarms.addHeartbeat(
    'statement-close-silent',
    statementClose.metricInvocations({ period: AN_HOUR }),
    3,
    'Nothing closes the periods that are over: there are no statements of them.',
  );
}

function watchResearch(alarms: ServiceAlarms, { own, functions, stores: { research } }: Watch): void {
  alarms.add('dead-letters', {
    metric: visible(research.deadLetters),
    above: 0,
    periods: 3,
    harm: 'Research that was given up is not settled: its reserve keeps eating the customer’s spending cap.',
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
    harm: 'Parts that customers asked for end as failed; they pay nothing and get nothing.',
    severity: 'next-day',
  });
  alarms.add('research-late', {
    metric: research.queue.metricApproximateAgeOfOldestMessage({ period: FIVE_MINUTES }),
    above: OLD_MESSAGE_SECONDS,
    periods: 2,
    harm: 'Queued research stops; results come later than check_back_after promised.',
    severity: 'next-day',
  });
  alarms.add('provider-unavailable', {
    metric: own.counted('enrichment-worker', 'ResearchUnavailable', A_QUARTER),
    above: 20,
    harm: 'The research provider gives nothing usable; parts will be given up after their fifth delivery.',
    severity: 'next-day',
  });
  alarms.add('research-resent', {
    metric: own.counted('enrichment-sweeper', 'ResearchResent', A_QUARTER),
    above: 20,
    harm: 'Messages get lost or workers die: research comes later than promised, though it comes.',
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

function watchMail(alarms: ServiceAlarms, { mail, functions }: WatchedService): void {
  alarms.add('mail-dead-letters', {
    metric: visible(mail.deadLetters),
    above: 0,
    periods: 3,
    harm: 'Emails were given up: people get no link to sign in, or no notice that they asked for.',
    severity: 'next-day',
  });
  alarms.add('notice-watch-failed', {
    metric: functions.noticeWatch.metricErrors({ period: A_QUARTER }),
    above: 2,
    harm: 'Accounts could not be looked after, three times: their owners hear nothing of a cap that is used up.',
    severity: 'next-day',
  });
  alarms.addHeartbeat(
    'notice-watch-silent',
    functions.noticeWatch.metricInvocations({ period: A_QUARTER }),
    2,
    'Nobody looks what owners are to be written about: they hear nothing of a cap that is used up.',
  );
}

function watchSignIn(alarms: ServiceAlarms, { own, authorization }: Watch): void {
  if (authorization === undefined) return;
  const faults = [
    own.counted('authorization', 'Faults', FIVE_MINUTES),
    authorization.metricErrors({ period: FIVE_MINUTES }),
    authorization.metricThrottles({ period: FIVE_MINUTES }),
  ];
  alarms.add('sign-in-failed', {
    metric: sum('sign-ins that failed', faults, FIVE_MINUTES),
    above: 4,
    harm: 'People cannot allow assistants to connect; those that are connected go on.',
    severity: 'next-day',
  });
}

function watchBillingEvents(alarms: ServiceAlarms, { own, billingEvents }: Watch): void {
  if (billingEvents === undefined) return;
  const faults = [
    own.counted('billing-events', 'Faults', AN_HOUR),
    billingEvents.metricErrors({ period: AN_HOUR }),
    billingEvents.metricThrottles({ period: AN_HOUR }),
  ];
  alarms.add('billing-events-failed', {
    metric: sum('events that failed', faults, AN_HOUR),
    above: 2,
    harm: 'What the billing system reports is not heard: customers who paid may be refused, and those who did not are served.',
    severity: 'next-day',
  });
  alarms.add('billing-events-refused', {
    metric: own.counted('billing-events', 'RefusedInput', AN_HOUR),
    above: 20,
    harm: 'Messages to the endpoint of the billing system are not believed: its secret was replaced, or somebody else sends them.',
    severity: 'next-day',
  });
}

function watchUploads(alarms: ServiceAlarms, { uploads }: WatchedService): void {
  alarms.add('upload-dead-letters', {
    metric: visible(uploads.deadLetters),
    above: 0,
    periods: 3,
    harm: 'Work on uploaded lists was given up: customers’ imports stop, and the page cannot say why.',
    severity: 'next-day',
  });
}

function visible(queue: Queue) {
  return queue.metricApproximateNumberOfMessagesVisible({ period: FIVE_MINUTES });
}
