/**
 * The tools in the order in which every caller sees them. get_usage is first, because probes call the first
 * tool without arguments (docs/reference/http.md#methods).
 */
import { getCatalogItems } from './get-catalog-items.ts';
import { getItem } from './get-item.ts';
import { getUsage } from './get-usage.ts';
import { listMyCatalogs } from './list-my-catalogs.ts';
import { lookupPart } from './lookup-part.ts';
import { lookupParts } from './lookup-parts.ts';
import { requestEnrichmentTool } from './request-enrichment.ts';
import { searchItemsTool } from './search-items.ts';
import type { Tool } from '../define-tool.ts';

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
