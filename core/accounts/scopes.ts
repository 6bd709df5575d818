/** The permissions a key can hold (docs/reference/behavior.md#authentication), in the one order every challenge and document uses. */
export const SCOPES = ['items:read', 'items:search', 'catalogs:read', 'usage:read', 'enrich:write'] as const;

export type Scope = (typeof SCOPES)[number];

export function isScope(value: string): value is Scope {
  return (SCOPES as readonly string[]).includes(value);
}

/** The given scopes, without repetitions, in the fixed order. */
export function inScopeOrder(scopes: Iterable<Scope>): Scope[] {
  const held = new Set(scopes);
  return SCOPES.filter((scope) => held.has(scope));
}
