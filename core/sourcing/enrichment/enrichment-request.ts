/**
 * Defines an account's enrichment request for one part, and its steps: queued → researching → found | not_found |
 * failed. Each step is computed from the request as read and the current time. The store writes it only if the request
 * still has the revision that was read, so the rules apply under any concurrency
 * (docs/decisions/0080-requests-by-version.md).
 */
import type { ClientPlace } from '../../billing/meter/take-back.ts';
import type { PartByNumber } from '../../index/lookup/find-part.ts';
import type { ManufacturerKey } from '../../index/part-keys/manufacturer-name.ts';
import { numberKey, type NumberKey, type PartKey } from '../../index/part-keys/part-number.ts';
import { DAY_MS, MINUTE_MS } from '../../time.ts';
import type { REQUEST_STATES } from './request-states.ts';

export type RequestState = (typeof REQUEST_STATES)[number];

/** The key that a part is stored under; similar spellings share it. */
export interface PartName {
  readonly manufacturerKey: ManufacturerKey;
  readonly part: PartKey;
}

/**
 * The subject of an enrichment request: one part number as requested, ignoring case and outer space. The request does
 * not affect similar spellings.
 */
export interface NumberName extends PartName {
  readonly number: NumberKey;
}

/** Adds the requested part number to the key of the part. */
export function numberName({ manufacturerKey, part }: PartName, partNumber: string): NumberName {
  return { manufacturerKey, part, number: numberKey(partNumber) };
}

/** Returns an id that is equal for requests of the same part number. */
export function numberId({ manufacturerKey, part, number }: NumberName): string {
  return JSON.stringify([manufacturerKey, part, number]);
}

/**
 * `given_up`: too many deliveries failed. `cancelled`: an operator canceled it. `account_inactive`: the account was
 * suspended or closed meanwhile. `used_up`: the providers' quotas stayed used up for `MAX_WAIT_MS`.
 */
export const FAILURE_CAUSES = ['given_up', 'cancelled', 'account_inactive', 'used_up'] as const;
export type FailureCause = (typeof FAILURE_CAUSES)[number];

export interface Lease {
  readonly token: string;
  readonly untilMs: number;
}

/** What a research provider receives; no other text of a client is passed on. */
export interface AskedPart {
  readonly manufacturer: string;
  readonly partNumber: string;
  readonly description: string | null;
}

/** Returns the part to look up in the index. */
export function partOfRequest(
  { manufacturerKey, part }: PartName,
  { manufacturer, partNumber: verbatim }: AskedPart,
): PartByNumber {
  return { by: 'part', manufacturer, manufacturerKey, part, verbatim };
}

export interface EnrichmentRequest extends NumberName {
  readonly accountId: string;
  /** Changes whenever the part is requested again; messages and outbox rows of older attempts are void. */
  readonly attempt: string;
  /** Incremented by every write. */
  readonly revision: number;
  readonly state: RequestState;
  readonly asked: AskedPart;
  readonly requestedAtMs: number;
  readonly checkBackAfterMs: number;
  /**
   * The usage row with this attempt's reserve, which is settled there even after the period's end; null if nothing is
   * reserved.
   */
  readonly usageKey: string | null;
  /** The client whose figures on that row contain the reserve; absent if it is counted with others. */
  readonly share?: ClientPlace;
  /** Whether this account has ever been charged for this part number. It never becomes false again. */
  readonly charged: boolean;
  /** The usage row and time of the charge; kept when the part is requested again. */
  readonly chargedOn: { readonly usageKey: string; readonly atMs: number } | null;
  /** Whether it counts toward the account's limits of open and not found requests. */
  readonly counted: boolean;
  /** When the sweeper sends it again, as in its outbox row; null once settled. */
  readonly dueAtMs: number | null;
  /** The number of times that the sweeper sent it again. */
  readonly resends: number;
  /** The number of times that a worker started to research it. */
  readonly claims: number;
  readonly lease: Lease | null;
  readonly itemId: string | null;
  readonly settledAtMs: number | null;
  readonly failure: FailureCause | null;
}

/** Most research ends within this time, which `check_back_after` is based on. */
export const RESEARCH_TAKES_MS = 2 * MINUTE_MS;
/** How long a part that was not found is not researched again for the same account. */
export const NOT_FOUND_HOLDS_MS = 30 * DAY_MS;
/** The wait before the sweeper sends a request again; it doubles with every resend, up to an hour. */
const FIRST_DUE_MS = 5 * MINUTE_MS;
const LAST_DUE_MS = 60 * MINUTE_MS;
/** How long after its creation a request may wait for providers with used-up quotas. */
export const MAX_WAIT_MS = 7 * DAY_MS;
/** Longer than a worker may run (60 s), so that no worker loses its lease while working. */
export const LEASE_MS = 2 * MINUTE_MS;
/** More than five deliveries and a few resends need. It ends a request that kills its workers. */
export const MAX_CLAIMS = 12;

