/**
 * Writes docs/operate/capacity.md: the cost of each load and the limit that is reached first, each figure with its
 * computation, from docs/evidence/performance.json, the plans, stage settings, templates and list prices: `npm run
 * docs:scale`.
 */
import { BUILT_IN_PLANS } from '../../core/billing/plans/built-in-plans.ts';
import { customerChecks } from '../../core/checks/customer-checks.ts';
import type { StageSettings } from '../../lib/settings/stage-settings.ts';
import { idleCosts, MINUTES_A_MONTH, type CostLine, type Template } from './idle-stage.ts';
import { GATEWAY_FIRST_MILLIONS, LIST_PRICES as PRICES } from './list-prices.ts';
import { dollars, markdownTable, whole } from './page-tables.ts';

/** The parts of docs/evidence/performance.json that this page uses. */
export interface MeasuredCosts {
  readonly tools: {
    readonly values: readonly {
      readonly tool: string;
      readonly records: number;
      readonly readUnits: number;
      readonly writeUnits: number;
    }[];
  };
  readonly writes: { readonly values: readonly { readonly write: string; readonly writeUnits: number }[] };
}

interface ScaleFacts {
  readonly measured: MeasuredCosts;
  readonly stages: readonly { readonly settings: StageSettings; readonly template: Template }[];
}

/** Figures that the test of this page measures again, so that a code change is noticed here. */
export const MEASURED_BY_TEST = {
  /** Write units of a look-up in the account's partition: the usage of the period and of the assistant's day. */
  accountWriteUnits: 2,
  /** Write units of a catalog row: the row and its copy by outcome, two units each in a transaction. */
  catalogRowWriteUnits: 4,
  /** Bytes of the function's two log lines. */
  ownLogBytes: 1_000,
} as const;

/** Sizes of Lambda's START, END and REPORT lines and the gateway's access line, by their documented formats. */
const LAMBDA_LOG_BYTES = 400;
const GATEWAY_LOG_BYTES = 300;
const ANSWER_BYTES = 2_000;
const CALL_SECONDS = 0.015;
const SLOW_CALL_SECONDS = 0.05;
const MEMORY_GB = 1;
/** X-Ray's default rule samples 5 % after the first request of each second. */
const TRACED_SHARE = 0.05;

/** Units per second of one partition. */
const PARTITION_WRITES = 1_000;
const PARTITION_READS = 3_000;
/** An eventually consistent read of a key row. */
const FOUND_PART_READ_UNITS = 0.5;
const ACCOUNT_READ_UNITS = 4;
const OUTBOX_SHARDS = 16;

/**
 * Sizes in bytes from docs/reference/storage.md: CORE, 31 postings, four sections, the part number row; DynamoDB adds
 * 100 to each of 37 rows.
 */
const ITEM_BYTES = { core: 877, postings: 31 * 99, sections: 244 + 152 + 101 + 166, byNumber: 511 };
const ITEM_ROWS = 37;
const ROW_OVERHEAD_BYTES = 100;
const ITEMS = 10_000_000;
/** Write units per second of a new on-demand table. */
const NEW_TABLE_WRITE_UNITS = 4_000;

const LOADS = [10, 1_000, 50_000];

export function scalePage(facts: ScaleFacts): string {
  return [
    introduction(),
    ...millionCalls(facts),
    ...eachTool(facts),
    ...loads(facts),
    ...idleStages(facts),
    ...partitions(facts),
    ...sharedMaximums(facts),
    ...imports(facts),
    leftOut(),
  ]
    .join('\n\n')
    .concat('\n');
}

function introduction(): string {
  return `# What a load needs

Written by \`npm run docs:scale\` from [performance.json](../evidence/performance.json), the plans, the stages’ rows, their templates and list prices (\`tools/docs/list-prices.ts\`); do not edit it by hand. **Nothing here was measured on AWS.** Units were measured on the embedded engine; times are assumed. Each figure shows its computation.`;
}

