/** Makes untrusted JSON safe to store: bounded in depth, breadth and size, with clean text and harmless keys. */
import { cleanText } from '../../clean-text.ts';
import { isJsonObject } from '../../json.ts';

const MAX_DEPTH = 8;
const MAX_ENTRIES = 300;
const MAX_TEXT_LENGTH = 10_000;
const MAX_KEY_LENGTH = 200;
const MAX_NUMBER = 1e15;
const MAX_ADDRESS_LENGTH = 2048;

/**
 * Drops what exceeds the bounds. Returns undefined if the result is not an object, is empty, or is still larger than
 * `maxBytes`.
 */
export function cleanJsonObject(value: unknown, maxBytes: number): Readonly<Record<string, unknown>> | undefined {
  const cleaned = cleanValue(value, MAX_DEPTH);
  if (!isJsonObject(cleaned) || Object.keys(cleaned).length === 0) return undefined;
  return Buffer.byteLength(JSON.stringify(cleaned)) <= maxBytes ? cleaned : undefined;
}

/** Returns a URL that a browser can open and that contains no credentials. */
export function readWebAddress(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > MAX_ADDRESS_LENGTH || !URL.canParse(value)) return undefined;
  const url = new URL(value);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
  return url.username === '' && url.password === '' && url.href.length <= MAX_ADDRESS_LENGTH ? url.href : undefined;
}

/** Returns undefined for a value that cannot be stored. */
function cleanValue(value: unknown, levels: number): unknown {
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'string') return cleanText(value, MAX_TEXT_LENGTH);
  if (typeof value === 'number') return Math.abs(value) <= MAX_NUMBER ? value : undefined;
  if (levels === 0) return undefined;
  if (Array.isArray(value)) {
    const entries = value.slice(0, MAX_ENTRIES).map((entry: unknown) => cleanValue(entry, levels - 1));
    return entries.filter((entry) => entry !== undefined);
  }
  return isJsonObject(value) ? cleanEntries(value, levels) : undefined;
}

function cleanEntries(value: Readonly<Record<string, unknown>>, levels: number): Record<string, unknown> {
  const entries = Object.entries(value)
    .slice(0, MAX_ENTRIES)
    .map(([key, entry]) => [cleanText(key, MAX_KEY_LENGTH), cleanValue(entry, levels - 1)] as const);
  return Object.fromEntries(entries.filter(([key, entry]) => key !== '' && key !== '__proto__' && entry !== undefined));
}
