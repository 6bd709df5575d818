/** Holds the checksums of bundles to those of the SDK, which they replace. */
import * as sdk from '@smithy/core/checksum';
import { describe, expect, test } from 'vitest';
import * as native from '../../../lib/constructs/in-bundles/native-checksum.ts';

const BYTES = Uint8Array.from({ length: 5_000 }, (_, place) => (place * 31) % 256);
const SECRETS = [undefined, 'a secret', BYTES.subarray(7, 39), BYTES.slice(100, 132).buffer];

async function digestOf(hash: { update(data: Uint8Array): void; digest(): Promise<Uint8Array> }): Promise<string> {
  for (const end of [1, 64, 65, BYTES.length]) hash.update(BYTES.subarray(0, end));
  return Buffer.from(await hash.digest()).toString('hex');
}

describe('the checksums of bundles', () => {
  test.each(SECRETS)('sign as the SDK does with the secret %#', async (secret) => {
    expect(await digestOf(new native.Sha256(secret))).toBe(await digestOf(new sdk.Sha256(secret)));
  });

  test('are the SDK’s for MD5 and CRC-32', async () => {
    expect(await digestOf(new native.Md5())).toBe(await digestOf(new sdk.Md5()));
    expect(await digestOf(new native.Crc32())).toBe(await digestOf(new sdk.Crc32()));
  });

  test.each([native.Sha256, native.Md5, native.Crc32])('begin anew after a reset: %o', async (Checksum) => {
    const used = new Checksum();
    used.update(BYTES);
    used.reset();
    expect(await digestOf(used)).toBe(await digestOf(new Checksum()));
  });
});