function millionCallsLines({ measured }: Pick<ScaleFacts, 'measured'>): readonly CostLine[] {
  const { readUnits, writeUnits } = unitsOf(measured, 'lookup_part');
  const logBytes = MEASURED_BY_TEST.ownLogBytes + LAMBDA_LOG_BYTES + GATEWAY_LOG_BYTES;
  return [
    {
      what: 'DynamoDB',
      computation: `${readUnits} read units × $${PRICES.dynamoDbMillionReadUnits} + ${writeUnits} write units × $${PRICES.dynamoDbMillionWriteUnits}`,
      usd: readUnits * PRICES.dynamoDbMillionReadUnits + writeUnits * PRICES.dynamoDbMillionWriteUnits,
    },
    {
      what: 'API Gateway',
      computation: `1 request × $${PRICES.gatewayMillionRequests}`,
      usd: PRICES.gatewayMillionRequests,
    },
    {
      what: 'Lambda',
      computation: `1 request × $${PRICES.lambdaMillionRequests} + ${CALL_SECONDS} s × ${MEMORY_GB} GB × $${PRICES.lambdaGigabyteSecond * 1e6}`,
      usd: PRICES.lambdaMillionRequests + CALL_SECONDS * MEMORY_GB * PRICES.lambdaGigabyteSecond * 1e6,
    },
    {
      what: 'logs',
      computation: `${logBytes / 1000} kB (the function’s ${MEASURED_BY_TEST.ownLogBytes / 1000}, Lambda’s ${LAMBDA_LOG_BYTES / 1000}, the gateway’s ${GATEWAY_LOG_BYTES / 1000}) × $${PRICES.logsGigabyte} a GB`,
      usd: (logBytes / 1000) * PRICES.logsGigabyte,
    },
    {
      what: 'X-Ray',
      computation: `${TRACED_SHARE * 100} % of the calls × $${PRICES.tracesMillion}`,
      usd: TRACED_SHARE * PRICES.tracesMillion,
    },
    {
      what: 'data out',
      computation: `${ANSWER_BYTES / 1000} kB × $${PRICES.dataOutGigabyte} per GB`,
      usd: (ANSWER_BYTES / 1000) * PRICES.dataOutGigabyte,
    },
  ];
}

function millionCalls(facts: ScaleFacts): readonly string[] {
  const lines = millionCallsLines(facts);
  const tokens = ANSWER_BYTES / 4;
  const price = Math.min(...BUILT_IN_PLANS.map(({ overagePriceNanoUsdPerToken }) => overagePriceNanoUsdPerToken)) / 1e9;
  const times = (tokens * price) / (totalOf(lines) / 1e6);
  return [
    '## A million look-ups',
    'These are calls of `lookup_part` that find their part, each with an answer of 2 kB and 15 ms of a 1,024 MB function on arm64. Other tools differ by [their units](../evidence/performance.md#what-a-call-asks-of-the-storage).',
    costTable(lines, 'a million'),
    `A found item of ${ANSWER_BYTES / 1000} kB is ${tokens} tokens: ${tokens} × $${price.toFixed(7)} = $${(tokens * price).toFixed(5)} on the cheapest plan, about ${whole(Number(times.toPrecision(2)))} times what the call costs.`,
  ];
}

/** Of each tool, and of each kind of call that was measured, with the same log lines, traces and time as a look-up. */
function eachTool(facts: ScaleFacts): readonly string[] {
  const alike = totalOf(millionCallsLines(facts).filter(({ what }) => !['DynamoDB', 'data out'].includes(what)));
  const { values } = facts.measured.tools;
  const largest = Math.max(...values.map(({ records }) => records));
  const rows = values
    .filter(({ tool, records }) => records === largest && !tool.includes('/'))
    .map(({ tool, readUnits, writeUnits }) => {
      const reads = readUnits * PRICES.dynamoDbMillionReadUnits;
      const writes = writeUnits * PRICES.dynamoDbMillionWriteUnits;
      return [tool, ...[reads, writes, alike, reads + writes + alike].map((usd) => usd.toFixed(2))];
    });
  return [
    '## A million calls of each tool',
    `USD a million, without data out ($${PRICES.dataOutGigabyte} a GB). The next dollar is in the write units (meter, rate and the assistant’s count), then in the log; only lists of parts pay more for reads.`,
    'Weighed, and left: the address counted in memory saves a write unit, but each process would have a limit of its own; the assistant’s count in one transaction with the meter takes twice the units of both; the request’s line and its metrics in one line save about 0.03; without the gateway’s log, 0.15, nobody sees what it refuses itself. Saved before, without a promise less: the request of a live key is counted by the meter’s write.',
    markdownTable(['', 'reads', 'writes', 'gateway, Lambda, logs, X-Ray', 'together'], rows),
  ];
}

