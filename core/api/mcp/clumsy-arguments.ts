/**
 * Reads arguments that clients of MCP send in another form than the schema declares, where their meaning is certain:
 * the commonest error of clients is to send a list or an object as JSON text (docs/reference/http.md#results).
 * Everything else is left unchanged for the schema to refuse. The HTTP API stays strict. Takes time linear in the
 * length of the arguments: text is parsed once, and what it contains is not parsed again.
 */
import type * as core from 'zod/v4/core';
import { isJsonObject, parseWellFormed } from '../../json.ts';

/** @param schema of the tool's arguments */
export function readClumsy(schema: core.$ZodType, value: unknown): unknown {
  return read(schema, value, '', true);
}

/** @param mayBeText false inside JSON text */
function read(schema: core.$ZodType, value: unknown, name: string, mayBeText: boolean): unknown {
  const { def } = (schema as core.$ZodTypes)._zod;
  switch (def.type) {
    case 'pipe':
      return read(def.in, value, name, mayBeText);
    case 'optional':
      return read(def.innerType, value, name, mayBeText);
    case 'array':
      return readList(def.element, value, name, mayBeText);
    case 'object':
      return readObject(def.shape, value, mayBeText);
    case 'boolean':
      return value === 'true' ? true : value === 'false' ? false : value;
    case 'number':
      return typeof value === 'string' && INTEGER.test(value) ? Number(value) : value;
    default:
      // A lost leading zero changes nothing in the 14 digits that a GTIN is compared by.
      return name === 'gtin' && typeof value === 'number' && GTIN.test(String(value)) ? String(value) : value;
  }
}

const INTEGER = /^-?[0-9]{1,15}$/;
const GTIN = /^[0-9]{8,14}$/;

function readList(element: core.$ZodType, value: unknown, name: string, mayBeText: boolean): unknown {
  const given = mayBeText ? fromText(value, '[', Array.isArray) : value;
  const isText = mayBeText && given !== value;
  if (Array.isArray(given)) return given.map((entry) => read(element, entry, name, mayBeText && !isText));
  if (typeof given === 'string') {
    // An empty text and the text `null` mean no list.
    if (element._zod.def.type === 'enum') return given === '' || given === 'null' ? value : [given];
    const entry = mayBeText ? fromText(given, '{', isJsonObject) : given;
    return isJsonObject(entry) ? [read(element, entry, name, false)] : value;
  }
  return isJsonObject(given) ? [read(element, given, name, mayBeText)] : given;
}

function readObject(shape: core.$ZodShape, value: unknown, mayBeText: boolean): unknown {
  const given = mayBeText ? fromText(value, '{', isJsonObject) : value;
  if (!isJsonObject(given)) return value;
  const inner = mayBeText && given === value;
  let isAsMeant = true;
  const members = Object.entries(given).map(([name, member]) => {
    const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
    const meant = schema === undefined ? member : read(schema, member, name, inner);
    isAsMeant &&= meant === member;
    return [name, meant] as const;
  });
  return isAsMeant ? given : Object.fromEntries(members);
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
