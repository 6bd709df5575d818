/**
 * The fixture of every contender: the same items, one key, and the URL of requests. It exists before a contender is
 * imported, so reading it is not part of any measurement.
 */
import type { ItemRecord } from '../../core/index/items/item-record.ts';
import { hashClientSecret } from '../../core/access/auth/client-secret.ts';

export interface BenchFixture {
  readonly records: readonly ItemRecord[];
}

export const BASE_URL = 'https://mcp.bench.example';
export const CLIENT_ID = 'cli_live_0123456789_000000000000';
export const CLIENT_SECRET = 'sec_bench-bench-bench-bench-bench-bench-bench';

declare global {
  var benchFixture: BenchFixture | undefined;
}

export function benchFixture(): BenchFixture {
  if (globalThis.benchFixture === undefined) throw new Error('A contender is measured with a fixture.');
  return globalThis.benchFixture;
}

export function benchSecretDigest(): string {
  return hashClientSecret(CLIENT_SECRET);
}
