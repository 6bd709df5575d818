import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test, vi } from 'vitest';
import { DynamoCatalogStore } from '../../../adapters/dynamodb/catalogs/dynamo-catalog-store.ts';
import { DynamoItemIndex } from '../../../adapters/dynamodb/index/dynamo-item-index.ts';
import { createRequestLog } from '../../../adapters/lambda-http/request-log.ts';
import { idleCosts, type Template } from '../../../tools/docs/idle-stage.ts';
import { MEASURED_BY_TEST, scalePage, type MeasuredCosts } from '../../../tools/docs/scale-page.ts';
import { DEPLOYABLE_STAGES, stageSettings } from '../../../lib/settings/stage-settings.ts';
import { sampleItems } from '../../../local/demo/generate-demo-items.ts';
import { createSeededRandom } from '../../../local/demo/seeded-random.ts';
import { stageTemplate } from '../../lib/stack-template.ts';
import { openAccount } from '../../support/fixtures/accounts.ts';
import { catalogRow, newCatalog } from '../../support/fixtures/catalog-rows.ts';
import { openLoadedIndex } from '../../support/index/loaded-index.ts';
import { callHandler } from '../../support/service/gateway.ts';
import { openHandler } from '../../support/service/handler-on-tables.ts';
import { toolCall } from '../../support/service/mcp-service.ts';
import { testClient } from '../../support/stores/dynamodb-client.ts';
import { observe } from '../../support/stores/observed-client.ts';
import { openTables } from '../../support/stores/tables.ts';

const DOCS = path.resolve(import.meta.dirname, '../../../docs');

describe('docs/operate/capacity.md', () => {
  test('is what `npm run docs:scale` writes', () => {
    const measured = JSON.parse(readFileSync(path.join(DOCS, 'evidence/performance.json'), 'utf8')) as MeasuredCosts;
    const stages = DEPLOYABLE_STAGES.map((stage) => ({
      settings: stageSettings(stage),
      template: stageTemplate(stage).toJSON() as Template,
    }));
    expect(readFileSync(path.join(DOCS, 'operate/capacity.md'), 'utf8')).toBe(scalePage({ measured, stages }));
  });

  test('counts the write units of a look-up in its account’s partition, and the bytes of its two log lines', async () => {
    const { writes, logged } = await secondLookup();
    const inAccount = writes.filter((partition) => partition.startsWith('ACCOUNT#'));
    expect(inAccount).toHaveLength(MEASURED_BY_TEST.accountWriteUnits);
    expect(logged).toHaveLength(2);
    const bytes = Buffer.byteLength(logged.join('\n'));
    // On a deployed stage, the first line also has the version, the trace and the calls to storage.
    expect(bytes).toBeGreaterThan(0.7 * MEASURED_BY_TEST.ownLogBytes);
    expect(bytes).toBeLessThan(MEASURED_BY_TEST.ownLogBytes);
  });

  test('counts the write units of a catalog’s row', async () => {
    const tables = await openTables();
    const client = testClient(tables.endpoint);
    const observed = observe(client);
    const store = new DynamoCatalogStore(client, tables.accountsTable);
    const catalog = await newCatalog(store, 'acc_0123456789');
    const rows = Array.from({ length: 49 }, (_, at) => catalogRow(at + 1, { outcome: 'not_found', itemId: null }));
    observed.reset();
    const [from, to] = [
      { rows: 0, bytes: 0 },
      { rows: 49, bytes: 49 },
    ];
    await store.appendRows({ ...catalog, into: 'importing', runId: 'run', from, to, rows });
    // The head, written once for all of them, is the remainder.
    expect(Math.floor(observed.writeUnits() / rows.length)).toBe(MEASURED_BY_TEST.catalogRowWriteUnits);
    await tables.stop();
  });
});

