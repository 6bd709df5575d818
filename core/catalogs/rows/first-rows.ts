/**
 * Remembers the first row of a file that names each part: 24 MiB for a million parts.
 * Two different parts share 64 bits of SHA-256 once in about 30 million files of a million rows.
 */
import { hash } from 'node:crypto';

const FIRST_SLOTS = 1 << 10;
const SLOT_WORDS = 3;

export class FirstRows {
  /** A slot is two words of hash and the row number, all zero if free. At most half of the slots are used. */
  #words = new Uint32Array(SLOT_WORDS * FIRST_SLOTS);
  #size = 0;

  /** Returns the first row with the identity: `row` itself if there is no earlier one. Rows count from 1. */
  firstRow(identity: string, row: number): number {
    if (2 * SLOT_WORDS * this.#size >= this.#words.length) this.#grow();
    const digest = hash('sha256', identity, 'buffer');
    // `|| 1` keeps the hash from looking like a free slot.
    const first = this.#insert(digest.readUInt32LE(0), digest.readUInt32LE(4) || 1, row);
    if (first === row) this.#size += 1;
    return first;
  }

  #insert(high: number, low: number, row: number): number {
    const slots = this.#words.length / SLOT_WORDS;
    for (let slot = high & (slots - 1); ; slot = (slot + 1) & (slots - 1)) {
      const place = SLOT_WORDS * slot;
      const [storedHigh, storedLow] = [this.#words[place], this.#words[place + 1]];
      if (storedHigh === high && storedLow === low) return this.#words[place + 2] ?? 0;
      if (storedHigh === 0 && storedLow === 0) {
        this.#words.set([high, low, row], place);
        return row;
      }
    }
  }

  #grow(): void {
    const before = this.#words;
    this.#words = new Uint32Array(2 * before.length);
    for (let word = 0; word < before.length; word += SLOT_WORDS) {
      const [high = 0, low = 0, row = 0] = before.subarray(word, word + SLOT_WORDS);
      if (high !== 0 || low !== 0) this.#insert(high, low, row);
    }
  }
}
