/**
 * One account's request to have one part researched, and every step it can take: queued → researching → found | not_found | failed.
 * Pure: each step is computed from the request as it was read and the moment it is; storage writes it only if the request is still the
 * one that was read (its version), so each rule here applies under any concurrency (docs/decisions/0080-requests-by-version.md).
 */
import type { Part } from '../lookup/find-part.ts';
import type { ManufacturerKey } from '../part-keys/manufacturer-name.ts';
import { numberKey, type NumberKey, type PartKey } from '../part-keys/part-number.ts';
import { DAY_MS, MINUTE_MS } from '../time.ts';

/** The key that a part is filed under. Similar spellings share it. */
export interface PartName {
  readonly manufacturerKey: ManufacturerKey;
  readonly part: PartKey;
}

/**
 * What a request is for: one part number as requested, ignoring case and outer space. What is queued, charged or not found for it says nothing about
 * similar spellings.
 */
export interface NumberName extends PartName {
  readonly number: NumberKey;
}

/** The id of the part number itself. */
export function numberName({ manufacturerKey, part }: PartName, partNumber: string): NumberName {
  return { manufacturerKey, part, number: numberKey(partNumber) };
}

/** Equal for two requests of the same part number. */
export function numberId({ manufacturerKey, part, number }: NumberName): string {
  return JSON.stringify([manufacturerKey, part, number]);
}

export const REQUEST_STATES = ['queued', 'researching', 'found', 'not_found', 'failed'] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

/**
 * `given_up`: too many deliveries failed. `cancelled`: by the operator. `account_inactive`: the account was suspended or closed meanwhile.
 * `used_up`: the providers' requests were, for as long as a request waits.
 */
export const FAILURE_CAUSES = ['given_up', 'cancelled', 'account_inactive', 'used_up'] as const;
export type FailureCause = (typeof FAILURE_CAUSES)[number];

export interface Lease {
  readonly token: string;
  readonly untilMs: number;
}

/** What the researcher receives; the only text of a client that is passed on. */
export interface AskedPart {
  readonly manufacturer: string;
  readonly partNumber: string;
  readonly description: string | null;
}

/** The look-up of the part in the index. */
export function partOfRequest(
  { manufacturerKey, part }: PartName,
  { manufacturer, partNumber: verbatim }: AskedPart,
): Part & { readonly by: 'part' } {
  return { by: 'part', manufacturer, manufacturerKey, part, verbatim };
}

export interface EnrichmentRequest extends NumberName {
  readonly accountId: string;
  /** Changes whenever the part is requested again: messages and outbox rows of older attempts are void. */
  readonly attempt: string;
  /** Incremented by every write. */
  readonly revision: number;
  readonly state: RequestState;
  readonly asked: AskedPart;
  readonly requestedAtMs: number;
  readonly checkBackAfterMs: number;
  /** The usage row that holds this attempt's reserve and settles it even after the period's end; null if nothing is reserved. */
  readonly usageKey: string | null;
  /** Whether this account has ever been charged for this part number. Never returns to false. */
  readonly charged: boolean;
  /** The usage row on which it was charged, and when: kept when the part is requested again. */
  readonly chargedOn: { readonly usageKey: string; readonly atMs: number } | null;
  /** Whether it counts toward the account's limits of open and not found requests. Operators' requests do not. */
  readonly counted: boolean;
  /** When the sweeper picks it up: its outbox row's time. Null once settled. */
  readonly dueAtMs: number | null;
  /** How often the sweeper sent it again. */
  readonly resends: number;
  /** How often a worker began to research it. */
  readonly claims: number;
  readonly lease: Lease | null;
  readonly itemId: string | null;
  readonly settledAtMs: number | null;
  readonly failure: FailureCause | null;
}

