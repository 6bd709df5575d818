/** What a posting is filed under. */

declare const termBrand: unique symbol;
export type Term = string & { readonly [termBrand]: true };

/** Terms any of which will do; never none. */
export type Clause = readonly Term[];
