/**
 * Resolves names for connections that must reach the public internet. Every address of the name is checked, and the
 * connection is made only to checked addresses, so an attacker gains nothing from a name that resolves differently the
 * next time.
 */
import { lookup as systemLookup } from 'node:dns';
import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';

/**
 * The name resolves to an address that must not be connected to. The message names no address, since it may be
 * internal.
 */
export class ForbiddenAddressError extends Error {
  override readonly name = 'ForbiddenAddressError';

  constructor() {
    super('The name resolves to an address that is not public');
  }
}

export type ResolveAll = (
  hostname: string,
  done: (error: Error | null, addresses: readonly LookupAddress[]) => void,
) => void;

const resolveBySystem: ResolveAll = (hostname, done) =>
  systemLookup(hostname, { all: true, verbatim: true }, (error, addresses) => done(error, addresses));

/**
 * One forbidden address among several forbids the name, because the network decides which address a connection uses.
 */
export function guardedLookup(
  isAllowed: (address: string) => boolean,
  resolve: ResolveAll = resolveBySystem,
): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error !== null) return callback(error, '', 0);
      if (first === undefined || !addresses.every(({ address }) => isAllowed(address)))
        return callback(new ForbiddenAddressError(), '', 0);
      if (options.all === true) return callback(null, [...addresses]);
      return callback(null, first.address, first.family);
    });
  };
}
