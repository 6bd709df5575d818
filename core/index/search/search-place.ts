/**
 * The place where a page of a search ended and the next page begins. Positions are those of the lists, with
 * {@link START} and {@link END}.
 */
import type { ItemPosition } from '../items/item-position.ts';
import type { SearchOrder } from './search-order.ts';

/**
 * - number: after an item with exactly the part number
 * - full: among the items with every word, at the start of a window
 * - titles: in a window, among the items with every word in the title
 * - rest: in a window, among the others
 * - relaxed: among the items with exactly one set of the words
 * - coarse: at two places: in the phase during which the budget ended, and among the items of later phases in its
 *   leader's list
 *
 * A phase is {@link FULL_PHASE} or the index of its set among the relaxed ones. `done` has one bit for each leader
 * whose items coarse mode has all shown.
 */
export type Place =
  | { readonly kind: 'number'; readonly last: ItemPosition }
  | { readonly kind: 'full'; readonly start: ItemPosition }
  | { readonly kind: 'titles'; readonly start: ItemPosition; readonly end: ItemPosition; readonly last: ItemPosition }
  | { readonly kind: 'rest'; readonly end: ItemPosition; readonly last: ItemPosition }
  | { readonly kind: 'relaxed'; readonly phase: number; readonly last: ItemPosition; readonly done: number }
  | {
      readonly kind: 'coarse';
      readonly phase: number;
      readonly exact: ItemPosition;
      readonly fill: ItemPosition;
      readonly done: number;
    };

export const FULL_PHASE = -1;

export interface SearchPlace {
  readonly place: Place;
  readonly order: SearchOrder;
  /** How many full matches were shown so far, up to `ENOUGH_FULL_MATCHES`. */
  readonly fullMatches: number;
}
