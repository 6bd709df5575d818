/** How people write 36 manufacturers: the list in spellings.tsv. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

export interface WrittenManufacturer {
  /** As the index holds it. */
  readonly manufacturer: string;
  readonly spelling: string;
  readonly kind: string;
  /** Lines of public bills of materials that write it so; 1 where only distributors' writing is known. */
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
