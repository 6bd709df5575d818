/** Parsed JSON of unknown shape, looked into safely. */

export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Own properties only, so that `__proto__` and `constructor` are words like any other. */
export function ownValue(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** A JSON escape of one half of a surrogate pair, perhaps next to the other half. */
const SURROGATE_ESCAPE = /\\u[dD][89a-fA-F]/;

/**
 * JSON can write half a surrogate pair, and UTF-8 cannot: what is stored would differ from what was sent. Such halves become U+FFFD.
 * @throws what `JSON.parse` throws
 */
export function parseWellFormed(text: string): unknown {
  if (!SURROGATE_ESCAPE.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_key, member: unknown) => (typeof member === 'string' ? member.toWellFormed() : member));
}
