/**
 * The result of a method as JSON, around which its response is written: a constant result is written once, and the
 * answer of a tool is never copied.
 */
import type { JsonObject } from '../../json.ts';

export interface WrittenResult {
  /** The JSON of the members, without `_meta` and without braces. */
  readonly text: string;
  readonly meta?: JsonObject | undefined;
}

export function writeResult({ _meta, ...members }: JsonObject): WrittenResult {
  return { text: JSON.stringify(members).slice(1, -1), meta: _meta as JsonObject | undefined };
}
