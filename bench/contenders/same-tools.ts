/** The tools that the peers register: the very values of this server, without its list of them, which it computes for itself. */
import { getCatalogItems } from '../../functions/core/tools/catalog/get-catalog-items.ts';
import { getItem } from '../../functions/core/tools/catalog/get-item.ts';
import { getUsage } from '../../functions/core/tools/catalog/get-usage.ts';
import { listMyCatalogs } from '../../functions/core/tools/catalog/list-my-catalogs.ts';
import { lookupPart } from '../../functions/core/tools/catalog/lookup-part.ts';
import { lookupParts } from '../../functions/core/tools/catalog/lookup-parts.ts';
import { requestEnrichmentTool } from '../../functions/core/tools/catalog/request-enrichment.ts';
import { searchItemsTool } from '../../functions/core/tools/catalog/search-items.ts';

export const SAME_TOOLS = [
  getUsage,
  lookupPart,
  lookupParts,
  searchItemsTool,
  getItem,
  listMyCatalogs,
  getCatalogItems,
  requestEnrichmentTool,
].map((tool) => ({ ...tool, output: tool.output() }));
