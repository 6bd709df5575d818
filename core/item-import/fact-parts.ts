/** Decides which names of columns and properties state a fact (data/facts/headings.tsv), and reads them as sections of `attributes`. */
import { headingSpelling } from '../table-files/recognize-columns.ts';
import { readTable } from '../read-table.ts';
import { FACT_HEADINGS } from './packed-facts.ts';
import { nestFacts } from './read-facts.ts';

const PARTS: ReadonlyMap<string, string> = new Map(
  readTable(FACT_HEADINGS).map(([part, heading = '']) => [headingSpelling(heading), part]),
);

/** The part of the attributes that a column or a property of this name fills, as `lifecycle.last_buy`; undefined for any other name. */
export function factPart(name: string): string | undefined {
  return PARTS.get(headingSpelling(name));
}

/** The facts that a source's named properties state, in the source's words, which read-facts.ts reads. Of two with one meaning the first counts. */
export function factsOfProperties(properties: readonly (readonly [name: string, words: string])[]) {
  const facts = new Map<string, string>();
  for (const [name, words] of properties) {
    const part = factPart(name);
    if (part !== undefined && !facts.has(part)) facts.set(part, words);
  }
  return nestFacts([...facts]);
}
