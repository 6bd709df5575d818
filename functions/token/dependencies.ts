/** Builds the dependencies of the token function, which has no access to the product index. */
import {
  openAdministrationStore,
  openAssistantSignInStore,
  openClientStore,
  openRateCounter,
} from '../../adapters/dynamodb/open-stores.ts';
import { createDocumentClient } from '../../adapters/dynamodb/client/document-client.ts';
import { RoundTrips } from '../../adapters/dynamodb/client/round-trips.ts';
import { parseEnvironment } from '../../core/parse-environment.ts';
import { countingFailures, createRequestLog, type RequestLog } from '../../adapters/lambda-http/request-log.ts';
import { createSecretsClient } from '../../adapters/secrets/secrets-client.ts';
import { SigningSecret } from '../../adapters/secrets/signing-secret.ts';
import { accessTokenVerifier } from '../../core/access/auth/access-token.ts';
import type { KeyTokenPorts } from '../../core/access/auth/issue-key-token.ts';
import { SigningKeys } from '../../core/access/auth/signing-keys.ts';
import type { Clock } from '../../core/time.ts';
import type { AssistantTokenPorts } from '../../core/access/oauth/issue-assistant-token.ts';
import { RateWindows } from '../../core/billing/rate-limit/rate-window.ts';
import { serviceSettings, type ServiceSettings } from '../../core/service-settings.ts';
import { tokenEnvironmentSchema } from './environment.ts';

/** The additional dependencies of assistant sign-ins. */
export type SignInPorts = Pick<AssistantTokenPorts, 'signIns' | 'administration'>;

export interface TokenDependencies extends KeyTokenPorts {
  readonly clock: Clock;
  readonly log: RequestLog;
  readonly settings: ServiceSettings;
  readonly rates: RateWindows;
  readonly addressLimitPerMinute: number;
  /** Undefined if assistant sign-in is off, and none of its requests are served. */
  readonly signIn: SignInPorts | undefined;
}

export function tokenDependencies(environment: Readonly<Record<string, string | undefined>>): TokenDependencies {
  const settings = parseEnvironment(tokenEnvironmentSchema, environment);
  const store = createDocumentClient({ maxAttempts: 3 });
  const tables = { client: store, accounts: settings.ACCOUNTS_TABLE };
  const roundTrips = new RoundTrips(() => performance.now());
  roundTrips.time(store);
  const log = createRequestLog('token', settings.STAGE, () => ({ storage: roundTrips.take() }));
  const secret = new SigningSecret(createSecretsClient(), settings.SIGNING_SECRET_ID);
  const signingKeys = new SigningKeys({
    readKeys: countingFailures(log, 'SigningSecretFailed', () => secret.readKeys()),
  });
  return {
    clock: { nowMs: () => Date.now() },
    log,
    settings: serviceSettings(settings),
    baseUrl: settings.BASE_URL,
    clients: openClientStore(tables),
    tokens: accessTokenVerifier(signingKeys, settings.BASE_URL),
    signingKeys,
    rates: new RateWindows(openRateCounter(tables)),
    addressLimitPerMinute: settings.IP_LIMIT_PER_MINUTE,
    signIn: settings.SIGN_IN
      ? {
          signIns: openAssistantSignInStore(tables),
          administration: openAdministrationStore(tables),
        }
      : undefined,
  };
}
