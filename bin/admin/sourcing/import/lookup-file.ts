/** Loads the lookup files of a mapping, such as manufacturers by code, into compact tables in memory. */
import { openTable } from '../../../../adapters/files/open-table.ts';
import { headingSpelling } from '../../../../core/catalogs/files/recognize-columns.ts';
import { FileError } from '../../../../core/catalogs/files/file-error.ts';
import type { LookupTable } from '../../../../core/sourcing/item-import/compile-mapping.ts';
import { nearestNames } from '../../../../core/sourcing/item-import/nearest-names.ts';
import type { RecordMapping } from '../../../../core/sourcing/item-import/record-mapping.ts';
import { OperatorError } from '../../console/operator-error.ts';
import { printable } from '../../console/printable.ts';
import { CompactTable } from './compact-table.ts';
import { nearestWords, quoted } from './mapping-labels.ts';

type Tables = NonNullable<RecordMapping['tables']>;
type TableSettings = Tables[string];

/** Number of rows between two progress reports. */
const TOLD_ROWS = 500_000;

/** Files by table name, from `--table <name>=<file>`. */
export type LookupFiles = ReadonlyMap<string, string>;

/** @throws {OperatorError} when a table is missing or unknown, or lacks a column of the mapping */
export async function loadLookups(
  mapping: RecordMapping | undefined,
  files: LookupFiles,
  onRows: (name: string, rows: number) => void,
): Promise<ReadonlyMap<string, LookupTable>> {
  const wanted = mapping?.tables ?? {};
  for (const name of files.keys()) {
    if (Object.hasOwn(wanted, name)) continue;
    throw new OperatorError(
      `The mapping has no table ${quoted(name)}${nearestWords(nearestNames(Object.keys(wanted), name))}.`,
      {
        code: 'no_such_table',
      },
    );
  }
  const loaded = new Map<string, LookupTable>();
  for (const [name, settings] of Object.entries(wanted)) {
    const file = files.get(name);
    if (file === undefined) {
      if (settings.optional === true) continue;
      throw new OperatorError(`The mapping uses the table ${quoted(name)}, but no file was given for it.`, {
        code: 'missing_table',
        fix: `Add --table ${name}=${settings.file ?? '<file>'}.`,
      });
    }
    const table = await loadTable(name, file, settings, (rows) => onRows(name, rows));
    onRows(name, table.size);
    loaded.set(name, table);
  }
  return loaded;
}

async function loadTable(
  name: string,
  file: string,
  settings: TableSettings,
  onRows: (rows: number) => void,
): Promise<CompactTable> {
  try {
    const opened = await openTable(file);
    const table = new CompactTable(settings.columns);
    let places: ReadonlyMap<string, number> | undefined;
    for await (const row of opened.rows()) {
      if (row.kind === 'broken') continue;
      const read = row.kind === 'members' ? (column: string) => textOf(row.members[column]) : undefined;
      if (row.kind === 'cells' && places === undefined) {
        if (row.cells.length > 0) places = placesOf(name, file, row.cells, settings);
        continue;
      }
      const cells = row.kind === 'cells' ? row.cells : [];
      const value = read ?? ((column: string) => textOf(cells[places?.get(column) ?? -1]));
      const key = value(settings.key);
      if (key === null) continue;
      if (table.size % TOLD_ROWS === 0 && table.size > 0) onRows(table.size);
      table.set(key, Object.fromEntries(settings.columns.map((column) => [column, value(column)])));
    }
    return table;
  } catch (error) {
    if (error instanceof FileError) throw new OperatorError(`${printable(file)}: ${error.message}`);
    throw error;
  }
}

function placesOf(
  name: string,
  file: string,
  headings: readonly string[],
  { key, columns }: TableSettings,
): ReadonlyMap<string, number> {
  const spellings = headings.map(headingSpelling);
  return new Map(
    [key, ...columns].map((column) => {
      const place = spellings.indexOf(headingSpelling(column));
      if (place >= 0) return [column, place] as const;
      const nearest = nearestWords(nearestNames(headings, column));
      throw new OperatorError(
        `${printable(file)}, the table ${quoted(name)}, has no column ${quoted(column)}${nearest}.`,
        {
          code: 'no_such_column',
        },
      );
    }),
  );
}

function textOf(value: unknown): string | null {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return text === '' ? null : text;
}