function loads(facts: ScaleFacts): readonly string[] {
  const { readUnits, writeUnits } = unitsOf(facts.measured, 'lookup_part');
  const lines = millionCallsLines(facts);
  const months = LOADS.map((rate) => ({ rate, millions: (rate * 60 * MINUTES_A_MONTH) / 1e6 }));
  const cost = (what: string, usd: number, millions: number) =>
    what === 'API Gateway'
      ? Math.min(millions, GATEWAY_FIRST_MILLIONS) * usd +
        Math.max(0, millions - GATEWAY_FIRST_MILLIONS) * PRICES.gatewayMillionRequestsAbove
      : millions * usd;
  const atOnce = (rate: number, seconds: number) => whole(Math.max(1, Math.ceil(rate * seconds)));
  const row = (name: string, cell: (month: (typeof months)[number]) => string) => [name, ...months.map(cell)];
  const rows = [
    row('calls in 30 days (rate × 2,592,000 s)', ({ millions }) => `${whole(millions)} million`),
    row(
      `read, write units/s (${readUnits}, ${writeUnits} a call)`,
      ({ rate }) => `${whole(readUnits * rate)}, ${whole(writeUnits * rate)}`,
    ),
    row(
      'functions in parallel (rate × 15 ms; 50 ms)',
      ({ rate }) => `${atOnce(rate, CALL_SECONDS)}; ${atOnce(rate, SLOW_CALL_SECONDS)}`,
    ),
    ...lines.map(({ what, usd }) => row(what, ({ millions }) => dollars(cost(what, usd, millions)))),
    row(
      '**per month, about**',
      ({ millions }) => `**${dollars(lines.reduce((sum, { what, usd }) => sum + cost(what, usd, millions), 0))}**`,
    ),
  ];
  return [
    '## A month of calls',
    markdownTable(['', ...LOADS.map((rate) => `${whole(rate)} calls/s`)], rows),
    `API Gateway takes $${PRICES.gatewayMillionRequestsAbove} a million above ${GATEWAY_FIRST_MILLIONS} million. An [idle stage](#an-idle-stage) adds its own cost.`,
    `- At 1,000 calls/s first raise Lambda’s concurrency above 10 and development’s \`throttles\`, and warm the tables.
- At 50,000 first raise all limits (gateway 10,000/s an account, DynamoDB 40,000 units/s a table, Lambda’s concurrency), \`throttles\` and \`tableMaximums\`. This load needs provisioned capacity (a third of the price when steady), sampled metric lines, several gateways or CloudFront with function URLs.`,
  ];
}

function idleStages(facts: ScaleFacts): readonly string[] {
  const usdPerMillionCalls = totalOf(millionCallsLines(facts));
  const key = `cli_test_${'a'.repeat(10)}_${'a'.repeat(12)}:${'a'.repeat(20)}`;
  const activity = { canaryRequests: customerChecks(key).length, usdPerMillionCalls };
  const tables = facts.stages.flatMap(({ settings, template }) => [
    `${settings.stage === 'production' ? 'Production' : 'Development'}:`,
    costTable(idleCosts(template, activity), 'per month'),
  ]);
  return [
    '## An idle stage',
    'This is the cost of a month without calls. Free tiers are not deducted: for a stage alone in its account they cover the dashboard, ten metrics of alarms and most of the polling.',
    ...tables,
  ];
}

