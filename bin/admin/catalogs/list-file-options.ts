/** The options of every command that takes a list: how to read its file where the file itself does not show it. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import { readFieldName, type ChosenColumn } from '../../../core/table-files/recognize-columns.ts';
import { readCount } from '../console/read-option.ts';
import type { FileReading } from './open-list-file.ts';

export const LIST_FILE =
  'CSV in any usual encoding, an Excel workbook (.xlsx), or JSON Lines; gzip too; - is standard input';

export interface ListFileOptions {
  readonly map: readonly ChosenColumn[];
  readonly format?: 'csv' | 'jsonl';
  readonly encoding?: string;
  readonly sheet?: string;
  readonly skipLines?: number;
}

export function withListFileOptions(command: Command): Command {
  return command
    .option(
      '--map <column=field>',
      'what a column means: your_item_number, supplier, supplier_part_number, gtin, none',
      readMap,
      [],
    )
    .addOption(
      new Option('--format <format>', 'when the file’s name and beginning do not tell').choices(['csv', 'jsonl']),
    )
    .option('--encoding <name>', 'of a text file, as windows-1252; detected when not given')
    .option('--sheet <name>', 'of a workbook, by its name or its place from 1; the first visible one when not given')
    .option('--skip-lines <count>', 'rows above the heading; the heading is found when not given', readCount);
}

export function readingOf(file: string, options: ListFileOptions): FileReading {
  const { map, format, encoding, sheet, skipLines } = options;
  return { path: file, chosen: map, format, encoding, sheet, skipRows: skipLines };
}

/** `Mfr No=supplier_part_number`; a column's name may hold an equals sign, a field's does not. */
function readMap(text: string, before: readonly ChosenColumn[]): readonly ChosenColumn[] {
  const equals = text.lastIndexOf('=');
  const field = readFieldName(text.slice(equals + 1));
  const column = text.slice(0, Math.max(0, equals)).trim();
  if (column !== '' && field !== undefined) return [...before, { column, field }];
  const fields = 'Fields: your_item_number, supplier, supplier_part_number, gtin, none.';
  throw new InvalidArgumentError(`It must be <column>=<field>, as "Mfr No=supplier_part_number". ${fields}`);
}
