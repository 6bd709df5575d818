/**
 * The research of one part for all accounts that requested it: which worker does it now, and how it ended last. Two
 * accounts that request the same part cause one call of the provider. The row names the item id before the item is
 * written, so that a worker that takes over writes the same item, and an item that came from research can be
 * recognized. The rules are pure and each change increments the revision.
 */
import { sameVerbatim } from '../../index/part-keys/part-number.ts';
import { LEASE_MS, type EnrichmentRequest, type Lease, type PartName } from '../enrichment/enrichment-request.ts';

export type PartResult = { readonly kind: 'found'; readonly itemId: string } | { readonly kind: 'not_found' };

export interface PartResearch extends PartName {
  readonly revision: number;
  /** The part number that the provider was asked for. Similar spellings share the row but not its result. */
  readonly partNumber: string;
  /** The attempt of the enrichment request that the research was last started for. */
  readonly attempt: string;
  readonly researchId: string;
  /** The id that the item gets if the part is found. */
  readonly itemId: string;
  readonly lease: Lease | null;
  readonly outcome: PartResult | null;
  readonly finishedAtMs: number | null;
}

/** Ids for new research, generated in advance so that the rules stay pure. */
interface FreshIds {
  readonly researchId: string;
  readonly itemId: string;
}

export interface PartClaim {
  readonly token: string;
  /** The request that the part is claimed for. */
  readonly request: Pick<EnrichmentRequest, 'asked' | 'attempt' | 'requestedAtMs'>;
  /** Whether the found item is known to be deleted, so that the result no longer counts. */
  readonly recordIsGone: boolean;
  readonly nowMs: number;
}

export type TakenPart =
  | { readonly kind: 'taken'; readonly research: PartResearch }
  /** Another worker finished it after the request was made: the result also answers this request. */
  | { readonly kind: 'finished'; readonly research: PartResearch; readonly outcome: PartResult }
  | { readonly kind: 'busy'; readonly untilMs: number };

export function takePart(
  name: PartName,
  current: PartResearch | undefined,
  fresh: FreshIds,
  { token, request, recordIsGone, nowMs }: PartClaim,
): TakenPart {
  if (current?.lease && nowMs <= current.lease.untilMs) return { kind: 'busy', untilMs: current.lease.untilMs };
  const { partNumber } = request.asked;
  if (current?.outcome && !recordIsGone && isOf(current, request))
    return { kind: 'finished', research: current, outcome: current.outcome };
  const unfinished = current?.outcome === null && sameVerbatim(current.partNumber, partNumber) ? current : undefined;
  const research: PartResearch = {
    manufacturerKey: name.manufacturerKey,
    part: name.part,
    revision: (current?.revision ?? 0) + 1,
    partNumber,
    attempt: request.attempt,
    researchId: unfinished?.researchId ?? fresh.researchId,
    itemId: unfinished?.itemId ?? fresh.itemId,
    lease: { token, untilMs: nowMs + LEASE_MS },
    outcome: null,
    finishedAtMs: null,
  };
  return { kind: 'taken', research };
}

/** Returns the research with its result and without its lease. */
export function finishPart(research: PartResearch, result: PartResult, nowMs: number): PartResearch {
  return { ...research, revision: research.revision + 1, lease: null, outcome: result, finishedAtMs: nowMs };
}

/** Returns the research without its lease; the next attempt keeps its ids. */
export function dropPart(research: PartResearch): PartResearch {
  return { ...research, revision: research.revision + 1, lease: null };
}

/**
 * Whether the request is charged for the item: research of exactly this part number wrote it, and either started for
 * this request or ended after the request was made. An imported item is therefore free, even one that was deleted after
 * earlier research and imported again under its id.
 */
export function isChargedFor(
  research: PartResearch | undefined,
  request: Pick<EnrichmentRequest, 'asked' | 'attempt' | 'requestedAtMs'>,
  itemId: string,
): boolean {
  return research?.itemId === itemId && isOf(research, request);
}

/**
 * Whether an item under another part number does not answer the request: research found it for a number that only looks
 * similar, or this request's research has already started.
 */
export function isBeside(
  research: PartResearch | undefined,
  request: Pick<EnrichmentRequest, 'asked' | 'attempt'>,
  itemId: string,
): boolean {
  if (research === undefined) return false;
  if (!sameVerbatim(research.partNumber, request.asked.partNumber)) return research.itemId === itemId;
  return research.attempt === request.attempt;
}

/** Whether the research belongs to the request: for its part number, and started for it or ended after it was made. */
function isOf(research: PartResearch, request: PartClaim['request']): boolean {
  if (!sameVerbatim(research.partNumber, request.asked.partNumber)) return false;
  return research.attempt === request.attempt || endedAtMs(research) >= request.requestedAtMs;
}

/** Interrupted research ends with its lease. */
function endedAtMs({ finishedAtMs, lease }: PartResearch): number {
  return finishedAtMs ?? lease?.untilMs ?? 0;
}
