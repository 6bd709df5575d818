/** Describes the parts that a look-up did not find, with the state of the account's enrichment requests for them. */
import {
  numberId,
  numberName,
  type EnrichmentRequest,
  type NumberName,
} from '../../sourcing/enrichment/enrichment-request.ts';
import { researchOffer, researchStanding } from '../../sourcing/enrichment/enrichment-offer.ts';
import type { Part, PartByNumber } from '../../index/lookup/find-part.ts';
import type { OtherManufacturers } from '../../index/manufacturers/other-manufacturers.ts';
import { candidateOf, MAX_CANDIDATES, type Candidate } from '../../index/lookup/candidate.ts';
import { missMessage, type Likeness } from '../../index/lookup/miss-message.ts';
import { numbersAlike, type NearNumber } from '../../index/lookup/similar-part-numbers.ts';
import type { ToolCall } from './define-tool.ts';

export interface MissedPart {
  readonly part: Part;
  /** Returned by `decideFind`. */
  readonly nearPartNumbers: readonly string[];
  readonly manufacturers?: OtherManufacturers | undefined;
}

/** The data that was read for misses in parallel with the last write, by `numberId`. */
export interface KnownOfMisses {
  readonly requests: ReadonlyMap<string, EnrichmentRequest>;
  readonly numbersAlike: ReadonlyMap<string, readonly NearNumber[]>;
}

const NOTHING_KNOWN: KnownOfMisses = { requests: new Map(), numbersAlike: new Map() };
/**
 * Candidates are not billed: with half a read unit for each of many parts, or one for each of few, the candidates of a
 * call cost at most 25.
 */
const FEW_PARTS = 25;

/** The answer's members about a miss. A type, not an interface, because tools return it as plain JSON. */
export type MissAdvice = { readonly message: string; readonly candidates?: readonly Candidate[] };

/**
 * Describes misses, in order. The first `call.candidates` of those named by number may show candidates.
 * @param known the late reads, if they are done
 */
export function describeMisses(
  missed: readonly MissedPart[],
  call: ToolCall,
  known: KnownOfMisses = NOTHING_KNOWN,
): readonly MissAdvice[] {
  const showing = new Set(showingCandidates(missed, call));
  return missed.map((miss) => describeMiss(miss, showing.has(miss), call, known));
}

function describeMiss(
  miss: MissedPart,
  mayShow: boolean,
  { caller, nowMs }: ToolCall,
  known: KnownOfMisses,
): MissAdvice {
  const { part } = miss;
  if (part.by === 'gtin') return { message: missMessage({ askedBy: 'gtin' }, undefined) };
  const { candidates, likeness, because } = mayShow ? candidatesOf(miss, part, known) : NO_CANDIDATES;
  const request = known.requests.get(partId(part));
  const standing = request === undefined ? undefined : researchStanding(request, nowMs);
  // If another manufacturer has the part number, or there are similar ones, the caller must first give the exact part.
  const mustBeExact = candidates.length > 0 && likeness !== 'similar';
  const research = standing ?? (mustBeExact ? undefined : researchOffer(caller));
  if (candidates.length === 0) return { message: missMessage({ askedBy: 'part' }, research) };
  const counted = { count: candidates.length, likeness };
  return { message: missMessage({ askedBy: 'part', candidates: counted, because }, research), candidates };
}

interface KnownCandidates {
  readonly candidates: readonly Candidate[];
  readonly likeness: Likeness;
  readonly because?: string | null;
}

const NO_CANDIDATES: KnownCandidates = { candidates: [], likeness: 'similar' };

function candidatesOf(
  { nearPartNumbers, manufacturers }: MissedPart,
  part: PartByNumber,
  known: KnownOfMisses,
): KnownCandidates {
  if (manufacturers !== undefined) {
    const { reason: because, fitsSeveral } = manufacturers;
    const candidates = manufacturers.manufacturers.map((name) => candidateOf(name, part.verbatim));
    return { candidates, likeness: fitsSeveral ? 'several_manufacturers' : 'other_manufacturers', because };
  }
  if (nearPartNumbers.length > 0) {
    const candidates = nearPartNumbers.slice(0, MAX_CANDIDATES).map((number) => candidateOf(part.manufacturer, number));
    return { candidates, likeness: 'written_alike' };
  }
  const alike = (known.numbersAlike.get(partId(part)) ?? []).slice(0, MAX_CANDIDATES);
  const candidates = alike.map(({ number, madeBy }) => candidateOf(madeBy ?? part.manufacturer, number));
  return { candidates, likeness: 'similar' };
}

function showingCandidates(missed: readonly MissedPart[], { candidates }: ToolCall): readonly MissedPart[] {
  return missed.filter(({ part }) => part.by === 'part').slice(0, candidates);
}

/** Reads what the messages of all missed parts need, in one round trip, in parallel with the last write. */
export async function readForMisses(missed: readonly MissedPart[], call: ToolCall): Promise<KnownOfMisses> {
  const [requests, alike] = await Promise.all([readRequestsFor(missed, call), readNumbersAlike(missed, call)]);
  return { requests, numbersAlike: alike };
}

/**
 * Reads the account's enrichment requests for the missed parts, if it has any. A test key has none. Those of a single
 * part are read consistently, so that a look-up right after a request reports it.
 */
async function readRequestsFor(
  missed: readonly MissedPart[],
  { caller, ports }: ToolCall,
): Promise<KnownOfMisses['requests']> {
  const names = new Map(missed.flatMap(({ part }) => (part.by === 'part' ? [named(part)] : [])));
  if (names.size === 0 || caller.client.kind === 'test' || caller.usage.hasResearch === false) return new Map();
  const { accountId } = caller.account;
  const requests = await ports.enrichment.readRequests(accountId, [...names.values()], names.size > 1);
  return new Map(requests.map((request) => [numberId(request), request]));
}

/** Reads similar part numbers for the missed parts whose key row has none. */
async function readNumbersAlike(missed: readonly MissedPart[], call: ToolCall): Promise<KnownOfMisses['numbersAlike']> {
  const { ports } = call;
  const parts = showingCandidates(missed, call).flatMap(({ part, nearPartNumbers, manufacturers }) =>
    part.by === 'part' && nearPartNumbers.length === 0 && manufacturers === undefined ? [part] : [],
  );
  const different = new Map(parts.map((part) => [partId(part), part]));
  const reach = different.size > FEW_PARTS ? 'around' : 'both';
  const read = [...different].map(async ([id, part]) => [id, await numbersAlike(ports.index, part, reach)] as const);
  return new Map(await Promise.all(read));
}

function named(part: PartByNumber): readonly [string, NumberName] {
  const name = numberName(part, part.verbatim);
  return [numberId(name), name];
}

function partId(part: PartByNumber): string {
  return named(part)[0];
}