function partitions({ measured }: ScaleFacts): readonly string[] {
  const { accountWriteUnits, catalogRowWriteUnits } = MEASURED_BY_TEST;
  const perMinute = Math.max(...BUILT_IN_PLANS.map(({ requestsPerMinute }) => requestsPerMinute));
  const importRate = productionImportRate(measured);
  return [
    '## Which partition gets hot first',
    `DynamoDB gives a partition ${whole(PARTITION_WRITES)} write units and ${whole(PARTITION_READS)} read units a second. A partition key whose rows get more is split by its sort key, in minutes; a single row cannot be split. The limits are reached in this order:`,
    `1. **One catalog’s rows** share \`CATALOG#<account>#<rows>\`: a row and its copy take ${catalogRowWriteUnits} units, so ${whole(PARTITION_WRITES)} ÷ ${catalogRowWriteUnits} = **${whole(PARTITION_WRITES / catalogRowWriteUnits)} rows a second**. Of 1,000 rows, 61 % not found, half of those beside numbers of the index, an import of 50,000 makes 20 transactions, 49 batch reads and 26 queries: 1,490 read and 4,040 write units, 0.27 ms of processor time a row, 2,050 rows a second beside the embedded engine (\`npm run bench:catalogs\`).
2. **One account’s rows** share \`ACCOUNT#<account>\`: a metered call writes ${accountWriteUnits} units there (usage, the assistant’s day), so ${whole(PARTITION_WRITES)} ÷ ${accountWriteUnits} = **${whole(PARTITION_WRITES / accountWriteUnits)} calls a second** until DynamoDB splits it, then ${whole(PARTITION_WRITES)} ÷ 1 for the usage row alone. It reads ${ACCOUNT_READ_UNITS} units: ${whole(PARTITION_READS)} ÷ ${ACCOUNT_READ_UNITS} = ${whole(PARTITION_READS / ACCOUNT_READ_UNITS)}. The largest plan allows ${whole(perMinute)} a minute = ${perMinute / 60} a second, an operator can set at most 30,000 a minute = 500. Beyond that, usage would have to be sharded, each shard with its share of the cap; this is not built.
3. **A popular part**: half a read unit, so ${whole(PARTITION_READS)} ÷ ${FOUND_PART_READ_UNITS} = ${whole(PARTITION_READS / FOUND_PART_READ_UNITS)} look-ups of one part a second, over all accounts: ${(PARTITION_READS / FOUND_PART_READ_UNITS / 50_000) * 100} % of 50,000 calls. Beyond that, caching in the function’s memory for seconds would suffice; this is not built.
4. **A popular search term** splits by its sort key under load. An import writes it: a term in a fifth of the items takes ${importRate.toFixed(0)} items/s × 0.2 × 2 units = ${whole(importRate * 0.2 * 2)} units a second.
5. **The outbox**: ${OUTBOX_SHARDS} shards, and four units to write and to delete a row in transactions: ${OUTBOX_SHARDS} × ${whole(PARTITION_WRITES)} ÷ 4 = ${whole((OUTBOX_SHARDS * PARTITION_WRITES) / 4)} enrichment requests a second. Research is slower.
6. **The address window**: one unit per call, at most 240 a minute = 4 a second.`,
  ];
}

function sharedMaximums({ measured, stages }: ScaleFacts): readonly string[] {
  const capped = stages.flatMap(({ settings }) =>
    settings.tableMaximums === undefined ? [] : [{ stage: settings.stage, ...settings.tableMaximums }],
  );
  const call = unitsOf(measured, 'lookup_part');
  const batch = unitsOf(measured, 'lookup_parts, 50');
  const detailed = unitsOf(measured, 'lookup_parts, 50, with attributes');
  const search = unitsOf(measured, 'search_items, 10');
  const indexUnits = ({ readUnits }: { readonly readUnits: number }) => readUnits - ACCOUNT_READ_UNITS;
  const per = (units: number, each: number) => `${whole(units)} ÷ ${each} = ${whole(units / each)}`;
  const row = (name: string, cell: (stage: (typeof capped)[number]) => string) => [name, ...capped.map(cell)];
  return [
    '## What customers share',
    'Each account has its own partitions, but all accounts share `tableMaximums`, the gateway’s `throttles` and Lambda’s concurrency. At a stage’s maximum, all customers **together** can use, per second:',
    markdownTable(
      ['', ...capped.map(({ stage }) => stage)],
      [
        row(`calls: ${call.writeUnits} write units of Accounts each`, ({ accounts }) =>
          per(accounts.writeUnits, call.writeUnits),
        ),
        row(`calls: ${ACCOUNT_READ_UNITS} read units of Accounts each`, ({ accounts }) =>
          per(accounts.readUnits, ACCOUNT_READ_UNITS),
        ),
        row('searches of 10, on ProductIndex', ({ productIndex }) => per(productIndex.readUnits, indexUnits(search))),
        row('batches of 50', ({ productIndex }) => per(productIndex.readUnits, indexUnits(batch))),
        row('**batches of 50 with attributes**', ({ productIndex }) =>
          per(productIndex.readUnits, indexUnits(detailed)),
        ),
        row('new items written', ({ productIndex }) => per(productIndex.writeUnits, newItemUnits(measured))),
      ],
    ),
    'Imports and calls share the same maximum; beyond it, DynamoDB throttles both.',
  ];
}

