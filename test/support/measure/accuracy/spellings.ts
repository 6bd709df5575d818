/** How people write 36 makers: the list in spellings.tsv. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

export interface WrittenMaker {
  /** As the index holds it. */
  readonly maker: string;
  readonly spelling: string;
  readonly kind: string;
  /** Lines of public bills of materials that write it so; 1 where only distributors' writing is known. */
  readonly uses: number;
  readonly list: 'bom' | 'held-out' | 'blind' | 'distributors';
}

export function readSpellings(): readonly WrittenMaker[] {
  const text = readFileSync(path.join(import.meta.dirname, 'spellings.tsv'), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [maker = '', spelling = '', kind = '', uses = '', list = ''] = line.split('\t');
      return { maker, spelling, kind, uses: Number(uses), list: list as WrittenMaker['list'] };
    });
}
