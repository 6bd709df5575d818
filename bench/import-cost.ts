/**
 * What loading the index costs in DynamoDB: capacity units of writing new records, and of importing them a second time unchanged, as the
 * engine reports them (as documented: two for every kilobyte of every row of a transaction): `npx tsx bench/import-cost.ts`.
 */
import { DynamoItemWriter } from '../functions/adapters/dynamodb/products/dynamo-item-writer.ts';
import { termsOf } from '../functions/core/products/search-terms.ts';
import { generateDemoItems } from '../local/demo/generate-demo-items.ts';
import { testClient } from '../test/support/dynamodb-client.ts';
import { observe } from '../test/support/observed-client.ts';
import { openTables } from '../test/support/tables.ts';
import { USD_PER_MILLION } from './tool-costs.ts';

const RECORDS = 100;
const FULL_INDEX = 10_000_000;

const tables = await openTables();
const client = testClient(tables.endpoint);
const writer = new DynamoItemWriter(client, tables.productIndexTable);
const observed = observe(client);
const items = generateDemoItems().slice(0, RECORDS);
const bytes = items.reduce((sum, item) => sum + Buffer.byteLength(JSON.stringify(item)), 0) / RECORDS;
const terms = items.reduce((sum, item) => sum + termsOf(item).length, 0) / RECORDS;
console.log(`${RECORDS} demo records of ${bytes.toFixed(0)} bytes and ${terms.toFixed(1)} postings on average`);

for (const pass of ['new', 'unchanged']) {
  observed.reset();
  for (const item of items) await writer.writeItem(item);
  const reads = observed.readUnits() / RECORDS;
  const writes = observed.writeUnits() / RECORDS;
  const usd = (reads * USD_PER_MILLION.readUnits + writes * USD_PER_MILLION.writeUnits) * (FULL_INDEX / 1_000_000);
  console.log(
    `${pass}: ${reads.toFixed(1)} read units, ${writes.toFixed(1)} write units, ${(observed.calls.length / RECORDS).toFixed(1)} calls a record: $${usd.toFixed(0)} for ${FULL_INDEX} records`,
  );
}
client.destroy();
await tables.stop();