function imports({ measured }: ScaleFacts): readonly string[] {
  const units = newItemUnits(measured);
  const total = units * ITEMS;
  const itemBytes = Object.values(ITEM_BYTES).reduce((sum, bytes) => sum + bytes, 0) + ITEM_ROWS * ROW_OVERHEAD_BYTES;
  const gigabytes = (itemBytes * ITEMS) / 1e9;
  const hours = (unitsASecond: number) => {
    const rate = unitsASecond / units;
    return `${whole(unitsASecond)} ÷ ${units} = ${rate.toFixed(0)} items/s: ${(ITEMS / rate / 3_600).toFixed(1)} h`;
  };
  const rowUnits = MEASURED_BY_TEST.catalogRowWriteUnits + 1;
  return [
    '## An index of ten million items',
    markdownTable(
      ['', 'computation', ''],
      [
        [
          'write units',
          `10 million × ${units} ([a new record](../evidence/performance.md#what-a-record-costs-to-write))`,
          `${whole(total / 1e6)} million`,
        ],
        [
          'to write it',
          `${whole(total / 1e6)} million × $${PRICES.dynamoDbMillionWriteUnits}`,
          dollars((total / 1e6) * PRICES.dynamoDbMillionWriteUnits),
        ],
        [
          'size',
          `10 million × (${Object.values(ITEM_BYTES).join(' + ')} + ${ITEM_ROWS} rows × ${ROW_OVERHEAD_BYTES} = ${whole(itemBytes)} bytes)`,
          `${gigabytes.toFixed(0)} GB`,
        ],
        [
          'to store it, per month',
          `${gigabytes.toFixed(0)} GB × $${PRICES.dynamoDbGigabyteMonth}`,
          dollars(gigabytes * PRICES.dynamoDbGigabyteMonth),
        ],
        [
          'point-in-time recovery, per month',
          `${gigabytes.toFixed(0)} GB × $${PRICES.pointInTimeRecoveryGigabyteMonth}`,
          dollars(gigabytes * PRICES.pointInTimeRecoveryGigabyteMonth),
        ],
        [
          'on a new table',
          hours(NEW_TABLE_WRITE_UNITS).split(': ')[0] ?? '',
          hours(NEW_TABLE_WRITE_UNITS).split(': ')[1] ?? '',
        ],
        ['on one warmed to 40,000 units', hours(40_000).split(': ')[0] ?? '', hours(40_000).split(': ')[1] ?? ''],
      ],
    ),
    `A customer’s catalog of 10,000 rows takes 10,000 × ${rowUnits} write units (${MEASURED_BY_TEST.catalogRowWriteUnits} for the row and its copy, 1 for the customer’s item number) = ${dollars((10_000 * rowUnits * PRICES.dynamoDbMillionWriteUnits) / 1e6)}.`,
  ];
}

function leftOut(): string {
  return `## What was left out, and when to add it

- Provisioned capacity with auto scaling: when the load is steady for weeks.
- A cache in front of DynamoDB: for items, beyond point 3; never for money or credentials.
- More regions: items could be a global table, accounts only without exact caps.
- Prices that only a first month will show: logs kept for a year, requests to Secrets Manager and KMS, support.`;
}

function productionImportRate(measured: MeasuredCosts): number {
  return 40_000 / newItemUnits(measured);
}

function newItemUnits({ writes }: MeasuredCosts): number {
  const found = writes.values.find(({ write }) => write === 'a new record');
  if (found === undefined) throw new Error('docs/evidence/performance.json does not have the units of a new record.');
  return Number(found.writeUnits.toFixed(1));
}

/** Returns the units measured with the largest index. */
function unitsOf({ tools }: MeasuredCosts, named: string): { readonly readUnits: number; readonly writeUnits: number } {
  const found = tools.values.filter(({ tool }) => tool === named).toSorted((a, b) => b.records - a.records)[0];
  if (found === undefined) throw new Error(`docs/evidence/performance.json does not have the units of ${named}.`);
  return found;
}

function totalOf(lines: readonly CostLine[]): number {
  return lines.reduce((sum, { usd }) => sum + usd, 0);
}

function costTable(lines: readonly CostLine[], per: string): string {
  return markdownTable(
    ['', 'computation', `USD ${per}`],
    [
      ...lines.map(({ what, computation, usd }) => [what, computation, usd.toFixed(2)]),
      ['**together**', '', `**${totalOf(lines).toFixed(2)}**`],
    ],
  );
}
