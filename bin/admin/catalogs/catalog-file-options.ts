/** The options that say how to read a file, for every command that imports one. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import { readFieldName, type ChosenColumn } from '../../../core/catalogs/files/recognize-columns.ts';
import { readCount } from '../console/read-option.ts';
import type { FileReading } from './with-open-file.ts';

export const CATALOG_FILE =
  'CSV in any common encoding, an Excel workbook (.xlsx) or JSON Lines, also gzipped; - is standard input';

export interface CatalogFileOptions {
  readonly map: readonly ChosenColumn[];
  readonly format?: 'csv' | 'jsonl';
  readonly encoding?: string;
  readonly sheet?: string;
  readonly skipLines?: number;
}

export function withCatalogFileOptions(command: Command): Command {
  return command
    .option(
      '--map <column=field>',
      'the field of a column: your_item_number, supplier, supplier_part_number, gtin, none',
      readMap,
      [],
    )
    .addOption(new Option('--format <format>', 'file format, if it is not detected').choices(['csv', 'jsonl']))
    .option('--encoding <name>', 'text encoding, such as windows-1252; detected if omitted')
    .option('--sheet <name>', 'worksheet name, or position from 1; the first visible sheet if omitted')
    .option('--skip-lines <count>', 'number of rows above the heading; detected if omitted', readCount);
}

export function readingOf(file: string, options: CatalogFileOptions): FileReading {
  const { map, format, encoding, sheet, skipLines } = options;
  return { path: file, chosen: map, format, encoding, sheet, skipRows: skipLines };
}

/** Parses `Mfr No=supplier_part_number`; a column name may contain an equals sign, a field name cannot. */
function readMap(text: string, before: readonly ChosenColumn[]): readonly ChosenColumn[] {
  const equals = text.lastIndexOf('=');
  const field = readFieldName(text.slice(equals + 1));
  const column = text.slice(0, Math.max(0, equals)).trim();
  if (column !== '' && field !== undefined) return [...before, { column, field }];
  const fields = 'Fields: your_item_number, supplier, supplier_part_number, gtin, none.';
  throw new InvalidArgumentError(`It must be <column>=<field>, such as "Mfr No=supplier_part_number". ${fields}`);
}
