/**
 * Describes a call's arguments for the log by name, kind and size, never by value, and without names that the tool does
 * not know.
 */
import type * as z from 'zod/mini';
import type { $ZodTypes } from 'zod/v4/core';
import type { JsonObject } from '../../json.ts';

/**
 * @returns for example `manufacturer: 17 characters, items: 12 entries, 1 unknown`; an empty text if there are no
 * arguments
 */
export function argumentShape(input: z.ZodMiniType, args: JsonObject): string {
  const { def } = (input as unknown as $ZodTypes)._zod;
  const shapes: string[] = [];
  for (const name of def.type === 'object' ? Object.keys(def.shape) : [])
    if (Object.hasOwn(args, name)) shapes.push(`${name}: ${shapeOf(args[name])}`);
  const unknown = Object.keys(args).length - shapes.length;
  if (unknown > 0) shapes.push(`${unknown} unknown`);
  return shapes.join(', ');
}

function shapeOf(value: unknown): string {
  if (typeof value === 'string') return `${value.length} ${value.length === 1 ? 'character' : 'characters'}`;
  if (Array.isArray(value)) return `${value.length} ${value.length === 1 ? 'entry' : 'entries'}`;
  return value === null ? 'null' : typeof value;
}
