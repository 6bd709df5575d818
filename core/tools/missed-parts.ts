/** Describes the parts that a look-up did not find, with the state of the account's own enrichment requests for them. */
import { mayBeBilled } from '../billing/may-be-billed.ts';
import { numberId, numberName, type EnrichmentRequest, type NumberName } from '../enrichment/enrichment-request.ts';
import { researchOffer, researchStanding } from '../enrichment/enrichment-offer.ts';
import type { Part } from '../lookup/find-part.ts';
import { describeManufacturerHint, type ManufacturerHint } from '../manufacturers/manufacturer-hints.ts';
import { missMessage } from '../lookup/miss-message.ts';
import { numbersAlike, type NearNumber } from '../lookup/similar-part-numbers.ts';
import type { ToolCall } from './define-tool.ts';

type PartByNumber = Part & { readonly by: 'part' };

export interface MissedPart {
  readonly part: Part;
  /** As `decideFind` returns them. */
  readonly nearPartNumbers: readonly string[];
  readonly manufacturers?: ManufacturerHint | undefined;
}

/** What was read for misses in parallel with the last write, by `numberId`. */
export interface KnownOfMisses {
  readonly requests: ReadonlyMap<string, EnrichmentRequest>;
  readonly numbersAlike: ReadonlyMap<string, readonly NearNumber[]>;
}

const NOTHING_KNOWN: KnownOfMisses = { requests: new Map(), numbersAlike: new Map() };
/** Hints are not billed: with half a read unit for each of many parts, and a whole one for each of few, a call's cost 25 at most. */
const FEW_PARTS = 25;

/** The `message` of a miss. Near numbers are for callers who may be billed. @param known as far as it has been read */
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
  // Where another manufacturer has the number, or numbers look alike, the caller is asked for the exact one first.
  const research = standing ?? (near.length > 0 || madeBy !== undefined ? undefined : researchOffer(caller));
  return missMessage({ askedBy: part.by, nearPartNumbers: near, madeBy, numbersAlike: alike }, research);
}

/** Reads what is worth knowing of all missed parts in one round trip, in parallel with the last write. */
export async function readForMisses(missed: readonly MissedPart[], call: ToolCall): Promise<KnownOfMisses> {
  const [requests, alike] = await Promise.all([readRequestsFor(missed, call), readNumbersAlike(missed, call)]);
  return { requests, numbersAlike: alike };
}

/** The account's enrichment requests for the missed parts. A test key has none. */
async function readRequestsFor(
  missed: readonly MissedPart[],
  { caller, services }: ToolCall,
): Promise<KnownOfMisses['requests']> {
  const names = new Map(missed.flatMap(({ part }) => (part.by === 'part' ? [named(part)] : [])));
  if (names.size === 0 || caller.client.kind === 'test') return new Map();
  const requests = await services.enrichment.readRequests(caller.account.accountId, [...names.values()]);
  return new Map(requests.map((request) => [numberId(request), request]));
}

/** Part numbers that look alike, for the missed parts whose own row has none. */
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

/** The request for exactly this part number: one that only shares the key is another part. */
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
