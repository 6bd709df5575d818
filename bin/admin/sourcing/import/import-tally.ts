/** Collects the counts and problems of an import and reports them, in bounded memory. */
import type { ImportedItem } from '../../../../core/sourcing/item-import/item-line.ts';
import { unreadFacts, type UnreadFact } from '../../../../core/sourcing/item-import/read-facts.ts';
import type { ItemField } from '../../../../core/index/items/item-fields.ts';
import type { WriteResult } from '../../../../core/sourcing/item-import/item-writer.ts';
import { numberText } from '../../../../core/number-text.ts';
import { printFields, printTable, printText } from '../../console/print.ts';
import { shellWord } from '../../console/shell-word.ts';
import type { BadLine, ImportReport } from './import-items.ts';

/** Maximum number of bad lines in the JSON, which bounds memory; stderr names all of them. */
const MAX_LISTED = 1000;
/** Maximum number of problem kinds that are counted separately. */
const MAX_KINDS = 200;
const SHOWN_RECORDS = 3;
const SHOWN_WORDS = 20;
/** Contradicting rows of a part are reported only if at most this many parts lie between them. */
const REMEMBERED = 100_000;

/** Two rows of the same part with different values; the later one wins. */
interface Contradiction {
  readonly line: number;
  readonly earlier_line: number;
  readonly id: string;
  readonly fields: readonly ItemField[];
}

export function contradictionWords({ line, earlier_line: earlier, id, fields }: Contradiction): string {
  return `line ${line}: same part as line ${earlier} (${id}) with a different ${fields.join(', ')}; the later line wins`;
}

/** Counts of this run; `stored` in the report also counts an earlier run. */
type WriteCounts = Record<WriteResult, number>;

/** Reports counts, problems by kind, and the first items of a dry run, as a table or as JSON. */
export class ImportTally {
  readonly #isDry: boolean;
  readonly #written: WriteCounts = { created: 0, changed: 0, unchanged: 0 };
  readonly #bad: BadLine[] = [];
  readonly #kinds = new Map<string, { lines: number; first: number }>();
  readonly #first: ImportedItem[] = [];
  /** The last line of each item, for the last `REMEMBERED` items. */
  readonly #lines = new Map<string, number>();
  readonly #contradictions: Contradiction[] = [];
  #contradicted = 0;
  #found: ImportedItem | undefined;
  /** Number of items by member and words. */
  readonly #unread = new Map<string, UnreadFact & { records: number }>();

  constructor(isDry: boolean) {
    this.#isDry = isDry;
  }

