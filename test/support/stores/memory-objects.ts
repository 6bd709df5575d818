/** A bucket in memory. */
import type { Objects } from '../../../adapters/s3/objects.ts';

export class MemoryObjects implements Objects {
  readonly #objects = new Map<string, Uint8Array>();

  async put(key: string, bytes: Uint8Array): Promise<void> {
    this.#objects.set(key, Uint8Array.from(bytes));
  }

  async read(key: string, from = 0): Promise<Uint8Array | undefined> {
    return this.#objects.get(key)?.subarray(from);
  }

  keys(): readonly string[] {
    return [...this.#objects.keys()];
  }

  clear(): void {
    this.#objects.clear();
  }
}
