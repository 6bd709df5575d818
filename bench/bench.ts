/** `npm run bench`: measures every part, or those that are named, prints their tables, and writes docs/performance.json and docs/performance.md. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { compareColdStart } from './compare-cold-start.ts';
import { comparePeers } from './compare-peers.ts';
import { measureHttpLoad } from './http-load.ts';
import { performancePage } from './performance-page.ts';
import { keepResult, readResults, type PartName, type Parts } from './performance-results.ts';
import { measureSearchCosts } from './search/search-costs.ts';
import { isSpread, spreadText } from './search/spread.ts';
import { measureWriteCosts } from './search/write-costs.ts';
import { measureStageCosts } from './stage-costs.ts';
import { measureToolCosts } from './tool-costs.ts';

const PAGE = path.resolve(import.meta.dirname, '../docs/performance.md');

const MEASURE: { readonly [Name in PartName]: () => Promise<Parts[Name]> } = {
  peers: () => comparePeers({ cold: 15, warm: 5 }),
  cold: () => compareColdStart(21),
  tools: () => measureToolCosts([1_000, 10_000, 100_000]),
  search: () => measureSearchCosts([1_000, 10_000, 100_000], 60),
  writes: () => measureWriteCosts(100),
  stages: () => measureStageCosts(),
  load: async () => [await measureHttpLoad(60, 1), await measureHttpLoad(60, 10)],
};

// What runs here reads these as a function of ours would.
process.env['AWS_REGION'] ??= 'us-east-1';
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';

const named = process.argv.slice(2).filter((name): name is PartName => name in MEASURE);
for (const name of named.length > 0 ? named : (Object.keys(MEASURE) as PartName[])) await measurePart(name);
writeFileSync(PAGE, `${performancePage(readResults()).trim()}\n`);
process.exit(0);

async function measurePart<Name extends PartName>(name: Name): Promise<void> {
  console.log(`Measuring: ${name}`);
  const values = await MEASURE[name]();
  keepResult(name, values, Date.now());
  console.table(Array.isArray(values) ? values.map(inCells) : values);
  console.log(JSON.stringify({ [name]: values }));
}

/** A measured row with each of its spreads in one cell. */
function inCells(row: object): object {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, isSpread(value) ? spreadText(value) : (value as unknown)]),
  );
}
