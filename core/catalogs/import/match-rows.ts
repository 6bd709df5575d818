/**
 * Matches many rows of a file against the index in one read. A row is looked up by its GTIN and by manufacturer and
 * part number, as lookup_part does (docs/reference/tools.md#lookup_part). If GTIN and part number name different parts,
 * the row does not match: one wrong GTIN in ten passes the check digit. match-file-rows.ts adds earlier matches;
 * decide-rows.ts and refresh-catalog.ts decide the outcome of a row.
 */
import type { FoundPart, Part, PartByNumber } from '../../index/lookup/find-part.ts';
import { findParts } from '../../index/lookup/find-parts.ts';
import type { ItemRecord } from '../../index/items/item-record.ts';
import { toManufacturerKey } from '../../index/part-keys/manufacturer-name.ts';
import { partKey, sameVerbatim } from '../../index/part-keys/part-number.ts';
import { describePartProblem, readPart, type NamedPart, type PartProblem } from '../../index/lookup/read-part.ts';
import { MAX_MANUFACTURER_LENGTH, MAX_PART_NUMBER_LENGTH } from '../../index/items/item-record.ts';
import type { ItemIndex } from '../../index/items/item-index.ts';
import { fail, succeed, type Result } from '../../result.ts';
import type { EarlierDecision, MatchWay, RowCandidate } from '../rows/catalog.ts';
import type { NamedRow } from '../files/named-row.ts';
import type { MatchedItem } from '../rows/catalog-store.ts';
import type { LearnedKey } from '../rows/learned-matches.ts';
import type { MissReason } from '../rows/miss-reasons.ts';

export type RowMatch =
  | { readonly kind: 'blank' }
  /**
   * The row names no part that can be looked up; `reason` quotes nothing of it. If only the manufacturer is missing,
   * the row may have candidates.
   */
  | {
      readonly kind: 'names_no_part';
      readonly reason: string;
      readonly numbersWithoutManufacturer?: readonly string[] | undefined;
      readonly candidates?: readonly RowCandidate[];
    }
  | FoundRow
  | {
      readonly kind: 'missing';
      readonly lookedUp: Part;
      readonly why: MissReason;
      readonly candidates: readonly RowCandidate[];
    };

/** `acceptedBy`: the id of the person, or the name of the operator, who accepted or fixed it. */
export interface FoundRow {
  readonly kind: 'found';
  readonly item: MatchedItem;
  /** Absent if the item was not read. */
  readonly wholeItem?: ItemRecord | undefined;
  readonly by: MatchWay;
  /** How many items the number or barcode names, of which this is the most trusted; absent for one. */
  readonly records?: number | undefined;
  readonly acceptedBy?: string | null;
  /** The earlier decision of a person that was applied. */
  readonly decidedIn?: EarlierDecision | undefined;
  /** The key under which that decision is remembered. */
  readonly usedKey?: LearnedKey | undefined;
}

/** The parts that a row names: by GTIN, by manufacturer and part number, or both. */
interface RowParts {
  readonly barcode: (Part & { readonly by: 'gtin' }) | undefined;
  readonly part: PartByNumber | undefined;
}

/** `isNumberUnclear`: the part number may be someone else's, so that an unknown one does not contradict a barcode. */
type RowToMatch = NamedRow & { readonly isNumberUnclear?: boolean | undefined };

/** Says of a cell that it is longer than any name or number. */
export const TOO_LONG_TEXTS = {
  manufacturer: `manufacturer: must have at most ${MAX_MANUFACTURER_LENGTH} characters.`,
  part_number: `part_number: must have at most ${MAX_PART_NUMBER_LENGTH} characters.`,
};

/** The most candidates of a row. */
export const MAX_CANDIDATES = 3;

/**
 * Returns one match per row, in order. It usually takes one read, and one more for missing rows; explain-misses.ts
 * finds their candidates.
 */
export async function matchRows(index: ItemIndex, rows: readonly RowToMatch[]): Promise<readonly RowMatch[]> {
  const named = rows.map(readRowParts);
  const parts = named.flatMap((row) => (row.ok ? [row.value.barcode, row.value.part] : [])).filter(isGiven);
  const answers = await findParts(index, parts, []);
  const answerTo: Answers = new Map(parts.map((part, place) => [part, answers[place]]));
  return named.map((row, place) =>
    row.ok ? decide(row.value, answerTo, rows[place]?.isNumberUnclear === true) : row.reason,
  );
}

type Answers = ReadonlyMap<Part | undefined, FoundPart | undefined>;

function decide({ barcode, part }: RowParts, answerTo: Answers, isNumberUnclear: boolean): RowMatch {
  const [byBarcode, byPart] = [answerTo.get(barcode), answerTo.get(part)];
  const [item, byNumber] = [byBarcode?.found ?? undefined, byPart?.found ?? undefined];
  const lookedUp = part ?? barcode;
  if (lookedUp === undefined) return { kind: 'blank' };
  const mayContradict = byNumber !== undefined || !isNumberUnclear;
  if (item !== undefined && mayContradict && contradicts(item, part, byNumber)) {
    const candidates = [item, ...(byNumber === undefined ? [] : [byNumber])].flatMap(rowCandidatesOf);
    return { kind: 'missing', lookedUp, why: { kind: 'barcode_contradicts' }, candidates };
  }
  if (item !== undefined) return { ...found(item, 'barcode'), ...recordsOf(byBarcode) };
  if (byNumber !== undefined)
    return {
      ...found(byNumber, part !== undefined && isWritten(part, byNumber) ? 'exact' : 'other_spelling'),
      ...recordsOf(byPart),
    };
  return { kind: 'missing', lookedUp, ...explainByKeys(lookedUp, byPart) };
}

