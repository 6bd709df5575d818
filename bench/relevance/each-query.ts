/**
 * `npx tsx bench/relevance/each-query.ts [--set "third blind"] [--parts <records.jsonl>]`: what each query finds, beside BM25, over the real
 * parts beside a checkout, or over any file of records that `admin -- items import` reads. `--wrong` shows what stands in places that could
 * hold what is accepted, `--distributor` asks the queries for parts as distributors word them.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { printTable } from '../../bin/admin/console/print.ts';
import type { ItemRecord } from '../../core/items/item-record.ts';
import { realParts } from '../../test/support/fixtures/real-parts.ts';
import { recordsOfLines } from '../../test/support/fixtures/records-of-lines.ts';
import { answersTo, searchedIndex, sumOf, type Places } from './relevance.ts';
import { DISTRIBUTOR_FAMILIES, QUERY_FAMILIES } from './relevance-queries.ts';

const { values } = parseArgs({
  options: {
    set: { type: 'string' },
    parts: { type: 'string' },
    wrong: { type: 'boolean', default: false },
    distributor: { type: 'boolean', default: false },
  },
});
const records = values.parts === undefined ? realParts() : recordsIn(values.parts);
const index = searchedIndex(records);
const families = (values.distributor ? DISTRIBUTOR_FAMILIES : QUERY_FAMILIES).filter(
  ({ set }) => values.set === undefined || set === values.set,
);
const rows: (readonly string[])[] = [];
const wrong: string[] = [];
let five: Places = { possible: 0, filled: 0, filledByBm25: 0 };
let ten = five;
for (const { queries } of families) {
  for (const asked of queries) {
    const { firstFive, firstTen, shown } = await answersTo(asked, index);
    rows.push([asked.query, ...cells(firstFive), ...cells(firstTen)]);
    [five, ten] = [sumOf(five, firstFive), sumOf(ten, firstTen)];
    if (firstTen.filled < firstTen.possible) {
      wrong.push(`${asked.query}: ${firstTen.filled} of ${firstTen.possible}`);
      for (const [record, isAccepted] of shown)
        wrong.push(`  ${isAccepted ? ' ' : 'x'} ${(record.title ?? '').slice(0, 110)}`);
    }
  }
}
printTable(
  ['Query', 'First five', 'BM25', 'First ten', 'BM25'],
  [...rows, [`all, over ${records.length} records`, ...cells(five), ...cells(ten)]],
);
if (values.wrong) console.log(wrong.join('\n'));

function cells({ possible, filled, filledByBm25 }: Places): readonly string[] {
  return [`${filled} of ${possible}`, String(filledByBm25)];
}

function recordsIn(file: string): readonly ItemRecord[] {
  return recordsOfLines(readFileSync(file, 'utf8'));
}
