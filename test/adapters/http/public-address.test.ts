import { describe, expect, test } from 'vitest';
import { isPublicAddress } from '../../../adapters/http/public-address.ts';

describe('public addresses', () => {
  test.each(['93.184.216.34', '8.8.8.8', '172.32.0.1', '2606:4700::6810:84e5', '2a00:1450:4001:80b::200e'])(
    'include %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  test.each([
    '0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '127.255.255.254', '169.254.169.254', '172.16.0.1', '172.31.255.255',
    '192.0.2.1', '192.168.1.1', '198.18.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255',
    '::', '::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '64:ff9b::7f00:1', 'fe80::1', 'fc00::1', 'fd00:ec2::254', 'ff02::1',
    '2001::1', '2001:db8::1', '2002:7f00:1::', '3fff::1', 'localhost', '', '1.2.3',
  ])('do not include %s', (address) => expect(isPublicAddress(address)).toBe(false)); // prettier-ignore
});
