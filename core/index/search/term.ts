/** The term that a posting is stored under. */

declare const termBrand: unique symbol;
export type Term = string & { readonly [termBrand]: true };

/** Alternative terms; never empty. */
export type Clause = readonly Term[];

/** Whether the term is a manufacturer's. */
export function isManufacturerTerm(of: Term): boolean {
  return of.startsWith('m:');
}
