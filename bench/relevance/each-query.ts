/**
 * `npx tsx bench/relevance/each-query.ts [--set "set 3"] [--parts <records.jsonl>]`: compares the results of each query
 * with BM25's, over the real parts next to a checkout or over any file that `admin -- items import` reads. `--wrong`
 * shows the results in places that accepted items could have filled, `--distributor` runs the queries for parts as
 * distributors word them, and `--demo` the ones for the demo's goods.
 */
import { Option } from 'commander';
import { program } from '../../bin/program/program.ts';
import { printTable } from '../../bin/admin/console/print.ts';
import { generateDemoItems } from '../../local/demo/generate-demo-items.ts';
import { readPartsFile, readRealParts } from '../parts-file.ts';
import { answersTo, searchedIndex, sumOf, sumOfPages, type Places, type ShownPages } from './relevance.ts';
import { DEMO_FAMILIES, DISTRIBUTOR_FAMILIES, QUERY_FAMILIES } from './query-sets.ts';

const SETS = [...new Set([...QUERY_FAMILIES, ...DISTRIBUTOR_FAMILIES].map(({ set }) => set))];
const values = program('npx tsx bench/relevance/each-query.ts', 'Show what each query finds, in parallel with BM25')
  .addOption(new Option('--set <name>', 'only the queries of this set').choices(SETS))
  .option('--parts <records.jsonl>', 'records to search, in place of the real parts')
  .option('--wrong', 'show what is in places that could hold what is accepted')
  .option('--families', 'show each family of queries, and no single one')
  .option('--distributor', 'ask the queries for parts as distributors word them')
  .option('--demo', 'ask the queries for the demo’s goods, of the demo’s records')
  .parse()
  .opts<{
    readonly set?: string;
    readonly parts?: string;
    readonly wrong?: true;
    readonly distributor?: true;
    readonly families?: true;
    readonly demo?: true;
  }>();
const records = values.demo
  ? generateDemoItems()
  : values.parts === undefined
    ? readRealParts()
    : readPartsFile(values.parts);
const index = searchedIndex(records);
const FAMILIES = values.distributor ? DISTRIBUTOR_FAMILIES : QUERY_FAMILIES;
const families = values.demo
  ? DEMO_FAMILIES
  : FAMILIES.filter(({ set }) => values.set === undefined || set === values.set);
const rows: (readonly string[])[] = [];
const wrong: string[] = [];
let five: Places = { possible: 0, filled: 0, filledByBm25: 0, filledByFuzzy: 0 };
let ten = five;
let pages: ShownPages = { shown: 0, meant: 0, pagesOfNothingMeant: 0 };
let defaultPages = pages;
const bySet: Record<string, Record<string, string>> = {};
for (const { set, family, queries } of families) {
  let own = {
    five: { ...five, possible: 0, filled: 0, filledByBm25: 0, filledByFuzzy: 0 },
    pages: { shown: 0, meant: 0, pagesOfNothingMeant: 0 },
  };
  for (const asked of queries) {
    const { firstFive, firstTen, shown, pages: page, defaultPages: byDefault } = await answersTo(asked, index);
    [pages, defaultPages] = [sumOfPages(pages, page), sumOfPages(defaultPages, byDefault)];
    own = { five: sumOf(own.five, firstFive), pages: sumOfPages(own.pages, page) };
    rows.push([asked.query, ...cells(firstFive), ...cells(firstTen)]);
    [five, ten] = [sumOf(five, firstFive), sumOf(ten, firstTen)];
    if (firstTen.filled < firstTen.possible) {
      wrong.push(`${asked.query}: ${firstTen.filled} of ${firstTen.possible}`);
      for (const [record, isAccepted] of shown)
        wrong.push(`  ${isAccepted ? ' ' : 'x'} ${(record.title ?? '').slice(0, 110)}`);
    }
  }
  bySet[`${set}, ${family}`] = {
    five: `${own.five.filled} of ${own.five.possible}`,
    'BM25, with options': `${own.five.filledByBm25}, ${own.five.filledByFuzzy}`,
    meant: `${own.pages.meant} of ${own.pages.shown}`,
    'nothing meant': String(own.pages.pagesOfNothingMeant),
  };
}
if (!values.families)
  printTable(
    ['Query', 'First five', 'BM25, with options', 'First ten', 'BM25, with options'],
    [...rows, [`all, over ${records.length} records`, ...cells(five), ...cells(ten)]],
  );
console.table(bySet);
console.log(`Pages of ten: ${precision(pages)}; without a limit: ${precision(defaultPages)}.`);
if (values.wrong) console.log(wrong.join('\n'));

function cells({ possible, filled, filledByBm25, filledByFuzzy }: Places): readonly string[] {
  return [`${filled} of ${possible}`, `${filledByBm25}, ${filledByFuzzy}`];
}

function precision({ shown, meant, pagesOfNothingMeant }: ShownPages): string {
  const share = ((100 * meant) / Math.max(1, shown)).toFixed(1);
  return `${meant} of ${shown} records are meant (${share} %), ${pagesOfNothingMeant} pages show nothing that is`;
}
