/**
 * Matches many rows of a file against the index in one read. A row is looked up by its GTIN and by manufacturer and part number, as lookup_part does
 * (docs/reference/tools.md#lookup_part). A barcode and a number that name different parts match nothing: one wrong number in ten passes a check digit. What was
 * matched before is brought in by match-list-rows.ts; what an answer makes of a row is decided where it came in or is looked at again.
 */
import type { FoundPart, Part } from '../lookup/find-part.ts';
import { findParts } from '../lookup/find-parts.ts';
import type { ItemRecord } from '../items/item-record.ts';
import { toManufacturerKey } from '../part-keys/manufacturer-name.ts';
import { partKey, sameVerbatim } from '../part-keys/part-number.ts';
import { describePartProblem, readPart, type NamedPart, type PartProblem } from '../lookup/read-part.ts';
import { MAX_MANUFACTURER_LENGTH, MAX_PART_NUMBER_LENGTH } from '../items/item-record.ts';
import type { ProductIndex } from '../items/product-index.ts';
import { fail, succeed, type Result } from '../result.ts';
import type { MatchWay, RowCandidate } from '../catalogs/catalog.ts';
import type { NamedRow } from '../table-files/named-row.ts';
import type { MatchedItem } from '../catalogs/catalog-store.ts';
import type { MissReason } from '../catalogs/miss-reasons.ts';

export type RowMatch =
  | { readonly kind: 'blank' }
  /** The row names no part that can be looked up; `reason` quotes nothing of it. If only the manufacturer is missing, parts of any manufacturer are candidates. */
  | {
      readonly kind: 'unaskable';
      readonly reason: string;
      readonly numberWithoutManufacturer?: string | undefined;
      readonly candidates?: readonly RowCandidate[];
    }
  | FoundRow
  | {
      readonly kind: 'missing';
      readonly asked: Part;
      readonly why: MissReason;
      readonly candidates: readonly RowCandidate[];
    };

/** `acceptedBy`: who accepted or fixed it. */
export interface FoundRow {
  readonly kind: 'found';
  readonly item: MatchedItem;
  readonly by: MatchWay;
  readonly acceptedBy?: string | null;
}

/** The parts that a row names: by GTIN, by manufacturer and part number, or both. */
export interface RowParts {
  readonly barcode: (Part & { readonly by: 'gtin' }) | undefined;
  readonly part: (Part & { readonly by: 'part' }) | undefined;
}

/** The most candidates of a row that is not found. */
export const MAX_CANDIDATES = 3;

/** One answer a row, in their order: one read usually, one more for rows that are not found. What may be meant by those is in miss-hints.ts. */
export async function matchRows(products: ProductIndex, rows: readonly NamedRow[]): Promise<readonly RowMatch[]> {
  const asked = rows.map(askRow);
  const parts = asked.flatMap((row) => (row.ok ? [row.value.barcode, row.value.part] : [])).filter(isGiven);
  const answers = (await findParts(products, parts, []))[Symbol.iterator]();
  const answerTo = (asked: Part | undefined): FoundPart | undefined =>
    asked === undefined ? undefined : answers.next().value;
  return asked.map((row) =>
    row.ok ? decide(row.value, answerTo(row.value.barcode), answerTo(row.value.part)) : row.reason,
  );
}

function decide(
  { barcode, part }: RowParts,
  byBarcode: FoundPart | undefined,
  byPart: FoundPart | undefined,
): RowMatch {
  const [item, named] = [byBarcode?.found ?? undefined, byPart?.found ?? undefined];
  const asked = part ?? barcode;
  if (asked === undefined) return { kind: 'blank' };
  if (item !== undefined && contradicts(item, part, named)) {
    const candidates = [item, ...(named === undefined ? [] : [named])].flatMap(candidateOf);
    return { kind: 'missing', asked, why: { kind: 'barcode_contradicts' }, candidates };
  }
  if (item !== undefined) return found(item, 'barcode');
  if (named !== undefined)
    return found(named, part !== undefined && isWritten(part, named) ? 'exact' : 'other_spelling');
  return { kind: 'missing', asked, ...explainByKeys(asked, byPart) };
}

