/**
 * An eleventh set, by an author who saw only the parts: no rule, no document, no test and no other set. The accepted items of each query are
 * listed by manufacturer and part number; four queries ask for part numbers that do not exist. It was committed before its first run.
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

const LINES = readFileSync(new URL('eleventh-blind-queries.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => lineSchema.parse(JSON.parse(line)));

export const ELEVENTH_BLIND_QUERIES: Readonly<Record<string, readonly RelevanceQuery[]>> = Object.fromEntries(
  [...new Set(LINES.map(({ family }) => family))].map((family) => [
    family,
    LINES.filter((line) => line.family === family).map(queryOf),
  ]),
);

function queryOf({ query, relevant }: z.infer<typeof lineSchema>): RelevanceQuery {
  return { query, accept: [], parts: relevant };
}
