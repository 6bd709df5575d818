/** Builds the dependencies of assistant sign-in and registration. */
import {
  openAdministrationStore,
  openAssistantSignInStore,
  openPeopleStore,
  openRateCounter,
  openRegisteredClientStore,
} from '../../adapters/dynamodb/open-stores.ts';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createDocumentClient } from '../../adapters/dynamodb/client/document-client.ts';
import { RoundTrips } from '../../adapters/dynamodb/client/round-trips.ts';
import { createRequestLog, type RequestLog } from '../../adapters/lambda-http/request-log.ts';
import { httpDocumentFetcher } from '../../adapters/oauth/http-document-fetcher.ts';
import { createQueueClient } from '../../adapters/sqs/queue-client.ts';
import { SqsMailQueue } from '../../adapters/sqs/sqs-mail-queue.ts';
import type { Clock } from '../../core/time.ts';
import { ClientDocuments } from '../../core/access/oauth/client-documents.ts';
import { findOauthClient } from '../../core/access/oauth/find-oauth-client.ts';
import type { FindOauthClient } from '../../core/access/oauth/oauth-client.ts';
import { parseEnvironment } from '../../core/parse-environment.ts';
import { serviceSettings } from '../../core/service-settings.ts';
import { RateWindows } from '../../core/billing/rate-limit/rate-window.ts';
import { authorizationEnvironmentSchema } from './environment.ts';
import type { PeopleDependencies } from './people-dependencies.ts';

export interface AuthorizationDependencies extends PeopleDependencies {
  readonly clock: Clock;
  readonly log: RequestLog;
  readonly findClient: FindOauthClient;
  readonly dashboardUrl: string;
  readonly addressLimitPerMinute: number;
}

export function authorizationDependencies(
  environment: Readonly<Record<string, string | undefined>>,
  client: DynamoDBDocumentClient = createDocumentClient({ maxAttempts: 3 }),
): AuthorizationDependencies {
  const settings = parseEnvironment(authorizationEnvironmentSchema, environment);
  const { ACCOUNTS_TABLE: table, BASE_URL: baseUrl, LOOPBACK_DOCUMENTS: loopbackDocuments } = settings;
  const tables = { client, accounts: table };
  const roundTrips = new RoundTrips(() => performance.now());
  roundTrips.time(client);
  const counter = openRateCounter(tables);
  const rates = new RateWindows(counter);
  const people = openPeopleStore(tables);
  const registered = openRegisteredClientStore(tables);
  const documents = new ClientDocuments(httpDocumentFetcher({ loopbackToo: loopbackDocuments }), rates);
  const administration = openAdministrationStore(tables);
  return {
    clock: { nowMs: () => Date.now() },
    log: createRequestLog('authorization', settings.STAGE, () => ({ storage: roundTrips.take() })),
    settings: serviceSettings(settings),
    people,
    consent: { signIns: openAssistantSignInStore(tables), people, administration, issuer: baseUrl },
    registered,
    mail: new SqsMailQueue(createQueueClient(), settings.MAIL_QUEUE_URL),
    rates,
    counter,
    findClient: (clientId, nowMs) => findOauthClient({ registered, documents, loopbackDocuments }, clientId, nowMs),
    dashboardUrl: settings.DASHBOARD_URL,
    addressLimitPerMinute: settings.IP_LIMIT_PER_MINUTE,
  };
}
