/**
 * Reads and rotates the signing secret in AWS Secrets Manager. Its versions AWSCURRENT and AWSPREVIOUS are the keys
 * that access tokens are signed with; the text of a version is the key.
 */
import { randomBytes } from 'node:crypto';
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
  type SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import type { SigningKey, SigningKeySource } from '../../core/access/auth/signing-keys.ts';
import { fail, succeed, type Result } from '../../core/result.ts';
import { MINUTE_MS } from '../../core/time.ts';

/** HS256 requires a key of at least 256 bits, which is 43 characters of base64. */
const MIN_CHARACTERS = 43;

/** Access tokens are valid for an hour, and a signer may use the old key for a few minutes more. */
const ROTATION_PAUSE_MS = 65 * MINUTE_MS;

export class SigningSecret implements SigningKeySource {
  readonly #client: SecretsManagerClient;
  readonly #secretId: string;

  constructor(client: SecretsManagerClient, secretId: string) {
    this.#client = client;
    this.#secretId = secretId;
  }

  async readKeys(): Promise<{ readonly current: SigningKey; readonly previous: SigningKey | undefined }> {
    const [current, previous] = await Promise.all([this.#read('AWSCURRENT'), this.#read('AWSPREVIOUS')]);
    if (current === undefined) throw new Error('The signing secret has no current version');
    return { current, previous };
  }

  /**
   * Makes a new key the current one. Refused while tokens signed with the previous key may still be valid: they would
   * stop verifying.
   * @returns the new key's id; never the key
   */
  async rotate(nowMs: number): Promise<Result<{ keyId: string }, { kind: 'rotated_recently'; notBeforeMs: number }>> {
    const { current, previous } = await this.readKeys();
    const notBeforeMs = current.createdAtMs + ROTATION_PAUSE_MS;
    if (previous !== undefined && nowMs < notBeforeMs) return fail({ kind: 'rotated_recently', notBeforeMs });
    const { VersionId } = await this.#client.send(
      new PutSecretValueCommand({ SecretId: this.#secretId, SecretString: randomBytes(48).toString('base64url') }),
    );
    if (VersionId === undefined) throw new Error('The new version of the signing secret has no id');
    return succeed({ keyId: VersionId });
  }

  /** Returns undefined when no version has the stage: AWSPREVIOUS before the first rotation. */
  async #read(stage: 'AWSCURRENT' | 'AWSPREVIOUS'): Promise<SigningKey | undefined> {
    try {
      const { VersionId, SecretString, CreatedDate } = await this.#client.send(
        new GetSecretValueCommand({ SecretId: this.#secretId, VersionStage: stage }),
      );
      if (VersionId === undefined || (SecretString?.length ?? 0) < MIN_CHARACTERS) {
        throw new Error('The signing secret is empty or too short');
      }
      const secret = new TextEncoder().encode(SecretString);
      return { keyId: VersionId, secret, createdAtMs: CreatedDate?.getTime() ?? 0 };
    } catch (error) {
      if (stage === 'AWSPREVIOUS' && error instanceof ResourceNotFoundException) return undefined;
      throw error;
    }
  }
}
