/**
 * The research of one part, whoever asked for it: who does it now, and how it ended last. Two accounts that ask for one part pay one call of
 * the provider. The row names the item id before the record is written, so whoever takes over writes the same record again and not a
 * second one, and everybody can tell a record that came from research from one that did not. Pure, by version, as enrichment-request.ts.
 */
import { sameVerbatim } from '../products/part-number.ts';
import { LEASE_MS, type Lease, type PartName } from './enrichment-request.ts';

export type PartOutcome = { readonly kind: 'found'; readonly itemId: string } | { readonly kind: 'not_found' };

export interface PartResearch extends PartName {
  readonly version: number;
  /** The number as the provider was asked for it: others that only look alike share the row, and not its result. */
  readonly partNumber: string;
  readonly researchId: string;
  /** The id that the record gets if the part is found. */
  readonly itemId: string;
  readonly lease: Lease | null;
  readonly outcome: PartOutcome | null;
  readonly finishedAtMs: number | null;
}

/** Ids for research that begins; drawn beforehand, so that the rules stay pure. */
export interface FreshIds {
  readonly researchId: string;
  readonly itemId: string;
}

export interface Taking {
  readonly token: string;
  /** The number as this request asks for it. */
  readonly partNumber: string;
  /** Whether a look-up of the part tells several numbers apart: then a record under another writing does not answer it. */
  readonly hasNeighbours: boolean;
  readonly requestedAtMs: number;
  readonly nowMs: number;
}

export type TakenPart =
  | { readonly kind: 'taken'; readonly research: PartResearch }
  /** Somebody else finished it after the request was made: their result is this request's too. */
  | { readonly kind: 'finished'; readonly research: PartResearch; readonly outcome: PartOutcome }
  | { readonly kind: 'busy'; readonly untilMs: number };

/** Clocks differ, and an index just written may be read as it was a moment ago. */
const CLOCK_SKEW_MS = 10_000;

export function takePart(
  name: PartName,
  current: PartResearch | undefined,
  fresh: FreshIds,
  { token, partNumber, hasNeighbours, requestedAtMs, nowMs }: Taking,
): TakenPart {
  if (current?.lease && nowMs <= current.lease.untilMs) return { kind: 'busy', untilMs: current.lease.untilMs };
  const sameNumber = current !== undefined && sameVerbatim(current.partNumber, partNumber);
  const isRecent = (current?.finishedAtMs ?? 0) >= requestedAtMs - CLOCK_SKEW_MS;
  if (current?.outcome && isRecent && (sameNumber || (current.outcome.kind === 'found' && !hasNeighbours)))
    return { kind: 'finished', research: current, outcome: current.outcome };
  const unfinished = sameNumber && current.outcome === null ? current : undefined;
  const research: PartResearch = {
    maker: name.maker,
    part: name.part,
    version: (current?.version ?? 0) + 1,
    partNumber,
    researchId: unfinished?.researchId ?? fresh.researchId,
    itemId: unfinished?.itemId ?? fresh.itemId,
    lease: { token, untilMs: nowMs + LEASE_MS },
    outcome: null,
    finishedAtMs: null,
  };
  return { kind: 'taken', research };
}

/** The research with its result. */
export function finishPart(research: PartResearch, outcome: PartOutcome, nowMs: number): PartResearch {
  return { ...research, version: research.version + 1, lease: null, outcome, finishedAtMs: nowMs };
}

/** The research given up for now; the next one to try keeps its ids. */
export function dropPart(research: PartResearch): PartResearch {
  return { ...research, version: research.version + 1, lease: null };
}

/** Whether the record of this id was written by this research, and not by an importer that came first. */
export function cameFromResearch(research: PartResearch | undefined, itemId: string): boolean {
  return research?.itemId === itemId;
}
