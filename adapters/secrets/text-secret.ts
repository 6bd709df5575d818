/**
 * Reads a secret of AWS Secrets Manager as unchanged text. It is cached for a few minutes, so a new value takes effect
 * without a deploy.
 */
import { GetSecretValueCommand, type SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { MINUTE_MS } from '../../core/time.ts';

const KEPT_MS = 5 * MINUTE_MS;

/** @returns a reader of the secret; the next call retries a failed read */
export function textSecret(client: SecretsManagerClient, secretId: string, nowMs: () => number): () => Promise<string> {
  let cached: { readonly text: Promise<string>; readonly untilMs: number } | undefined;
  return async () => {
    if (cached === undefined || nowMs() >= cached.untilMs) {
      const text = readText(client, secretId);
      cached = { text, untilMs: nowMs() + KEPT_MS };
      text.catch(() => (cached = undefined));
    }
    return cached.text;
  };
}

async function readText(client: SecretsManagerClient, secretId: string): Promise<string> {
  const { SecretString = '' } = await client.send(new GetSecretValueCommand({ SecretId: secretId }));
  const text = SecretString.trim();
  if (text === '') throw new Error('The secret has no text');
  return text;
}
