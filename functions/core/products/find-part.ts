/**
 * Which record answers a question for a part: pure decisions between the reads. Read the entries of `keysFor`, then the records of
 * `candidateIds`, then decide. A key row may be stale, so it only names candidates: a record is believed when its own makers,
 * number or barcodes match the question (design.md section 4). How rows and records are read is for the index.
 */
import type { Gtin14 } from './gtin.ts';
import type { ItemRecord } from './item-record.ts';
import type { MakerKey } from './manufacturer-name.ts';
import { sameVerbatim, verbatimForm, type PartKey } from './part-number.ts';
import type { IndexKey, KeyEntry } from './product-index.ts';
import { barcodesOf, makersOf, partKeyOf } from './record-identity.ts';

/** One part asked for. `verbatim` is the number as the caller wrote it. */
export type PartQuestion =
  | { readonly by: 'gtin'; readonly gtin: Gtin14 }
  | { readonly by: 'part'; readonly maker: MakerKey; readonly part: PartKey; readonly verbatim: string };

/** `nearPartNumbers`: the different numbers that share the question's key when none is the number asked for; sorted. */
export type FoundPart =
  { readonly found: ItemRecord } | { readonly found: null; readonly nearPartNumbers: readonly string[] };

/** The keys to read, one a question and in its order. */
export function keysFor(questions: readonly PartQuestion[]): readonly IndexKey[] {
  return questions.map((question) =>
    question.by === 'gtin' ? question : { by: 'part', maker: question.maker, part: question.part },
  );
}

/** The records to read for the entries of all keys, each once. */
export function candidateIds(entriesByKey: readonly (readonly KeyEntry[])[]): readonly string[] {
  return [...new Set(entriesByKey.flat().map((entry) => entry.itemId))];
}

/** Decides one question from the entries under its key and the records that were read. */
export function decideFind(
  question: PartQuestion,
  entries: readonly KeyEntry[],
  records: ReadonlyMap<string, ItemRecord>,
): FoundPart {
  const candidates = entries.flatMap((entry) => records.get(entry.itemId) ?? []);
  return question.by === 'gtin'
    ? best(candidates.filter((record) => barcodesOf(record).includes(question.gtin)))
    : decideByNumber(question, candidates);
}

function decideByNumber(question: PartQuestion & { by: 'part' }, candidates: readonly ItemRecord[]): FoundPart {
  const matching = candidates.filter(
    (record) => partKeyOf(record) === question.part && makersOf(record).includes(question.maker),
  );
  const verbatim = matching.filter((record) => sameVerbatim(record.mpn ?? '', question.verbatim));
  if (verbatim.length > 0) return best(verbatim);
  const numbers = new Map(matching.map((record) => [verbatimForm(record.mpn ?? ''), (record.mpn ?? '').trim()]));
  if (numbers.size <= 1) return best(matching);
  return { found: null, nearPartNumbers: [...numbers.values()].sort() };
}

/** The record of the highest confidence; among equals, of the lowest id. */
function best(records: readonly ItemRecord[]): FoundPart {
  const [found] = records.toSorted((a, b) => (b.confidence ?? 0) - (a.confidence ?? 0) || (a.id < b.id ? -1 : 1));
  return found === undefined ? { found: null, nearPartNumbers: [] } : { found };
}
