/**
 * Knows the network ranges whose addresses many customers share, such as those that hosted assistants call from
 * (docs/reference/access.md#rate-limits). At such an address the limit of an address is that of each account, once its
 * credentials are proven; calls without proven credentials keep the limit of the address together. Without ranges,
 * which is the default, no address is shared.
 */
import { BlockList, isIPv6 } from 'node:net';

export class SharedAddresses {
  readonly #ranges = new BlockList();

  /** @param ranges in CIDR notation @throws {Error} for a text that is not a range */
  constructor(ranges: readonly string[]) {
    for (const range of ranges) {
      const [network = '', prefix = ''] = range.split('/');
      if (!/^[0-9]{1,3}$/.test(prefix)) throw new Error(`Not a network range: ${range}`);
      this.#ranges.addSubnet(network, Number(prefix), isIPv6(network) ? 'ipv6' : 'ipv4');
    }
  }

  include(sourceAddress: string): boolean {
    return this.#ranges.check(sourceAddress, isIPv6(sourceAddress) ? 'ipv6' : 'ipv4');
  }
}
