/**
 * A small assistant that knows only the list of tools and the shown part of each response: only the texts, or only the
 * structured content (of an error, which has none, the text). It decides by these and does not know how the service
 * works.
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
  /** The parts that the service says may be meant. */
  readonly candidates: readonly BillLine[];
}

interface Seen {
  /** Undefined if nothing shown is JSON, as in an error. */
  readonly json: Readonly<Record<string, unknown>> | undefined;
  readonly text: string;
}

/** The assistant's conclusion about whether a part is still made. */
export type Conclusion = 'active' | 'not active' | 'unknown';

const POLL_MS = 1_500;
const MAX_POLLS = 60;

export class NarrowAgent {
  readonly #view: View;
  readonly #callTool: CallTool;

  constructor(view: View, callTool: CallTool) {
    this.#view = view;
    this.#callTool = callTool;
  }

  /**
   * Returns the item id of each row, null for those that do not exist. It corrects what is refused, follows hints,
   * requests research for the rest and waits for it.
   */
  async resolveBill(bill: readonly BillLine[]): Promise<readonly (string | null)[]> {
    const lines = [...bill];
    const ids = new Map<number, string>();
    let misses = await this.#lookUp(lines, [...lines.keys()], ids);
    for (const miss of misses) lines[miss.line] = correctedLine(lines[miss.line] ?? {}, miss);
    const hinted = misses.filter(({ line }) => lines[line] !== bill[line] && !ids.has(line)).map(({ line }) => line);
    const missedAgain = await this.#lookUp(lines, hinted, ids);
    misses = [...misses.filter(({ line }) => !hinted.includes(line)), ...missedAgain];
    const askable = misses.filter(
      ({ line, message }) => /request_enrichment/.test(message) && lines[line]?.part_number,
    );
    if (askable.length > 0) await this.#research(lines, askable, ids);
    return lines.map((_, line) => ids.get(line) ?? null);
  }

  /** Returns every id that a search finds, page after page. */
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

  /** Reads items until something prevents it, and returns what that was. */
  async readUntilStopped(args: object, atMost: number): Promise<{ readonly calls: number; readonly why: string }> {
    for (let calls = 1; calls <= atMost; calls += 1) {
      const { json, text } = await this.#ask('lookup_part', args);
      if (json === undefined) return { calls, why: text };
    }
    return { calls: atMost, why: '' };
  }

  /** Returns whether the part is still made, by the text of one look-up that requests specifications too. */
  async isStillMade(part: BillLine): Promise<Conclusion> {
    const { text } = await this.#ask('lookup_part', { ...part, include: ['attributes'] });
    return concludedFrom(text);
  }

  /** Returns whether all parts of a batch are still made, by its one sentence. */
  async areStillMade(parts: readonly BillLine[]): Promise<Conclusion> {
    const { json } = await this.#ask('lookup_parts', { items: parts, fields: ['mpn'] });
    const { message = '' } = json as { message?: string };
    return concludedFrom(message);
  }

  /**
   * Returns the id of the stated replacement of the part; null if the part is not discontinued, or no replacement is
   * stated.
   */
  async findReplacement(part: BillLine): Promise<string | null> {
    const { text, json } = await this.#ask('lookup_part', part);
    if (concludedFrom(text) !== 'not active') return null;
    // The message contains the call that shows replacements, as JSON to send.
    const next = / get_item (\{[^}]+\})/.exec((json as { message: string }).message)?.[1] ?? '';
    const record = await this.#ask('get_item', JSON.parse(next) as object);
    type Stated = { readonly manufacturer: string; readonly mpn: string };
    const { replacements = [] } = (record.json as { item: { attributes: { replacements?: Stated[] } } }).item
      .attributes;
    const [stated] = replacements;
    if (stated === undefined) return null;
    const found = await this.#ask('lookup_part', { manufacturer: stated.manufacturer, part_number: stated.mpn });
    return (found.json as { item: { id: string } | null }).item?.id ?? null;
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
    const misses = seen.json['not_found'] as { input_index: number; message?: string; candidates?: BillLine[] }[];
    return misses.map(({ input_index, message = '', candidates = [] }) => ({
      line: asked[input_index] ?? -1,
      message,
      candidates,
    }));
  }

  async #research(lines: BillLine[], misses: readonly Miss[], ids: Map<number, string>): Promise<void> {
    let waiting = misses.map(({ line }) => line);
    await this.#ask('request_enrichment', { items: waiting.map((line) => lines[line]) });
    for (let poll = 0; poll < MAX_POLLS && waiting.length > 0; poll += 1) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      const missed = await this.#lookUp(lines, waiting, ids);
      waiting = missed.filter(({ message }) => /under way/.test(message)).map(({ line }) => line);
    }
    // Research may end between the reads of a look-up, which then shows neither the running research nor its item.
    const unseen = misses.filter(({ line }) => !ids.has(line)).map(({ line }) => line);
    await this.#lookUp(lines, unseen, ids);
  }

  async #ask(name: string, args: object): Promise<Seen> {
    const result = await this.#callTool(name, args);
    const texts = result.content.map(({ text }) => text ?? '').join('\n');
    if (result.isError === true) return { text: texts, json: undefined };
    // The last text is the JSON; a summary may quote some, too.
    const [text, json = ''] =
      this.#view === 'content'
        ? [texts, result.content.at(-1)?.text]
        : [JSON.stringify(result.structuredContent), JSON.stringify(result.structuredContent)];
    return { text, json: JSON.parse(json) as Record<string, unknown> };
  }
}

/** By the text: a hurried reader takes any mention of a state, and active only if it is not negated. */
function concludedFrom(text: string): Conclusion {
  if (/\b(?:obsolete|discontinued|last_time_buy|can be bought until|not recommended for new designs|nrnd)\b/.test(text))
    return 'not active';
  return /\bactive\b/i.test(text.replaceAll(/does not mean active/g, '')) ? 'active' : 'unknown';
}

function withoutBarcode({ gtin: _gtin, ...line }: BillLine): BillLine {
  return line;
}

/**
 * Returns the row with the candidate that is its own number, written differently, or without a barcode that is refused.
 */
function correctedLine(line: BillLine, { candidates, message }: Miss): BillLine {
  const { part_number: number } = line;
  if (number === undefined) return line;
  const meant = candidates.find(
    ({ part_number: other = '' }) => lettersOf(other) === lettersOf(number) && other !== number,
  );
  if (meant?.part_number !== undefined) return { ...line, part_number: meant.part_number };
  return line.gtin !== undefined && /check digit/.test(message) ? withoutBarcode(line) : line;
}

function lettersOf(text: string): string {
  return text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
}
