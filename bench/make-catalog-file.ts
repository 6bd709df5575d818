/**
 * Makes a CSV file of parts for measuring imports, with the expected outcomes. They are counted while it is made,
 * without the importer's rules.
 */
import type { ItemRecord } from '../core/index/items/item-record.ts';
import { createSeededRandom } from '../local/demo/seeded-random.ts';

export type ExpectedCounts = Record<'cache_hit' | 'not_found' | 'error' | 'duplicate' | 'skipped', number>;

interface MadeRow {
  readonly cells: string;
  readonly outcome: keyof ExpectedCounts;
  /** Identifies the part; missing if the row names none. */
  readonly part?: string;
}

export function makeCatalogFile(
  parts: readonly ItemRecord[],
  rowCount: number,
): { readonly text: string; readonly expected: ExpectedCounts } {
  const random = createSeededRandom(rowCount);
  const known = unmistakable(parts);
  const named: MadeRow[] = [];
  const namedParts = new Set<string>();
  const expected: ExpectedCounts = { cache_hit: 0, not_found: 0, error: 0, duplicate: 0, skipped: 0 };
  const lines = ['Item No;Manufacturer;Mfr Part Number;EAN'];
  for (let row = 1; row <= rowCount; row += 1) {
    const made = makeRow(row, random.integer(1, 1000), { known, named, pick: (count) => random.integer(0, count - 1) });
    const isAgain = made.part !== undefined && namedParts.has(made.part);
    expected[isAgain ? 'duplicate' : made.outcome] += 1;
    if (made.part !== undefined && !isAgain) {
      namedParts.add(made.part);
      named.push(made);
    }
    lines.push(made.outcome === 'skipped' ? made.cells : `${row}${made.cells}`);
  }
  return { text: `${lines.join('\r\n')}\r\n`, expected };
}

interface Choice {
  readonly known: readonly ItemRecord[];
  readonly named: readonly MadeRow[];
  readonly pick: (count: number) => number;
}

/** @param dice 1 to 1000; most values make a row whose part is not in the index */
function makeRow(row: number, dice: number, { known, named, pick }: Choice): MadeRow {
  const part = known[pick(known.length)];
  if (dice <= 150 && part !== undefined) return partRow(part);
  const again = named[pick(Math.max(1, named.length))];
  if (dice <= 350 && again !== undefined) return again;
  if (dice <= 365) return { cells: ';;;4006381333932', outcome: 'error' };
  if (dice <= 370) return { cells: `;"Manufacturer" of parts;X-${row};`, outcome: 'error' };
  if (dice <= 380) return { cells: `;;X-${row};`, outcome: 'error' };
  if (dice <= 383) return { cells: row % 2 === 0 ? ';;;' : '', outcome: 'skipped' };
  // Half of the misses are beside numbers of the index, the others among none.
  const number = row % 2 === 0 && part !== undefined ? `${part.mpn ?? ''}-ZQ${row}` : `ZZ-${row}/Q`;
  return { cells: `;Nobody & Sons;${quoted(number)};`, outcome: 'not_found', part: `unknown ${row}` };
}

function partRow({ id, manufacturer, mpn }: ItemRecord): MadeRow {
  return { cells: `;${quoted(manufacturer ?? '')};${quoted(mpn ?? '')};`, outcome: 'cache_hit', part: id };
}

function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}

/**
 * Returns the parts whose part numbers differ even in letters and digits alone, so that any way of comparing them finds
 * one part.
 */
function unmistakable(parts: readonly ItemRecord[]): readonly ItemRecord[] {
  const bare = ({ mpn }: ItemRecord): string => (mpn ?? '').toUpperCase().replace(/[^A-Z0-9]/g, '');
  const counts = new Map<string, number>();
  for (const part of parts) counts.set(bare(part), (counts.get(bare(part)) ?? 0) + 1);
  return parts.filter((part) => counts.get(bare(part)) === 1 && bare(part) !== '' && part.manufacturer?.trim());
}
