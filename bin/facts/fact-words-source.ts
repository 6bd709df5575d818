/** The TypeScript file that holds the tables of data/facts, as text. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

const FOLDER = path.resolve(import.meta.dirname, '../../data/facts');

/** @throws a line that has not the columns of its table */
export function factWordsSource(): string {
  return [
    '/** Made by `npm run facts:data` from data/facts; change the tables there. Each entry: what it means, and the words of a source. */',
    table('LIFECYCLE_WORDS', 'lifecycle-words.tsv', 4),
    table('ROHS_WORDS', 'rohs-words.tsv', 4),
    table('FACT_HEADINGS', 'headings.tsv', 3),
  ].join('\n');
}

function table(name: string, file: string, columns: number): string {
  const lines = readFileSync(path.join(FOLDER, file), 'utf8').split('\n');
  const entries = lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => entry(line, file, columns));
  return [`export const ${name}: readonly (readonly [string, string])[] = [`, ...entries, '];', ''].join('\n');
}

function entry(line: string, file: string, columns: number): string {
  const cells = line.split('\t');
  const [meaning = '', , words = ''] = cells;
  if (cells.length !== columns || cells.includes('')) throw new Error(`${file}: not ${columns} columns: ${line}`);
  return `  [${quoted(meaning)}, ${quoted(words)}],`;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
