/** Writes docs/evidence/performance.md from the results. Every figure on it was measured by a command. */
import { readFileSync } from 'node:fs';
import type { Baseline, Measured } from './compare-peers.ts';
import type { Spread } from '../test/support/measure/spread.ts';
import type { Machine, Results } from './performance-results.ts';
import { sumOf, sumOfPages, type RelevanceOf } from './relevance/relevance.ts';
import { USD_PER_MILLION } from '../test/support/measure/tool-costs.ts';

const PEER_ROWS: readonly (readonly [member: string, title: string, better: 'less' | 'more', digits: number])[] = [
  ['firstAnswerMs', 'import to first answer, fresh process, ms', 'less', 0],
  ['firstAnswerCpuMs', 'the same in processor time, ms', 'less', 0],
  ['modernListPerSecond', 'tools/list a second', 'more', 0],
  ['modernListCpuMicroseconds', 'tools/list, processor time, µs', 'less', 0],
  ['modernCallPerSecond', 'tools/call a second', 'more', 0],
  ['modernCallCpuMicroseconds', 'tools/call, processor time, µs', 'less', 0],
  ['legacyCallPerSecond', 'tools/call of a 2025-11-25 client a second', 'more', 0],
  ['legacyCallCpuMicroseconds', 'the same, processor time, µs', 'less', 0],
  ['heapMb', 'heap after 33,500 requests, MB', 'less', 1],
  ['rssMb', 'resident memory then, MB', 'less', 0],
  ['bundleBytes', 'bundle, bytes', 'less', 0],
  ['listBytes', 'the list of tools, bytes', 'less', 0],
];
const PEERS: readonly Exclude<Baseline, 'ours'>[] = ['official-sdk', 'mcp-handler'];

/** The machine is named once if all parts were measured on the same one. */
export function performancePage(results: Results): string {
  const places = [...new Set(Object.values(results).map(({ machine }) => placeOf(machine)))];
  const [place = ''] = places;
  const page = pageOf(results);
  return places.length === 1
    ? page.replaceAll(` on ${place}.`, '.').replace('\n\n##', ` All on ${place}.\n\n##`)
    : page;
}

