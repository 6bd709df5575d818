/**
 * Searches of the request log on a log and a store in memory; log-searches.contract.test.ts runs them on the stored
 * rows, killed after each step.
 */
import { beforeEach, describe, expect, test } from 'vitest';
import { askLog, followLog } from '../../../../core/dashboard/request-log/ask-log.ts';
import type { SearchableLog, SearchState } from '../../../../core/dashboard/request-log/search-log.ts';
import type { SearchStore, StoredSearches } from '../../../../core/dashboard/request-log/search-store.ts';
import {
  FOLLOWED_MS,
  GIVE_UP_AFTER_MS,
  KEPT_MS,
  STARTING_MS,
} from '../../../../core/dashboard/request-log/search-turns.ts';

const START_MS = Date.UTC(2026, 10, 23, 14);
const SLOTS = 2;

let nowMs: number;
let log: MemoryLog;
let store: MemorySearches;
beforeEach(() => {
  nowMs = START_MS;
  log = new MemoryLog();
  store = new MemorySearches();
});

/** A query stands as the test says; a stopped one has failed. */
class MemoryLog implements SearchableLog {
  readonly states = new Map<string, SearchState>();
  readonly stopped: string[] = [];
  isFull = false;

  async start() {
    if (this.isFull) return { kind: 'busy' } as const;
    const queryId = `query-${this.states.size + 1}`;
    this.states.set(queryId, { kind: 'running' });
    return { kind: 'started', queryId } as const;
  }

  async read(queryId: string): Promise<SearchState> {
    return this.states.get(queryId) ?? { kind: 'failed' };
  }

  async stop(queryId: string): Promise<void> {
    this.stopped.push(queryId);
    this.states.set(queryId, { kind: 'failed' });
  }
}

interface Slot {
  readonly searchId: string;
  readonly untilMs: number;
  readonly queryId: string | null;
}

class MemorySearches implements SearchStore {
  readonly slots = new Map<number, Slot>();
  readonly #rows = new Map<string, StoredSearches>();
  /** Writes that another process is ahead of. */
  lostWrites = 0;

  async readSearches(accountId: string): Promise<StoredSearches> {
    return this.#rows.get(accountId) ?? { searches: [], revision: 0 };
  }

  async writeSearches(accountId: string, { searches, revision }: StoredSearches): Promise<boolean> {
    if (this.lostWrites-- > 0 || (await this.readSearches(accountId)).revision !== revision) return false;
    this.#rows.set(accountId, { searches, revision: revision + 1 });
    return true;
  }

  async takeSlot(searchId: string, untilMs: number, atMs: number) {
    const free = [...Array(SLOTS).keys()].find((slot) => (this.slots.get(slot)?.untilMs ?? 0) <= atMs);
    if (free === undefined) return undefined;
    const abandoned = this.slots.get(free)?.queryId ?? null;
    this.slots.set(free, { searchId, untilMs, queryId: null });
    return { slot: free, abandoned };
  }

  async holdSlot({ slot, searchId }: { slot: number; searchId: string }, queryId: string, untilMs: number) {
    if (this.slots.get(slot)?.searchId !== searchId) return false;
    this.slots.set(slot, { searchId, untilMs, queryId });
    return true;
  }

  async freeSlot({ slot, searchId }: { slot: number; searchId: string }) {
    if (this.slots.get(slot)?.searchId === searchId) this.slots.delete(slot);
  }
}

interface Asked {
  readonly accountId?: string;
  readonly session?: string;
  readonly asked?: string;
  readonly mayStart?: () => Promise<void>;
}

const asker = ({ accountId = 'acc_1', session = 'monday' }: Asked) => ({ accountId, sessionSha256: session });

function ask({ asked = 'day', mayStart = async () => undefined, ...who }: Asked = {}) {
  const by = asker(who);
  const search = { accountId: by.accountId, fromMs: 0, toMs: nowMs };
  return askLog({ log, searches: store }, by, search, asked, mayStart, nowMs);
}

async function started(asked: Asked = {}): Promise<string> {
  const result = await ask(asked);
  if (result.kind === 'busy') throw new Error('It is busy.');
  return result.searchId;
}

const follow = (searchId: string, who: Asked = {}) => followLog({ log, searches: store }, asker(who), searchId, nowMs);

const LINES = [{ tool: 'lookup_part' }];
const finish = (queryId: string) => void log.states.set(queryId, { kind: 'complete', lines: LINES });

