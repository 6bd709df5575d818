/**
 * The Secrets Manager client of every function. A hanging read must not block a request that cached values could serve.
 */
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';

const CONNECTION_TIMEOUT_MS = 1_000;
const REQUEST_TIMEOUT_MS = 2_000;

export function createSecretsClient(): SecretsManagerClient {
  return new SecretsManagerClient({
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: CONNECTION_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      throwOnRequestTimeout: true,
    },
  });
}
