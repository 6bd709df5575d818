/**
 * Whose search of the request log may run: one at a time for an account, and of all accounts together as many as there are slots. What an account
 * searched lately is a list on one row of its own, changed only over the revision that was read; here is what the list says. A turn ends by itself at
 * `untilMs`, so that a process that was killed holds nothing forever.
 */
import { MINUTE_MS } from '../time.ts';

/** A tenth of the queries that an AWS account may run concurrently: the rest is the operator's. */
export const SEARCH_SLOTS = 10;

/** No function that starts one is alive after this (20 s is its time limit). */
export const STARTING_MS = 25_000;
/** Then the person who waits learns that it failed, and the search is stopped. */
export const GIVE_UP_AFTER_MS = MINUTE_MS;
/** How long a running search keeps its turn after it was last followed: a closed tab must not keep others waiting. */
export const FOLLOWED_MS = 20_000;
/** What was found is given again, without another search. */
export const KEPT_MS = MINUTE_MS;

/** More than a session shows within a minute, and few enough for one row. */
const REMEMBERED = 12;

interface SearchBase {
  readonly searchId: string;
  /** The session that started the search: no other session learns what was found. */
  readonly sessionSha256: string;
  /** What was asked, in one form, so that the same is found again. */
  readonly asked: string;
  readonly startedAtMs: number;
}

export interface OpenSearch extends SearchBase {
  readonly state: 'starting' | 'running';
  /** When its turn is over, even if it never ended. */
  readonly untilMs: number;
  readonly slot: number | null;
  /** The log's own id, once it is started. */
  readonly queryId: string | null;
}

export interface EndedSearch extends SearchBase {
  readonly state: 'found' | 'failed' | 'replaced';
  readonly endedAtMs: number;
  readonly queryId: string | null;
}

export type LogSearch = OpenSearch | EndedSearch;

export interface Asked {
  readonly sessionSha256: string;
  readonly asked: string;
}

export type Turn =
  /** The same was asked by the same session, and is running or kept. */
  | { readonly kind: 'known'; readonly searchId: string }
  | { readonly kind: 'busy' }
  /** `over`: searches of this account that must be stopped first. */
  | { readonly kind: 'free'; readonly over: readonly OpenSearch[] };

/** Whether the session may begin a search now. A session that asks something else gives its running search up. */
export function turnOf(searches: readonly LogSearch[], { sessionSha256, asked }: Asked, nowMs: number): Turn {
  const known = searches.find(
    (one) =>
      one.sessionSha256 === sessionSha256 && one.asked === asked && (isRunning(one, nowMs) || isKept(one, nowMs)),
  );
  if (known !== undefined) return { kind: 'known', searchId: known.searchId };
  const over = searches.filter(isOpen);
  const inTheWay = over.find(
    (one) => isRunning(one, nowMs) && (one.sessionSha256 !== sessionSha256 || one.state === 'starting'),
  );
  return inTheWay === undefined ? { kind: 'free', over } : { kind: 'busy' };
}

/** The list with the new search; every other open search has ended. */
export function withSearch(searches: readonly LogSearch[], search: OpenSearch, nowMs: number): readonly LogSearch[] {
  return [search, ...searches.map((one) => (isOpen(one) ? endedSearch(one, 'replaced', nowMs) : one))].slice(
    0,
    REMEMBERED,
  );
}

export function isOpen(search: LogSearch): search is OpenSearch {
  return search.state === 'starting' || search.state === 'running';
}

export function isRunning(search: LogSearch, nowMs: number): search is OpenSearch {
  return isOpen(search) && nowMs < search.untilMs;
}

/** Whether what was found is still given out. */
export function isKept(search: LogSearch, nowMs: number): search is EndedSearch {
  return search.state === 'found' && nowMs < search.endedAtMs + KEPT_MS;
}

export function endedSearch(
  { searchId, sessionSha256, asked, startedAtMs, queryId }: OpenSearch,
  state: EndedSearch['state'],
  endedAtMs: number,
): EndedSearch {
  return { searchId, sessionSha256, asked, startedAtMs, queryId, state, endedAtMs };
}
