/**
 * Maps millions of keys to values in little memory. Byte buffers hold each distinct text once, so a row takes about 24
 * bytes, its key, and its value if no earlier row had it.
 */
const CHUNK_BYTES = 1 << 24;
/** Each text is preceded by its length in two bytes. */
const MAX_TEXT_BYTES = 0xffff;
const START_SLOTS = 1 << 12;

export class CompactTable {
  readonly #keys = new TextPool();
  /** Indexed by the key's place: the value's place plus one, or 0 for no value. */
  readonly #columns: ReadonlyMap<string, { readonly values: TextPool; places: Uint32Array }>;

  constructor(columns: readonly string[]) {
    this.#columns = new Map(
      columns.map((column) => [column, { values: new TextPool(), places: new Uint32Array(1024) }]),
    );
  }

  get size(): number {
    return this.#keys.size;
  }

  /** Replaces the values of a known key. */
  set(key: string, values: Readonly<Record<string, string | null>>): void {
    const place = this.#keys.add(key);
    for (const [column, stored] of this.#columns) {
      if (place >= stored.places.length) stored.places = grown(stored.places);
      const value = values[column] ?? null;
      stored.places[place] = value === null ? 0 : stored.values.add(value) + 1;
    }
  }

  /** Returns undefined for an unknown key, and null if the column has no value. */
  find(key: string, column: string): string | null | undefined {
    const place = this.#keys.find(key);
    if (place === undefined) return undefined;
    const stored = this.#columns.get(column);
    const value = stored?.places[place] ?? 0;
    return value === 0 ? null : (stored?.values.at(value - 1) ?? null);
  }
}

/** Distinct texts, each with a place from 0 in the order in which they were added. */
class TextPool {
  #chunks: Buffer[] = [];
  #used = CHUNK_BYTES;
  /** The offset at which the text of a place begins. */
  #starts = new Uint32Array(1024);
  /** Indexed by hash: a place plus one, or 0 for a free slot. */
  #slots = new Uint32Array(START_SLOTS);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  at(place: number): string {
    return this.#bytesAt(place).toString('utf8');
  }

  find(text: string): number | undefined {
    const bytes = bytesOf(text);
    const place = this.#slots[this.#slotOf(bytes)] ?? 0;
    return place === 0 ? undefined : place - 1;
  }

  add(text: string): number {
    const bytes = bytesOf(text);
    const slot = this.#slotOf(bytes);
    const known = this.#slots[slot] ?? 0;
    if (known !== 0) return known - 1;
    const place = this.#size;
    if (place >= this.#starts.length) this.#starts = grown(this.#starts);
    this.#starts[place] = this.#append(bytes);
    this.#slots[slot] = place + 1;
    this.#size += 1;
    if (this.#size * 4 > this.#slots.length * 3) this.#spread();
    return place;
  }

  #append(bytes: Buffer): number {
    if (this.#used + bytes.length + 2 > CHUNK_BYTES) {
      this.#chunks.push(Buffer.allocUnsafe(CHUNK_BYTES));
      this.#used = 0;
    }
    const chunk = this.#chunks.at(-1) as Buffer;
    const start = this.#used;
    chunk.writeUInt16LE(bytes.length, start);
    bytes.copy(chunk, start + 2);
    this.#used += bytes.length + 2;
    return (this.#chunks.length - 1) * CHUNK_BYTES + start;
  }

  #bytesAt(place: number): Buffer {
    const start = this.#starts[place] ?? 0;
    const chunk = this.#chunks[Math.floor(start / CHUNK_BYTES)] as Buffer;
    const within = start % CHUNK_BYTES;
    return chunk.subarray(within + 2, within + 2 + chunk.readUInt16LE(within));
  }

  /** Returns the slot of the text, or the free slot for it. */
  #slotOf(bytes: Buffer): number {
    const mask = this.#slots.length - 1;
    for (let slot = hashOf(bytes) & mask; ; slot = (slot + 1) & mask) {
      const place = this.#slots[slot] ?? 0;
      if (place === 0 || this.#bytesAt(place - 1).equals(bytes)) return slot;
    }
  }

  #spread(): void {
    this.#slots = new Uint32Array(this.#slots.length * 2);
    const mask = this.#slots.length - 1;
    for (let place = 0; place < this.#size; place += 1) {
      let slot = hashOf(this.#bytesAt(place)) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = place + 1;
    }
  }
}

function bytesOf(text: string): Buffer {
  return Buffer.from(text).subarray(0, MAX_TEXT_BYTES);
}

/** FNV-1a with its bits mixed once more, because the lowest bits choose the slot. */
function hashOf(bytes: Buffer): number {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

function grown(array: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2);
  larger.set(array);
  return larger;
}
