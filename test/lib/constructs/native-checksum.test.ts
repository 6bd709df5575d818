/**
 * The checksums of bundles, which replace the SDK’s, by the examples of their standards (RFC 4231, RFC 1321,
 * CRC-32/ISO-HDLC).
 */
import { describe, expect, test } from 'vitest';
import { Crc32, Md5, Sha256 } from '../../../lib/constructs/in-bundles/native-checksum.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const KEY = bytes('xJefex').subarray(1, 5);

interface Checksum {
  update(data: Uint8Array): void;
  digest(): Promise<Uint8Array>;
  reset(): void;
}

const CASES: readonly [name: string, make: () => Checksum, text: string, digest: string][] = [
  ['SHA-256', () => new Sha256(), 'abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ...[KEY, 'Jefe', KEY.slice().buffer].map((key, place): (typeof CASES)[number] => [
    `HMAC with key ${place}`,
    () => new Sha256(key),
    'what do ya want for nothing?',
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  ]),
  ['MD5', () => new Md5(), 'message digest', 'f96b697d7cb7938d525a2f31aaf161d0'],
  ['CRC-32', () => new Crc32(), '123456789', 'cbf43926'],
];

describe.each(CASES)('%s of a bundle', (_name, make, text, digest) => {
  test('is that of the standard, also of pieces and after a reset', async () => {
    const checksum = make();
    checksum.update(bytes('other'));
    checksum.reset();
    checksum.update(bytes(text.slice(0, 2)));
    checksum.update(bytes(text.slice(2)));
    expect(Buffer.from(await checksum.digest()).toString('hex')).toBe(digest);
  });
});