/** Explains a part that is not found by the key rows that were already read. */
function explainByKeys(
  asked: Part,
  byPart: FoundPart | undefined,
): { readonly why: MissReason; readonly candidates: readonly RowCandidate[] } {
  if (asked.by === 'gtin') return { why: { kind: 'unknown_barcode' }, candidates: [] };
  const missing = byPart?.found === null ? byPart : undefined;
  const near = missing?.nearPartNumbers ?? [];
  const { manufacturers, reason = null, fitsSeveral = false } = missing?.manufacturers ?? { manufacturers: [] };
  if (near.length > 0) {
    const candidates = near.map((partNumber) => ({ manufacturer: asked.manufacturer, partNumber }));
    return { why: { kind: 'written_alike' }, candidates: candidates.slice(0, MAX_CANDIDATES) };
  }
  if (manufacturers.length === 0) return { why: { kind: 'unknown_number' }, candidates: [] };
  return {
    why: fitsSeveral ? { kind: 'several_manufacturers' } : { kind: 'other_manufacturer', because: reason },
    candidates: manufacturers.map((manufacturer) => ({ manufacturer, partNumber: asked.verbatim })),
  };
}

/** Whether the GTIN's part differs from the one that manufacturer and part number name, if both are known. */
function contradicts(item: ItemRecord, part: RowParts['part'], named: ItemRecord | undefined): boolean {
  if (part === undefined) return false;
  if (named !== undefined) return named.id !== item.id;
  return item.mpn !== null && partKey(item.mpn) !== part.part && !sameVerbatim(item.mpn, part.verbatim);
}

/** Whether the item has the manufacturer and part number as the row writes them, ignoring case, outer space and legal forms. */
function isWritten(
  { manufacturerKey, verbatim }: Part & { by: 'part' },
  { mpn, manufacturer, brand }: ItemRecord,
): boolean {
  const isManufacturer = [manufacturer, brand].some(
    (name) => name !== null && toManufacturerKey(name) === manufacturerKey,
  );
  return isManufacturer && sameVerbatim(mpn ?? '', verbatim);
}

export function found({ id, updated_at }: MatchedItem, by: MatchWay, acceptedBy: string | null = null): FoundRow {
  return { kind: 'found', item: { id, updated_at }, by, acceptedBy };
}

export function candidateOf({ manufacturer, brand, mpn }: ItemRecord): RowCandidate[] {
  return mpn === null ? [] : [{ manufacturer: manufacturer ?? brand, partNumber: mpn }];
}

/** The parts that a row names, or why it names none. An invalid GTIN is ignored when the row also names a manufacturer and part number. */
export function askRow(row: NamedRow): Result<RowParts, RowMatch & { kind: 'blank' | 'unaskable' }> {
  const { itemNumber, supplier, partNumber, gtin } = row;
  if ([itemNumber, supplier, partNumber, gtin].every((cell) => cell === null)) return fail({ kind: 'blank' });
  if ((supplier?.length ?? 0) > MAX_MANUFACTURER_LENGTH) return fail(tooLong('manufacturer', MAX_MANUFACTURER_LENGTH));
  if ((partNumber?.length ?? 0) > MAX_PART_NUMBER_LENGTH) return fail(tooLong('part_number', MAX_PART_NUMBER_LENGTH));
  const part = readPart(namedPart(supplier, partNumber));
  const barcode = gtin === null ? undefined : readPart({ gtin });
  const parts = {
    barcode: barcode?.ok === true && barcode.value.by === 'gtin' ? barcode.value : undefined,
    part: part.ok && part.value.by === 'part' ? part.value : undefined,
  };
  if (parts.barcode !== undefined || parts.part !== undefined) return succeed(parts);
  const problem: Result<Part, PartProblem> = barcode ?? part;
  return fail({
    kind: 'unaskable',
    reason: problem.ok ? '' : describePartProblem(problem.reason).message,
    numberWithoutManufacturer: supplier === null ? (partNumber ?? undefined) : undefined,
  });
}

function namedPart(supplier: string | null, partNumber: string | null): NamedPart {
  return { manufacturer: supplier ?? undefined, part_number: partNumber ?? undefined };
}

function tooLong(field: string, limit: number): { readonly kind: 'unaskable'; readonly reason: string } {
  return { kind: 'unaskable', reason: `${field}: must have at most ${limit} characters.` };
}

function isGiven<T>(value: T | undefined): value is T {
  return value !== undefined;
}
