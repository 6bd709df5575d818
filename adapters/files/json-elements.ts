/**
 * Reads a JSON document element by element, whose elements are in an array, or are the values of an object, so the
 * whole document is never in memory. Each element is returned as text; its reader checks that it is valid JSON.
 */
import { FileError } from '../../core/catalogs/files/file-error.ts';

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const [LINE_FEED, CARRIAGE_RETURN, SPACE, TAB] = [0x0a, 0x0d, 0x20, 0x09];
const MAX_NAME_BYTES = 1_000;
const MAX_NAMED = 20;
/**
 * Twice the limit of a record (core/sourcing/item-import/item-line.ts), because a record in a document may be indented.
 */
const MAX_ELEMENT_BYTES = 8_000_000;

/**
 * Yields elements as lines: line ends outside of strings become spaces, and nothing else changes.
 * @param text UTF-8 without a byte order mark
 * @param member the member that contains the array, or the names that lead to it; null leads through every element of
 * an array. Absent if the document is the array
 * @param ofObject whether an object with the elements as its values is meant instead of an array
 * @throws {FileError} when there is no such array, the document ends within it, or an element is longer than 8 MB
 */
export async function* readJsonElements(
  text: AsyncIterable<Buffer>,
  member: string | readonly (string | null)[] | undefined,
  ofObject = false,
): AsyncGenerator<Buffer> {
  const splitter = new ElementSplitter(member === undefined ? [] : [member].flat(), ofObject);
  for await (const chunk of text) yield* splitter.push(chunk);
  splitter.end();
}

class ElementSplitter {
  readonly #path: readonly (string | null)[];
  readonly #ofObject: boolean;
  /** The last member's name at each depth; undefined in an array. */
  readonly #names: (string | undefined)[] = [];
  readonly #seen: string[] = [];
  #depth = 0;
  #inText = false;
  #escaped = false;
  /** The last string, which is a member's name if a colon follows it. */
  #name: number[] = [];
  /** The depth of the array's elements; undefined before and after it. */
  #elements: number | undefined;
  #isDone = false;
  #isFound = false;
  #parts: Buffer[] = [];
  #heldBytes = 0;

  constructor(path: readonly (string | null)[], ofObject: boolean) {
    this.#path = path;
    this.#ofObject = ofObject;
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
      const isBetween = inside && this.#depth === this.#elements;
      if (isBetween && this.#ofObject && byte === COLON) {
        this.#parts = [];
        start = at + 1;
        continue;
      }
      const close = this.#ofObject ? CLOSE_OBJECT : CLOSE_ARRAY;
      if (isBetween && (byte === COMMA || byte === close)) {
        this.#hold(chunk.subarray(start, at));
        start = at + 1;
        const line = this.#takeLine();
        if (line.length > 0) yield line;
        if (byte === close) this.#close();
        continue;
      }
      this.#readSign(byte);
      if (!inside && this.#elements !== undefined) start = at + 1;
    }
    if (this.#elements !== undefined && !this.#isDone) this.#hold(chunk.subarray(start));
  }

  end(): void {
    if (this.#isDone || (this.#isFound && this.#elements === undefined)) return;
    if (this.#elements !== undefined) throw new FileError('The file ends within its records: it is cut off.');
    const seen = this.#seen.length === 0 ? '' : ` Its members: ${this.#seen.join(', ')}.`;
    throw new FileError(
      this.#path.length === 0
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
    if (!inside && this.#depth <= Math.max(1, this.#path.length) && this.#name.length < MAX_NAME_BYTES)
      this.#name.push(byte);
  }

  #readSign(byte: number): void {
    switch (byte) {
      case QUOTE:
        this.#inText = true;
        this.#name = [];
        return;
      case COLON:
        if (this.#elements === undefined) this.#nameMember();
        return;
      case CLOSE_OBJECT:
      case CLOSE_ARRAY:
        this.#depth -= 1;
        return;
      case OPEN_OBJECT:
      case OPEN_ARRAY: {
        const isWanted = this.#elements === undefined && byte === (this.#ofObject ? OPEN_OBJECT : OPEN_ARRAY);
        if (isWanted && this.#isAtPath()) this.#elements = this.#depth + 1;
        this.#depth += 1;
        this.#names[this.#depth] = undefined;
      }
    }
  }

  #nameMember(): void {
    if (this.#depth > Math.max(1, this.#path.length)) return;
    const name = Buffer.from(this.#name).toString('utf8');
    this.#names[this.#depth] = asName(name);
    if (this.#depth === 1 && this.#seen.length < MAX_NAMED) this.#seen.push(JSON.stringify(name.slice(0, 60)));
  }

  /** The array ends; another one may follow if the path leads through several. */
  #close(): void {
    this.#isFound = true;
    this.#isDone = !this.#path.includes(null);
    this.#elements = undefined;
    this.#depth -= 1;
  }

  #isAtPath(): boolean {
    return (
      this.#depth === this.#path.length && this.#path.every((name, place) => (this.#names[place + 1] ?? null) === name)
    );
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

/** Returns the name of a member from its text in the document, which may have escapes. */
function asName(text: string): string {
  if (!text.includes('\\')) return text;
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    return text;
  }
}
