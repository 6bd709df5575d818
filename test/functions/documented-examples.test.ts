/**
 * The examples of the public pages, asked of the service with the items of the demo index: every answer that a page
 * prints is the one that is given. `npm run docs:answers` writes web/answers.json.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DynamoCatalogStore } from '../../adapters/dynamodb/catalogs/dynamo-catalog-store.ts';
import { EXAMPLE_CATALOG, TOOL_EXAMPLES } from '../../core/api/front-door/tool-examples.ts';
import { toolList } from '../../tools/docs/tool-entries.ts';
import { generateDemoItems } from '../../local/demo/generate-demo-items.ts';
import { openAccount, valueOf, type OpenedAccount } from '../support/fixtures/accounts.ts';
import { catalogRow, newCatalog } from '../support/fixtures/catalog-rows.ts';
import { startApiService, type ApiService } from '../support/service/api-service.ts';
import { toolCall } from '../support/service/mcp-service.ts';
import { testClient } from '../support/stores/dynamodb-client.ts';

const ANSWERS = path.resolve(import.meta.dirname, '../../web/answers.json');
const OPENAPI = path.resolve(import.meta.dirname, '../../docs/openapi.json');
/** The item of the examples, and others that the search must leave out. */
const ITEMS = generateDemoItems().filter(
  ({ id, category }, place) => id === 'itm_SlqPl1qt' || (place % 20 === 0 && category !== null),
);

interface Sample {
  readonly operationId: string;
  readonly 'x-codeSamples': readonly [{ readonly source: string; readonly 'x-status': number }];
}

let service: ApiService;
let account: OpenedAccount;
let key = '';
let catalogId = '';

beforeAll(async () => {
  service = await startApiService();
  for (const item of ITEMS) valueOf(await service.writer.writeItem(item));
  account = await openAccount(service.store, service.tables.accountsTable, { name: 'Norvane', planCode: 'growth' });
  key = `${account.client.clientId}:${account.secret}`;
  const catalogs = new DynamoCatalogStore(testClient(service.tables.endpoint), service.tables.accountsTable);
  const catalog = await newCatalog(catalogs, account.account.accountId, 'parts.csv');
  catalogId = catalog.catalogId;
  const rows = [
    catalogRow(1, { outcome: 'cache_hit', itemId: 'itm_SlqPl1qt', supplier: 'Solmira', partNumber: 'CC 1027 X' }),
    catalogRow(2, { outcome: 'not_found', itemNumber: 'A-17', supplier: 'Tarnvik', partNumber: 'MS 9999' }),
  ];
  const [from, to] = [
    { rows: 0, bytes: 0 },
    { rows: 2, bytes: 2 },
  ];
  await catalogs.appendRows({ ...catalog, into: 'importing', runId: 'run', from, to, rows });
  await catalogs.completeImport(catalog, to, Date.UTC(2026, 10, 18, 13));
});
afterAll(() => service.stop());

/**
 * Ids that are the reader's own are replaced by an example, and the dashboard's address by a placeholder that each
 * stage fills.
 */
const plain = (json: unknown): unknown =>
  JSON.parse(
    JSON.stringify(json)
      .replaceAll(catalogId, EXAMPLE_CATALOG)
      .replaceAll('https://dashboard.example.com', '{{DASHBOARD_URL}}')
      .replaceAll(/req_[A-Za-z0-9]{8,}/g, 'req_0a1b2c3d'),
  );
const own = (text: string): string => text.replaceAll(EXAMPLE_CATALOG, catalogId);

async function askTool(name: string): Promise<unknown> {
  const args = JSON.parse(own(JSON.stringify(TOOL_EXAMPLES[name]?.arguments))) as unknown;
  const { json } = await service.send(toolCall(name, args, key));
  const { structuredContent, isError, _meta: meta } = json.result;
  expect([name, isError ?? false]).toEqual([name, false]);
  const { question, arguments: asked } = TOOL_EXAMPLES[name]!;
  return {
    question,
    arguments: asked,
    answer: plain(structuredContent),
    tokens: meta['com.service/usage']?.tokens_billed ?? 0,
  };
}

/** Runs the curl command of a sample. */
async function askEndpoint({ operationId, 'x-codeSamples': [sample] }: Sample): Promise<unknown> {
  const [, url = ''] = /curl -s '([^']+)'/.exec(own(sample.source)) ?? [];
  const [, body] = /-d '([^]*)'$/.exec(sample.source) ?? [];
  const { pathname, search } = new URL(url);
  const { statusCode, json } =
    body === undefined ? await service.get(pathname + search, key) : await service.post(pathname, body, key);
  expect([operationId, statusCode, json.errors]).toEqual([operationId, sample['x-status'], []]);
  return { status: statusCode, answer: plain(json) };
}

test('every answer that the pages print is the one that the service gives, and none is an error or empty', async () => {
  const tools: Record<string, unknown> = {};
  for (const { name } of toolList()) tools[String(name)] = await askTool(String(name));
  const { paths } = JSON.parse(readFileSync(OPENAPI, 'utf8')) as { paths: Record<string, Record<string, Sample>> };
  const endpoints: Record<string, unknown> = {};
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods)))
    endpoints[operation.operationId] = await askEndpoint(operation);
  const text = `${JSON.stringify({ tools, endpoints }, null, 2)}\n`;
  const empty = /"(?:items|results|rows|catalogs)": \[\]|"found": (?:\[\]|false)/;
  expect(text).not.toMatch(empty);
  await expect(text).toMatchFileSnapshot(ANSWERS);
});
