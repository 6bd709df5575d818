/** Reads JSON of unknown shape safely: from bytes, from text, and its members. */

export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads own properties only, so `__proto__` and `constructor` are ordinary keys. */
export function ownValue(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Matches the JSON escape of one half of a surrogate pair, even when the other half follows. */
const SURROGATE_ESCAPE = /\\u[dD][89a-fA-F]/;

/**
 * Parses JSON and replaces unpaired surrogates with U+FFFD: UTF-8 cannot encode them, so the stored text would differ
 * from the sent one.
 * @throws {SyntaxError} as `JSON.parse` does
 */
export function parseWellFormed(text: string): unknown {
  // Looking for two characters is much faster than the expression, and most texts have no escape of this kind.
  if (!text.includes('\\u') || !SURROGATE_ESCAPE.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_key, member: unknown) => (typeof member === 'string' ? member.toWellFormed() : member));
}

/** Returns undefined for text that is not JSON. */
export function readJsonText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Returns undefined for bytes that are not JSON in UTF-8. @param parse may throw, as `JSON.parse` does */
export function readJsonBody(body: Uint8Array, parse: (text: string) => unknown = JSON.parse): unknown {
  try {
    return parse(utf8.decode(body));
  } catch {
    return undefined;
  }
}
