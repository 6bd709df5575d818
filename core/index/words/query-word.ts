/** What is known of a word of a query: text-words.ts reads it, search-terms.ts decides which items meet it. */
import type { ManufacturerKey } from '../part-keys/manufacturer-name.ts';
import type { NumberLike } from './number-like.ts';

/** A word of a query as written, and the words of which an item must have at least one. */
export interface QueryWord {
  readonly asked: string;
  readonly words: readonly string[];
  /** Alternative words from plain-words.ts and from operators. */
  readonly added: readonly string[];
  /** Keys of alternative manufacturers. */
  readonly manufacturers: readonly ManufacturerKey[];
  /** Set if the word may be a part number or a prefix of one. */
  readonly number: NumberLike | undefined;
  /** Other numbers that meet the word as well: "BC547 or BC557". */
  readonly otherNumbers?: readonly NumberLike[];
  /** To which of two names of the query it belongs: "solid state relay or opto triac". */
  readonly alternative?: 'one' | 'other';
}
