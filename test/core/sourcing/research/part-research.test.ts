import { describe, expect, test } from 'vitest';
import { LEASE_MS } from '../../../../core/sourcing/enrichment/enrichment-request.ts';
import {
  dropPart,
  finishPart,
  isBeside,
  takePart,
  isChargedFor,
  type PartResearch,
  type PartClaim,
} from '../../../../core/sourcing/research/part-research.ts';
import type { ManufacturerKey } from '../../../../core/index/part-keys/manufacturer-name.ts';
import type { PartKey } from '../../../../core/index/part-keys/part-number.ts';

const NOW_MS = Date.UTC(2026, 10, 18, 12);
const NAME = { manufacturerKey: 'norvane' as ManufacturerKey, part: 'X12' as PartKey };
const FRESH = { researchId: 'res_new', itemId: 'itm_new' };
const ASKED = { manufacturer: 'Norvane', partNumber: 'X-12', description: null };
const MINE = { asked: ASKED, attempt: 'mine', requestedAtMs: NOW_MS - 1000 };
const TAKING: PartClaim = { token: 'me', request: MINE, recordIsGone: false, nowMs: NOW_MS };

const TAKEN: PartResearch = {
  ...NAME,
  revision: 4,
  partNumber: 'x-12 ',
  attempt: 'other',
  researchId: 'res_old',
  itemId: 'itm_old',
  lease: { token: 'other', untilMs: NOW_MS - 1 },
  outcome: null,
  finishedAtMs: null,
};
const FOUND = { kind: 'found', itemId: 'itm_old' } as const;
const found = (finishedAtMs: number, changes: Partial<PartResearch> = {}): PartResearch => ({
  ...finishPart(TAKEN, FOUND, finishedAtMs),
  ...changes,
});

describe('taking a part for research', () => {
  const take = (current: PartResearch | undefined, changes: Partial<PartClaim> = {}) =>
    takePart(NAME, current, FRESH, { ...TAKING, ...changes });

  test('starts under fresh ids if it was never researched', () => {
    expect(take(undefined)).toEqual({
      kind: 'taken',
      research: {
        ...NAME,
        ...FRESH,
        revision: 1,
        partNumber: 'X-12',
        attempt: 'mine',
        lease: { token: 'me', untilMs: NOW_MS + LEASE_MS },
        outcome: null,
        finishedAtMs: null,
      },
    });
  });

  test.each([
    ['still leased, to its last millisecond', { lease: { token: 'other', untilMs: NOW_MS } }],
    ['leased for another part number', { lease: { token: 'other', untilMs: NOW_MS }, partNumber: 'X1-2' }],
  ])('returns busy until its lease ends if it is %s', (_, changes) => {
    expect(take({ ...TAKEN, ...changes })).toEqual({ kind: 'busy', untilMs: NOW_MS });
  });

  test.each([
    ['cut off', TAKEN],
    ['abandoned', dropPart(TAKEN)],
  ])('continues under the same ids: %s', (_, current) => {
    expect(take(current)).toMatchObject({
      kind: 'taken',
      research: { researchId: 'res_old', itemId: 'itm_old', revision: current.revision + 1, attempt: 'mine' },
    });
  });

  test('starts again if it was cut off under another part number', () => {
    expect(take({ ...TAKEN, partNumber: 'X1-2' })).toMatchObject({ kind: 'taken', research: FRESH });
  });

  test.each([
    ['is not needed if it was found after the request was made', found(NOW_MS), 'finished'],
    ['is not needed if it was found the moment the request was made', found(MINE.requestedAtMs), 'finished'],
    ['starts again if it was found before the request was made', found(MINE.requestedAtMs - 1), 'taken'],
    [
      'is not needed if it was found for this request, by a clock that is behind',
      found(0, { attempt: 'mine' }),
      'finished',
    ],
    ['starts again if it was found for a similar part number', found(NOW_MS, { partNumber: 'X1-2' }), 'taken'],
    [
      'is not needed if it was not found after the request was made',
      found(NOW_MS, { outcome: { kind: 'not_found' } }),
      'finished',
    ],
  ])('%s', (_, current, kind) => {
    const taken = take(current);
    expect(taken.kind).toBe(kind);
    if (taken.kind === 'finished') expect(taken).toEqual({ kind, research: current, outcome: current.outcome });
    if (taken.kind === 'taken') expect(taken.research).toMatchObject(FRESH);
  });

  test('starts again if its item no longer exists', () => {
    expect(take(found(NOW_MS), { recordIsGone: true })).toMatchObject({ kind: 'taken', research: FRESH });
  });
});

test('finishing and giving up end the lease and count as writes', () => {
  expect(finishPart(TAKEN, FOUND, NOW_MS)).toEqual({
    ...TAKEN,
    revision: 5,
    lease: null,
    outcome: FOUND,
    finishedAtMs: NOW_MS,
  });
  expect(dropPart(TAKEN)).toEqual({ ...TAKEN, revision: 5, lease: null });
});

test.each([
  ['no research', undefined, false],
  ['ended after the request', found(NOW_MS), true],
  ['ended as it was made', found(MINE.requestedAtMs), true],
  ['ended before', found(MINE.requestedAtMs - 1), false],
  ['started for it', found(0, { attempt: 'mine' }), true],
  ['wrote another item', found(NOW_MS, { itemId: 'itm_other' }), false],
  ['of a similar part number', found(NOW_MS, { partNumber: 'X1-2', attempt: 'mine' }), false],
  ['cut off, its lease longer than the request is old', TAKEN, true],
  ['cut off before', { ...TAKEN, lease: { token: 'other', untilMs: MINE.requestedAtMs - 1 } }, false],
  ['abandoned', dropPart(TAKEN), false],
])('an item is charged if research wrote it for the request: %s', (_, research, charged) => {
  expect(isChargedFor(research, MINE, 'itm_old')).toBe(charged);
});

test.each([
  ['no research', undefined, false],
  ['it is what research of a similar part number wrote', found(NOW_MS, { partNumber: 'X1-2' }), true],
  [
    'research of a similar part number wrote another',
    found(NOW_MS, { partNumber: 'X1-2', itemId: 'itm_other' }),
    false,
  ],
  ['research of this part number started for the request', { ...TAKEN, attempt: 'mine' }, true],
  ['research of this part number belonged to another request', TAKEN, false],
])('an item under another part number does not answer: %s', (_, research, beside) => {
  expect(isBeside(research, MINE, 'itm_old')).toBe(beside);
});
