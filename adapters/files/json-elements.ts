/**
 * Reads a JSON document that is one array, or an object with the array in one of its members, element by element, so the whole document is
 * never in memory. Each element is returned as text; its reader checks that it is valid JSON.
 */
import { FileError } from '../../core/catalogs/files/file-error.ts';

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const [LINE_FEED, CARRIAGE_RETURN, SPACE, TAB] = [0x0a, 0x0d, 0x20, 0x09];
const MAX_NAME_BYTES = 1_000;
const MAX_NAMED = 20;
/** Twice the limit of a record (core/sourcing/item-import/item-line.ts), because a record in a document may be indented. */
const MAX_ELEMENT_BYTES = 8_000_000;

/**
 * Yields elements as lines: line ends outside of strings become spaces, and nothing else changes.
 * @param text UTF-8 without a byte order mark
 * @param member the member that contains the array; absent if the document is the array
 * @throws {FileError} when there is no such array, the document ends within it, or an element is longer than 8 MB
 */
export async function* readJsonElements(
  text: AsyncIterable<Buffer>,
  member: string | undefined,
): AsyncGenerator<Buffer> {
  const splitter = new ElementSplitter(member);
  for await (const chunk of text) yield* splitter.push(chunk);
  splitter.end();
}

class ElementSplitter {
  readonly #member: string | undefined;
  readonly #seen: string[] = [];
  #depth = 0;
  #inText = false;
  #escaped = false;
  /** The last string at depth 1, which is a member's name if a colon follows it. */
  #name: number[] = [];
  #named = '';
  /** The depth of the array's elements; undefined before and after it. */
  #elements: number | undefined;
  #isDone = false;
  #parts: Buffer[] = [];
  #heldBytes = 0;

  constructor(member: string | undefined) {
    this.#member = member;
  }

  *push(chunk: Buffer): Generator<Buffer> {
    let start = 0;
    for (let at = 0; at < chunk.length && !this.#isDone; at += 1) {
      const byte = chunk[at] ?? 0;
      const inside = this.#elements !== undefined;
      if (this.#inText) {
        this.#readText(byte, inside);
        continue;
      }
      if (inside && this.#depth === this.#elements && (byte === COMMA || byte === CLOSE_ARRAY)) {
        this.#hold(chunk.subarray(start, at));
        start = at + 1;
        const line = this.#takeLine();
        if (line.length > 0) yield line;
        if (byte === CLOSE_ARRAY) this.#isDone = true;
        continue;
      }
      this.#readSign(byte);
      if (!inside && this.#elements !== undefined) start = at + 1;
    }
    if (this.#elements !== undefined && !this.#isDone) this.#hold(chunk.subarray(start));
  }

  end(): void {
    if (this.#isDone) return;
    if (this.#elements !== undefined) throw new FileError('The file ends within its records: it is cut off.');
    const seen = this.#seen.length === 0 ? '' : ` Its members: ${this.#seen.join(', ')}.`;
    throw new FileError(
      this.#member === undefined
        ? `The file is not an array of records.${seen} Say in the mapping which member holds them: "records".`
        : `The file has no array of records where the mapping says.${seen}`,
    );
  }

  #readText(byte: number, inside: boolean): void {
    if (this.#escaped) this.#escaped = false;
    else if (byte === BACKSLASH) this.#escaped = true;
    else if (byte === QUOTE) {
      this.#inText = false;
      return;
    }
    if (!inside && this.#depth === 1 && this.#name.length < MAX_NAME_BYTES) this.#name.push(byte);
  }

  #readSign(byte: number): void {
    switch (byte) {
      case QUOTE:
        this.#inText = true;
        this.#name = [];
        return;
      case COLON:
        if (this.#depth === 1 && this.#elements === undefined) this.#nameMember();
        return;
      case OPEN_OBJECT:
        this.#depth += 1;
        return;
      case CLOSE_OBJECT:
      case CLOSE_ARRAY:
        this.#depth -= 1;
        return;
      case OPEN_ARRAY:
        this.#depth += 1;
        if (this.#elements === undefined && this.#isWanted()) this.#elements = this.#depth;
    }
  }

  #nameMember(): void {
    this.#named = Buffer.from(this.#name).toString('utf8');
    if (this.#seen.length < MAX_NAMED) this.#seen.push(JSON.stringify(this.#named.slice(0, 60)));
  }

  #isWanted(): boolean {
    return this.#member === undefined ? this.#depth === 1 : this.#depth === 2 && this.#named === this.#member;
  }

  #hold(part: Buffer): void {
    this.#heldBytes += part.length;
    if (this.#heldBytes > MAX_ELEMENT_BYTES) throw new FileError('One of its records is longer than 8 MB.');
    this.#parts.push(part);
  }

  /** Takes the text between two commas, as one line. */
  #takeLine(): Buffer {
    const line = Buffer.concat(this.#parts);
    this.#parts = [];
    this.#heldBytes = 0;
    // A line end within a string would be invalid JSON, so each of them is white space.
    for (let at = 0; at < line.length; at += 1) {
      if (line[at] === LINE_FEED || line[at] === CARRIAGE_RETURN) line[at] = SPACE;
    }
    let [start, end] = [0, line.length];
    while (start < end && (line[start] === SPACE || line[start] === TAB)) start += 1;
    while (end > start && (line[end - 1] === SPACE || line[end - 1] === TAB)) end -= 1;
    return line.subarray(start, end);
  }
}
