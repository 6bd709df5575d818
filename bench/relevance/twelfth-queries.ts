/**
 * A twelfth set of 60, in five families: base numbers, typing errors, bounds, whole questions, and words of another language beside English
 * ones. The parts were drawn by a seed; its author had read the goals of the search, but no rule, test or other set. One query asks for a number
 * that no part has. What answers each was decided from the records and listed by manufacturer and part number, before the set was first asked.
 */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { RelevanceQuery } from './accepted.ts';

const lineSchema = z.object({
  family: z.string(),
  query: z.string(),
  relevant: z.array(z.string()),
  filter: z.string().optional(),
});

const LINES = readFileSync(new URL('twelfth-queries.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => lineSchema.parse(JSON.parse(line)));

export const TWELFTH_QUERIES: Readonly<Record<string, readonly RelevanceQuery[]>> = Object.fromEntries(
  [...new Set(LINES.map(({ family }) => family))].map((family) => [
    family,
    LINES.filter((line) => line.family === family).map(queryOf),
  ]),
);

function queryOf({ query, relevant }: z.infer<typeof lineSchema>): RelevanceQuery {
  return { query, accept: [], parts: relevant };
}
