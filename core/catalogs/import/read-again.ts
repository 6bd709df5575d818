/**
 * Looks up the other readings (other-readings.ts) of rows that the index does not have as they are written. A number
 * without its label is a match; everything else is a candidate. Rows that are found cost nothing here, the others one
 * or two more reads together.
 */
import type { EntryIdentity, ItemIndex } from '../../index/items/item-index.ts';
import { isNearlyNamed } from '../../index/manufacturers/nearly-manufacturer.ts';
import { resolveManufacturer } from '../../index/manufacturers/resolve-manufacturer.ts';
import type { ManufacturerTable } from '../../index/manufacturers/manufacturer-table.ts';
import { manufacturerWords, toManufacturerKey } from '../../index/part-keys/manufacturer-name.ts';
import { digitsLeft, isWrittenScientifically, spoiledIn } from '../../index/part-keys/spoiled-number.ts';
import { partKey, sameVerbatim } from '../../index/part-keys/part-number.ts';
import type { RowCandidate } from '../rows/catalog.ts';
import type { NamedRow } from '../files/named-row.ts';
import type { NamedSet } from '../files/read-row.ts';
import { describeMiss, type MissReason } from '../rows/miss-reasons.ts';
import { rowCandidatesOf, found, matchRows, MAX_CANDIDATES, type RowMatch } from './match-rows.ts';
import {
  makerWritings,
  meantParts,
  namesSeveral,
  numbersInWords,
  plainNumbers,
  wordsWithNumbers,
} from '../files/other-readings.ts';

interface RowToRead {
  readonly named: NamedRow;
  readonly alternates?: readonly NamedSet[] | undefined;
}

/** @param rows one for each match, in order */
export async function readAgain(
  index: ItemIndex,
  rows: readonly RowToRead[],
  matches: readonly RowMatch[],
): Promise<readonly RowMatch[]> {
  const table = await index.manufacturers();
  const rereads = rows.flatMap((row, place) => {
    const isOpen = mayMeanAnother(matches[place]);
    const writings = isMissing(matches[place]) ? ofOneMaker(makerWritings(row.named), table) : [];
    if (!isOpen && writings.length === 0) return [];
    const plain = [
      ...writings.map((supplier) => ({ supplier })),
      ...(isOpen ? plainNumbers(row.named).map((partNumber) => ({ partNumber })) : []),
    ];
    const meant = isOpen ? meantParts(row.named, row.alternates ?? []) : [];
    const asPart = (part: Partial<NamedSet>) => ({ ...row.named, gtin: null, ...part });
    return [{ place, isOpen, plain: plain.map(asPart), meant: meant.map(asPart) }];
  });
  const readings = rereads.flatMap(({ plain, meant }) => [...plain, ...meant]);
  if (readings.length === 0) return Promise.all(matches.map((match, place) => withSpoiled(index, rows[place], match)));
  const answers = await matchRows(index, readings);
  const result = [...matches];
  let at = 0;
  for (const { place, isOpen, plain, meant } of rereads) {
    const plainly = answers.slice(at, (at += plain.length));
    const maybe = answers.slice(at, (at += meant.length));
    const match = matches[place];
    const row = rows[place];
    if (match === undefined || row === undefined) continue;
    const same = plainly.find((one) => one.kind === 'found');
    if (same !== undefined)
      result[place] = { ...found(same.wholeItem ?? same.item, 'other_spelling'), records: same.records };
    else if (isOpen) result[place] = withCandidates(row, match, [...plainly, ...maybe]);
  }
  return Promise.all(result.map((match, place) => withSpoiled(index, rows[place], match)));
}

/** A row that was found, or that has candidates of a better reason, is not read again. */
function mayMeanAnother(match: RowMatch | undefined): boolean {
  return match?.kind === 'names_no_part' || (isMissing(match) && match.candidates.length === 0);
}

function isMissing(match: RowMatch | undefined): match is RowMatch & { readonly kind: 'missing' } {
  return match?.kind === 'missing' && match.why.kind !== 'barcode_contradicts';
}

/** Two writings that name two known manufacturers name none. */
function ofOneMaker(writings: readonly string[], table: ManufacturerTable): readonly string[] {
  const known = writings.flatMap((name) => table.manufacturersOf(toManufacturerKey(name)).slice(0, 1));
  return new Set(known).size > 1 ? [] : writings;
}

