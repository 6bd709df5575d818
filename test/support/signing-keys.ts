/** A signing secret in memory that rotates as Secrets Manager does: current, previous, and nothing older. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { SigningKey, SigningKeySource } from '../../core/auth/signing-keys.ts';

export class FakeSigningSecret implements SigningKeySource {
  reads = 0;
  failing = false;
  #current: SigningKey;
  #previous: SigningKey | undefined;

  constructor(createdAtMs = 0) {
    this.#current = newKey(createdAtMs);
  }

  get current(): SigningKey {
    return this.#current;
  }

  rotate(nowMs: number): void {
    this.#previous = this.#current;
    this.#current = newKey(nowMs);
  }

  async readKeys() {
    this.reads += 1;
    if (this.failing) throw new Error('Secrets Manager is away');
    return { current: this.#current, previous: this.#previous };
  }
}

function newKey(createdAtMs: number): SigningKey {
  return { keyId: randomUUID(), secret: randomBytes(48), createdAtMs };
}
