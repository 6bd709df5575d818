import { describe, expect, test } from 'vitest';
import type { AuditLine } from '../../../../core/billing/accounts/audit-line.ts';
import {
  claimRequest,
  endRequest,
  LEASE_MS,
  numberName,
  openRequest,
  type EnrichmentRequest,
  type ResearchEnd,
} from '../../../../core/sourcing/enrichment/enrichment-request.ts';
import type { Commit, EnrichmentStore } from '../../../../core/sourcing/enrichment/enrichment-store.ts';
import { abandonRequest, settleUnderLease } from '../../../../core/sourcing/enrichment/settle-enrichment.ts';
import type { ManufacturerKey } from '../../../../core/index/part-keys/manufacturer-name.ts';
import type { PartKey } from '../../../../core/index/part-keys/part-number.ts';

const NOON_MS = Date.UTC(2026, 10, 18, 12);
const NAME = numberName({ manufacturerKey: 'norvane' as ManufacturerKey, part: 'NV1' as PartKey }, 'NV-1');
const KEY = { accountId: 'acc_0123456789', ...NAME };
const FOUND: ResearchEnd = { kind: 'found', itemId: 'itm_00000001', charge: true };

const asked = (usageKey: string | null = '2026-11') =>
  openRequest(
    {
      ...KEY,
      attempt: 'enr_1',
      asked: { manufacturer: 'Norvane', partNumber: 'NV-1', description: null },
      usageKey,
      counted: true,
    },
    undefined,
    NOON_MS,
  );

function claimed(request = asked(), token = 'mine', nowMs = NOON_MS): EnrichmentRequest {
  const claim = claimRequest(request, 'enr_1', token, nowMs);
  if (claim.kind !== 'claimed') throw new Error(claim.kind);
  return claim.request;
}

/** A store of one request, which accepts a change only over the state that it has. */
class OneRequest {
  stored: EnrichmentRequest | undefined;
  readonly commits: Commit[] = [];

  constructor(stored?: EnrichmentRequest) {
    this.stored = stored;
  }

  async readRequests() {
    return this.stored === undefined ? [] : [this.stored];
  }

  async commit(commit: Commit) {
    this.commits.push(commit);
    const [change] = commit.changes;
    if (change?.before?.revision !== this.stored?.revision)
      return { kind: 'changed', requests: [], refusedBy: undefined } as const;
    this.stored = change?.after;
    return { kind: 'committed' } as const;
  }

  get port(): EnrichmentStore {
    return this as unknown as EnrichmentStore;
  }
}

describe('a worker', () => {
  const settle = (store: OneRequest, held: EnrichmentRequest, end: ResearchEnd = FOUND) =>
    settleUnderLease(store.port, held, end, NOON_MS + 1000);

  test.each<[string, EnrichmentRequest, ResearchEnd, unknown]>([
    ['found: the reserve is charged', claimed(), FOUND, { kind: 'settle', usageKey: '2026-11', outcome: 'found' }],
    [
      'not found: it is released',
      claimed(),
      { kind: 'not_found' },
      { kind: 'settle', usageKey: '2026-11', outcome: 'released' },
    ],
    ['found without a reserve: there is none to move', claimed(asked(null)), FOUND, undefined],
  ])('settles a request that it leases in one transaction with its reserve. %s', async (_, held, end, usage) => {
    const store = new OneRequest(held);
    expect(await settle(store, held, end)).toBe(true);
    const { request: after } = endRequest(held, end, NOON_MS + 1000);
    const changes = [{ before: held, after }];
    expect(store.commits).toEqual([{ accountId: KEY.accountId, changes, usage, audit: undefined }]);
  });

  test('settles a request once: a request that has ended moves no money', async () => {
    const held = claimed();
    const { request } = endRequest(held, { kind: 'failed', cause: 'cancelled' }, NOON_MS);
    const store = new OneRequest(request);
    expect(await settle(store, held)).toBe(false);
    expect(store.commits).toHaveLength(1);
    expect(store.stored).toBe(request);
  });

  test('does not settle a request that another worker leased later', async () => {
    const held = claimed();
    const store = new OneRequest(claimed(held, 'other', NOON_MS + LEASE_MS + 1));
    expect(await settle(store, held)).toBe(false);
    expect(store.stored?.lease?.token).toBe('other');
  });

  test('settles a request even if another of its fields changed meanwhile', async () => {
    const held = claimed();
    const postponed = { ...held, revision: held.revision + 1, resends: 1 };
    const store = new OneRequest(postponed);
    expect(await settle(store, held)).toBe(true);
    expect(store.stored).toMatchObject({ state: 'found', resends: 1, revision: postponed.revision + 1 });
    expect(store.commits[1]?.usage).toMatchObject({ outcome: 'found' });
  });

  test('does not settle a request without a lease', async () => {
    const store = new OneRequest(asked());
    expect(await settle(store, asked())).toBe(false);
    expect(store.commits).toEqual([]);
  });
});

describe('abandonRequest', () => {
  const audit: AuditLine = { who: 'test', what: 'research.cancelled', details: {}, atMs: NOON_MS };
  const abandon = (store: OneRequest, which: Parameters<typeof abandonRequest>[3], nowMs = NOON_MS) =>
    abandonRequest(store.port, KEY, 'cancelled', which, nowMs);

  test('stores the cause and the actor, and releases the reserve, in one transaction', async () => {
    const store = new OneRequest(asked());
    expect(await abandon(store, { attempt: 'enr_1', evenLeased: false, audit })).toBe('ended');
    const { request: after } = endRequest(asked(), { kind: 'failed', cause: 'cancelled' }, NOON_MS);
    const usage = { kind: 'settle', usageKey: '2026-11', outcome: 'released' };
    const changes = [{ before: asked(), after }];
    expect(store.commits).toEqual([{ accountId: KEY.accountId, changes, usage, audit }]);
  });

  test.each<[string, EnrichmentRequest | undefined, Parameters<typeof abandonRequest>[3], number, string]>([
    ['there is none', undefined, { evenLeased: true }, 0, 'nothing_open'],
    ['it ended', endRequest(claimed(), FOUND, NOON_MS).request, { evenLeased: true }, 0, 'nothing_open'],
    ['it was requested again', asked(), { attempt: 'enr_0', evenLeased: true }, 0, 'nothing_open'],
    ['any attempt is meant', asked(), { evenLeased: false }, 0, 'ended'],
    ['a worker has it', claimed(), { evenLeased: false }, LEASE_MS, 'leased'],
    ['its worker died', claimed(), { evenLeased: false }, LEASE_MS + 1, 'ended'],
    ['a worker has it, and that is overridden', claimed(), { evenLeased: true }, 0, 'ended'],
  ])('depends on the request. %s', async (_, request, which, laterMs, outcome) => {
    const store = new OneRequest(request);
    expect(await abandon(store, which, NOON_MS + laterMs)).toBe(outcome);
    expect(store.commits).toHaveLength(outcome === 'ended' ? 1 : 0);
    if (outcome === 'ended') expect(store.stored).toMatchObject({ state: 'failed', failure: 'cancelled', lease: null });
  });

  test('does nothing if the request ended meanwhile', async () => {
    const store = new OneRequest(claimed());
    const { request } = endRequest(claimed(), FOUND, NOON_MS);
    const commit = store.commit.bind(store);
    store.commit = async (change) => {
      store.stored = request;
      return commit(change);
    };
    expect(await abandon(store, { evenLeased: true })).toBe('nothing_open');
    expect(store.stored).toBe(request);
  });
});
