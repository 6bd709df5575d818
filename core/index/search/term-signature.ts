/**
 * Writes and reads the signature of an item: a 16-bit hash of each of its terms, so that one posting can be checked for
 * all terms of a query. There are false positives (two terms with one hash) but no false negatives; before an item is
 * shown, its terms are compared.
 *
 * One byte counts the hashes of the title's words; those hashes follow, then the others, each part ascending.
 */
import type { Term } from './term.ts';

/** How many bits of each hash are compared. Fewer only cause more false positives; tests use 8. */
export type SignatureBits = 8 | 16;
export const SIGNATURE_BITS: SignatureBits = 16;

/** The most words that one byte can count. The hashes of further title words are among the others. */
const MAX_TITLE_HASHES = 255;

/**
 * @param titleTerms those of `terms` that are words of the title
 * @returns the byte that counts the title's hashes, then two bytes for each hash, big-endian, each hash once
 */
export function signatureOf(
  terms: readonly Term[],
  titleTerms: readonly Term[],
  bits: SignatureBits = SIGNATURE_BITS,
): Uint8Array {
  const title = hashesOf(titleTerms, bits).slice(0, MAX_TITLE_HASHES);
  const others = hashesOf(terms, bits).filter((hash) => !title.includes(hash));
  const signature = new Uint8Array(1 + (title.length + others.length) * 2);
  signature[0] = title.length;
  [...title, ...others].forEach((hash, place) => signature.set([hash >> 8, hash & 0xff], 1 + place * 2));
  return signature;
}

/** Tests signatures for any one of several terms. */
interface TermTest {
  /** False if the item certainly has none of the terms. */
  has(signature: Uint8Array): boolean;
  /** False if the title certainly has none of the terms. */
  titleHas(signature: Uint8Array): boolean;
}

export function termTest(terms: readonly Term[], bits: SignatureBits = SIGNATURE_BITS): TermTest {
  const wanted = hashesOf(terms, bits);
  return {
    has: (signature) => {
      const title = signature[0] ?? 0;
      return wanted.some(
        (hash) => includesHash(signature, 1, title, hash) || includesHash(signature, 1 + title * 2, undefined, hash),
      );
    },
    titleHas: (signature) => wanted.some((hash) => includesHash(signature, 1, signature[0] ?? 0, hash)),
  };
}

/** Whether a term of one list and a different term of the other have the same hash. */
export function areConfused(
  some: readonly Term[],
  others: readonly Term[],
  bits: SignatureBits = SIGNATURE_BITS,
): boolean {
  return some.some((term) => others.some((other) => other !== term && hashOf(other, bits) === hashOf(term, bits)));
}

/** Searches `count` hashes from a byte on, or all hashes that follow it. */
function includesHash(signature: Uint8Array, from: number, count: number | undefined, hash: number): boolean {
  let low = 0;
  let high = (count ?? (signature.length - from) / 2) - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const place = from + middle * 2;
    const found = ((signature[place] ?? 0) << 8) | (signature[place + 1] ?? 0);
    if (found === hash) return true;
    if (found < hash) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}

function hashesOf(terms: readonly Term[], bits: SignatureBits): readonly number[] {
  return [...new Set(terms.map((term) => hashOf(term, bits)))].sort((a, b) => a - b);
}

/** FNV-1a over the UTF-16 units, folded to 16 bits: evenly distributed and the same on every machine. */
function hashOf(term: Term, bits: SignatureBits): number {
  let hash = 0x811c9dc5;
  for (let place = 0; place < term.length; place += 1) {
    hash = Math.imul(hash ^ term.charCodeAt(place), 0x01000193);
  }
  return ((hash >>> 16) ^ hash) & (2 ** bits - 1);
}
