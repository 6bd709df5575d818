/** Describes the parts that a look-up did not find, with the state of the account's enrichment requests for them. */
import { mayBeBilled } from '../../billing/meter/may-be-billed.ts';
import {
  numberId,
  numberName,
  type EnrichmentRequest,
  type NumberName,
} from '../../sourcing/enrichment/enrichment-request.ts';
import { researchOffer, researchStanding } from '../../sourcing/enrichment/enrichment-offer.ts';
import type { Part } from '../../index/lookup/find-part.ts';
import { describeManufacturerHint, type ManufacturerHint } from '../../index/manufacturers/manufacturer-hints.ts';
import { missMessage } from '../../index/lookup/miss-message.ts';
import { numbersAlike, type NearNumber } from '../../index/lookup/similar-part-numbers.ts';
import type { ToolCall } from './define-tool.ts';

type PartByNumber = Part & { readonly by: 'part' };

export interface MissedPart {
  readonly part: Part;
  /** Returned by `decideFind`. */
  readonly nearPartNumbers: readonly string[];
  readonly manufacturers?: ManufacturerHint | undefined;
}

/** The data that was read for misses in parallel with the last write, by `numberId`. */
export interface KnownOfMisses {
  readonly requests: ReadonlyMap<string, EnrichmentRequest>;
  readonly numbersAlike: ReadonlyMap<string, readonly NearNumber[]>;
}

const NOTHING_KNOWN: KnownOfMisses = { requests: new Map(), numbersAlike: new Map() };
/** Candidates are not billed: with half a read unit for each of many parts, or one for each of few, the candidates of a call cost at most 25. */
const FEW_PARTS = 25;

/** Returns the `message` of a miss. Only callers who may be billed see candidates. @param known the late reads, if they are done */
export function messageOfMiss(
  { part, nearPartNumbers, manufacturers }: MissedPart,
  { caller, nowMs }: ToolCall,
  known: KnownOfMisses = NOTHING_KNOWN,
): string {
  const mayBeTold = mayBeBilled(caller, nowMs);
  const near = mayBeTold ? nearPartNumbers : [];
  const madeBy =
    part.by === 'part' && manufacturers !== undefined && mayBeTold
      ? describeManufacturerHint(part.manufacturer, manufacturers, part.verbatim)
      : undefined;
  const request = part.by === 'part' ? requestFor(part, known.requests) : undefined;
  const standing = request === undefined ? undefined : researchStanding(request, nowMs);
  const alike = part.by === 'part' ? (known.numbersAlike.get(partId(part)) ?? []) : [];
  // If another manufacturer has the part number, or there are similar ones, the caller must first give the exact part.
  const research = standing ?? (near.length > 0 || madeBy !== undefined ? undefined : researchOffer(caller));
  return missMessage({ askedBy: part.by, nearPartNumbers: near, madeBy, numbersAlike: alike }, research);
}

/** Reads what the messages of all missed parts need, in one round trip, in parallel with the last write. */
export async function readForMisses(missed: readonly MissedPart[], call: ToolCall): Promise<KnownOfMisses> {
  const [requests, alike] = await Promise.all([readRequestsFor(missed, call), readNumbersAlike(missed, call)]);
  return { requests, numbersAlike: alike };
}

/** Reads the account's enrichment requests for the missed parts. A test key has none. */
async function readRequestsFor(
  missed: readonly MissedPart[],
  { caller, services }: ToolCall,
): Promise<KnownOfMisses['requests']> {
  const names = new Map(missed.flatMap(({ part }) => (part.by === 'part' ? [named(part)] : [])));
  if (names.size === 0 || caller.client.kind === 'test') return new Map();
  const requests = await services.enrichment.readRequests(caller.account.accountId, [...names.values()]);
  return new Map(requests.map((request) => [numberId(request), request]));
}

/** Reads similar part numbers for the missed parts whose key row has none. */
async function readNumbersAlike(
  missed: readonly MissedPart[],
  { caller, services, nowMs }: ToolCall,
): Promise<KnownOfMisses['numbersAlike']> {
  if (!mayBeBilled(caller, nowMs)) return new Map();
  const parts = missed.flatMap(({ part, nearPartNumbers, manufacturers }) =>
    part.by === 'part' && nearPartNumbers.length === 0 && manufacturers === undefined ? [part] : [],
  );
  const different = new Map(parts.map((part) => [partId(part), part]));
  const reach = different.size > FEW_PARTS ? 'around' : 'both';
  const read = [...different].map(
    async ([id, part]) => [id, await numbersAlike(services.products, part, reach)] as const,
  );
  return new Map(await Promise.all(read));
}

/** Returns the request for exactly this part number; a request that only shares the key is for another part. */
function requestFor(part: PartByNumber, requests: KnownOfMisses['requests']): EnrichmentRequest | undefined {
  return requests.get(partId(part));
}

function named(part: PartByNumber): readonly [string, NumberName] {
  const name = numberName(part, part.verbatim);
  return [numberId(name), name];
}

function partId(part: PartByNumber): string {
  return named(part)[0];
}
