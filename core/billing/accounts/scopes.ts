/**
 * The scopes of keys and access tokens (docs/reference/behavior.md#authentication), in the order that every challenge
 * and document uses.
 */
export const SCOPES = ['items:read', 'items:search', 'catalogs:read', 'usage:read', 'enrich:write'] as const;

export type Scope = (typeof SCOPES)[number];

export function isScope(value: string): value is Scope {
  return (SCOPES as readonly string[]).includes(value);
}

/** Returns the scopes without duplicates, in the order of `SCOPES`. */
export function inScopeOrder(scopes: Iterable<Scope>): Scope[] {
  const wanted = new Set(scopes);
  return SCOPES.filter((scope) => wanted.has(scope));
}
