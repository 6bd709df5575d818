/**
 * A small agent that knows nothing but the list of tools and what its assistant shows it of each answer: the texts alone, or the structure alone
 * (of an error, which has none, the text). It decides by what stands there and remembers nothing of how the service works.
 */

export type View = 'content' | 'structuredContent';

export interface ShownResult {
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
}

export type CallTool = (name: string, args: object) => Promise<ShownResult>;

export interface BillLine {
  readonly manufacturer?: string;
  readonly part_number?: string;
  readonly gtin?: string;
}

interface Miss {
  readonly line: number;
  readonly message: string;
}

interface Seen {
  /** Undefined where nothing shown is JSON: an error. */
  readonly json: Readonly<Record<string, unknown>> | undefined;
  readonly text: string;
}

const POLL_MS = 1_500;
const MAX_POLLS = 60;

export class NarrowAgent {
  readonly #view: View;
  readonly #callTool: CallTool;

  constructor(view: View, callTool: CallTool) {
    this.#view = view;
    this.#callTool = callTool;
  }

  /** The item id of each line, null for those that are nowhere. Corrects what is refused, takes hints, has the rest researched and waits for it. */
  async resolveBill(bill: readonly BillLine[]): Promise<readonly (string | null)[]> {
    const lines = [...bill];
    const ids = new Map<number, string>();
    let misses = await this.#lookUp(lines, [...lines.keys()], ids);
    for (const { line, message } of misses) lines[line] = hintedLine(lines[line] ?? {}, message);
    const hinted = misses.filter(({ line }) => lines[line] !== bill[line] && !ids.has(line)).map(({ line }) => line);
    const missedAgain = await this.#lookUp(lines, hinted, ids);
    misses = [...misses.filter(({ line }) => !hinted.includes(line)), ...missedAgain];
    const askable = misses.filter(
      ({ line, message }) => /request_enrichment/.test(message) && lines[line]?.part_number,
    );
    if (askable.length > 0) await this.#research(lines, askable, ids);
    return lines.map((_, line) => ids.get(line) ?? null);
  }

  /** Every id that a search finds, page after page. */
  async searchAll(args: object): Promise<readonly string[]> {
    const ids: string[] = [];
    let cursor: unknown;
    do {
      const { json } = await this.#ask('search_items', { ...args, ...(cursor === undefined ? {} : { cursor }) });
      ids.push(...(json?.['items'] as { id: string }[]).map(({ id }) => id));
      cursor = json?.['next_cursor'] ?? undefined;
    } while (cursor !== undefined);
    return ids;
  }

  /** Reads records until something stands in the way; what that was. */
  async readUntilStopped(args: object, atMost: number): Promise<{ readonly calls: number; readonly why: string }> {
    for (let calls = 1; calls <= atMost; calls += 1) {
      const { json, text } = await this.#ask('lookup_part', args);
      if (json === undefined) return { calls, why: text };
    }
    return { calls: atMost, why: '' };
  }

  async #lookUp(lines: BillLine[], asked: readonly number[], ids: Map<number, string>): Promise<readonly Miss[]> {
    if (asked.length === 0) return [];
    const seen = await this.#ask('lookup_parts', { items: asked.map((line) => lines[line]), fields: ['mpn'] });
    if (seen.json === undefined) {
      for (const found of seen.text.matchAll(/items\[(\d+)\]\.gtin/g)) {
        const line = asked[Number(found[1])];
        if (line !== undefined) lines[line] = withoutBarcode(lines[line] ?? {});
      }
      return this.#lookUp(lines, asked, ids);
    }
    for (const { input_index, item } of seen.json['found'] as { input_index: number; item: { id: string } }[])
      ids.set(asked[input_index] ?? -1, item.id);
    const misses = seen.json['not_found'] as { input_index: number; message?: string }[];
    return misses.map(({ input_index, message = '' }) => ({ line: asked[input_index] ?? -1, message }));
  }

  async #research(lines: BillLine[], misses: readonly Miss[], ids: Map<number, string>): Promise<void> {
    let waiting = misses.map(({ line }) => line);
    await this.#ask('request_enrichment', { items: waiting.map((line) => lines[line]) });
    for (let poll = 0; poll < MAX_POLLS && waiting.length > 0; poll += 1) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      const missed = await this.#lookUp(lines, waiting, ids);
      waiting = missed.filter(({ message }) => /under way/.test(message)).map(({ line }) => line);
    }
    // Research that ended while a look-up was read is no longer under way, and its record was not there yet.
    const unseen = misses.filter(({ line }) => !ids.has(line)).map(({ line }) => line);
    await this.#lookUp(lines, unseen, ids);
  }

  async #ask(name: string, args: object): Promise<Seen> {
    const result = await this.#callTool(name, args);
    const texts = result.content.map(({ text }) => text ?? '').join('\n');
    const text = this.#view === 'content' || result.isError === true ? texts : JSON.stringify(result.structuredContent);
    const start = text.indexOf('{');
    return { text, json: start < 0 ? undefined : (JSON.parse(text.slice(start)) as Record<string, unknown>) };
  }
}

function withoutBarcode({ gtin: _gtin, ...line }: BillLine): BillLine {
  return line;
}

/** The line with a number that the message names and that is the line's own, written otherwise. */
function hintedLine(line: BillLine, message: string): BillLine {
  const named = message.split(/[:;,]\s|\.\s|\.$/).map((piece) => piece.trim());
  const hint = named.find(
    (piece) => lettersOf(piece) === lettersOf(line.part_number ?? '') && piece !== line.part_number,
  );
  return hint === undefined || line.part_number === undefined ? line : { ...line, part_number: hint };
}

function lettersOf(text: string): string {
  return text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
}
