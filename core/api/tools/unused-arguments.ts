/**
 * Removes unused arguments, because models fill every argument that a schema shows. In an optional argument, `null`
 * means "not given", as does an empty text if the schema does not accept one; so does the text `null` where the
 * argument's form excludes it, and an empty list of fields or sections. The schema stays strict.
 */
import * as z from 'zod/mini';
import type * as core from 'zod/v4/core';

/**
 * Removes unused arguments from objects and from objects in arrays. Everything else is left for the schema to check.
 */
export function withoutUnused(schema: core.$ZodType, value: unknown): unknown {
  const { def } = (schema as core.$ZodTypes)._zod;
  switch (def.type) {
    case 'pipe':
      return withoutUnused(def.in, value);
    case 'optional':
      return withoutUnused(def.innerType, value);
    case 'array':
      return Array.isArray(value) ? value.map((entry) => withoutUnused(def.element, entry)) : value;
    case 'object':
      return isObject(value) ? withoutUnusedMembers(def.shape, value) : value;
    default:
      return value;
  }
}

function withoutUnusedMembers(shape: core.$ZodShape, members: Readonly<Record<string, unknown>>): unknown {
  const used: Record<string, unknown> = { ...members };
  for (const name of Object.keys(members)) {
    const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (schema === undefined) continue;
    if (isUnused(name, schema, members[name])) delete used[name];
    else used[name] = withoutUnused(schema, members[name]);
  }
  return used;
}

/** No value of these can be the text `null`. */
const NEVER_NULL_TEXT: ReadonlySet<string> = new Set(['gtin', 'cursor', 'fields', 'include']);
/** An empty list of these would leave an item with its id alone. */
const NEVER_EMPTY: ReadonlySet<string> = new Set(['fields', 'include']);

function isUnused(name: string, schema: core.$ZodType, value: unknown): boolean {
  if (schema._zod.def.type !== 'optional') return false;
  if (value === null || (value === 'null' && NEVER_NULL_TEXT.has(name))) return true;
  if (Array.isArray(value) && value.length === 0) return NEVER_EMPTY.has(name);
  return value === '' && !z.safeParse(schema, value).success;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
