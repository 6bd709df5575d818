/**
 * Runs a search of the request log. Guarantees: an account has one search at a time, all accounts together have at most
 * as many as there are slots, and only the session that started a search sees its result. The process may be killed
 * after any step: a slot is free again when its time has expired, and the next search in it stops the query that the
 * previous one left behind.
 */
import { attemptAgain } from '../../decide-again.ts';
import { randomAlphanumeric } from '../../identifiers.ts';
import type { SearchStore, StoredSearches } from './search-store.ts';
import type { CallSearch, SearchableLog } from './search-log.ts';
import {
  endedSearch,
  FOLLOWED_MS,
  GIVE_UP_AFTER_MS,
  isKept,
  isOpen,
  isRunning,
  STARTING_MS,
  turnOf,
  withSearch,
  type EndedSearch,
  type LogSearch,
  type OpenSearch,
} from './search-turns.ts';

export interface LogPorts {
  readonly log: SearchableLog;
  readonly searches: SearchStore;
}

/** An account, and the session of one of its members. */
export interface Asker {
  readonly accountId: string;
  readonly sessionSha256: string;
}

type AskResult =
  | { readonly kind: 'searching'; readonly searchId: string }
  /** Another search of the account is running, or all slots are taken. */
  | { readonly kind: 'busy' };

type FollowResult =
  | { readonly kind: 'searching' }
  | { readonly kind: 'found'; readonly lines: readonly unknown[]; readonly startedAtMs: number }
  /** `replaced`: the session started a different search. */
  | { readonly kind: 'failed'; readonly why: 'failed' | 'too_slow' | 'replaced' }
  /** There is no such search of this account and session, or its result is no longer kept. */
  | { readonly kind: 'unknown' };

/** Each try can fail because another process changed the account's row first. */

/** @param mayStart called before a search that has a slot is started; throws to prevent it */
export async function askLog(
  { log, searches: store }: LogPorts,
  { accountId, sessionSha256 }: Asker,
  search: CallSearch,
  asked: string,
  mayStart: () => Promise<void>,
  nowMs: number,
): Promise<AskResult> {
  const opened = newSearch(sessionSha256, asked, nowMs);
  const start = () => begin({ log, searches: store }, accountId, opened, search, mayStart, nowMs);
  const done = await attemptAgain<AskResult>(async () => {
    const stored = await store.readSearches(accountId);
    // The store reported a failure, but the row is written: the response was lost, and the SDK's retry failed on its
    // condition.
    if (stored.searches.some(({ searchId }) => searchId === opened.searchId)) return start();
    const turn = turnOf(stored.searches, { sessionSha256, asked }, nowMs);
    if (turn.kind === 'known') return { kind: 'searching', searchId: turn.searchId };
    if (turn.kind === 'busy') return turn;
    // The queries are stopped before the row is updated: if the process is killed in between, the next search stops
    // them again.
    for (const one of turn.over) await stop({ log, searches: store }, one);
    const changed = { searches: withSearch(stored.searches, opened, nowMs), revision: stored.revision };
    if (await store.writeSearches(accountId, changed, nowMs)) return start();
    return undefined;
  });
  return done ?? { kind: 'busy' };
}

function newSearch(sessionSha256: string, asked: string, nowMs: number): OpenSearch {
  return {
    searchId: `srch_${randomAlphanumeric(20)}`,
    sessionSha256,
    asked,
    startedAtMs: nowMs,
    state: 'starting',
    untilMs: nowMs + STARTING_MS,
    slot: null,
    queryId: null,
  };
}

/** Takes a slot for the account's search and starts it. */
async function begin(
  ports: LogPorts,
  accountId: string,
  opened: OpenSearch,
  search: CallSearch,
  mayStart: () => Promise<void>,
  nowMs: number,
): Promise<AskResult> {
  const { log, searches: store } = ports;
  const { searchId } = opened;
  const taken = await store.takeSlot(searchId, opened.untilMs, nowMs);
  if (taken === undefined) return giveUp(ports, accountId, opened, nowMs);
  const hold = { slot: taken.slot, searchId };
  let startedQuery: string | null = null;
  try {
    if (taken.abandoned !== null) await log.stop(taken.abandoned);
    await mayStart();
    const started = await log.start(search);
    if (started.kind === 'busy') {
      await store.freeSlot(hold);
      return await giveUp(ports, accountId, opened, nowMs);
    }
    const { queryId } = started;
    startedQuery = queryId;
    const untilMs = nowMs + FOLLOWED_MS;
    const running: OpenSearch = { ...opened, state: 'running', slot: taken.slot, queryId, untilMs };
    if ((await store.holdSlot(hold, queryId, untilMs)) && (await replace(store, accountId, running, nowMs)))
      return { kind: 'searching', searchId };
    // The search's time expired before its query was stored, so nothing else would ever stop the query.
    await stop(ports, running);
    return { kind: 'busy' };
  } catch (error) {
    // A started query that is stored nowhere would run to its end without a slot.
    if (startedQuery !== null) await log.stop(startedQuery).catch(() => undefined);
    await store.freeSlot(hold);
    await replace(store, accountId, endedSearch(opened, 'failed', nowMs), nowMs);
    throw error;
  }
}

