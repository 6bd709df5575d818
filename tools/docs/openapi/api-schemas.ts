/** Turns the tools' zod schemas into JSON Schemas of the HTTP API, with its names and words and one shared `Item`. */
import * as z from 'zod';
import { apiName, inApiWords } from '../../../core/api/http-api/endpoints.ts';
import { isJsonObject, type JsonObject } from '../../../core/json.ts';
import { ITEM_FIELDS } from '../../../core/index/items/item-fields.ts';
import { factsOutput, itemOutput } from '../../../core/api/tools/item-output.ts';
import { MEMBER_LABELS } from './endpoint-labels.ts';

const ITEM_REF = { $ref: '#/components/schemas/Item' };
const FIELD_REF = { $ref: '#/components/schemas/ItemField' };

/** Returns the schemas of an item and of its field names, to which other schemas refer. */
export function itemSchemas(): JsonObject {
  const facts = factsOutput();
  return {
    Item: {
      description: 'An item. Every member except id may be null (unknown) or absent (not requested).',
      ...jsonSchema(itemOutput(facts), 'output', undefined, facts),
    },
    ItemField: { type: 'string', enum: [...ITEM_FIELDS] },
  };
}

export function inputSchema(schema: z.core.$ZodType): JsonObject {
  return jsonSchema(schema, 'input', ITEM_REF);
}

export function outputSchema(schema: z.core.$ZodType): JsonObject {
  return withMemberWords(jsonSchema(schema, 'output', ITEM_REF)) as JsonObject;
}

/** @param open a schema whose objects have sections that it does not name */
function jsonSchema(
  schema: z.core.$ZodType,
  io: 'input' | 'output',
  item?: JsonObject,
  open?: z.core.$ZodType,
): JsonObject {
  const { $schema: _dialect, ...shape } = z.toJSONSchema(schema, {
    io,
    override: ({ zodSchema, jsonSchema: json }) => {
      if (item !== undefined && isItem(zodSchema)) replace(json, item);
      else if (zodSchema instanceof z.core.$ZodEnum && json.enum?.length === ITEM_FIELDS.length)
        replace(json, FIELD_REF);
      else leaveOutTheObvious(json, (zodSchema as unknown) === open);
    },
  });
  return inApiNames(shape) as JsonObject;
}

/** Recognizes an item by its full shape, or by an id alone or with attributes where a tool abbreviates the shape. */
function isItem(schema: z.core.$ZodType): boolean {
  if (!(schema instanceof z.core.$ZodObject)) return false;
  const names = Object.keys(schema._zod.def.shape);
  return names.includes('id') && (names.length === 1 || names.includes('mpn') || names.includes('attributes'));
}

function replace(json: z.core.JSONSchema.BaseSchema, by: JsonObject): void {
  for (const name of Object.keys(json)) Reflect.deleteProperty(json, name);
  Object.assign(json, by);
}

/**
 * Drops safe-integer bounds, and `additionalProperties` unless the object names no members, because generated clients
 * would then have none.
 */
function leaveOutTheObvious(json: z.core.JSONSchema.BaseSchema, isOpen: boolean): void {
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  const { additionalProperties: others, properties = {} } = json;
  const isObvious = typeof others === 'object' && Object.keys(others).length === 0;
  if (isObvious && !isOpen && Object.keys(properties).length > 0) delete json.additionalProperties;
}

/** Uses the HTTP API's names and words, and drops a sentence that repeats a schema's list of names. */
function inApiNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inApiNames);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      if (name === 'description' && typeof member === 'string')
        return [name, inApiWords(member).replace(/ Names: .*$/, '')];
      if (name === 'required' && Array.isArray(member)) return [name, member.map((one) => apiName(String(one)))];
      if (name === 'properties' && isJsonObject(member)) {
        const named = Object.entries(member).map(([key, schema]) => [apiName(key), inApiNames(schema)]);
        return [name, Object.fromEntries(named)];
      }
      return [name, inApiNames(member)];
    }),
  );
}

function withMemberWords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMemberWords);
  if (!isJsonObject(value)) return value;
  const { properties } = value;
  const read = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withMemberWords(member)]));
  if (!isJsonObject(properties)) return read;
  const described = Object.entries(read['properties'] as JsonObject).map(([name, schema]) => {
    const description = MEMBER_LABELS[name];
    return [
      name,
      description === undefined || '$ref' in (schema as object) ? schema : { description, ...(schema as object) },
    ];
  });
  return { ...read, properties: Object.fromEntries(described) as JsonObject };
}
