/**
 * Writes the entries of `tools/list` from the definitions of the tools: `npm run docs:tools` keeps them in
 * core/api/mcp/tool-list.json, so that no function needs the code that writes JSON Schemas.
 */
import * as z from 'zod/mini';
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import { ITEM_FIELDS } from '../../core/index/items/item-fields.ts';
import { TOOLS } from '../../core/api/tools/definitions/all-tools.ts';
import { MAX_LISTED } from '../../core/api/tools/tool-inputs.ts';
import type { Tool } from '../../core/api/tools/define-tool.ts';

let entries: readonly JsonObject[] | undefined;

/**
 * Builds the entries once, on the first request for them.
 */
export function toolList(): readonly JsonObject[] {
  return (entries ??= TOOLS.map(listEntry));
}

function listEntry(tool: Tool): JsonObject {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: jsonSchema(tool.input, 'input'),
    outputSchema: jsonSchema(tool.output(), 'output'),
    annotations: {
      title: tool.title,
      readOnlyHint: !tool.changesData,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: tool.changesData,
    },
  };
}

function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): JsonObject {
  const { $schema: _dialect, ...shape } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => leaveOutTheObvious(jsonSchema, io),
  });
  return withShortNulls(shape);
}

/**
 * Removes what a schema means anyway, because it costs tokens in every model that reads the list: the range of all
 * integers, that objects are open, that an object in an answer may contain anything, and the maximum length of a list
 * of known words. The names of an item's fields are left to the description of `fields`, because several assistants
 * drop enums.
 */
function leaveOutTheObvious(schema: z.core.JSONSchema.BaseSchema, io: 'input' | 'output'): void {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maxItems === MAX_LISTED) delete schema.maxItems;
  if (schema.enum?.length === ITEM_FIELDS.length) delete schema.enum;
  const { additionalProperties: others, properties } = schema;
  if (typeof others === 'object' && Object.keys(others).length === 0) delete schema.additionalProperties;
  // The input of a tool without arguments keeps its empty `properties`, because some clients require them.
  if (io === 'output' && properties !== undefined && Object.keys(properties).length === 0) delete schema.properties;
}

/**
 * Rewrites each choice between a schema and null as one schema with both types. Rules for objects or lists do not apply
 * to null, so the meaning stays.
 */
function withShortNulls(schema: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(schema), (_key, value: unknown) => {
    if (!isJsonObject(value) || !Array.isArray(value['anyOf'])) return value;
    const { anyOf: choice, ...others } = value as JsonObject & { readonly anyOf: readonly unknown[] };
    const [first, second] = choice;
    const isOrNull = choice.length === 2 && isJsonObject(second) && second['type'] === 'null';
    if (!isOrNull || !isJsonObject(first) || typeof first['type'] !== 'string' || 'enum' in first) return value;
    return { ...first, type: [first['type'], 'null'], ...others };
  }) as JsonObject;
}
