/**
 * Which parts a file has named already, in eight bytes a part: a million rows take 16 MB at most.
 * Two different parts share 64 bits of SHA-256 once in some 30 million files of a million rows.
 */
import { createHash } from 'node:crypto';

const FIRST_SLOTS = 1 << 10;

export class IdentitySet {
  /** Two words a slot, both zero where it is free; never more than half of them are taken. */
  #words = new Uint32Array(2 * FIRST_SLOTS);
  #size = 0;

  /** False when the identity was there before. */
  add(identity: string): boolean {
    if (4 * this.#size >= this.#words.length) this.#grow();
    const digest = createHash('sha256').update(identity).digest();
    // Nothing hashes to a free slot.
    const added = this.#insert(digest.readUInt32LE(0), digest.readUInt32LE(4) || 1);
    if (added) this.#size += 1;
    return added;
  }

  #insert(high: number, low: number): boolean {
    const slots = this.#words.length / 2;
    for (let slot = high & (slots - 1); ; slot = (slot + 1) & (slots - 1)) {
      const [storedHigh, storedLow] = [this.#words[2 * slot], this.#words[2 * slot + 1]];
      if (storedHigh === high && storedLow === low) return false;
      if (storedHigh === 0 && storedLow === 0) {
        this.#words[2 * slot] = high;
        this.#words[2 * slot + 1] = low;
        return true;
      }
    }
  }

  #grow(): void {
    const before = this.#words;
    this.#words = new Uint32Array(2 * before.length);
    for (let word = 0; word < before.length; word += 2) {
      const [high = 0, low = 0] = [before[word], before[word + 1]];
      if (high !== 0 || low !== 0) this.#insert(high, low);
    }
  }
}
