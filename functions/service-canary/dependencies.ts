/** Builds the dependencies of the canary. */
import { createCheckLog } from '../../adapters/lambda/check-log.ts';
import { createSecretsClient } from '../../adapters/secrets/secrets-client.ts';
import { textSecret } from '../../adapters/secrets/text-secret.ts';
import type { CheckAnswer, CheckRequest } from '../../core/checks/customer-checks.ts';
import { parseEnvironment } from '../../core/parse-environment.ts';
import type { CanaryDependencies } from './create-canary-handler.ts';
import { canaryEnvironmentSchema } from './environment.ts';

/** A customer's assistant gives up after a longer wait. */
const TIMEOUT_MS = 5_000;

export function canaryDependencies(environment: Readonly<Record<string, string | undefined>>): CanaryDependencies {
  const settings = parseEnvironment(canaryEnvironmentSchema, environment);
  const clock = { nowMs: () => Date.now() };
  return {
    readKey: textSecret(createSecretsClient(), settings.CANARY_KEY_SECRET_ID, clock.nowMs),
    ask: (request) => askService(settings.SERVICE_URL, request),
    log: createCheckLog('canary', settings.STAGE),
    clock,
  };
}

async function askService(serviceUrl: string, { method, path, headers, body }: CheckRequest): Promise<CheckAnswer> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(`${serviceUrl}${path}`, {
    method,
    headers,
    ...(body !== undefined && { body }),
    signal,
    redirect: 'error',
  });
  return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
}