describe('a search', () => {
  test('is followed until its query is complete, and has its lines', async () => {
    const id = await started();
    expect(await follow(id)).toEqual({ kind: 'searching' });
    finish('query-1');
    nowMs += 1_000;
    expect(await follow(id)).toEqual({ kind: 'found', lines: LINES, startedAtMs: START_MS });
    expect(store.slots.size).toBe(0);
  });

  test('is asked again at no cost while it runs, and for a minute after it', async () => {
    const id = await started();
    expect(await started()).toBe(id);
    finish('query-1');
    await follow(id);
    nowMs += KEPT_MS - 1;
    expect([await started(), (await follow(id)).kind, log.states.size]).toEqual([id, 'found', 1]);
    nowMs += 1;
    expect(await follow(id)).toEqual({ kind: 'unknown' });
    expect(await started()).not.toBe(id);
  });

  test.each([
    ['another session', { session: 'tuesday' }],
    ['another account', { accountId: 'acc_2' }],
  ])('is unknown to %s', async (_who, who) => {
    expect(await follow(await started(), who)).toEqual({ kind: 'unknown' });
  });

  test('that its log fails has failed, each time it is followed', async () => {
    const id = await started();
    log.states.set('query-1', { kind: 'failed' });
    expect([await follow(id), await follow(id)]).toEqual([
      { kind: 'failed', why: 'failed' },
      { kind: 'failed', why: 'failed' },
    ]);
    expect(store.slots.size).toBe(0);
  });

  test('is stopped as too slow after its time, not before', async () => {
    const id = await started();
    for (; nowMs < START_MS + GIVE_UP_AFTER_MS; nowMs += FOLLOWED_MS / 2)
      expect(await follow(id)).toEqual({ kind: 'searching' });
    expect(await follow(id)).toEqual({ kind: 'failed', why: 'too_slow' });
    expect([log.stopped, store.slots.size]).toEqual([['query-1'], 0]);
  });

  test('keeps its slot while it is followed, from half of its time on', async () => {
    const id = await started();
    const until = () => store.slots.get(0)?.untilMs;
    nowMs += FOLLOWED_MS / 2 - 1;
    await follow(id);
    expect(until()).toBe(START_MS + FOLLOWED_MS);
    nowMs += 1;
    await follow(id);
    expect(until()).toBe(nowMs + FOLLOWED_MS);
  });

  test('whose slot was given away has been replaced', async () => {
    const id = await started();
    nowMs += FOLLOWED_MS;
    await started({ accountId: 'acc_2' });
    await started({ accountId: 'acc_3' });
    expect(log.stopped).toContain('query-1');
    log.states.set('query-1', { kind: 'running' });
    expect(await follow(id)).toEqual({ kind: 'failed', why: 'replaced' });
  });
});

describe('an account', () => {
  test('has one search at a time', async () => {
    await started();
    expect(await ask({ session: 'tuesday' })).toEqual({ kind: 'busy' });
    expect(await ask({ accountId: 'acc_2' })).toMatchObject({ kind: 'searching' });
  });

  test('has another once the first has ended, or nobody follows it', async () => {
    const id = await started();
    finish('query-1');
    await follow(id);
    await started({ session: 'tuesday' });
    nowMs += FOLLOWED_MS;
    await started({ session: 'wednesday' });
    expect(log.stopped).toEqual(['query-2']);
  });

  test('gives up the running search of the session that asks for another', async () => {
    const first = await started();
    const second = await started({ asked: 'week' });
    expect(log.stopped).toEqual(['query-1']);
    expect([await follow(first), await follow(second)]).toEqual([
      { kind: 'failed', why: 'replaced' },
      { kind: 'searching' },
    ]);
  });

  test('decides again if another process was first, and is busy if that never ends', async () => {
    store.lostWrites = 1;
    expect((await ask()).kind).toBe('searching');
    store.lostWrites = 1_000;
    expect(await ask({ accountId: 'acc_2' })).toEqual({ kind: 'busy' });
  });
});

describe('a search that cannot be started', () => {
  test('is busy without a slot, and neither counted nor kept', async () => {
    await started({ accountId: 'acc_2' });
    await started({ accountId: 'acc_3' });
    let counted = 0;
    const mayStart = async () => void (counted += 1);
    expect(await ask({ mayStart })).toEqual({ kind: 'busy' });
    expect([counted, log.states.size]).toEqual([0, 2]);
    nowMs += FOLLOWED_MS;
    expect((await ask({ mayStart })).kind).toBe('searching');
    expect(counted).toBe(1);
  });

  test('is busy if the log takes no more, and frees its slot', async () => {
    log.isFull = true;
    expect(await ask()).toEqual({ kind: 'busy' });
    expect(store.slots.size).toBe(0);
    log.isFull = false;
    expect((await ask()).kind).toBe('searching');
  });

  test('frees its slot, and may be asked again at once, if it is prevented', async () => {
    const mayStart = () => Promise.reject(new Error('Too many searches.'));
    await expect(ask({ mayStart })).rejects.toThrow('Too many searches.');
    expect([store.slots.size, log.states.size]).toEqual([0, 0]);
    expect((await ask()).kind).toBe('searching');
  });

  test('stops its query if the query cannot be stored', async () => {
    store.holdSlot = () => Promise.reject(new Error('The store does not answer.'));
    await expect(ask()).rejects.toThrow('does not answer');
    expect([log.stopped, store.slots.size]).toEqual([['query-1'], 0]);
  });

  test('stops its query, and is busy, if its slot was taken meanwhile', async () => {
    store.holdSlot = async () => false;
    expect(await ask()).toEqual({ kind: 'busy' });
    expect(log.stopped).toEqual(['query-1']);
  });

  test('is ended when it is followed after the process that began it was killed', async () => {
    const reached = new Promise<void>((resolve) => {
      store.takeSlot = () => (resolve(), new Promise(() => undefined));
    });
    void ask();
    await reached;
    const [{ searchId } = { searchId: '' }] = (await store.readSearches('acc_1')).searches;
    expect(await follow(searchId)).toEqual({ kind: 'searching' });
    nowMs += STARTING_MS;
    expect(await follow(searchId)).toEqual({ kind: 'failed', why: 'failed' });
  });
});
