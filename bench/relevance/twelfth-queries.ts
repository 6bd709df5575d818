/**
 * A twelfth set of 60, in five families: base numbers, typing errors, bounds, whole questions, and English mixed with words of another
 * language. The parts were drawn with a seed; its author had read the goals of the search, but no rule, test or other set. One query asks
 * for a part number that does not exist. The accepted items were decided and listed by manufacturer and part number before the first run.
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
