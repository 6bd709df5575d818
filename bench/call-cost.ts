/**
 * What calls cost us in DynamoDB: capacity units of a warm metered call as the engine reports them, and the price of a million of them at
 * public on-demand prices: `npx tsx bench/call-cost.ts`.
 */
import { openAccount, valueOf } from '../test/support/accounts.ts';
import { REGULATOR } from '../test/support/item-records.ts';
import { startMcpService, toolCall } from '../test/support/mcp-service.ts';

/** On-demand, standard table class, us-east-1, per million units, without the free tier; in force since 2024-11-01. */
const USD_PER_MILLION = { readUnits: 0.125, writeUnits: 0.625 };

const CALLS: readonly (readonly [name: string, tool: string, args: object])[] = [
  ['lookup_part, default fields', 'lookup_part', { manufacturer: 'Norvane', part_number: 'nv-7805/2.5' }],
  ['lookup_part, not found', 'lookup_part', { manufacturer: 'Norvane', part_number: 'none' }],
  ['get_item', 'get_item', { item_id: REGULATOR.id }],
  ['get_usage', 'get_usage', {}],
];

const service = await startMcpService();
valueOf(await service.writer.writeItem(REGULATOR));
const { client, secret } = await openAccount(service.store, service.tables.accountsTable, {
  spendingCapCents: 100_000,
});

for (const [name, tool, args] of CALLS) {
  const call = () => service.send(toolCall(tool, args, `${client.clientId}:${secret}`));
  await call();
  service.observed.reset();
  await call();
  const { observed } = service;
  const usd = observed.readUnits() * USD_PER_MILLION.readUnits + observed.writeUnits() * USD_PER_MILLION.writeUnits;
  console.log(
    `${name.padEnd(28)} ${observed.readUnits()} read units, ${observed.writeUnits()} write units, ${observed.depth()} round trips: $${usd.toFixed(2)} a million calls`,
  );
}
await service.stop();
process.exit(0);
