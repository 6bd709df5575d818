/**
 * `npm run bench [-- PART…]`: measures the named parts, or all of them, and prints a table for each. Writes
 * docs/evidence/performance.json, docs/evidence/performance.md and docs/evidence/accuracy.md.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Argument } from 'commander';
import { program, refuse } from '../bin/program/program.ts';
import { accuracyPage } from './accuracy-page.ts';
import { measureAccuracy } from '../test/support/measure/accuracy/measure-accuracy.ts';
import { measureCorrections } from '../test/support/measure/accuracy/measure-corrections.ts';
import { compareApiColdStart, compareColdStart } from './compare-cold-start.ts';
import { comparePeers, countCalls } from './compare-peers.ts';
import { measureHttpLoad } from './http-load.ts';
import { printResult } from './print-result.ts';
import { performancePage } from './performance-page.ts';
import { keepResult, readResults, type PartName, type Parts } from './performance-results.ts';
import { measureRelevance } from './relevance/relevance.ts';
import { measureBounds } from './relevance/bound-queries.ts';
import { measureFactCosts } from '../test/support/measure/fact-costs.ts';
import { measureSearchCosts, type SearchCost } from '../test/support/measure/search-costs.ts';
import { measureVocabularyCosts } from './search/vocabulary-costs.ts';
import { measureWriteCosts } from './search/write-costs.ts';
import { REAL_PARTS_FILE, realParts, realPartsAvailable } from '../test/support/fixtures/real-parts.ts';
import { measureStageCosts } from './stage-costs.ts';
import { measureToolCosts } from '../test/support/measure/tool-costs.ts';

const PAGES = path.resolve(import.meta.dirname, '../docs/evidence');
const PARTS_A_MANUFACTURER = 40;

const MEASURE: { readonly [Name in PartName]: () => Promise<Parts[Name] | undefined> } = {
  peers: () => comparePeers({ cold: 15, warm: 5 }),
  call: () => countCalls(),
  cold: () => compareColdStart(21),
  api: () => compareApiColdStart(21),
  tools: () => measureToolCosts([1_000, 10_000, 100_000]),
  search: () =>
    measureSearchCosts([1_000, 10_000, 100_000], 60, (costs) => void keepResult('search', withKept(costs), Date.now())),
  relevance: () => measureRelevance(),
  bounds: () => measureBounds(),
  writes: () => measureWriteCosts(100),
  facts: () => measureFactCosts(),
  stages: () => measureStageCosts(),
  load: async () => [await measureHttpLoad(60, 1), await measureHttpLoad(60, 10)],
  accuracy: async () => measureAccuracy(PARTS_A_MANUFACTURER),
  corrections: () => measureCorrections(realParts(), 500),
  vocabulary: () => measureVocabularyCosts(),
};

// The measured code reads these variables as a deployed function does.
process.env['AWS_REGION'] ??= 'us-east-1';

const ALL = Object.keys(MEASURE) as PartName[];
const OVER_REAL_PARTS: readonly PartName[] = ['relevance', 'bounds', 'facts', 'accuracy', 'corrections', 'vocabulary'];
const [named] = program(
  'npm run bench --',
  'Measure every part, or those that are named, and write the pages about them',
)
  .addArgument(new Argument('[parts...]', 'all when none is named').choices(ALL))
  .parse().processedArgs as [PartName[]];
const wanted = named.length > 0 ? named : ALL;
requireRealParts(wanted.filter((name) => OVER_REAL_PARTS.includes(name)));
for (const name of wanted) await measurePart(name);
const results = readResults();
writePage('performance.md', performancePage(results));
if (results.accuracy !== undefined) writePage('accuracy.md', accuracyPage(results.accuracy, results.corrections));
process.exit(0);

async function measurePart<Name extends PartName>(name: Name): Promise<void> {
  console.log(`Measuring: ${name}`);
  const values = await MEASURE[name]();
  if (values === undefined) return requireRealParts([name]);
  keepResult(name, values, Date.now());
  printResult(values);
}

/** Adds the earlier rows of sizes that have not been measured yet, so that an aborted run does not lose them. */
function withKept(costs: readonly SearchCost[]): readonly SearchCost[] {
  const sizes = new Set(costs.map(({ records }) => records));
  return [...costs, ...(readResults().search?.values ?? []).filter(({ records }) => !sizes.has(records))];
}

/** Runs before the first measurement, so that a missing file does not end a run after an hour. */
function requireRealParts(names: readonly PartName[]): void {
  if (names.length === 0 || realPartsAvailable) return;
  const others = ALL.filter((name) => !OVER_REAL_PARTS.includes(name)).join(' ');
  refuse(
    `${names.join(' and ')} are measured over real parts, and there are none in ${path.dirname(REAL_PARTS_FILE)}.`,
    `Put ${path.basename(REAL_PARTS_FILE)} there, or measure the others: npm run bench -- ${others}`,
  );
}

function writePage(file: string, text: string): void {
  writeFileSync(path.join(PAGES, file), `${text.trim()}\n`);
}
