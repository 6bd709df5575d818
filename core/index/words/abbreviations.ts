/**
 * Abbreviations with their exact equivalents (data/words/abbreviations.tsv): an item with one form is also found by the
 * other. To add one, add a line to the table, deploy, and run `admin -- items reindex`.
 */
import { readTable } from '../../read-table.ts';
import { ABBREVIATIONS as PACKED } from './packed-words.ts';
import type { WordLine } from './word-table.ts';

export const ABBREVIATIONS: readonly WordLine[] = readTable(PACKED).map(
  ([short, equivalents = '', kinds = '', order = '']) => ({
    short,
    equivalents: splitList(equivalents),
    kinds: splitList(kinds),
    isWhole: order === 'whole',
  }),
);

function splitList(cell: string): readonly string[] {
  return cell === '' ? [] : cell.split('; ');
}