function withCandidates(
  { named, alternates = [] }: RowToRead,
  match: RowMatch,
  answers: readonly RowMatch[],
): RowMatch {
  if (match.kind !== 'missing' && match.kind !== 'names_no_part') return match;
  const several = namesSeveral(named);
  const numbers = [
    ...new Set(answers.flatMap((one) => (one.kind === 'names_no_part' ? (one.numbersWithoutManufacturer ?? []) : []))),
  ];
  const candidates = candidatesIn(answers, several);
  if (match.kind === 'names_no_part') {
    const more = [...(match.numbersWithoutManufacturer ?? []), ...numbers];
    return { ...match, numbersWithoutManufacturer: more, candidates };
  }
  if (several) return { ...match, why: { kind: 'several_named' }, candidates };
  if (candidates.length === 0) return match;
  return { ...match, why: whyOf(named, alternates, candidates), candidates };
}

/**
 * @param ofOthers whether other manufacturers' parts of the numbers are meant, too: each of several numbers may have
 * its own
 */
function candidatesIn(answers: readonly RowMatch[], ofOthers: boolean): readonly RowCandidate[] {
  const candidates: RowCandidate[] = [];
  for (const one of answers) {
    const others = ofOthers && one.kind === 'missing' ? one.candidates : [];
    const meant = one.kind === 'found' && one.wholeItem !== undefined ? rowCandidatesOf(one.wholeItem) : others;
    for (const part of meant) if (!candidates.some((other) => isSame(other, part))) candidates.push(part);
  }
  return candidates.slice(0, MAX_CANDIDATES);
}

function isSame(a: RowCandidate, b: RowCandidate): boolean {
  return a.manufacturer === b.manufacturer && sameVerbatim(a.partNumber, b.partNumber);
}

function whyOf(
  { partNumber }: NamedRow,
  alternates: readonly NamedSet[],
  candidates: readonly RowCandidate[],
): MissReason {
  const how = partNumber === null ? undefined : spoiledIn(partNumber);
  if (how !== undefined) return { kind: 'spoiled', how };
  if (/^[0-9]+$/.test(partNumber ?? '') && candidates.some(({ partNumber: number }) => number.startsWith('0')))
    return { kind: 'lost_zeros' };
  const isAlternate = alternates.some((set) =>
    candidates.some(({ partNumber: number }) => sameVerbatim(number, set.partNumber ?? '')),
  );
  return { kind: isAlternate ? 'alternate_known' : 'written_around' };
}

/** Names what a spreadsheet did to the number, with the numbers of the manufacturer that would be shown like it. */
async function withSpoiled(index: ItemIndex, row: RowToRead | undefined, match: RowMatch): Promise<RowMatch> {
  const number = row?.named.partNumber ?? null;
  if (number === null || (match.kind !== 'missing' && match.kind !== 'names_no_part')) return match;
  const how = spoiledIn(number);
  if (how === undefined || (match.kind === 'missing' && match.why.kind === 'barcode_contradicts')) return match;
  if (match.kind === 'names_no_part') return match;
  const alike = await shownLike(index, row?.named.supplier ?? null, number);
  const candidates = [
    ...match.candidates,
    ...alike.filter((one) => !match.candidates.some((other) => isSame(one, other))),
  ];
  return { ...match, why: { kind: 'spoiled', how }, candidates: candidates.slice(0, MAX_CANDIDATES) };
}

/**
 * Numbers in scientific notation have lost their end; those that begin like it and have as many digits may be meant.
 */
async function shownLike(index: ItemIndex, supplier: string | null, number: string): Promise<readonly RowCandidate[]> {
  const left = digitsLeft(number);
  if (left === undefined || left.begins.length < 4) return [];
  // The last digit that is left may be rounded up.
  const begins = left.begins.slice(0, -1);
  const alike = (await Promise.all(['', '0', '00'].map((zeros) => index.readNumbersAlike(zeros + begins, 'longer'))))
    .flat()
    .filter((one) => isWrittenScientifically(one.number, number));
  const resolution = resolveManufacturer(supplier ?? '', alike, await index.manufacturers());
  const fitting = resolution.kind === 'fits' ? resolution.places.flatMap((place) => alike[place] ?? []) : [];
  const own = fitting.length > 0 ? fitting : alike.filter((one) => isNearlyNamed(supplier ?? '', one));
  return own.map(({ number: partNumber, manufacturer, brand }) => ({
    manufacturer: manufacturer ?? brand ?? supplier,
    partNumber,
  }));
}