/** The time in which most research ends, for `check_back_after`. */
export const RESEARCH_TAKES_MS = 2 * MINUTE_MS;
/** A part that was not found is not researched again for the same account before this. */
export const NOT_FOUND_HOLDS_MS = 30 * DAY_MS;
/** The sweeper's wait: doubles with every resend, up to an hour. */
const FIRST_DUE_MS = 5 * MINUTE_MS;
const LAST_DUE_MS = 60 * MINUTE_MS;
/** How long after its creation a request waits for providers whose quotas are used up. */
export const WAITS_AT_MOST_MS = 7 * DAY_MS;
/** Longer than the worker may run (60 s), so that no worker loses a lease while working. */
export const LEASE_MS = 2 * MINUTE_MS;
/** More than five deliveries and some resends need, so that a request that kills its workers ends. */
export const MAX_CLAIMS = 12;

/** What a request for a part means, given the account's earlier request. */
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

/** Neither found, nor not found, nor failed. */
export function isOpen(request: EnrichmentRequest): boolean {
  return request.state === 'queued' || request.state === 'researching';
}

export interface NewAttempt extends NumberName {
  readonly accountId: string;
  readonly attempt: string;
  readonly asked: AskedPart;
  readonly usageKey: string | null;
  readonly counted: boolean;
}

/** The new request, or the renewed one after `previous` ended. */
export function openRequest(
  { accountId, manufacturerKey, part, number, attempt, asked, usageKey, counted }: NewAttempt,
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
  /** Already settled, renewed since, or unknown: the message is ignored. */
  | { readonly kind: 'void' }
  /** Another worker has it; the outbox brings it back if that worker dies. */
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
 * Returns the request to the queue. `counts`: whether the claim was an attempt at research; waiting for another account's research is not.
 * Undefined when the worker has lost the lease.
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
 * Lets the request wait for providers whose quotas are used up until `untilMs`. The sweeper brings it back then or somewhat later, so that
 * waiting requests do not all return at the same moment, and later each time. It is not an attempt at research. Undefined when the worker has lost the lease.
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
  // The last time is on the seventh day, when the request ends unless it is found.
  const dueAtMs = Math.min(comesBackMs, Math.max(nowMs, request.requestedAtMs + WAITS_AT_MOST_MS));
  const checkBackAfterMs = dueAtMs + RESEARCH_TAKES_MS;
  return next(request, { state: 'queued', lease: null, claims: request.claims - 1, dueAtMs, checkBackAfterMs });
}

/** Whether a request that waits for providers' quotas has waited long enough. */
export function waitedEnough({ requestedAtMs }: EnrichmentRequest, nowMs: number): boolean {
  return nowMs >= requestedAtMs + WAITS_AT_MOST_MS;
}

/** How research ended. `charge`: whether the item came from research; otherwise a found part costs nothing. */
export type ResearchEnd =
  | { readonly kind: 'found'; readonly itemId: string; readonly charge: boolean }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'failed'; readonly cause: FailureCause };

export interface SettledRequest {
  readonly request: EnrichmentRequest;
  /** What happens to the reserve; undefined when there is none. */
  readonly reserve: { readonly usageKey: string; readonly outcome: 'found' | 'released' } | undefined;
}

/** Ends the request under the worker's lease; undefined when the worker has lost it. */
export function settleRequest(
  request: EnrichmentRequest | undefined,
  token: string,
  end: ResearchEnd,
  nowMs: number,
): SettledRequest | undefined {
  return holdsLease(request, token) ? endRequest(request, end, nowMs) : undefined;
}

/** Ends an open request, leased or not. */
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
  return { request: ended, reserve: { usageKey: request.usageKey, outcome: charge ? 'found' : 'released' } };
}

/** The request after the sweeper picked it up: due again later. Undefined when `attempt`, due at `dueAtMs`, is not open any more. */
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

/** The sweeper's next wait. */
function patienceMs(resends: number): number {
  return Math.min(LAST_DUE_MS, FIRST_DUE_MS * 2 ** resends);
}

function holdsLease(request: EnrichmentRequest | undefined, token: string): request is EnrichmentRequest {
  return request?.state === 'researching' && request.lease?.token === token;
}

function next(request: EnrichmentRequest, changes: Partial<EnrichmentRequest>): EnrichmentRequest {
  return { ...request, ...changes, revision: request.revision + 1 };
}
