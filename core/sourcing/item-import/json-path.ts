/**
 * Reads paths into JSON objects: `company.name`, `identifiers[0].id`, `identifiers[type=Primary].id`, and `tags[]` for
 * each entry. The caller first tries the text as a member name, because names may contain dots and brackets.
 */
import { fail, succeed, type Result } from '../../result.ts';

interface Step {
  readonly member: string;
  /** Selects the member's entries: all entries, one by index, or those with the given member values. */
  readonly entries?: 'all' | number | readonly (readonly [string, string])[];
}

type JsonPath = readonly [Step, ...Step[]];

const MAX_STEPS = 20;
const STEP = /^([^[\]]+)(?:\[([^[\]]*)\])?$/;

export function readPath(text: string): Result<JsonPath, { readonly kind: 'invalid_path' }> {
  const steps = splitSteps(text).map(readStep);
  const [first, ...more] = steps.flatMap((step) => step ?? []);
  return first === undefined || steps.includes(undefined) || steps.length > MAX_STEPS
    ? fail({ kind: 'invalid_path' })
    : succeed([first, ...more]);
}

/** Splits at periods outside brackets. */
function splitSteps(text: string): readonly string[] {
  return text.split(/\.(?![^[\]]*\])/);
}

function readStep(text: string): Step | undefined {
  const [, member, inside] = STEP.exec(text.trim()) ?? [];
  if (member === undefined) return undefined;
  if (inside === undefined) return { member };
  if (inside === '') return { member, entries: 'all' };
  if (/^\d{1,6}$/.test(inside)) return { member, entries: Number(inside) };
  const pairs = inside.split(',').map((pair) => pair.split('=').map((part) => part.trim()));
  if (pairs.some((pair) => pair.length !== 2 || pair[0] === '')) return undefined;
  return { member, entries: pairs.map(([name = '', value = '']) => [name, value] as const) };
}

/** Returns the value at the path: a list if the path has `[]`, otherwise the first value, or undefined. */
export function valueAt(object: Readonly<Record<string, unknown>>, path: JsonPath): unknown {
  let found: readonly unknown[] = [object];
  let isMany = false;
  for (const { member, entries } of path) {
    isMany ||= entries === 'all';
    found = found.flatMap((value) => chosen(memberOf(value, member), entries));
  }
  const stated = found.filter((value) => value !== undefined && value !== null);
  return isMany ? stated : stated[0];
}

function chosen(value: unknown, entries: Step['entries']): readonly unknown[] {
  if (entries === undefined) return [value];
  const list: readonly unknown[] = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
  if (entries === 'all') return list;
  if (typeof entries === 'number') return list.slice(entries, entries + 1);
  return list.filter((entry) => entries.every(([name, wanted]) => wordOf(memberOf(entry, name)) === wanted));
}

function wordOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;
}

function memberOf(value: unknown, member: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.hasOwn(value, member) ? (value as Record<string, unknown>)[member] : undefined;
}
