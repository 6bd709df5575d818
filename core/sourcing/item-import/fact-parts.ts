/**
 * Decides which columns and properties state a fact (data/facts/headings.tsv), and reads them as sections of
 * `attributes`.
 */
import { headingSpelling } from '../../catalogs/files/recognize-columns.ts';
import { readTable } from '../../read-table.ts';
import { FACT_HEADINGS } from './packed-facts.ts';
import { nestFacts } from './read-facts.ts';

const PARTS: ReadonlyMap<string, string> = new Map(
  readTable(FACT_HEADINGS).map(([part, heading = '']) => [headingSpelling(heading), part]),
);

/**
 * Returns the path in `attributes` that a column or property of this name fills, such as `lifecycle.last_buy`, or
 * undefined.
 */
export function factPart(name: string): string | undefined {
  return PARTS.get(headingSpelling(name));
}

/**
 * Returns the facts in a source's named properties, in its own words, for read-facts.ts. Of two with the same meaning,
 * the first counts.
 */
export function factsOfProperties(properties: readonly (readonly [name: string, words: string])[]) {
  const facts = new Map<string, string>();
  for (const [name, words] of properties) {
    const part = factPart(name);
    if (part !== undefined && !facts.has(part)) facts.set(part, words);
  }
  return nestFacts([...facts]);
}
