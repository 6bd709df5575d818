/**
 * Measures whether response times reveal that a client exists: `npx tsx bench/auth-timing.ts [calls of each kind]`.
 * Interleaves calls with a wrong secret and calls of an unknown client, through the whole MCP function on an embedded
 * engine, and compares the medians.
 */
import { program, readWholeNumber } from '../bin/program/program.ts';
import { openAccount } from '../test/support/fixtures/accounts.ts';
import { openHandler } from '../test/support/service/handler-on-tables.ts';
import { gatewayEvent } from '../test/support/service/gateway-event.ts';
import { testClient } from '../test/support/stores/dynamodb-client.ts';
import { modernRequest } from '../test/support/service/mcp-service.ts';
import { openTables } from '../test/support/stores/tables.ts';

const [CALLS] = program('npx tsx bench/auth-timing.ts', 'Compare the times of refusals')
  .argument('[calls]', 'calls of each kind', readWholeNumber(1, 10_000_000), 2_000)
  .parse().processedArgs as [number];
const WARM_UP_CALLS = 300;

const tables = await openTables();
const client = testClient(tables.endpoint);
const handler = openHandler({ tables, client, meterClient: testClient(tables.endpoint, { maxAttempts: 1 }) });
const { client: key } = await openAccount(client, tables.accountsTable, { nowMs: Date.now() });

const wrongSecret = `${key.clientId}:sec_${'x'.repeat(43)}`;
const unknownClient = `cli_live_${'0'.repeat(10)}_${'0'.repeat(12)}:sec_${'x'.repeat(43)}`;
const unknownKeyOfAccount = `${key.clientId.slice(0, -12)}${'0'.repeat(12)}:sec_${'x'.repeat(43)}`;
const kinds = { wrongSecret, unknownClient, unknownKeyOfAccount };
const times: Record<string, number[]> = { wrongSecret: [], unknownClient: [], unknownKeyOfAccount: [] };

for (let call = -WARM_UP_CALLS; call < CALLS; call += 1) {
  for (const [kind, credential] of Object.entries(kinds)) {
    const elapsedMs = await timeOf(credential);
    if (call >= 0) times[kind]?.push(elapsedMs);
  }
}
const medians = Object.fromEntries(Object.entries(times).map(([kind, all]) => [kind, median(all)]));
const base = medians['wrongSecret'] ?? NaN;
console.log(`Medians over ${CALLS} interleaved calls of each kind, milliseconds:`);
for (const [kind, value] of Object.entries(medians)) {
  console.log(`  ${kind.padEnd(20)} ${value.toFixed(3)}  ratio to a wrong secret ${(value / base).toFixed(3)}`);
}
// Two halves of the same kind differ only by chance, so their ratio measures the noise.
const own = times['wrongSecret'] ?? [];
const [even, odd] = [0, 1].map((rest) => median(own.filter((_, index) => index % 2 === rest)));
console.log(`  noise: wrongSecret against itself, ratio ${((even ?? NaN) / (odd ?? NaN)).toFixed(3)}`);
await tables.stop();
process.exit(0);

async function timeOf(credential: string): Promise<number> {
  const { body, headers } = modernRequest('tools/list', {}, credential);
  const event = gatewayEvent({
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: Buffer.from(JSON.stringify(body)),
  });
  const startMs = performance.now();
  const { statusCode } = await handler.invoke(event);
  const elapsedMs = performance.now() - startMs;
  if (statusCode !== 401) throw new Error(`Answered ${statusCode} instead of 401`);
  return elapsedMs;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}
