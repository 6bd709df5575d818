import { describe, expect, test } from 'vitest';
import type { Receipt } from '../../../../core/billing/accounts/receipt.ts';
import { fingerprintOf, readIdempotencyKey, RequestReceipt } from '../../../../core/billing/meter/request-receipt.ts';
import { DAY_MS } from '../../../../core/time.ts';

const NOW_MS = Date.UTC(2026, 10, 18, 12);
const PLACE = { accountId: 'acc_0123456789', clientId: 'cli_live_0123456789_000000000000', keyHash: 'ab' };
const MINE = { fingerprint: 'f', requestId: 'req_mine' };
const PAID: Receipt = {
  fingerprint: 'f',
  requestId: 'req_first',
  tokens: 100,
  items: 2,
  atMs: NOW_MS - 1_000,
  isKept: false,
};

const open = (stored: Receipt | undefined) => new RequestReceipt(PLACE, MINE, stored, NOW_MS);

describe('an Idempotency-Key', () => {
  test.each(['check-0023', '"check-0023"', ' check-0023 ', 'A'.repeat(128), 'a_b.c:d-0'])('may be %s', (header) => {
    expect(readIdempotencyKey(header)).toMatch(/^[0-9a-f]{64}$/);
  });

  test('means the same with quotes around it and without', () => {
    expect(readIdempotencyKey('"check-0023"')).toBe(readIdempotencyKey('check-0023'));
    expect(readIdempotencyKey('check-0024')).not.toBe(readIdempotencyKey('check-0023'));
  });

  test.each([
    '',
    'short-1',
    'A'.repeat(129),
    'a b c d e',
    'check-0023, check-0024',
    '"check-0023',
    'check/0023',
    'ключ-0023',
    '""',
  ])('cannot be %j', (header) => {
    expect(readIdempotencyKey(header)).toBeUndefined();
  });
});

describe('the fingerprint of a request', () => {
  test('ignores the order of members, but differs by tool, arguments, their order in lists, and queue', () => {
    const one = fingerprintOf('lookup_part', { manufacturer: 'A', part_number: 'B' }, false);
    expect(fingerprintOf('lookup_part', { part_number: 'B', manufacturer: 'A' }, false)).toBe(one);
    const others = [
      fingerprintOf('lookup_part', { manufacturer: 'A', part_number: 'B' }, true),
      fingerprintOf('search_items', { manufacturer: 'A', part_number: 'B' }, false),
      fingerprintOf('lookup_part', { manufacturer: 'A', part_number: 'C' }, false),
      fingerprintOf('lookup_part', { manufacturer: 'A', part_number: 'B', fields: ['mpn', 'title'] }, false),
      fingerprintOf('lookup_part', { manufacturer: 'A', part_number: 'B', fields: ['title', 'mpn'] }, false),
    ];
    expect(new Set([one, ...others]).size).toBe(6);
  });
});

test('fingerprint distinguishes lists from objects and accepts null arguments', () => {
  const of = (value: unknown) => fingerprintOf('lookup_part', { fields: value }, false);
  const different = [['a'], { 0: 'a' }, null, [null], 'a', {}, []].map(of);
  expect(new Set(different).size).toBe(different.length);
  const eleven = Array.from({ length: 11 }, (_, place) => place);
  expect(of(eleven)).not.toBe(of(eleven.toReversed()));
});

describe('the receipt of a request', () => {
  test('owes everything for a new key, and is written only if none is stored', () => {
    const receipt = open(undefined);
    expect([receipt.isRepeat, receipt.isOfAnother]).toEqual([false, false]);
    expect(receipt.owed({ tokens: 145, items: 1 })).toEqual({ tokens: 145, items: 1 });
    expect(receipt.write({ tokens: 145, items: 1 })).toEqual({
      place: PLACE,
      seen: undefined,
      receipt: { ...MINE, tokens: 145, items: 1, atMs: NOW_MS, isKept: false },
      outdatedMs: NOW_MS - DAY_MS,
    });
  });

  test('owes only the excess of a repeat, never less than zero, and keeps the time of the first request', () => {
    const receipt = open(PAID);
    expect([receipt.isRepeat, receipt.isOfAnother]).toEqual([true, false]);
    expect(receipt.owed({ tokens: 100, items: 2 })).toEqual({ tokens: 0, items: 0 });
    expect(receipt.owed({ tokens: 90, items: 1 })).toEqual({ tokens: 0, items: 0 });
    expect(receipt.owed({ tokens: 130, items: 2 })).toEqual({ tokens: 30, items: 0 });
    expect(receipt.write({ tokens: 30, items: 0 })).toEqual({
      place: PLACE,
      seen: PAID,
      receipt: { ...MINE, tokens: 130, items: 2, over: PAID.requestId, atMs: PAID.atMs, isKept: false },
      outdatedMs: NOW_MS - DAY_MS,
    });
  });

  test('pays nothing for a different request', () => {
    const receipt = open({ ...PAID, fingerprint: 'other' });
    expect([receipt.isRepeat, receipt.isOfAnother]).toEqual([false, true]);
    expect(receipt.owed({ tokens: 100, items: 2 })).toEqual({ tokens: 100, items: 2 });
  });

  test('is valid for a day, to the millisecond', () => {
    expect(open({ ...PAID, atMs: NOW_MS - DAY_MS + 1 }).isRepeat).toBe(true);
    expect(open({ ...PAID, atMs: NOW_MS - DAY_MS }).isRepeat).toBe(false);
    expect(open({ ...PAID, fingerprint: 'other', atMs: NOW_MS - DAY_MS }).isOfAnother).toBe(false);
  });

  test('is still to be kept if the first answer was not marked as kept', () => {
    expect(open(undefined).unkept).toBeUndefined();
    expect(open(PAID).unkept).toEqual({ place: PLACE, seen: PAID });
    expect(open({ ...PAID, isKept: true }).unkept).toBeUndefined();
    expect(open({ ...PAID, atMs: NOW_MS - DAY_MS }).unkept).toBeUndefined();
  });

  test('is the one that a concurrent request wrote', () => {
    const receipt = open(undefined);
    receipt.found(PAID);
    expect(receipt.isRepeat).toBe(true);
    expect(receipt.write({ tokens: 1, items: 0 }).seen).toBe(PAID);
  });
});