function pageOf(results: Results): string {
  return [
    '# Performance',
    'Written by `npm run bench` from [performance.json](performance.json). One part alone: `npm run bench -- peers`, `call`, `cold`, `api`, `tools`, `search`, `relevance`, `bounds`, `writes`, `facts`, `vocabulary`, `stages` or `load`; `accuracy` and `corrections` have [a page of their own](accuracy.md).',
    peersSection(results),
    callSection(results),
    coldSection(results),
    apiColdSection(results),
    toolsSection(results),
    searchSection(results),
    vocabularySection(results),
    relevanceSection(results),
    firstRuns(),
    boundsSection(results),
    writesSection(results),
    factsSection(results),
    '## What these figures do not show',
    [
      '- **Real AWS**: no round trip to DynamoDB, start of Lambda, or API Gateway comes from a deploy.',
      '- **The network**: client, server and storage share one machine, and its processors.',
      '- **Idle machines**: rounds are interleaved and medians kept, so ratios hold when something else runs; times by the clock grow then.',
      '- **All that a peer could be**: each is written as its own documentation shows it.',
    ].join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function peersSection({ peers }: Results): string {
  if (peers === undefined) return '';
  const { ours } = peers.values;
  const rows = PEER_ROWS.map(([member, title, better, digits]) => {
    const cells = PEERS.flatMap((peer) => {
      const value = peers.values[peer][member] ?? Number.NaN;
      return [value.toFixed(digits), ratio(ours, peers.values[peer], member, better)];
    });
    return [title, (ours[member] ?? Number.NaN).toFixed(digits), ...cells];
  });
  const head = ['', 'this server', 'official SDK 2.4', 'ratio', 'mcp-handler 2.4', 'ratio'];
  return section(
    'Against what people would use instead',
    peers.machine,
    'Same tools and schemas, same 500 records in memory, a key checked on every call, bundled alike, Node 24 as on Lambda. Only this server has limits, a meter and books of assistants, in memory. ' +
      'The process runs JavaScript: with TypeScript, Node keeps 17 MB more resident. ' +
      'A ratio above 1: this server is better.',
    [head, ...rows],
  );
}

function ratio(ours: Measured, theirs: Measured, member: string, better: 'less' | 'more'): string {
  const [own = Number.NaN, other = Number.NaN] = [ours[member], theirs[member]];
  return (better === 'less' ? other / own : own / other).toFixed(1);
}

function callSection({ call }: Results): string {
  if (call === undefined) return '';
  const rows = [
    ['tools/call', 'modernCall'],
    ['tools/call of a 2025-11-25 client', 'legacyCall'],
    ['tools/list', 'modernList'],
  ].map(([title = '', kind]) => [
    title,
    (call.values[`${kind}Promises`] ?? Number.NaN).toFixed(0),
    (call.values[`${kind}Bytes`] ?? Number.NaN).toFixed(0),
  ]);
  const counted = section(
    'What a call makes',
    call.machine,
    'Counted in a warm process with every port in memory; a test bounds both.',
    [['', 'promises', 'bytes on the heap'], ...rows],
  );
  return `${counted}\n\n${TRIED}`;
}

/** Compared with the code before in one process, in alternating blocks, which needs no idle machine. */
const TRIED =
  'Tried on 2026-11-28, as ratios to the code before. What a call repeats as it is stored (part number, manufacturer) and IPv4 addresses are not parsed, the size of an answer is judged without writing it: 1.15 to 1.19. ' +
  'Headers and a look-up’s arrays keep one kind, so that V8 compiles less anew (18 deoptimizations of the measured process, 34 before): 1.3 together. ' +
  'Left: `--no-maglev` (fewer µs after 20,000 calls, twice as many in the first 10,000); `MALLOC_ARENA_MAX=1` (7 MB less resident, a setting more); notes of charges without `AsyncLocalStorage` (1.04 to 1.1: each store would take them as an argument, and one that forgot would lose the report of a charge).';

function coldSection({ cold }: Results): string {
  if (cold === undefined) return '';
  const { ours, peer, peerBundledLikeOurs: alike } = cold.values;
  const members = [
    ['bundleBytes', 'bundle, bytes'],
    ['importMs', 'import, ms'],
    ['importCpuMs', 'import, processor time, ms'],
    ['firstAnswerMs', 'import to first answer, tools/call, ms'],
    ['firstAnswerCpuMs', 'the same, processor time, ms'],
    ['firstListMs', 'import to first answer, tools/list, ms'],
    ['firstListCpuMs', 'the same, processor time, ms'],
  ] as const;
  const rows = members.map(([member, title]) => {
    const own = ours[member] ?? Number.NaN;
    const others = [peer, alike].map((side) => side[member] ?? Number.NaN);
    return [title, own.toFixed(0), ...others.flatMap((other) => [other.toFixed(0), (own / other).toFixed(2)])];
  });
  return section(
    'The deployed function’s start',
    cold.machine,
    'The MCP function’s bundle against the same tools, AWS clients and storage calls on the official SDK 2.4 (all listed, look-ups work). A fresh process of Node 24 each time, the embedded DynamoDB in another. ' +
      'The SDK is bundled as one minified module, then as this server is ([decision 0024](../decisions/0024-cold-start.md)); the share is this server’s part of that time.',
    [['', 'this server', 'official SDK 2.4', 'share', 'bundled like this server', 'share'], ...rows],
  );
}

function apiColdSection({ api }: Results): string {
  if (api === undefined) return '';
  const { ours, v1, load } = api.values;
  const members = [
    ['bundleBytes', 'bundle, bytes'],
    ['importMs', 'import, ms'],
    ['importCpuMs', 'import, processor time, ms'],
    ['firstAnswerMs', 'import to first answer of a look-up, ms'],
    ['firstAnswerCpuMs', 'the same, processor time, ms'],
  ] as const;
  const rows = members.map(([member, title]) => {
    const [own = Number.NaN, mcp = Number.NaN] = [v1[member], ours[member]];
    return [title, own.toFixed(0), mcp.toFixed(0), (own / mcp).toFixed(2)];
  });
  return section(
    'The start of the HTTP API’s function',
    api.machine,
    `Beside the MCP function in the same run, with the same look-up as the first request; the share is the HTTP API’s part of that time. The machine had a load of ${load.toFixed(0)}: read the shares and the processor time.`,
    [['', 'HTTP API', 'MCP', 'share'], ...rows],
  );
}

function toolsSection({ tools }: Results): string {
  if (tools === undefined) return '';
  const figures = tools.values.map((cost) => ({
    records: cost.records.toLocaleString('en'),
    tool: cost.tool,
    cells: [
      ...[cost.roundTrips, cost.storageCalls, cost.readUnits, cost.writeUnits].map(String),
      cost.usdPerMillion.toFixed(2),
    ],
  }));
  const keyOf = (of: (typeof figures)[number]) => [of.tool, ...of.cells].join('|');
  const rows = [...new Map(figures.map((first) => [keyOf(first), first])).values()].map((one) => [
    one.tool,
    ...one.cells,
    figures.flatMap((other) => (keyOf(other) === keyOf(one) ? [other.records] : [])).join('; '),
  ]);
  const allSizes = rows[0]?.at(-1) ?? '';
  const isAlike = rows.every((row) => row.at(-1) === allSizes);
  const { readUnits, writeUnits, gatewayRequests, lambdaRequests } = USD_PER_MILLION;
  return section(
    'What a call asks of the storage',
    tools.machine,
    `Round trips are one after another. On-demand list prices of us-east-1 (test/support/measure/tool-costs.ts, compared with published lists on 2026-11-21; DynamoDB’s hold since 2024-11-01), in USD a million: read units ${readUnits}, ` +
      `write units ${writeUnits}, API Gateway requests ${gatewayRequests}, Lambda requests ${lambdaRequests}. Lambda’s price for time is not in them.` +
      (isAlike ? ` Alike with ${allSizes} records.` : ''),
    [
      ['tool or endpoint', 'round trips', 'storage calls', 'read units', 'write units', 'USD a million', 'records'],
      ...rows,
    ].map((row) => (isAlike ? row.slice(0, -1) : row)),
  );
}

function searchSection({ search }: Results): string {
  if (search === undefined) return '';
  const sizes = [...new Set(search.values.map(({ records }) => records))];
  const largest = Math.max(...sizes);
  const rows = search.values
    .filter(({ records }) => records === largest)
    .map((cost) => [
      cost.search,
      ...search.values.filter((one) => one.search === cost.search).map((one) => shortSpread(one.readUnits)),
      cost.laterReadUnits === undefined ? '' : shortSpread(cost.laterReadUnits),
      shortSpread(cost.roundTrips),
      shortSpread(cost.requests),
      `${cost.cutShort} of ${cost.searches}`,
    ]);
  return section(
    'What a search asks of the storage',
    search.machine,
    'A page of 10: median / 95th of a hundred / most, one figure where they are equal. Words are drawn from records: some record has all of each search, except the two of words of different records, which go on with partial matches. A typing error is not a word of any record. ' +
      `Read units by the number of records, what follows with ${largest.toLocaleString('en')} (with fewer: performance.json). ` +
      'Later pages: at most three of each search. Round trips are the whole call’s, measured by the clock (a busy machine adds one here and there); requests and read units the search’s own. ' +
      'A word and a bound costs most where records lie in the bucket at the edge of the bound and prove outside: a second read then takes twice as many as are missing, half a unit each. ' +
      'Pages that the budget ended have a `next_cursor`; why, and the worst case: [decision 0030](../decisions/0030-posting-lists.md).',
    [
      [
        'search',
        ...sizes.map((records) => `read units, ${records.toLocaleString('en')}`),
        'of later pages',
        'round trips',
        'requests',
        'ended by the budget',
      ],
      ...rows,
    ],
  );
}

function vocabularySection({ vocabulary }: Results): string {
  if (vocabulary === undefined) return '';
  const rows = vocabulary.values.map((cost) => [
    cost.vocabulary,
    ...[cost.words, cost.rows, cost.storedKb, cost.memoryKb].map((value) => value.toLocaleString('en')),
  ]);
  return section(
    'What the vocabulary takes',
    vocabulary.machine,
    'Words that three records have, read in one query when a search has a word that nothing has, and kept an hour by each instance: the rows of the table, and the memory of the instance (the mean of eight, garbage collected).',
    [['vocabulary', 'words', 'rows', 'stored, kB', 'in memory, kB'], ...rows],
  );
}

function relevanceSection({ relevance }: Results): string {
  if (relevance === undefined) return '';
  const { values, machine } = relevance;
  const cells = (group: readonly RelevanceOf[]) => {
    const found = [
      group.map(({ firstFive }) => firstFive).reduce(sumOf),
      group.map(({ firstTen }) => firstTen).reduce(sumOf),
    ].flatMap(({ possible, filled, filledByBm25, filledByFuzzy }) => [
      `${filled}/${possible} (${((filled / possible) * 100).toFixed(0)} %)`,
      `${filledByBm25}, ${filledByFuzzy}`,
    ]);
    const { shown, meant, pagesOfNothingMeant } = group.map(({ pages }) => pages).reduce(sumOfPages);
    return [...found, `${((meant / shown) * 100).toFixed(0)} %`, String(pagesOfNothingMeant)];
  };
  const queriesIn = (group: readonly RelevanceOf[]) => String(group.reduce((sum, { queries }) => sum + queries, 0));
  const isAll = ({ index }: RelevanceOf) => index === 'all';
  const found = ['queries', 'first five', 'BM25', 'first ten', 'BM25', 'meant', 'pages of nothing meant'];
  const rowsBy = (member: 'set' | 'family', group: readonly RelevanceOf[]) =>
    groupedBy(member, group).map(([name, ones]) => [name, queriesIn(ones), ...cells(ones)]);
  return section(
    'What a search finds',
    machine,
    'Queries as assistants word them, over real parts: how many of the first five and ten places hold a record that a person would accept, of those that could; BM25 is MiniSearch in memory, with the same titles and keywords, any word may match: plain, then with prefix and fuzzy 0.2. Meant: of the records that pages of ten show, how many are. ' +
      `What is lost, and why: [search](../reference/search.md#what-is-measured); by family of queries and over other indexes: performance.json. Over all ${recordsOf(values.filter(isAll))} parts.`,
    [['set', ...found], ...rowsBy('set', values.filter(isAll))],
  );
}

function boundsSection({ bounds }: Results): string {
  if (bounds === undefined) return '';
  const rows = bounds.values.map(({ side, questions, firstFive, pages, outside }) => [
    side,
    String(questions),
    `${firstFive.filled}/${firstFive.possible}`,
    `${firstFive.filledByBm25}, ${firstFive.filledByFuzzy}`,
    `${pages.meant}/${pages.shown}`,
    String(pages.pagesOfNothingMeant),
    String(outside),
  ]);
  return section(
    'What bounds find',
    bounds.machine,
    'Queries of random kinds, values and wordings, judged by a reader of titles and keywords that shares no code with the search (`bench/relevance/bound-queries.ts`). Outside: records shown in which it reads no value within the bound.',
    [['bound', 'queries', 'first five', 'BM25', 'meant', 'pages of nothing meant', 'outside'], ...rows],
  );
}

interface FirstRun {
  readonly set: string;
  readonly queries: number;
  readonly filled: number;
  readonly possible: number;
  readonly filledByBm25: number;
  readonly note: string;
}

/**
 * The first run of each set that its author wrote without results, before anybody had seen its results; rules were
 * derived from them only later.
 */
function firstRuns(): string {
  const runs = JSON.parse(
    readFileSync(new URL('relevance/first-runs.json', import.meta.url), 'utf8'),
  ) as readonly FirstRun[];
  const rows = runs.map(({ set, queries, filled, possible, filledByBm25, note }) => [
    set,
    String(queries),
    `${filled}/${possible} (${((100 * filled) / possible).toFixed(0)} %)`,
    String(filledByBm25),
    note,
  ]);
  return [
    'The first five places at the first run of each set, the fair estimate for new queries (`bench/relevance/first-runs.json`):',
    table([['set', 'queries', 'first five', 'BM25', ''], ...rows]),
  ].join('\n\n');
}

function groupedBy(member: 'index' | 'set' | 'family', values: readonly RelevanceOf[]) {
  const names = [...new Set(values.map((one) => one[member]))];
  return names.map((name) => [name, values.filter((one) => one[member] === name)] as const);
}

function recordsOf([first]: readonly RelevanceOf[]): string {
  return (first?.records ?? 0).toLocaleString('en');
}

function writesSection({ writes }: Results): string {
  if (writes === undefined) return '';
  const rows = writes.values.map((cost) => [
    cost.write,
    ...[cost.postings, cost.requests, cost.readUnits, cost.writeUnits].map((value) => value.toFixed(1)),
    (cost.readUnits * USD_PER_MILLION.readUnits + cost.writeUnits * USD_PER_MILLION.writeUnits).toFixed(0),
  ]);
  return section(
    'What a record costs to write',
    writes.machine,
    `Means over ${writes.values[0]?.records ?? 0} records, one by one, as \`admin -- items import\` writes them. Facts are a state with its dates, RoHS, REACH and moisture level; another state is one with a replacement.`,
    [['write', 'postings', 'requests', 'read units', 'write units', 'USD a million records'], ...rows],
  );
}

function factsSection({ facts }: Results): string {
  if (facts === undefined) return '';
  const cells = (asked: string, known: 'without' | 'with') =>
    facts.values
      .filter((cost) => cost.asked === asked && cost.facts === known)
      .flatMap((cost) => [cost.answerBytes, cost.tokensBilled, cost.roundTrips, cost.readUnits].map(String));
  const rows = [...new Set(facts.values.map(({ asked }) => asked))].flatMap((asked) =>
    (['without', 'with'] as const).map((known) => [`${asked}, ${known} facts`, ...cells(asked, known)]),
  );
  const sentence = facts.values.find((cost) => cost.sentence !== '')?.sentence ?? '';
  return section(
    'What facts add to a bill of materials',
    facts.machine,
    'One lookup_parts of 50 real parts, the whole HTTP answer. The file of real parts states no facts; 40 of the 50 are given a state, RoHS, REACH and moisture level (`test/support/measure/fact-costs.ts`). ' +
      `The answer grows by one sentence, held in its summary, its text and its structure: “${sentence}”`,
    [['asked', 'bytes', 'tokens billed', 'round trips', 'read units'], ...rows],
  );
}

function section(title: string, machine: Machine, text: string, rows: readonly (readonly string[])[]): string {
  return [`## ${title}`, `${text} Measured ${machine.date}Z on ${placeOf(machine)}.`, table(rows)].join('\n\n');
}

function placeOf({ processor, processors, memoryGb, node }: Machine): string {
  return `${processors} × ${processor}, ${memoryGb} GB, started by Node ${node}`;
}

/** Writes a single figure if all three are equal. */
function shortSpread({ p50, p95, max }: Spread): string {
  return p50 === max ? String(p50) : `${p50}/${p95}/${max}`;
}

function table([head = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, column) => (column === 0 ? '---' : '---:'));
  return [head, rule, ...rows].map(line).join('\n');
}
