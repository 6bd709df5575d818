/**
 * Decides which item is the part that is asked for: a pure decision over the entries of its key row and the items read so far
 * (docs/reference/behavior.md#finding-a-part). An entry that carries no copy of its record, or one without the sections that are asked for, is chosen by what it says of the
 * record and then read. How rows and records are read is in find-parts.ts.
 */
import type { Gtin14 } from '../part-keys/gtin.ts';
import type { StoredItem } from '../items/item-lifecycle.ts';
import { hintManufacturers, type ManufacturerHint } from '../manufacturers/manufacturer-hints.ts';
import type { ManufacturerTable } from '../manufacturers/manufacturer-table.ts';
import { resolveManufacturer } from '../manufacturers/resolve-manufacturer.ts';
import type { ManufacturerKey } from '../part-keys/manufacturer-name.ts';
import { hyphensApart, isWrittenAs } from '../part-keys/hyphens.ts';
import { cutEnds, partKey, sameVerbatim, verbatimForm, type PartKey } from '../part-keys/part-number.ts';
import type { EntryIdentity, IndexKey, KeyEntry, NumberAlike } from '../items/product-index.ts';
import { barcodesOf } from '../items/item-identity.ts';

/** One part asked for. `manufacturer` and `verbatim` are manufacturer and number as the caller wrote them. */
export type Part =
  | { readonly by: 'gtin'; readonly gtin: Gtin14 }
  | {
      readonly by: 'part';
      readonly manufacturer: string;
      readonly manufacturerKey: ManufacturerKey;
      readonly part: PartKey;
      readonly verbatim: string;
    };

export type FoundPart = { readonly found: StoredItem } | MissingPart;

export interface MissingPart {
  readonly found: null;
  /** The different numbers that share the part's key when none is the number asked for; sorted. Or the one that a hyphen tells apart from it, and numbers that begin as it is written. */
  readonly nearPartNumbers: readonly string[];
  /** Who makes the number, where the asked manufacturer does not, or may be several of them. */
  readonly manufacturers?: ManufacturerHint | undefined;
}

export const NOT_FOUND: MissingPart = { found: null, nearPartNumbers: [] };

/** The items to read before the decision. */
export type PartDecision = FoundPart | { readonly toRead: readonly string[] };

/** The items read so far, by id; undefined if the item no longer exists. */
export type KnownRecords = ReadonlyMap<string, StoredItem | undefined>;

/** How many part numbers are named in addition to the one that differs by a hyphen. */
const MAX_WRITTEN = 2;

/** An entry with its item as far as known. */
interface Candidate {
  readonly itemId: string;
  readonly identity: EntryIdentity;
  /** The item to answer with; undefined if it must be read. */
  readonly record: StoredItem | undefined;
}

/** The keys to read, one per part, in their order. */
export function keysFor(parts: readonly Part[]): readonly IndexKey[] {
  return parts.map((part) =>
    part.by === 'gtin' ? part : { by: 'part', manufacturerKey: part.manufacturerKey, part: part.part },
  );
}

/** Whether the entries under its key show that the part is not found. */
export function isMiss(
  part: Part,
  entries: readonly KeyEntry[],
  manufacturers: ManufacturerTable,
  longer: readonly NumberAlike[] = [],
): boolean {
  const decision = decideFind(part, entries, new Map(), true, manufacturers, longer);
  return 'found' in decision && decision.found === null;
}

/** Whether the number that would be found has other hyphens: then numbers that begin as the asked one must be read before it is decided. */
export function answersInOtherHyphens(
  part: Part,
  entries: readonly KeyEntry[],
  manufacturers: ManufacturerTable,
): boolean {
  if (part.by === 'gtin') return false;
  const decision = decideFind(part, entries, new Map(), true, manufacturers);
  const itemId = 'toRead' in decision ? decision.toRead[0] : decision.found?.id;
  const number = entries.find((entry) => entry.itemId === itemId)?.identity.mpn ?? null;
  return number !== null && hyphensApart(part.verbatim, number).length > 0;
}

