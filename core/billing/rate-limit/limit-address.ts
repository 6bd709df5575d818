/**
 * Limits requests per network address (docs/reference/behavior.md#limits), with or without credentials. An IPv6
 * subscriber can use a different address of its /64 for every request, so the /64 is counted. The dashboard has its own
 * window, so that a person's clicks do not use up the limit of their assistants.
 */
import type { RateRefusal, RateVerdict, RateWindows } from './rate-window.ts';

export type AddressWindow = 'programs' | 'page';

/** Counts one request in the window of the address that the gateway saw. */
export function limitAddress(
  windows: RateWindows,
  sourceAddress: string,
  limitPerMinute: number,
  nowMs: number,
  window?: AddressWindow,
): Promise<RateVerdict> {
  return windows.take(windowSubject(sourceAddress, window), limitPerMinute, nowMs);
}

/** Counts one request of a proven caller in its account's window at an address that many customers share. */
export function limitAccountAtAddress(
  windows: RateWindows,
  sourceAddress: string,
  accountId: string,
  limitPerMinute: number,
  nowMs: number,
): Promise<RateVerdict> {
  return windows.take(`${addressSubject(sourceAddress)}#${accountId}`, limitPerMinute, nowMs);
}

/**
 * Returns the refusal if this process already knows that the address is over its limit, so that callers can skip other
 * work.
 */
export function addressRefusedFromMemory(
  windows: RateWindows,
  sourceAddress: string,
  limitPerMinute: number,
  nowMs: number,
  window?: AddressWindow,
): RateRefusal | undefined {
  return windows.refusedFromMemory(windowSubject(sourceAddress, window), limitPerMinute, nowMs);
}

function windowSubject(sourceAddress: string, window: AddressWindow | undefined): string {
  return `${window === 'page' ? 'PAGE#' : ''}${addressSubject(sourceAddress)}`;
}

/** Returns the subject that is counted: an IPv4 address in any notation, or the /64 of an IPv6 address. */
export function addressSubject(sourceAddress: string): string {
  const address = readAddress(sourceAddress);
  return `ADDRESS#${typeof address === 'string' ? address : `${prefixOf(address, 4)}::/64`}`;
}

/**
 * Returns the network that is counted where many addresses of one sender may be: the /24 of an IPv4 address, or the /48
 * of an IPv6 address.
 */
export function networkSubject(sourceAddress: string): string {
  const address = readAddress(sourceAddress);
  if (typeof address !== 'string') return `NETWORK#${prefixOf(address, 3)}::/48`;
  return `NETWORK#${address.replace(/\.\d{1,3}$/, '.0/24')}`;
}

/** Returns the groups of an IPv6 address, or the text of any other address. */
function readAddress(sourceAddress: string): string | readonly number[] {
  // Stryker disable next-line ConditionalExpression,Regex: the steps below leave such a text as it is, but take longer
  if (/^[\d.]{1,45}$/.test(sourceAddress)) return sourceAddress;
  const address = sourceAddress
    .trim()
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/%.*/, '');
  const groups = readIpv6(address);
  if (groups === undefined) return address.slice(0, 45);
  return isIpv4Mapped(groups) ? ipv4Text(groups) : groups;
}

function prefixOf(groups: readonly number[], length: number): string {
  return groups
    .slice(0, length)
    .map((group) => group.toString(16))
    .join(':');
}

/** Returns the eight groups of an IPv6 address, or undefined for anything else. */
function readIpv6(address: string): number[] | undefined {
  // Stryker disable next-line ConditionalExpression,StringLiteral: the steps below refuse such a text, too
  if (!address.includes(':')) return undefined;
  const halves = withHexadecimalTail(address).split('::');
  if (halves.length > 2) return undefined;
  const [head, tail] = [groupsIn(halves[0]), groupsIn(halves[1])];
  const missing = 8 - head.length - tail.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return undefined;
  const groups = [...head, ...Array<string>(missing).fill('0'), ...tail];
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/.test(group))) return undefined;
  return groups.map((group) => parseInt(group, 16));
}

function groupsIn(half = ''): string[] {
  return half === '' ? [] : half.split(':');
}

/** Rewrites the dotted part of an address such as `::ffff:192.0.2.1` in hexadecimal. */
function withHexadecimalTail(address: string): string {
  const last = address.slice(address.lastIndexOf(':') + 1);
  const dotted = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(last);
  if (dotted === null) return address;
  const [a = 0, b = 0, c = 0, d = 0] = dotted.slice(1).map(Number);
  return `${address.slice(0, -last.length)}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}

function isIpv4Mapped(groups: readonly number[]): boolean {
  return groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
}

function ipv4Text(groups: readonly number[]): string {
  const [high = 0, low = 0] = groups.slice(6);
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
