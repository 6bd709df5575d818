/** Compares the public guide to the tools with the tools themselves. The cost of a call is measured by calling. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DynamoCatalogStore } from '../../../../adapters/dynamodb/catalogs/dynamo-catalog-store.ts';
import { COST_WORDS, TOOL_GUIDE, type ToolGuide } from '../../../../core/api/front-door/tool-guide.ts';
import { RESEARCH_PRICE_NANO_USD, formatUsd } from '../../../../core/money.ts';
import { TOOLS } from '../../../../core/api/tools/definitions/all-tools.ts';
import { openAccount, valueOf, type OpenedAccount } from '../../../support/fixtures/accounts.ts';
import { newCatalog } from '../../../support/fixtures/catalog-rows.ts';
import { REGULATOR } from '../../../support/fixtures/item-records.ts';
import { startMcpService, toolCall, type McpService } from '../../../support/service/mcp-service.ts';

describe('the guide to the tools', () => {
  test('lists every tool once, in the order of tools/list, with its scope', () => {
    const names = (tools: readonly Pick<ToolGuide, 'name' | 'scope'>[]) =>
      tools.map(({ name, scope }) => [name, scope]);
    expect(names(TOOL_GUIDE)).toEqual(names(TOOLS));
  });

  test.each(TOOL_GUIDE.map(({ name, example }) => [name, example] as const))(
    'shows a call of %s that the tool accepts',
    async (name, example) => {
      const tool = TOOLS.find((each) => each.name === name);
      await tool?.load();
      expect(tool?.prepare(example).ok).toBe(true);
    },
  );

  test('states the price that research is charged', () => {
    expect(COST_WORDS.research).toContain(`${formatUsd(RESEARCH_PRICE_NANO_USD)} `);
  });
});

describe('the cost in the guide', () => {
  let service: McpService;
  let account: OpenedAccount;

  beforeAll(async () => {
    service = await startMcpService();
    valueOf(await service.writer.writeItem(REGULATOR));
    account = await openAccount(service.store, service.tables.accountsTable, { planCode: 'starter' });
    const catalogs = new DynamoCatalogStore(service.store, service.tables.accountsTable);
    const { catalogId } = await newCatalog(catalogs, account.account.accountId, 'parts.csv');
    calls['get_catalog_items'] = { catalog_id: catalogId };
  });
  afterAll(() => service?.stop());

  const part = { manufacturer: REGULATOR.manufacturer, part_number: REGULATOR.mpn };
  const calls: Record<string, object> = {
    get_usage: {},
    lookup_part: part,
    lookup_parts: { items: [part] },
    search_items: { query: 'regulator' },
    get_item: { item_id: REGULATOR.id },
    list_my_catalogs: {},
    request_enrichment: { items: [{ manufacturer: 'Norvane', part_number: 'absent 1' }] },
  };

  test.each(TOOL_GUIDE.map(({ name, cost }) => [name, cost] as const))(
    'of %s is the cost that a call bills',
    async (name, cost) => {
      const answer = await service.send(
        toolCall(name, calls[name] ?? {}, `${account.client.clientId}:${account.secret}`),
      );
      const { result } = answer.json as {
        result: { isError?: boolean; _meta: Record<string, { tokens_billed: number }> };
      };
      expect([result.isError ?? false, (result._meta['com.service/usage']?.tokens_billed ?? 0) > 0]).toEqual([
        false,
        cost === 'items',
      ]);
    },
  );
});
