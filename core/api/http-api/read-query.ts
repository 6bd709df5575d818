/**
 * Reads a query string as the arguments of a tool, with types from the tool's schema. A malformed integer or boolean
 * stays text, which the schema refuses.
 */
import type * as z from 'zod/mini';
import * as core from 'zod/v4/core';
import { cleanText } from '../../clean-text.ts';
import type { ServiceError } from '../../errors.ts';
import { fail, succeed, type Result } from '../../result.ts';

export type ArgumentTypes = Readonly<Record<string, z.core.$ZodType>>;

/** Unknown names are client text, so messages shorten them. */
const NAME_LENGTH = 100;

/** Groups values by name: `fields=a,b&fields=c` has one name and two values. Keeps empty values. */
export function readPairs(query: string): Result<ReadonlyMap<string, readonly string[]>, ServiceError> {
  const pairs = new Map<string, string[]>();
  for (const pair of query.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decoded(equals < 0 ? pair : pair.slice(0, equals));
    const value = decoded(equals < 0 ? '' : pair.slice(equals + 1));
    if (name === undefined || value === undefined) return fail(undecodable(name));
    pairs.set(name, [...(pairs.get(name) ?? []), value]);
  }
  return succeed(pairs);
}

/** @param types the argument types, by the names that the query may use */
export function readQuery(
  pairs: ReadonlyMap<string, readonly string[]>,
  types: ArgumentTypes,
): Result<Readonly<Record<string, unknown>>, ServiceError> {
  const read: [string, unknown][] = [];
  for (const [name, values] of pairs) {
    const type = bare(types[name]);
    if (type instanceof core.$ZodArray) {
      const words = values.flatMap((value) => value.split(',')).filter((word) => word !== '');
      if (words.length > 0) read.push([name, words]);
      continue;
    }
    if (values.length > 1) return fail(sentTwice(name));
    const [value = ''] = values;
    if (value !== '') read.push([name, typed(value, type)]);
  }
  return succeed(Object.fromEntries(read));
}

/** Decodes form encoding (application/x-www-form-urlencoded). Returns undefined unless it is UTF-8. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

function typed(value: string, type: z.core.$ZodType | undefined): unknown {
  if (type instanceof core.$ZodNumber && /^[0-9]{1,16}$/.test(value)) return Number(value);
  if (type instanceof core.$ZodBoolean && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}

function bare(type: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  return type instanceof core.$ZodOptional ? bare(type._zod.def.innerType) : type;
}

function sentTwice(name: string): ServiceError {
  return { code: 'invalid_parameter', message: `${name}: sent more than once. Send it once.`, field: name };
}

function undecodable(name: string | undefined): ServiceError {
  const message = 'is not percent-encoded UTF-8. Encode the values of the query.';
  if (name === undefined) return { code: 'invalid_parameter', message: `The query ${message}` };
  const field = cleanText(name, NAME_LENGTH);
  return { code: 'invalid_parameter', message: `${field} ${message}`, field };
}
