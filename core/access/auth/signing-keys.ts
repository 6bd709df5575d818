/**
 * Caches the keys that sign access tokens and decides when to read them again, so that a rotation breaks no client:
 *   - A key younger than two minutes verifies but does not sign while an older one exists. Every verifier can therefore
 *     read the key before its first token is sent, even a verifier that forged key ids have delayed by a minute.
 *   - A signer trusts what it read for four minutes, so an old key's last token expires within 65 minutes of the
 *     rotation.
 *   - A verifier reads again for an unknown key id, at most once a minute; until then it refuses such ids from memory.
 *   - A verifier trusts what it read for ten minutes, so a removed key stops verifying. Known keys stay in use only
 *     while the secret cannot be read.
 * The source decides where keys are created and stored.
 */
import { MINUTE_MS } from '../../time.ts';

export interface SigningKey {
  /** The version id of the secret, which tokens carry as `kid`. */
  readonly keyId: string;
  readonly secret: Uint8Array;
  readonly createdAtMs: number;
}

export interface SigningKeySource {
  /**
   * Reads the current key and the previous one, which exists after the first rotation. Throws if they cannot be read.
   */
  readKeys(): Promise<{ readonly current: SigningKey; readonly previous: SigningKey | undefined }>;
}

type KeyPair = Awaited<ReturnType<SigningKeySource['readKeys']>>;

const SETTLING_MS = 2 * MINUTE_MS;
const SIGNER_TRUST_MS = 4 * MINUTE_MS;
const VERIFIER_TRUST_MS = 10 * MINUTE_MS;
const REREAD_INTERVAL_MS = MINUTE_MS;

export class SigningKeys {
  readonly #source: SigningKeySource;
  #known: { readonly keys: KeyPair; readonly readAtMs: number } | undefined;
  #reading: Promise<KeyPair> | undefined;
  #lastAttempt: { readonly atMs: number; readonly failed: boolean } | undefined;

  constructor(source: SigningKeySource) {
    this.#source = source;
  }

  /** Returns the key to sign with now. */
  async signingKey(nowMs: number): Promise<SigningKey> {
    const { current, previous } = this.#keysReadAfter(nowMs - SIGNER_TRUST_MS) ?? (await this.#read(nowMs));
    return previous !== undefined && nowMs - current.createdAtMs < SETTLING_MS ? previous : current;
  }

  /** Returns the key with this id; undefined if the service does not have it. Throws if the source cannot be read. */
  async verificationKey(keyId: string, nowMs: number): Promise<SigningKey | undefined> {
    const known = this.#known === undefined ? undefined : keyNamed(this.#known.keys, keyId);
    if (known !== undefined) return this.#confirm(known, nowMs);
    const recent = this.#recentAttempt(nowMs);
    if (recent?.failed) throw new Error('The signing keys could not be read less than a minute ago');
    return recent !== undefined ? undefined : keyNamed(await this.#read(nowMs), keyId);
  }

  /** Reads the key again after ten minutes; returns undefined if the service no longer has it. */
  async #confirm(known: SigningKey, nowMs: number): Promise<SigningKey | undefined> {
    const isFresh = this.#keysReadAfter(nowMs - VERIFIER_TRUST_MS) !== undefined;
    if (isFresh || this.#recentAttempt(nowMs) !== undefined) return known;
    try {
      return keyNamed(await this.#read(nowMs), known.keyId);
    } catch {
      return known;
    }
  }

  /** Returns the last finished read while it is too recent to read again. */
  #recentAttempt(nowMs: number) {
    const last = this.#lastAttempt;
    const isRecent = last !== undefined && nowMs - last.atMs < REREAD_INTERVAL_MS;
    return isRecent && this.#reading === undefined ? last : undefined;
  }

  #keysReadAfter(ms: number): KeyPair | undefined {
    return this.#known !== undefined && this.#known.readAtMs > ms ? this.#known.keys : undefined;
  }

  /** Reads the keys once for all concurrent callers. */
  #read(nowMs: number): Promise<KeyPair> {
    this.#reading ??= this.#readNow(nowMs).finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #readNow(nowMs: number): Promise<KeyPair> {
    this.#lastAttempt = { atMs: nowMs, failed: true };
    const keys = await this.#source.readKeys();
    this.#lastAttempt = { atMs: nowMs, failed: false };
    this.#known = { keys, readAtMs: nowMs };
    return keys;
  }
}

function keyNamed(keys: KeyPair, keyId: string): SigningKey | undefined {
  if (keys.current.keyId === keyId) return keys.current;
  return keys.previous?.keyId === keyId ? keys.previous : undefined;
}