/**
 * Decides one part from the entries under its key.
 * @param known the records that were read, with their sections
 * @param copiesAnswer whether an entry's copy is enough to answer with: no sections are asked for
 * @param manufacturers what names mean
 * @param longer numbers that begin with the asked one, where `answersInOtherHyphens`
 */
export function decideFind(
  part: Part,
  entries: readonly KeyEntry[],
  known: KnownRecords,
  copiesAnswer: boolean,
  manufacturers: ManufacturerTable,
  longer: readonly NumberAlike[] = [],
): PartDecision {
  const candidates = entries.flatMap((entry) => candidateOf(entry, known, copiesAnswer) ?? []);
  return part.by === 'gtin'
    ? best(candidates.filter(({ record }) => record === undefined || barcodesOf(record).includes(part.gtin)))
    : decideByNumber(part, candidates, manufacturers, longer);
}

function candidateOf(entry: KeyEntry, known: KnownRecords, copiesAnswer: boolean): Candidate | undefined {
  const { itemId, identity } = entry;
  if (known.has(itemId)) {
    const record = known.get(itemId);
    return record && { itemId, identity: record, record };
  }
  return { itemId, identity, record: copiesAnswer ? entry.record : undefined };
}

function decideByNumber(
  part: Part & { by: 'part' },
  candidates: readonly Candidate[],
  manufacturers: ManufacturerTable,
  longer: readonly NumberAlike[],
): PartDecision {
  const sameNumber = candidates.filter(({ identity }) => partKey(identity.mpn ?? '') === part.part);
  const held = sameNumber.map(({ identity }) => identity);
  const resolution = resolveManufacturer(part.manufacturer, held, manufacturers);
  if (resolution.kind !== 'fits') {
    return { ...NOT_FOUND, manufacturers: hintManufacturers(part.manufacturer, held, manufacturers, resolution) };
  }
  const matching = resolution.places.flatMap((place) => sameNumber[place] ?? []);
  for (const written of [(number: string) => number, cutEnds]) {
    const asked = written(part.verbatim);
    const verbatim = matching.filter(({ identity }) => sameVerbatim(written(identity.mpn ?? ''), asked));
    if (verbatim.length > 0) return best(verbatim);
  }
  const numbers = new Map(
    matching.map(({ identity: { mpn } }) => [verbatimForm(mpn ?? ''), (mpn ?? '').trim()] as const),
  );
  const [other = ''] = numbers.values();
  const apart = numbers.size === 1 ? writtenAs(part, other, longer, manufacturers) : [];
  if (apart.length > 0) return { found: null, nearPartNumbers: [other, ...apart] };
  if (numbers.size <= 1) return best(matching);
  return { found: null, nearPartNumbers: [...numbers.values()].sort() };
}

/** Numbers of the asked manufacturer that begin as the asked one is written, where the held one has another hyphen. */
function writtenAs(
  { manufacturer, part, verbatim }: Part & { by: 'part' },
  held: string,
  longer: readonly NumberAlike[],
  manufacturers: ManufacturerTable,
): readonly string[] {
  const begins = longer.filter(
    ({ number }) => partKey(number) !== part && partKey(number).startsWith(part) && isWrittenAs(verbatim, held, number),
  );
  const resolution = resolveManufacturer(manufacturer, begins, manufacturers);
  const own = resolution.kind === 'fits' ? resolution.places.flatMap((place) => begins[place] ?? []) : [];
  return [...new Map(own.map(({ number }) => [verbatimForm(number), number.trim()])).values()].slice(0, MAX_WRITTEN);
}

/** The record of the highest confidence; among equals, of the lowest id. */
function best(candidates: readonly Candidate[]): PartDecision {
  const [first] = candidates.toSorted(
    (a, b) => (b.identity.confidence ?? 0) - (a.identity.confidence ?? 0) || (a.itemId < b.itemId ? -1 : 1),
  );
  if (first === undefined) return NOT_FOUND;
  return first.record === undefined ? { toRead: [first.itemId] } : { found: first.record };
}
