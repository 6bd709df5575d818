/**
 * The tools, in the one order in which every caller sees them. get_usage comes first: probes call the first
 * tool without arguments (wire-contract.md).
 */
import * as z from 'zod';
import type { JsonObject } from '../protocol/json-rpc.ts';
import { getCatalogItems } from './catalog/get-catalog-items.ts';
import { getItem } from './catalog/get-item.ts';
import { getUsage } from './catalog/get-usage.ts';
import { listMyCatalogs } from './catalog/list-my-catalogs.ts';
import { lookupPart } from './catalog/lookup-part.ts';
import { lookupParts } from './catalog/lookup-parts.ts';
import { requestEnrichmentTool } from './catalog/request-enrichment.ts';
import { searchItemsTool } from './catalog/search-items.ts';
import type { Tool } from './define-tool.ts';

export const TOOLS: readonly Tool[] = [
  getUsage,
  lookupPart,
  lookupParts,
  searchItemsTool,
  getItem,
  listMyCatalogs,
  getCatalogItems,
  requestEnrichmentTool,
];

const byName: ReadonlyMap<string, Tool> = new Map(TOOLS.map((tool) => [tool.name, tool]));

export function findTool(name: string): Tool | undefined {
  return byName.get(name);
}

let entries: readonly JsonObject[] | undefined;

/**
 * The entries of tools/list, the same for every caller. Made once, by the first who asks: most processes begin with a call of a tool, and the
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
  const { $schema: _dialect, ...shape } = z.toJSONSchema(schema, { io });
  return shape;
}
