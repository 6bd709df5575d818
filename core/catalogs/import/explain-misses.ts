/**
 * Finds candidates for missing rows: the part number within a distributor's order number, and similar part numbers.
 * This needs further reads, so only rows without another explanation are checked, each part once and few concurrently.
 * Candidates are never matches.
 */
import { findParts } from '../../index/lookup/find-parts.ts';
import type { FoundPart, PartByNumber } from '../../index/lookup/find-part.ts';
import { findOtherManufacturers } from '../../index/manufacturers/other-manufacturers.ts';
import { toManufacturerKey } from '../../index/part-keys/manufacturer-name.ts';
import { namesPart, partKey } from '../../index/part-keys/part-number.ts';
import { numbersAlike, type NearNumber } from '../../index/lookup/similar-part-numbers.ts';
import { readPart } from '../../index/lookup/read-part.ts';
import type { ItemIndex, SeenNumbers } from '../../index/items/item-index.ts';
import { SeenList } from '../../index/items/seen-list.ts';
import { nameCandidate, type RowCandidate } from '../rows/catalog.ts';
import { rowCandidatesOf, MAX_CANDIDATES, type RowMatch } from './match-rows.ts';
import { readDistributorNumber } from '../../index/part-keys/distributor-numbers.ts';

/** The most parts that are checked concurrently; each takes two queries at most. */
const PARTS_AT_ONCE = 8;
const NO_MANUFACTURER = toManufacturerKey('');
/** The most explanations that are cached for rows that name the same part. */
const MAX_KEPT = 5_000;

type MissingRow = RowMatch & { readonly kind: 'missing' };
type NamelessRow = RowMatch & { readonly kind: 'names_no_part' };
type PartMiss = MissingRow & { readonly lookedUp: { readonly by: 'part' } };
type Explanation = Pick<MissingRow, 'why' | 'candidates'>;

/** Create one for each import, so that its limit applies to all groups of rows in progress. */
export class MissExplainer {
  readonly #index: ItemIndex;
  readonly #inTurn = limitConcurrency(PARTS_AT_ONCE);
  readonly #seen: SeenNumbers = new SeenList();
  #kept = new Map<string, Promise<Explanation>>();

  constructor(index: ItemIndex) {
    this.#index = index;
  }

