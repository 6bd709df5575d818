import { expect, test } from 'vitest';
import { changeRequest } from '../../../../core/sourcing/enrichment/change-enrichment.ts';
import {
  numberName,
  openRequest,
  type EnrichmentRequest,
} from '../../../../core/sourcing/enrichment/enrichment-request.ts';
import type { Commit, EnrichmentStore } from '../../../../core/sourcing/enrichment/enrichment-store.ts';
import type { ManufacturerKey } from '../../../../core/index/part-keys/manufacturer-name.ts';
import type { PartKey } from '../../../../core/index/part-keys/part-number.ts';

const KEY = {
  accountId: 'acc_0123456789',
  ...numberName({ manufacturerKey: 'm' as ManufacturerKey, part: 'N1' as PartKey }, 'N-1'),
};
const asked = { manufacturer: 'M', partNumber: 'N-1', description: null };
const stored = openRequest({ ...KEY, attempt: 'enr_1', asked, usageKey: null, counted: true }, undefined, 0);
const after = { ...stored, revision: 2 };

/** A store whose first `lost` commits lose to another writer. */
function storeThatLoses(lost: number) {
  const seen: { commits: Commit[]; reads: unknown[] } = { commits: [], reads: [] };
  const store = {
    async readRequests(...asked: unknown[]) {
      seen.reads.push(asked);
      return [stored];
    },
    async commit(commit: Commit) {
      seen.commits.push(commit);
      const changed = { kind: 'changed', requests: [], refusedBy: undefined } as const;
      return seen.commits.length <= lost ? changed : ({ kind: 'committed' } as const);
    },
  } as unknown as EnrichmentStore;
  return { store, seen };
}
const step = (current: EnrichmentRequest | undefined) => ({ write: { after }, answer: current?.attempt });

test('changeEnrichment decides a step from the stored request and writes the result over it', async () => {
  const { store, seen } = storeThatLoses(0);
  expect(await changeRequest(store, KEY, step)).toBe('enr_1');
  const { accountId } = KEY;
  expect(seen).toEqual({
    reads: [[accountId, [KEY]]],
    commits: [{ accountId, changes: [{ before: stored, after }], usage: undefined, audit: undefined }],
  });
});

test('changeEnrichment does not read a known request, and writes nothing if nothing changes', async () => {
  const { store, seen } = storeThatLoses(0);
  expect(await changeRequest(store, KEY, () => ({ answer: 'nothing' }), stored)).toBe('nothing');
  expect(seen).toEqual({ reads: [], commits: [] });
});

test('changeEnrichment decides again from the newer state when a write is lost, ten times at most', async () => {
  const nine = storeThatLoses(9);
  expect(await changeRequest(nine.store, KEY, step, undefined)).toBe('enr_1');
  expect(nine.seen.commits).toHaveLength(10);
  const { store, seen } = storeThatLoses(10);
  await expect(changeRequest(store, KEY, step)).rejects.toThrow('changed faster than it could be decided');
  expect(seen.commits).toHaveLength(10);
});
