/** Reads spellings.tsv, which lists how people write 36 manufacturers. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

export interface WrittenManufacturer {
  /** The name in the index. */
  readonly manufacturer: string;
  readonly spelling: string;
  readonly kind: string;
  /** The number of lines in public bills of materials with this spelling; 1 if only distributors use it. */
  readonly uses: number;
  readonly list: 'bom' | 'held-out' | 'blind' | 'distributors';
}

export function readSpellings(): readonly WrittenManufacturer[] {
  const text = readFileSync(path.join(import.meta.dirname, 'spellings.tsv'), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [manufacturer = '', spelling = '', kind = '', uses = '', list = ''] = line.split('\t');
      return { manufacturer, spelling, kind, uses: Number(uses), list: list as WrittenManufacturer['list'] };
    });
}
