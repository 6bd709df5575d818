/**
 * Finds many parts together: one read of the key rows of all parts, which usually include the items too. All look-ups use this
 * file, so that a look-up, a catalog and an enrichment request can never answer differently for the same part.
 */
import {
  answersInOtherHyphens,
  decideFind,
  isMiss,
  keysFor,
  NOT_FOUND,
  type FoundPart,
  type KnownRecords,
  type Part,
} from './find-part.ts';
import type { StoredItem } from '../items/item-lifecycle.ts';
import type { ItemSection } from '../items/item-record.ts';
import type { ManufacturerTable } from '../manufacturers/manufacturer-table.ts';
import type { KeyEntry, NumberAlike, ProductIndex } from '../items/product-index.ts';

/** A chosen item may be gone or changed when it is read; then the next one is read. */
const MAX_READS = 3;

/** One answer per part, in their order, with the requested sections; usually one round trip when none are requested. */
export async function findParts(
  products: Pick<ProductIndex, 'readKeys' | 'readItems' | 'readNumbersAlike' | 'manufacturers'>,
  parts: readonly Part[],
  sections: readonly ItemSection[],
): Promise<readonly FoundPart[]> {
  if (parts.length === 0) return [];
  return settleParts(products, parts, await readPartRows(products, parts), sections);
}

/** What a call knows of its parts before it reads items: the entries of each, and the meaning of manufacturers' names in this call. */
export interface PartRows {
  /** In the order of the parts. */
  readonly entries: readonly (readonly KeyEntry[])[];
  readonly manufacturers: ManufacturerTable;
  /** Numbers that begin with the asked one, of parts whose answer has other hyphens. */
  readonly longer: readonly (readonly NumberAlike[])[];
}

export async function readPartRows(
  products: Pick<ProductIndex, 'readKeys' | 'readNumbersAlike' | 'manufacturers'>,
  parts: readonly Part[],
): Promise<PartRows> {
  const entries = await products.readKeys(keysFor(parts));
  return withLongerNumbers(products, parts, entries, await products.manufacturers());
}

/** One round trip more where an answer has other hyphens than the part; none otherwise. */
export async function withLongerNumbers(
  products: Pick<ProductIndex, 'readNumbersAlike'>,
  parts: readonly Part[],
  entries: readonly (readonly KeyEntry[])[],
  manufacturers: ManufacturerTable,
): Promise<PartRows> {
  const longer = await Promise.all(
    parts.map(async (part, place) =>
      part.by === 'part' && answersInOtherHyphens(part, entries[place] ?? [], manufacturers)
        ? products.readNumbersAlike(part.verbatim, 'longer')
        : [],
    ),
  );
  return { entries, manufacturers, longer };
}

/** Whether the rows alone show that no part is found. */
export function areMisses(parts: readonly Part[], { entries, manufacturers, longer }: PartRows): boolean {
  return parts.every((part, index) => isMiss(part, entries[index] ?? [], manufacturers, longer[index]));
}

/** `findParts` from key rows that were already read. */
export async function settleParts(
  products: Pick<ProductIndex, 'readItems'>,
  parts: readonly Part[],
  { entries, manufacturers, longer }: PartRows,
  sections: readonly ItemSection[],
): Promise<readonly FoundPart[]> {
  const known = new Map<string, StoredItem | undefined>();
  const decide = (all: KnownRecords) =>
    parts.map((part, index) =>
      decideFind(part, entries[index] ?? [], all, sections.length === 0, manufacturers, longer[index]),
    );
  let decisions = decide(known);
  for (let read = 1; read <= MAX_READS; read += 1) {
    const toRead = [...new Set(decisions.flatMap((decision) => ('toRead' in decision ? decision.toRead : [])))];
    if (toRead.length === 0) break;
    const records = await products.readItems(toRead, sections);
    for (const itemId of toRead) known.set(itemId, records.get(itemId));
    decisions = decide(known);
  }
  return decisions.map((decision) => ('toRead' in decision ? NOT_FOUND : decision));
}
