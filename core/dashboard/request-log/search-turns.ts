/**
 * Decides which search of the request log may run: one per account at a time, and for all accounts together as many as
 * there are slots. An account's recent searches are a list on one row, changed only if its revision is unchanged. A
 * turn expires at `untilMs`, so that a killed process does not keep it forever.
 */
import { MINUTE_MS } from '../../time.ts';

/** A tenth of the queries that an AWS account may run concurrently; the rest is left to operators. */
export const SEARCH_SLOTS = 10;

/** A function that starts a search is no longer alive after this: its time limit is 20 s. */
export const STARTING_MS = 25_000;
/** The search is stopped after this, and reported as failed. */
export const GIVE_UP_AFTER_MS = MINUTE_MS;
/** How long a running search keeps its turn after it was last followed: a closed tab must not keep others waiting. */
export const FOLLOWED_MS = 20_000;
/** How long a result is returned again without another search. */
export const KEPT_MS = MINUTE_MS;

/** More than the dashboard usually starts within a minute, and few enough for one row. */
const REMEMBERED = 12;

interface SearchBase {
  readonly searchId: string;
  /** The session that started the search; no other session sees its result. */
  readonly sessionSha256: string;
  /** The canonical form of the search, by which a repeat is recognized. */
  readonly asked: string;
  readonly startedAtMs: number;
}

export interface OpenSearch extends SearchBase {
  readonly state: 'starting' | 'running';
  /** When the turn is over, even if the query never ended. */
  readonly untilMs: number;
  readonly slot: number | null;
  /** The log's id of the query, once it is started. */
  readonly queryId: string | null;
}

export interface EndedSearch extends SearchBase {
  readonly state: 'found' | 'failed' | 'replaced';
  readonly endedAtMs: number;
  readonly queryId: string | null;
}

export type LogSearch = OpenSearch | EndedSearch;

interface AskedSearch {
  readonly sessionSha256: string;
  readonly asked: string;
}

type Turn =
  /** The same search of the same session is running or kept. */
  | { readonly kind: 'known'; readonly searchId: string }
  | { readonly kind: 'busy' }
  /** `over`: searches of the account that must be stopped first. */
  | { readonly kind: 'free'; readonly over: readonly OpenSearch[] };

/**
 * Decides whether the session may begin a search now. By starting a different search, a session gives up its running
 * one.
 */
export function turnOf(searches: readonly LogSearch[], { sessionSha256, asked }: AskedSearch, nowMs: number): Turn {
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

/** Returns the list with the new search. Every other open search is marked as replaced. */
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

/** Whether the result is still returned. */
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
