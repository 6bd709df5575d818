/**
 * Posting lists whose lists and signatures are stated apart, so that a test can give an item a signature that is wrong:
 * one that promises a term which the item lacks, or one that is newer than its posting.
 */
import { END, type ItemPosition } from '../../../core/index/items/item-position.ts';
import { postingLists, type PostingLists } from '../../../core/index/search/posting-list.ts';
import type { Posting, PostingIndex } from '../../../core/index/search/posting-index.ts';
import type { Term } from '../../../core/index/search/term.ts';
import { signatureOf, type SignatureBits } from '../../../core/index/search/term-signature.ts';

export interface ItemByHand {
  /** The words of its lists and of its signature, with spaces between them. */
  readonly has: string;
  /** Those of them that are in its title. */
  readonly title?: string;
  /** Words that only its signature has, by chance. */
  readonly seems?: string;
  /** Words in whose lists it still is. */
  readonly had?: string;
}

export interface ListsByHand {
  readonly lists: PostingLists;
  /** The reads so far: the word, and the item after which they began. */
  readonly reads: string[];
}

/** `b:…` is the beginning of a part number; any other word is one of text. */
export function term(word: string): Term {
  return (word.includes(':') ? word : `w:${word}`) as Term;
}

export function terms(words = ''): readonly Term[] {
  return words.split(' ').filter(Boolean).map(term);
}

/** The position of the item with this place in every list. */
export function positionAt(place: number): ItemPosition {
  return `010#itm_${String(place).padStart(8, '0')}` as ItemPosition;
}

export function placeAt(position: ItemPosition): number | 'end' {
  return position === END ? 'end' : Number(position.slice(8));
}

/** @param perRead the most postings of one read */
export function listsByHand(
  items: readonly ItemByHand[],
  { perRead = 1_000, bits = 16 }: { readonly perRead?: number; readonly bits?: SignatureBits } = {},
): ListsByHand {
  const stored = items.map(({ has, title, seems, had }, place) => ({
    position: positionAt(place),
    listed: new Set([...terms(has), ...terms(had)]),
    signature: signatureOf([...terms(has), ...terms(seems)], terms(title), bits),
  }));
  const reads: string[] = [];
  const readPostings: PostingIndex['readPostings'] = async (of, after, limit) => {
    reads.push(`${of.slice(2)}${after === undefined ? '' : ` after ${placeAt(after)}`}`);
    const rest = stored.filter(({ position, listed }) => listed.has(of) && (after === undefined || position > after));
    const count = of.startsWith('b:') ? rest.length : Math.min(limit, perRead);
    const postings: Posting[] = rest.slice(0, count).map(({ position, signature }) => ({ position, signature }));
    return { postings, isLast: rest.length <= count, bytes: postings.length * 110 };
  };
  return { lists: postingLists({ readPostings } as PostingIndex), reads };
}