async function giveUp(
  { searches }: LogPorts,
  accountId: string,
  opened: OpenSearch,
  nowMs: number,
): Promise<AskResult> {
  await replace(searches, accountId, endedSearch(opened, 'failed', nowMs), nowMs);
  return { kind: 'busy' };
}

/** Returns the state of a search to the session that started it. Stores the end of a query that has ended. */
export async function followLog(
  ports: LogPorts,
  { accountId, sessionSha256 }: Asker,
  searchId: string,
  nowMs: number,
): Promise<FollowResult> {
  const { searches } = await ports.searches.readSearches(accountId);
  const search = searches.find((one) => one.searchId === searchId && one.sessionSha256 === sessionSha256);
  if (search === undefined) return { kind: 'unknown' };
  return isOpen(search) ? followOpen(ports, accountId, search, nowMs) : giveAgain(ports, search, nowMs);
}

async function followOpen(
  ports: LogPorts,
  accountId: string,
  search: OpenSearch,
  nowMs: number,
): Promise<FollowResult> {
  const { queryId, startedAtMs } = search;
  if (queryId === null) {
    if (isRunning(search, nowMs)) return { kind: 'searching' };
    return end(ports, accountId, search, nowMs, { kind: 'failed', why: 'failed' });
  }
  const state = await ports.log.read(queryId);
  switch (state.kind) {
    case 'running':
      if (nowMs < startedAtMs + GIVE_UP_AFTER_MS) return keepTurn(ports.searches, accountId, search, nowMs);
      await ports.log.stop(queryId);
      return end(ports, accountId, search, nowMs, { kind: 'failed', why: 'too_slow' });
    case 'complete':
      return end(ports, accountId, search, nowMs, { kind: 'found', lines: state.lines, startedAtMs });
    case 'failed':
      return end(ports, accountId, search, nowMs, { kind: 'failed', why: 'failed' });
  }
}

/**
 * Extends the turn of a search that the dashboard still polls. If its slot was given away meanwhile, the search was
 * stopped.
 */
async function keepTurn(
  store: SearchStore,
  accountId: string,
  search: OpenSearch,
  nowMs: number,
): Promise<FollowResult> {
  const { searchId, slot, queryId, untilMs } = search;
  if (slot === null || queryId === null || nowMs < untilMs - FOLLOWED_MS / 2) return { kind: 'searching' };
  const until = nowMs + FOLLOWED_MS;
  if (!(await store.holdSlot({ slot, searchId }, queryId, until))) return { kind: 'failed', why: 'replaced' };
  await replace(store, accountId, { ...search, untilMs: until }, nowMs);
  return { kind: 'searching' };
}

/** Returns the result of an ended search again while it is kept; the log still has the lines. */
async function giveAgain({ log }: LogPorts, search: EndedSearch, nowMs: number): Promise<FollowResult> {
  if (search.state !== 'found') return { kind: 'failed', why: search.state };
  if (!isKept(search, nowMs) || search.queryId === null) return { kind: 'unknown' };
  const state = await log.read(search.queryId);
  if (state.kind !== 'complete') return { kind: 'failed', why: 'failed' };
  return { kind: 'found', lines: state.lines, startedAtMs: search.startedAtMs };
}

async function end<Outcome extends FollowResult>(
  { searches: store }: LogPorts,
  accountId: string,
  search: OpenSearch,
  nowMs: number,
  outcome: Outcome,
): Promise<Outcome> {
  const state = outcome.kind === 'found' ? 'found' : 'failed';
  // The slot is freed first: if the process is killed in between, the next read ends the search again.
  if (search.slot !== null) await store.freeSlot({ slot: search.slot, searchId: search.searchId });
  await replace(store, accountId, endedSearch(search, state, nowMs), nowMs);
  return outcome;
}

async function stop({ log, searches }: LogPorts, { queryId, slot, searchId }: OpenSearch): Promise<void> {
  if (queryId !== null) await log.stop(queryId);
  if (slot !== null) await searches.freeSlot({ slot, searchId });
}

/** Replaces the stored search. Returns false if the stored one is no longer open or no longer stored. */
async function replace(store: SearchStore, accountId: string, search: LogSearch, nowMs: number): Promise<boolean> {
  const done = await attemptAgain(async () => {
    const stored: StoredSearches = await store.readSearches(accountId);
    const before = stored.searches.find(({ searchId }) => searchId === search.searchId);
    if (before === undefined || !isOpen(before)) return false;
    const searches = stored.searches.map((one) => (one === before ? search : one));
    if (await store.writeSearches(accountId, { searches, revision: stored.revision }, nowMs)) return true;
    return undefined;
  });
  return done ?? false;
}
