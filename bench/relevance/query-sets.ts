/**
 * The sets of queries, as data: sets/*.jsonl has one query a line, with its family and what a person would accept.
 * sets/README.md says who wrote each set, and what its author had seen.
 */
import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { patternOf, patternSchema, type RelevanceQuery } from './accepted.ts';

/** The sets as they are reported. */
const QUERY_SETS: readonly string[] = [
  'tuning',
  'held out',
  ...Array.from({ length: 19 }, (_, before) => `set ${before + 1}`),
];

export interface QueryFamily {
  readonly set: string;
  readonly family: string;
  readonly queries: readonly RelevanceQuery[];
}

const lineSchema = z.strictObject({
  family: z.string(),
  query: z.string(),
  manufacturer: z.string().optional(),
  accept: z.array(patternSchema).default([]),
  parts: z.array(z.string()).optional(),
});

export const QUERY_FAMILIES: readonly QueryFamily[] = QUERY_SETS.flatMap((set) => familiesOf(set, fileOf(set)));

/** The families over parts as distributors word them, which include connectors, mechanical and passive parts. */
export const DISTRIBUTOR_FAMILIES: readonly QueryFamily[] = ['set 2', 'set 3'].flatMap((set) =>
  familiesOf(set, `${fileOf(set)}-distributor`),
);

/** The families for the demo's goods, over the items of local/demo. */
export const DEMO_FAMILIES: readonly QueryFamily[] = familiesOf('demo', 'demo');

function fileOf(set: string): string {
  return set.startsWith('set ') ? set.slice(4).padStart(2, '0') : set.replace(' ', '-');
}

function familiesOf(set: string, file: string): readonly QueryFamily[] {
  const lines = readFileSync(new URL(`sets/${file}.jsonl`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => lineSchema.parse(JSON.parse(line)));
  return [...new Set(lines.map(({ family }) => family))].map((family) => ({
    set,
    family,
    queries: lines.filter((line) => line.family === family).map(queryOf),
  }));
}

function queryOf({ query, manufacturer, accept, parts }: z.output<typeof lineSchema>): RelevanceQuery {
  return {
    query,
    accept: accept.map(patternOf),
    ...(manufacturer !== undefined && { manufacturer }),
    ...(parts !== undefined && { parts }),
  };
}
