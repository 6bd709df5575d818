/**
 * The keys that sign access tokens, as this process knows them. Decides when to read the secret again, so that a rotation breaks no client:
 *   - a key younger than two minutes verifies but does not sign while an older one exists: by the time its first token is sent, every
 *     verifier may have read it, even one whose reads are used up by forged key ids;
 *   - a signer trusts what it read for four minutes, so an old key's last token ends within 65 minutes of the rotation;
 *   - a verifier that meets an unknown key id reads again, at most once a minute; until then such ids are refused from memory;
 *   - a verifier trusts what it read for ten minutes, so that a removed key stops verifying; only while the secret cannot be
 *     read do the known keys stay in use.
 * The source decides who makes the keys and where they are kept.
 */
import { MINUTE_MS } from '../time.ts';

export interface SigningKey {
  /** The version id of the secret, which tokens carry as `kid`. */
  readonly keyId: string;
  readonly secret: Uint8Array;
  readonly createdAtMs: number;
}

export interface SigningKeySource {
  /** The key in use, and the one before it when there is one (none before the first rotation is normal). Throws when unreadable. */
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

  /** The key to sign with now. */
  async signingKey(nowMs: number): Promise<SigningKey> {
    const { current, previous } = this.#keysReadAfter(nowMs - SIGNER_TRUST_MS) ?? (await this.#read(nowMs));
    return previous !== undefined && nowMs - current.createdAtMs < SETTLING_MS ? previous : current;
  }

  /** The key with this id; undefined when the service never had it or no longer has it. Throws when the source cannot answer. */
  async verificationKey(keyId: string, nowMs: number): Promise<SigningKey | undefined> {
    const known = this.#known === undefined ? undefined : keyNamed(this.#known.keys, keyId);
    if (known !== undefined) return this.#confirm(known, nowMs);
    const recent = this.#recentAttempt(nowMs);
    if (recent?.failed) throw new Error('The signing keys could not be read less than a minute ago');
    return recent !== undefined ? undefined : keyNamed(await this.#read(nowMs), keyId);
  }

  /** The key, read again after ten minutes: undefined when the service no longer has it. */
  async #confirm(known: SigningKey, nowMs: number): Promise<SigningKey | undefined> {
    const isFresh = this.#keysReadAfter(nowMs - VERIFIER_TRUST_MS) !== undefined;
    if (isFresh || this.#recentAttempt(nowMs) !== undefined) return known;
    try {
      return keyNamed(await this.#read(nowMs), known.keyId);
    } catch {
      return known;
    }
  }

  /** The latest finished read, while it is too recent for another one. */
  #recentAttempt(nowMs: number) {
    const last = this.#lastAttempt;
    const isRecent = last !== undefined && nowMs - last.atMs < REREAD_INTERVAL_MS;
    return isRecent && this.#reading === undefined ? last : undefined;
  }

  #keysReadAfter(ms: number): KeyPair | undefined {
    return this.#known !== undefined && this.#known.readAtMs > ms ? this.#known.keys : undefined;
  }

  /** One read at a time: a caller that arrives during it waits for its answer. */
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
