/** `tools/list`: the same for every caller, whole and in fixed order (docs/reference/behavior.md#versions). */
import * as z from 'zod';
import { fail, succeed, type Result } from '../result.ts';

import { isJsonObject, ownValue, type JsonObject } from '../json.ts';
import { TOOLS } from '../tools/definitions/all-tools.ts';
import { MAX_LISTED } from '../tools/tool-inputs.ts';
import type { Tool } from '../tools/define-tool.ts';
import type { ProtocolError } from '../mcp-message/protocol-error.ts';
import { HOUR_MS } from '../time.ts';

/** One hour, and the same for everybody: a shared cache may keep it. */
export const CACHE_HINT = { ttlMs: HOUR_MS, cacheScope: 'public' } as const;

export function listTools(params: JsonObject): Result<JsonObject, ProtocolError> {
  if (ownValue(params, 'cursor') !== undefined) {
    return fail({ kind: 'invalid_params', problem: 'The list has one page: send no cursor.', field: 'cursor' });
  }
  return succeed({ tools: toolList(), ...CACHE_HINT });
}

let entries: readonly JsonObject[] | undefined;

/**
 * The entries of tools/list, the same for every caller. Built once, for the first request: most processes begin with a call of a tool, and the
 * JSON Schemas would be a good part of its wait.
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

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
  const { $schema: _dialect, ...shape } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => leaveOutTheObvious(jsonSchema, io),
  });
  return withShortNulls(shape);
}

/**
 * Stating what a schema means anyway costs every model that reads the list: the range of all integers, that objects are open, that an object of
 * an answer may hold anything, and the most words that a list of known words may have.
 */
function leaveOutTheObvious(schema: z.core.JSONSchema.BaseSchema, io: 'input' | 'output'): void {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maxItems === MAX_LISTED) delete schema.maxItems;
  const { additionalProperties: others, properties } = schema;
  if (typeof others === 'object' && Object.keys(others).length === 0) delete schema.additionalProperties;
  // The input of a tool without arguments keeps its empty list: some clients want one.
  if (io === 'output' && properties !== undefined && Object.keys(properties).length === 0) delete schema.properties;
}

/** Each choice between a schema and null as the schema with both types: what it says of an object or a list does not apply to null, so it means the same. */
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