  see(item: ImportedItem): void {
    this.#noteUnread(item);
    if (this.#first.length < SHOWN_RECORDS) this.#first.push(item);
  }

  store(result: WriteResult, item: ImportedItem): void {
    this.#noteUnread(item);
    this.#written[result] += 1;
    this.#found ??= item;
  }

  /** Returns the contradiction if an earlier line of this run had other values for the item. */
  meet(itemId: string, line: number, fields: readonly ItemField[]): Contradiction | undefined {
    const earlier = this.#lines.get(itemId);
    this.#lines.delete(itemId);
    this.#lines.set(itemId, line);
    if (this.#lines.size > REMEMBERED) this.#lines.delete(this.#lines.keys().next().value ?? '');
    if (earlier === undefined || fields.length === 0) return undefined;
    this.#contradicted += 1;
    const found = { line, earlier_line: earlier, id: itemId, fields };
    if (this.#contradictions.length < MAX_LISTED) this.#contradictions.push(found);
    return found;
  }

  refuse(bad: BadLine): void {
    if (this.#bad.length < MAX_LISTED) this.#bad.push(bad);
    const known = this.#kinds.has(bad.kind) || this.#kinds.size < MAX_KINDS;
    const kind = known ? bad.kind : 'other';
    const count = this.#kinds.get(kind) ?? { lines: 0, first: bad.line };
    this.#kinds.set(kind, { lines: count.lines + 1, first: Math.min(count.first, bad.line) });
  }

  #noteUnread({ attributes }: ImportedItem): void {
    for (const fact of unreadFacts(attributes)) {
      const key = `${fact.member}\n${fact.words}`;
      const known = this.#unread.get(key);
      if (known !== undefined) known.records += 1;
      else if (this.#unread.size < MAX_KINDS) this.#unread.set(key, { ...fact, records: 1 });
    }
  }

  progressWords(stored: number, refused: number): string {
    return this.#isDry
      ? `${numberText(stored)} would be stored, ${numberText(refused)} refused`
      : countWords(this.#written, refused);
  }

  json({ firstLine, lines, stored, bad, passedOver, unread, finished }: ImportReport, understood: readonly string[]) {
    return {
      ...(this.#isDry ? { dry_run: true, first_records: this.#first.map(filledFields) } : this.#written),
      first_line: firstLine,
      lines,
      stored,
      refused: bad,
      passed_over: passedOver,
      with_unknown_words: unread,
      unknown_words: this.#byUse(),
      finished,
      understood,
      refused_by_kind: this.#byKind().map(([what, { lines: count, first }]) => ({
        what,
        lines: count,
        first_line: first,
      })),
      bad_lines: this.#bad.toSorted((a, b) => a.line - b.line).map(({ line, reason }) => ({ line, reason })),
      contradictions: this.#contradicted,
      contradicting_lines: this.#contradictions.toSorted((a, b) => a.line - b.line),
    };
  }

  show(report: ImportReport): void {
    if (this.#isDry) this.#showFirst();
    if (this.#kinds.size > 0) {
      printTable(
        ['Problem', 'Lines', 'First line'],
        this.#byKind().map(([what, { lines, first }]) => [what, lines, first]),
      );
      console.log('');
    }
    this.#showUnread(report.unread);
    if (this.#contradicted > 0)
      printText(
        `Lines that contradict an earlier line of the same part: ${numberText(this.#contradicted)}. The later line wins.`,
      );
    printText(this.#isDry ? describeCheck(report) : describeReport(report, this.#written));
  }

  /** Returns a command that finds an item of this run. */
  lookUp(): string {
    const { id, manufacturer, brand, mpn, gtin, upc } = this.#found ?? {};
    const name = manufacturer ?? brand;
    if (name && mpn) return `items find ${shellWord(name)} ${shellWord(mpn)}`;
    if (gtin ?? upc) return `items find --gtin ${gtin ?? upc ?? ''}`;
    return id ? `items get ${id}` : 'items find "<manufacturer>" "<part number>"';
  }

  #byKind(): readonly [string, { readonly lines: number; readonly first: number }][] {
    return [...this.#kinds].toSorted((a, b) => b[1].lines - a[1].lines);
  }

  #byUse(): readonly (UnreadFact & { readonly records: number })[] {
    return [...this.#unread.values()].toSorted((a, b) => b.records - a.records);
  }

  #showUnread(records: number): void {
    if (records === 0) return;
    const shown = this.#byUse().slice(0, SHOWN_WORDS);
    if (shown.length > 0)
      printTable(
        ['Unknown words', 'For', 'Items'],
        shown.map((fact) => [fact.words, fact.member, fact.records]),
      );
    printText(
      `${numberText(records)} ${records === 1 ? 'item states' : 'items state'} a fact in unknown words. The words are stored as they are, without interpretation.`,
    );
  }

  #showFirst(): void {
    for (const item of this.#first) {
      const fields = Object.entries(filledFields(item)).map(([name, value]) => [name, wordsOf(value)] as const);
      printFields(Object.fromEntries(fields));
      console.log('');
    }
  }
}

function filledFields(item: ImportedItem): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null));
}

function wordsOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function describeCheck({ lines, stored, bad, passedOver }: ImportReport): string {
  return `${numberText(stored)} items would be stored, ${numberText(bad)} lines would be refused${passedOverWords(passedOver)}, up to line ${numberText(lines)}. Nothing was stored.`;
}

function passedOverWords(count: number): string {
  return count === 0 ? '' : `, ${numberText(count)} skipped by the mapping`;
}

function countWords({ created, changed, unchanged }: WriteCounts, refused: number): string {
  const counts = { new: created, changed, unchanged, refused };
  return Object.entries(counts)
    .map(([name, count]) => `${numberText(count)} ${name}`)
    .join(', ');
}

function describeReport(
  { firstLine, lines, stored, bad, passedOver, finished }: ImportReport,
  done: WriteCounts,
): string {
  const resumed =
    firstLine > 1
      ? ` An earlier run processed the lines before ${numberText(firstLine)}; ${numberText(stored)} items are stored in total.`
      : '';
  const counts = `${countWords(done, bad)}${passedOverWords(passedOver)}, up to line ${numberText(lines)}.${resumed}`;
  return finished ? counts : `${counts} Stopped: run the same command to resume.`;
}
