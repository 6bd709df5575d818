/**
 * Describes a call's arguments for the log by name, kind and size, never by value, and without names that the tool does
 * not know.
 */
import type * as z from 'zod/mini';
import * as core from 'zod/v4/core';
import { ownValue, type JsonObject } from '../../json.ts';

/**
 * @returns for example `manufacturer: 17 characters, items: 12 entries, 1 unknown`; an empty text if there are no
 * arguments
 */
export function argumentShape(input: z.ZodMiniType, args: JsonObject): string {
  const known = input instanceof core.$ZodObject ? Object.keys(input._zod.def.shape) : [];
  const given = known.filter((name) => Object.hasOwn(args, name));
  const unknown = Object.keys(args).length - given.length;
  const shapes = given.map((name) => `${name}: ${shapeOf(ownValue(args, name))}`);
  return [...shapes, ...(unknown === 0 ? [] : [`${unknown} unknown`])].join(', ');
}

function shapeOf(value: unknown): string {
  if (typeof value === 'string') return `${value.length} ${value.length === 1 ? 'character' : 'characters'}`;
  if (Array.isArray(value)) return `${value.length} ${value.length === 1 ? 'entry' : 'entries'}`;
  return value === null ? 'null' : typeof value;
}