/** Whether a part may be requested, given the account's earlier request for it. */
export type Standing =
  | { readonly kind: 'under_way'; readonly request: EnrichmentRequest }
  | { readonly kind: 'not_found_recently'; readonly askAgainAfterMs: number }
  | { readonly kind: 'askable' };

export function standingOf(request: EnrichmentRequest | undefined, nowMs: number): Standing {
  if (request === undefined) return { kind: 'askable' };
  if (isOpen(request)) return { kind: 'under_way', request };
  const askAgainAfterMs = (request.settledAtMs ?? 0) + NOT_FOUND_HOLDS_MS;
  if (request.state === 'not_found' && nowMs < askAgainAfterMs) return { kind: 'not_found_recently', askAgainAfterMs };
  return { kind: 'askable' };
}

/** Returns whether the request is not settled. */
export function isOpen(request: EnrichmentRequest): boolean {
  return request.state === 'queued' || request.state === 'researching';
}

export interface NewAttempt extends NumberName {
  readonly accountId: string;
  readonly attempt: string;
  readonly asked: AskedPart;
  readonly usageKey: string | null;
  readonly share?: ClientPlace;
  readonly counted: boolean;
}

/** Creates a request, or renews the settled request `previous`. */
export function openRequest(
  { accountId, manufacturerKey, part, number, attempt, asked, usageKey, share, counted }: NewAttempt,
  previous: EnrichmentRequest | undefined,
  nowMs: number,
): EnrichmentRequest {
  return {
    accountId,
    manufacturerKey,
    part,
    number,
    attempt,
    revision: (previous?.revision ?? 0) + 1,
    state: 'queued',
    asked,
    requestedAtMs: nowMs,
    checkBackAfterMs: nowMs + RESEARCH_TAKES_MS,
    usageKey,
    ...(share !== undefined && { share }),
    charged: previous?.charged ?? false,
    chargedOn: previous?.chargedOn ?? null,
    counted,
    dueAtMs: nowMs + FIRST_DUE_MS,
    resends: 0,
    claims: 0,
    lease: null,
    itemId: null,
    settledAtMs: null,
    failure: null,
  };
}

export type Claim =
  | { readonly kind: 'claimed'; readonly request: EnrichmentRequest }
  /** The request is settled, renewed or unknown, so the message is ignored. */
  | { readonly kind: 'void' }
  /** Another worker has claimed it; the sweeper sends it again if that worker dies. */
  | { readonly kind: 'leased' }
  | { readonly kind: 'exhausted'; readonly request: EnrichmentRequest };

/** Claims the request for one worker (docs/reference/enrichment.md#how-a-request-runs). */
export function claimRequest(
  request: EnrichmentRequest | undefined,
  attempt: string,
  token: string,
  nowMs: number,
): Claim {
  if (request === undefined || request.attempt !== attempt || !isOpen(request)) return { kind: 'void' };
  if (isLeased(request, nowMs)) return { kind: 'leased' };
  if (request.claims >= MAX_CLAIMS) return { kind: 'exhausted', request };
  const lease = { token, untilMs: nowMs + LEASE_MS };
  return { kind: 'claimed', request: next(request, { state: 'researching', lease, claims: request.claims + 1 }) };
}

export function isLeased({ state, lease }: EnrichmentRequest, nowMs: number): boolean {
  return state === 'researching' && lease !== null && nowMs <= lease.untilMs;
}

/**
 * Returns the request to the state `queued`; returns undefined if the worker has lost the lease.
 * @param counts whether the claim counts as an attempt at research; waiting for another account's research does not
 */
export function releaseRequest(
  request: EnrichmentRequest | undefined,
  token: string,
  counts: boolean,
): EnrichmentRequest | undefined {
  if (!holdsLease(request, token)) return undefined;
  return next(request, { state: 'queued', lease: null, claims: request.claims - (counts ? 0 : 1) });
}

/**
 * Lets the request wait for providers with quotas that are used up until `untilMs`; returns undefined if the worker has
 * lost the lease. The sweeper sends it again at that time or later: `share` spreads the waiting requests, over a longer
 * time after each resend. The claim does not count as an attempt at research.
 * @param share position between the earliest and the latest moment, random from 0 to 1
 */
