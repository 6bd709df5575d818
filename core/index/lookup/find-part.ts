/**
 * Decides which item is the requested part, purely from the entries of its key row and the items read so far
 * (docs/reference/behavior.md#finding-a-part). If the chosen entry has no copy of its item, or a copy without the
 * requested sections, the item must be read. find-parts.ts reads rows and items.
 */
import type { Gtin14 } from '../part-keys/gtin.ts';
import type { StoredItem } from '../items/item-lifecycle.ts';
import { findOtherManufacturers, type OtherManufacturers } from '../manufacturers/other-manufacturers.ts';
import type { ManufacturerTable } from '../manufacturers/manufacturer-table.ts';
import { resolveManufacturer } from '../manufacturers/resolve-manufacturer.ts';
import type { ManufacturerKey } from '../part-keys/manufacturer-name.ts';
import { hyphensApart, isWrittenAs } from '../part-keys/hyphens.ts';
import { cutEnds, partKey, sameVerbatim, verbatimForm, type PartKey } from '../part-keys/part-number.ts';
import type { EntryIdentity, IndexKey, KeyEntry, NumberAlike } from '../items/item-index.ts';
import { gtinsOf } from '../items/item-identity.ts';

/** A requested part. */
export type Part = { readonly by: 'gtin'; readonly gtin: Gtin14 } | PartByNumber;

/** `manufacturer` and `verbatim` are the manufacturer and part number as the caller wrote them. */
export interface PartByNumber {
  readonly by: 'part';
  readonly manufacturer: string;
  readonly manufacturerKey: ManufacturerKey;
  readonly part: PartKey;
  readonly verbatim: string;
}

/** `records`: how many items of the manufacturer have the number, or of the barcode; absent for one. */
export type FoundPart = { readonly found: StoredItem; readonly records?: number } | MissingPart;

export interface MissingPart {
  readonly found: null;
  /**
   * Part numbers with the part's key, sorted, none the requested one; or one that differs by a hyphen, and then others
   * that begin as the requested one is written.
   */
  readonly nearPartNumbers: readonly string[];
  /** The manufacturers of the part number, if the requested one is not among them or may mean several. */
  readonly manufacturers?: OtherManufacturers | undefined;
}

export const NOT_FOUND: MissingPart = { found: null, nearPartNumbers: [] };

/** The items to read before the decision. */
export type PartDecision = FoundPart | { readonly toRead: readonly string[] };

/** The items read so far, by id; undefined if the item no longer exists. */
export type KnownItems = ReadonlyMap<string, StoredItem | undefined>;

/** The maximum number of candidates in addition to the one that differs by a hyphen. */
const MAX_WRITTEN = 2;

/** An entry, with its item if that is known. */
interface Fit {
  readonly itemId: string;
  readonly identity: EntryIdentity;
  /** The item to answer with; undefined if it must be read. */
  readonly item: StoredItem | undefined;
}

/** Returns the keys to read, one per part, in the same order. */
export function keysFor(parts: readonly Part[]): readonly IndexKey[] {
  return parts.map((part) =>
    part.by === 'gtin' ? part : { by: 'part', manufacturerKey: part.manufacturerKey, part: part.part },
  );
}

/** Returns whether the part is a miss. */
export function isMiss(decision: PartDecision): boolean {
  return 'found' in decision && decision.found === null;
}

/**
 * Returns whether the part number that would match has other hyphens. Then the decision needs part numbers that begin
 * with the requested one.
 */
export function answersInOtherHyphens(
  part: PartByNumber,
  entries: readonly KeyEntry[],
  decision: PartDecision,
): boolean {
  const itemId = 'toRead' in decision ? decision.toRead[0] : decision.found?.id;
  const number = entries.find((entry) => entry.itemId === itemId)?.identity.mpn ?? null;
  return number !== null && hyphensApart(part.verbatim, number).length > 0;
}

/**
 * Decides which item a part is, from the entries under its key.
 * @param known the items that were read, with their sections
 * @param copiesAnswer whether an entry's copy is enough for the answer, because no sections are requested
 * @param longer part numbers that begin with the requested one, if the decision without them `answersInOtherHyphens`
 */
export function decideFind(
  part: Part,
  entries: readonly KeyEntry[],
  known: KnownItems,
  copiesAnswer: boolean,
  manufacturers: ManufacturerTable,
  longer: readonly NumberAlike[] = [],
): PartDecision {
  const fits = entries.flatMap((entry) => fitOf(entry, known, copiesAnswer) ?? []);
  return part.by === 'gtin'
    ? best(fits.filter(({ item }) => item === undefined || gtinsOf(item).includes(part.gtin)))
    : decideByNumber(part, fits, manufacturers, longer);
}

function fitOf(entry: KeyEntry, known: KnownItems, copiesAnswer: boolean): Fit | undefined {
  const { itemId, identity } = entry;
  if (known.has(itemId)) {
    const item = known.get(itemId);
    return item && { itemId, identity: item, item };
  }
  return { itemId, identity, item: copiesAnswer ? entry.item : undefined };
}

function decideByNumber(
  part: PartByNumber,
  fits: readonly Fit[],
  manufacturers: ManufacturerTable,
  longer: readonly NumberAlike[],
): PartDecision {
  const sameNumber: Fit[] = [];
  const identities: EntryIdentity[] = [];
  for (const fit of fits) {
    if (partKey(fit.identity.mpn ?? '') !== part.part) continue;
    sameNumber.push(fit);
    identities.push(fit.identity);
  }
  const resolution = resolveManufacturer(part.manufacturer, identities, manufacturers);
  if (resolution.kind !== 'fits') {
    return {
      ...NOT_FOUND,
      manufacturers: findOtherManufacturers(part.manufacturer, identities, manufacturers, resolution),
    };
  }
  const matching = resolution.places.flatMap((place) => sameNumber[place] ?? []);
  for (const written of [(number: string) => number, cutEnds]) {
    const wanted = written(part.verbatim);
    const verbatim = matching.filter(({ identity }) => sameVerbatim(written(identity.mpn ?? ''), wanted));
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

/**
 * Returns part numbers of the requested manufacturer that begin exactly as the requested one is written, unlike the
 * stored one.
 */
function writtenAs(
  { manufacturer, part, verbatim }: PartByNumber,
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

/** Chooses the item with the highest confidence, then the lowest id. */
function best(fits: readonly Fit[]): PartDecision {
  const [first] = fits.toSorted(
    (a, b) => (b.identity.confidence ?? 0) - (a.identity.confidence ?? 0) || (a.itemId < b.itemId ? -1 : 1),
  );
  if (first === undefined) return NOT_FOUND;
  if (first.item === undefined) return { toRead: [first.itemId] };
  const records = fits.length === 1 ? 1 : new Set(fits.map(({ itemId }) => itemId)).size;
  return records === 1 ? { found: first.item } : { found: first.item, records };
}
