/**
 * Reads arguments that clients of MCP send in another form than the schema declares, where their meaning is certain: the commonest error of clients is
 * to send a list or an object as JSON text (docs/reference/http.md#results). Everything else is left unchanged for the schema to refuse. The HTTP
 * API stays strict. Takes time linear in the length of the arguments: text is parsed once, and what it contains is not parsed again.
 */
import type * as z from 'zod/mini';
import * as core from 'zod/v4/core';
import { isJsonObject, parseWellFormed } from '../../json.ts';

/** @param schema of the tool's arguments */
export function readClumsy(schema: z.core.$ZodType, value: unknown): unknown {
  return read(schema, value, '', true);
}

/** @param mayBeText false inside JSON text */
function read(schema: z.core.$ZodType, value: unknown, name: string, mayBeText: boolean): unknown {
  if (schema instanceof core.$ZodPipe) return read(schema._zod.def.in, value, name, mayBeText);
  if (schema instanceof core.$ZodOptional) return read(schema._zod.def.innerType, value, name, mayBeText);
  if (schema instanceof core.$ZodArray) return readList(schema, value, name, mayBeText);
  if (schema instanceof core.$ZodObject) return readObject(schema, value, mayBeText);
  if (schema instanceof core.$ZodBoolean) return value === 'true' ? true : value === 'false' ? false : value;
  if (schema instanceof core.$ZodNumber)
    return typeof value === 'string' && INTEGER.test(value) ? Number(value) : value;
  // A lost leading zero changes nothing in the 14 digits that a GTIN is compared by.
  return name === 'gtin' && typeof value === 'number' && GTIN.test(String(value)) ? String(value) : value;
}

const INTEGER = /^-?[0-9]{1,15}$/;
const GTIN = /^[0-9]{8,14}$/;

function readList(schema: z.core.$ZodArray, value: unknown, name: string, mayBeText: boolean): unknown {
  const given = mayBeText ? fromText(value, '[', Array.isArray) : value;
  const isText = mayBeText && given !== value;
  const element = schema._zod.def.element;
  if (Array.isArray(given)) return given.map((entry) => read(element, entry, name, mayBeText && !isText));
  if (typeof given === 'string') {
    // An empty text and the text `null` mean no list.
    if (element instanceof core.$ZodEnum) return given === '' || given === 'null' ? value : [given];
    const entry = mayBeText ? fromText(given, '{', isJsonObject) : given;
    return isJsonObject(entry) ? [read(element, entry, name, false)] : value;
  }
  return isJsonObject(given) ? [read(element, given, name, mayBeText)] : given;
}

function readObject(schema: z.core.$ZodObject, value: unknown, mayBeText: boolean): unknown {
  const given = mayBeText ? fromText(value, '{', isJsonObject) : value;
  if (!isJsonObject(given)) return value;
  const inner = mayBeText && given === value;
  const members = Object.entries(given).map(([name, member]) => {
    const of = Object.hasOwn(schema._zod.def.shape, name)
      ? (schema._zod.def.shape[name] as z.core.$ZodType)
      : undefined;
    return [name, of === undefined ? member : read(of, member, name, inner)] as const;
  });
  return Object.fromEntries(members);
}

/** Returns what a JSON text contains if it is of the declared kind; otherwise the value unchanged. */
function fromText(value: unknown, opening: string, isDeclared: (parsed: unknown) => boolean): unknown {
  if (typeof value !== 'string' || !value.trimStart().startsWith(opening)) return value;
  try {
    const parsed = parseWellFormed(value);
    return isDeclared(parsed) ? parsed : value;
  } catch {
    return value;
  }
}
