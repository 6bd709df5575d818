/** Where a page of a search ended, so that the next one can begin there. Positions are those of the lists: {@link START} and {@link END} count. */
import type { ItemPosition } from '../items/item-position.ts';
import type { SearchOrder } from './search-order.ts';

/**
 * number   after a record that has the very number
 * full     among the records that hold every word, at the beginning of a window
 * titles   in a window among those whose title holds them all
 * rest     in a window among the others
 * relaxed  among the records that hold exactly one set of the words
 * coarse   at two places: among those of the phase in which the budget ended, and among all that its leader still has
 *
 * A phase is {@link FULL_PHASE} or the place of its set among the relaxed ones; `done` are the leaders, a bit each, of which coarse mode showed all.
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
  /** How many records that hold every word were shown so far, up to `ENOUGH_FULL_MATCHES`. */
  readonly fullMatches: number;
}