export function waitRequest(
  request: EnrichmentRequest | undefined,
  token: string,
  { untilMs, share }: { readonly untilMs: number; readonly share: number },
  nowMs: number,
): EnrichmentRequest | undefined {
  if (!holdsLease(request, token)) return undefined;
  const comesBackMs = Math.max(untilMs, nowMs) + Math.floor(patienceMs(request.resends) * share);
  // The last attempt is after `MAX_WAIT_MS`: then the request ends even if the quotas are still used up.
  const dueAtMs = Math.min(comesBackMs, Math.max(nowMs, request.requestedAtMs + MAX_WAIT_MS));
  const checkBackAfterMs = dueAtMs + RESEARCH_TAKES_MS;
  return next(request, { state: 'queued', lease: null, claims: request.claims - 1, dueAtMs, checkBackAfterMs });
}

/** Returns whether a request has waited as long as it may for providers' quotas. */
export function waitedEnough({ requestedAtMs }: EnrichmentRequest, nowMs: number): boolean {
  return nowMs >= requestedAtMs + MAX_WAIT_MS;
}

/** How research ended. `charge`: whether research found the item; an item from elsewhere is free. */
export type ResearchEnd =
  | { readonly kind: 'found'; readonly itemId: string; readonly charge: boolean }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'failed'; readonly cause: FailureCause };

export interface SettledRequest {
  readonly request: EnrichmentRequest;
  /** Whether the reserve is charged (`found`) or released; undefined if there is none. */
  readonly reserve: SettledReserve | undefined;
}

/**
 * A reserve that is charged or released. `share`: the client that gets back what is released; a day that is over gets
 * nothing back.
 */
export interface SettledReserve {
  readonly usageKey: string;
  readonly outcome: 'found' | 'released';
  readonly share?: ClientPlace;
}

/** Settles the request under the worker's lease; returns undefined if the worker has lost it. */
export function settleRequest(
  request: EnrichmentRequest | undefined,
  token: string,
  end: ResearchEnd,
  nowMs: number,
): SettledRequest | undefined {
  return holdsLease(request, token) ? endRequest(request, end, nowMs) : undefined;
}

/** Settles an open request, leased or not. */
export function endRequest(request: EnrichmentRequest, end: ResearchEnd, nowMs: number): SettledRequest {
  const charge = end.kind === 'found' && end.charge && request.usageKey !== null;
  const ended = next(request, {
    state: end.kind,
    lease: null,
    dueAtMs: null,
    settledAtMs: nowMs,
    charged: request.charged || charge,
    ...(charge && request.usageKey !== null && { chargedOn: { usageKey: request.usageKey, atMs: nowMs } }),
    itemId: end.kind === 'found' ? end.itemId : null,
    failure: end.kind === 'failed' ? end.cause : null,
  });
  if (request.usageKey === null) return { request: ended, reserve: undefined };
  const { usageKey, share } = request;
  const outcome = charge ? 'found' : 'released';
  return {
    request: ended,
    reserve: { usageKey, outcome, ...(share !== undefined && { share: shareAt(share, nowMs) }) },
  };
}

/** A day that is over gets nothing back; one that began on another server may be the next. */
function shareAt(share: ClientPlace, nowMs: number): ClientPlace {
  return (share.day ?? 0) >= Math.floor(nowMs / DAY_MS) ? share : { ...share, day: null };
}

/**
 * Moves the due time of a request that the sweeper sends again; returns undefined unless `attempt` is still due at
 * `dueAtMs`.
 */
export function postponeRequest(
  request: EnrichmentRequest | undefined,
  attempt: string,
  dueAtMs: number,
  nowMs: number,
): EnrichmentRequest | undefined {
  if (request === undefined || request.attempt !== attempt || request.dueAtMs !== dueAtMs) return undefined;
  const resends = request.resends + 1;
  return next(request, { dueAtMs: nowMs + patienceMs(resends), resends });
}

/** Returns the wait until the next resend. */
function patienceMs(resends: number): number {
  return Math.min(LAST_DUE_MS, FIRST_DUE_MS * 2 ** resends);
}

function holdsLease(request: EnrichmentRequest | undefined, token: string): request is EnrichmentRequest {
  return request?.state === 'researching' && request.lease?.token === token;
}

function next(request: EnrichmentRequest, changes: Partial<EnrichmentRequest>): EnrichmentRequest {
  return { ...request, ...changes, revision: request.revision + 1 };
}