  /** Returns the matches with explanations and candidates added to unexplained misses. */
  async explain(matches: readonly RowMatch[]): Promise<readonly RowMatch[]> {
    const [meant, manufacturers] = await Promise.all([
      this.#readDistributorNumbers(matches.filter(isUnexplained)),
      this.#readManufacturersOf(matches.flatMap((match) => (match.kind === 'names_no_part' ? [match] : []))),
    ]);
    return Promise.all(
      matches.map(async (match) => {
        if (match.kind === 'names_no_part') {
          const all = [...(match.candidates ?? []), ...(manufacturers.get(match) ?? [])];
          return { ...match, candidates: [...new Map(all.map((one) => [nameCandidate(one), one])).values()] };
        }
        return isUnexplained(match) ? { ...match, ...(await this.#explainOnce(match, meant.get(match))) } : match;
      }),
    );
  }

  /** Finds the manufacturers of part numbers in rows without a manufacturer, in one read for all rows. */
  async #readManufacturersOf(rows: readonly NamelessRow[]): Promise<ReadonlyMap<NamelessRow, readonly RowCandidate[]>> {
    const numbers = rows.flatMap((row) =>
      [...new Set(row.numbersWithoutManufacturer)].flatMap((number) => (namesPart(number) ? [{ row, number }] : [])),
    );
    const keys = numbers.map(
      ({ number }) => ({ by: 'part', part: partKey(number), manufacturerKey: NO_MANUFACTURER }) as const,
    );
    if (numbers.length === 0) return new Map();
    const entries = await this.#index.readKeys(keys);
    const names = await this.#index.manufacturers();
    const found = new Map<NamelessRow, readonly RowCandidate[]>();
    for (const [place, { row, number }] of numbers.entries()) {
      const identities = (entries[place] ?? []).flatMap(({ identity }) =>
        identity !== undefined && partKey(identity.mpn ?? '') === partKey(number) ? [identity] : [],
      );
      const manufacturers = findOtherManufacturers('', identities, names)?.manufacturers ?? [];
      const more = manufacturers.map((manufacturer) => {
        const own = identities.find((one) => manufacturer === one.manufacturer || manufacturer === one.brand);
        return { manufacturer, partNumber: own?.mpn ?? number };
      });
      found.set(row, [...(found.get(row) ?? []), ...more].slice(0, MAX_CANDIDATES));
    }
    return found;
  }

  #explainOnce(match: PartMiss, meant: FoundPart | undefined): Promise<Explanation> {
    const { manufacturerKey, verbatim } = match.lookedUp;
    const id = `${manufacturerKey}#${verbatim}`;
    const known = this.#kept.get(id);
    if (known !== undefined) return known;
    if (this.#kept.size >= MAX_KEPT) this.#kept = new Map();
    const explained = this.#inTurn(() => this.#explain(match, meant));
    this.#kept.set(id, explained);
    return explained;
  }

  async #explain({ lookedUp: part }: PartMiss, meant: FoundPart | undefined): Promise<Explanation> {
    const order = readDistributorNumber(part.verbatim);
    const candidates = meant === undefined ? [] : candidatesIn(meant, order?.manufacturerNumber ?? '');
    const distributor = { kind: 'distributor_number', distributor: order?.distributor ?? '' } as const;
    if (order !== undefined && candidates.length > 0) return { why: distributor, candidates };
    const near = await numbersAlike(this.#index, part, 'both', this.#seen);
    const separated = near.filter(({ isSeparatedAlike, isOfPiece }) => isSeparatedAlike && !isOfPiece);
    if (separated.length > 0) return { why: { kind: 'other_separators' }, candidates: candidatesOf(separated, part) };
    const isOwnForm = near.some(({ madeBy, isOfPiece }) => madeBy === undefined && !isOfPiece);
    const hasPiece = near.some(({ isOfPiece }) => isOfPiece);
    // Without a known number in it, digits and hyphens are as likely the manufacturer's own form.
    if (order !== undefined && !isOwnForm && (hasPiece || order.isSure))
      return { why: distributor, candidates: candidatesOf(near, part) };
    const kind = near.some(({ looksAlike }) => looksAlike) ? 'looks_alike' : 'begins_alike';
    return { why: { kind: near.length > 0 ? kind : 'unknown_number' }, candidates: candidatesOf(near, part) };
  }

  /** Looks up the part numbers within distributors' order numbers, in one read for all rows. */
  async #readDistributorNumbers(misses: readonly PartMiss[]): Promise<ReadonlyMap<PartMiss, FoundPart>> {
    const inner = misses.flatMap((miss) => {
      const part = partWithNumber(miss.lookedUp, readDistributorNumber(miss.lookedUp.verbatim)?.manufacturerNumber);
      return part === undefined ? [] : [{ miss, part }];
    });
    const answers = await findParts(
      this.#index,
      inner.map(({ part }) => part),
      [],
    );
    return new Map(inner.flatMap(({ miss }, place) => (answers[place] ? [[miss, answers[place]]] : [])));
  }
}

function isUnexplained(match: RowMatch): match is PartMiss {
  return match.kind === 'missing' && match.why.kind === 'unknown_number' && match.lookedUp.by === 'part';
}

function partWithNumber({ manufacturer }: PartByNumber, partNumber: string | undefined): PartByNumber | undefined {
  if (partNumber === undefined) return undefined;
  const part = readPart({ manufacturer, part_number: partNumber });
  return part.ok && part.value.by === 'part' ? part.value : undefined;
}

function candidatesIn(found: FoundPart, partNumber: string): readonly RowCandidate[] {
  if (found.found !== null) return rowCandidatesOf(found.found);
  return (found.manufacturers?.manufacturers ?? [])
    .slice(0, MAX_CANDIDATES)
    .map((manufacturer) => ({ manufacturer, partNumber }));
}

function candidatesOf(near: readonly NearNumber[], { manufacturer }: PartByNumber): readonly RowCandidate[] {
  return near
    .slice(0, MAX_CANDIDATES)
    .map(({ number, madeBy }) => ({ manufacturer: madeBy ?? manufacturer, partNumber: number }));
}

/** Runs submitted tasks, at most `count` concurrently; the others wait in order. */
function limitConcurrency(count: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= count) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      // The slot passes directly to the next task, so no other task can take it.
      else next();
    }
  };
}
