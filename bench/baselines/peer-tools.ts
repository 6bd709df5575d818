/** Registers the tools with a peer: the same names, texts and schemas. lookup_part and get_item answer from memory. */
import type { CallToolResult, McpServer } from '@modelcontextprotocol/server';
import { countTokens } from '../../core/billing/meter/charge-for-items.ts';
import type { ItemRecord } from '../../core/index/items/item-record.ts';
import { selectFields, showItem, type SelectionDefaults } from '../../core/index/items/item-selection.ts';
import { benchFixture } from './bench-fixture.ts';
import { SAME_TOOLS } from './same-tools.ts';

const byId = new Map(benchFixture().records.map((item) => [item.id, item]));
const byPart = new Map(benchFixture().records.map((item) => [partKey(item.manufacturer, item.mpn), item]));

export function registerPeerTools(server: McpServer): void {
  for (const { name, title, description, input, output, changesData } of SAME_TOOLS) {
    const annotations = {
      title,
      readOnlyHint: !changesData,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: changesData,
    };
    const config = { title, description, inputSchema: input, outputSchema: output, annotations };
    server.registerTool(name, config, async (args: unknown) => answer(name, args as Record<string, string>));
  }
}

function answer(name: string, args: Readonly<Record<string, string>>): CallToolResult {
  switch (name) {
    case 'lookup_part': {
      const item = byPart.get(partKey(args['manufacturer'] ?? null, args['part_number'] ?? null));
      return item === undefined ? missed() : shown(item, 'lookup', (item) => ({ found: true, item }));
    }
    case 'get_item': {
      const item = byId.get(args['item_id'] ?? '');
      return item === undefined ? missed() : shown(item, 'get_item', (item) => ({ item }));
    }
    default:
      throw new Error('The benchmark calls no other tool.');
  }
}

function shown(
  record: ItemRecord,
  defaults: SelectionDefaults,
  structure: (item: object) => Record<string, unknown>,
): CallToolResult {
  const item = showItem(record, selectFields({ defaults }));
  return {
    content: [{ type: 'text', text: `Found ${record.title ?? record.id}.` }],
    structuredContent: structure(item),
    _meta: { 'com.service/usage': { tokens_billed: countTokens(item) } },
  };
}

function missed(): CallToolResult {
  return { content: [{ type: 'text', text: 'not_found' }], isError: true };
}

function partKey(manufacturer: string | null, partNumber: string | null): string {
  return `${manufacturer?.toLowerCase()} ${partNumber?.toLowerCase()}`;
}
