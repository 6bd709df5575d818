import { describe, expect, test } from 'vitest';
import {
  addressRefusedFromMemory,
  addressSubject,
  limitAccountAtAddress,
  limitAddress,
  networkSubject,
} from '../../../../core/billing/rate-limit/limit-address.ts';
import { RateWindows } from '../../../../core/billing/rate-limit/rate-window.ts';

describe('the address that a limit counts', () => {
  test.each([
    ['203.0.113.7', 'ADDRESS#203.0.113.7'],
    ['::ffff:203.0.113.7', 'ADDRESS#203.0.113.7'],
    ['::FFFF:CB00:7107', 'ADDRESS#203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', 'ADDRESS#2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', 'ADDRESS#2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff:ffff:ffff:ffff', 'ADDRESS#2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', 'ADDRESS#2001:db8:1:3::/64'],
    ['2001:db8::1', 'ADDRESS#2001:db8:0:0::/64'],
    ['::1', 'ADDRESS#0:0:0:0::/64'],
    ['[fe80::1%eth0]', 'ADDRESS#fe80:0:0:0::/64'],
    ['64:ff9b::192.0.2.1', 'ADDRESS#64:ff9b:0:0::/64'],
    ['not:an:address', 'ADDRESS#not:an:address'],
    ['1::2::3', 'ADDRESS#1::2::3'],
    ['', 'ADDRESS#'],
    [' 203.0.113.7 ', 'ADDRESS#203.0.113.7'],
    ['::ffff:203.10.113.117', 'ADDRESS#203.10.113.117'],
    ['1::ffff:203.0.113.7', 'ADDRESS#1:0:0:0::/64'],
    ['1:2:3:4:5:6:7::', 'ADDRESS#1:2:3:4::/64'],
    // Anything but an address is counted unchanged, up to the length of an address.
    ['x'.repeat(60), `ADDRESS#${'x'.repeat(45)}`],
    ['host[1]x', 'ADDRESS#host[1]x'],
    ['1:2:3:4', 'ADDRESS#1:2:3:4'],
    ['1:2:3:4::5:6:7:8', 'ADDRESS#1:2:3:4::5:6:7:8'],
    ['1:2:3:4::5:6:7:8::9', 'ADDRESS#1:2:3:4::5:6:7:8::9'],
    ['1:2:3:4:5:6:7:8:9', 'ADDRESS#1:2:3:4:5:6:7:8:9'],
    ['1:2:3:4:5:6:7:no', 'ADDRESS#1:2:3:4:5:6:7:no'],
    ['12345::1', 'ADDRESS#12345::1'],
    ['::ffff:1.2.3.4.5', 'ADDRESS#::ffff:1.2.3.4.5'],
    ['::ffff:x1.2.3.4', 'ADDRESS#::ffff:x1.2.3.4'],
    ['::ffff:1.2.3.4567', 'ADDRESS#::ffff:1.2.3.4567'],
  ])('for %s is %s', (address, subject) => {
    expect(addressSubject(address)).toBe(subject);
  });
});

describe('the limit of an address', () => {
  const NOW_MS = Date.UTC(2026, 10, 18, 12);
  const open = () => {
    const counts = new Map<string, number>();
    const windows = new RateWindows({
      count: async (subject) => {
        counts.set(subject, (counts.get(subject) ?? 0) + 1);
        return counts.get(subject) ?? 0;
      },
    });
    return { counts, windows };
  };

  test('counts pages separately from programs, and each network once', async () => {
    const { counts, windows } = open();
    expect(await limitAddress(windows, '2001:db8::1', 9, NOW_MS)).toEqual({ allowed: true, left: 8 });
    expect(await limitAddress(windows, '2001:db8::2', 9, NOW_MS, 'programs')).toEqual({ allowed: true, left: 7 });
    expect(await limitAddress(windows, '2001:db8::2', 9, NOW_MS, 'page')).toEqual({ allowed: true, left: 8 });
    expect([...counts.keys()]).toEqual(['ADDRESS#2001:db8:0:0::/64', 'PAGE#ADDRESS#2001:db8:0:0::/64']);
  });

  test('refuses from memory only an address that has exceeded it', async () => {
    const { windows } = open();
    const refused = () => addressRefusedFromMemory(windows, '203.0.113.7', 1, NOW_MS);
    await limitAddress(windows, '203.0.113.7', 1, NOW_MS);
    expect(refused()).toBeUndefined();
    await limitAddress(windows, '203.0.113.7', 1, NOW_MS);
    expect(refused()).toEqual({ allowed: false, retryAfterSeconds: 60 });
    expect(addressRefusedFromMemory(windows, '203.0.113.8', 1, NOW_MS)).toBeUndefined();
  });
});

test('an account at an address that many customers share has a window of its own', async () => {
  const taken: string[] = [];
  const windows = new RateWindows({ count: async (subject) => taken.push(subject) });
  const nowMs = Date.UTC(2026, 10, 18, 12);
  expect(await limitAccountAtAddress(windows, '::ffff:203.0.113.7', 'acc_1', 1, nowMs)).toMatchObject({
    allowed: true,
  });
  expect(await limitAccountAtAddress(windows, '203.0.113.7', 'acc_1', 1, nowMs)).toMatchObject({ allowed: false });
  expect(new Set(taken)).toEqual(new Set(['ADDRESS#203.0.113.7#acc_1']));
});

test.each([
  ['203.0.113.7', 'NETWORK#203.0.113.0/24'],
  ['203.0.113.217', 'NETWORK#203.0.113.0/24'],
  ['2001:db8:1:2::1', 'NETWORK#2001:db8:1::/48'],
])('the network of %s is %s', (address, subject) => {
  expect(networkSubject(address)).toBe(subject);
});