/** Explains a miss from the key rows that were already read. */
function explainByKeys(
  lookedUp: Part,
  byPart: FoundPart | undefined,
): { readonly why: MissReason; readonly candidates: readonly RowCandidate[] } {
  if (lookedUp.by === 'gtin') return { why: { kind: 'unknown_barcode' }, candidates: [] };
  const missing = byPart?.found === null ? byPart : undefined;
  const near = missing?.nearPartNumbers ?? [];
  const others = missing?.manufacturers;
  const { manufacturers, reason = null, fitsSeveral = false } = others ?? { manufacturers: [] };
  if (near.length > 0) {
    const candidates = near.map((partNumber) => ({ manufacturer: lookedUp.manufacturer, partNumber }));
    return { why: { kind: 'written_alike' }, candidates: candidates.slice(0, MAX_CANDIDATES) };
  }
  if (manufacturers.length === 0) return { why: { kind: 'unknown_number' }, candidates: [] };
  const nearly = others?.nearly;
  if (nearly !== undefined) {
    const kind = nearly.how === 'shorter' ? 'manufacturer_written_shorter' : 'manufacturer_written_otherwise';
    return { why: { kind }, candidates: [{ manufacturer: nearly.name, partNumber: lookedUp.verbatim }] };
  }
  return {
    why: fitsSeveral ? { kind: 'several_manufacturers' } : { kind: 'other_manufacturer', because: reason },
    candidates: manufacturers.map((manufacturer) => ({ manufacturer, partNumber: lookedUp.verbatim })),
  };
}

function recordsOf(answer: FoundPart | undefined): Pick<FoundRow, 'records'> {
  return answer === undefined || answer.found === null ? {} : { records: answer.records };
}

/**
 * Returns whether GTIN and part number name different parts. An unknown part number is compared with that of the GTIN's
 * item.
 */
function contradicts(item: ItemRecord, part: RowParts['part'], byNumber: ItemRecord | undefined): boolean {
  if (part === undefined) return false;
  if (byNumber !== undefined) return byNumber.id !== item.id;
  return item.mpn !== null && partKey(item.mpn) !== part.part && !sameVerbatim(item.mpn, part.verbatim);
}

/**
 * Returns whether the item has manufacturer and part number as written in the row, ignoring case, outer space and legal
 * forms.
 */
function isWritten({ manufacturerKey, verbatim }: PartByNumber, { mpn, manufacturer, brand }: ItemRecord): boolean {
  const isManufacturer = [manufacturer, brand].some(
    (name) => name !== null && toManufacturerKey(name) === manufacturerKey,
  );
  return isManufacturer && sameVerbatim(mpn ?? '', verbatim);
}

/** @param item the item as it was read, or its id and version alone */
export function found(item: ItemRecord | MatchedItem, by: MatchWay, acceptedBy: string | null = null): FoundRow {
  const { id, updated_at } = item;
  return { kind: 'found', item: { id, updated_at }, wholeItem: 'mpn' in item ? item : undefined, by, acceptedBy };
}

export function rowCandidatesOf({ manufacturer, brand, mpn }: ItemRecord): RowCandidate[] {
  return mpn === null ? [] : [{ manufacturer: manufacturer ?? brand, partNumber: mpn }];
}

/**
 * Returns the parts that a row names, or why it names none. An invalid GTIN is ignored if the row has a manufacturer
 * and part number.
 */
export function readRowParts(row: NamedRow): Result<RowParts, RowMatch & { kind: 'blank' | 'names_no_part' }> {
  const { itemNumber, supplier, partNumber, gtin } = row;
  if ([itemNumber, supplier, partNumber, gtin].every((cell) => cell === null)) return fail({ kind: 'blank' });
  if ((supplier?.length ?? 0) > MAX_MANUFACTURER_LENGTH)
    return fail({ kind: 'names_no_part', reason: TOO_LONG_TEXTS.manufacturer });
  if ((partNumber?.length ?? 0) > MAX_PART_NUMBER_LENGTH)
    return fail({ kind: 'names_no_part', reason: TOO_LONG_TEXTS.part_number });
  const part = readPart(namedPart(supplier, partNumber));
  const barcode = gtin === null ? undefined : readPart({ gtin });
  const parts = {
    barcode: barcode?.ok === true && barcode.value.by === 'gtin' ? barcode.value : undefined,
    part: part.ok && part.value.by === 'part' ? part.value : undefined,
  };
  if (parts.barcode !== undefined || parts.part !== undefined) return succeed(parts);
  const problem: Result<Part, PartProblem> = barcode ?? part;
  return fail({
    kind: 'names_no_part',
    reason: problem.ok ? '' : describePartProblem(problem.reason).message,
    numbersWithoutManufacturer: supplier === null && partNumber !== null ? [partNumber] : undefined,
  });
}

function namedPart(supplier: string | null, partNumber: string | null): NamedPart {
  return { manufacturer: supplier ?? undefined, part_number: partNumber ?? undefined };
}

function isGiven<T>(value: T | undefined): value is T {
  return value !== undefined;
}
