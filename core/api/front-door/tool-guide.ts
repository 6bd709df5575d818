/**
 * Describes each tool for public pages and documents: its purpose, cost and scope, and an example call. A test compares
 * this with the tools. The descriptions that assistants read are in core/api/tools/definitions.
 */
import type { Scope } from '../../billing/accounts/scopes.ts';
import { RESEARCH_PRICE_USD_TEXT } from '../../money.ts';

type ToolCost = 'nothing' | 'items' | 'research';

export interface ToolGuide {
  readonly name: string;
  readonly does: string;
  /** Completes "Use it …". */
  readonly use: string;
  readonly cost: ToolCost;
  readonly scope: Scope;
  /** Arguments that the tool accepts. */
  readonly example: Readonly<Record<string, unknown>>;
}

export const COST_WORDS: Readonly<Record<ToolCost, string>> = {
  nothing: 'free',
  items: 'tokens of the record; a miss is free',
  research: `$${RESEARCH_PRICE_USD_TEXT} for each part found`,
};

/** In the order of `tools/list`. */
export const TOOL_GUIDE: readonly ToolGuide[] = [
  {
    name: 'get_usage',
    does: 'what your plan includes, what is used and left, and your spending cap',
    use: 'before a large job, and when a call was refused for billing',
    cost: 'nothing',
    scope: 'usage:read',
    example: {},
  },
  {
    name: 'lookup_part',
    does: 'one record, by manufacturer and part number or by barcode',
    use: 'when you know exactly which part you want',
    cost: 'items',
    scope: 'items:read',
    example: { manufacturer: 'Texas Instruments', part_number: 'LM317T', fields: ['title', 'attributes'] },
  },
  {
    name: 'lookup_parts',
    does: 'up to 50 records in one call (your plan’s batch size)',
    use: 'for a list: one call of fifty parts instead of fifty calls',
    cost: 'items',
    scope: 'items:read',
    example: {
      items: [{ manufacturer: 'Texas Instruments', part_number: 'LM317T' }, { gtin: '04006381333931' }],
      fields: ['title'],
    },
  },
  {
    name: 'search_items',
    does: 'search by keywords, manufacturer or UNSPSC code, at most 25 records a page',
    use: 'when you know words, not the part number',
    cost: 'items',
    scope: 'items:search',
    example: { query: 'adjustable voltage regulator 1.5 A', limit: 5 },
  },
  {
    name: 'get_item',
    does: 'the whole record, by its id',
    use: 'after a look-up or a search, when the short record is not enough',
    cost: 'items',
    scope: 'items:read',
    example: { item_id: 'itm_0a1b2c3d', fields: ['attributes'] },
  },
  {
    name: 'list_my_catalogs',
    does: 'your catalogs, newest first',
    use: 'to find the catalog_id of a list that was uploaded in the dashboard',
    cost: 'nothing',
    scope: 'catalogs:read',
    example: {},
  },
  {
    name: 'get_catalog_items',
    does: 'the rows of a catalog, by outcome',
    use: 'to see which rows were matched and which were not',
    cost: 'nothing',
    scope: 'catalogs:read',
    example: { catalog_id: 'cat_0a1b2c3d', outcome: ['not_found'] },
  },
  {
    name: 'request_enrichment',
    does: 'asks for research of parts that the index lacks',
    use: 'only after a look-up did not find the part, and only when your user agrees to the price',
    cost: 'research',
    scope: 'enrich:write',
    example: { items: [{ manufacturer: 'Norvane', part_number: 'NV-9000' }] },
  },
];
