/**
 * Finds many parts with one read of their key rows, which usually include the items. Look-ups, catalogs and enrichment
 * requests all use this file, so that they cannot give different results for the same part.
 */
import {
  answersInOtherHyphens,
  decideFind,
  isMiss,
  keysFor,
  NOT_FOUND,
  type FoundPart,
  type KnownItems,
  type Part,
  type PartByNumber,
  type PartDecision,
} from './find-part.ts';
import type { StoredItem } from '../items/item-lifecycle.ts';
import type { ItemSection } from '../items/item-record.ts';
import type { ManufacturerTable } from '../manufacturers/manufacturer-table.ts';
import type { KeyEntry, NumberAlike, ItemIndex } from '../items/item-index.ts';

/** A chosen item may be deleted or changed before it is read; then the next one is read. */
const MAX_READS = 3;

/**
 * Returns one result per part, in order, with the requested sections. Usually takes one round trip if no sections are
 * requested.
 */
export async function findParts(
  index: Pick<ItemIndex, 'readKeys' | 'readItems' | 'readNumbersAlike' | 'manufacturers'>,
  parts: readonly Part[],
  sections: readonly ItemSection[],
): Promise<readonly FoundPart[]> {
  if (parts.length === 0) return [];
  return decideParts(index, parts, await readPartRows(index, parts), sections);
}

/** The rows of a call's parts, read before its items. */
export interface PartRows {
  /** In the order of the parts. */
  readonly entries: readonly (readonly KeyEntry[])[];
  readonly manufacturers: ManufacturerTable;
  /** Part numbers that begin with the requested one, for each part that `answersInOtherHyphens`. */
  readonly longer: readonly (readonly NumberAlike[])[];
  /** What the rows alone decide. */
  readonly decisions: readonly PartDecision[];
}

const NOTHING_READ: KnownItems = new Map();

// The arrays of each call are filled by loops: one of map() has another kind once V8 inlines it, for which everything
// that reads it is compiled anew.

export async function readPartRows(
  index: Pick<ItemIndex, 'readKeys' | 'readNumbersAlike' | 'manufacturers'>,
  parts: readonly Part[],
): Promise<PartRows> {
  const entries = await index.readKeys(keysFor(parts));
  return await withLongerNumbers(index, parts, entries, await index.manufacturers());
}

/** Takes one more round trip if a match has other hyphens than the part, otherwise none. */
export async function withLongerNumbers(
  index: Pick<ItemIndex, 'readNumbersAlike'>,
  parts: readonly Part[],
  entries: readonly (readonly KeyEntry[])[],
  manufacturers: ManufacturerTable,
): Promise<PartRows> {
  const decide = (longer: PartRows['longer']) =>
    decideAll(parts, { entries, manufacturers, longer }, NOTHING_READ, true);
  const decisions = decide([]);
  const hyphensDiffer = (part: Part, place: number): part is PartByNumber => {
    const decision = decisions[place];
    return decision !== undefined && part.by === 'part' && answersInOtherHyphens(part, entries[place] ?? [], decision);
  };
  if (!parts.some(hyphensDiffer)) return { entries, manufacturers, longer: [], decisions };
  const longer = await Promise.all(
    parts.map(async (part, place) =>
      hyphensDiffer(part, place) ? index.readNumbersAlike(part.verbatim, 'longer') : [],
    ),
  );
  return { entries, manufacturers, longer, decisions: decide(longer) };
}

/** @param copiesAreEnough whether the copies of items in the rows make an answer */
function decideAll(
  parts: readonly Part[],
  { entries, manufacturers, longer }: Omit<PartRows, 'decisions'>,
  known: KnownItems,
  copiesAreEnough: boolean,
): readonly PartDecision[] {
  const decisions: PartDecision[] = [];
  for (const [place, part] of parts.entries())
    decisions.push(decideFind(part, entries[place] ?? [], known, copiesAreEnough, manufacturers, longer[place]));
  return decisions;
}

/** Returns whether the rows already show that every part is a miss. */
export function areMisses({ decisions }: PartRows): boolean {
  return decisions.every(isMiss);
}

/** Returns how many of the parts named by number the rows show to be misses. */
export function countMisses(parts: readonly Part[], { decisions }: PartRows): number {
  return decisions.filter((decision, place) => parts[place]?.by === 'part' && isMiss(decision)).length;
}

/** Like `findParts`, with key rows that were already read. */
export async function decideParts(
  index: Pick<ItemIndex, 'readItems'>,
  parts: readonly Part[],
  rows: PartRows,
  sections: readonly ItemSection[],
): Promise<readonly FoundPart[]> {
  const known = new Map<string, StoredItem | undefined>();
  const decide = () => decideAll(parts, rows, known, sections.length === 0);
  // The copies of the items in the rows are enough for an answer without sections.
  let decisions = sections.length === 0 ? rows.decisions : decide();
  for (let read = 1; read <= MAX_READS; read += 1) {
    const toRead = [...new Set(decisions.flatMap((decision) => ('toRead' in decision ? decision.toRead : [])))];
    if (toRead.length === 0) break;
    const items = await index.readItems(toRead, sections);
    for (const itemId of toRead) known.set(itemId, items.get(itemId));
    decisions = decide();
  }
  const found: FoundPart[] = [];
  for (const decision of decisions) found.push('toRead' in decision ? NOT_FOUND : decision);
  return found;
}
