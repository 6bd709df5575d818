import { describe, expect, test } from 'vitest';
import { addressSubject } from '../../../core/rate-limit/limit-address.ts';

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
  ])('for %s is %s', (address, subject) => {
    expect(addressSubject(address)).toBe(subject);
  });
});
