/** This server's handler with every port in memory; everything but the storage is real. */
import { RecentFailures } from '../../core/access/auth/recent-failures.ts';
import type { ToolPorts } from '../../core/api/tools/tool-ports.ts';
import { RateWindows } from '../../core/billing/rate-limit/rate-window.ts';
import type { ToolDependencies } from '../../adapters/lambda-http/tool-dependencies.ts';
import { createMcpHandler } from '../../functions/mcp/create-mcp-handler.ts';
import { BASE_URL, benchFixture } from './bench-fixture.ts';
import { memoryClients } from './memory-clients.ts';
import { MemoryUsageStore } from './memory-usage-store.ts';
import { MemoryItems } from './memory-items.ts';

const unused = (): never => {
  throw new Error('The benchmark calls no tool that needs this.');
};

const index = Object.assign(new MemoryItems(benchFixture().records), {
  readPostings: unused,
  readIndexedItems: unused,
  words: unused,
  vocabulary: unused,
});
const counts = new Map<string, number>();

const rates = new RateWindows({
  async count(subject, windowStartMs) {
    const key = `${subject} ${windowStartMs}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count;
  },
});

const dependencies: ToolDependencies = {
  clock: { nowMs: () => Date.now() },
  // The peers log nothing, and a log line would cost the same in each.
  log: { requestServed: () => undefined, internalError: (_, error) => console.error(error) },
  settings: {
    baseUrl: BASE_URL,
    allowedOrigins: [],
    docsBaseUrl: 'https://docs.bench.example',
    supportEmail: 'support@bench.example',
    serviceName: 'Product Data',
  },
  clients: memoryClients,
  tokens: { verify: unused },
  rates,
  failures: new RecentFailures(),
  addressLimitPerMinute: Number.MAX_SAFE_INTEGER,
  ports: {
    index,
    usageStore: new MemoryUsageStore(),
    receipts: { keep: unused },
    rates,
    requests: { count: async () => true },
    sandbox: { take: async () => true, takeWithReceipt: unused },
    testItemsPerDay: undefined,
    activity: {
      addName: async () => true,
      addToDay: async () => 2,
      noteUse: async () => undefined,
      noteIntroduction: async () => undefined,
    },
    enrichment: new Proxy({} as ToolPorts['enrichment'], { get: unused }),
    researchQueue: new Proxy({} as ToolPorts['researchQueue'], { get: unused }),
    catalogs: { listCatalogs: unused, findCatalog: unused, readRows: unused, findRows: unused },
    dashboardUrl: 'https://dashboard.bench.example',
    upgradeUrl: 'https://dashboard.bench.example/upgrade',
  },
};

export const handler = createMcpHandler(dependencies);