/** The fewest characters and digits of a number that is told from other words without its manufacturer. */
const MIN_TOLD = { characters: 6, digits: 3 };

/**
 * Suggests the part of a row without a number whose words have exactly one number that the index knows: of the row's
 * manufacturer, of one that the words name, or one that can be nothing else. One read for all such rows.
 */
export async function suggestFromWords(
  index: ItemIndex,
  rows: readonly (RowToRead & { readonly cells: readonly string[] | null })[],
  matches: readonly RowMatch[],
): Promise<readonly RowMatch[]> {
  const asked = rows.flatMap(({ named, cells }, place) =>
    isWithoutNumber(named, matches[place])
      ? wordsWithNumbers(cells ?? [], named.itemNumber).flatMap((text) =>
          numbersInWords(text).map((number) => ({ place, number, text, supplier: named.supplier })),
        )
      : [],
  );
  if (asked.length === 0) return matches;
  const keys = asked.map(
    ({ number }) => ({ by: 'part', part: partKey(number), manufacturerKey: toManufacturerKey('') }) as const,
  );
  const [entries, table] = [await index.readKeys(keys), await index.manufacturers()];
  const heard = asked.map((one, at) => ({ ...one, held: (entries[at] ?? []).map(({ identity }) => identity) }));
  const result = [...matches];
  for (const [place, numbers] of Map.groupBy(heard, (one) => one.place)) {
    const [only, ...others] = partsInWords(numbers, table);
    if (only === undefined || others.length > 0) continue;
    result[place] = { kind: 'names_no_part', reason: describeMiss({ kind: 'in_words' }), candidates: [only] };
  }
  return result;
}

function isWithoutNumber({ partNumber }: NamedRow, match: RowMatch | undefined): boolean {
  if (partNumber !== null) return false;
  return match?.kind === 'blank' || (match?.kind === 'names_no_part' && (match.candidates ?? []).length === 0);
}

interface NumberInWords {
  readonly number: string;
  readonly text: string;
  readonly supplier: string | null;
  readonly held: readonly EntryIdentity[];
}

/** Returns the known parts, each once; a number within a longer known one is none of its own. */
function partsInWords(numbers: readonly NumberInWords[], table: ManufacturerTable): readonly RowCandidate[] {
  const known = numbers.flatMap((one) => {
    const parts = meantOf(one, table);
    return parts.length === 0 ? [] : [{ key: partKey(one.number), parts }];
  });
  const whole = known.filter(({ key }) => !known.some((other) => other.key !== key && other.key.includes(key)));
  const parts = whole.flatMap((one) => one.parts);
  return parts.filter((part, at) => !parts.slice(0, at).some((before) => isSame(before, part)));
}

function meantOf({ number, text, supplier, held }: NumberInWords, table: ManufacturerTable): readonly RowCandidate[] {
  const same = held.filter(({ mpn }) => partKey(mpn ?? '') === partKey(number));
  const verbatim = same.filter(({ mpn }) => sameVerbatim(mpn ?? '', number));
  const own = verbatim.length > 0 ? verbatim : same;
  const of = (identities: readonly EntryIdentity[]) =>
    identities.map(({ manufacturer, brand, mpn }) => ({
      manufacturer: manufacturer ?? brand,
      partNumber: mpn ?? number,
    }));
  if (supplier !== null) {
    const resolution = resolveManufacturer(supplier, own, table);
    return resolution.kind === 'fits' ? of(resolution.places.flatMap((place) => own[place] ?? [])) : [];
  }
  const named = own.filter(({ manufacturer, brand }) => [manufacturer, brand].some((name) => isNamedIn(text, name)));
  if (named.length > 0) return of(named);
  const isTold =
    number.length >= MIN_TOLD.characters &&
    /\p{L}/u.test(number) &&
    number.replace(/[^0-9]/g, '').length >= MIN_TOLD.digits;
  return isTold ? of(own) : [];
}

/** The fewest letters of a first word that names its manufacturer alone. */
const MIN_FIRST_WORD = 5;

function isNamedIn(text: string, name: string | null): boolean {
  const words = name === null ? [] : manufacturerWords(name);
  const [first = ''] = words;
  const said = ` ${manufacturerWords(text).join(' ')} `;
  return (
    first !== '' &&
    (said.includes(` ${words.join(' ')} `) || (first.length >= MIN_FIRST_WORD && said.includes(` ${first} `)))
  );
}
