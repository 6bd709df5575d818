/** Counts what an import did while it runs, and reports it. Memory does not grow with the file. */
import type { ImportedItem } from '../../../core/item-import/item-line.ts';
import { unreadFacts, type UnreadFact } from '../../../core/item-import/read-facts.ts';
import type { ItemField } from '../../../core/items/item-fields.ts';
import type { WriteOutcome } from '../../../core/item-import/item-writer.ts';
import { printFields, printTable, printText } from '../console/print.ts';
import { shellWord } from '../console/shell-word.ts';
import { grouped } from '../console/values.ts';
import type { BadLine, ImportReport } from './import-items.ts';

/** A file of nothing but bad lines must not fill the memory: JSON lists so many of them, stderr names all. */
const MAX_LISTED = 1000;
/** Different ways of being wrong that are counted apart. */
const MAX_KINDS = 200;
const SHOWN_RECORDS = 3;
const SHOWN_WORDS = 20;
/** Rows of one part that contradict each other are reported only if at most so many parts are between them. */
const REMEMBERED = 100_000;

/** Two rows of one part that say different things: the later one counts. */
interface Contradiction {
  readonly line: number;
  readonly earlier_line: number;
  readonly id: string;
  readonly fields: readonly ItemField[];
}

export function contradictionWords({ line, earlier_line: earlier, id, fields }: Contradiction): string {
  return `line ${line}: the same part as line ${earlier} (${id}), with another ${fields.join(', ')}; this one counts`;
}

/** What this run did; `stored` of the report counts an earlier run's too. */
type WriteCounts = Record<WriteOutcome, number>;

/** The report at the end, as a table or as JSON: counts, problems by kind, the first items of a dry run. */
export class ImportTally {
  readonly #isDry: boolean;
  readonly #written: WriteCounts = { created: 0, changed: 0, unchanged: 0 };
  readonly #bad: BadLine[] = [];
  readonly #kinds = new Map<string, { lines: number; first: number }>();
  readonly #first: ImportedItem[] = [];
  /** The line that an item was last stored from, for the last so many items. */
  readonly #lines = new Map<string, number>();
  readonly #contradictions: Contradiction[] = [];
  #contradicted = 0;
  #found: ImportedItem | undefined;
  /** By member and words: how many records state them. */
  readonly #unread = new Map<string, UnreadFact & { records: number }>();

  constructor(isDry: boolean) {
    this.#isDry = isDry;
  }

  see(item: ImportedItem): void {
    this.#noteUnread(item);
    if (this.#first.length < SHOWN_RECORDS) this.#first.push(item);
  }

  store(outcome: WriteOutcome, item: ImportedItem): void {
    this.#noteUnread(item);
    this.#written[outcome] += 1;
    this.#found ??= item;
  }

  /** The contradiction, where an earlier line of this run had said something else of the item. */
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
      ? `${grouped(stored)} could be stored, ${grouped(refused)} refused`
      : countWords(this.#written, refused);
  }

  json({ firstLine, lines, stored, bad, passedOver, unread, finished }: ImportReport, understood: readonly string[]) {
    return {
      ...(this.#isDry ? { dry_run: true, first_records: this.#first.map(said) } : this.#written),
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
        ['What is wrong', 'Lines', 'First'],
        this.#byKind().map(([what, { lines, first }]) => [what, lines, first]),
      );
      console.log('');
    }
    this.#showUnread(report.unread);
    if (this.#contradicted > 0)
      printText(
        `${grouped(this.#contradicted)} times a line said something else than an earlier one of the same part; the later one counts.`,
      );
    printText(this.#isDry ? describeCheck(report) : describeReport(report, this.#written));
  }

  /** A look-up that finds a record of this run. */
  lookUp(): string {
    const { id, manufacturer, brand, mpn, gtin, upc } = this.#found ?? {};
    const name = manufacturer ?? brand;
    if (name && mpn) return `items find ${shellWord(name)} ${shellWord(mpn)}`;
    if (gtin ?? upc) return `items find --gtin ${gtin ?? upc ?? ''}`;
    return id ? `items get ${id}` : 'items find "<manufacturer>" "<number>"';
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
        ['Words not known', 'For', 'Records'],
        shown.map((fact) => [fact.words, fact.member, fact.records]),
      );
    printText(
      `${grouped(records)} ${records === 1 ? 'record states' : 'records state'} a fact in words that are not known. The words are kept as they are stated, and nothing is guessed.`,
    );
  }

  #showFirst(): void {
    for (const item of this.#first) {
      const fields = Object.entries(said(item)).map(([name, value]) => [name, wordsOf(value)] as const);
      printFields(Object.fromEntries(fields));
      console.log('');
    }
  }
}

function said(item: ImportedItem): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null));
}

function wordsOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function describeCheck({ lines, stored, bad, passedOver }: ImportReport): string {
  return `${grouped(stored)} records could be stored, ${grouped(bad)} lines would be refused${passedOverWords(passedOver)}, up to line ${grouped(lines)}. Nothing was stored.`;
}

function passedOverWords(count: number): string {
  return count === 0 ? '' : `, ${grouped(count)} left out by the mapping`;
}

function countWords({ created, changed, unchanged }: WriteCounts, refused: number): string {
  const counts = { new: created, changed, unchanged, refused };
  return Object.entries(counts)
    .map(([name, count]) => `${grouped(count)} ${name}`)
    .join(', ');
}

function describeReport(
  { firstLine, lines, stored, bad, passedOver, finished }: ImportReport,
  done: WriteCounts,
): string {
  const resumed =
    firstLine > 1
      ? ` An earlier run had dealt with the lines before ${grouped(firstLine)}; ${grouped(stored)} records are stored in all.`
      : '';
  const counts = `${countWords(done, bad)}${passedOverWords(passedOver)}, up to line ${grouped(lines)}.${resumed}`;
  return finished ? counts : `${counts} Stopped: the same command resumes from there.`;
}