describe('the cost of an idle stage', () => {
  const activity = { canaryRequests: 0, usdPerMillionCalls: 0 };
  const alarmsOf = (Properties: object) =>
    idleCosts({ Resources: { Any: { Type: 'AWS::CloudWatch::Alarm', Properties: { ...Properties } } } }, activity)[0];

  test.each([
    ['one for an alarm that reads one metric', { MetricName: 'Errors' }, 1],
    [
      'each metric that an expression reads',
      { Metrics: [{ Expression: 'a+b' }, { MetricStat: {} }, { MetricStat: {} }] },
      2,
    ],
    [
      'three for an alarm with anomaly detection',
      { Metrics: [{ Expression: 'ANOMALY_DETECTION_BAND(m0, 4)' }, { MetricStat: {} }] },
      3,
    ],
  ])('counts %s', (_, properties, metrics) => {
    expect(alarmsOf(properties)?.computation).toBe(`${metrics} metrics that they read × $0.1`);
  });

  test('grows with each resource that costs money without use', () => {
    const total = (template: Template) => idleCosts(template, activity).reduce((sum, { usd }) => sum + usd, 0);
    const template = stageTemplate('development').toJSON() as Template;
    const secret = { Type: 'AWS::SecretsManager::Secret' };
    const larger = { Resources: { ...template.Resources, OneMore: secret } };
    expect(total(larger) - total(template)).toBeCloseTo(0.4);
  });
});

/**
 * Returns the partitions that the second look-up of an assistant writes to, and its log lines; the first look-up of a
 * day writes a little more.
 */
async function secondLookup(): Promise<{ readonly writes: readonly string[]; readonly logged: readonly string[] }> {
  const [index, tables] = [await openLoadedIndex(), await openTables()];
  const [item] = sampleItems(createSeededRandom(7), { count: 1, firstNumber: 100_000 });
  if (item === undefined) throw new Error('There is no sample item.');
  await index.load([item]);
  const account = await openAccount(testClient(tables.endpoint), tables.accountsTable, { nowMs: Date.now() });
  const [client, meterClient] = [testClient(tables.endpoint), testClient(tables.endpoint, { maxAttempts: 1 })];
  const writes = [observeWrites(client), observeWrites(meterClient)];
  const ports = { index: new DynamoItemIndex(index.client(), index.tableName) };
  const handler = openHandler({ tables, client, meterClient }, { ports, log: createRequestLog('mcp', 'test') });
  const part = { manufacturer: item.manufacturer, part_number: item.mpn };
  const { headers, body } = toolCall('lookup_part', part, `${account.client.clientId}:${account.secret}`);
  const call = () =>
    callHandler((event: never) => handler.invoke(event), {
      method: 'POST',
      path: '/mcp',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  await call();
  for (const seen of writes) seen.splice(0);
  const logged = await linesDuring(call);
  await Promise.all([index.stop(), tables.stop()]);
  return { writes: writes.flat(), logged };
}

/** Records the partitions of the client's single writes from now on. */
function observeWrites(client: DynamoDBDocumentClient): string[] {
  const partitions: string[] = [];
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      (args) => {
        if (commandName !== 'UpdateItemCommand' && commandName !== 'PutItemCommand') return next(args);
        const { Key, Item } = args.input as { readonly Key?: { pk: string }; readonly Item?: { pk: string } };
        partitions.push(String((Key ?? Item)?.pk));
        return next(args);
      },
    { step: 'initialize', priority: 'low', name: 'observeWrites' },
  );
  return partitions;
}

/** Returns the lines of JSON that an action writes. */
async function linesDuring(act: () => Promise<unknown>): Promise<readonly string[]> {
  const written: string[] = [];
  const spies = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockImplementation((text) => (written.push(String(text)), true)),
  );
  for (const name of ['log', 'info'] as const)
    spies.push(vi.spyOn(console, name).mockImplementation((text: unknown) => void written.push(String(text))) as never);
  await act();
  for (const spy of spies) spy.mockRestore();
  return written
    .join('\n')
    .split('\n')
    .filter((line) => line.startsWith('{'));
}
