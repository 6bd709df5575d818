/**
 * The signature of a record: a 16-bit hash of each of its terms, sorted, so that one posting can answer for all terms of a query.
 * It may say yes wrongly (two terms with one hash), never no: whoever shows a record compares the terms themselves.
 */
import type { Term } from './search-terms.ts';

/** How many bits of each hash count. Fewer only make more wrong yeses; tests use 8. */
export type SignatureBits = 8 | 16;
export const SIGNATURE_BITS: SignatureBits = 16;

/** Two bytes a hash, big-endian, ascending, each hash once. */
export function signatureOf(terms: readonly Term[], bits: SignatureBits = SIGNATURE_BITS): Uint8Array {
  const hashes = [...new Set(terms.map((term) => hashOf(term, bits)))].sort((a, b) => a - b);
  const signature = new Uint8Array(hashes.length * 2);
  hashes.forEach((hash, place) => signature.set([hash >> 8, hash & 0xff], place * 2));
  return signature;
}

/** A test for signatures: false when one of `terms` is surely missing. */
export function signatureFilter(
  terms: readonly Term[],
  bits: SignatureBits = SIGNATURE_BITS,
): (signature: Uint8Array) => boolean {
  const wanted = [...new Set(terms.map((term) => hashOf(term, bits)))];
  return (signature) => wanted.every((hash) => holds(signature, hash));
}

function holds(signature: Uint8Array, hash: number): boolean {
  let low = 0;
  let high = signature.length / 2 - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = ((signature[middle * 2] ?? 0) << 8) | (signature[middle * 2 + 1] ?? 0);
    if (found === hash) return true;
    if (found < hash) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}

/** FNV-1a over the UTF-16 units, folded to 16 bits: it spreads well, and is the same on every machine. */
function hashOf(term: Term, bits: SignatureBits): number {
  let hash = 0x811c9dc5;
  for (let place = 0; place < term.length; place += 1) {
    hash = Math.imul(hash ^ term.charCodeAt(place), 0x01000193);
  }
  return ((hash >>> 16) ^ hash) & (2 ** bits - 1);
}
