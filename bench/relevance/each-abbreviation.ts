/**
 * `npx tsx bench/relevance/each-abbreviation.ts [--parts <records.jsonl>] [--show ldo]`: counts the items that each
 * abbreviation adds. Each of its forms is searched with and without its line, over items that contain every word. An
 * item is doubtful if a form finds it only with the line, in a category where the form finds nothing without it;
 * `--show` prints these items for a person to judge.
 */
import { Option } from 'commander';
import { program } from '../../bin/program/program.ts';
import { printTable } from '../../bin/admin/console/print.ts';
import { ABBREVIATIONS } from '../../core/index/words/abbreviations.ts';
import type { ItemRecord } from '../../core/index/items/item-record.ts';
import { wordsOfQuery, wordsOfText } from '../../core/index/words/text-words.ts';
import { NO_WORDS, WordTable, type WordLine } from '../../core/index/words/word-table.ts';
import { readPartsFile, readRealParts } from '../parts-file.ts';

const values = program('npx tsx bench/relevance/each-abbreviation.ts', 'Show what each abbreviation finds more')
  .option('--parts <records.jsonl>', 'records to search, in place of the real parts')
  .addOption(
    new Option('--show <short>', 'print its doubtful records').choices(ABBREVIATIONS.map(({ short }) => short)),
  )
  .parse()
  .opts<{ readonly parts?: string; readonly show?: string }>();
const records = values.parts === undefined ? readRealParts() : readPartsFile(values.parts);
const ALL = new WordTable(ABBREVIATIONS);
const filed = records.map((record) => wordsOf(record, ALL));
const plain = records.map((record) => wordsOf(record, NO_WORDS));

const rows: (readonly (string | number)[])[] = [];
for (const line of ABBREVIATIONS) {
  if (values.show !== undefined && line.short !== values.show) continue;
  const { without, more, fewer, doubtful } = measured(line);
  rows.push([line.short, line.equivalents.length + (line.kinds ?? []).length, without, more, fewer, doubtful.length]);
  if (values.show !== undefined) for (const record of doubtful) console.log(`${record.category}: ${record.title}`);
}
printTable(['Short form', 'Others', 'Found without', 'More', 'Fewer', 'Doubtful'], rows);

function measured(line: WordLine) {
  const rest = new WordTable(ABBREVIATIONS.filter((other) => other !== line));
  // Without the line, only items that contain one of its words are indexed differently.
  const own = new Set([line.short, ...line.equivalents, ...(line.kinds ?? [])].flatMap((form) => form.split(' ')));
  const filedWithout = records.map((record, place) =>
    [...own].some((word) => plain[place]?.has(word)) ? wordsOf(record, rest) : filed[place],
  );
  const found = (words: readonly (ReadonlySet<string> | undefined)[], table: WordTable) =>
    [line.short, ...line.equivalents].map((form) => {
      const asked = wordsOfQuery(form, NO_WORDS, table);
      return new Set(
        records.filter((_record, place) => asked.every((word) => word.words.some((one) => words[place]?.has(one)))),
      );
    });
  const [withLine, without] = [found(filed, ALL), found(filedWithout, rest)];
  const categories = (found: Iterable<ItemRecord>) => new Set([...found].map(({ category }) => category));
  const doubtful = withLine.flatMap((set, form) => {
    const own = without[form] ?? new Set();
    // A form that finds nothing without the line is judged by the categories of the other forms.
    const known = categories(own.size > 0 ? own : without.flatMap((others) => [...others]));
    return [...set].filter((record) => !own.has(record) && !known.has(record.category));
  });
  const more = new Set(
    withLine.flatMap((set, form) => [...set].filter((record) => without[form]?.has(record) !== true)),
  );
  const fewer = new Set(
    without.flatMap((set, form) => [...set].filter((record) => withLine[form]?.has(record) !== true)),
  );
  return {
    without: new Set(without.flatMap((set) => [...set])).size,
    more: more.size,
    fewer: fewer.size,
    doubtful: [...new Set(doubtful)],
  };
}

function wordsOf({ title, mpn, keywords }: ItemRecord, table: WordTable): ReadonlySet<string> {
  const texts = [title, mpn, ...(keywords ?? [])].filter((text) => text !== null);
  return new Set(texts.flatMap((text) => [...wordsOfText(text, NO_WORDS, table)]));
}
