/**
 * The result of a rule that can fail in ways its caller must handle.
 * A failure is a value with a tagged reason; only internal errors are exceptions.
 */
export type Result<T, E> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: E };

export function succeed<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function fail<const E>(reason: E): { readonly ok: false; readonly reason: E } {
  return { ok: false, reason };
}
